// Places rows into a workbook by its identity: those it knows are changed, the others added at the end, each with an outcome.
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { KnownRow } from '../store/follow.ts'
import { differences } from '../store/recorder.ts'
import { insertRows, lockRowsByKey, type NewRow, updateRowData } from '../store/rows.writes.ts'
import { MERGED, planRow, type UpsertPolicy, type UpsertTarget } from './upsert.logic.ts'

/** A row that could be read, under its place in the call. */
export interface ReadRow {
  index: number
  data: JsonObject
  key: string | null
}

export interface RowOutcome {
  row_id: string
  outcome: 'created' | 'updated' | 'unchanged'
}

export interface UpsertedRows {
  created: NewRow[]
  updated: string[]
  /** All of them with their values. */
  known: KnownRow[]
}

export interface RowUpsert {
  existing: 'overwrite' | 'fill_blanks' | 'skip'
  /** Called when a row has been placed; a later call for the same row counts. */
  tell: (index: number, outcome: RowOutcome) => void
  /** So many positions for rows about to be added, in their order. */
  positions: (count: number) => Promise<readonly number[]>
  change_id: string
}

/**
 * Writes the rows and tells what became of each. A row that another transaction adds meanwhile is found in the next round. The caller
 * puts the change on record and settles the counters.
 */
export async function upsertRows(
  tx: WorkspaceTx,
  workbookId: string,
  read: readonly ReadRow[],
  { existing, tell, positions, change_id }: RowUpsert,
): Promise<UpsertedRows> {
  const changed: UpsertedRows = { created: [], updated: [], known: [] }
  const policy: UpsertPolicy = { existing, newer_by: null, new_rows: 'create', duplicates: 'merge' }
  for (let left = read; left.length > 0; ) {
    const keys = [...new Set(left.flatMap(({ key }) => key ?? []))].sort()
    const stored = keys.length > 0 ? await lockRowsByKey(tx, workbookId, keys) : []
    const byKey = new Map<string | null, UpsertTarget>()
    for (const { id, identity_key: key, data } of stored) byKey.set(key, { id, key, before: data, data, met: false })
    const added = new Map<string, UpsertTarget>()
    const placed = left.flatMap((one) => {
      const { target, outcome, reason } = planRow(one, byKey.get(one.key), policy)
      if (target === null) return []
      if (one.key !== null) byKey.set(one.key, target)
      if (target.before === null) added.set(target.id, target)
      tell(one.index, { row_id: target.id, outcome: OUTCOMES[reason === MERGED ? 'update' : outcome] })
      return [{ one, target }]
    })
    const rewritten = stored.flatMap((row) => {
      const data = byKey.get(row.identity_key)?.data ?? row.data
      return data === row.data ? [] : [{ ...row, before: row.data, data, differs: differences(row.data, data) }]
    })
    if (rewritten.length > 0) await updateRowData(tx, workbookId, rewritten, { change_id, line: null })
    // Each at most once: a later round looks only for keys that this one has found nowhere.
    changed.known.push(...rewritten.map(({ id, position, before, data }) => ({ id, position, before, after: data })))
    changed.updated.push(...rewritten.map(({ id }) => id))
    const free = await positions(added.size)
    const rows = [...added.values()].map(({ id, key, data }, index) => ({
      id,
      data,
      identity_key: key,
      position: free[index] ?? 0,
    }))
    const inserted = await insertRows(tx, workbookId, rows, change_id)
    const made = rows.filter(({ id }) => inserted.has(id))
    changed.created.push(...made)
    changed.known.push(...made.map(knownOf))
    left = placed.flatMap(({ one, target }) => (target.before === null && !inserted.has(target.id) ? [one] : []))
  }
  return changed
}

const OUTCOMES = { create: 'created', update: 'updated', unchanged: 'unchanged', skip: 'unchanged' } as const

/** A row that was added. */
export function knownOf({ id, position, data }: NewRow): KnownRow {
  return { id, position, before: null, after: data }
}
