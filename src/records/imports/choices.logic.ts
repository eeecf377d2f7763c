// What the options of an import mean for a file that was opened: the columns written to, the duplicate key, what happens to them.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { InputColumn } from '../../engine/columns/kinds/input.kind.ts'
import { refuseField } from '../../kernel/errors.ts'
import type { TableFile } from '../reading/formats/table-file.ts'
import type { MappedFileColumn } from '../reading/row-reading.logic.ts'
import { policyOf, type UpsertPolicy } from '../rows/upsert.logic.ts'
import type { DuplicateKey } from '../store/identity.logic.ts'
import type { ImportOptions, ImportTarget } from './import.schema.ts'
import { checkMapping, type FileColumn, type MappedColumn, proposeTargets } from './mapping.logic.ts'
import type { RemoteFile } from './reader/read-file.ts'

/** Where the columns of the file go. Refuses (422) a mapping that is wrong and a file without rows. */
export function mapColumns(
  file: RemoteFile,
  { mapping }: ImportOptions,
  existing: readonly ColumnConfig[],
): MappedColumn[] {
  if (file.names.length === 0) noRows(file)
  const { columns, states } = file
  const proposed = () => proposedTargets(columns, existing, states).map((target, index) => ({ index, target }))
  return checkMapping(mapping ?? proposed(), columns, existing)
}

/** Proposes targets by name and content. Columns in `states` get none, because they hold only the status of a step in another product. */
export function proposedTargets(
  columns: readonly FileColumn[],
  existing: readonly ColumnConfig[],
  states: readonly number[],
): ImportTarget[] {
  const targets = proposeTargets(columns, existing)
  for (const index of states) if (targets[index]?.kind === 'new') targets[index] = { kind: 'skip' }
  return targets
}

/** The new columns among the places, as they are to be made, and where in the request each stands. */
export function wantedColumns(placed: readonly MappedColumn[]) {
  return placed.flatMap(({ place, target }) =>
    target.kind === 'new'
      ? [
          {
            place,
            column: {
              name: target.name,
              type: 'input' as const,
              input_type: target.input_type,
              ...(target.currency && { currency: target.currency }),
              ...(target.number_format && { number_format: target.number_format }),
              ...(target.options && { options: target.options }),
            },
          },
        ]
      : [],
  )
}

/** The columns written to, `added` being the new ones with their ids. Refuses (422) a column that was deleted meanwhile. */
export function mappedColumns(
  placed: readonly MappedColumn[],
  existing: readonly ColumnConfig[],
  added: readonly InputColumn[],
): MappedFileColumn[] {
  let next = 0
  return placed.map(({ index, place, target, unparsed, date_order, decimal }): MappedFileColumn => {
    const column = target.kind === 'new' ? added[next++] : existing.find((one) => one.id === target.column_id)
    if (column?.type === 'input') return { index, column, unparsed, date_order, decimal }
    return refuseField(['options', 'mapping', place, 'target'], 'unknown_column', 'There is no such column')
  })
}

export function identityFor({ identity }: ImportOptions, mapped: readonly MappedFileColumn[]): DuplicateKey | null {
  if (!identity) return null
  const { also = [], ...first } = identity
  const parts = [first, ...also].map(({ index, normaliser, ignore_plus_tags }, place) => {
    const column = mapped.find((one) => one.index === index)?.column
    if (column) return { column_id: column.id, normaliser, ...(ignore_plus_tags && { ignore_plus_tags }) }
    const msg = 'Only an imported column can be the duplicate key'
    return refuseField(
      ['options', 'identity', ...(place === 0 ? [] : ['also', place - 1]), 'index'],
      'value_error',
      msg,
      index,
    )
  })
  return { parts }
}

export function policyFor({ policy }: ImportOptions, mapped: readonly MappedFileColumn[]): UpsertPolicy {
  if (!policy) return policyOf('overwrite')
  const { existing, new_rows, duplicates, newer_by } = policy
  const by = newer_by === undefined ? undefined : mapped.find(({ index }) => index === newer_by)?.column.id
  if (existing === 'newer' && by === undefined)
    refuseField(
      ['options', 'policy', 'newer_by'],
      'value_error',
      'Name an imported column whose date tells which is newer',
      newer_by,
    )
  return { existing, new_rows, duplicates, newer_by: existing === 'newer' ? (by ?? null) : null }
}

export function noRows({ header, names }: Pick<TableFile, 'header' | 'names'>): never {
  const msg = header && names.length > 0 ? 'The file has a header row but no data rows' : 'The file has no rows'
  return refuseField(['file'], 'no_rows', msg)
}
