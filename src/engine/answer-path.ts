// Paths into answers: `data.items[0].email` picks, `items[].name` and `items.name` take one of every item.
import { isEmpty, type Json } from '../kernel/json.ts'
import { foldCase, valueAt } from './value.ts'

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

/**
 * Whether an answer has a place for what the path names, be it empty: something on the way to it is blank, or only the last member is left
 * out. Else the answer has another shape than the path was written for.
 */
export function hasPlaceFor(answer: Json, path: string): boolean {
  const steps = pathSteps(path)
  return steps === null || leads(answer, steps)
}

function leads(value: Json, steps: readonly string[]): boolean {
  const [step, ...rest] = steps
  if (step === undefined || isEmpty(value)) return true
  if (value === null || typeof value !== 'object') return false
  if (Array.isArray(value))
    return /^\d+$/.test(step) ? leads(value[Number(step)] ?? null, rest) : value.some((item) => leads(item, steps))
  if (rest.length === 0) return true
  const isThere = Object.keys(value).some((key) => key === step || foldCase(key) === foldCase(step))
  return isThere && leads(valueAt(value, [step]), rest)
}
