// Writes an export as a file of its format, piece by piece: CSV, JSON Lines or a spreadsheet.
import { Readable } from 'node:stream'
import { csvLine, displayText, guardFormula } from '../../kernel/csv-text.ts'
import type { Json } from '../../kernel/json.ts'
import type { Database } from '../../platform/db/database.ts'
import { type ExportedRow, type ExportWanted, exportedRows, outputColumns } from './exported-rows.reads.ts'
import { type Facts, openFacts } from './facts.logic.ts'
import { writeSpreadsheet } from './xlsx-file.writes.ts'

export const FORMATS = ['csv', 'xlsx', 'jsonl'] as const
export type ExportFormat = (typeof FORMATS)[number]

export const MEDIA: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/x-ndjson; charset=utf-8',
}

export interface FileWanted extends ExportWanted {
  format: ExportFormat
  /** Name of the workbook, for the sheet. */
  name: string
  /** Formulas as they are. */
  raw: boolean
  /** Begins with a byte order mark, by which old spreadsheets know UTF-8. */
  bom: boolean
  /** Lists and objects as JSON text in place of what a person would read. */
  values: 'display' | 'raw'
  /** Credits at the end of a text file; a spreadsheet has a sheet for them. */
  attribution: boolean
}

/** The bytes of the file. `facts` knows afterwards what was withheld; `onRows` hears how many rows were written. */
export function exportFile(
  database: Database,
  wanted: FileWanted,
  now: Date,
  facts: Facts = openFacts(wanted),
  onRows: (count: number) => Promise<void> = async () => {},
): Readable {
  async function* told(): AsyncGenerator<ExportedRow[]> {
    for await (const rows of exportedRows(database, wanted, facts)) {
      // The writer of a spreadsheet takes rows out of the list.
      const { length } = rows
      yield rows
      await onRows(length)
    }
  }
  const columns = outputColumns(wanted)
  if (wanted.format === 'xlsx')
    return writeSpreadsheet({ name: wanted.name, columns, rows: told(), credits: facts.credits, now })
  const text = wanted.format === 'csv' ? csv(told(), columns, wanted, facts) : jsonl(told(), columns, wanted, facts)
  return Readable.from(text, { highWaterMark: 1 })
}

type Columns = ReturnType<typeof outputColumns>

async function* csv(rows: AsyncGenerator<ExportedRow[]>, columns: Columns, wanted: FileWanted, facts: Facts) {
  const { raw, bom, values, attribution } = wanted
  const guard = raw ? (text: string) => text : guardFormula
  const field = (value: Json, index: number) => {
    if (value !== null && typeof value === 'object')
      return guard(
        values === 'raw' || columns[index]?.input_type === 'json' ? JSON.stringify(value) : displayText(value),
      )
    // Numbers and the like are never formulas.
    return typeof value === 'string' ? guard(value) : displayText(value)
  }
  yield (bom ? '\ufeff' : '') + csvLine(columns.map(({ name }) => guard(name)))
  for await (const group of rows) yield group.map((row) => csvLine(row.map(field))).join('')
  if (attribution && facts.credits().length > 0)
    yield facts
      .credits()
      .map((line) => csvLine([line]))
      .join('')
}

async function* jsonl(rows: AsyncGenerator<ExportedRow[]>, columns: Columns, wanted: FileWanted, facts: Facts) {
  const names = columns.map(({ name }) => JSON.stringify(name))
  const shown = (value: Json) =>
    wanted.values === 'display' && value !== null && typeof value === 'object' ? displayText(value) : value
  const line = (row: ExportedRow) =>
    `{${row.flatMap((value, index) => (value === null ? [] : [`${names[index]}:${JSON.stringify(shown(value))}`])).join(',')}}\n`
  for await (const group of rows) yield group.map(line).join('')
  if (wanted.attribution && facts.credits().length > 0) yield `${JSON.stringify({ $attribution: facts.credits() })}\n`
}
