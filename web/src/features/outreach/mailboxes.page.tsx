// The mailboxes that messages leave from: their health, their limits, and what DNS says about their domains.

import { useQuery } from '@tanstack/react-query'
import { Mail, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { useOffered } from '../../session/commands.ts'
import { usePage } from '../../session/page.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { count, percent } from '../../ui/format.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm.dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Loaded, ReadOnlyNote } from '../settings/settings-page.tsx'
import { MailboxDialog } from './mailbox.dialog.tsx'
import { deleteMailbox, mailboxesQuery, pauseMailbox, resumeMailbox, testMailbox } from './outreach.queries.ts'
import { PreflightList } from './preflight-list.tsx'
import { MailboxState } from './status-badges.tsx'

export function MailboxesPage() {
  const workspace = useWorkspace()
  const mailboxes = useQuery(mailboxesQuery())
  const { open, dialog } = useDialogs({
    edit: (close, mailbox?: Schemas['Mailbox']) => <MailboxDialog mailbox={mailbox} onClose={close} />,
    delete: (close, { id, email }: Schemas['Mailbox']) => (
      <ConfirmDialog
        title={`Delete ${email ?? 'the mailbox'}?`}
        action="Delete mailbox"
        run={() => deleteMailbox(id)}
        onClose={close}
      >
        <p>Its conversations end: no follow-up leaves from another address. Its replies leave the inbox.</p>
      </ConfirmDialog>
    ),
  })
  const mayEdit = roleReaches(workspace.role, 'admin')
  useOffered(mayEdit, 'add-mailbox', () => open.edit())
  usePage({ title: 'Mailboxes', parent: { title: 'Outreach', to: `/w/${workspace.slug}/outreach/sequences` } })
  const add = mayEdit && (
    <Button look="primary" icon={Plus} onClick={() => open.edit()}>
      Add mailbox
    </Button>
  )
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex max-w-5xl flex-col gap-5 px-4 py-6 md:px-8">
        {!mayEdit && <ReadOnlyNote needs="admin" />}
        <Loaded query={mailboxes} what="The mailboxes" skeleton={<ListSkeleton rows={3} />}>
          {(items) =>
            items.length === 0 ? (
              <EmptyState icon={Mail} title="No mailbox yet" action={add}>
                Enter the SMTP server of a mailbox. Replies and bounces are read from its IMAP server.
              </EmptyState>
            ) : (
              <>
                <div className="flex justify-end">{add}</div>
                {items.map((one) => (
                  <MailboxCard
                    key={one.id}
                    mailbox={one}
                    mayEdit={mayEdit}
                    onEdit={() => open.edit(one)}
                    onDelete={() => open.delete(one)}
                  />
                ))}
              </>
            )
          }
        </Loaded>
      </div>
      {dialog}
    </div>
  )
}

interface CardProps {
  mailbox: Schemas['Mailbox']
  mayEdit: boolean
  onEdit: () => void
  onDelete: () => void
}

function MailboxCard({ mailbox, mayEdit, onEdit, onDelete }: CardProps) {
  const { health, email, from_name, host, max_per_hour, state, last_error } = mailbox
  const [checks, setChecks] = useState(false)
  const { busy, submit, words } = useSubmit()
  const share = (hits: number) =>
    health.sent_30_days === 0 ? '–' : `${count(hits)} (${percent(hits / health.sent_30_days)})`
  const figures: [string, string][] = [
    ['Last hour', `${count(health.sent_last_hour)} of ${count(max_per_hour)}`],
    [
      'Today',
      health.limit_today === null
        ? count(health.sent_today)
        : `${count(health.sent_today)} of ${count(health.limit_today)}`,
    ],
    ['Last 30 days', count(health.sent_30_days)],
    ['Hard bounces', share(health.hard_bounces_30_days)],
    ['Complaints', share(health.complaints_30_days)],
    ...(health.uncertain > 0 ? [['Unconfirmed', count(health.uncertain)] as [string, string]] : []),
  ]
  const test = () =>
    submit(async () => {
      const { ok, message, to } = await testMailbox(mailbox.id, '')
      toast(ok ? `Sent to ${to}` : message, { tone: ok ? 'good' : 'bad' })
    })
  return (
    <section aria-label={email ?? 'Mailbox'} className="flex flex-col gap-4 rounded-md border p-4">
      <header className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="truncate font-semibold">{email ?? 'No address yet'}</h2>
          <p className="truncate text-ink-3 text-sm">
            {[
              from_name,
              host ? `${host}:${mailbox.port}` : 'no server',
              mailbox.imap_host ? 'reads replies' : 'reads no replies',
            ]
              .filter(Boolean)
              .join(', ')}
          </p>
        </div>
        <MailboxState mailbox={mailbox} />
        {mayEdit && (
          <>
            <Button size="sm" busy={busy} disabled={!email || !host} onClick={() => void test()}>
              Send test
            </Button>
            <Button size="sm" onClick={onEdit}>
              Edit
            </Button>
            <Button
              size="sm"
              onClick={() => void submit(() => (state === 'active' ? pauseMailbox : resumeMailbox)(mailbox.id))}
            >
              {state === 'active' ? 'Pause' : 'Resume'}
            </Button>
            <Button size="sm" look="quiet" onClick={onDelete}>
              Delete
            </Button>
          </>
        )}
      </header>
      {last_error && (
        <p
          role="status"
          className={
            state === 'stopped'
              ? 'rounded-md bg-bad-soft px-3 py-2 text-bad'
              : 'rounded-md bg-warn-soft px-3 py-2 text-warn'
          }
        >
          {last_error}
        </p>
      )}
      <FormError>{words}</FormError>
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-ink-3 text-xs">{name}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {email && (
        <div>
          <Button size="sm" look="quiet" aria-expanded={checks} onClick={() => setChecks(!checks)}>
            {checks ? 'Hide deliverability' : 'Check deliverability'}
          </Button>
          {checks && <PreflightList mailboxId={mailbox.id} />}
        </div>
      )}
    </section>
  )
}
