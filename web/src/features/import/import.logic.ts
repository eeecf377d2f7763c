// The rules of an import's form: where file columns go, what cannot be, and what is sent. Pure.
import type {
  Column,
  ImportColumn,
  ImportOptions,
  ImportPreview,
  ImportTarget,
  InputType,
  Normaliser,
} from '../../api/shapes.ts'

export interface Matching {
  /** File column that says which row is meant; null adds every row. */
  index: number | null
  normaliser: Normaliser
  existing: 'overwrite' | 'fill_blanks' | 'skip'
  new_rows: 'create' | 'skip'
}

export const noMatching: Matching = { index: null, normaliser: 'text', existing: 'overwrite', new_rows: 'create' }

export type Targets = ReadonlyMap<number, ImportTarget>

const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** What is wrong with each file column's target, by index; empty when the import can go on. */
export function targetErrors(columns: ImportColumn[], targets: Targets, existing: Column[]): Map<number, string> {
  const errors = new Map<number, string>()
  const taken = new Map<string, ImportColumn>()
  for (const column of columns) {
    const target = targets.get(column.index) ?? column.target
    if (target.kind === 'skip') continue
    let key: string
    if (target.kind === 'new') {
      const name = target.name.trim()
      if (!name) {
        errors.set(column.index, 'A new column needs a name.')
        continue
      }
      if (existing.some((one) => sameName(one.name, name))) {
        errors.set(column.index, `“${name}” exists already. Choose it as the target, or take another name.`)
        continue
      }
      key = `new:${name.toLowerCase()}`
    } else {
      key = `column:${target.column_id}`
    }
    const other = taken.get(key)
    if (other) errors.set(column.index, `“${other.name}” goes there already. Two file columns cannot share a target.`)
    else taken.set(key, column)
  }
  return errors
}

/** How many file columns end up somewhere. */
export function mappedCount(columns: ImportColumn[], targets: Targets): number {
  return columns.filter((column) => (targets.get(column.index) ?? column.target).kind !== 'skip').length
}

/** The normaliser that fits a column by what is in it. */
export function normaliserFor(type: InputType, name: string): Normaliser {
  if (type === 'email') return 'email'
  if (type === 'phone') return 'phone'
  if (type === 'url' || /domain|website|web site|url/i.test(name)) return 'domain'
  return 'text'
}

export interface Reading {
  encoding?: string
  delimiter?: string
  header?: boolean
  sheet?: string
}

/** How the file was read, to be read the same way again. */
export function readingOf({ format, encoding, delimiter, header, sheet }: ImportPreview): Reading {
  return {
    ...(format === 'csv' && { encoding, header }),
    ...(delimiter !== null && { delimiter }),
    ...(sheet !== null && { sheet, header }),
  }
}

/** What the server is told. Without `columns` only how to read the file. */
export function importOptions(
  reading: Reading,
  columns: ImportColumn[] = [],
  targets: Targets = new Map(),
  matching: Matching = noMatching,
): ImportOptions {
  const options: ImportOptions = { ...reading }
  if (columns.length === 0) return options
  options.mapping = columns.map((column) => ({
    index: column.index,
    target: targets.get(column.index) ?? column.target,
  }))
  if (matching.index !== null) {
    options.identity = { index: matching.index, normaliser: matching.normaliser }
    options.policy = { existing: matching.existing, new_rows: matching.new_rows }
  }
  return options
}

/** RFC 4180: the rejected rows as a file, with line and reason in front. */
export function rejectedCsv(columns: string[], rows: { line: number; reason: string; values: string[] }[]): string {
  const quote = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
  const lines = [['Line', 'Reason', ...columns], ...rows.map((row) => [String(row.line), row.reason, ...row.values])]
  return `${lines.map((line) => line.map(quote).join(',')).join('\r\n')}\r\n`
}
