// The inbox: conversations at the left, one of them beside it with its lead, and an answer below.

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Inbox, RefreshCw, Send } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { usePage } from '../../session/page.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { Checkbox, Select, Textarea } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Name } from '../../ui/name.tsx'
import { SidePanel } from '../../ui/overlays/side-panel.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { Loaded } from '../settings/settings-page.tsx'
import { answerThread, readInboxes, threadQuery, threadsQuery, updateThread } from './outreach.queries.ts'
import { REPLY_CLASSES, ReplyClass } from './status-badges.tsx'

export function InboxPage() {
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const { thread } = useSearch({ strict: false }) as { thread?: string }
  const [unread, setUnread] = useState(false)
  const [className, setClassName] = useState('')
  const threads = useInfiniteQuery(threadsQuery(unread, className))
  const items = threads.data?.pages.flatMap((page) => page.items)
  const mayEdit = roleReaches(workspace.role, 'admin')
  usePage({ title: 'Inbox', parent: { title: 'Outreach', to: `/w/${workspace.slug}/outreach/sequences` } })
  const open = (id: string | undefined) =>
    void navigate({
      to: '/w/$workspace/outreach/inbox',
      params: { workspace: workspace.slug },
      search: id ? { thread: id } : {},
      replace: true,
    })
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-3 border-b px-4 py-1.5">
          <Select
            aria-label="Class"
            value={className}
            className="w-40"
            onChange={(event) => setClassName(event.target.value)}
          >
            <option value="">All replies</option>
            {REPLY_CLASSES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          <Checkbox label="Unread only" checked={unread} onChange={setUnread} />
          <span className="flex-1" />
          {mayEdit && (
            <IconButton
              icon={RefreshCw}
              label="Read the mailboxes now"
              onClick={async () => {
                const { queued } = await readInboxes()
                toast(queued ? 'The mailboxes are being read' : 'No mailbox has a server to read replies from')
              }}
            />
          )}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto">
          {threads.isError && !items && (
            <ErrorState
              title="The inbox could not be loaded"
              error={threads.error}
              retry={() => void threads.refetch()}
            />
          )}
          {!items && !threads.isError && <ListSkeleton rows={6} />}
          {items?.length === 0 && (
            <EmptyState icon={Inbox} title="No replies">
              Replies are read from the IMAP server of each mailbox every two minutes. A reply ends the sequence for its
              sender.
            </EmptyState>
          )}
          <ul className="divide-y">
            {items?.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  aria-current={one.id === thread || undefined}
                  className={cx(
                    'flex w-full items-start gap-3 px-4 py-2.5 text-left hover:bg-hover',
                    one.id === thread && 'bg-hover',
                  )}
                  onClick={() => open(one.id)}
                >
                  <Avatar name={one.name} className="mt-0.5" />
                  <span className="flex min-w-0 flex-1 flex-col gap-0.5">
                    <span className="flex items-center gap-2">
                      <span className={cx('min-w-0 truncate', !one.is_read && 'font-semibold')}>
                        <Name>{one.name}</Name>
                        {!one.is_read && <span className="sr-only"> (unread)</span>}
                      </span>
                      <ReplyClass value={one.class} />
                      <span className="flex-1" />
                      <span className="shrink-0 text-ink-3 text-xs">
                        <TimeAgo at={one.last_reply_at} />
                      </span>
                    </span>
                    <span className="truncate text-ink-3 text-xs">
                      {one.company && one.company !== one.name && (
                        <>
                          <Name>{one.company}</Name> ·{' '}
                        </>
                      )}
                      <Name>{one.sequence_name}</Name>
                    </span>
                    <span className="truncate text-ink-2 text-sm" dir="auto">
                      {one.snippet || one.subject}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {threads.hasNextPage && (
            <div className="p-4 text-center">
              <Button busy={threads.isFetchingNextPage} onClick={() => void threads.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </div>
      </div>
      {thread && <Conversation key={thread} id={thread} mayEdit={mayEdit} onClose={() => open(undefined)} />}
    </div>
  )
}

/** A reply that may ask for no more mail waits for a person; until then nothing is sent. */
function Decision({ id }: { id: string }) {
  const { busy, submit, words } = useSubmit()
  const decide = (chosen: 'unsubscribe' | 'other') => submit(() => updateThread(id, { class: chosen }))
  return (
    <section className="flex flex-col gap-2 rounded-md border bg-raised px-3 py-2">
      <p className="text-sm">
        This reply may ask for no more mail. Nothing is sent to this person until you have decided.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={() => void decide('unsubscribe')}>
          Suppress the address
        </Button>
        <Button busy={busy} onClick={() => void decide('other')}>
          Keep as an ordinary reply
        </Button>
      </div>
      <FormError>{words}</FormError>
    </section>
  )
}

function Conversation({ id, mayEdit, onClose }: { id: string; mayEdit: boolean; onClose: () => void }) {
  const workspace = useWorkspace()
  const thread = useQuery(threadQuery(id))
  const last = useRef<HTMLElement>(null)
  const [text, setText] = useState('')
  const { busy, submit, words } = useSubmit()
  const isUnread = thread.data?.is_read === false
  useEffect(() => {
    if (isUnread && mayEdit) void updateThread(id, { is_read: true })
  }, [isUnread, mayEdit, id])
  const count = thread.data?.messages.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: a message that is added is what moves it
  useEffect(() => {
    last.current?.scrollIntoView({ block: 'nearest' })
  }, [count])
  const answer = async () => {
    if (await submit(() => answerThread(id, text.trim()))) {
      setText('')
      toast('The answer leaves as soon as the limits of the mailbox allow', { tone: 'good' })
    }
  }
  return (
    <SidePanel
      name="thread"
      title={thread.data?.name ?? 'Conversation'}
      onClose={onClose}
      {...(mayEdit &&
        thread.data && {
          footer: (
            <div className="flex w-full flex-col gap-2">
              <Textarea
                aria-label="Answer"
                rows={3}
                dir="auto"
                placeholder="Answer"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
              <FormError>{words}</FormError>
              <Button
                look="primary"
                icon={Send}
                className="self-end"
                busy={busy}
                disabled={text.trim() === ''}
                onClick={() => void answer()}
              >
                Send answer
              </Button>
            </div>
          ),
        })}
    >
      <Loaded query={thread} what="The conversation" skeleton={<ListSkeleton rows={3} />}>
        {(data) => (
          <div className="flex flex-col gap-4">
            <div className="flex flex-wrap items-center gap-2">
              {mayEdit ? (
                <Select
                  aria-label="Class of the reply"
                  className="w-40"
                  value={data.class}
                  onChange={(event) =>
                    void updateThread(id, { class: event.target.value as Schemas['OutreachThread']['class'] })
                  }
                >
                  {REPLY_CLASSES.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </Select>
              ) : (
                <ReplyClass value={data.class} />
              )}
              {data.return_date && <span className="text-ink-3 text-sm">Away until {data.return_date}</span>}
            </div>
            {data.class === 'maybe_unsubscribe' && mayEdit && <Decision id={id} />}
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
              <dt className="text-ink-3">Lead</dt>
              <dd className="min-w-0 truncate" dir="auto">
                {data.lead_id === null ? (
                  data.name
                ) : (
                  <Link
                    to="/w/$workspace/leads"
                    params={{ workspace: workspace.slug }}
                    search={{ lead: data.lead_id }}
                    className="text-accent-ink hover:underline"
                  >
                    {data.name}
                  </Link>
                )}
              </dd>
              {[
                ['Title', data.lead.contact_title],
                ['Company', data.lead.company],
                ['Country', data.lead.country],
                ['Sequence', data.sequence_name],
              ].map(([name, value]) =>
                typeof value === 'string' && value !== '' ? (
                  <div key={String(name)} className="contents">
                    <dt className="text-ink-3">{String(name)}</dt>
                    <dd className="min-w-0 truncate" dir="auto">
                      {value}
                    </dd>
                  </div>
                ) : null,
              )}
            </dl>
            {data.messages.map((one, at) => (
              <article
                ref={at === data.messages.length - 1 ? last : undefined}
                key={one.id}
                className={cx('rounded-md border px-3 py-2', one.direction === 'in' ? 'bg-accent-soft' : 'bg-raised')}
              >
                <header className="flex flex-wrap gap-x-2 text-ink-3 text-xs">
                  <span className="min-w-0 truncate">{one.direction === 'in' ? <Name>{one.from}</Name> : 'You'}</span>
                  <TimeAgo at={one.at} />
                  {one.direction === 'out' && one.state !== 'sent' && <span>{one.state}</span>}
                </header>
                <p className="mt-1 whitespace-pre-wrap text-sm [overflow-wrap:anywhere]" dir="auto">
                  {one.text}
                </p>
                {one.is_cut && (
                  <p className="mt-1 text-ink-3 text-xs">Only the beginning of this very large message was read.</p>
                )}
              </article>
            ))}
          </div>
        )}
      </Loaded>
    </SidePanel>
  )
}
