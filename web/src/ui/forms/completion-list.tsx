// What may be meant, under what is being typed.
import type { ReactNode } from 'react'
import { cx } from '../classes.ts'
import type { CompletionChoice } from './use-completion.ts'

interface Props<T> {
  label: string
  completion: Pick<CompletionChoice<T>, 'list' | 'items' | 'chosen' | 'choose'>
  keyOf: (item: T) => string
  children: (item: T) => ReactNode
}

export function CompletionList<T>({ label, completion: { list, items, chosen, choose }, keyOf, children }: Props<T>) {
  return (
    <div
      id={list}
      role="listbox"
      aria-label={label}
      hidden={items.length === 0}
      className="absolute inset-x-0 top-full z-10 mt-1 max-h-64 overflow-auto rounded-md border bg-raised p-1 shadow-lift"
    >
      {items.map((item, index) => (
        <div
          key={keyOf(item)}
          id={`${list}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          onMouseDown={(event) => {
            event.preventDefault()
            choose(item)
          }}
          className={cx('cursor-default truncate rounded-sm px-2 py-1 text-sm', index === chosen && 'bg-hover')}
        >
          {children(item)}
        </div>
      ))}
    </div>
  )
}
