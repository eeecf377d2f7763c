// All sequences: what each is doing, and how it goes.

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, Send } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { useOffered } from '../../session/commands.ts'
import { usePage } from '../../session/page.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { DataList, type ListColumn } from '../../ui/data-list.tsx'
import { count, counted } from '../../ui/format.ts'
import { Field, Input } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm.dialog.tsx'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Frame, Loaded, ReadOnlyNote } from '../settings/settings-page.tsx'
import { createSequence, deleteSequence, sequencesQuery } from './outreach.queries.ts'
import { SequenceStatus } from './status-badges.tsx'

export function SequencesPage() {
  const workspace = useWorkspace()
  const sequences = useQuery(sequencesQuery())
  const [open, setOpen] = useState<'add' | Schemas['Sequence'] | null>(null)
  const mayEdit = roleReaches(workspace.role, 'admin')
  useOffered(mayEdit, 'new-sequence', () => setOpen('add'))
  usePage({ title: 'Outreach' })
  const add = (
    <Button look="primary" icon={Plus} onClick={() => setOpen('add')}>
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
                        { label: 'Delete', danger: true, onSelect: () => setOpen(one) },
                      ],
                    })}
                  />
                </Frame>
              </>
            )
          }
        </Loaded>
      </div>
      {open === 'add' && <CreateDialog onClose={() => setOpen(null)} />}
      {open !== null && open !== 'add' && (
        <ConfirmDialog
          title={`Delete ${open.name}?`}
          action="Delete sequence"
          run={() => deleteSequence(open.id)}
          onClose={() => setOpen(null)}
        >
          <p>
            {counted(open.counts.enrolled, 'enrollment')} and {counted(open.counts.sent, 'message')} go with it.
            Suppressions stay.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const { busy, submit, words } = useSubmit()
  async function save() {
    await submit(async () => {
      const { id } = await createSequence(name.trim())
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
      disabled={name.trim() === ''}
      onSubmit={save}
      onClose={onClose}
    >
      <Field label="Name">
        <Input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
      </Field>
      <FormError>{words}</FormError>
    </FormDialog>
  )
}
