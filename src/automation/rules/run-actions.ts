// One run of a rule: its actions in order, each in the transaction that records it, until one fails or waits.
import { textOf } from '../../engine/value.ts'
import { createGate } from '../../enrichment/gate.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { microFromUsd } from '../../kernel/money.ts'
import type { Place } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import type { Acting, ActionKind, ActionParts, Done } from '../actions/action.ts'
import { type Action, actionOf } from '../actions/registry.ts'
import { triggerOf } from '../triggers/registry.ts'
import { automationRun } from './rules.events.ts'
import { workLater } from './rules.jobs.ts'
import { mustReadRule, type Rule, spentToday } from './rules.reads.ts'
import { stopAndTell } from './stopped.commands.ts'
import { fill, fillSettings, finder } from './templates.logic.ts'

const MOST_FAILURES = 10
const MOST_ATTEMPTS = 4
const RETRY_MS = [10_000, 60_000, 300_000]
const MAX_LOGGED = 20_000

export interface ClaimedRun {
  id: string
  object: string
  facts: JsonObject
  depth: number
  /** Tells this claim from a later one. */
  attempts: number
}

/** Thrown inside a transaction that must leave nothing: the run is no longer ours. */
class Lost extends Error {}

export async function runActions(
  parts: ActionParts,
  at: Place,
  rule: Rule,
  run: ClaimedRun,
  signal: AbortSignal,
): Promise<void> {
  const { database } = parts
  try {
    for (let position = 0; position < rule.actions.length; position++) {
      if (signal.aborted) return await putBack(parts, at, rule, run)
      const action = rule.actions[position] as Action
      const declared = actionOf(action.kind)
      if (!declared) return await fail(parts, at, rule, run, position, new Error(`There is no action "${action.kind}"`))
      try {
        const state = declared.ask
          ? await askOutside(parts, at, rule, run, position, action, declared, signal)
          : await inTurn(at, signal, () =>
              database.inWorkspace(at, (tx) => actOnce(tx, parts, rule, run, position, action, declared)),
            )
        if (state === 'waiting') return
      } catch (error) {
        if (error instanceof Lost) return
        if (signal.aborted) return await putBack(parts, at, rule, run)
        return await fail(parts, at, rule, run, position, error as Error)
      }
    }
    await database.inWorkspace(at, (tx) => succeed(tx, rule, run, parts.now()))
  } catch (error) {
    if (!(error instanceof Lost)) throw error
  }
}

/** Twenty busy rules would take every connection to the database, and people would wait for one. Workspaces take turns. */
const writing = createGate(6)

async function inTurn<T>({ workspace_id }: Place, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const leave = await writing.enter(signal, workspace_id)
  try {
    return await work()
  } finally {
    leave()
  }
}

type State = 'done' | 'waiting'

/** Does the action in one transaction with the record of it: however often this is called, it happens once. */
async function actOnce(
  tx: WorkspaceTx,
  parts: ActionParts,
  rule: Rule,
  run: ClaimedRun,
  position: number,
  action: Action,
  declared: ActionKind,
): Promise<State> {
  if (await isBehind(tx, run, position)) return 'done'
  const { acting, input } = await prepare(tx, parts, rule, run, action, declared)
  if (await wasDone(tx, action, acting, position)) {
    await writeStep(tx, run.id, position, action, 'skipped', input, {
      output: { skipped: 'Something was done under this idempotency_key before' },
    })
    return 'done'
  }
  const done = (await declared.act?.(tx, input as never, acting)) as Done
  await writeStep(tx, run.id, position, action, done.awaits ? 'waiting' : 'done', input, done)
  if (!done.awaits) return 'done'
  await tx.client.query(
    `update automation_runs set status = 'waiting', reason = 'It waits for the end of a run', lease_until = null
      where workspace_id = $1 and id = $2`,
    [tx.workspace_id, run.id],
  )
  await emit(tx, automationRun, { automation_id: rule.id, automation_run_id: run.id, status: 'waiting' })
  return 'waiting'
}

/** Another service is asked outside of any transaction; it knows a repetition by the key of the record. */
async function askOutside(
  parts: ActionParts,
  at: Place,
  rule: Rule,
  run: ClaimedRun,
  position: number,
  action: Action,
  declared: ActionKind,
  signal: AbortSignal,
): Promise<State> {
  const { database } = parts
  const prepared = await database.inWorkspace(at, async (tx) => {
    if (await isBehind(tx, run, position)) return null
    const ready = await prepare(tx, parts, rule, run, action, declared)
    const isDone = await wasDone(tx, action, ready.acting, position)
    const note = { output: { skipped: 'Something was done under this idempotency_key before' } }
    await writeStep(
      tx,
      run.id,
      position,
      action,
      isDone ? 'skipped' : 'running',
      ready.input,
      isDone ? note : { output: null },
    )
    return isDone ? null : ready
  })
  if (prepared === null) return 'done'
  const { kind: _, idempotency_key: __, ...settings } = action
  const done = (await declared.ask?.(settings as never, prepared.acting, {
    workspace_id: at.workspace_id,
    signal,
  })) as Done
  await database.inWorkspace(at, async (tx) => {
    if (await isBehind(tx, run, position)) return
    await writeStep(tx, run.id, position, action, 'done', prepared.input, done, false)
  })
  return 'done'
}

/** Locks the run; true when the action was done before. @throws Lost when another worker has it */
async function isBehind(tx: WorkspaceTx, run: ClaimedRun, position: number): Promise<boolean> {
  const { rows } = await tx.client.query<{ status: string; attempts: number; step: string | null }>({
    name: 'automation_run_hold',
    text: `select r.status, r.attempts, (select s.status from automation_steps s where s.workspace_id = $1 and s.run_id = $2
        and s.position = $3) as step from automation_runs r where r.workspace_id = $1 and r.id = $2 for update of r`,
    values: [tx.workspace_id, run.id, position],
  })
  const [row] = rows
  if (row?.status !== 'running' || row.attempts !== run.attempts) throw new Lost()
  return row.step === 'done' || row.step === 'skipped'
}

async function prepare(
  tx: WorkspaceTx,
  parts: ActionParts,
  rule: Rule,
  run: ClaimedRun,
  action: Action,
  declared: ActionKind,
): Promise<{ acting: Acting; input: JsonObject }> {
  const now = parts.now()
  const { kind, ...settings } = rule.trigger
  const trigger = triggerOf(kind)
  // An action before may have filled cells that this one reads.
  const current = (await trigger?.current?.(tx, settings as never, run.object)) ?? null
  const facts: JsonObject = {
    ...(JSON.stringify(action).includes('{{') && { actions: await resultsOf(tx, rule, run.id) }),
    ...{ ...run.facts, ...current, event: run.facts.event ?? null },
  }
  const find = finder((await trigger?.variables(tx, settings as never)) ?? [])
  const spent = (await spentToday(tx, [rule.id], now)).get(rule.id) ?? 0
  const acting: Acting = {
    ...{
      parts,
      rule: { id: rule.id, name: rule.name },
      run_id: run.id,
      depth: run.depth,
      object: run.object,
      facts,
      now,
    },
    limits: rule.limits,
    left_micro: Math.max(0, microFromUsd(rule.limits.usd_per_day) - spent),
    fill: (template) => fill(template, facts, find),
  }
  return { acting, input: fillSettings(action as JsonObject, declared.plain ?? [], facts, find) }
}

/** What the actions that are done answered, by number: the first is `1`. */
async function resultsOf(tx: WorkspaceTx, rule: Rule, runId: string): Promise<JsonObject> {
  const { rows } = await tx.client.query<{ position: number; output: JsonObject | null }>(
    `select position, output from automation_steps where workspace_id = $1 and run_id = $2 and status = 'done'`,
    [tx.workspace_id, runId],
  )
  const results: JsonObject = {}
  for (const { position, output } of rows) {
    const declared = actionOf(rule.actions[position]?.kind ?? '')
    results[position + 1] = output && declared?.result ? await declared.result(tx, output) : output
  }
  return results
}

/** True when something was done in this workspace under the action's key; from now on it was. */
async function wasDone(
  tx: WorkspaceTx,
  { idempotency_key }: Action,
  { fill, run_id }: Acting,
  position: number,
): Promise<boolean> {
  if (idempotency_key === undefined) return false
  const key = fill(idempotency_key)
  if (key === null) return false
  const { rows } = await tx.client.query<{ run_id: string; position: number }>(
    `insert into automation_keys as k (workspace_id, key, run_id, position) values ($1, $2, $3, $4)
      on conflict (workspace_id, key) do update set key = k.key returning k.run_id, k.position`,
    [tx.workspace_id, textOf(key).slice(0, 1_000), run_id, position],
  )
  // The same action of the same run is one that is done again after a failure.
  return rows[0]?.run_id !== run_id || rows[0]?.position !== position
}

const logged = (value: unknown) => {
  const text = JSON.stringify(value ?? null)
  return text.length <= MAX_LOGGED ? text : JSON.stringify({ cut: text.slice(0, MAX_LOGGED) })
}

async function writeStep(
  tx: WorkspaceTx,
  runId: string,
  position: number,
  { kind }: Action,
  status: 'running' | 'waiting' | 'done' | 'skipped',
  input: JsonObject,
  { output, cost_micro = 0, awaits }: Done,
  counts = true,
): Promise<void> {
  await tx.client.query({
    name: 'automation_step',
    text: `insert into automation_steps as s (workspace_id, run_id, position, kind, status, input, output, cost_micro, reserved_micro, awaits,
        attempts, started_at, ended_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, now(), case when $5 in ('done', 'skipped') then now() end)
      on conflict (workspace_id, run_id, position) do update set kind = excluded.kind, status = excluded.status, input = excluded.input,
        output = excluded.output, error = null, cost_micro = s.cost_micro + excluded.cost_micro, reserved_micro = excluded.reserved_micro,
        awaits = excluded.awaits, attempts = s.attempts + $11, started_at = case when $11 = 1 then now() else s.started_at end,
        ended_at = excluded.ended_at`,
    values: [
      ...[tx.workspace_id, runId, position, kind, status, logged(input), logged(output), cost_micro],
      ...[awaits?.reserved_micro ?? 0, awaits?.run_id ?? null, counts ? 1 : 0],
    ],
  })
}

async function succeed(tx: WorkspaceTx, rule: Rule, run: ClaimedRun, now: Date): Promise<void> {
  const { rowCount } = await tx.client.query({
    name: 'automation_run_done',
    text: `update automation_runs set status = 'done', ended_at = $3, lease_until = null, error = null, reason = null,
        cost_micro = (select coalesce(sum(cost_micro), 0) from automation_steps s where s.workspace_id = $1 and s.run_id = $2)
      where workspace_id = $1 and id = $2 and status = 'running' and attempts = $4`,
    values: [tx.workspace_id, run.id, now, run.attempts],
  })
  if (!rowCount) throw new Lost()
  if (rule.failures > 0)
    await tx.client.query(
      'update automation_rules set failures = 0 where workspace_id = $1 and id = $2 and failures > 0',
      [tx.workspace_id, rule.id],
    )
  await emit(tx, automationRun, { automation_id: rule.id, automation_run_id: run.id, status: 'done' })
}

/** This process stops: the next worker goes on where this one was. */
async function putBack({ database, now }: ActionParts, at: Place, rule: Rule, run: ClaimedRun): Promise<void> {
  await database.inWorkspace(at, async (tx) => {
    await tx.client.query(
      `update automation_runs set status = 'queued', lease_until = null, attempts = attempts - 1
        where workspace_id = $1 and id = $2 and status = 'running' and attempts = $3`,
      [tx.workspace_id, run.id, run.attempts],
    )
    await workLater(tx, rule.id, now())
  })
}

const isPassing = (error: Error) =>
  error instanceof Refusal ? error.code === 'unavailable' || error.code === 'rate_limited' : true

/** Tries again later what may pass; else the run has failed, and the tenth in a row stops the rule. */
async function fail(
  { database, now }: ActionParts,
  at: Place,
  rule: Rule,
  run: ClaimedRun,
  position: number,
  error: Error,
): Promise<void> {
  const isAgain = isPassing(error) && run.attempts < MOST_ATTEMPTS
  const words =
    error instanceof Refusal ? error.message : `Something went wrong on the server: ${error.message}`.slice(0, 500)
  await database.inWorkspace(at, async (tx) => {
    const kind = rule.actions[position]?.kind ?? ''
    const next = new Date(now().getTime() + (RETRY_MS[run.attempts - 1] ?? 300_000))
    const { rowCount } = await tx.client.query(
      `update automation_runs set status = $4, error = $5, lease_until = null, next_at = $6,
         ended_at = case when $4 = 'failed' then $7::timestamptz end where workspace_id = $1 and id = $2 and status = 'running' and attempts = $3`,
      [tx.workspace_id, run.id, run.attempts, isAgain ? 'queued' : 'failed', words, next, now()],
    )
    if (!rowCount) return
    await tx.client.query(
      `insert into automation_steps as s (workspace_id, run_id, position, kind, status, error, attempts, started_at, ended_at)
        values ($1, $2, $3, $4, 'failed', $5, 1, now(), now())
        on conflict (workspace_id, run_id, position) do update set status = 'failed', error = excluded.error, ended_at = now(),
          attempts = s.attempts + case when s.status = 'running' then 0 else 1 end`,
      [tx.workspace_id, run.id, position, kind, words],
    )
    // A key is taken by what was done, not by what failed.
    await tx.client.query('delete from automation_keys where workspace_id = $1 and run_id = $2 and position = $3', [
      tx.workspace_id,
      run.id,
      position,
    ])
    if (isAgain) return workLater(tx, rule.id, next)
    await emit(tx, automationRun, { automation_id: rule.id, automation_run_id: run.id, status: 'failed' })
    await countFailure(tx, rule, words, now())
  })
}

async function countFailure(tx: WorkspaceTx, rule: Rule, words: string, now: Date): Promise<void> {
  const { rows } = await tx.client.query<{ failures: number; status: string }>(
    'update automation_rules set failures = failures + 1 where workspace_id = $1 and id = $2 returning failures, status',
    [tx.workspace_id, rule.id],
  )
  const [row] = rows
  if (!row || row.failures < MOST_FAILURES || row.status !== 'active') return
  const because = `${MOST_FAILURES} runs in a row failed, the last one so: ${words}`
  await stopAndTell(tx, await mustReadRule(tx, rule.id), because, now)
}
