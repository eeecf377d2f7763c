// Writes the rows of an import in batches within one transaction.
import type { JsonObject } from '../../kernel/json.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { type ErasureKeys, readErasureKeys } from '../lead-facts/erasure.reads.ts'
import { addToBlocks, MANY_CHANGED } from '../rows/bulk.commands.ts'
import { type ReadRow, upsertRows } from '../rows/upsert.commands.ts'
import { COUNTED, type UpsertOutcome, type UpsertPolicy } from '../rows/upsert.logic.ts'
import { type DuplicateKey, identityKey } from '../store/identity.logic.ts'
import type { Differences } from '../store/recorder.ts'
import { reservePositions } from '../store/rows/positions.writes.ts'
import { openKeyFilter } from './key-filter.logic.ts'

export interface WritePolicy {
  /** By which rows get their key; null: they get none. */
  identity: DuplicateKey | null
  /** False: every row is added, even with an existing key. */
  hasKey: boolean
  place: UpsertPolicy
  /** What the rows and the values before go on record as. */
  change_id: string
}

/** A row of the file, read. */
export interface FileRow {
  line: number
  data: JsonObject
}

export interface RowWriter {
  /** One batch after the other. Returns the lines of rows that name an erased person: they are not written. */
  write(rows: readonly FileRow[]): Promise<number[]>
  readonly counts: Readonly<Record<(typeof COUNTED)[UpsertOutcome], number>>
  /** Rows added, by range of positions. */
  readonly blocks: ReadonlyMap<number, number>
  /** What differs of rows that were there; of more than {@link MANY_CHANGED} not all. */
  readonly changed: ReadonlyMap<string, Differences>
}

const MOST_RESERVED = 50_000

export function openRowWriter(database: Database, tx: WorkspaceTx, workbookId: string, policy: WritePolicy): RowWriter {
  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, rejected: 0 }
  const blocks = new Map<number, number>()
  const changed = new Map<string, Differences>()
  // Keys that this import gave; others are only in the workbook when some were there before.
  const given = policy.hasKey ? openKeyFilter() : null
  let hadKeys: boolean | undefined
  let reserved = { next: 0, left: 0 }
  let used = 0

  // Asked at once and hardly ever true: a batch must not wait for an answer before it is sent.
  let erasureKeys: ErasureKeys | undefined
  const asked = readErasureKeys(tx).then((keys) => {
    erasureKeys = keys
  })
  asked.catch(() => {})

  async function write(taken: readonly FileRow[]): Promise<number[]> {
    if (taken.length === 0) return []
    const refused: number[] = []
    const { identity } = policy
    const rows = taken.map(
      ({ data }, index): ReadRow => ({ index, key: identity ? identityKey(identity, data) : null, data }),
    )
    if (erasureKeys === undefined) await asked
    if (policy.hasKey) hadKeys ??= await hasKeys(tx, workbookId)
    const written = await upsertRows(tx, workbookId, rows, {
      policy: policy.place,
      identity: policy.identity,
      areKnown: policy.hasKey,
      change_id: policy.change_id,
      erasureKeys,
      // Only what may be there is looked for.
      mayBeThere: hadKeys ? undefined : (key) => given?.mayHave(key) === true,
      areFree: true,
      positions: positionsFor,
      tell(index, { outcome }) {
        counts[COUNTED[outcome]]++
        if (outcome === 'reject') refused.push(taken[index]?.line ?? 0)
      },
    })
    if (given) for (const { key } of rows) if (key !== null) given.add(key)
    addToBlocks(
      blocks,
      written.created.map(({ position }) => position),
    )
    for (const { id, differs } of written.updated)
      if (changed.size <= MANY_CHANGED) changed.set(id, joinDifferences(changed.get(id), differs))
    return refused
  }

  /** The first of as many positions; a long import reserves as many again as it has used, to ask rarely. */
  async function positionsFor(count: number): Promise<readonly number[]> {
    if (reserved.left < count) {
      const more = Math.max(count, Math.min(used, MOST_RESERVED))
      reserved = await reservePositions(database, tx.workspace_id, workbookId, more)
    }
    const first = reserved.next
    reserved = { next: first + count, left: reserved.left - count }
    used += count
    return Array.from({ length: count }, (_, index) => first + index)
  }

  return { write, counts, blocks, changed }
}

function joinDifferences(first: Differences | undefined, next: Differences | null): Differences {
  return { before: { ...next?.before, ...first?.before }, after: { ...first?.after, ...next?.after } }
}

/** Whether any row of the workbook has a key by its identity. */
export async function hasKeys(tx: WorkspaceTx, workbookId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    'select 1 from workbook_rows where workspace_id = $1 and workbook_id = $2 and identity_key is not null limit 1',
    [tx.workspace_id, workbookId],
  )
  return rowCount === 1
}
