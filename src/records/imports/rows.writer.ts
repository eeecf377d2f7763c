// Writes the rows of an import in batches, each found by its identity in one look-up; the next is read meanwhile.
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { differences } from '../history/recorder.ts'
import { addToBlocks, changeBulkRows, findByIdentity, reservePositions } from '../workbooks/bulk.commands.ts'
import { type Identity, identityKey } from '../workbooks/identity.logic.ts'
import { merge } from './row-reading.logic.ts'
import { type CopiedRow, copyRows } from './rows.copy.ts'

export interface WritePolicy {
  /** By which rows get their key; null: they get none. */
  identity: Identity | null
  /** False: every row is added, whatever its key. */
  recognises: boolean
  existing: 'overwrite' | 'fill_blanks' | 'skip'
  new_rows: 'create' | 'skip'
  /** What the rows and the values before go on record as. */
  change_id: string
}

export interface RowWriter {
  add(data: JsonObject): Promise<void>
  /** Writes what was added last. */
  finish(): Promise<void>
  /** Waits for what is under way, whatever becomes of it. */
  close(): Promise<void>
  readonly counts: { created: number; updated: number; unchanged: number; skipped: number }
  /** Rows added, by stretch of positions. */
  readonly blocks: ReadonlyMap<number, number>
}

const BATCH = 2000
/** Many long cells make a batch before it has its number of rows; in values, roughly. */
const BATCH_CHARS = 4 * 1024 * 1024

const MOST_RESERVED = 50_000

interface Wanted {
  key: string | null
  data: JsonObject
}

type Stored = Parameters<typeof changeBulkRows>[2][number]

/** A new row with all rows of the file that are the same. */
interface Group {
  row: CopiedRow
  of: Wanted[]
  outcomes: Outcome[]
}

export function openRowWriter(database: Database, tx: WorkspaceTx, workbookId: string, policy: WritePolicy): RowWriter {
  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0 }
  const blocks = new Map<number, number>()
  let batch: Wanted[] = []
  let size = 0
  let underWay: Promise<void> = Promise.resolve()
  let mostlyKnown = false
  let reserved = { next: 0, left: 0 }
  let used = 0

  async function write(rows: readonly Wanted[]): Promise<void> {
    if (!policy.recognises) return create(rows.map(({ key, data }) => fresh(key, data)))
    // Rows are mostly new or mostly known: what the last batch was is tried first, the other for what is left. What is
    // left once more was added by someone else between look-up and insert.
    let look = policy.new_rows === 'skip' || mostlyKnown
    let met = 0
    for (let left = rows; left.length > 0; look = true) {
      const known = look ? await find(left) : new Map<string, Stored>()
      met += left.filter(({ key }) => key !== null && known.has(key)).length
      left = await place(left, known)
    }
    mostlyKnown = met > rows.length / 2
  }

  async function find(rows: readonly Wanted[]): Promise<Map<string, Stored>> {
    const keys = [...new Set(rows.flatMap(({ key }) => key ?? []))].sort()
    return keys.length === 0 ? new Map() : findByIdentity(tx, workbookId, keys)
  }

  /** Writes the rows by policy; returns those whose identity turned out to be taken by a row that is not among the known. */
  async function place(rows: readonly Wanted[], known: ReadonlyMap<string, Stored>): Promise<Wanted[]> {
    // In the order of the file, which becomes the order of the rows.
    const added: Group[] = []
    const byKey = new Map<string, Group>()
    const changed = new Map<string, Stored>()
    const before = new Map<string, JsonObject>()
    for (const one of rows) {
      const stored = one.key === null ? undefined : known.get(one.key)
      const twin = one.key === null ? undefined : byKey.get(one.key)
      if (stored) {
        if (!before.has(stored.id)) before.set(stored.id, stored.data)
        const outcome = meet(stored, one.data)
        if (outcome === 'updated') changed.set(stored.id, stored)
        counts[outcome]++
      } else if (twin) {
        twin.outcomes.push(meet(twin.row, one.data))
        twin.of.push(one)
      } else if (policy.new_rows === 'skip') counts.skipped++
      else {
        const group: Group = { row: fresh(one.key, one.data), of: [one], outcomes: ['created'] }
        added.push(group)
        if (one.key !== null) byKey.set(one.key, group)
      }
    }
    const rewritten = [...changed.values()].map((row) => ({
      ...row,
      differs: differences(before.get(row.id) ?? {}, row.data),
    }))
    await changeBulkRows(tx, workbookId, rewritten, policy.change_id)
    const inserted = await insert(added.map(({ row }) => row))
    for (const { row, outcomes } of added) if (inserted.has(row.id)) for (const outcome of outcomes) counts[outcome]++
    return added.filter(({ row }) => !inserted.has(row.id)).flatMap(({ of }) => of)
  }

  function meet(row: { data: JsonObject }, data: JsonObject): Outcome {
    if (policy.existing === 'skip') return 'skipped'
    const merged = merge(row.data, data, policy.existing)
    if (merged === null) return 'unchanged'
    row.data = merged
    return 'updated'
  }

  /** Adds the rows whatever others there are; one whose key is taken goes without. */
  async function create(rows: readonly CopiedRow[]): Promise<void> {
    const inserted = await insert(rows)
    const others = rows.filter(({ id }) => !inserted.has(id))
    await insert(others.map((row) => ({ ...row, identity_key: null })))
    counts.created += rows.length
  }

  async function insert(rows: readonly CopiedRow[]): Promise<ReadonlySet<string>> {
    if (rows.length === 0) return new Set()
    const first = await positionsFor(rows.length)
    const inserted = await copyRows(tx, workbookId, first, rows, policy.change_id)
    const positions = rows.flatMap(({ id }, index) => (inserted.has(id) ? [first + index] : []))
    addToBlocks(blocks, positions)
    return inserted
  }

  /** The first of as many positions; a long import reserves as many again as it has used, to ask rarely. */
  async function positionsFor(count: number): Promise<number> {
    if (reserved.left < count) {
      const more = Math.max(count, Math.min(used, MOST_RESERVED))
      reserved = { next: await reservePositions(database, tx.workspace_id, workbookId, more), left: more }
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
    async add(data) {
      batch.push({ key: policy.identity ? identityKey(policy.identity, data) : null, data })
      for (const id in data) {
        const value = data[id]
        size += typeof value === 'string' ? value.length : 16
      }
      if (batch.length >= BATCH || size >= BATCH_CHARS) await flush()
    },
    async finish() {
      await flush()
      await underWay
    },
    close: () => underWay.catch(() => {}),
  }
}

type Outcome = 'created' | 'updated' | 'unchanged' | 'skipped'

function fresh(key: string | null, data: JsonObject): CopiedRow {
  return { id: newId(), data, identity_key: key }
}
