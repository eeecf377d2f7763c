// Which rows were matched with which leads or rows of another workbook, and what of these has changed since.
import { Type } from 'typebox'
import { newId } from '../../../kernel/ids.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { defineJob, NO_PAYLOAD } from '../../../platform/queue/job.ts'
import { enqueue } from '../../../platform/queue/queue.ts'
import type { FollowedWorkbook, TouchedRows } from '../follow.ts'

/** Their handlers are with the matches of rows. */
export const FOLLOW_MATCHES = defineJob({ name: 'matches.follow', payload: NO_PAYLOAD, attempts: 50, lane: 'long' })
export const INDEX_MATCHED = defineJob({
  name: 'matches.index',
  payload: Type.Object({ workbook_id: Type.String() }),
  attempts: 20,
  lane: 'long',
})

/** Where a row was matched: another workbook, or null for the leads. */
export type MatchSource = string | null

/** Writes that follow each other within this time are told together, in ms. */
const GATHER_MS = 1_000
const soon = () => new Date(Date.now() + GATHER_MS)
const KEYS_A_LINE = 5_000

/** A follower of writes: has the rows compared again that columns of other workbooks match with. Only input columns are compared. */
export async function enqueueMatchedRows(
  tx: WorkspaceTx,
  workbook: FollowedWorkbook,
  { columns }: TouchedRows,
): Promise<void> {
  if (!workbook.follow?.matched) return
  const isInput = (id: string) => workbook.columns?.some((column) => column.id === id && column.type === 'input')
  if (columns === 'all' || columns.some(isInput)) await indexMatched(tx, workbook.id)
}

export async function indexMatched(tx: WorkspaceTx, workbookId: string): Promise<void> {
  await enqueue(tx, INDEX_MATCHED, { workbook_id: workbookId }, { key: workbookId, run_at: soon() })
}

export interface MatchedCell {
  workbook_id: string
  column_id: string
  row_id: string
}

export async function noteMatched(
  tx: WorkspaceTx,
  { workbook_id, column_id, row_id }: MatchedCell,
  source: MatchSource,
  keys: readonly number[],
): Promise<void> {
  await tx.client.query({
    name: 'matched_rows_note',
    text: `insert into matched_rows (workspace_id, workbook_id, column_id, row_id, source_id, keys)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (workspace_id, workbook_id, column_id, row_id)
        do update set source_id = excluded.source_id, keys = excluded.keys, asked_at = excluded.asked_at`,
    values: [tx.workspace_id, workbook_id, column_id, row_id, source, keys],
  })
}

export async function noteAnswered(tx: WorkspaceTx, cell: MatchedCell, keys: readonly number[]): Promise<void> {
  await tx.client.query(
    `update matched_rows set keys = keys || $5::bigint[]
     where workspace_id = $1 and workbook_id = $2 and column_id = $3 and row_id = $4`,
    [tx.workspace_id, cell.workbook_id, cell.column_id, cell.row_id, keys],
  )
}

export interface MatchingColumn {
  workbook_id: string
  column_id: string
}

/** The columns whose rows were matched with this, in order. */
export async function readMatching(tx: WorkspaceTx, source: MatchSource): Promise<MatchingColumn[]> {
  const { rows } = await tx.client.query<MatchingColumn>({
    name: 'columns_that_match',
    text: `select c.workbook_id, c.id as column_id from workbook_columns c
      where c.workspace_id = $1 and c.type = 'match' and lower(c.config -> 'against' ->> 'workbook_id') is not distinct from $2::text
        and exists (select from matched_rows m
          where m.workspace_id = $1 and m.workbook_id = c.workbook_id and m.column_id = c.id)
      order by c.workbook_id, c.id`,
    values: [tx.workspace_id, source],
  })
  return rows
}

/** Leads or rows came, changed or went: cells that were compared with them, or would be now, are told in the background. */
export async function enqueueMovedKeys(tx: WorkspaceTx, source: MatchSource, keys: readonly number[]): Promise<void> {
  const all = [...new Set(keys)]
  if (all.length === 0) return
  for (let at = 0; at < all.length; at += KEYS_A_LINE)
    await tx.client.query('insert into moved_keys (workspace_id, id, source_id, keys) values ($1, $2, $3, $4)', [
      tx.workspace_id,
      newId(),
      source,
      all.slice(at, at + KEYS_A_LINE),
    ])
  await followSoon(tx)
}

export async function followSoon(tx: WorkspaceTx): Promise<void> {
  await enqueue(tx, FOLLOW_MATCHES, {}, { key: 'all', run_at: soon() })
}
