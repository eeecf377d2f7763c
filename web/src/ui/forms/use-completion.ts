// Completing what is typed into a text area: what may be meant at the caret, walked through by keys, put in at once.
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export interface CompletionState<T> {
  /** What is replaced by the choice. */
  start: number
  end: number
  items: T[]
}

interface Options<T> {
  value: string
  /** What may be meant before the caret; null where nothing is to be completed. */
  at: (caret: number) => CompletionState<T> | null
  /** The text with the choice put in, and where one goes on. */
  put: (found: CompletionState<T>, choice: T) => { source: string; caret: number }
  onChange: (value: string) => void
}

export type CompletionChoice<T> = ReturnType<typeof useCompletion<T>>

export function useCompletion<T>({ value, at, put, onChange }: Options<T>) {
  const list = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(value.length)
  const [open, setOpen] = useState(false)
  const [place, setPlace] = useState(0)
  const found = open ? at(caret) : null
  const items = found?.items ?? []
  const chosen = Math.min(place, items.length - 1)

  function choose(choice: T) {
    if (!found) return
    const done = put(found, choice)
    // At once, so that what is typed next lands where one goes on.
    flushSync(() => {
      onChange(done.source)
      setOpen(false)
      setPlace(0)
      setCaret(done.caret)
    })
    box.current?.focus()
    box.current?.setSelectionRange(done.caret, done.caret)
  }

  /** Whether the key was meant for the list. */
  function onKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
    if (items.length === 0) {
      if (event.key !== ' ' || !event.ctrlKey) return false
      event.preventDefault()
      setOpen(true)
      return true
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setPlace((chosen + step + items.length) % items.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(items[chosen] as T)
    else if (event.key === 'Escape') setOpen(false)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  return {
    list,
    items,
    chosen,
    caret,
    setCaret,
    choose,
    onKey,
    /** Text was typed: the list opens again with what it may mean now. */
    typed(area: HTMLTextAreaElement) {
      setCaret(area.selectionStart)
      setOpen(true)
      setPlace(0)
    },
    area: {
      ref: box,
      role: 'combobox',
      autoCapitalize: 'off',
      'aria-autocomplete': 'list',
      'aria-controls': list,
      'aria-expanded': items.length > 0,
      'aria-activedescendant': items.length > 0 ? `${list}-${chosen}` : undefined,
      onSelect: () => setCaret(box.current?.selectionStart ?? 0),
      onBlur: () => setOpen(false),
    },
  } as const
}
