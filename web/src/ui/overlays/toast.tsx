// Short messages at the foot of the page, with one action such as "Undo". Call toast() from anywhere; mount Toasts once.
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { IconButton } from '../button.tsx'
import { focusHome } from '../focus-home.ts'

interface Toast {
  id: number
  text: string
  tone: 'plain' | 'good' | 'bad'
  action?: { label: string; run: () => void }
  /** How long it stays, in ms. Errors and undo stay longer. */
  stays: number
}

let toasts: Toast[] = []
let next = 1
const listeners = new Set<() => void>()

function set(list: Toast[]) {
  toasts = list
  for (const tell of listeners) tell()
}

export function toast(text: string, more: Partial<Omit<Toast, 'id' | 'text'>> = {}): number {
  const tone = more.tone ?? 'plain'
  const stays = more.stays ?? (more.action || tone === 'bad' ? 10_000 : 5_000)
  const one: Toast = { ...more, id: next++, text, tone, stays }
  // The same message again takes the place of the one before, so that a burst of it does not push others out.
  set([...toasts.filter((other) => other.text !== text).slice(-2), one])
  return one.id
}

export function dismissToast(id: number) {
  set(toasts.filter((one) => one.id !== id))
}

function One({ one }: { one: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(one.id), one.stays)
    return () => clearTimeout(timer)
  }, [held, one])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  /** By a click, which took the focus and leaves it nowhere. */
  const dismiss = () => {
    dismissToast(one.id)
    focusHome()
  }
  return (
    <li
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
      className="pointer-events-auto flex max-w-md animate-rise items-center gap-2 rounded-md border bg-raised py-1 pr-1 pl-3 shadow-lift"
    >
      {one.tone === 'good' && <CircleCheck aria-hidden className="size-4 shrink-0 text-ok" />}
      {one.tone === 'bad' && <CircleAlert aria-hidden className="size-4 shrink-0 text-bad" />}
      <span className="min-w-0 flex-1 py-1.5 [overflow-wrap:anywhere]">{one.text}</span>
      {one.action && (
        <button
          type="button"
          className="h-7 shrink-0 rounded-md px-2 font-medium text-accent-ink hover:bg-hover"
          onClick={() => {
            one.action?.run()
            dismiss()
          }}
        >
          {one.action.label}
        </button>
      )}
      <IconButton icon={X} label="Dismiss" size="sm" onClick={dismiss} />
    </li>
  )
}

export function Toasts() {
  const list = useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => toasts,
  )
  return (
    <ol
      aria-live="polite"
      aria-label="Messages"
      className="pointer-events-none fixed inset-x-3 bottom-10 z-50 flex flex-col items-center gap-2 sm:inset-x-auto sm:right-4 sm:items-end"
    >
      {list.map((one) => (
        <One key={one.id} one={one} />
      ))}
    </ol>
  )
}
