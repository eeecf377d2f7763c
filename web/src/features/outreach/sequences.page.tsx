// All sequences: what each is doing, and how it goes.

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, Send } from 'lucide-react'
import type { Schemas } from '../../api/shapes.ts'
import { useOffered } from '../../session/commands.ts'
import { usePage } from '../../session/page.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { DataList, type ListColumn } from '../../ui/data-list.tsx'
import { count, counted } from '../../ui/format.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm.dialog.tsx'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Frame, Loaded, ReadOnlyNote } from '../settings/settings-page.tsx'
import { createSequence, deleteSequence, sequencesQuery } from './outreach.queries.ts'
import { SequenceStatus } from './status-badges.tsx'

export function SequencesPage() {
  const workspace = useWorkspace()
  const sequences = useQuery(sequencesQuery())
  const { open, dialog } = useDialogs({
    add: (close) => <CreateDialog onClose={close} />,
    delete: (close, { id, name, counts }: Schemas['Sequence']) => (
      <ConfirmDialog title={`Delete ${name}?`} action="Delete sequence" run={() => deleteSequence(id)} onClose={close}>
        <p>
          {counted(counts.enrolled, 'enrollment')} and {counted(counts.sent, 'message')} go with it. Suppressions stay.
        </p>
      </ConfirmDialog>
    ),
  })
  const mayEdit = roleReaches(workspace.role, 'admin')
  useOffered(mayEdit, 'new-sequence', () => open.add())
  usePage({ title: 'Outreach' })
  const add = (
    <Button look="primary" icon={Plus} onClick={() => open.add()}>
      Create sequence
    </Button>
  )
  const columns: ListColumn<Schemas['Sequence']>[] = [
    {
      key: 'name',
      title: 'Name',
      sort: (a, b) => a.name.localeCompare(b.name),
      render: (one) => (
        <Link
          to="/w/$workspace/outreach/sequences/$sequenceId"
          params={{ workspace: workspace.slug, sequenceId: one.id }}
          className="block min-w-0"
        >
          <span className="block truncate font-medium" dir="auto">
            {one.name}
          </span>
          <span className="block truncate text-ink-3 text-xs">{counted(one.steps.length, 'step')}</span>
        </Link>
      ),
    },
    { key: 'status', title: 'Status', width: 'w-32', render: (one) => <SequenceStatus sequence={one} /> },
    {
      key: 'running',
      title: 'Running',
      width: 'w-24',
      align: 'end',
      from: 'sm',
      render: (one) => count(one.counts.running),
    },
    { key: 'sent', title: 'Sent', width: 'w-24', align: 'end', from: 'sm', render: (one) => count(one.counts.sent) },
    {
      key: 'replied',
      title: 'Replied',
      width: 'w-24',
      align: 'end',
      from: 'md',
      render: (one) => count(one.counts.replied),
    },
    {
      key: 'bounced',
      title: 'Bounced',
      width: 'w-24',
      align: 'end',
      from: 'md',
      render: (one) => count(one.counts.bounced),
    },
  ]
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex max-w-6xl flex-col gap-5 px-4 py-6 md:px-8">
        {!mayEdit && <ReadOnlyNote needs="admin" />}
        <Loaded query={sequences} what="The sequences" skeleton={<ListSkeleton rows={4} />}>
          {(items) =>
            items.length === 0 ? (
              <EmptyState icon={Send} title="No sequences yet" action={mayEdit && add}>
                A sequence sends a few messages to each enrolled lead, stops when the lead replies, and never sends to
                suppressed addresses.
              </EmptyState>
            ) : (
              <>
                {mayEdit && <div className="flex justify-end">{add}</div>}
                <Frame>
                  <DataList
                    label="Sequences"
                    items={items}
                    id={(one) => one.id}
                    name={(one) => one.name}
                    columns={columns}
                    {...(mayEdit && {
                      menu: (one: Schemas['Sequence']) => [
                        { label: 'Delete', danger: true, onSelect: () => open.delete(one) },
                      ],
                    })}
                  />
                </Frame>
              </>
            )
          }
        </Loaded>
      </div>
      {dialog}
    </div>
  )
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const { values, busy, submit, tied, words } = useForm({ name: '' })
  const name = values.name.trim()
  async function save() {
    await submit(async () => {
      const { id } = await createSequence(name)
      onClose()
      await navigate({
        to: '/w/$workspace/outreach/sequences/$sequenceId',
        params: { workspace: workspace.slug, sequenceId: id },
      })
    })
  }
  return (
    <FormDialog
      size="sm"
      title="Create sequence"
      about="Nothing is sent until you start it."
      action="Create sequence"
      busy={busy}
      disabled={name === ''}
      onSubmit={save}
      onClose={onClose}
    >
      <SchemaForm {...tied} fields={[{ name: 'name', kind: 'text', label: 'Name', maxLength: 200 }]} />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}
