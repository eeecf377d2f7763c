// The one language of paths into values: of columns, sources, providers, templates, formulas, mappings and conditions.
//
//   data.items[0].email             members by name, an item of a list by number; `items.0` reads the same
//   items.name, items[].name        of every item of the list, those that have it
//   ["@odata.nextLink"], ['a.b'].c  a name as it is written, dots and brackets in it; a quote inside is written twice
//   a.b                             a member that is called "a.b" comes before the b of a
//   $.data, $                       as data, and as the empty path, which is the whole value
//
// Plain names match exactly first, then without case; names in quotes exactly.
import { isEmpty, type Json } from '../../kernel/json.ts'
import { foldCase } from './value.ts'

/** A plain name; a name in quotes or a number in brackets; or `[]`, which only says that there is a list. Plain JSON: stored with runs. */
type Every = { readonly every: true }
type Named = string | { readonly name: string }
export type PathStep = Named | Every
export type Path = readonly PathStep[]

/** Where something lies: names of members and indexes of items. */
export type PlaceIn = readonly (string | number)[]

/** For a text that is no path, in words for the person who wrote it. */
export const NO_PATH = 'this is not a path; paths look like data.items[0].email, items[].name or ["a.b"]'

/** Deeper than any answer is looked into; trying names that hold dots takes the square of it. */
const MOST_STEPS = 100
const LONGEST = 4000

const BRACKET = /\[\s*(?:(\d*)|"((?:[^"]|"")*)"|'((?:[^']|'')*)')\s*\]/y
const NAME = /[^.[\]]+/y
const BLANK = /\s*/y

/** The steps of a path; null for a text that is none. */
export function parsePath(text: string): Path | null {
  const whole = text.trim()
  if (/^\$(?=$|[.[])/.test(whole)) return parseTail(whole.slice(1))
  return whole === '' || whole.startsWith('[') ? parseTail(whole) : parseTail(`.${whole}`)
}

/** The steps of a path as it goes on after a name: `.a.b`, `[0]`, `["a.b"].c`; null for a text that is none. */
export function parseTail(text: string): Path | null {
  if (text.length > LONGEST) return null
  const steps: PathStep[] = []
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  while (at < text.length) {
    const bracket = take(BRACKET)
    if (bracket) {
      const [, number, double, single] = bracket
      const name = double?.replaceAll('""', '"') ?? single?.replaceAll("''", "'") ?? number ?? ''
      steps.push(number === '' ? { every: true } : { name })
    } else {
      if (text[at] !== '.') return null
      at++
      const name = take(NAME)?.[0].trim() ?? ''
      if (name === '') return null
      steps.push(name)
    }
    if (steps.length > MOST_STEPS) return null
    take(BLANK)
  }
  return steps
}

/** A path as it goes on after a name, so that `parseTail` gives the same steps. */
export function tailText(path: Path): string {
  return path
    .map((step) => (typeof step === 'string' ? `.${step}` : 'every' in step ? '[]' : inBrackets(step.name)))
    .join('')
}

const inBrackets = (name: string) => (/^\d+$/.test(name) ? `[${name}]` : `["${name.replaceAll('"', '""')}"]`)

/** The path to a place in a value: reading it gives what is there. */
export function pathTo(value: Json, place: PlaceIn): string {
  let text = ''
  let current = value
  for (const step of place) {
    text += typeof step === 'number' ? `[${step}]` : memberText(current, step, text === '')
    current = (current as { [key: string]: Json } | null)?.[step] ?? null
  }
  return text
}

/** The step to a member, as it goes on in a path or begins one. */
function memberText(object: Json, name: string, isFirst: boolean): string {
  const isPlain = name.trim() === name && /^[^.[\]{}\\"'\r\n]+$/.test(name) && !(isFirst && name === '$')
  const isPrefix = Object.keys(object ?? {}).some((other) => other.startsWith(`${name}.`))
  if (!isPlain || isPrefix) return `["${name.replaceAll('"', '""')}"]`
  return isFirst ? name : `.${name}`
}

/** What lies at a path, null where it ends early. A name goes into every item of a list and keeps what is there. */
export function valueAt(value: Json | undefined, path: Path, from = 0): Json {
  let current: Json = value ?? null
  let index = from
  for (let step = path[index]; step !== undefined; step = path[index]) {
    if (isEvery(step)) {
      index++
      continue
    }
    if (current === null || typeof current !== 'object') return null
    if (Array.isArray(current)) {
      const number = numberIn(step)
      if (number === undefined) {
        const rest = index
        return current.map((item) => valueAt(item, path, rest)).filter((item) => !isEmpty(item))
      }
      current = current[number] ?? null
      index++
      continue
    }
    const found = memberAt(current, path, index)
    if (!found) return null
    current = current[found.key] ?? null
    index = found.next
  }
  return current
}

/** What lies at a path that is written as text; null when nothing does. */
export function answerAt(answer: Json, path: string): Json {
  const steps = parsePath(path)
  return steps === null ? null : valueAt(answer, steps)
}

const isEvery = (step: PathStep): step is Every => typeof step !== 'string' && 'every' in step

function numberIn(step: Named): number | undefined {
  const name = typeof step === 'string' ? step : step.name
  return /^\d+$/.test(name) ? Number(name) : undefined
}

/** The member that a path names next: as many plain names as make the name of one, else one of them. */
function memberAt(object: { [key: string]: Json }, path: Path, index: number): { key: string; next: number } | null {
  const step = path[index]
  if (typeof step !== 'string') {
    const key = step && 'name' in step ? step.name : ''
    return Object.hasOwn(object, key) ? { key, next: index + 1 } : null
  }
  let end = index + 1
  while (typeof path[end] === 'string') end++
  for (; end > index; end--) {
    const key = end === index + 1 ? step : path.slice(index, end).join('.')
    if (Object.hasOwn(object, key)) return { key, next: end }
  }
  const folded = foldCase(step)
  const key = Object.keys(object).find((candidate) => foldCase(candidate) === folded)
  return key === undefined ? null : { key, next: index + 1 }
}

/** Whether something lies at a path, be it blank. */
export function isThere(answer: Json, path: string): boolean {
  const steps = parsePath(path)
  return steps !== null && reaches(answer, steps, 0)
}

function reaches(value: Json, path: Path, from: number): boolean {
  const step = path[from]
  if (step === undefined) return true
  if (isEvery(step)) return reaches(value, path, from + 1)
  if (value === null || typeof value !== 'object') return false
  if (Array.isArray(value)) {
    const number = numberIn(step)
    if (number === undefined) return value.some((item) => reaches(item, path, from))
    return number < value.length && reaches(value[number] ?? null, path, from + 1)
  }
  const found = memberAt(value, path, from)
  return found !== null && reaches(value[found.key] ?? null, path, found.next)
}

/**
 * Whether an answer has a place for what the path names, be it empty: something on the way to it is blank, or only the last member is left
 * out. Else the answer has another shape than the path was written for.
 */
export function hasPlaceFor(answer: Json, path: string): boolean {
  const steps = parsePath(path)
  return steps === null || leads(answer, steps, 0)
}

function leads(value: Json, path: Path, from: number): boolean {
  let index = from
  while (index < path.length && isEvery(path[index] as PathStep)) index++
  const step = path[index] as Named | undefined
  if (step === undefined || isEmpty(value)) return true
  if (value === null || typeof value !== 'object') return false
  if (Array.isArray(value)) {
    const number = numberIn(step)
    return number === undefined
      ? value.some((item) => leads(item, path, index))
      : leads(value[number] ?? null, path, index + 1)
  }
  const found = memberAt(value, path, index)
  return found ? leads(value[found.key] ?? null, path, found.next) : index === path.length - 1
}

const MOST_NAMED = 5

/** Why a path finds nothing: `"data.items" is not in the answer; it has "data.results"`. Null when something lies there. */
export function missingWords(answer: Json, path: string): string | null {
  const steps = parsePath(path)
  if (steps === null || reaches(answer, steps, 0)) return null
  // A path with a name in quotes is clear by itself.
  const quoted = (text: string) => (text.includes('"') ? text : `"${text}"`)
  const missing = `${quoted(path.trim())} is not in the answer`
  const { value, place } = farthest(answer, steps)
  const at = pathTo(answer, place)
  if (value === null || typeof value !== 'object') {
    const what = isEmpty(value) ? 'empty' : `a ${typeof value === 'string' ? 'text' : typeof value}`
    return at === '' ? `${missing}, which is ${what}` : `${missing}; ${quoted(at)} is ${what}`
  }
  const members = Array.isArray(value) ? [] : Object.keys(value)
  if (members.length === 0) {
    const count = Array.isArray(value) ? value.length : 0
    const what = count > 0 ? `a list of ${count} item${count === 1 ? '' : 's'}` : 'empty'
    return at === '' ? `${missing}, which is ${what}` : `${missing}; ${quoted(at)} is ${what}`
  }
  const named = members.slice(0, MOST_NAMED).map((name) => quoted(pathTo(answer, [...place, name])))
  const more = members.length - named.length
  return `${missing}; it has ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** How far a path leads; of a list without the named member its first object stands for the others. */
function farthest(answer: Json, path: Path): { value: Json; place: (string | number)[] } {
  let value = answer
  const place: (string | number)[] = []
  for (let index = 0; index < path.length; ) {
    const step = path[index] as PathStep
    if (isEvery(step)) {
      index++
      continue
    }
    if (value === null || typeof value !== 'object') break
    if (Array.isArray(value)) {
      const number = numberIn(step)
      const at = number ?? value.findIndex((item) => item !== null && typeof item === 'object')
      if (at < 0 || at >= value.length) break
      place.push(at)
      value = value[at] ?? null
      if (number !== undefined) index++
      continue
    }
    const found = memberAt(value, path, index)
    if (!found) break
    place.push(found.key)
    value = value[found.key] ?? null
    index = found.next
  }
  return { value, place }
}

/** The value with something else at a place that is there; unchanged where the path ends early or goes through every item. */
export function withValueAt(value: Json, path: Path, put: Json, from = 0): Json {
  const step = path[from]
  if (step === undefined) return put
  if (isEvery(step)) return withValueAt(value, path, put, from + 1)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const number = numberIn(step)
    if (number === undefined || number >= value.length) return value
    return value.with(number, withValueAt(value[number] ?? null, path, put, from + 1))
  }
  const found = memberAt(value, path, from)
  return found ? { ...value, [found.key]: withValueAt(value[found.key] ?? null, path, put, found.next) } : value
}
