// The page of one workbook: loads it, then hands it to the table.
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { asProblem } from '../../api/problem.ts'
import { usePage } from '../../session/page.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { renameWorkbook } from '../workbooks/workbooks.queries.ts'
import { WorkbookTable } from './grid-page/workbook-table.tsx'
import { useTable } from './views/use-table.ts'
import { useViewState } from './views/use-view-state.ts'
import { decidingFields } from './views/view-state.logic.ts'

const route = getRouteApi('/w/$workspace/workbooks/$workbookId')

export function WorkbookPage() {
  const { workbookId } = route.useParams()
  return <Loaded key={workbookId} workbookId={workbookId} />
}

function Loaded({ workbookId }: { workbookId: string }) {
  const workspace = useWorkspace()
  const looking = useViewState(workbookId)
  const deciding = useMemo(() => decidingFields(looking.look), [looking.look])
  const table = useTable(workbookId, looking, deciding)
  const { workbook, query } = table
  usePage({
    title: workbook?.name ?? '',
    parent: { title: 'Workbooks', to: `/w/${workspace.slug}/workbooks` },
    rename: (name) => renameWorkbook(workbookId, name).then(() => query.refetch()),
  })
  if (workbook && looking.ready) return <WorkbookTable workbook={workbook} table={table} looking={looking} />
  if (!query.isError) return <TableSkeleton />
  const gone = asProblem(query.error).status === 404
  return (
    <ErrorState
      title={gone ? 'There is no such workbook' : 'This workbook could not be opened'}
      meaning={gone ? '' : 'Its data is safe on the server.'}
      error={query.error}
      {...(gone ? {} : { retry: () => void query.refetch() })}
    />
  )
}

function TableSkeleton() {
  return (
    <div aria-busy="true" className="flex min-h-0 flex-1 flex-col overflow-hidden">
      <div className="flex h-11 shrink-0 items-center gap-3 border-b px-3">
        <Skeleton className="h-6 w-28" />
        <Skeleton className="h-6 w-20" />
        <Skeleton className="h-6 w-24" />
        <Skeleton className="ml-auto h-6 w-16" />
      </div>
      <div className="flex h-9 shrink-0 items-center gap-16 border-b bg-canvas px-14">
        <Skeleton className="h-3 w-24" />
        <Skeleton className="h-3 w-32" />
        <Skeleton className="h-3 w-20" />
      </div>
      {Array.from({ length: 16 }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a skeleton are all alike
        <div key={line} className="flex h-8 shrink-0 items-center gap-12 border-b px-4">
          <Skeleton className="h-2.5 w-5" />
          <Skeleton className={line % 3 === 0 ? 'h-2.5 w-28' : 'h-2.5 w-20'} />
          <Skeleton className={line % 2 === 0 ? 'h-2.5 w-32' : 'h-2.5 w-24'} />
          <Skeleton className="h-2.5 w-16" />
        </div>
      ))}
    </div>
  )
}
