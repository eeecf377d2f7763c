// The list of workbooks: open, make (blank, from a file, from pasted domains), rename, delete.
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CopyPlus, ExternalLink, FileUp, Pencil, Plus, SearchX, Sheet, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useEvents } from '../../api/events.ts'
import { invalidateSoon, keys } from '../../api/queries.ts'
import type { Workbook } from '../../api/shapes.ts'
import { usePage } from '../../session/page.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { DataList, type ListColumn, timeColumn } from '../../ui/data-list.tsx'
import { count, counted } from '../../ui/format.ts'
import { Input } from '../../ui/forms/field.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { workbooksQuery } from '../columns/workbooks.queries.ts'
import { ConfirmDeleteDialog } from './confirm-delete.dialog.tsx'
import { RenameDialog } from './rename.dialog.tsx'
import { Completion, WorkbookBadge } from './status.tsx'
import { useNewWorkbook } from './use-new-workbook.tsx'

const DuplicateDialog = lazyPart(async () => (await import('./duplicate.dialog.tsx')).DuplicateDialog)

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare
const changed = (one: Workbook) => one.updated_at ?? one.created_at ?? ''

/** What changes a line of the list; a running run's progress is shown in the top bar. */
const changes = [
  'workbook.*',
  'rows.*',
  'run.created',
  'run.paused',
  'run.resumed',
  'run.completed',
  'run.cancelled',
  'run.failed',
]

export function WorkbooksPage() {
  usePage({ title: 'Workbooks' })
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const workbooks = useQuery(workbooksQuery())
  const [question, setQuestion] = useState('')
  const [selected, setSelected] = useState(new Set<string>())
  const mayEdit = roleReaches(workspace.role, 'editor')

  useEvents({ types: changes }, () => invalidateSoon(keys.workbooks()))

  const address = (id: string) => ({
    to: '/w/$workspace/workbooks/$workbookId' as const,
    params: { workspace: workspace.slug, workbookId: id },
  })

  const { open, dialog, isOpen } = useDialogs({
    delete: (close, workbooks: Workbook[]) => (
      <ConfirmDeleteDialog
        workbooks={workbooks}
        onClose={(deleted) => {
          close()
          if (deleted) setSelected(new Set())
        }}
      />
    ),
    rename: (close, workbook: Workbook) => <RenameDialog workbook={workbook} onClose={close} />,
    duplicate: (close, workbook: Workbook) => (
      <DuplicateDialog workbook={workbook} onClose={close} onOpen={(id) => void navigate(address(id))} />
    ),
  })

  const { makers, busy: making, blank, file, dialogs } = useNewWorkbook(mayEdit, isOpen)

  const newButton = mayEdit && (
    <Menu
      align="end"
      items={makers}
      trigger={
        <Button look="primary" size="sm" icon={Plus} busy={making}>
          <span>
            New<span className="max-sm:sr-only"> workbook</span>
          </span>
        </Button>
      }
    />
  )

  function menuOf(one: Workbook): MenuItem[] {
    const inNewTab: MenuItem = {
      label: 'Open in a new tab',
      icon: ExternalLink,
      onSelect: () => window.open(`/w/${workspace.slug}/workbooks/${one.id}`, '_blank', 'noopener'),
    }
    if (!mayEdit) return [inNewTab]
    return [
      inNewTab,
      { label: 'Rename', icon: Pencil, onSelect: () => open.rename(one) },
      { label: 'Duplicate', icon: CopyPlus, onSelect: () => open.duplicate(one) },
      'separator',
      {
        label: one.total_rows > 0 ? `Delete with ${counted(one.total_rows, 'row')}` : 'Delete',
        icon: Trash2,
        danger: true,
        onSelect: () => open.delete([one]),
      },
    ]
  }

  const columns: ListColumn<Workbook>[] = [
    {
      key: 'name',
      title: 'Name',
      sort: (a, b) => byName(a.name, b.name),
      render: (one) => (
        <Link {...address(one.id)} className="group/link block py-1.5" title={one.name}>
          <span className="block truncate text-left font-medium group-hover/link:underline" dir="auto">
            {one.name}
          </span>
          <span className="block truncate text-ink-3 text-xs sm:hidden">
            {counted(one.total_rows, 'row')} · <TimeAgo at={one.updated_at ?? one.created_at} />
          </span>
        </Link>
      ),
    },
    {
      key: 'rows',
      title: 'Rows',
      width: 'w-24',
      align: 'end',
      from: 'sm',
      sort: (a, b) => b.total_rows - a.total_rows,
      render: (one) => count(one.total_rows),
    },
    { key: 'complete', title: 'Complete', width: 'w-44', from: 'md', render: (one) => <Completion workbook={one} /> },
    { key: 'status', title: 'Status', width: 'w-28', render: (one) => <WorkbookBadge status={one.status} /> },
    timeColumn({
      key: 'updated',
      title: 'Updated',
      width: 'w-36',
      from: 'md',
      sort: (a, b) => changed(b).localeCompare(changed(a)),
      at: (one) => one.updated_at ?? one.created_at,
    }),
  ]

  const all = workbooks.data
  const shown = all?.filter((one) => one.name.toLowerCase().includes(question.trim().toLowerCase())) ?? []
  const chosen = all?.filter((one) => selected.has(one.id)) ?? []

  const shelf =
    chosen.length > 0 ? (
      <>
        <span className="font-medium">{counted(chosen.length, 'workbook')} selected</span>
        <Button size="sm" look="danger" icon={Trash2} onClick={() => open.delete(chosen)}>
          Delete
        </Button>
        <Button size="sm" look="quiet" onClick={() => setSelected(new Set())}>
          Clear selection
        </Button>
      </>
    ) : all && all.length > 0 ? (
      <>
        <Input
          type="search"
          aria-label="Filter workbooks by name"
          placeholder="Filter by name"
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
          className="h-7! max-w-56 flex-1 text-sm pointer-coarse:h-9!"
        />
        <span className="flex-1" />
        {newButton || (
          <span className="text-ink-3 text-sm max-sm:basis-full">Editors of this workspace can make workbooks.</span>
        )}
      </>
    ) : !all && !workbooks.isError ? (
      <>
        <Skeleton className="h-7 w-56" />
        <Skeleton className="ml-auto h-7 w-32" />
      </>
    ) : null

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {shelf && <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b px-4 py-1.5">{shelf}</div>}
      <div className="min-h-0 flex-1 overflow-y-auto">
        {workbooks.isError && !all && (
          <ErrorState
            title="Workbooks could not be loaded"
            meaning="They are safe on the server."
            error={workbooks.error}
            retry={() => void workbooks.refetch()}
          />
        )}
        {!all && !workbooks.isError && <ListSkeleton />}
        {all?.length === 0 && (
          <EmptyState
            icon={Sheet}
            title={mayEdit ? 'Make your first workbook' : 'No workbooks yet'}
            action={
              mayEdit && (
                <Button look="primary" icon={FileUp} onClick={file}>
                  Import a file
                </Button>
              )
            }
          >
            {mayEdit ? (
              <>
                Drop a CSV, Excel or JSON file here, or paste a list of domains: each line becomes a row. You can also{' '}
                <button type="button" className="text-accent-ink underline underline-offset-2" onClick={blank}>
                  start with a blank one
                </button>
                .
              </>
            ) : (
              'When an editor of this workspace makes one, it appears here.'
            )}
          </EmptyState>
        )}
        {all && all.length > 0 && shown.length === 0 && (
          <EmptyState
            icon={SearchX}
            title={`No workbook is called “${question}”`}
            action={<Button onClick={() => setQuestion('')}>Show all {counted(all.length, 'workbook')}</Button>}
          />
        )}
        {shown.length > 0 && (
          <DataList
            label="Workbooks"
            items={shown}
            id={(one) => one.id}
            name={(one) => one.name}
            columns={columns}
            menu={menuOf}
            sortedBy="updated"
            {...(mayEdit ? { selected, onSelect: setSelected } : {})}
          />
        )}
      </div>
      {dialog}
      {dialogs}
    </div>
  )
}
