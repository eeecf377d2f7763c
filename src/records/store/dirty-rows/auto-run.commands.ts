// What a write leaves for the columns that run by themselves: which rows, and what of them was written.

import type { ColumnConfig } from '../../../engine/columns/columns.schema.ts'
import { buildGraph, readsBehindComputed } from '../../../engine/columns/graph.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import type { FollowedWorkbook, TouchedRows } from '../follow.ts'
import { callConsumer, putDirty } from './dirty-rows.commands.ts'
import { autoRunning } from './dirty-rows.jobs.ts'

/** Writes that follow each other within this time are run together, in ms. */
const GATHER_MS = 2_000

/** A follower of writes: notes the rows, and has them run soon. The run that wrote them is told, so that it starts no other. */
export async function enqueueAutoRun(tx: WorkspaceTx, workbook: FollowedWorkbook, touched: TouchedRows): Promise<void> {
  const armed = workbook.follow?.auto ?? []
  if (armed.length === 0) return
  const { rows, columns, run_id = null } = touched
  const reads = readByColumns(workbook.columns ?? [], armed)
  const concerned =
    columns === 'all' ? armed : armed.filter((id) => columns.some((written) => reads.get(id)?.has(written)))
  if (concerned.length === 0) return
  const token_id = tx.actor?.token_id ?? null
  const mode = columns === 'all' ? 'missing' : 'all'
  for (const column_id of concerned)
    await putDirty(tx, autoRunning, workbook.id, rows, { detail: { column_id, mode, run_id, token_id } })
  await callConsumer(tx, autoRunning, workbook.id, new Date(Date.now() + GATHER_MS))
}

/** The columns that each of these reads, itself or by way of computed ones. */
function readByColumns(columns: readonly ColumnConfig[], ids: readonly string[]): Map<string, Set<string>> {
  const graph = buildGraph(columns)
  return new Map(
    ids.map((id) => [id, new Set([...(graph.reads.get(id) ?? []), ...readsBehindComputed(graph, columns, id)])]),
  )
}
