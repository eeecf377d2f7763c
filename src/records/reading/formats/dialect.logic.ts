// Guesses how a delimited file is to be read: what parts its columns, whether its first row names them, and the names.
import { cutText } from '../../../kernel/cut-text.ts'
import { leadFieldOf } from '../../store/lead-fields.logic.ts'
import { looksLikeData } from '../guess.logic.ts'
import { type CsvRecord, openCsvReader } from './csv-reader.logic.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const
const MAX_NAME = 200

/** The records at the beginning of a text; those a fault comes before are still there. A cut last one is left out. */
export function firstRecords(head: string, delimiter: string, isWhole: boolean, most = 1000): CsvRecord[] {
  const reader = openCsvReader(delimiter)
  const records: CsvRecord[] = []
  // In pieces, since a fault in one loses what that piece gave.
  for (let at = 0; at < head.length && records.length < most; at += 4096) {
    try {
      records.push(...reader.push(head.slice(at, at + 4096)))
    } catch {
      return records
    }
  }
  try {
    if (isWhole && records.length < most) records.push(...reader.end())
  } catch {
    // What came before it still tells how the file is made.
  }
  return records.slice(0, most)
}

/** `sep=;` in the first line, as spreadsheets take it, in quotes too: the delimiter, and how many characters that line takes. */
export function declaredDelimiter(head: string): { delimiter: string; length: number } | null {
  const line = /^("?)sep=(.)\1(?:\r\n|\n|\r)/i.exec(head)
  return line?.[2] ? { delimiter: line[2], length: line[0].length } : null
}

/** The delimiter that parts most rows into the same number of columns; a comma when there is only one column. */
export function guessDelimiter(head: string, isWhole: boolean): string {
  let best = { delimiter: ',' as string, score: 0 }
  for (const delimiter of DELIMITERS) {
    const records = firstRecords(head, delimiter, isWhole, 100)
    const widths = new Map<number, number>()
    for (const { fields } of records) widths.set(fields.length, (widths.get(fields.length) ?? 0) + 1)
    const [width, rows] = [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
    if (width < 2) continue
    // Agreement counts before width: a text column with commas gives many columns, but never the same number.
    const score = rows / records.length + Math.min(width, 50) / 1000
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

/** More rows than a title and its notes have. */
const MAX_TITLE = 10

/**
 * Rows above the table, such as a title: with one value at most, before a row of names over all of a table of several columns.
 * None where anything else could be meant.
 */
export function guessTitle(records: readonly Pick<CsvRecord, 'fields'>[]): number {
  const filled = ({ fields }: Pick<CsvRecord, 'fields'>) => fields.filter((field) => field.trim() !== '')
  const skip = records.findIndex((record) => filled(record).length > 1)
  const names = records[skip]
  if (skip < 1 || skip > MAX_TITLE || names === undefined || records.length < skip + 2) return 0
  const cells = filled(names)
  const below = records.slice(skip + 1)
  const isTable = below.filter((record) => filled(record).length > 1).length >= below.length * 0.8
  const isWhole = below.every((record) => filled(record).length <= cells.length)
  const areNames = new Set(cells.map((cell) => cell.toLowerCase())).size === cells.length && !cells.some(looksLikeData)
  return isTable && isWhole && areNames ? skip : 0
}

/** Whether the first row names the columns: it does unless what stands there is itself data. */
export function guessHeader([first, ...rest]: readonly Pick<CsvRecord, 'fields'>[]): boolean {
  const cells = first?.fields.map((field) => field.trim()).filter((field) => field !== '') ?? []
  if (cells.length === 0) return false
  const known = cells.filter((cell) => leadFieldOf(cell) !== undefined).length
  const data = cells.filter(looksLikeData).length
  if (data === 0) return true
  // Years as names above rows of something else.
  const below = rest.slice(0, 20).some(({ fields }) => fields.some((field) => !looksLikeData(field.trim())))
  return known > 0 && data <= cells.length / 2 && below
}

/** Names for all columns: blanks are numbered, and what comes twice is told apart (`Title`, `Title (2)`). */
export function columnNames(header: readonly string[] | null, width: number): string[] {
  const taken = new Set<string>()
  return Array.from({ length: width }, (_, index) => {
    const given = cutText((header?.[index] ?? '').normalize('NFC').replace(/\s+/g, ' ').trim(), MAX_NAME).trim()
    return freeName(given === '' ? `Column ${index + 1}` : given, taken)
  })
}

/** The name, with a number after it when it is taken in any case; takes it. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${cutText(name, MAX_NAME - 8)} (${n})`
  taken.add(free.toLowerCase())
  return free
}
