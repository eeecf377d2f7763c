// One of many records, found by typing: the server says what fits, the arrows walk through it, Enter takes one.
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { CompletionList } from './completion-list.tsx'
import { Input } from './field.tsx'

interface Props<T> {
  /** Names the list to a screen reader. */
  list: string
  /** The name of the record that is chosen; blank without one. */
  chosen: string
  placeholder?: string
  /** What was typed since the list opened, blank at first; null while it is closed. */
  search: string | null
  onSearch: (search: string | null) => void
  /** What fits the search; undefined while it is looked up. */
  items: readonly T[] | undefined
  /** Said when nothing fits. */
  nothing: string
  keyOf: (item: T) => string
  /** Null: the field was emptied. */
  onPick: (item: T | null) => void
  children: (item: T) => ReactNode
}

export function SearchChoice<T>(props: Props<T>) {
  const { list, chosen, placeholder, search, onSearch, items, nothing, keyOf, onPick, children } = props
  const id = useId()
  const [at, setAt] = useState(0)
  const [typed, setTyped] = useState(false)
  const isOpen = search !== null
  const shown = isOpen ? [...(items ?? [])] : []
  const marked = Math.min(at, shown.length - 1)

  function look(text: string, byTyping: boolean) {
    setAt(0)
    setTyped(byTyping)
    onSearch(text)
    if (byTyping && text === '') onPick(null)
  }
  function pick(item: T) {
    onPick(item)
    onSearch(null)
  }
  function press(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && !isOpen) look('', false)
    else if (step !== 0 && shown.length > 0) setAt((marked + step + shown.length) % shown.length)
    else if (event.key === 'Enter' && isOpen) {
      const item = shown[marked]
      if (item !== undefined) pick(item)
    } else if (event.key === 'Escape' && isOpen) onSearch(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span className="relative block">
      <Input
        type="search"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-controls={id}
        aria-expanded={shown.length > 0}
        aria-activedescendant={shown.length > 0 ? `${id}-${marked}` : undefined}
        dir="auto"
        placeholder={placeholder}
        value={typed && search !== null ? search : chosen}
        onClick={() => !isOpen && look('', false)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => look(event.target.value, true)}
        onKeyDown={press}
        onBlur={() => onSearch(null)}
      />
      <CompletionList label={list} completion={{ list: id, items: shown, chosen: marked, choose: pick }} keyOf={keyOf}>
        {children}
      </CompletionList>
      {isOpen && items?.length === 0 && (
        <span
          role="status"
          className="absolute inset-x-0 top-full z-10 mt-1 rounded-md border bg-raised px-3 py-2 text-ink-2 text-sm shadow-lift"
        >
          {nothing}
        </span>
      )}
    </span>
  )
}
