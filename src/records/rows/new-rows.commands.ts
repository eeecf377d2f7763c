// Adding rows: at the end or beside another row, each on its own or upserted by the duplicate key.

import { isComputed } from '../../engine/columns/columns.ts'
import { refuseField } from '../../kernel/errors.ts'
import { isUuid, newId } from '../../kernel/ids.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { readErasureKeys, refuseErased } from '../lead-facts/erasure.reads.ts'
import { type OpenWorkbook, openForWriting } from '../opening/structure.lock.ts'
import { type DuplicateKey, identityKey } from '../store/identity.logic.ts'
import { type Change, joinChange, newChange } from '../store/recorder.ts'
import { type Beside, positionsBeside } from '../store/rows/between.writes.ts'
import { positionsOf, type ReservedPositions, reserveApart } from '../store/rows/positions.writes.ts'
import type { RowsCreate } from '../store/rows/row.schema.ts'
import { mergeData } from '../store/rows/rows.logic.ts'
import { blocksOf, insertLastly, type NewRow } from '../store/rows/rows.writes.ts'
import { requireBuilt } from './duplicate-key.commands.ts'
import { mustFit, namesIn, readAll, type WriteResult } from './rows.commands.ts'
import {
  addRows,
  knownRows,
  outcomeOf,
  type ReadRow,
  type RowOutcome,
  type UpsertedRows,
  upsertRows,
} from './upsert.commands.ts'
import { policyOf } from './upsert.logic.ts'
import { finishWrite, planWrite, type Write } from './write.ts'

const MAX_ROWS = 1000

/** Fewer rows are inserted in less time than taking their positions apart would cost. */
const WORTH_RESERVING = 20

/** Takes the positions of rows that all become new ones at the end, before {@link createRows}; null: it takes them itself. */
export async function reserveFor(
  database: Database,
  { workspace_id }: Pick<WorkspaceScope, 'workspace_id'>,
  workbookId: string,
  { rows, before, after, dedupe = 'create' }: RowsCreate,
): Promise<ReservedPositions | null> {
  const isPlain = before === undefined && after === undefined && dedupe === 'create' && isUuid(workbookId)
  if (!isPlain || rows.length < WORTH_RESERVING || rows.length > MAX_ROWS) return null
  return reserveApart(database, workspace_id, workbookId.toLowerCase(), rows.length)
}

export interface AddedRows extends WriteResult {
  /** The outcome of each row of the request, in its order. */
  outcomes: RowOutcome[]
  /** The rows, when all of them are new and nothing that is computed can have come with them. */
  bare: readonly NewRow[] | null
}

/**
 * Adds rows. With `dedupe`, one that the workbook knows by its identity is left alone or changed instead; without, it is
 * added all the same, but imports will find the older one. With reserved positions no query may follow in the transaction: then most of it
 * goes with the commit.
 */
export async function createRows(
  tx: WorkspaceTx,
  workbookId: string,
  request: RowsCreate,
  reserved: ReservedPositions | null = null,
): Promise<AddedRows> {
  const { rows, change_id, label, dedupe = 'create' } = request
  mustFit(rows.length, MAX_ROWS)
  const beside = besideOf(request)
  // Asked together, which saves a way to the database.
  const [workbook, erasureKeys] = await Promise.all([openForWriting(tx, workbookId), readErasureKeys(tx)])
  if (change_id !== undefined) await joinChange(tx, workbook.id, change_id)
  const identity = dedupe === 'create' ? workbook.identity : mustHaveIdentity(workbook)
  const read: ReadRow[] = readAll(workbook, rows).map((values, index) => {
    const data = mergeData({}, values)
    return { index, data, key: identity ? identityKey(identity, data) : null }
  })
  await refuseErased(
    tx,
    read.map(({ data }) => data),
    erasureKeys,
  )
  const change = newChange(dedupe === 'create' ? 'insert_rows' : 'upsert_rows', {}, label, change_id)
  const outcomes: RowOutcome[] = []
  const positions = (count: number) =>
    beside ? positionsBeside(tx, workbook.id, beside, count) : positionsOf(tx, workbook.id, count, reserved)
  const changed =
    dedupe === 'create'
      ? await addAll(
          tx,
          workbook,
          read,
          await positions(read.length),
          change.id,
          reserved !== null && !workbook.columns.some(isComputed),
        )
      : await upsertRows(tx, workbook.id, read, {
          policy: policyOf(dedupe === 'update' ? 'overwrite' : 'skip'),
          identity,
          areKnown: true,
          erasureKeys,
          tell: (index, placed) => {
            if (placed.target) outcomes[index] = outcomeOf(placed.target, placed)
          },
          positions,
          change_id: change.id,
        })
  if (dedupe === 'create') for (const { id } of changed.created) outcomes.push({ row_id: id, outcome: 'created' })
  const changes = changed.created.length + changed.updated.length
  await settle(tx, workbook, read, changed, change, change_id !== undefined)
  const row_ids = [...new Set(outcomes.map(({ row_id }) => row_id))]
  const id = changes > 0 || change_id !== undefined ? change.id : null
  const areBare = changed.created.length === row_ids.length && !workbook.columns.some(isComputed)
  return { workbook, row_ids, change_id: id, outcomes, bare: areBare ? changed.created : null }
}

function besideOf({ before, after }: RowsCreate): Beside | null {
  if (before !== undefined && after !== undefined)
    refuseField(['after'], 'value_error', 'Name one row, either before or after', after)
  if (before !== undefined) return { before }
  return after === undefined ? null : { after }
}

function mustHaveIdentity({ identity }: OpenWorkbook): DuplicateKey {
  const msg = 'This workbook has no duplicate key; set its identity first'
  return requireBuilt(identity) ?? refuseField(['dedupe'], 'value_error', msg)
}

/** Every row becomes one; of those with the same identity the first holds it. */
async function addAll(
  tx: WorkspaceTx,
  workbook: OpenWorkbook,
  read: readonly ReadRow[],
  positions: readonly number[],
  madeBy: string,
  isLast: boolean,
): Promise<Placed> {
  const made: NewRow[] = read.map(({ data, key }, index) => ({
    id: newId(),
    position: positions[index] ?? 0,
    data,
    identity_key: key,
  }))
  const placed: Placed = { created: made, updated: [] }
  const follows = planWrite(workbook, { rows: made.map(({ id }) => id), columns: 'all', known: knownRows(placed) })
  placed.follows = follows
  if (isLast && !follows.readsBack && made.every((row) => row.identity_key === null)) {
    insertLastly(tx, workbook.id, made, madeBy)
    return placed
  }
  await addRows(tx, workbook.id, made, madeBy)
  return placed
}

interface Placed extends UpsertedRows {
  /** What follows, where that was planned. */
  follows?: Write
  /** The job that brought them. */
  job_id?: string
}

/** Finishes rows that were placed; nothing where all were left as they were. */
export async function settle(
  tx: WorkspaceTx,
  workbook: OpenWorkbook,
  read: readonly Pick<ReadRow, 'data'>[],
  placed: Placed,
  change: Change,
  joined: boolean,
): Promise<void> {
  const { created, follows, job_id } = placed
  const ids = created.map(({ id }) => id)
  const updated = placed.updated.map(({ id }) => id)
  const positions = created.map(({ position }) => position)
  const rows = created.length
  if (rows + updated.length === 0) return
  const detail = rows > 0 ? { made: { from: Math.min(...positions), to: Math.max(...positions) } } : {}
  const counts = change.kind === 'insert_rows' ? { rows } : { created: rows, updated: updated.length }
  const columns = rows > 0 ? 'all' : namesIn(read.map(({ data }) => data))
  await finishWrite(tx, workbook, {
    ...(follows ?? { rows: [...ids, ...updated], columns, known: knownRows(placed) }),
    change: { ...change, counts, detail },
    joined,
    told: { created: ids, updated },
    blocks: blocksOf(positions),
    job_id,
  })
}
