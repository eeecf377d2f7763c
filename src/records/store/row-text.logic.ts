// One row of an answer as JSON text, put together from the texts that the database has of its parts.
//
// Values go from the table to the client as the text they are. To write them out again under the names of lead fields is the one
// thing for which they are looked at: here it takes an eighth of what it takes the database.

/** Of a row that PostgreSQL writes: parts of JSON have no tab and no end of line in them, whatever the values. */
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

export type Part = (typeof PARTS)[number]
type Texts<T extends readonly string[]> = { -readonly [I in keyof T]: string }

/** Column id by which the value is found, and the name it gets, as `"company":`. */
export type LeadNames = ReadonlyMap<string, string>

/** Rows as JSON with commas between, and the position of the last one. */
export interface WrittenRows {
  text: string
  count: number
  last: number | null
}

/** Of the lines of an answer, at most so many. @throws when a line is none */
export function rowsText(lines: string | null, lead: LeadNames, most = Number.POSITIVE_INFINITY): WrittenRows {
  if (lines === null) return { text: '', count: 0, last: null }
  const all = lines.split('\n')
  const count = Math.min(all.length, most)
  const pieces: string[] = []
  let last: number | null = null
  for (let at = 0; at < count; at++) {
    const parts = (all[at] as string).split('\t')
    if (parts.length !== PARTS.length) throw new Error(`a row has ${parts.length} parts`)
    const [id, position, created, updated, leadId, entityId, source, ofLead, invalid, cells, data] =
      parts as unknown as Texts<typeof PARTS>
    pieces.push(at > 0 ? ',{"row_id":"' : '{"row_id":"', id, '","position":', position, ',"data":', data)
    pieces.push(',"enrichments":{', cells, '},"lead":')
    if (ofLead) pieces.push(ofLead)
    else pushLead(pieces, data, lead)
    pieces.push(invalid, ',"lead_id":', leadId || 'null', ',"entity_id":', entityId ? `"${entityId}"` : 'null')
    pieces.push(
      ',"source":',
      source || 'null',
      ',"created_at":"',
      moment(created),
      '","updated_at":"',
      moment(updated),
      '"}',
    )
    last = Number(position)
  }
  return { text: pieces.join(''), count: all.length, last }
}

// Rows that were made together have one moment.
let lastAsked = ''
let lastMoment = ''

/** To the millisecond, from the text of a JSON moment in UTC, `"2026-01-31T12:00:00.123456+00:00"`, which leaves zeros at the end out. */
export function moment(text: string): string {
  if (text === lastAsked) return lastMoment
  const end = text.indexOf('+', 20)
  const digits = text[20] === '.' ? text.slice(21, Math.min(end, 24)) : ''
  lastMoment = `${text.slice(1, 20)}.${digits.padEnd(3, '0')}Z`
  lastAsked = text
  return lastMoment
}

const QUOTE = 34
const BACKSLASH = 92

/** The members of a row's values that lead fields are called for, under their names, as JSON text. `data` is the text of a jsonb object. */
function pushLead(pieces: string[], data: string, names: LeadNames): void {
  let before = '{'
  // `{"key": value, "key": value}`
  for (let at = 1; names.size > 0 && data.charCodeAt(at) === QUOTE; ) {
    const keyEnd = endOfString(data, at)
    const end = endOfValue(data, keyEnd + 3)
    const name = names.get(data.slice(at + 1, keyEnd))
    if (name !== undefined) {
      pieces.push(before, name, data.slice(keyEnd + 3, end))
      before = ','
    }
    at = end + 2
  }
  pieces.push(before === '{' ? '{}' : '}')
}

/** Where the quote stands that ends the string beginning at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    if (end < 0) throw new Error('a string has no end')
    let before = end - 1
    while (text.charCodeAt(before) === BACKSLASH) before--
    if ((end - before) % 2 === 1) return end
  }
}

/** Behind the last letter of the value beginning at `start`. */
function endOfValue(text: string, start: number): number {
  if (text.charCodeAt(start) === QUOTE) return endOfString(text, start) + 1
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const letter = text[at]
    if (letter === '"') at = endOfString(text, at)
    else if (letter === '{' || letter === '[') depth++
    else if (depth === 0 && (letter === ',' || letter === '}')) return at
    else if (letter === '}' || letter === ']') {
      depth--
      if (depth === 0) return at + 1
    }
  }
  throw new Error('a value has no end')
}
