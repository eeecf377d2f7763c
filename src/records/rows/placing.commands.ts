// Places rows into a workbook by its identity: those it knows are changed, the others added at the end, each with an outcome.
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { merge } from '../reading/row-reading.logic.ts'
import type { KnownRow } from '../store/follow.ts'
import { differences } from '../store/recorder.ts'
import { insertRows, lockRowsByKey, type NewRow, updateRowData } from '../store/rows.writes.ts'

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

export interface Changed {
  created: NewRow[]
  updated: string[]
  /** All of them with their values. */
  known: KnownRow[]
}

export interface Placing {
  existing: 'overwrite' | 'fill_blanks' | 'skip'
  /** Called when a row has been placed; a later call for the same row counts. */
  tell: (index: number, outcome: RowOutcome) => void
  /** So many positions for rows about to be added, in their order. */
  positions: (count: number) => Promise<readonly number[]>
  change_id: string
}

/**
 * Writes the rows and tells what became of each. A row added by someone else meanwhile is met in the next round. The caller
 * puts the change on record and settles the counters.
 */
export async function placeRows(
  tx: WorkspaceTx,
  workbookId: string,
  read: readonly ReadRow[],
  { existing, tell, positions, change_id }: Placing,
): Promise<Changed> {
  const changed: Changed = { created: [], updated: [], known: [] }
  for (let left = read; left.length > 0; ) {
    const keys = [...new Set(left.flatMap(({ key }) => key ?? []))].sort()
    const stored = keys.length > 0 ? await lockRowsByKey(tx, workbookId, keys) : []
    const known = new Map(stored.map((row) => [row.identity_key, row]))
    const before = new Map(stored.map(({ id, data }) => [id, data]))
    const made = new Map<string, { data: JsonObject }>()
    const updated = new Set<string>()
    const added: { id: string; key: string | null; data: JsonObject; of: ReadRow[] }[] = []
    for (const one of left) {
      const row = one.key === null ? undefined : known.get(one.key)
      const twin = one.key === null ? undefined : made.get(one.key)
      const met = row ?? twin
      const merged = met && (existing === 'skip' ? null : merge(met.data, one.data, existing))
      if (met && merged) met.data = merged
      if (row) {
        if (merged) updated.add(row.id)
        tell(one.index, { row_id: row.id, outcome: merged ? 'updated' : 'unchanged' })
      } else if (twin) {
        const group = added.find((group) => group.key === one.key)
        group?.of.push(one)
        if (group) tell(one.index, { row_id: group.id, outcome: merged ? 'updated' : 'unchanged' })
      } else {
        const group = { id: newId(), key: one.key, data: one.data, of: [one] }
        added.push(group)
        if (one.key !== null) made.set(one.key, group)
        tell(one.index, { row_id: group.id, outcome: 'created' })
      }
    }
    const rewritten = stored.filter(({ id }) => updated.has(id))
    if (rewritten.length > 0) {
      const differing = rewritten.map((row) => ({ ...row, differs: differences(before.get(row.id) ?? {}, row.data) }))
      await updateRowData(tx, workbookId, differing, { change_id, line: null })
    }
    // Each at most once: a later round looks only for keys that this one has found nowhere.
    for (const { id, position, data } of rewritten)
      changed.known.push({ id, position, before: before.get(id) ?? {}, after: data })
    changed.updated.push(...updated)
    const inserted = await insertNew(tx, workbookId, added, await positions(added.length), change_id)
    changed.created.push(...inserted)
    changed.known.push(...inserted.map(knownOf))
    const there = new Set(inserted.map(({ id }) => id))
    left = added.filter(({ id }) => !there.has(id)).flatMap(({ of }) => of)
  }
  return changed
}

/** A row that was added. */
export function knownOf({ id, position, data }: NewRow): KnownRow {
  return { id, position, before: null, after: data }
}

/** Inserts the rows whose identity is still free; returns those. */
async function insertNew(
  tx: WorkspaceTx,
  workbookId: string,
  added: readonly { id: string; key: string | null; data: JsonObject }[],
  positions: readonly number[],
  madeBy: string,
): Promise<NewRow[]> {
  const rows: NewRow[] = added.map(({ id, key, data }, index) => ({
    id,
    position: positions[index] ?? 0,
    data,
    identity_key: key,
  }))
  const inserted = await insertRows(tx, workbookId, rows, madeBy)
  return rows.filter(({ id }) => inserted.has(id))
}
