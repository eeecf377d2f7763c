// What a write leaves for the columns that run by themselves: which rows, and what of them was written.

import { Type } from 'typebox'
import type { ColumnConfig } from '../../engine/columns.schema.ts'
import { buildGraph, readsBehindComputed } from '../../engine/graph.ts'
import { newId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { type Followed, linesOf, type Touched } from './follow.ts'

export const AUTO_RUN = defineJob({
  name: 'workbook.auto_run',
  payload: Type.Object({ workbook_id: Type.String() }),
  attempts: 20,
})

/** Writes that follow each other within this time are run together, in ms. */
const GATHER_MS = 2_000

/** A follower of writes: notes the rows, and has them run soon. The run that wrote them is told, so that it starts no other. */
export async function leaveAutoRun(tx: WorkspaceTx, workbook: Followed, touched: Touched): Promise<void> {
  const armed = workbook.follow?.auto ?? []
  if (armed.length === 0) return
  const { rows, columns, run_id = null } = touched
  const reads = readByColumns(workbook.columns ?? [], armed)
  const concerned =
    columns === 'all' ? armed : armed.filter((id) => columns.some((written) => reads.get(id)?.has(written)))
  if (concerned.length === 0) return
  const token_id = tx.actor?.token_id ?? null
  for (const column_id of concerned)
    await leaveRows(tx, workbook.id, { column_id, mode: columns === 'all' ? 'missing' : 'all', rows, run_id, token_id })
  await enqueue(tx, AUTO_RUN, { workbook_id: workbook.id }, { run_at: new Date(Date.now() + GATHER_MS) })
}

export interface RowsLeft {
  column_id: string
  mode: 'missing' | 'all'
  rows: Touched['rows']
  run_id?: string | null
  /** The token that brought them, whose budgets their calls count in. */
  token_id: string | null
}

export async function leaveRows(tx: WorkspaceTx, workbookId: string, left: RowsLeft): Promise<void> {
  const { column_id, mode, rows, run_id = null, token_id } = left
  for (const [ids, from, to] of linesOf(rows))
    await tx.client.query({
      name: 'auto_run_leave',
      text: `insert into auto_run_work (workspace_id, workbook_id, id, column_id, mode, row_ids, from_position, to_position, run_id, token_id)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      values: [tx.workspace_id, workbookId, newId(), column_id, mode, ids, from, to, run_id, token_id],
    })
}

/** The columns that each of these reads, itself or by way of computed ones. */
function readByColumns(columns: readonly ColumnConfig[], ids: readonly string[]): Map<string, Set<string>> {
  const graph = buildGraph(columns)
  return new Map(
    ids.map((id) => [id, new Set([...(graph.reads.get(id) ?? []), ...readsBehindComputed(graph, columns, id)])]),
  )
}
