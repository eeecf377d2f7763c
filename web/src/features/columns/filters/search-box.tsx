// A text that the shown rows hold somewhere. Unlike "find", which goes from cell to cell, it leaves the other rows out.
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cx } from '../../../ui/classes.ts'
import { capital } from '../../../ui/format.ts'

interface Props {
  text: string
  onChange: (text: string | null) => void
  /** What is searched, in the plural. */
  what?: string
}

const REST_MS = 350
const LONGEST = 1000

export function SearchBox({ text, onChange, what = 'rows' }: Props) {
  const [typed, setTyped] = useState(text)
  const told = useRef(text)
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (text === told.current) return
    told.current = text
    setTyped(text)
  }, [text])

  function tell(next: string) {
    if (next.trim() === told.current) return
    told.current = next.trim()
    latest.current(told.current === '' ? null : told.current)
  }
  const say = useRef(tell)
  say.current = tell
  useEffect(() => {
    const timer = setTimeout(() => say.current(typed), REST_MS)
    return () => clearTimeout(timer)
  }, [typed])

  function clear() {
    setTyped('')
    tell('')
  }

  return (
    <search
      aria-label={capital(what)}
      className={cx(
        'flex h-7 w-40 min-w-24 items-center gap-1.5 rounded-md border border-transparent pl-2 focus-within:border-accent hover:border-line-strong pointer-coarse:h-9',
        typed === '' ? '' : 'bg-accent-soft',
      )}
    >
      <Search aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
      <input
        aria-label={`Search the ${what}`}
        placeholder={`Search ${what}`}
        dir="auto"
        maxLength={LONGEST}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') tell(typed)
          else if (event.key === 'Escape' && typed !== '') clear()
        }}
        className="h-full min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-ink-3 pointer-coarse:text-lg"
      />
      {typed !== '' && (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={clear}
          className="flex h-full w-6 shrink-0 items-center justify-center rounded-r-md hover:bg-hover pointer-coarse:w-9"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </search>
  )
}
