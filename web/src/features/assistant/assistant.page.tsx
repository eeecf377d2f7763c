// The assistant: conversations at the left, the chosen one beside it. Plain text only: nothing it says becomes a link or an image.
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { MessageSquarePlus, Sparkles } from 'lucide-react'
import { useEvents } from '../../api/events.ts'
import { usePage } from '../../session/page.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { Select } from '../../ui/forms/field.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { conversationQuery, conversationsQuery, refresh, settingsQuery } from './assistant.queries.ts'
import { Composer } from './composer.tsx'
import { MessageList } from './message-list.tsx'
import { useChat } from './use-chat.ts'

export function AssistantPage() {
  usePage({ title: 'Assistant' })
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const { chat: id } = useSearch({ strict: false }) as { chat?: string }
  const conversations = useQuery(conversationsQuery())
  const settings = useQuery(settingsQuery())
  const detail = useQuery({ ...conversationQuery(id ?? ''), enabled: id !== undefined })
  const open = (chat: string | undefined) =>
    void navigate({
      to: '/w/$workspace/assistant',
      params: { workspace: workspace.slug },
      search: chat ? { chat } : {},
    })
  const talk = useChat(id, open)
  useEvents({ types: ['assistant.*', 'run.*'] }, () => void refresh())

  return (
    <div className="flex min-h-0 flex-1">
      <aside aria-label="Conversations" className="hidden w-64 shrink-0 flex-col border-r md:flex">
        <div className="p-2">
          <Button size="sm" icon={MessageSquarePlus} className="w-full justify-start" onClick={() => open(undefined)}>
            New conversation
          </Button>
        </div>
        <ul className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
          {conversations.data?.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                onClick={() => open(one.id)}
                aria-current={one.id === id}
                className={cx(
                  'w-full rounded-md px-2 py-1.5 text-left hover:bg-hover',
                  one.id === id && 'bg-hover font-medium',
                )}
              >
                <span className="block truncate text-sm" dir="auto">
                  {one.title}
                </span>
                <span className="block text-ink-3 text-xs">
                  <TimeAgo at={one.updated_at} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      </aside>
      <section aria-label="Conversation" className="flex min-w-0 flex-1 flex-col">
        {conversations.data && conversations.data.length > 0 && (
          <div className="border-b px-4 py-2 md:hidden">
            <Select
              aria-label="Conversation"
              value={id ?? ''}
              onChange={(event) => open(event.target.value || undefined)}
            >
              <option value="">New conversation</option>
              {conversations.data.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.title}
                </option>
              ))}
            </Select>
          </div>
        )}
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-4 py-4">
          {id === undefined && !talk.busy ? (
            <EmptyState
              icon={Sparkles}
              title="Ask about your data, or say what you want done"
              action={
                settings.data?.ready === false && (
                  <Link
                    to="/w/$workspace/settings/integrations"
                    params={{ workspace: workspace.slug }}
                    className="underline underline-offset-4"
                  >
                    Connect an AI model
                  </Link>
                )
              }
            >
              {settings.data?.message ??
                'It reads with your role. What changes or costs something is shown as a plan first and runs only when you approve it.'}
            </EmptyState>
          ) : (
            <MessageList messages={detail.data?.messages ?? []} sent={talk.sent} doing={talk.doing} busy={talk.busy} />
          )}
        </div>
        {talk.error && talk.error !== detail.data?.messages.at(-1)?.text && (
          <p role="alert" className="border-t px-4 py-2 text-bad text-sm">
            {talk.error}
          </p>
        )}
        <Composer busy={talk.busy} onSend={talk.say} onStop={talk.stop} />
      </section>
    </div>
  )
}
