// Looks through a file that is to be imported: how it reads, what it holds, where its columns would go. Stores nothing.
import type { ColumnConfig } from '../../engine/columns.schema.ts'
import type { CsvFile } from './csv-file.reads.ts'
import type { CsvRecord } from './csv-reader.logic.ts'
import { guessType } from './guess.logic.ts'
import type { ImportPreview, ImportWarning } from './import.schema.ts'
import { type FileColumn, proposeTargets } from './mapping.logic.ts'
import { isBlankRow, problemOfRow } from './row-reading.logic.ts'

const SHOWN_ROWS = 20
const SHOWN_CELL = 1000

/** What the columns of an opened file seem to hold, from its first rows. */
export function fileColumns({ names, sample, header }: CsvFile): (FileColumn & { samples: string[] })[] {
  return names.map((name, index) => {
    const values = sample.map(({ fields }) => fields[index] ?? '').filter((value) => value.trim() !== '')
    return {
      index,
      name,
      isBlank: values.length === 0,
      isNamed: header && name !== `Column ${index + 1}`,
      guessed_type: guessType(values, header ? name : ''),
      samples: values.slice(0, 3).map((value) => value.slice(0, SHOWN_CELL)),
    }
  })
}

/** Reads the file to its end, so that what is told of it is true of all of it. */
export async function previewFile(file: CsvFile, existing: readonly ColumnConfig[]): Promise<ImportPreview> {
  const columns = fileColumns(file)
  const targets = proposeTargets(columns, existing)
  const filled = new Array<number>(columns.length).fill(0)
  let total = 0
  let refused = 0
  let firstRefused: { line: number; reason: string } | null = null
  let short = 0
  for await (const group of file.rows())
    for (const record of group) {
      if (isBlankRow(record)) continue
      total++
      const reason = problemOfRow(record, file.names)
      if (reason !== null) {
        refused++
        firstRefused ??= { line: record.line, reason }
      }
      if (record.fields.length < columns.length) short++
      for (let index = 0; index < columns.length; index++)
        if (record.fields[index]) filled[index] = (filled[index] ?? 0) + 1
    }
  const warnings: ImportWarning[] = []
  const warn = (code: string, message: string) => warnings.push({ code, message })
  if (total === 0)
    warn('no_rows', file.header ? 'The file holds a row of names and nothing else.' : 'The file holds no rows.')
  if (firstRefused)
    warn(
      'rows_refused',
      `${rows(refused)} cannot be imported; the first is on line ${firstRefused.line}: ${firstRefused.reason}.`,
    )
  if (short > 0)
    warn('rows_short', `${rows(short)} with fewer values than there are columns; what is missing stays blank.`)
  if (file.hadNul) warn('nul_removed', 'The file holds NUL characters; they are left out.')
  if (file.replaced)
    warn(
      'encoding_errors',
      `Some characters are not ${file.encoding.toUpperCase()}. Choose the encoding the file was saved in.`,
    )
  const isTwice = /^(.*) \(\d+\)$/
  const twice = columns.filter(({ name }) => columns.some((other) => isTwice.exec(name)?.[1] === other.name))
  if (file.header && twice.length > 0)
    warn('duplicate_names', `Names that come more than once are told apart: ${list(twice.map(({ name }) => name))}.`)
  return {
    encoding: file.encoding,
    delimiter: file.delimiter,
    header: file.header,
    columns: columns.map(({ index, name, samples, guessed_type }) => ({
      index,
      name,
      samples,
      fill_rate: total === 0 ? 0 : Math.round(((filled[index] ?? 0) / total) * 10_000) / 10_000,
      guessed_type,
      target: targets[index] ?? { kind: 'skip' as const },
    })),
    rows: file.sample
      .filter(isFilled)
      .slice(0, SHOWN_ROWS)
      .map(({ fields }) => fields.map((value) => value.slice(0, SHOWN_CELL))),
    warnings,
    total_rows: total,
  }
}

const isFilled = (record: CsvRecord) => !isBlankRow(record)
const rows = (count: number) => (count === 1 ? '1 row' : `${count} rows`)

function list(names: string[]): string {
  const shown = names
    .slice(0, 5)
    .map((name) => `"${name}"`)
    .join(', ')
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown
}
