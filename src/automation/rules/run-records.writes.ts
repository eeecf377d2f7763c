// Records of rule runs in progress: locks them, writes their actions and ends them, for one run or many.
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emitAll } from '../../platform/events/event.ts'
import type { ActionResult, StepRecord } from '../actions/action.ts'
import { automationRun } from './rules.events.ts'
import type { Rule } from './rules.reads.ts'

const MAX_LOGGED = 20_000

export interface ClaimedRun {
  id: string
  object: string
  facts: JsonObject
  depth: number
  /** The API token that started it by hand. */
  token_id: string | null
  /** Distinguishes this claim from a later one. */
  attempts: number
  /** True when no action of the run was done before. */
  is_fresh: boolean
}

/** Thrown to roll a transaction back when another worker has taken the run. */
export class Lost extends Error {}

const claims = (runs: readonly ClaimedRun[]) => [runs.map(({ id }) => id), runs.map(({ attempts }) => attempts)]

// The first action has the id 1 and the position 0.
const positionOf = (actionId: number) => actionId - 1

/** Locks the runs that this worker still holds. Returns the record of the action by run id, or null without one. */
export async function holdRuns(
  tx: WorkspaceTx,
  runs: readonly ClaimedRun[],
  actionId: number,
): Promise<Map<string, StepRecord | null>> {
  const { rows } = await tx.client.query<{ id: string; step: StepRecord | null }>({
    name: 'automation_run_hold',
    text: `select r.id, (select jsonb_build_object('status', s.status, 'output', s.output, 'error', s.error) from automation_steps s
        where s.workspace_id = $1 and s.run_id = r.id and s.position = $4) as step
      from unnest($2::uuid[], $3::int[]) w (id, attempts) join automation_runs r on r.workspace_id = $1 and r.id = w.id
      where r.status = 'running' and r.attempts = w.attempts order by r.id for update of r`,
    values: [tx.workspace_id, ...claims(runs), positionOf(actionId)],
  })
  return new Map(rows.map(({ id, step }) => [id, step]))
}

/** The records of a run by action id, except those of actions that are to be repeated. */
export async function readPath(tx: WorkspaceTx, runId: string): Promise<Map<number, StepRecord>> {
  const { rows } = await tx.client.query<StepRecord & { id: number }>(
    `select position + 1 as id, status, output, error from automation_steps where workspace_id = $1 and run_id = $2 and status <> 'pending'`,
    [tx.workspace_id, runId],
  )
  return new Map(rows.map(({ id, ...step }) => [id, step]))
}

export interface StepLine extends ActionResult {
  run_id: string
  action_id: number
  kind: string
  status: 'running' | 'waiting' | 'done' | 'skipped'
  input: JsonObject
}

/** The value as the log stores it: a long one is cut. */
export const cutForLog = (value: unknown) => {
  const text = JSON.stringify(value ?? null)
  return text.length <= MAX_LOGGED ? text : JSON.stringify({ cut: text.slice(0, MAX_LOGGED) })
}

/** Records actions. `again`: each updates the record of an attempt that has now ended. */
export async function writeSteps(tx: WorkspaceTx, lines: readonly StepLine[], again = false): Promise<void> {
  const texts = lines.map(({ run_id, action_id, kind, status, input, output, cost_micro = 0, awaits, waits }) =>
    [
      `{"run_id":"${run_id}","position":${positionOf(action_id)},"kind":${JSON.stringify(kind)},"status":"${status}","cost_micro":${cost_micro}`,
      `"reserved_micro":${awaits?.reserved_micro ?? 0},"awaits":${JSON.stringify(awaits?.run_id ?? waits?.awaits ?? null)}`,
      `"input":${cutForLog(input)},"output":${cutForLog(output)}}`,
    ].join(),
  )
  await tx.client.query({
    name: 'automation_steps',
    text: `insert into automation_steps as s (workspace_id, run_id, position, kind, status, input, output, cost_micro, reserved_micro, awaits,
        attempts, started_at, ended_at)
      select $1, x.run_id, x.position, x.kind, x.status, x.input, x.output, x.cost_micro, x.reserved_micro, x.awaits, 1, now(),
        case when x.status in ('done', 'skipped') then now() end
      from jsonb_to_recordset($2::jsonb) as x (run_id uuid, position int, kind text, status text, input jsonb, output jsonb,
        cost_micro bigint, reserved_micro bigint, awaits uuid)
      on conflict (workspace_id, run_id, position) do update set kind = excluded.kind, status = excluded.status, input = excluded.input,
        output = excluded.output, error = null, cost_micro = s.cost_micro + excluded.cost_micro, reserved_micro = excluded.reserved_micro,
        awaits = excluded.awaits, attempts = s.attempts + $3, started_at = case when $3 = 1 then now() else s.started_at end,
        ended_at = excluded.ended_at`,
    values: [tx.workspace_id, `[${texts.join()}]`, again ? 0 : 1],
  })
}

/** Ends runs whose actions are all done and emits their events. Runs that another worker has taken stay unchanged. Returns how many were ended. */
export async function completeRuns(
  tx: WorkspaceTx,
  rule: Rule,
  runs: readonly ClaimedRun[],
  now: Date,
): Promise<number> {
  const { rows } = await tx.client.query<{ id: string }>({
    name: 'automation_run_done',
    text: `update automation_runs r set status = 'done', ended_at = $4, lease_until = null, error = null, reason = null, wake_at = null,
        cost_micro = (select coalesce(sum(s.cost_micro), 0) from automation_steps s where s.workspace_id = $1 and s.run_id = r.id)
      from unnest($2::uuid[], $3::int[]) w (id, attempts)
      where r.workspace_id = $1 and r.id = w.id and r.status = 'running' and r.attempts = w.attempts returning r.id`,
    values: [tx.workspace_id, ...claims(runs), now],
  })
  if (rows.length === 0) return 0
  if (rule.failures > 0)
    await tx.client.query(
      'update automation_rules set failures = 0 where workspace_id = $1 and id = $2 and failures > 0',
      [tx.workspace_id, rule.id],
    )
  const depths = new Map(runs.map(({ id, depth }) => [id, depth]))
  await emitAll(
    tx,
    automationRun,
    rows.map(({ id }) => ({
      automation_id: rule.id,
      automation_run_id: id,
      status: 'done',
      cause: { run_id: id, depth: depths.get(id) ?? 0 },
    })),
  )
  return rows.length
}
