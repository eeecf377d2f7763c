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

/** What is chosen for all rows. */
export interface ImportChoice {
  /** Number of the file column that says which row is meant; blank adds every row. */
  key: string
  normaliser: Normaliser
  ignore_plus_tags?: boolean | undefined
  /** Columns that have to agree as well, as the duplicate key of the workbook has it. */
  also?: ImportIdentity['also'] | undefined
  existing: ImportPolicy['existing']
  /** Number of the file column whose date tells which is newer. */
  newer_by: string
  new_rows: ImportPolicy['new_rows']
  duplicates: ImportPolicy['duplicates']
  identical_rows: 'keep' | 'skip'
}

export const usualChoice: ImportChoice = {
  key: '',
  normaliser: 'text',
  existing: 'overwrite',
  newer_by: '',
  new_rows: 'create',
  duplicates: 'merge',
  identical_rows: 'keep',
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

export const goesNowhere = (column: Schemas['ImportColumn'], targets: Targets): boolean =>
  (targets.get(column.index) ?? column.target).kind === 'skip'

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
  blank_words?: boolean
  trim?: boolean
}

/** How a file reads, whatever it is imported into. */
export type FilePreview = Omit<Schemas['ImportPreview'], 'import_id' | 'identity'> & {
  identity?: Schemas['ImportPreview']['identity']
  /** Rows that would not become what they are imported as. */
  rejected?: number
  rejected_rows?: { line: number; reason: string }[]
}

/** How many rows are imported as far as is known before the store is asked. */
export const rowsToImport = (
  { total_rows, rejected = 0, identical_rows: repeated }: FilePreview,
  { identical_rows }: Pick<ImportChoice, 'identical_rows'>,
): number => {
  const fit = (total_rows ?? 0) - rejected
  // A row that is refused may repeat another, too.
  return identical_rows === 'skip' ? Math.max(Math.min(fit, 1), fit - repeated) : fit
}

/** How the file was read, to be read the same way again. */
export function readingOf(preview: FilePreview): TableReading {
  const { format, encoding, delimiter, header, skip_rows, sheet, blank_words, trim } = preview
  return {
    blank_words,
    trim,
    ...(format === 'csv' && { encoding, header, skip_rows }),
    ...(delimiter !== null && { delimiter }),
    ...(sheet !== null && { sheet, header, skip_rows }),
  }
}

/** Whether what was chosen for the columns of before means nothing any more. */
export const isOtherTable = ({ sheet, delimiter }: TableReading) => sheet !== undefined || delimiter !== undefined

/** The same with a correction. Another sheet or delimiter makes another table: where that begins shows by itself. */
export function corrected(preview: FilePreview, change: TableReading): TableReading {
  const { header, skip_rows, ...rest } = readingOf(preview)
  return { ...rest, ...(!isOtherTable(change) && { header, skip_rows }), ...change }
}

/** A file as it was read, and what was chosen for it. */
export interface ImportChoices {
  preview: FilePreview
  targets: Targets
  manners: ValueManners
  choice: ImportChoice
}

/** The request to the server. */
export function importOptions({ preview, targets, manners, choice }: ImportChoices): ImportOptions {
  const { key, normaliser, ignore_plus_tags, also, existing, newer_by, new_rows, duplicates, identical_rows } = choice
  return {
    ...readingOf(preview),
    identical_rows,
    mapping: preview.columns.map((column) => ({
      index: column.index,
      target: targets.get(column.index) ?? column.target,
      ...manners.get(column.index),
    })),
    ...(key !== '' && {
      identity: {
        index: Number(key),
        normaliser,
        ...(ignore_plus_tags && { ignore_plus_tags }),
        ...(also && { also }),
      },
      policy: {
        existing,
        new_rows,
        duplicates,
        ...(existing === 'newer' && newer_by !== '' && { newer_by: Number(newer_by) }),
      },
    }),
  }
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

/** What stands in the way of an import, said at the foot of it: targets, values that can mean two, a newer row without a date. */
export function openQuestions({ preview, targets, manners, choice }: ImportChoices, existing: Column[]): string[] {
  const typeIn = (column: Schemas['ImportColumn']) =>
    typeOfTarget(targets.get(column.index) ?? column.target, existing) ?? ''
  const questions = preview.columns.flatMap((column) => {
    const manner = manners.get(column.index)
    if (column.date_order === 'ambiguous' && DATED.has(typeIn(column)) && !manner?.date_order)
      return [`Say whether the dates in “${column.name}” begin with the day or the month.`]
    if (column.decimal === 'ambiguous' && NUMERIC.has(typeIn(column)) && !manner?.decimal)
      return [`Say whether numbers such as 1.500 in “${column.name}” are thousands or decimals.`]
    return []
  })
  if (choice.key !== '' && choice.existing === 'newer' && choice.newer_by === '')
    questions.push('Choose the date that tells which row is newer.')
  return questions
}
