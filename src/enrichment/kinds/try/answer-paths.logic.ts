// What there is in an answer, as paths to choose fields from.
import { type PlaceIn, pathTo } from '../../../engine/values/path.ts'
import { isEmpty, type Json } from '../../../kernel/json.ts'

export interface AnswerPath {
  path: string
  type: 'text' | 'number' | 'boolean' | 'date' | 'email' | 'url' | 'json'
  example: Json
}

const MOST_PATHS = 200
const DEEPEST = 8
const LONGEST_EXAMPLE = 200

/** Paths to the scalars of these answers, each once; of a list the first item stands for all. */
export function pathsIn(answers: readonly Json[]): AnswerPath[] {
  const found = new Map<string, AnswerPath>()
  for (const answer of answers) collect(answer, answer, [], found)
  return [...found.values()]
}

function collect(value: Json, whole: Json, place: PlaceIn, found: Map<string, AnswerPath>): void {
  if (found.size >= MOST_PATHS || place.length > DEEPEST || isEmpty(value)) return
  if (Array.isArray(value)) {
    collect(value[0] ?? null, whole, [...place, 0], found)
  } else if (value !== null && typeof value === 'object') {
    for (const [name, member] of Object.entries(value)) collect(member, whole, [...place, name], found)
  } else {
    const path = pathTo(whole, place)
    if (!found.has(path)) found.set(path, { path, type: typeOf(value), example: shown(value) })
  }
}

function typeOf(value: Json): AnswerPath['type'] {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value !== 'string') return 'json'
  if (/^https?:\/\/\S+$/i.test(value)) return 'url'
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return 'email'
  return /^\d{4}-\d{2}-\d{2}(T|$)/.test(value) ? 'date' : 'text'
}

const shown = (value: Json) => (typeof value === 'string' ? value.slice(0, LONGEST_EXAMPLE) : value)
