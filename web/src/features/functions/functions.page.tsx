// The functions of the workspace: what each takes and gives, and a panel to try, use and follow one.

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { SquareFunction } from 'lucide-react'
import type { Schemas } from '../../api/shapes.ts'
import { useOffered } from '../../session/commands.ts'
import { usePage } from '../../session/page.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { DataList, type ListColumn, timeColumn } from '../../ui/data-list.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { FunctionDialog } from './function.dialog.tsx'
import { functionsQuery } from './functions.queries.ts'
import { NewFunctionDialog } from './new-function.dialog.tsx'

const names = (parts: { name: string }[]) => parts.map(({ name }) => name).join(', ')

const route = getRouteApi('/w/$workspace/functions')

export function FunctionsPage() {
  usePage({ title: 'Functions' })
  const workspace = useWorkspace()
  const functions = useQuery(functionsQuery())
  const { function: shown = null } = route.useSearch()
  const navigate = route.useNavigate()
  const show = (id: string | null) => void navigate({ search: id === null ? {} : { function: id } })
  const { open, dialog } = useDialogs({
    make: (close) => (
      <NewFunctionDialog
        onClose={close}
        onMade={(id) => {
          close()
          show(id)
        }}
      />
    ),
  })
  const mayEdit = roleReaches(workspace.role, 'editor')
  useOffered(mayEdit, 'new-function', () => open.make())
  const newButton = () => (
    <Button look="primary" size="sm" icon={SquareFunction} onClick={() => open.make()}>
      New function
    </Button>
  )
  const columns: ListColumn<Schemas['FunctionItem']>[] = [
    {
      key: 'name',
      title: 'Name',
      sort: (a, b) => a.name.localeCompare(b.name),
      render: (one) => (
        <button type="button" onClick={() => show(one.id)} className="block w-full py-1.5 text-left hover:underline">
          <span className="block truncate font-medium" dir="auto">
            {one.name}
          </span>
          <span className="block truncate text-ink-3 text-xs sm:hidden">{names(one.outputs)}</span>
        </button>
      ),
    },
    {
      key: 'inputs',
      title: 'Inputs',
      width: 'w-56',
      from: 'sm',
      render: (one) => <span className="text-ink-2">{names(one.inputs)}</span>,
    },
    {
      key: 'outputs',
      title: 'Outputs',
      width: 'w-56',
      from: 'sm',
      render: (one) => <span className="text-ink-2">{names(one.outputs)}</span>,
    },
    { key: 'version', title: 'Version', width: 'w-20', align: 'end', from: 'md', render: (one) => one.version },
    timeColumn({ key: 'updated', title: 'Changed', from: 'md', at: (one) => one.updated_at }),
  ]
  const { data } = functions
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {data && data.length > 0 && (
        <div className="flex min-h-11 shrink-0 items-center justify-between gap-2 border-b px-4 py-1.5">
          <span className="text-ink-3 text-sm">Reusable chains of columns for workbooks, the API and AI clients.</span>
          {mayEdit && newButton()}
        </div>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto">
        {functions.isError ? (
          <ErrorState
            error={functions.error}
            title="The functions could not be loaded"
            retry={() => void functions.refetch()}
          />
        ) : !data ? (
          <ListSkeleton rows={4} />
        ) : data.length === 0 ? (
          <EmptyState icon={SquareFunction} title="No functions yet" action={mayEdit && newButton()}>
            A function is a chain of columns with inputs and outputs. Save columns of a workbook as one, then use it in
            other workbooks or call it from a program.
          </EmptyState>
        ) : (
          <DataList label="Functions" items={data} id={(one) => one.id} name={(one) => one.name} columns={columns} />
        )}
      </div>
      {dialog}
      {shown && <FunctionDialog id={shown} onClose={() => show(null)} />}
    </div>
  )
}
