// Opens a list of objects for reading: JSON Lines as they come, or a JSON list that is held whole.
import { StringDecoder } from 'node:string_decoder'
import { cutText } from '../../../kernel/cut-text.ts'
import { refuse, refuseField } from '../../../kernel/errors.ts'
import type { Json, JsonObject } from '../../../kernel/json.ts'
import { faultWords, type JsonReading, readJson } from '../../../kernel/read-json.ts'
import { columnNames } from './dialect.logic.ts'
import { type FileRecord, MAX_COLUMNS, type TableFile, type TableOptions } from './table-file.ts'

const SAMPLE = 1000
/** The longest line, in UTF-16 units, and the largest document, which is held whole, in bytes. */
const MAX_LINE = 4 * 1024 * 1024
const MAX_DOCUMENT = 32 * 1024 * 1024
/** How much is shown of a line that is no row. */
const SHOWN = 1000
const SAMPLE_BYTES = 1024 * 1024

/** With a `fault` it is no row, and `text` is what was there. */
type Line = { line: number } & ({ object: JsonObject; fault?: undefined } | { text: string; fault: string })

/** One object on each line. A line that is none is no row; the others are read. */
export async function openJsonLines(source: AsyncIterable<Buffer>, how: TableOptions): Promise<TableFile> {
  const lines = parsed(linesOf(source))
  return openObjects('jsonl', lines, how)
}

/** A list of objects, `[{…}, {…}]`. Refuses (422) what is no list and (413) more than 32 MiB. */
export async function openJsonList(source: AsyncIterable<Buffer>, how: TableOptions): Promise<TableFile> {
  const { value: list, fault } = await readDocument(
    source,
    'A JSON list of more than 32 MiB cannot be read. Send one object on each line (JSONL).',
  )
  if (fault) return refuseField(['file'], 'json_invalid', `The file is not JSON that can be read: ${faultWords(fault)}`)
  if (!Array.isArray(list)) return refuseField(['file'], 'list_type', 'The file must hold a list of objects')
  return openRows(list, how)
}

/** A JSON document in UTF-8, held whole. Refuses (413) more than 32 MiB, in the words given. */
export async function readDocument(source: AsyncIterable<Buffer>, tooLarge: string): Promise<JsonReading> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of source) {
    parts.push(part)
    size += part.length
    if (size > MAX_DOCUMENT) refuse('too_large', tooLarge)
  }
  return readJson(Buffer.concat(parts).toString('utf8'), { as_it_is: true })
}

/** Rows that are there already, each an object. */
function openRows(list: readonly Json[], how: TableOptions): Promise<TableFile> {
  async function* objects() {
    for (let at = 0; at < list.length; at += SAMPLE)
      yield list.slice(at, at + SAMPLE).map((one, index) => asLine(at + index + 1, one, () => JSON.stringify(one)))
  }
  return openObjects('json', objects(), how)
}

async function openObjects(
  format: 'jsonl' | 'json',
  groups: AsyncGenerator<Line[]>,
  how: TableOptions,
): Promise<TableFile> {
  const head: Line[] = []
  let isWhole = false
  while (head.length < SAMPLE) {
    const { done, value } = await groups.next()
    if (done) {
      isWhole = true
      break
    }
    head.push(...value)
  }
  const state: Cleaning = { hadNul: false, replaced: false }
  const keys: string[] = []
  const placeOf = new Map<string, number>()
  const know = (key: string): number => {
    const known = placeOf.get(key)
    if (known !== undefined) return known
    if (keys.length >= MAX_COLUMNS)
      refuse('too_large', `The file has more than ${MAX_COLUMNS} columns; at most ${MAX_COLUMNS} can be imported`)
    placeOf.set(key, keys.length)
    return keys.push(key) - 1
  }
  for (const key of how.names ?? []) know(key)
  for (const one of head.slice(0, SAMPLE))
    if (one.fault === undefined) for (const key of Object.keys(one.object)) know(key)
  const record = (one: Line): FileRecord => {
    const { line } = one
    if (one.fault !== undefined) return { line, fields: [clean(one.text, state)], fault: one.fault }
    const fields: Json[] = []
    for (const [key, value] of Object.entries(one.object)) fields[know(key)] = clean(value, state)
    for (let index = 0; index < fields.length; index++) fields[index] ??= null
    return { line, fields }
  }
  const names: string[] = []
  return {
    format,
    delimiter: null,
    header: true,
    skip_rows: 0,
    sheets: [],
    sheet: null,
    get names() {
      if (names.length < keys.length)
        names.splice(
          0,
          names.length,
          ...columnNames(
            keys.map((key) => clean(key, state) as string),
            keys.length,
          ),
        )
      return names
    },
    sample: head
      .slice(0, SAMPLE)
      .map(record)
      .filter(({ fault }) => fault === undefined),
    async *rows() {
      yield head.splice(0).map(record)
      if (!isWhole) for await (const group of groups) yield group.map(record)
    },
    encoding: 'utf-8',
    get hadNul() {
      return state.hadNul
    },
    get replaced() {
      return state.replaced
    },
  }
}

interface Cleaning {
  hadNul: boolean
  replaced: boolean
}

// PostgreSQL takes neither NUL nor half a character, and members that begin with them are members all the same.
function clean(value: Json, state: Cleaning): Json {
  if (typeof value === 'string') {
    let text = value
    if (text.includes('\0')) {
      state.hadNul = true
      text = text.replaceAll('\0', '')
    }
    if (/\p{Surrogate}/u.test(text)) {
      state.replaced = true
      text = text.replace(/\p{Surrogate}/gu, '\ufffd')
    }
    return text
  }
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((one) => clean(one, state))
  const members = Object.entries(value).filter(([key]) => key !== '__proto__')
  return Object.fromEntries(members.map(([key, one]) => [clean(key, state) as string, clean(one, state)]))
}

async function* parsed(lines: AsyncGenerator<Text[]>): AsyncGenerator<Line[]> {
  for await (const group of lines)
    yield group.map(({ line, text, fault }) => {
      if (fault !== undefined) return { line, text, fault }
      const { value, fault: broken } = readJson(text, { as_it_is: true })
      if (!broken) return asLine(line, value, () => text)
      return { line, text: cutText(text, SHOWN), fault: broken.is_limit ? broken.error : 'it is not JSON' }
    })
}

function asLine(line: number, value: Json, textOf: () => string): Line {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    Reflect.deleteProperty(value, '__proto__')
    return { line, object: value }
  }
  return { line, text: cutText(textOf(), SHOWN), fault: 'it is not an object such as {"Company": "Acme"}' }
}

interface Text {
  line: number
  text: string
  fault?: string
}

async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<Text[]> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let line = 0
  let isTooLong = false
  const take = (text: string): Text[] => {
    line++
    if (isTooLong) {
      isTooLong = false
      return [{ line, text: '', fault: 'it has more than 4 million characters' }]
    }
    return text.trim() === '' ? [] : [{ line, text: line === 1 ? text.replace(/^\ufeff/, '') : text }]
  }
  for await (const part of source) {
    // A line that goes on for long is not searched again with every piece.
    const more = decoder.write(part)
    if (!more.includes('\n')) rest += more
    else {
      const lines = (rest + more).split('\n')
      rest = lines.pop() ?? ''
      yield lines.flatMap(take)
    }
    if (rest.length <= MAX_LINE) continue
    isTooLong = true
    rest = ''
  }
  rest += decoder.end()
  yield take(rest)
}

/** Whether the beginning of a file is a list or lines of objects; null when it is neither. */
export function jsonShape(head: Buffer): 'json' | 'jsonl' | null {
  const text = head
    .subarray(0, SAMPLE_BYTES)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  if (/^\[\s*(?:\{|\])/.test(text)) return 'json'
  if (!text.startsWith('{')) return null
  const [first = '', ...others] = text.split('\n')
  const { fault } = readJson(first)
  if (!fault || fault.is_limit) return 'jsonl'
  // A long first line may be cut; a CSV file whose first name begins with a brace has no colon after a quoted name.
  return others.length === 0 && /^\{\s*"(?:[^"\\]|\\.)*"\s*:/.test(first) ? 'jsonl' : null
}
