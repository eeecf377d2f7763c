// The messages of a conversation: what the person said, what was read, answers, and plans to decide.

import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { cx } from '../../ui/classes.ts'
import { PlanCard } from './plan-card.tsx'

interface Props {
  messages: Schemas['AssistantMessage'][]
  /** A message on its way, until it is in the list. */
  sent: string | null
  doing: string[]
  busy: boolean
}

export function MessageList({ messages, sent, doing, busy }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const isThere = messages.some(({ kind, text }) => kind === 'user' && text === sent)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is new is at the end
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [messages.length, doing.length, sent])
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      {messages.map((message) => (
        <OneMessage key={message.id} message={message} />
      ))}
      {sent !== null && !isThere && <Bubble text={sent} />}
      {busy && (
        <p aria-live="polite" className="text-ink-3 text-sm">
          {doing.length > 0 ? `Read: ${doing.join(', ')}. Going on…` : 'Thinking…'}
        </p>
      )}
      <div ref={end} />
    </div>
  )
}

function Bubble({ text }: { text: string }) {
  return (
    <p className="max-w-[85%] self-end whitespace-pre-wrap break-words rounded-md bg-accent-soft px-3 py-2" dir="auto">
      {text}
    </p>
  )
}

function OneMessage({ message: { kind, text, tools, plan } }: { message: Schemas['AssistantMessage'] }) {
  switch (kind) {
    case 'user':
      return <Bubble text={text} />
    case 'tool':
      return (
        <p className="flex items-start gap-2 text-ink-3 text-sm">
          <Search aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span>{tools.map(({ title, ok }) => (ok ? title : `${title} (rejected)`)).join(', ') || text}</span>
        </p>
      )
    case 'plan':
      return (
        <div className="flex flex-col gap-2">
          {text !== 'Autopilot' && <Words text={text} />}
          {plan && <PlanCard plan={plan} />}
        </div>
      )
    default:
      return <Words text={text} bad={kind === 'error'} />
  }
}

function Words({ text, bad }: { text: string; bad?: boolean }) {
  return (
    <p className={cx('whitespace-pre-wrap break-words', bad && 'text-bad')} dir="auto">
      {text}
    </p>
  )
}
