// What of a file another thread is given at once: rows within limits, in groups that take a few milliseconds to work through.
import { problemOfSize, sizeOf } from '../../engine/values/value-size.ts'
import { cutText } from '../../kernel/cut-text.ts'
import type { Json } from '../../kernel/json.ts'
import { type FileRecord, MAX_COLUMNS } from './formats/table-file.ts'

/** No row of a person has more. */
const MAX_ROW = 2_000_000
/** How much of each value of a rejected row is kept to show it. */
const KEPT = 1000
/** The size of a group that is sent at once, in characters. */
const GROUP_CHARS = 128 * 1024
const GROUP_ROWS = 250

/** The rows in groups to be sent; one that is too large is refused, and only the beginnings of its values are kept. */
export function* messagesOf(records: readonly FileRecord[], names: readonly string[]): Generator<FileRecord[]> {
  let group: FileRecord[] = []
  let size = 0
  for (const record of records) {
    const { kept, chars } = withinLimits(record, names)
    if (group.length > 0 && (size + chars > GROUP_CHARS || group.length >= GROUP_ROWS)) {
      yield group
      group = []
      size = 0
    }
    group.push(kept)
    size += chars
  }
  if (group.length > 0) yield group
}

function withinLimits(record: FileRecord, names: readonly string[]): { kept: FileRecord; chars: number } {
  let chars = record.fields.length
  let reason: string | undefined
  for (let index = 0; index < record.fields.length; index++) {
    const field = record.fields[index] ?? null
    chars += sizeOf(field)
    reason ??= problemOfSize(names[index] ?? `Column ${index + 1}`, field) ?? undefined
  }
  if (chars > MAX_ROW) reason ??= 'it has more than 2 million characters'
  if (reason === undefined) return { kept: record, chars }
  const fields = record.fields.slice(0, MAX_COLUMNS + 1).map(beginningOf)
  return { kept: { line: record.line, fields, fault: record.fault ?? reason }, chars: fields.length * KEPT }
}

function beginningOf(field: Json): Json {
  const text = typeof field === 'object' && field !== null ? JSON.stringify(field) : field
  return typeof text === 'string' ? cutText(text, KEPT) : text
}
