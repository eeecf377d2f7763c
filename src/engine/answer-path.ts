// Paths into answers: `data.items[0].email` picks, `items[].name` and `items.name` take one of every item.
import type { Json } from '../kernel/json.ts'
import { valueAt } from './value.ts'

/** The steps of a path, for `valueAt`; null for one that cannot be read. The empty path is the whole answer. */
export function pathSteps(path: string): string[] | null {
  const text = path.trim().replace(/^\$\.?/, '')
  if (text === '') return []
  const steps = text.replace(/\[\s*(\d*)\s*\]/g, '.$1').split('.')
  // `items[]` and `items[][0]` leave blanks behind; a blank between dots does too, and is no path.
  if (/\.\.|^\.|\.$/.test(text) || /[[\]]/.test(text.replace(/\[\s*\d*\s*\]/g, ''))) return null
  return steps.map((step) => step.trim()).filter((step) => step !== '')
}

/** What lies at a path; null when nothing does. */
export function answerAt(answer: Json, path: string): Json {
  const steps = pathSteps(path)
  return steps === null ? null : valueAt(answer, steps)
}
