// Maps columns of a file to columns of a workbook: proposes targets by name and content, and checks a chosen mapping.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { InputColumn } from '../../engine/columns/kinds/input.kind.ts'
import { type FieldError, refuse } from '../../kernel/errors.ts'
import { freeName } from '../reading/formats/dialect.logic.ts'
import { MAX_COLUMNS } from '../reading/formats/table-file.ts'
import type { InputType } from '../reading/guess.logic.ts'
import type { HowToReadValues } from '../reading/value-reading.logic.ts'
import { cleanName } from '../store/columns/columns.logic.ts'
import { leadFieldOf, plain } from '../store/columns/lead-fields.logic.ts'
import type { ImportOptions, ImportTarget } from './import.schema.ts'

export interface FileColumn {
  index: number
  name: string
  /** True when no value was found in the rows that were read. */
  isBlank: boolean
  /** True when the file has a name for the column. */
  isNamed: boolean
  guessed_type: InputType
  currency?: string | undefined
  number_format?: 'plain' | undefined
  /** Its different values, letter case joined; none when they are many. */
  choices: readonly string[]
  date_order: 'dmy' | 'mdy' | 'ambiguous' | null
  decimal: '.' | ',' | 'ambiguous' | null
}

const TELLING: ReadonlySet<InputType> = new Set(['email', 'url', 'phone'])

/**
 * A target for each column, none twice: the workbook's column of the same name, else of the same meaning (`Website` and
 * `company url`), else the only one of the same telling content, else a new one. Blank columns without a name are left out.
 */
export function proposeTargets(file: readonly FileColumn[], existing: readonly ColumnConfig[]): ImportTarget[] {
  const free = new Map(existing.flatMap((column) => (column.type === 'input' ? [[column.id, column] as const] : [])))
  const targets = new Map<number, ImportTarget>()
  const match = (fits: (column: FileColumn, one: InputColumn) => boolean, isSingle = false) => {
    for (const column of file) {
      if (targets.has(column.index)) continue
      const found = [...free.values()].filter((one) => fits(column, one))
      const [hit] = found
      if (!hit || (isSingle && found.length > 1)) continue
      free.delete(hit.id)
      targets.set(column.index, { kind: 'column', column_id: hit.id })
    }
  }
  match((column, one) => cleanName(column.name).toLowerCase() === one.name.toLowerCase())
  match((column, one) => plain(column.name) !== '' && plain(column.name) === plain(one.name))
  match((column, one) => leadFieldOf(column.name) !== undefined && leadFieldOf(column.name) === leadFieldOf(one.name))
  const alone = (type: InputType) => file.filter((one) => one.guessed_type === type).length === 1
  match(
    ({ guessed_type: type, name }, one) =>
      TELLING.has(type) && alone(type) && one.input_type === type && leadFieldOf(name) === undefined,
    true,
  )
  const taken = new Set(existing.map((column) => column.name.toLowerCase()))
  return file.map((column) => {
    const { index, name, isBlank, isNamed, guessed_type, currency, number_format } = column
    const target = targets.get(index)
    if (target) return target
    if (isBlank && !isNamed) return { kind: 'skip' }
    const added = { kind: 'new', name: freeName(cleanName(name), taken), input_type: guessed_type } as const
    return withChoices({ ...added, ...(currency && { currency }), ...(number_format && { number_format }) }, column)
  })
}

/** A new column of choices offers those of the file, where it names none. */
function withChoices<T extends ImportTarget>(target: T, column: FileColumn | undefined): T {
  if (target.kind !== 'new' || (target.input_type !== 'select' && target.input_type !== 'multi_select')) return target
  if (target.options || !column || column.choices.length === 0) return target
  return { ...target, options: [...column.choices] }
}

export interface MappedColumn extends HowToReadValues {
  index: number
  /** The index in the mapping, for the location of a problem. */
  place: number
  target: Exclude<ImportTarget, { kind: 'skip' }>
}

/**
 * The columns that go somewhere. Refuses (422), all faults at once: a file column that is not there or named twice, a
 * target that does not exist or is computed, two file columns for one target, and a file of which nothing is taken.
 */
export function checkMapping(
  mapping: NonNullable<ImportOptions['mapping']>,
  file: readonly FileColumn[],
  existing: readonly ColumnConfig[],
): MappedColumn[] {
  const names = file.map(({ name }) => name)
  const faults: FieldError[] = []
  const fault = (place: number, member: string[], type: string, msg: string, input: unknown) =>
    faults.push({ loc: ['body', 'options', 'mapping', place, ...member], type, msg, input })
  const byId = new Map(existing.map((column) => [column.id, column]))
  const taken = new Map<string, number>()
  const seen = new Set<number>()
  const placed: MappedColumn[] = []
  for (const [place, { index, target, unparsed, date_order, decimal }] of mapping.entries()) {
    if (index >= names.length)
      fault(place, ['index'], 'value_error', `The file has only ${names.length} columns`, index)
    else if (seen.has(index)) fault(place, ['index'], 'value_error', `${quoted(names, index)} is named twice`, index)
    seen.add(index)
    if (target.kind === 'skip') continue
    if (target.kind === 'column') {
      const column = byId.get(target.column_id)
      if (!column) fault(place, ['target', 'column_id'], 'unknown_column', 'There is no such column', target.column_id)
      else if (column.type !== 'input')
        fault(place, ['target', 'column_id'], 'computed_column', `"${column.name}" is computed`, target.column_id)
    }
    const key = target.kind === 'column' ? `id ${target.column_id}` : `new ${cleanName(target.name).toLowerCase()}`
    const other = taken.get(key)
    if (other !== undefined) {
      const both = `${quoted(names, other)} and ${quoted(names, index)}`
      fault(place, ['target'], 'duplicate_target', `${both} go to the same column; only one can`, target)
    }
    taken.set(key, index)
    const shown = file[index]
    const order = shown?.date_order === 'ambiguous' ? null : (shown?.date_order ?? null)
    placed.push({
      index,
      place,
      target: withChoices(target, shown),
      unparsed: unparsed ?? 'keep',
      date_order: date_order ?? order,
      decimal: decimal ?? (shown?.decimal === 'ambiguous' ? null : (shown?.decimal ?? null)),
    })
  }
  if (faults.length === 0 && placed.length === 0)
    faults.push({ loc: ['body', 'options', 'mapping'], type: 'value_error', msg: 'No column of the file is imported' })
  if (faults.length > 0) refuse('invalid', faults[0]?.msg ?? '', { fields: faults })
  const added = placed.filter(({ target }) => target.kind === 'new').length
  if (existing.length + added > MAX_COLUMNS) refuse('too_large', `A workbook has at most ${MAX_COLUMNS} columns`)
  return placed
}

function quoted(names: readonly string[], index: number): string {
  return `"${names[index] ?? index}"`
}
