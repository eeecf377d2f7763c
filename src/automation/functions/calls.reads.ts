// How a call of a function stands, read from its run and its rows.
import { nameKey } from '../../engine/values/template.ts'
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import { readColumns } from '../../records/store/workbooks.reads.ts'
import type { RejectedItems } from './calls.commands.ts'
import { mustReadVersion } from './functions.reads.ts'
import type { FunctionCall } from './functions.schema.ts'

interface CallRow {
  id: string
  function_id: string
  version: number
  workbook_id: string
  run_id: string | null
  row_ids: string[]
  rejects: RejectedItems
  max_usd: string | null
  created_at: Date
  /** Status of the run; null when the run is gone. */
  run_status: string | null
  run_ended: Date | null
  run_micro: number | null
  /** What is calculated of these rows is still on its way. */
  is_computing: boolean
}

const CALL = `/* along: runs (workspace_id, id, status, ended_at) where workspace_id = $1 */
  select c.id, c.function_id, c.version, c.workbook_id, c.run_id, c.row_ids, c.rejects, c.max_usd, c.created_at, c.actor_name,
    r.status as run_status, r.ended_at as run_ended,
    coalesce((select sum(amount_micro) from ledger_lines l where l.workspace_id = $1 and l.workbook_id = c.workbook_id
      and l.run_id = c.run_id and l.state = 'settled'), 0)::bigint as run_micro,
    exists (select 1 from dirty_rows k where k.workspace_id = $1 and k.scope_id = c.workbook_id and k.consumer = 'compute') as is_computing
  from function_calls c left join runs r on r.workspace_id = $1 and r.id = c.run_id where c.workspace_id = $1 and c.function_id = $2`

const ENDED = new Set(['done', 'done_with_errors', 'cancelled', 'failed', 'budget_stopped'])

/** A call without a run is over when nothing is left to compute; one whose run was deleted has failed. */
function statusOf({ run_id, run_status, is_computing }: CallRow): FunctionCall['status'] {
  if (run_id === null) return is_computing ? 'running' : 'done'
  if (run_status === null) return 'failed'
  if (!ENDED.has(run_status) || (is_computing && run_status.startsWith('done'))) return 'running'
  return run_status as FunctionCall['status']
}

export async function readCall(tx: WorkspaceTx, functionId: string, callId: string): Promise<FunctionCall> {
  const { rows } =
    isUuid(callId) && isUuid(functionId)
      ? await tx.client.query<CallRow>(`${CALL} and c.id = $3`, [tx.workspace_id, functionId, callId])
      : { rows: [] }
  const call = rows[0] ?? refuse('not_found', 'The function was not called so')
  const status = statusOf(call)
  const isOver = status !== 'running'
  return {
    id: call.id,
    function_id: call.function_id,
    version: call.version,
    status,
    items: await readItems(tx, call, isOver),
    max_usd: call.max_usd === null ? null : Number(call.max_usd),
    cost_usd: usdFromMicro(Number(call.run_micro ?? 0)),
    workbook_id: call.workbook_id,
    run_id: call.run_id,
    created_at: call.created_at.toISOString(),
    ended_at: isOver ? (call.run_ended ?? call.created_at).toISOString() : null,
  }
}

interface CellRow {
  row_id: string
  column_id: string
  status: string
  value: Json
  detail: string | null
  error_message: string | null
  cost_micro: number | null
}

const BAD = new Set(['error', 'budget_stopped', 'cancelled'])
const OPEN = new Set(['pending', 'queued', 'running', 'waiting', 'throttled'])

async function readItems(tx: WorkspaceTx, call: CallRow, isOver: boolean): Promise<FunctionCall['items']> {
  const { outputs } = await mustReadVersion(tx, call.function_id, call.version)
  const columns = await readColumns(tx, call.workbook_id)
  const places = outputs.flatMap(({ name, column }) => {
    const found = columns.find((one) => nameKey(one.name) === nameKey(column))
    return found ? [{ name, id: found.id }] : []
  })
  const { rows } = await tx.client.query<CellRow>(
    `select row_id, column_id, status, value, detail, error_message, cost_micro from cells
      where workspace_id = $1 and workbook_id = $2 and row_id = any($3::uuid[])`,
    [tx.workspace_id, call.workbook_id, call.row_ids],
  )
  const byRow = new Map<string, CellRow[]>()
  for (const cell of rows) byRow.set(cell.row_id, [...(byRow.get(cell.row_id) ?? []), cell])
  const asked = call.row_ids.map((row_id): Omit<FunctionCall['items'][number], 'index'> => {
    const cells = byRow.get(row_id) ?? []
    const values: JsonObject = {}
    const states: Record<string, string> = {}
    for (const { name, id } of places) {
      const cell = cells.find(({ column_id }) => column_id === id)
      values[name] = cell?.value ?? null
      const why = cell?.detail ?? cell?.error_message
      if (cell && cell.status !== 'complete') states[name] = why ? `${cell.status}: ${why}` : cell.status
      else if (!cell) states[name] = isOver ? 'not computed' : 'pending'
    }
    const found = places.flatMap(({ id }) => cells.find(({ column_id }) => column_id === id)?.status ?? 'pending')
    const isUnknown = cells.some(({ cost_micro }) => cost_micro === null)
    const micro = cells.reduce((sum, { cost_micro }) => sum + Number(cost_micro ?? 0), 0)
    return {
      row_id,
      outputs: values,
      states,
      status: itemStatus(found, isOver),
      error: null,
      cost_usd: isUnknown ? null : usdFromMicro(micro),
    }
  })
  const outputsOf = () => Object.fromEntries(places.map(({ name }) => [name, null]))
  return Array.from({ length: itemsOf(call) }, (_, index) => {
    const error = call.rejects[index]
    const item =
      error === undefined
        ? asked.shift()
        : { row_id: null, outputs: outputsOf(), states: {}, status: 'rejected' as const, error, cost_usd: 0 }
    if (!item) throw new Error('a call has fewer rows than items')
    return { index, ...item }
  })
}

const itemsOf = ({ row_ids, rejects }: CallRow) => row_ids.length + Object.keys(rejects).length

function itemStatus(found: readonly string[], isOver: boolean): FunctionCall['items'][number]['status'] {
  const open = found.filter((status) => OPEN.has(status)).length
  if (open > 0) return isOver ? 'stopped' : 'running'
  const bad = found.filter((status) => BAD.has(status)).length
  if (bad === 0) return 'done'
  return bad === found.length ? 'failed' : 'partial'
}

const NEWEST = 'function calls, newest first'

export async function listCalls(
  tx: WorkspaceTx,
  functionId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const [before = null] = decodeCursor(NEWEST, cursor) ?? []
  const { rows } = await tx.client.query<CallRow & { actor_name: string | null }>(
    `${CALL} and ($3::uuid is null or c.id < $3) order by c.id desc limit $4`,
    [tx.workspace_id, functionId, before, limit + 1],
  )
  const page = pageOf(NEWEST, rows, limit, (row) => [row.id])
  const items = page.items.map((row) => ({
    id: row.id,
    version: row.version,
    status: statusOf(row),
    items: itemsOf(row),
    cost_usd: usdFromMicro(Number(row.run_micro ?? 0)),
    actor_name: row.actor_name,
    created_at: row.created_at.toISOString(),
  }))
  return { items, next_cursor: page.next_cursor }
}
