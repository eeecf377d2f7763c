// Positions after all rows, taken before the rows are written: taking some locks the workbook's row until the commit, and all
// writers that add rows would queue for as long as each insert takes.
import type { QueryResult } from 'pg'
import type { WorkspaceId } from '../../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../../platform/db/database.ts'
import { takePositions } from './rows.writes.ts'

/** Positions that are this call's alone. What is not used stays a gap. */
export interface ReservedPositions {
  next: number
  left: number
}

/**
 * Safe without waiting for the disk: a row at a reserved position cannot become durable before the reservation does. To be
 * called first in a transaction that does nothing else worth keeping.
 */
export async function withoutWaiting(tx: WorkspaceTx): Promise<void> {
  await tx.client.query(UNSYNCED)
}

const UNSYNCED = { name: 'commit_unsynced', text: 'set local synchronous_commit = off' }

// In a workbook that shows leads, the rows of those leads come first.
const RESERVE = `update workbooks set next_position = next_position + $3
  where workspace_id = $1 and id = $2 and deleted_at is null and leads_from is null returning next_position - $3 as first`

/** In a transaction of its own. Null when the writer has to take them itself. */
export async function reserveApart(
  database: Database,
  workspaceId: WorkspaceId,
  workbookId: string,
  count: number,
): Promise<ReservedPositions | null> {
  let reserved: ReservedPositions | null = null
  // All in one message: other writers would wait for the workbook until this process handles the answer.
  await database.inWorkspace(workspaceId, async (tx) => {
    tx.lastly.push(UNSYNCED, {
      name: 'positions_reserve',
      text: RESERVE,
      values: [workspaceId, workbookId, count],
      tell({ rows: [found] }: QueryResult<{ first: number }>) {
        reserved = found ? { next: found.first, left: count } : null
      },
    })
  })
  return reserved
}

/** As {@link reserveApart} for a transaction that is long; refuses where the workbook is gone. */
export async function reservePositions(
  database: Database,
  workspaceId: WorkspaceId,
  workbookId: string,
  count: number,
): Promise<ReservedPositions> {
  return database.inWorkspace(workspaceId, async (tx) => {
    await withoutWaiting(tx)
    return { next: await takePositions(tx, workbookId, count), left: count }
  })
}

/** Returns consecutive positions: reserved ones, or new ones, which locks the workbook. */
export async function positionsOf(
  tx: WorkspaceTx,
  workbookId: string,
  count: number,
  reserved: ReservedPositions | null,
): Promise<number[]> {
  if (count === 0) return []
  const isEnough = reserved !== null && reserved.left >= count
  const first = isEnough ? reserved.next : await takePositions(tx, workbookId, count)
  if (isEnough) {
    reserved.next += count
    reserved.left -= count
  }
  return Array.from({ length: count }, (_, index) => first + index)
}
