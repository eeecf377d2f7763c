// Looks through a file that is to be imported: how it reads, what it holds, where its columns would go.

import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { InputColumn } from '../../engine/columns/kinds/input.kind.ts'
import { readEmail } from '../../engine/values/email.ts'
import { isShortened, isThousandsOrNot } from '../../engine/values/reading.ts'
import { displayText } from '../../kernel/csv-text.ts'
import { cutText } from '../../kernel/cut-text.ts'
import type { CleanTable } from '../reading/formats/clean-table.ts'
import { encodingName } from '../reading/formats/encoding.logic.ts'
import type { FileRecord } from '../reading/formats/table-file.ts'
import { isBlankRow, note, problemOfRow, type Tally } from '../reading/row-reading.logic.ts'
import { readValue } from '../reading/value-reading.logic.ts'
import type { DuplicateKey } from '../store/identity.logic.ts'
import { proposedTargets } from './choices.logic.ts'
import { readClayExport, wordsOfClay } from './clay.logic.ts'
import { fileColumns, proposeIdentity } from './file-columns.logic.ts'
import type { ImportTarget } from './import.schema.ts'
import type { ImportPreview, ImportWarning } from './import-record.schema.ts'

const SHOWN_ROWS = 20
const NUMBERS: ReadonlySet<string> = new Set(['number', 'currency', 'percent'])
const SHOWN_CELL = 1000
/** How many rows have their values checked by type; the plan checks all. */
const CHECKED_ROWS = 10_000

/** Reads the file to its end, so that what is told of it is true of all of it. */
export async function previewFile(
  file: CleanTable,
  existing: readonly ColumnConfig[],
  identity: DuplicateKey | null,
  encoding: string | undefined,
): Promise<Omit<ImportPreview, 'import_id'>> {
  const columns = fileColumns(file)
  const clay = readClayExport(columns)
  const states = clay?.states.map(({ index }) => index) ?? []
  const targets = proposedTargets(columns, existing, states)
  const types = targets.map((target) => typeOf(target, existing))
  const filled: number[] = columns.map(() => 0)
  const tally: Tally = new Map()
  const [shortened, named, unsure]: [Tally, Tally, Tally] = [new Map(), new Map(), new Map()]
  let total = 0
  let refused = 0
  let firstRefused: { line: number; reason: string } | null = null
  let short = 0
  let identical = 0
  for await (const group of file.rows())
    for (const record of group) {
      if (isBlankRow(record)) continue
      total++
      if (record.same_as !== undefined) identical++
      const reason = problemOfRow(record, file.names)
      if (reason !== null) {
        refused++
        firstRefused ??= { line: record.line, reason }
      }
      if (reason === null && record.fields.length < columns.length) short++
      for (let index = 0; index < columns.length; index++) {
        const field = record.fields[index]
        if (field === undefined || field === null || field === '') continue
        filled[index] = (filled[index] ?? 0) + 1
        const type = types[index]
        const text = typeof field === 'string' ? field : ''
        if (type && !NUMBERS.has(type) && isShortened(text)) note(shortened, index, text)
        if (type === 'email' && readEmail(text)?.name) note(named, index, text)
        if (total > CHECKED_ROWS || reason !== null || !type || typeof field !== 'string') continue
        const { date_order, decimal } = columns[index] as (typeof columns)[number]
        if (decimal === 'ambiguous' && NUMBERS.has(type) && isThousandsOrNot(text)) note(unsure, index, text)
        // Whichever way round it is, such a date is one, and such a number.
        const order = date_order === 'ambiguous' ? 'dmy' : date_order
        const sign = decimal === 'ambiguous' ? ',' : decimal
        if (!readValue(field, type, { date_order: order, decimal: sign }).fits) note(tally, index, field)
      }
    }
  const warnings: ImportWarning[] = []
  const warn = (code: string, message: string) => warnings.push({ code, message })
  if (total === 0)
    warn('no_rows', file.header ? 'The file has a header row but no data rows.' : 'The file has no rows.')
  if (file.skip_rows > 0)
    warn(
      'rows_before',
      `${rows(file.skip_rows)} above the names of the columns ${file.skip_rows === 1 ? 'is' : 'are'} left out.`,
    )
  if (clay) warn('clay_export', wordsOfClay(clay))
  if (firstRefused)
    warn(
      'rows_refused',
      `${rows(refused)} cannot be imported; the first is on line ${firstRefused.line}: ${firstRefused.reason}.`,
    )
  if (short > 0 && file.format === 'csv')
    warn('rows_short', `${rows(short)} with fewer values than there are columns; what is missing stays blank.`)
  if (file.hadNul) warn('nul_removed', 'The file holds NUL characters; they are left out.')
  if (file.replaced)
    warn(
      'encoding_errors',
      `Some characters are not ${encodingName(file.encoding)}. Choose the encoding the file was saved in.`,
    )
  else if (encoding === undefined && file.format === 'csv' && !file.encoding.startsWith('utf-'))
    warn(
      'encoding_guessed',
      `The file is not UTF-8. By its letters it was read as ${encodingName(file.encoding)}: look at names with accents, and choose another encoding if they are wrong.`,
    )
  if (file.uncomputed)
    warn(
      'formulas_not_computed',
      `${cells(file.uncomputed)} with a formula and no saved result, which ${file.uncomputed === 1 ? 'reads' : 'read'} as blank. Open the file in a spreadsheet program, save it and import it again.`,
    )
  if (file.merged)
    warn('merged_cells', `${cells(file.merged)} of merged cells: the value stands in each of their rows.`)
  const each = (code: string, told: Tally, wordsOf: (count: string, column: string, example: string) => string) => {
    for (const [index, { count, examples }] of told)
      warn(code, wordsOf(count === 1 ? '1 value' : `${count} values`, columns[index]?.name ?? '', examples[0] ?? ''))
  }
  each(
    'digits_lost',
    shortened,
    (count, column, example) =>
      `${count} of "${column}" such as ${example}: a spreadsheet shortened them, and their last digits are gone. They are kept as ` +
      'text. Format the column as text where the file comes from, and save it again.',
  )
  each(
    'numbers_ambiguous',
    unsure,
    (count, column, example) =>
      `${count} of "${column}" such as ${example} can be thousands or decimals. Choose the decimal sign; until then they are kept as text.`,
  )
  each(
    'names_in_emails',
    named,
    (count, column, example) =>
      `${count} of "${column}" with a name before the address, such as ${example}: the address is imported.`,
  )
  for (const { name, guessed_type, choices, values } of columns) {
    const other = guessed_type === 'select' && values.find((value) => !choices.includes(value.trim()))
    if (other)
      warn(
        'choices_joined',
        `Spellings of "${name}" that differ in letter case alone, such as ${other.trim()}, become one choice: ` +
          `${choices.join(', ')}. To keep them apart, import the column as text.`,
      )
  }
  const isTwice = /^(.*) \(\d+\)$/
  const twice = columns.filter(({ name }) => columns.some((other) => isTwice.exec(name)?.[1] === other.name))
  if (file.header && twice.length > 0)
    warn('duplicate_names', `Duplicate names got numbers: ${list(twice.map(({ name }) => name))}.`)
  return {
    format: file.format,
    encoding: file.encoding,
    delimiter: file.delimiter,
    header: file.header,
    skip_rows: file.skip_rows,
    sheet: file.sheet,
    sheets: [...file.sheets],
    columns: columns.map(({ index, name, samples, guessed_type, date_order, decimal }) => ({
      index,
      name,
      samples,
      fill_rate: total === 0 ? 0 : Math.round(((filled[index] ?? 0) / total) * 10_000) / 10_000,
      guessed_type,
      target: targets[index] ?? { kind: 'skip' as const },
      unparsed: tally.get(index) ?? { count: 0, examples: [] },
      date_order,
      decimal,
    })),
    rows: file.sample
      .filter(isFilled)
      .slice(0, SHOWN_ROWS)
      .map(({ fields }) => fields.map((value) => cutText(displayText(value), SHOWN_CELL))),
    identity: proposeIdentity(columns, targets, identity, file.sample.length),
    ...file.cleaning,
    identical_rows: identical,
    warnings,
    checked_rows: Math.min(total, CHECKED_ROWS),
    total_rows: total,
  }
}

function typeOf(target: ImportTarget, existing: readonly ColumnConfig[]): InputColumn['input_type'] | null {
  if (target.kind === 'new') return target.input_type
  const column = target.kind === 'column' ? existing.find(({ id }) => id === target.column_id) : undefined
  return column?.type === 'input' ? column.input_type : null
}

const isFilled = (record: FileRecord) => !isBlankRow(record)
const rows = (count: number) => (count === 1 ? '1 row' : `${count} rows`)

function list(names: string[]): string {
  const shown = names
    .slice(0, 5)
    .map((name) => `"${name}"`)
    .join(', ')
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown
}

const cells = (count: number) => (count === 1 ? '1 cell' : `${count.toLocaleString('en')} cells`)
