// Writing many rows in one long transaction, batch by batch, as an import does, without making other writers wait.
//
// Positions and column numbers are reserved in short transactions of their own, since taking one locks the
// workbook's row until the commit; counters are settled once, at the end. In between only the rows touched are locked.

import type { InputColumn } from '../../engine/columns/kinds/input.kind.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { hold } from '../../platform/db/hold.ts'
import { readLeadsFrom } from '../opening/lead-backed.reads.ts'
import { materializeLeads } from '../opening/materialize-leads.commands.ts'
import { type OpenWorkbook, openForWriting } from '../opening/structure.lock.ts'
import { readDeclared } from '../own-providers/own-providers.reads.ts'
import { cleanName, mustBeSound, withColumnIds } from '../store/columns/columns.logic.ts'
import { insertColumns, takeColumnNumbers } from '../store/columns/columns.writes.ts'
import { type DuplicateKey, identityKey, signatureOf } from '../store/identity.logic.ts'
import type { Change, Differences } from '../store/recorder.ts'
import { setKeys } from '../store/rows/row-marks.writes.ts'
import { BLOCK, blocksOf, lockRowData, takenKeys } from '../store/rows/rows.writes.ts'
import { mustFindWorkbook, readColumns } from '../store/workbooks.reads.ts'
import { finishWrite } from './write.ts'

export interface BulkWorkbook {
  id: string
  /** As they are now; {@link settleBulk} refuses when one of those written to is gone by then. */
  columns: Awaited<ReturnType<typeof readColumns>>
  identity: DuplicateKey | null
}

/** The workbook to write to; refuses an unknown one (404). Nothing is locked yet. */
export async function openBulk(tx: WorkspaceTx, workbookId: string): Promise<BulkWorkbook> {
  const id = await mustFindWorkbook(tx, workbookId)
  const columns = await readColumns(tx, id)
  if ((await readLeadsFrom(tx, id)) !== null) await materializeLeads(tx, id, columns)
  return { id, columns, identity: await readIdentity(tx, id) }
}

async function readIdentity(tx: WorkspaceTx, workbookId: string): Promise<DuplicateKey | null> {
  const { rows } = await tx.client.query<{ identity: DuplicateKey | null }>(
    'select identity from workbooks where workspace_id = $1 and id = $2',
    [tx.workspace_id, workbookId],
  )
  return rows[0]?.identity ?? null
}

export async function writeIdentity(tx: WorkspaceTx, workbookId: string, identity: DuplicateKey | null): Promise<void> {
  const values = [tx.workspace_id, workbookId, identity]
  await tx.client.query(
    'update workbooks set identity = $3, updated_at = now() where workspace_id = $1 and id = $2',
    values,
  )
}

/** Adds input columns within the long transaction; refuses a taken name (422, or 409 when it was taken meanwhile). */
export async function addBulkColumns(
  database: Database,
  tx: WorkspaceTx,
  workbook: BulkWorkbook,
  wanted: readonly Omit<InputColumn, 'id'>[],
  locOf: (index: number) => (string | number)[],
): Promise<InputColumn[]> {
  if (wanted.length === 0) return []
  const first = await database.inWorkspace(tx.workspace_id, (own) => takeColumnNumbers(own, workbook.id, wanted.length))
  const added = withColumnIds(
    wanted.map((column) => ({ ...column, name: cleanName(column.name) })),
    first,
  ) as InputColumn[]
  const before = workbook.columns
  const after = [...before, ...added]
  const locOfAdded = (index: number) => (index < before.length ? null : locOf(index - before.length))
  mustBeSound(before, after, locOfAdded, await readDeclared(tx))
  await insertColumns(tx, workbook.id, added)
  return added
}

/** Past so many changed rows it is cheaper to look at the whole workbook than to list them. */
export const MANY_CHANGED = 20_000

/** Collects what the inserted positions add to the counters; hand it to {@link settleBulk}. */
export function addToBlocks(blocks: Map<number, number>, positions: Iterable<number>): void {
  for (const [block, rows] of blocksOf(positions)) blocks.set(block, (blocks.get(block) ?? 0) + rows)
}

export interface BulkResult {
  /** Columns that were written to. */
  column_ids: readonly string[]
  /** What {@link addToBlocks} collected. */
  blocks: ReadonlyMap<number, number>
  /** Rows that were there and changed, with the values that differ. */
  changed: ReadonlyMap<string, Differences>
  /** The act as it goes on record, under the id that rows and values were written with; null: it changed nothing. */
  change: Change | null
  /** The identity that the rows were keyed by, to be the workbook's from now on. */
  identity: DuplicateKey | null
}

/**
 * The last step before the commit: settles counters and identity. Refuses (409) when a column that was written to has
 * been removed meanwhile, or (404) the workbook.
 */
export async function settleBulk(tx: WorkspaceTx, workbookId: string, result: BulkResult): Promise<void> {
  const workbook = await openForWriting(tx, workbookId)
  const { columns } = workbook
  const there = new Set(columns.map((column) => column.id))
  if (!result.column_ids.every((id) => there.has(id)))
    refuse('conflict', 'A column was removed while rows were being written to it. Nothing was changed; try again.')
  if (result.identity) await writeIdentity(tx, workbookId, result.identity)
  await finishBulk(tx, workbook, result)
}

/** Says where the rows lie that were added. */
function withRange(change: Change, blocks: ReadonlyMap<number, number>): Change {
  if (blocks.size === 0) return change
  const numbers = [...blocks.keys()].sort((a, b) => a - b)
  const made = { from: (numbers[0] ?? 0) * BLOCK, to: ((numbers.at(-1) ?? 0) + 1) * BLOCK }
  return { ...change, detail: { ...change.detail, made } }
}

/** What was added is told by its blocks, which may hold older rows too: looking at those once more changes nothing. */
async function finishBulk(
  tx: WorkspaceTx,
  workbook: OpenWorkbook,
  { blocks, changed, change }: BulkResult,
): Promise<void> {
  const many = changed.size > MANY_CHANGED
  const added = many ? [] : rangesOf(blocks.keys())
  for (const rows of added) await finishWrite(tx, workbook, { rows, columns: 'all' })
  const whole = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER }
  const edited = [...changed].map(([id, { after }]) => ({ rows: [id], columns: Object.keys(after) }))
  const moved = [...changed].map(([row_id, differs]) => ({ row_id, ...differs }))
  await finishWrite(tx, workbook, {
    rows: many ? whole : [...changed.keys()],
    columns: 'all',
    edited,
    moved,
    blocks,
    ...(change && { change: withRange(change, blocks) }),
  })
}

function rangesOf(blocks: Iterable<number>): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = []
  for (const block of [...blocks].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.to === block * BLOCK) last.to += BLOCK
    else ranges.push({ from: block * BLOCK, to: (block + 1) * BLOCK })
  }
  return ranges
}

const BATCH = 5000

/**
 * Gives every row its key by an identity that is not the workbook's yet, walking over the rows once. Of rows with the
 * same key the first gets it. Call before the first {@link insertRows}; {@link settleBulk} then keeps the identity.
 */
export async function keyByIdentity(tx: WorkspaceTx, workbook: BulkWorkbook, identity: DuplicateKey): Promise<void> {
  if (sameIdentity(workbook.identity, identity)) return
  // Another transaction that keys these rows commits first; its keys may be just those wanted here.
  await hold(tx, workbook.id, 'row_keys')
  if (sameIdentity(await readIdentity(tx, workbook.id), identity)) return
  for (let after: number | null = Number.NEGATIVE_INFINITY; after !== null; )
    after = (await rekey(tx, workbook.id, identity, after, BATCH)).after
}

/** Whether the rows have their keys by this identity already. */
export function sameIdentity(one: DuplicateKey | null, other: DuplicateKey): boolean {
  return one !== null && !one.building && signatureOf(one) === signatureOf(other)
}

/** Gives the next rows their keys; of rows with the same key the first that is met gets it. `after` null: there were none. */
export async function rekey(
  tx: WorkspaceTx,
  workbookId: string,
  identity: DuplicateKey,
  after: number,
  limit: number,
): Promise<{ after: number | null; rows: number }> {
  const { rows } = await tx.client.query<{ id: string; position: number }>(
    `select id, position from workbook_rows where workspace_id = $1 and workbook_id = $2
       and position > $3 order by position limit $4`,
    [tx.workspace_id, workbookId, after, limit],
  )
  const ids = rows.map(({ id }) => id)
  const stored = new Map((await lockRowData(tx, workbookId, ids)).map((row) => [row.id, row]))
  const wanted = ids.map((id) => {
    const row = stored.get(id)
    return { id, had: row?.identity_key ?? null, key: row ? identityKey(identity, row.data) : null }
  })
  const holders = await takenKeys(tx, workbookId, [...new Set(wanted.flatMap(({ key }) => key ?? []))])
  const changed = wanted.flatMap(({ id, had, key }) => {
    const holder = key === null ? undefined : holders.get(key)
    const mine = key !== null && (holder === undefined || holder === id) ? key : null
    if (mine !== null) holders.set(mine, id)
    return mine === had ? [] : [{ id, key: mine }]
  })
  await setKeys(tx, workbookId, changed)
  return { after: rows.at(-1)?.position ?? null, rows: rows.length }
}
