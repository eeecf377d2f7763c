// Undo and redo of a workbook: by key, by button and from a message; one after the other, and after what is being saved.
import { useEffect, useRef } from 'react'
import { asProblem } from '../../api/problem.ts'
import { useCommands } from '../../session/commands.ts'
import { showError } from '../../session/show-error.ts'
import { useSequence } from '../../session/use-sequence.ts'
import { dismissToast, toast } from '../../ui/overlays/toast.tsx'
import { type Direction, revert } from './history.api.ts'
import { directionOf, revertWords } from './undo.logic.ts'

interface Parts {
  workbookId: string
  editable: boolean
  /** Resolves when all edits made so far are on record. */
  saved: () => Promise<void>
  /** Shows the list of activity. */
  showActivity: () => void
  onDone: () => void
}

export type Undo = (direction: Direction, changeId?: string) => Promise<void>

/** The open workbook's, for messages that outlive what made them. */
let active: Undo | null = null

/** The "Undo" of a message about these changes, the oldest first; none when nothing was changed. */
export function undoable(changes: readonly (string | null)[]): { action?: { label: string; run: () => void } } {
  const ids = changes.filter((id) => id !== null).reverse()
  const run = () => {
    for (const id of ids) void active?.('undo', id)
  }
  return ids.length === 0 ? {} : { action: { label: 'Undo', run } }
}

let told = 0

/** A message about changes, with their undo. It takes the place of the one before: only the last one is about now. */
export function tellUndoable(text: string, changes: readonly (string | null)[]) {
  tell(text, undoable(changes))
}

function tell(text: string, more: Parameters<typeof toast>[1]) {
  dismissToast(told)
  told = toast(text, more)
}

export function useUndo({ workbookId, editable, saved, showActivity, onDone }: Parts): Undo {
  const inSequence = useSequence()

  async function act(direction: Direction, changeId?: string): Promise<void> {
    await saved()
    try {
      const answer = await revert(workbookId, direction, changeId)
      const isLeft = answer.skipped_count > 0
      const opposite = direction === 'undo' ? 'redo' : 'undo'
      const isDone = answer.state === 'done' || answer.state === 'undone'
      const back = { label: opposite === 'redo' ? 'Redo' : 'Undo', run: () => void turn(opposite, answer.change_id) }
      const action = isLeft || !isDone ? { label: 'Show', run: showActivity } : back
      tell(revertWords(direction, answer), { action, stays: 6_000 })
    } catch (error) {
      const nothing = asProblem(error).status === 409 && changeId === undefined
      if (nothing) tell(`There is nothing to ${direction}`, {})
      else showError(error, direction === 'undo' ? 'Nothing was undone.' : 'Nothing was redone.')
    } finally {
      onDone()
    }
  }

  function turn(direction: Direction, changeId?: string): Promise<void> {
    return inSequence(() => act(direction, changeId))
  }

  const latest = useRef(turn)
  latest.current = turn
  useEffect(() => {
    if (!editable) return
    active = (direction, changeId) => latest.current(direction, changeId)
    const mac = /Mac|iPhone|iPad/.test(navigator.platform)
    const press = (event: KeyboardEvent) => {
      const direction = directionOf(event, mac)
      // Where text is typed the browser's own undo is meant, and a dialog comes first.
      if (!direction || isTyping(event.target) || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      event.stopPropagation()
      void latest.current(direction)
    }
    document.addEventListener('keydown', press, true)
    return () => {
      active = null
      document.removeEventListener('keydown', press, true)
    }
  }, [editable])

  const group = 'Workbook'
  useCommands([
    { id: 'activity', group, title: 'Show activity', words: 'history log who', run: showActivity },
    ...(editable
      ? [
          { id: 'undo', group, title: 'Undo', keys: ['mod', 'z'], run: () => void turn('undo') },
          { id: 'redo', group, title: 'Redo', keys: ['mod', 'shift', 'z'], run: () => void turn('redo') },
        ]
      : []),
  ])
  return turn
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
