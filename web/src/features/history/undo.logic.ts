// The words of undo: what was taken back, what was left alone, and which keys mean it.
import type { Schemas } from '../../api/shapes.ts'
import { counted } from '../../ui/format.ts'
import type { Direction } from './history.api.ts'

/** What the toast says. */
export function revertWords(direction: Direction, answer: Schemas['Undone']): string {
  const done = direction === 'undo' ? 'Undone' : 'Redone'
  const doing = direction === 'undo' ? 'Undoing' : 'Redoing'
  const isUnderWay = answer.state === 'undoing' || answer.state === 'redoing'
  const what = answer.words.charAt(0).toLowerCase() + answer.words.slice(1)
  if (isUnderWay) return `${doing} in the background: ${what}`
  const left = answer.skipped_count > 0 ? ` ${skippedWords(answer)}` : ''
  const note = answer.note ? ` ${answer.note}` : ''
  const isInEffect = answer.state === 'done'
  if (isInEffect === (direction === 'undo')) return `Nothing was ${done.toLowerCase()}: ${what}.${left}`
  return `${done}: ${what}.${left}${note}`
}

export function skippedWords({
  skipped,
  skipped_count: count,
}: Pick<Schemas['Undone'], 'skipped' | 'skipped_count'>): string {
  const all = skipped.length > 0 && skipped.every(({ reason }) => reason === 'delivered')
  const why = all ? 'delivered already' : 'changed since'
  return `${counted(count, 'place')} ${count === 1 ? 'was' : 'were'} ${why} and ${count === 1 ? 'stays' : 'stay'}.`
}

const REASONS: Record<string, string> = {
  changed_since: 'changed since',
  delivered: 'delivered already',
  row_deleted: 'row deleted',
  column_deleted: 'column deleted',
  in_use: 'another column reads it',
  name_taken: 'name taken by another column',
  not_sound: 'would refer to itself',
  locked: 'locked; only the user who changed it can undo this',
}

export function reasonWords({ reason }: Schemas['SkippedPlace']): string {
  return REASONS[reason] ?? reason.replaceAll('_', ' ')
}

interface Keys {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y, with the command key on a Mac. */
export function directionOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Keys, mac: boolean): Direction | null {
  if (altKey || !(mac ? metaKey : ctrlKey)) return null
  const letter = key.toLowerCase()
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  return letter === 'y' && !shiftKey && !mac ? 'redo' : null
}
