// The page of one workbook.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, take } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { usePage } from '../../shell/page.ts'
import { useWorkspace } from '../../shell/workspace.ts'
import { DataListSkeleton } from '../../ui/data-list.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { renameWorkbook } from '../workbooks/workbooks.queries.ts'

const route = getRouteApi('/w/$workspace/workbooks/$workbookId')

export function WorkbookPage() {
  const { workbookId } = route.useParams()
  const workspace = useWorkspace()
  const page = useQuery({
    queryKey: keys.workbook(workbookId),
    queryFn: () => take(api.GET('/api/workbooks/{workbook_id}', { params: { path: { workbook_id: workbookId } } })),
  })
  usePage({
    title: page.data?.workbook.name ?? '',
    parent: { title: 'Workbooks', to: `/w/${workspace.slug}/workbooks` },
    rename: (name) => renameWorkbook(workbookId, name).then(() => page.refetch()),
  })
  if (page.isError)
    return <ErrorState title="This workbook could not be opened" error={page.error} retry={() => void page.refetch()} />
  return <DataListSkeleton />
}
