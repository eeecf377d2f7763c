// Reading what rules did: the run log, and one run with each of its actions.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import type { AutomationRun, AutomationRunDetail, RunsQuery } from './rule.schema.ts'

export interface StoredRun {
  id: string
  rule_id: string
  rule_name: string
  event_key: string
  object: string
  title: string
  facts: JsonObject
  depth: number
  caused_by: string | null
  status: 'queued' | 'running' | 'waiting' | 'done' | 'failed' | 'skipped' | 'cancelled'
  reason: string | null
  error: string | null
  attempts: number
  cost_micro: number
  is_manual: boolean
  wake_at: Date | null
  path: AutomationRun['path']
  occurred_at: Date
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
}

const RUN = `r.id, r.rule_id, a.name as rule_name, r.event_key, r.object, r.title, r.facts, r.depth, r.caused_by, r.status, r.reason,
  r.error, r.attempts, r.cost_micro, r.is_manual, r.wake_at, r.occurred_at, r.created_at, r.started_at, r.ended_at,
  (select coalesce(jsonb_agg(jsonb_build_object('id', s.position + 1, 'kind', s.kind, 'status', s.status,
      'way', coalesce(s.output ->> 'way', case when s.kind = 'await_outcome' then s.output ->> 'outcome' end)) order by s.started_at, s.position), '[]')
    from automation_steps s where s.workspace_id = r.workspace_id and s.run_id = r.id and s.status <> 'pending') as path
  from automation_runs r join automation_rules a on a.workspace_id = r.workspace_id and a.id = r.rule_id`

const LIST = 'automation runs'

/** Newest first. */
export async function readRuns(tx: WorkspaceTx, { limit, cursor, automation_id, status }: RunsQuery) {
  const [before] = decodeCursor(LIST, cursor) ?? []
  if (automation_id !== undefined && !isUuid(automation_id)) return { items: [], next_cursor: null }
  const { rows } = await tx.client.query<StoredRun>(
    `select ${RUN} where r.workspace_id = $1 and ($2::uuid is null or r.rule_id = $2) and ($3::text is null or r.status = $3)
       and ($4::uuid is null or r.id < $4) order by r.id desc limit $5`,
    [tx.workspace_id, automation_id ?? null, status ?? null, before ?? null, limit + 1],
  )
  const page = pageOf(LIST, rows, limit, ({ id }) => [id])
  return { ...page, items: page.items.map(runWire) }
}

/** @throws Refusal `not_found` */
export async function mustReadRun(tx: WorkspaceTx, id: string, locked = false): Promise<StoredRun> {
  const { rows } = isUuid(id)
    ? await tx.client.query<StoredRun>(
        `select ${RUN} where r.workspace_id = $1 and ${inOrder('r.id', '$2')} ${locked ? 'for update of r' : ''}`,
        [tx.workspace_id, id],
      )
    : { rows: [] }
  return rows[0] ?? refuse('not_found', 'Automation run not found')
}

const iso = (at: Date | null) => at?.toISOString() ?? null

export function runWire({ facts: _, rule_id, rule_name, cost_micro, is_manual, ...run }: StoredRun): AutomationRun {
  return {
    ...run,
    automation_id: rule_id,
    automation_name: rule_name,
    manual: is_manual,
    cost_usd: usdFromMicro(cost_micro),
    wake_at: iso(run.wake_at),
    occurred_at: run.occurred_at.toISOString(),
    created_at: run.created_at.toISOString(),
    started_at: iso(run.started_at),
    ended_at: iso(run.ended_at),
  }
}

export interface StoredActionStep {
  id: number
  kind: string
  status: 'pending' | 'running' | 'waiting' | 'done' | 'failed' | 'skipped' | 'cancelled'
  input: Json
  output: Json
  error: string | null
  cost_micro: number
  attempts: number
  started_at: Date | null
  ended_at: Date | null
}

export async function readSteps(tx: WorkspaceTx, runId: string): Promise<StoredActionStep[]> {
  const { rows } = await tx.client.query<StoredActionStep>(
    `select position + 1 as id, kind, status, input, output, error, cost_micro, attempts, started_at, ended_at
      from automation_steps where workspace_id = $1 and run_id = $2 order by status = 'pending', started_at, position`,
    [tx.workspace_id, runId],
  )
  return rows
}

/** @throws Refusal `not_found` */
export async function showRun(tx: WorkspaceTx, id: string): Promise<AutomationRunDetail> {
  const run = await mustReadRun(tx, id)
  const steps = await readSteps(tx, run.id)
  const { path: _, ...wire } = runWire(run)
  return {
    ...wire,
    facts: run.facts,
    actions: steps.map(({ cost_micro, ...step }) => ({
      ...step,
      cost_usd: usdFromMicro(cost_micro),
      started_at: iso(step.started_at),
      ended_at: iso(step.ended_at),
    })),
  }
}
