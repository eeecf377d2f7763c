// The rules of an import's form: where file columns go, what cannot be, and what is sent. Pure.
import type {
  Column,
  ImportIdentity,
  ImportMapping,
  ImportOptions,
  ImportPolicy,
  InputType,
  Normaliser,
  Schemas,
} from '../../api/shapes.ts'

export interface MatchingChoice {
  /** File column that says which row is meant; null adds every row. */
  index: number | null
  normaliser: Normaliser
  ignore_plus_tags?: boolean
  /** Columns that have to agree as well, as the duplicate key of the workbook has it. */
  also?: ImportIdentity['also']
  existing: ImportPolicy['existing']
  /** File column whose date tells which is newer. */
  newer_by: number | null
  new_rows: ImportPolicy['new_rows']
  duplicates: ImportPolicy['duplicates']
}

export const noMatching: MatchingChoice = {
  index: null,
  normaliser: 'text',
  existing: 'overwrite',
  newer_by: null,
  new_rows: 'create',
  duplicates: 'merge',
}

/** How the values of file columns are read, where that is other than the file shows by itself. */
export type ValueManners = ReadonlyMap<number, Pick<ImportMapping, 'unparsed' | 'date_order' | 'decimal'>>

export type Targets = ReadonlyMap<number, Schemas['ImportTarget']>

const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** What is wrong with each file column's target, by index; empty when the import can go on. `shared` may have several columns. */
export function targetErrors(
  columns: Schemas['ImportColumn'][],
  targets: Targets,
  existing: Column[],
  shared: ReadonlySet<string> = new Set(),
): Map<number, string> {
  const errors = new Map<number, string>()
  const taken = new Map<string, Schemas['ImportColumn']>()
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
      if (shared.has(target.column_id)) continue
      key = `column:${target.column_id}`
    }
    const other = taken.get(key)
    if (other) errors.set(column.index, `“${other.name}” goes there already. Two file columns cannot share a target.`)
    else taken.set(key, column)
  }
  return errors
}

/** How many file columns end up somewhere. */
export function mappedCount(columns: Schemas['ImportColumn'][], targets: Targets): number {
  return columns.filter((column) => (targets.get(column.index) ?? column.target).kind !== 'skip').length
}

/** The normaliser that fits a column by what is in it. */
export function normaliserFor(type: InputType, name: string): Normaliser {
  if (type === 'email') return 'email'
  if (type === 'phone') return 'phone'
  if (type === 'url' || /domain|website|web site|url/i.test(name)) return 'domain'
  return 'text'
}

export interface TableReading {
  encoding?: string
  delimiter?: string
  header?: boolean | undefined
  skip_rows?: number | undefined
  sheet?: string
}

/** How a file reads, whatever it is imported into. */
export type FilePreview = Omit<Schemas['ImportPreview'], 'import_id' | 'identity'>

/** How the file was read, to be read the same way again. */
export function readingOf({ format, encoding, delimiter, header, skip_rows, sheet }: FilePreview): TableReading {
  return {
    ...(format === 'csv' && { encoding, header, skip_rows }),
    ...(delimiter !== null && { delimiter }),
    ...(sheet !== null && { sheet, header, skip_rows }),
  }
}

/** The same with a correction. Another sheet or delimiter makes another table: where that begins shows by itself. */
export function corrected(preview: FilePreview, change: TableReading): TableReading {
  const { header, skip_rows, ...rest } = readingOf(preview)
  const isOther = change.sheet !== undefined || change.delimiter !== undefined
  return { ...rest, ...(!isOther && { header, skip_rows }), ...change }
}

/** The request to the server. Without `columns` only how to read the file. */
export function importOptions(
  reading: TableReading,
  columns: Schemas['ImportColumn'][] = [],
  targets: Targets = new Map(),
  matching: MatchingChoice = noMatching,
  manners: ValueManners = new Map(),
): ImportOptions {
  const options: ImportOptions = { ...reading }
  if (columns.length === 0) return options
  options.mapping = columns.map((column) => ({
    index: column.index,
    target: targets.get(column.index) ?? column.target,
    ...manners.get(column.index),
  }))
  if (matching.index !== null) {
    const { index, normaliser, ignore_plus_tags, also, existing, newer_by, new_rows, duplicates } = matching
    options.identity = { index, normaliser, ...(ignore_plus_tags && { ignore_plus_tags }), ...(also && { also }) }
    options.policy = {
      existing,
      new_rows,
      duplicates,
      ...(existing === 'newer' && newer_by !== null && { newer_by }),
    }
  }
  return options
}

/** The type that a file column's values are read by; null when it goes nowhere or into a deleted column. */
export function typeOfTarget(target: Schemas['ImportTarget'], existing: Column[]): InputType | null {
  if (target.kind === 'new') return target.input_type
  const column = target.kind === 'column' ? existing.find(({ id }) => id === target.column_id) : undefined
  return (column as { input_type?: InputType } | undefined)?.input_type ?? null
}

/** Types whose values begin with a day. */
const DATED: ReadonlySet<string> = new Set(['date', 'datetime'])

const NUMERIC: ReadonlySet<string> = new Set(['number', 'currency', 'percent'])

/** What stands in the way of a plan: a date or a number without a chosen format, a newer row without a date to tell it by. */
export function openQuestions(
  columns: Schemas['ImportColumn'][],
  targets: Targets,
  manners: ValueManners,
  matching: MatchingChoice,
  existing: Column[],
): string[] {
  const typeIn = (column: Schemas['ImportColumn']) =>
    typeOfTarget(targets.get(column.index) ?? column.target, existing) ?? ''
  const questions = columns.flatMap((column) => {
    const manner = manners.get(column.index)
    if (column.date_order === 'ambiguous' && DATED.has(typeIn(column)) && !manner?.date_order)
      return [`Say whether the dates in “${column.name}” begin with the day or the month.`]
    if (column.decimal === 'ambiguous' && NUMERIC.has(typeIn(column)) && !manner?.decimal)
      return [`Say whether numbers such as 1.500 in “${column.name}” are thousands or decimals.`]
    return []
  })
  if (matching.index !== null && matching.existing === 'newer' && matching.newer_by === null)
    questions.push('Choose the date that tells which row is newer.')
  return questions
}
