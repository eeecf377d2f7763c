// Rows that are the same by some columns: found, merged into the first of each group, or all but the first deleted.
import { refuse } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { type OpenWorkbook, openForWriting } from '../opening/structure.lock.ts'
import { type DuplicateKey, identityKey } from '../store/identity.logic.ts'
import { newChange } from '../store/recorder.ts'
import { lockRowData, type StoredRow } from '../store/rows/rows.writes.ts'
import { mustFindWorkbook, readColumns } from '../store/workbooks.reads.ts'
import { mustBeParts } from './duplicate-key.commands.ts'
import type { DuplicatesFound, DuplicatesSettle, DuplicatesSettled, WantedPart } from './duplicate-key.schema.ts'
import { keyedRows } from './preview.reads.ts'
import { deleteRows, writeRows } from './rows.commands.ts'

/** Rows that are shown at once. */
const SHOWN = 200
/** Rows that go at once; what is left over is told, and goes with the next call. */
export const MOST_SETTLED = 5000

interface Found {
  identity: DuplicateKey
  /** Rows with the same key, in their order, the groups by their first. */
  groups: string[][]
}

async function findGroups(
  database: Database,
  at: WorkspaceScope,
  workbookId: string,
  columns: readonly WantedPart[],
): Promise<Found> {
  const { id, identity } = await database.inWorkspace(at, async (tx) => {
    const id = await mustFindWorkbook(tx, workbookId)
    return { id, identity: { parts: mustBeParts(columns, await readColumns(tx, id)) } }
  })
  const first = new Map<number, string>()
  const groups = new Map<number, string[]>()
  for await (const rows of keyedRows(database, at, id, identity)) {
    for (const { key, row_id } of rows) {
      if (key === null) continue
      const before = first.get(key)
      if (before === undefined) first.set(key, row_id)
      else groups.set(key, [...(groups.get(key) ?? [before]), row_id])
    }
  }
  return { identity, groups: [...groups.values()] }
}

const repeatsOf = (groups: readonly string[][]) => groups.reduce((sum, group) => sum + group.length - 1, 0)

/** The rows of the first groups. */
export async function findDuplicates(
  database: Database,
  at: WorkspaceScope,
  workbookId: string,
  columns: readonly WantedPart[],
): Promise<DuplicatesFound> {
  const { groups } = await findGroups(database, at, workbookId, columns)
  return { groups: groups.length, duplicate_rows: repeatsOf(groups), row_ids: groups.flat().slice(0, SHOWN) }
}

/**
 * Merges or deletes, as one change that is undone as one. Refuses (409) when there are not as many duplicates as the caller means.
 * Rows that changed since the search are compared again once they are locked.
 */
export async function settleDuplicates(
  database: Database,
  at: WorkspaceScope,
  workbookId: string,
  { columns, act, expected_count }: DuplicatesSettle,
): Promise<DuplicatesSettled> {
  const { identity, groups } = await findGroups(database, at, workbookId, columns)
  const count = repeatsOf(groups)
  if (count !== expected_count)
    refuse(
      'conflict',
      `${count === 1 ? '1 row repeats' : `${count} rows repeat`} another by now, not ${expected_count}. Nothing was changed. Look at them and confirm the new number.`,
      { extra: { count } },
    )
  const chosen: string[] = []
  for (const group of groups) {
    // A group goes whole, or as far as one call goes.
    if (chosen.length >= MOST_SETTLED) break
    chosen.push(...group.slice(0, MOST_SETTLED - chosen.length))
  }
  return database.inWorkspace(at, async (tx) => {
    const workbook = await openForWriting(tx, workbookId)
    const stored = (await lockRowData(tx, workbook.id, chosen)).sort((a, b) => a.position - b.position)
    const held = groupBy(stored, ({ data }) => identityKey(identity, data))
    const { deleted, changed, change_id } = await settleGroups(tx, workbook, held, act)
    return { deleted, changed, left: count - deleted, change_id }
  })
}

/** Rows that are held: the first of each group stays, the others are merged into it or deleted. One change undoes all of it. */
export async function settleGroups(
  tx: WorkspaceTx,
  workbook: OpenWorkbook,
  groups: readonly (readonly StoredRow[])[],
  act: 'merge' | 'delete',
): Promise<{ deleted: number; changed: number; change_id: string | null }> {
  const repeats = groups.flatMap((group) => group.slice(1).map(({ id }) => id))
  if (repeats.length === 0) return { deleted: 0, changed: 0, change_id: null }
  const words = repeats.length === 1 ? '1 duplicate row' : `${repeats.length.toLocaleString('en')} duplicate rows`
  const label = act === 'merge' ? `Merged ${words}` : `Deleted ${words}`
  const { deleted, change_id } = await deleteRows(tx, workbook.id, repeats, MOST_SETTLED, label)
  const changed = act === 'merge' && change_id !== null ? await fillBlanks(tx, workbook, groups, label, change_id) : 0
  return { deleted, changed, change_id }
}

const isBlank = (value: Json | undefined) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The first of each group takes what it lacks from those that go, the earlier ones first. */
async function fillBlanks(
  tx: WorkspaceTx,
  workbook: OpenWorkbook,
  groups: readonly (readonly StoredRow[])[],
  label: string,
  changeId: string,
): Promise<number> {
  const inputs = workbook.columns.filter(({ type }) => type === 'input').map(({ id }) => id)
  const filled = groups.flatMap(([kept, ...others]) => {
    if (!kept) return []
    const taken = inputs.flatMap((column): [string, Json][] => {
      const value = others.map(({ data }) => data[column]).find((one) => !isBlank(one))
      return value === undefined || !isBlank(kept.data[column]) ? [] : [[column, value]]
    })
    const data = { ...kept.data, ...Object.fromEntries(taken) }
    return taken.length > 0 ? [{ ...kept, before: kept.data, data }] : []
  })
  const change = newChange('delete_rows', {}, label, changeId)
  const columns = inputs.filter((id) => filled.some(({ before, data }) => before[id] !== data[id]))
  if (filled.length > 0) await writeRows(tx, workbook, filled, columns, change, true)
  return filled.length
}

/** Those with a key that others have too, in the order of their first. */
function groupBy(rows: readonly StoredRow[], keyOf: (row: StoredRow) => string | null): StoredRow[][] {
  const groups = new Map<string, StoredRow[]>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}
