// Writes the records of a source into a workbook: each is known again by what the source calls it, else by the workbook's identity.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { type OpenWorkbook, openForWriting } from '../opening/structure.lock.ts'
import { readValues } from '../reading/row-reading.logic.ts'
import { decimalOfPeople, decimalOfProgram, type UNPARSED } from '../reading/value-reading.logic.ts'
import { requireBuilt } from '../rows/duplicate-key.commands.ts'
import { settle } from '../rows/new-rows.commands.ts'
import { outcomeOf, type ReadRow, upsertRows } from '../rows/upsert.commands.ts'
import { policyOf } from '../rows/upsert.logic.ts'
import { identityKey, normalKey } from '../store/identity.logic.ts'
import { newChange } from '../store/recorder.ts'
import { positionsOf, type ReservedPositions, reservePositions } from '../store/rows/positions.writes.ts'
import { writeSource } from '../store/rows/row-marks.writes.ts'
import { lockRowData } from '../store/rows/rows.writes.ts'
import { type KnownRecord, keepRecords, keepSeen, readRecords } from './brought.writes.ts'

export interface MappedField {
  field: string
  column_id: string
  /** What happens to text that is not of the column's type. */
  unparsed: (typeof UNPARSED)[number]
}

export interface BroughtRecord {
  /** Never blank. */
  record_id: string
  /** Other ids by which it may be known already. */
  also?: readonly string[]
  values: JsonObject
}

export interface RecordIntake {
  source_id: string
  /** The run, whose records are told from those that the source has no longer. */
  job_id: string
  label: string
  mapping: readonly MappedField[]
  mode: 'append' | 'upsert' | 'mirror'
  existing: 'overwrite' | 'fill_blanks'
  /** The records are rows of a file, which people write. */
  is_file?: boolean
  /** Records whose row was deleted get a new one. */
  again: boolean
  /** What the rows go on record as; `is_known` when the line of it is there. */
  change: { id: string; is_known: boolean }
  /** How a row says where it comes from. */
  provenance: (record: BroughtRecord) => JsonObject
}

export type RecordOutcome = 'created' | 'updated' | 'unchanged' | 'rejected' | 'deleted_before'

export interface BroughtOutcome {
  outcome: RecordOutcome
  reason: string | null
}

/** The key of a record in its source; one without an id is known by its content, as the caller says. */
export const recordKey = (recordId: string): string => normalKey('external_id', recordId) ?? ''

/** Positions for so many records, before the transaction that writes them; what is not used stays a gap. */
export const reserveForRecords = (
  database: Database,
  { workspace_id }: Pick<WorkspaceTx, 'workspace_id'>,
  workbookId: string,
  count: number,
): Promise<ReservedPositions> => reservePositions(database, workspace_id, workbookId, count)

/** Which of the records are rows already. */
export async function countNew(tx: WorkspaceTx, sourceId: string, records: readonly BroughtRecord[]): Promise<number> {
  const known = await readRecords(tx, sourceId, [...new Set(records.map(({ record_id }) => recordKey(record_id)))])
  return records.length - known.size
}

/** The records under the ids by which they are known; ids of one call stay different. */
export async function useKnownIds<R extends BroughtRecord>(
  tx: WorkspaceTx,
  sourceId: string,
  records: readonly R[],
): Promise<R[]> {
  if (records.every(({ also = [] }) => also.length === 0)) return [...records]
  const ids = records.flatMap(({ record_id, also = [] }) => [record_id, ...also])
  const known = await readRecords(tx, sourceId, [...new Set(ids.map(recordKey))])
  const taken = new Set(records.map(({ record_id }) => recordKey(record_id)))
  return records.map((record) => {
    if (known.has(recordKey(record.record_id))) return record
    const id = record.also?.find((one) => known.has(recordKey(one)) && !taken.has(recordKey(one)))
    if (id === undefined) return record
    taken.add(recordKey(id))
    return { ...record, record_id: id }
  })
}

/** Records of a run that were rejected before they could be brought: the rows that they have are not gone. */
export const keepRejected = (tx: WorkspaceTx, sourceId: string, jobId: string, recordIds: readonly string[]) =>
  keepSeen(tx, sourceId, jobId, [...new Set(recordIds.map(recordKey).filter((key) => key !== ''))])

/** The outcome of each record, in order. Record ids of one call differ. @throws Refusal `not_found`, `unavailable` */
export async function bringRows(
  tx: WorkspaceTx,
  workbookId: string,
  records: readonly BroughtRecord[],
  how: RecordIntake,
  reserved: ReservedPositions,
): Promise<{ outcomes: BroughtOutcome[]; changed: boolean }> {
  const workbook = await openForWriting(tx, workbookId)
  const identity = requireBuilt(workbook.identity)
  const outcomes: BroughtOutcome[] = []
  const tell = (index: number, outcome: RecordOutcome, reason: string | null = null) => {
    outcomes[index] = { outcome, reason }
  }
  const keys = records.map(({ record_id }) => recordKey(record_id))
  const known = await readRecords(tx, how.source_id, keys)
  const read = readable(workbook, records, how, tell)
  const rowIds = read.flatMap(({ index }) => known.get(keys[index] ?? '')?.row_id ?? [])
  const stored = new Map((await lockRowData(tx, workbook.id, [...new Set(rowIds)].sort())).map((row) => [row.id, row]))
  const placed = read.flatMap(({ index, data }): ReadRow[] => {
    const record = known.get(keys[index] ?? '')
    const row = record?.row_id ? stored.get(record.row_id) : undefined
    if (!record || row || how.again) return [{ index, data, row, key: identity ? identityKey(identity, data) : null }]
    tell(index, 'deleted_before')
    return []
  })
  const change = newChange('source', {}, how.label, how.change.id)
  const rowOf = new Map<number, { row_id: string; made: boolean }>()
  const changed = await upsertRows(tx, workbook.id, placed, {
    policy: policyOf(how.mode === 'append' ? 'skip' : how.existing),
    identity,
    areKnown: true,
    tell(index, { target, ...planned }) {
      if (target === null) return tell(index, 'rejected', planned.reason)
      const { row_id, outcome } = outcomeOf(target, { target, ...planned })
      tell(index, outcome)
      rowOf.set(index, { row_id, made: outcome === 'created' })
    },
    positions: (count) => positionsOf(tx, workbook.id, count, reserved),
    change_id: change.id,
  })
  const isChanged = changed.created.length + changed.updated.length > 0
  await settle(tx, workbook, read, { ...changed, job_id: how.job_id }, change, how.change.is_known)
  await keepRecords(tx, how.source_id, how.job_id, keptOf(keys, known, rowOf, outcomes))
  const made = new Set(changed.created.map(({ id }) => id))
  await writeSource(
    tx,
    workbook.id,
    [...rowOf].flatMap(([index, { row_id }]) => {
      const record = records[index]
      return record && made.has(row_id) ? [{ row_id, source: how.provenance(record) }] : []
    }),
  )
  return { outcomes, changed: isChanged }
}

/** A record that was rejected now keeps the row that it had. */
function keptOf(
  keys: readonly string[],
  known: ReadonlyMap<string, KnownRecord>,
  rowOf: ReadonlyMap<number, { row_id: string; made: boolean }>,
  outcomes: readonly BroughtOutcome[],
) {
  return keys.flatMap((record_key, index) => {
    const before = known.get(record_key)
    const row = rowOf.get(index)
    if (row) return [{ record_key, row_id: row.row_id, made: row.made || (before?.made ?? false) }]
    return before && outcomes[index] ? [{ record_key, row_id: before.row_id, made: before.made }] : []
  })
}

function readable(
  { columns }: OpenWorkbook,
  records: readonly BroughtRecord[],
  { mapping, is_file: isFile = false }: RecordIntake,
  tell: (index: number, outcome: RecordOutcome, reason: string) => void,
): { index: number; data: JsonObject }[] {
  const byId = new Map(columns.map((column) => [column.id, column]))
  const targets = mapping.flatMap((one) => {
    const column: ColumnConfig | undefined = byId.get(one.column_id)
    if (column?.type !== 'input') return []
    const given = records.map(({ values }) => values[one.field] ?? null)
    // What people wrote into a file is kept as text where it can mean two.
    const decimal = isFile ? decimalOfPeople(column.input_type, given) : decimalOfProgram(column.input_type, given)
    return [{ ...one, column, date_order: null, decimal }]
  })
  return records.flatMap(({ values }, index) => {
    const { data, reason } = readValues(targets, ({ field }) => values[field])
    if (reason === null) return [{ index, data }]
    tell(index, 'rejected', reason)
    return []
  })
}
