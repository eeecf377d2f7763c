// What waits for a person: drafts to approve, messages of which it is not known whether they were sent, and tasks.

import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { usePage } from '../../session/page.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { Frame, Loaded, ReadOnlyNote, Section } from '../settings/settings-page.tsx'
import {
  completeTask,
  decideDraft,
  draftsQuery,
  messagesQuery,
  resumeEnrollment,
  settleMessage,
  tasksQuery,
  updateDraft,
} from './outreach.queries.ts'

export function ReviewPage() {
  const workspace = useWorkspace()
  const mayEdit = roleReaches(workspace.role, 'admin')
  const drafts = useQuery(draftsQuery())
  const uncertain = useQuery(messagesQuery('uncertain'))
  const blocked = useQuery(messagesQuery('blocked'))
  const tasks = useQuery(tasksQuery())
  usePage({ title: 'To do', parent: { title: 'Outreach', to: `/w/${workspace.slug}/outreach/sequences` } })
  const isEmpty = [drafts, uncertain, blocked, tasks].every(({ data }) => data?.items.length === 0)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex max-w-4xl flex-col gap-8 px-4 py-6 md:px-8">
        {!mayEdit && <ReadOnlyNote needs="admin" />}
        {isEmpty && (
          <EmptyState icon={CircleCheck} title="Nothing to do">
            Drafts to approve, messages to settle and tasks of sequences appear here.
          </EmptyState>
        )}
        <Loaded query={drafts} what="The drafts" skeleton={<ListSkeleton rows={3} />}>
          {({ items }) => items.length > 0 && <DraftQueue drafts={items} mayEdit={mayEdit} />}
        </Loaded>
        {uncertain.data && uncertain.data.items.length > 0 && (
          <Section
            title="Unconfirmed messages"
            about="The connection to the mail server broke while these were sent. They are not sent again automatically: check the sent folder or the server log."
          >
            <Frame>
              <ul className="divide-y">
                {uncertain.data.items.map((one) => (
                  <li key={one.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
                    <div className="min-w-0 flex-1 basis-60">
                      <p className="truncate font-medium" dir="auto">
                        {one.subject}
                      </p>
                      <p className="truncate text-ink-3 text-xs">
                        To {one.to}, {one.message_id}
                      </p>
                    </div>
                    {mayEdit && (
                      <>
                        <Button size="sm" onClick={() => void settleMessage(one.id, 'sent')}>
                          It was sent
                        </Button>
                        <Button size="sm" onClick={() => void settleMessage(one.id, 'not_sent')}>
                          Send it now
                        </Button>
                      </>
                    )}
                  </li>
                ))}
              </ul>
            </Frame>
          </Section>
        )}
        {blocked.data && blocked.data.items.length > 0 && (
          <Section
            title="Blocked messages"
            about="These could not be written, or their lead was paused. Correct the lead or the template, then try again; the sequence waits for it."
          >
            <Frame>
              <ul className="divide-y">
                {blocked.data.items.map((one) => (
                  <li key={one.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
                    <div className="min-w-0 flex-1 basis-60">
                      <p className="truncate font-medium">To {one.to}</p>
                      <p className="text-bad text-sm" dir="auto">
                        {one.error}
                      </p>
                    </div>
                    {mayEdit && one.enrollment_id && <TryAgain enrollment={one.enrollment_id} />}
                  </li>
                ))}
              </ul>
            </Frame>
          </Section>
        )}
        {tasks.data && tasks.data.items.length > 0 && (
          <Section title="Tasks">
            <Frame>
              <ul className="divide-y">
                {tasks.data.items.map((one) => (
                  <li key={one.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
                    <div className="min-w-0 flex-1 basis-60">
                      <p className="flex items-center gap-2">
                        <Badge>{one.kind === 'call' ? 'Call' : one.kind === 'linkedin' ? 'LinkedIn' : 'Task'}</Badge>
                        <span className="min-w-0 truncate font-medium" dir="auto">
                          {one.name}
                        </span>
                        <span className="shrink-0 text-ink-3 text-xs">
                          <TimeAgo at={one.due_at} />
                        </span>
                      </p>
                      {one.note && (
                        <p className="mt-1 whitespace-pre-wrap text-ink-2 text-sm" dir="auto">
                          {one.note}
                        </p>
                      )}
                    </div>
                    {mayEdit && (
                      <Button size="sm" onClick={() => void completeTask(one.id)}>
                        Mark as done
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            </Frame>
          </Section>
        )}
      </div>
    </div>
  )
}

function TryAgain({ enrollment }: { enrollment: string }) {
  const { busy, submit, words } = useSubmit()
  return (
    <div className="flex flex-col items-end gap-1">
      <Button size="sm" busy={busy} onClick={() => void submit(() => resumeEnrollment(enrollment))}>
        Try again
      </Button>
      <FormError>{words}</FormError>
    </div>
  )
}

function DraftQueue({ drafts, mayEdit }: { drafts: Schemas['Draft'][]; mayEdit: boolean }) {
  const [at, setAt] = useState(0)
  const draft = drafts[Math.min(at, drafts.length - 1)] as Schemas['Draft']
  const { busy, submit, words } = useSubmit()
  const decide = (act: 'approve' | 'reject' | 'send') => submit(() => decideDraft(draft.id, act))
  function press(event: KeyboardEvent) {
    const { target, key } = event
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || event.metaKey || event.ctrlKey)
      return
    if (key === 'j') setAt(Math.min(at + 1, drafts.length - 1))
    else if (key === 'k') setAt(Math.max(at - 1, 0))
    else if (key === 'a' && mayEdit) void decide('approve')
    else if (key === 'x' && mayEdit) void decide('reject')
    else return
    event.preventDefault()
  }
  return (
    <Section
      title="Drafts"
      about={`${counted(drafts.length, 'message')} to approve. J and K go through them, A approves, X rejects.`}
    >
      <section
        aria-label={`Draft ${Math.min(at, drafts.length - 1) + 1} of ${drafts.length}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the queue takes keys as a whole
        tabIndex={0}
        onKeyDown={press}
        className="rounded-md border"
      >
        <header className="flex flex-wrap items-center gap-2 border-b px-4 py-2 text-sm">
          <Avatar name={draft.name} className="size-6" />
          <span className="min-w-0 truncate font-medium" dir="auto">
            {draft.name}
          </span>
          <span className="min-w-0 truncate text-ink-3">{draft.to}</span>
          <Badge tone={draft.drafted_by === 'model' ? 'accent' : 'plain'}>
            {draft.drafted_by === 'model' ? 'Written by a model' : 'From the template'}
          </Badge>
          <span className="flex-1" />
          <span className="text-ink-3 tabular-nums">
            {Math.min(at, drafts.length - 1) + 1} of {drafts.length}
          </span>
        </header>
        <DraftFields key={draft.id} draft={draft} mayEdit={mayEdit} />
        {draft.evidence.length > 0 && (
          <ul className="flex flex-col gap-1 border-t px-4 py-3 text-sm">
            {draft.evidence.map((one) => (
              <li key={one.sentence} className="flex flex-col">
                <span className={one.is_supported ? '' : 'text-bad'} dir="auto">
                  {one.sentence}
                </span>
                <span className="text-ink-3 text-xs">
                  {one.is_supported
                    ? one.facts.length === 0
                      ? 'Claims nothing about the lead'
                      : one.facts.map(({ field, value }) => `${field}: ${value}`).join('; ')
                    : `No value of the lead stands for ${
                        (one.unsupported ?? []).length === 0 || one.unsupported?.includes(one.sentence)
                          ? 'this'
                          : one.unsupported?.map((words) => `“${words}”`).join(', ')
                      }`}
                </span>
              </li>
            ))}
          </ul>
        )}
        {mayEdit && (
          <footer className="flex flex-wrap items-center gap-2 border-t px-4 py-2">
            <Button look="danger" disabled={busy} onClick={() => void decide('reject')}>
              Reject
            </Button>
            <span className="ml-auto flex flex-wrap-reverse justify-end gap-2">
              <Button disabled={busy} onClick={() => void decide('send')}>
                Approve and send now
              </Button>
              <Button look="primary" busy={busy} onClick={() => void decide('approve')}>
                Approve
              </Button>
            </span>
          </footer>
        )}
      </section>
      <FormError>{words}</FormError>
    </Section>
  )
}

const DRAFT: FormField[] = [
  { name: 'subject', kind: 'text', label: 'Subject' },
  { name: 'text', kind: 'multiline', label: 'Text', rows: 10 },
]

function DraftFields({ draft, mayEdit }: { draft: Schemas['Draft']; mayEdit: boolean }) {
  const form = useForm(
    { subject: draft.subject, text: draft.text },
    { send: (values) => updateDraft(draft.id, values) },
  )
  async function save() {
    if (await form.submit()) form.reset()
  }
  return (
    <fieldset disabled={!mayEdit} className="flex flex-col gap-3 px-4 py-3">
      <SchemaForm {...form.tied} fields={DRAFT} disabled={!mayEdit} />
      <FormError>{form.words}</FormError>
      {form.dirty && (
        <Button className="self-start" busy={form.busy} onClick={() => void save()}>
          Save changes
        </Button>
      )}
    </fieldset>
  )
}
