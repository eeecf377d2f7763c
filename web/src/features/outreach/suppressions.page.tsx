// Addresses and domains that are never mailed: found, added, imported, and taken back where that is allowed.

import { useInfiniteQuery } from '@tanstack/react-query'
import { Ban, FileUp, Plus } from 'lucide-react'
import type { Schemas } from '../../api/shapes.ts'
import { usePage } from '../../session/page.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { DataList, type ListColumn, timeColumn } from '../../ui/data-list.tsx'
import { count, counted } from '../../ui/format.ts'
import { chooseFile } from '../../ui/forms/file-drop.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { type FormField, optionsOf } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { Frame, ReadOnlyNote } from '../settings/settings-page.tsx'
import {
  addSuppression,
  deleteSuppression,
  importSuppressions,
  suppressionsQuery,
  takeBackSuppression,
} from './outreach.queries.ts'

const REASONS: Record<string, string> = {
  unsubscribe: 'Unsubscribed',
  bounce: 'Bounced',
  complaint: 'Complained',
  manual: 'By hand',
  erasure: 'Erased',
}

const SOURCES: Record<string, string> = {
  api: 'Entered',
  import: 'Imported list',
  'one-click': 'Unsubscribe link',
  reply: 'Reply',
  webhook: 'Mail service',
  smtp: 'Mail server',
  dsn: 'Bounce report',
  arf: 'Complaint report',
}

const SEARCH: FormField[] = [
  { name: 'search', kind: 'search', label: 'Search' },
  {
    name: 'reason',
    kind: 'choice',
    label: 'Reason',
    blank: 'All',
    options: optionsOf(REASONS),
  },
]

export function SuppressionsPage() {
  const workspace = useWorkspace()
  const { values: asking, tied } = useForm({ search: '', reason: '' })
  const { open, dialog } = useDialogs({
    add: (close) => <AddDialog onClose={close} />,
    import: (close) => <ImportDialog onClose={close} />,
    takeBack: (close, wrong: Schemas['Suppression']) => <TakeBackDialog suppression={wrong} onClose={close} />,
  })
  const asked = useDebounced(asking.search).settled
  const found = useInfiniteQuery(suppressionsQuery(asked, asking.reason))
  const items = found.data?.pages.flatMap((page) => page.items)
  const mayEdit = roleReaches(workspace.role, 'admin')
  usePage({ title: 'Suppressions', parent: { title: 'Outreach', to: `/w/${workspace.slug}/outreach/sequences` } })
  const columns: ListColumn<Schemas['Suppression']>[] = [
    {
      key: 'value',
      title: 'Address or domain',
      render: (one) => (
        <>
          <span className="block truncate font-medium">
            {one.value ?? <span className="text-ink-3">Only a hash is kept</span>}
          </span>
          {one.note && <span className="block truncate text-ink-3 text-xs">{one.note}</span>}
        </>
      ),
    },
    { key: 'reason', title: 'Reason', width: 'w-32', render: (one) => REASONS[one.reason] ?? one.reason },
    {
      key: 'source',
      title: 'Source',
      width: 'w-36',
      from: 'md',
      render: (one) => <span className="text-ink-2">{SOURCES[one.source] ?? one.source}</span>,
    },
    timeColumn({ key: 'created', title: 'Since', width: 'w-36', from: 'sm', at: (one) => one.created_at }),
  ]
  const remove = async (one: Schemas['Suppression']) => {
    try {
      await deleteSuppression(one.id)
      toast(`${one.value ?? 'The entry'} may be mailed again`)
    } catch (error) {
      toast((error as Error).message, { tone: 'bad' })
    }
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex max-w-5xl flex-col gap-4 px-4 py-6 md:px-8">
        {!mayEdit && <ReadOnlyNote needs="admin" />}
        <div className="flex flex-wrap items-end gap-3">
          <div className="w-100 max-sm:w-full">
            <SchemaForm {...tied} columns={2} fields={SEARCH} />
          </div>
          <p className="flex-1 whitespace-nowrap pb-1.5 text-ink-3 text-sm">
            {found.data && counted(found.data.pages[0]?.total ?? 0, 'entry', 'entries')}
          </p>
          {mayEdit && (
            <>
              <Button icon={FileUp} onClick={() => open.import()}>
                Import list
              </Button>
              <Button look="primary" icon={Plus} onClick={() => open.add()}>
                Suppress address
              </Button>
            </>
          )}
        </div>
        {found.isError && !items && (
          <ErrorState
            title="The suppressions could not be loaded"
            error={found.error}
            retry={() => void found.refetch()}
          />
        )}
        {!items && !found.isError && <ListSkeleton rows={5} />}
        {items?.length === 0 && (
          <EmptyState icon={Ban} title={asked || asking.reason ? 'Nothing found' : 'No suppressed addresses'}>
            Addresses that unsubscribe, complain or bounce are added automatically. No sequence of this workspace sends
            to them.
          </EmptyState>
        )}
        {items && items.length > 0 && (
          <Frame>
            <DataList
              label="Suppressions"
              items={items}
              id={(one) => one.id}
              name={(one) => one.value ?? one.id}
              columns={columns}
              {...(mayEdit && {
                menu: (one: Schemas['Suppression']) =>
                  one.can_delete
                    ? [{ label: 'Delete', danger: true, onSelect: () => void remove(one) }]
                    : one.can_take_back
                      ? [{ label: 'Take back: read wrongly', onSelect: () => open.takeBack(one) }]
                      : [],
              })}
            />
          </Frame>
        )}
        {found.hasNextPage && (
          <Button className="self-center" busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
      {dialog}
    </div>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { values, busy, submit, words, tied } = useForm({ value: '', note: '' })
  const value = values.value.trim()
  async function save() {
    if (await submit(() => addSuppression(value, values.note.trim()))) onClose()
  }
  return (
    <FormDialog
      size="sm"
      title="Suppress an address or a domain"
      about="Messages that wait for it are cancelled at once."
      action="Suppress"
      busy={busy}
      disabled={value === ''}
      onSubmit={save}
      onClose={onClose}
    >
      <SchemaForm
        {...tied}
        fields={[
          { name: 'value', kind: 'text', label: 'Address or domain' },
          { name: 'note', kind: 'text', label: 'Note' },
        ]}
      />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}

function TakeBackDialog({ suppression, onClose }: { suppression: Schemas['Suppression']; onClose: () => void }) {
  const { values, busy, submit, words, tied } = useForm({ reason: '' })
  const reason = values.reason.trim()
  async function save() {
    if (!(await submit(() => takeBackSuppression(suppression.id, reason)))) return
    toast(`${suppression.value ?? 'The address'} may be mailed again`)
    onClose()
  }
  return (
    <FormDialog
      size="sm"
      title="Take back an unsubscribe"
      about="A reply was taken for an unsubscribe. What was cancelled stays cancelled; the reason stays in the audit log."
      action="Take back"
      busy={busy}
      disabled={reason.length < 3}
      onSubmit={save}
      onClose={onClose}
    >
      <SchemaForm {...tied} fields={[{ name: 'reason', kind: 'multiline', label: 'Why it was no unsubscribe' }]} />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}

const LISTS = '.csv,.txt,text/csv,text/plain'

function ImportDialog({ onClose }: { onClose: () => void }) {
  const { values, set, busy, submit, answer, tied, words } = useForm(
    { text: '' },
    {
      send: async ({ text }) => {
        const done = await importSuppressions(text)
        const { added, already, rejected } = done
        toast(`${counted(added, 'entry', 'entries')} added${already > 0 ? `, ${count(already)} known already` : ''}`, {
          tone: 'good',
        })
        if (rejected.length === 0) onClose()
        return done
      },
    },
  )
  const rejected = answer?.rejected.length ? answer.rejected : undefined
  const read = async (file: File) => set({ text: await file.text() })
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="Import a do-not-contact list"
      about="One address or domain a line, or a CSV file whose first column has them."
      actions={
        <>
          <Button onClick={onClose}>{rejected ? 'Close' : 'Cancel'}</Button>
          {!rejected && (
            <Button look="primary" busy={busy} disabled={values.text.trim() === ''} onClick={() => void submit()}>
              Import list
            </Button>
          )}
        </>
      }
    >
      {rejected ? (
        <>
          <p className="font-medium">{counted(rejected.length, 'line')} could not be read:</p>
          <ul className="mt-2 max-h-60 overflow-y-auto text-ink-2 text-sm">
            {rejected.slice(0, 100).map(({ line, value }) => (
              <li key={line}>
                Line {line}: {value}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <div className="flex flex-col gap-4">
          <SchemaForm {...tied} fields={[{ name: 'text', kind: 'multiline', label: 'List', rows: 10 }]} />
          <Button icon={FileUp} className="self-start" onClick={() => chooseFile((file) => void read(file), LISTS)}>
            Choose a file
          </Button>
          <FormError>{words}</FormError>
        </div>
      )}
    </Dialog>
  )
}
