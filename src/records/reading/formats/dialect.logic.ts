// Guesses how a delimited file is to be read: what parts its columns, whether its first row names them, and the names.
import { cutText } from '../../../kernel/cut-text.ts'
import { leadFieldOf } from '../../store/columns/lead-fields.logic.ts'
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

interface Cells {
  fields: readonly (string | number)[]
}
const textsOf = ({ fields }: Cells) => fields.map((field) => String(field).trim()).filter((text) => text !== '')
const knownIn = (cells: readonly string[]) => cells.filter((cell) => leadFieldOf(cell) !== undefined).length

/**
 * Rows above the table, such as a title: before a row of names over all of a table of several columns. Rows with one value at most
 * are a title; others are only above names that are known. None where anything else could be meant.
 */
function guessTitle(records: readonly Cells[]): number {
  const rows = records.map(textsOf)
  const widest = rows.map(() => 0)
  for (let at = rows.length - 2; at >= 0; at--) widest[at] = Math.max(widest[at + 1] ?? 0, rows[at + 1]?.length ?? 0)
  for (let skip = 0; skip <= MAX_TITLE && skip < rows.length - 1; skip++) {
    const cells = rows[skip] ?? []
    if (cells.length < 2 || (widest[skip] ?? 0) > cells.length) continue
    const below = rows.slice(skip + 1)
    const isTable = below.filter((row) => row.length > 1).length >= below.length * 0.8
    const areNames =
      new Set(cells.map((cell) => cell.toLowerCase())).size === cells.length && !cells.some(looksLikeData)
    if (!isTable || !areNames) continue
    const above = rows.slice(0, skip)
    if (above.every((row) => row.length < 2)) return skip
    const known = knownIn(cells)
    return known >= 2 && above.every((row) => row.length < cells.length && knownIn(row) < known) ? skip : 0
  }
  return lowerHeader(records, widest)
}

/** The lower of two rows that only together name all columns, as a spreadsheet writes a header with merged cells; 0 for none. */
function lowerHeader(records: readonly Cells[], widest: readonly number[]): number {
  for (let skip = 1; skip <= MAX_TITLE && skip < records.length - 1; skip++) {
    const own = textsOf(records[skip] as Cells)
    const cells = headerOf(records, skip).filter((name) => name.trim() !== '')
    const isAll = cells.length > own.length && cells.length >= (widest[skip] ?? 0)
    if (isAll && knownIn(own) >= 2 && !cells.some(looksLikeData)) return skip
  }
  return 0
}

/** The names of columns in a row, blanks of which stand in the row above. */
function headerOf(records: readonly Cells[], skip: number): string[] {
  const names = (records[skip]?.fields ?? []).map(String)
  const above = skip > 0 ? records[skip - 1] : undefined
  if (above === undefined || textsOf(above).length < 2) return names
  return names.map((name, index) => (name.trim() === '' ? String(above.fields[index] ?? '') : name))
}

export interface TableHeader {
  /** Rows above the names. */
  skip_rows: number
  header: boolean
  /** Rows with names: two where the names of the upper one are those of groups of columns. */
  rows: 0 | 1 | 2
  names: string[] | null
}

/** Where the table begins, as far as that was not said, and its names. `groupsOf` tells the groups that the upper of two rows names where the format marks them. */
export function findHeader<Row extends Cells>(
  records: readonly Row[],
  how: { header?: boolean | undefined; skip_rows?: number | undefined },
  groupsOf: (upper: Row, lower: Row) => string[] | null = () => null,
): TableHeader {
  const join = (skip: number): string[] | null => {
    const [upper, lower] = records.slice(Math.max(0, skip), skip + 2)
    if (!upper || !lower || skip < 0) return null
    const groups = groupsOf(upper, lower) ?? (isOverGroups(upper, lower) ? spread(upper.fields) : null)
    return groups && joinNames(groups, lower.fields.map(String))
  }
  const guessed = how.skip_rows ?? (how.header === undefined ? guessTitle(records) : 0)
  // What stands above the lower row of a header is no title.
  const skip_rows = how.skip_rows === undefined && join(guessed - 1) ? guessed - 1 : guessed
  const joined = how.header === false ? null : join(skip_rows)
  const header = how.header ?? (joined !== null || guessHeader(records.slice(skip_rows)))
  if (!header) return { skip_rows, header, rows: 0, names: null }
  return { skip_rows, header, rows: joined ? 2 : 1, names: joined ?? headerOf(records, skip_rows) }
}

/** Whether a row names groups of the columns that the row below names, which a file without merged cells shows by blanks behind each. */
function isOverGroups(upper: Cells, lower: Cells): boolean {
  const groups = textsOf(upper)
  const names = textsOf(lower)
  const width = Math.max(upper.fields.length, lower.fields.length)
  return (
    groups.length > 1 &&
    groups.length < width &&
    knownIn(groups) > 0 &&
    knownIn(names) > 1 &&
    new Set(groups.map((group) => group.toLowerCase())).size === groups.length &&
    ![...groups, ...names].some(looksLikeData)
  )
}

/** Each group over the blanks behind it. */
function spread(fields: Cells['fields']): string[] {
  let group = ''
  return fields.map((field) => {
    group = String(field).trim() || group
    return group
  })
}

/** `Company Name` below a group; the lower name alone where it is known for what it is, and with its group is not: `City`, not `Address City`. */
function joinNames(groups: readonly string[], lower: readonly string[]): string[] {
  return Array.from({ length: Math.max(groups.length, lower.length) }, (_, index) => {
    const [group = '', name = ''] = [groups[index], lower[index]].map((text) => text?.trim())
    if (name === '' || group === name) return group
    const joined = `${group} ${name}`.trim()
    const isOne = lower.filter((other) => other.trim().toLowerCase() === name.toLowerCase()).length === 1
    return isOne && leadFieldOf(joined) === undefined && leadFieldOf(name) !== undefined ? name : joined
  })
}

/** Whether the first row names the columns: it does unless what stands there is itself data. */
function guessHeader([first, ...rest]: readonly Cells[]): boolean {
  const cells = first ? textsOf(first) : []
  if (cells.length === 0) return false
  const known = knownIn(cells)
  const data = cells.filter(looksLikeData).length
  if (data === 0) return true
  // Years as names above rows of something else.
  const below = rest.slice(0, 20).some(({ fields }) => fields.some((field) => !looksLikeData(String(field).trim())))
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
