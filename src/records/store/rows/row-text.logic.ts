// Rows of an answer as JSON, put together from the texts that the database has of their parts.
//
// Values go from the table to the client as the bytes they are. To write them out again under the names of lead fields is the one
// thing for which they are looked at: here it takes an eighth of what it takes the database. Written byte by byte into one
// piece of memory, because a page in pieces of text is thousands of them, and clearing these away took longer than making them.

/** The parts of a row that PostgreSQL writes: JSON has no tab and no end of line in it, whatever the values. */
export const PARTS = [
  'row_id',
  'position',
  'created_at',
  'updated_at',
  'lead_id',
  'entity_id',
  'source',
  'lead',
  'invalid',
  'cells',
  'data',
] as const

export type RowTextPart = (typeof PARTS)[number]

/** Those left out of a row that has none of them; `data` begins with a brace, and `lead_id` never. */
export const RARE = PARTS.slice(PARTS.indexOf('lead_id'), PARTS.indexOf('data'))

/** Column id by which the value is found, and the name it gets, as `"company":`. */
export type LeadNames = ReadonlyMap<string, string>

/** Rows as JSON with commas between, and the position of the last one. */
export interface WrittenRows {
  json: Buffer
  count: number
  last: number | null
}

/** JSON with other JSON before and after it. */
export function wrapJson(before: string, json: Buffer, after: string): Buffer {
  return Buffer.concat([Buffer.from(before), json, Buffer.from(after)])
}

/** Reads the lines of an answer, at most so many. @throws when a line is none */
export function rowsText(lines: string | null, lead: LeadNames, most = Number.POSITIVE_INFINITY): WrittenRows {
  if (lines === null) return { json: Buffer.alloc(0), count: 0, last: null }
  const length = Buffer.byteLength(lines)
  if (source.length <= length) source = Buffer.allocUnsafeSlow(2 * length + LEAST)
  source.write(lines)
  source[length] = END
  at = 0
  let count = 0
  for (let start = 0; start <= length; count++) {
    const end = find(END, start)
    if (count < most) writeRow(start, end, count === 0, lead)
    start = end + 1
  }
  const json = Buffer.from(out.subarray(0, at))
  const last = Number(source.toString('latin1', begins[POSITION], (begins[POSITION + 1] as number) - 1))
  if (source.length > MOST) source = Buffer.allocUnsafeSlow(LEAST)
  if (out.length > MOST) out = Buffer.allocUnsafeSlow(LEAST)
  return { json, count, last }
}

const TAB = 9
const END = 10
const QUOTE = 34
const COMMA = 44
const OPEN_LIST = 91
const BACKSLASH = 92
const CLOSE_LIST = 93
const OPEN = 123
const CLOSE = 125

/** Memory that is kept from page to page, in bytes. */
const LEAST = 256 * 1024
const MOST = 2 * 1024 * 1024
/** Up to here, a byte is found sooner by going through them than by a call; up to there, they are copied sooner. */
const NEAR = 64
const FAR = 2048

let source = Buffer.allocUnsafeSlow(LEAST)
let out = Buffer.allocUnsafeSlow(LEAST)
/** Where the next byte is written. */
let at = 0

/** Where the parts of the row begin that was written last. */
const begins = new Array<number>(PARTS.length).fill(0)
const [ID, POSITION, CREATED, UPDATED] = [0, 1, 2, 3]
const [LEAD_ID, ENTITY_ID, SOURCE, LEAD, INVALID, CELLS, DATA] = [4, 5, 6, 7, 8, 9, 10]

function writeRow(start: number, end: number, isFirst: boolean, names: LeadNames): void {
  const isWhole = split(start, end)
  const data = begins[DATA] as number
  // Values come twice at most, under their own and under another name.
  reserve(2 * (end - start) + FRAME + lengthOf(names))
  put(isFirst ? BEGIN_FIRST : BEGIN_NEXT)
  copyPart(ID)
  put(TO_POSITION)
  copyPart(POSITION)
  put(TO_DATA)
  copy(data, end)
  put(TO_CELLS)
  if (isWhole) copyPart(CELLS)
  put(TO_LEAD)
  if (isWhole && hasPart(LEAD)) copyPart(LEAD)
  else writeLead(data, end, names)
  if (isWhole) copyPart(INVALID)
  put(TO_LEAD_ID)
  if (isWhole && hasPart(LEAD_ID)) copyPart(LEAD_ID)
  else put(NULL)
  put(TO_ENTITY_ID)
  if (isWhole && hasPart(ENTITY_ID)) {
    out[at++] = QUOTE
    copyPart(ENTITY_ID)
    out[at++] = QUOTE
  } else put(NULL)
  put(TO_SOURCE)
  if (isWhole && hasPart(SOURCE)) copyPart(SOURCE)
  else put(NULL)
  put(TO_CREATED)
  writeMoment(CREATED)
  put(TO_UPDATED)
  writeMoment(hasPart(UPDATED) ? UPDATED : CREATED)
  put(TO_END)
}

/** Whether the row has the parts that are left out where there are none. */
function split(start: number, end: number): boolean {
  begins[0] = start
  for (let part = 1; part < PARTS.length; part++) {
    const begin = find(TAB, begins[part - 1] as number) + 1
    if (begin > end) throw new Error(`a row has ${part} parts`)
    begins[part] = begin
    if (part === LEAD_ID && source[begin] === OPEN) {
      begins[DATA] = begin
      return false
    }
  }
  return true
}

const hasPart = (part: number) => (begins[part + 1] as number) - (begins[part] as number) > 1

function copyPart(part: number): void {
  copy(begins[part] as number, (begins[part + 1] as number) - 1)
}

function copy(start: number, end: number): void {
  if (end - start > FAR) source.copy(out, at, start, end)
  else copyNear(source, start, end, out, at)
  at += end - start
}

/** Buffers as arguments: a loop would read a variable of the file again for each byte. */
function copyNear(from: Buffer, start: number, end: number, to: Buffer, at: number): void {
  for (let i = start, next = at; i < end; i++, next++) to[next] = from[i] as number
}

function put(text: Buffer): void {
  copyNear(text, 0, text.length, out, at)
  at += text.length
}

/** Where the byte stands next; one line ends after the last. */
function find(byte: number, start: number): number {
  const bytes = source
  for (let i = start; i < start + NEAR; i++) if (bytes[i] === byte) return i
  const far = source.indexOf(byte, start + NEAR)
  // Bytes of an earlier page may follow the end of this one.
  return far < 0 ? source.length : far
}

const [BEGIN_FIRST, BEGIN_NEXT, TO_POSITION, TO_DATA, TO_CELLS, TO_LEAD, TO_LEAD_ID, TO_ENTITY_ID, TO_SOURCE] = [
  '{"row_id":"',
  ',{"row_id":"',
  '","position":',
  ',"data":',
  ',"enrichments":{',
  '},"lead":',
  ',"lead_id":',
  ',"entity_id":',
  ',"source":',
].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer]
const [TO_CREATED, TO_UPDATED, TO_END, NULL] = [',"created_at":"', '","updated_at":"', '"}', 'null'].map((text) =>
  Buffer.from(text),
) as [Buffer, Buffer, Buffer, Buffer]
/** More than all of these and two moments take. */
const FRAME = 512

function reserve(bytes: number): void {
  if (at + bytes <= out.length) return
  const larger = Buffer.allocUnsafeSlow(2 * (at + bytes))
  out.copy(larger, 0, 0, at)
  out = larger
}

const DOT = 46
const ZERO = 48
const Z = 90
const SECONDS = '2026-01-31T12:00:00'.length

/** To the millisecond, from the text of a JSON moment in UTC, `"2026-01-31T12:00:00.123456+00:00"`, which leaves zeros at the end out. */
function writeMoment(part: number): void {
  const from = (begins[part] as number) + 1
  copy(from, from + SECONDS)
  out[at++] = DOT
  const hasFraction = source[from + SECONDS] === DOT
  let digit = from + SECONDS + 1
  for (let n = 0; n < 3; n++) {
    const isDigit = hasFraction && (source[digit] as number) >= ZERO && (source[digit] as number) < ZERO + 10
    out[at++] = isDigit ? (source[digit++] as number) : ZERO
  }
  out[at++] = Z
}

interface Name {
  id: string
  bytes: Buffer
}

/** By the last byte of the column's id, which tells most of them apart. */
interface Names {
  length: number
  byLast: (Name[] | undefined)[]
}

const prepared = new WeakMap<LeadNames, Names>()

function prepare(names: LeadNames): Names {
  const known = prepared.get(names)
  if (known) return known
  const made: Names = { length: 0, byLast: [] }
  for (const [id, text] of names) {
    const bytes = Buffer.from(text)
    const last = id.charCodeAt(id.length - 1)
    made.byLast[last] = [...(made.byLast[last] ?? []), { id, bytes }]
    made.length += bytes.length + 1
  }
  prepared.set(names, made)
  return made
}

const lengthOf = (names: LeadNames) => prepare(names).length

function nameOf({ byLast }: Names, start: number, end: number): Buffer | undefined {
  const names = byLast[source[end - 1] as number]
  if (names) for (const { id, bytes } of names) if (isAt(id, start, end)) return bytes
  return undefined
}

function isAt(id: string, start: number, end: number): boolean {
  if (id.length !== end - start) return false
  for (let i = 0; i < id.length; i++) if (source[start + i] !== id.charCodeAt(i)) return false
  return true
}

/** The members of a row's values that lead fields are called for, under their names. At `data` begins the text of a jsonb object. */
function writeLead(data: number, lineEnd: number, names: LeadNames): void {
  const known = prepare(names)
  let before = OPEN
  // `{"key": value, "key": value}`
  for (let i = data + 1; names.size > 0 && i < lineEnd && source[i] === QUOTE; ) {
    const keyEnd = endOfString(i)
    const end = endOfValue(keyEnd + 3)
    if (end >= lineEnd) throw new Error('a row has no end')
    const name = nameOf(known, i + 1, keyEnd)
    if (name !== undefined) {
      out[at++] = before
      put(name)
      copy(keyEnd + 3, end)
      before = COMMA
    }
    i = end + 2
  }
  if (before === OPEN) out[at++] = OPEN
  out[at++] = CLOSE
}

/** Where the quote stands that ends the string beginning at `start`. */
function endOfString(start: number): number {
  for (let end = find(QUOTE, start + 1); end < source.length; end = find(QUOTE, end + 1)) {
    let before = end - 1
    while (source[before] === BACKSLASH) before--
    if ((end - before) % 2 === 1) return end
  }
  throw new Error('a string has no end')
}

/** The position after the last letter of the value beginning at `start`. */
function endOfValue(start: number): number {
  if (source[start] === QUOTE) return endOfString(start) + 1
  let depth = 0
  for (let i = start; source[i] !== END; i++) {
    const letter = source[i]
    if (letter === QUOTE) i = endOfString(i)
    else if (letter === OPEN || letter === OPEN_LIST) depth++
    else if (depth === 0 && (letter === COMMA || letter === CLOSE)) return i
    else if (letter === CLOSE || letter === CLOSE_LIST) {
      depth--
      if (depth === 0) return i + 1
    }
  }
  throw new Error('a value has no end')
}
