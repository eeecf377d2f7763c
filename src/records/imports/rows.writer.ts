// Writes the rows of an import in batches, each found by its identity in one look-up; the next is read meanwhile.
import { setImmediate as turn } from 'node:timers/promises'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { hasErased, readErased } from '../lead-facts/erasure.reads.ts'
import { addToBlocks, changeBulkRows } from '../rows/bulk.commands.ts'
import {
  type FileRow,
  planRow,
  type UpsertOutcome,
  type UpsertPolicy,
  type UpsertTarget,
} from '../rows/upsert.logic.ts'
import { type DuplicateKey, identityKey } from '../store/identity.logic.ts'
import { reservePositions } from '../store/positions.writes.ts'
import { differences } from '../store/recorder.ts'
import { insertFreeRows, insertRows, lockRowsByKey, type NewRow } from '../store/rows.writes.ts'
import { openKeyFilter } from './key-filter.logic.ts'

/** With its line in the file. */
type BroughtRow = FileRow & { line: number }

/** A row that has no place yet. */
type KeyedRow = Pick<UpsertTarget, 'id' | 'data' | 'key'>

export interface WritePolicy {
  /** By which rows get their key; null: they get none. */
  identity: DuplicateKey | null
  /** False: every row is added, whatever its key. */
  hasKey: boolean
  place: UpsertPolicy
  /** What the rows and the values before go on record as. */
  change_id: string
}

export interface RowWriter {
  add(data: JsonObject, line?: number): Promise<void>
  /** Writes what was added last. */
  finish(): Promise<void>
  /** Waits for what is under way. */
  settled(): Promise<void>
  /** The same, whatever becomes of it. */
  close(): Promise<void>
  readonly counts: { created: number; updated: number; unchanged: number; skipped: number }
  /** Lines of rows that name an erased person: they are not written. */
  readonly erased: readonly number[]
  /** Rows added, by range of positions. */
  readonly blocks: ReadonlyMap<number, number>
}

// While one is written the next is read. Of four times as many rows V8 takes most for long-lived, and a large import leaves a
// hundred megabytes of them behind until it cleans up everywhere.
const BATCH = 500
/** Many long cells make a batch before it has its number of rows; in values, roughly. */
const BATCH_CHARS = 4 * 1024 * 1024

/**
 * After so many rows other work gets a turn. Reading a local file never waits, so without this a batch
 * would be sent only when the next one is ready, instead of while that is read.
 */
export const ROWS_A_TURN = 64

const MOST_RESERVED = 50_000

const COUNTED = { create: 'created', update: 'updated', unchanged: 'unchanged', skip: 'skipped' } as const

export function openRowWriter(database: Database, tx: WorkspaceTx, workbookId: string, policy: WritePolicy): RowWriter {
  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0 }
  const blocks = new Map<number, number>()
  const refused: number[] = []
  let batch: BroughtRow[] = []
  let size = 0
  let underWay: Promise<void> = Promise.resolve()
  // Keys that this import gave; others are only in the workbook when some were there before.
  const given = policy.hasKey ? openKeyFilter() : null
  let hadKeys: boolean | undefined
  let reserved = { next: 0, left: 0 }
  let used = 0

  // Asked at once and hardly ever true: a batch must not wait for an answer before it is sent.
  let someWereErased: boolean | undefined
  const asked = hasErased(tx).then((some) => {
    someWereErased = some
  })
  asked.catch(() => {})

  async function write(brought: readonly BroughtRow[]): Promise<void> {
    if (someWereErased === undefined) await asked
    const rows = someWereErased ? await withoutErased(brought) : brought
    if (rows.length === 0) return
    if (!policy.hasKey) return create(rows.map(({ key, data }) => fresh(key, data)))
    hadKeys ??= await hasKeys(tx, workbookId)
    // Only what may be there is looked for. A row that is left again was added by another transaction between look-up and insert.
    const mayBeThere = hadKeys ? rows : rows.filter(({ key }) => key !== null && given?.mayHave(key))
    for (let left = await place(rows, await find(mayBeThere)); left.length > 0; )
      left = await place(left, await find(left))
  }

  async function withoutErased(rows: readonly BroughtRow[]): Promise<readonly BroughtRow[]> {
    const erased = await readErased(
      tx,
      rows.map(({ data }) => data),
    )
    for (const { data, line } of rows) if (erased.has(data)) refused.push(line)
    return rows.filter(({ data }) => !erased.has(data))
  }

  async function find(rows: readonly FileRow[]): Promise<Map<string, UpsertTarget>> {
    const keys = [...new Set(rows.flatMap(({ key }) => key ?? []))].sort()
    const found = new Map<string, UpsertTarget>()
    if (keys.length === 0) return found
    for (const { id, identity_key: key, data } of await lockRowsByKey(tx, workbookId, keys))
      if (key !== null) found.set(key, { id, key, before: data, data, met: false })
    return found
  }

  /** Writes the rows by policy; returns those whose identity turned out to be taken by a row that is not among the known. */
  async function place(rows: readonly FileRow[], known: ReadonlyMap<string, UpsertTarget>): Promise<FileRow[]> {
    // In the order of the file, which becomes the order of the rows. What each row of the file met and came to stands beside it.
    const targets: UpsertTarget[] = []
    const met: (UpsertTarget | null)[] = []
    const outcomes: UpsertOutcome[] = []
    const byKey = new Map<string, UpsertTarget>()
    for (const one of rows) {
      const duplicate = one.key === null ? undefined : byKey.get(one.key)
      const placed = planRow(one, duplicate ?? (one.key === null ? undefined : known.get(one.key)), policy.place)
      met.push(placed.target)
      outcomes.push(placed.outcome)
      if (placed.target === null || duplicate) continue
      targets.push(placed.target)
      if (one.key !== null) byKey.set(one.key, placed.target)
    }
    const changed = targets.filter(({ before, data }) => before !== null && data !== before)
    await changeBulkRows(
      tx,
      workbookId,
      changed.map(({ id, before, data, key }) => ({
        id,
        data,
        identity_key: key,
        differs: differences(before ?? {}, data),
      })),
      policy.change_id,
    )
    const added = targets.filter(({ before }) => before === null)
    const inserted = await insert(added, true)
    for (const { key } of rows) if (key !== null) given?.add(key)
    const left: FileRow[] = []
    for (const [index, one] of rows.entries()) {
      const target = met[index]
      if (target?.before === null && inserted?.has(target.id) === false) left.push(one)
      else counts[COUNTED[outcomes[index] as UpsertOutcome]]++
    }
    return left
  }

  /** Adds all rows; a row whose key is taken is added without a key. */
  async function create(rows: readonly KeyedRow[]): Promise<void> {
    const inserted = await insert(rows)
    const others = inserted ? rows.filter(({ id }) => !inserted.has(id)) : []
    await insert(others.map((row) => ({ ...row, key: null })))
    counts.created += rows.length
  }

  /** The ids of those that were inserted; null: all of them. */
  async function insert(rows: readonly KeyedRow[], areFree = false): Promise<ReadonlySet<string> | null> {
    if (rows.length === 0) return null
    const first = await positionsFor(rows.length)
    const placed: NewRow[] = rows.map(({ id, data, key }, index) => ({
      id,
      position: first + index,
      data,
      identity_key: key,
    }))
    const all = areFree && (await insertFreeRows(tx, workbookId, placed, policy.change_id))
    const inserted = all ? null : await insertRows(tx, workbookId, placed, policy.change_id)
    const there = inserted ? placed.filter(({ id }) => inserted.has(id)) : placed
    addToBlocks(
      blocks,
      there.map(({ position }) => position),
    )
    return inserted
  }

  /** The first of as many positions; a long import reserves as many again as it has used, to ask rarely. */
  async function positionsFor(count: number): Promise<number> {
    if (reserved.left < count) {
      const more = Math.max(count, Math.min(used, MOST_RESERVED))
      reserved = await reservePositions(database, tx.workspace_id, workbookId, more)
    }
    const first = reserved.next
    reserved = { next: first + count, left: reserved.left - count }
    used += count
    return first
  }

  async function flush(): Promise<void> {
    const rows = batch
    batch = []
    size = 0
    await underWay
    underWay = write(rows)
    // It is awaited at the next batch; a failure until then is no unhandled one.
    underWay.catch(() => {})
  }

  return {
    counts,
    blocks,
    erased: refused,
    async add(data, line = 0) {
      batch.push({ key: policy.identity ? identityKey(policy.identity, data) : null, data, line })
      for (const id in data) {
        const value = data[id]
        size += typeof value === 'string' ? value.length : 16
      }
      if (batch.length >= BATCH || size >= BATCH_CHARS) await flush()
      if (batch.length % ROWS_A_TURN === 0) await turn()
    },
    async finish() {
      await flush()
      await underWay
    },
    settled: () => underWay,
    close: () => underWay.catch(() => {}),
  }
}

function fresh(key: string | null, data: JsonObject): KeyedRow {
  return { id: newId(), data, key }
}

/** Whether any row of the workbook has a key by its identity. */
export async function hasKeys(tx: WorkspaceTx, workbookId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    'select 1 from workbook_rows where workspace_id = $1 and workbook_id = $2 and identity_key is not null limit 1',
    [tx.workspace_id, workbookId],
  )
  return rowCount === 1
}
