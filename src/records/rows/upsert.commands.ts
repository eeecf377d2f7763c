// The one writer of incoming rows: updates known rows and adds the others as planned, and returns the outcome of each.
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { ERASED, type ErasureKeys, readErased } from '../lead-facts/erasure.reads.ts'
import type { KnownRow } from '../store/follow.ts'
import type { DuplicateKey } from '../store/identity.logic.ts'
import { type Differences, differences } from '../store/recorder.ts'
import {
  insertFreeRows,
  insertRows,
  lockRowsByKey,
  type NewRow,
  type StoredRow,
  updateRowData,
} from '../store/rows/rows.writes.ts'
import { withKeys } from './rows.commands.ts'
import {
  COUNTED,
  type IncomingRow,
  MERGED,
  type PlannedRow,
  planRows,
  type UpsertPolicy,
  type UpsertTarget,
} from './upsert.logic.ts'

/** A row that could be read, under its place in the call. */
export interface ReadRow {
  index: number
  data: JsonObject
  key: string | null
  /** The row that it is, locked, where that is known otherwise than by its key. */
  row?: StoredRow | undefined
}

export interface RowOutcome {
  row_id: string
  outcome: 'created' | 'updated' | 'unchanged'
}

/** A row that was there, with its values as they were and as they are. */
export interface RewrittenRow extends StoredRow {
  before: JsonObject
  differs: Differences | null
}

export interface UpsertedRows {
  created: NewRow[]
  /** Each once. */
  updated: RewrittenRow[]
}

export interface RowUpsert {
  policy: UpsertPolicy
  /** The duplicate key, by which rows that are known otherwise get their keys again. */
  identity: DuplicateKey | null
  /** False: each row is added, and one whose key is taken goes without it. */
  areKnown: boolean
  /** Called once for each row, when it is written or refused. */
  tell: (index: number, placed: PlannedRow) => void
  /** Reserves this many positions for new rows, in their order. */
  positions: (count: number) => Promise<readonly number[]>
  change_id: string
  erasureKeys?: ErasureKeys
  /** False for keys that no row has, unless another transaction adds one meanwhile; absent: any may be there. */
  mayBeThere?: (key: string) => boolean
  /** Rows that are not known are hardly ever added by another transaction meanwhile. */
  areFree?: boolean
}

/**
 * Writes the rows and returns the outcome of each. A row that another transaction adds meanwhile is found in the next round. The caller
 * puts the change on record and settles the counters.
 */
export async function upsertRows(
  tx: WorkspaceTx,
  workbookId: string,
  brought: readonly ReadRow[],
  how: RowUpsert,
): Promise<UpsertedRows> {
  const created: NewRow[] = []
  const updated = new Map<string, RewrittenRow>()
  const read = await withoutErased(tx, brought, how)
  const round = async (rows: readonly ReadRow[], known: Map<string, UpsertTarget> | null, stored: StoredRows) => {
    const given = rows.map(({ key, data, row }): IncomingRow => ({ key, data, is: row && stored.get(row.id)?.target }))
    const planned = planRows(given, known, how.policy)
    await rewrite(tx, workbookId, stored, known === null ? how : { ...how, identity: null }, updated)
    const made = await add(tx, workbookId, planned, how)
    for (const row of made) created.push(row)
    const there = new Set(made.map(({ id }) => id))
    return rows.filter(({ index }, place) => {
      const placed = planned[place] as PlannedRow
      if (placed.target?.before === null && !there.has(placed.target.id)) return true
      how.tell(index, placed)
      return false
    })
  }
  const identified = read.flatMap(({ row }) => row ?? [])
  // First: the others are looked for by what these say then.
  if (identified.length > 0)
    await round(
      read.filter(({ row }) => row),
      null,
      storedRows(identified),
    )
  let left: readonly ReadRow[] = identified.length > 0 ? read.filter(({ row }) => !row) : read
  if (!how.areKnown) await round(left, null, new Map())
  else
    for (let isFirst = true; left.length > 0; isFirst = false) {
      const mayBeThere = isFirst ? how.mayBeThere : undefined
      const stored = await findRows(tx, workbookId, left, mayBeThere)
      const known = new Map<string, UpsertTarget>()
      for (const { target } of stored.values()) if (target.key !== null) known.set(target.key, target)
      left = await round(left, known, stored)
    }
  return { created, updated: [...updated.values()] }
}

/** Rows that are locked, each with its planned outcome. */
type StoredRows = ReadonlyMap<string, { row: StoredRow; target: UpsertTarget }>

function storedRows(rows: readonly StoredRow[]): StoredRows {
  return new Map(
    rows.map((row) => {
      const { id, identity_key: key, data } = row
      return [id, { row, target: { id, key, before: data, data, met: false } }]
    }),
  )
}

async function findRows(
  tx: WorkspaceTx,
  workbookId: string,
  rows: readonly ReadRow[],
  mayBeThere: RowUpsert['mayBeThere'],
): Promise<StoredRows> {
  const keys = new Set<string>()
  for (const { key } of rows) if (key !== null && mayBeThere?.(key) !== false) keys.add(key)
  return storedRows(keys.size === 0 ? [] : await lockRowsByKey(tx, workbookId, [...keys].sort()))
}

async function withoutErased(
  tx: WorkspaceTx,
  brought: readonly ReadRow[],
  { erasureKeys, tell }: RowUpsert,
): Promise<readonly ReadRow[]> {
  const erased = await readErased(
    tx,
    brought.map(({ data }) => data),
    erasureKeys,
  )
  if (erased.size === 0) return brought
  for (const { index, data } of brought)
    if (erased.has(data)) tell(index, { outcome: 'reject', target: null, reason: ERASED })
  return brought.filter(({ data }) => !erased.has(data))
}

async function rewrite(
  tx: WorkspaceTx,
  workbookId: string,
  stored: StoredRows,
  { identity, change_id }: RowUpsert,
  updated: Map<string, RewrittenRow>,
): Promise<void> {
  const rows: RewrittenRow[] = []
  for (const { row, target } of stored.values())
    if (target.data !== row.data)
      rows.push({ ...row, before: row.data, data: target.data, differs: differences(row.data, target.data) })
  if (rows.length === 0) return
  const keyed = await withKeys(tx, workbookId, identity, rows)
  await updateRowData(tx, workbookId, keyed, { change_id, line: null })
  for (const row of keyed) {
    const before = updated.get(row.id)?.before
    updated.set(row.id, before ? { ...row, before, differs: differences(before, row.data) } : row)
  }
}

/** Adds the rows that are to be made; those of which another transaction took the key meanwhile are not among the answer. */
async function add(
  tx: WorkspaceTx,
  workbookId: string,
  planned: readonly PlannedRow[],
  { areKnown, areFree = false, positions, change_id }: RowUpsert,
): Promise<NewRow[]> {
  const targets = new Set<UpsertTarget>()
  for (const { target } of planned) if (target?.before === null) targets.add(target)
  if (targets.size === 0) return []
  const free = await positions(targets.size)
  const rows: NewRow[] = []
  for (const { id, key, data } of targets) rows.push({ id, data, identity_key: key, position: free[rows.length] ?? 0 })
  if (!areKnown) return addRows(tx, workbookId, rows, change_id)
  if (areFree && (await insertFreeRows(tx, workbookId, rows, change_id))) return rows
  const inserted = await insertRows(tx, workbookId, rows, change_id)
  return inserted.size === rows.length ? rows : rows.filter(({ id }) => inserted.has(id))
}

/** Adds all of these rows; one whose key is taken goes without it. */
export async function addRows(
  tx: WorkspaceTx,
  workbookId: string,
  rows: readonly NewRow[],
  changeId: string,
): Promise<NewRow[]> {
  const inserted = await insertRows(tx, workbookId, rows, changeId)
  if (inserted.size === rows.length) return [...rows]
  const all = rows.map((row) => (inserted.has(row.id) ? row : { ...row, identity_key: null }))
  await insertRows(
    tx,
    workbookId,
    all.filter(({ id }) => !inserted.has(id)),
    changeId,
  )
  return all
}

/** The outcome of a row, for the caller. */
export function outcomeOf({ id }: UpsertTarget, { outcome, reason }: PlannedRow): RowOutcome {
  const word = COUNTED[reason === MERGED ? 'update' : outcome]
  return { row_id: id, outcome: word === 'skipped' || word === 'rejected' ? 'unchanged' : word }
}

/** Rows that were added or changed, with their values. */
export function knownRows({ created, updated }: UpsertedRows): KnownRow[] {
  return [
    ...created.map(({ id, position, data }) => ({ id, position, before: null, after: data })),
    ...updated.map(({ id, position, before, data }) => ({ id, position, before, after: data })),
  ]
}
