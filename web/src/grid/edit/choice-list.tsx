// The choices under the editor of a cell: what is typed narrows them, the arrows walk through them, Enter takes one.
import { useEffect, useId, useRef, useState } from 'react'
import { cx } from '../../ui/classes.ts'
import type { GridColumn } from '../model/grid.types.ts'
import { choicesFor, isMeant, withChoice } from './choices.logic.ts'

/** The list at its tallest, in px. */
export const LIST_PX = 248

type Choices = ReturnType<typeof useChoices>

/** `was` is the text that the editor opened with, `text` what it has now. */
export function useChoices({ options = [], kind }: GridColumn, was: string, text: string) {
  const id = useId()
  /** Where the arrows went, and on which text. */
  const [walked, setWalked] = useState<{ on: string; at: number } | null>(null)
  const untouched = text === was && was !== '' && kind === 'select'
  const items = options.length === 0 ? [] : untouched ? [...options] : choicesFor(text, options, kind)
  const first = untouched ? items.indexOf(text) : text !== was && isMeant(items[0], text, kind) ? 0 : -1
  const at = walked?.on === text ? Math.min(walked.at, items.length - 1) : Math.min(first, items.length - 1)
  const chosen = items[at]
  return {
    id,
    items,
    at,
    /** The text when the choice is taken that is marked. */
    taken: chosen === undefined ? text : withChoice(text, chosen, kind),
    with: (choice: string) => withChoice(text, choice, kind),
    settle: () => setWalked(null),
    /** Whether the key was meant for the list. */
    press(key: string): boolean {
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
      if (step === 0 || items.length === 0) return false
      const next = at === -1 && step === -1 ? items.length - 1 : at + step
      setWalked({ on: text, at: (next + items.length) % items.length })
      return true
    },
    field:
      options.length === 0
        ? {}
        : ({
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-controls': id,
            'aria-expanded': items.length > 0,
            'aria-activedescendant': chosen === undefined ? undefined : `${id}-${at}`,
          } as const),
  }
}

interface Props {
  choices: Choices
  name: string
  /** Over the cell, where there is no room under it. */
  above: boolean
  onPick: (choice: string) => void
}

export function ChoiceList({ choices: { id, items, at }, name, above, onPick }: Props) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked one is kept in view
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at, items.length])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={`Choices of ${name}`}
      hidden={items.length === 0}
      // The text would be saved when it loses the focus, also by a press beside the choices.
      onMouseDown={(event) => event.preventDefault()}
      style={{ maxHeight: LIST_PX }}
      className={cx(
        'absolute left-0 min-w-40 max-w-80 overflow-auto rounded-md border bg-raised p-1 shadow-lift',
        above ? 'bottom-full mb-1' : 'top-full mt-1',
      )}
    >
      {items.map((item, index) => (
        <div
          key={item}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onMouseDown={() => onPick(item)}
          className={cx(
            'cursor-default truncate rounded-sm px-2 py-1 text-sm pointer-coarse:py-2.5',
            index === at ? 'bg-hover' : 'hover:bg-hover',
          )}
        >
          {item}
        </div>
      ))}
    </div>
  )
}
