// The list of workbooks.
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../shell/page.ts'
import { DataList, DataListSkeleton } from '../../ui/data-list.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { workbooksQuery } from './workbooks.queries.ts'

export function WorkbooksPage() {
  usePage({ title: 'Workbooks' })
  const workbooks = useQuery(workbooksQuery())
  if (workbooks.isError)
    return (
      <ErrorState
        title="Workbooks could not be loaded"
        error={workbooks.error}
        retry={() => void workbooks.refetch()}
      />
    )
  if (!workbooks.data) return <DataListSkeleton />
  return (
    <DataList
      label="Workbooks"
      items={workbooks.data}
      id={(one) => one.id}
      name={(one) => one.name}
      columns={[{ key: 'name', title: 'Name', render: (one) => one.name }]}
    />
  )
}
