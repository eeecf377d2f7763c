// One run of a rule: its actions in order, each in the transaction that records it, until one fails or waits.
import { textOf } from '../../engine/values/value.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Place } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import type { ActionContext, ActionKind, ActionParts, ActionResult } from '../actions/action.ts'
import { type Action, actionOf } from '../actions/registry.ts'
import { type PreparedAction, prepare } from './acting.ts'
import { inTurn } from './concurrency.ts'
import { automationRun } from './rules.events.ts'
import { workLater } from './rules.jobs.ts'
import { mustReadRule, type Rule } from './rules.reads.ts'
import { type ClaimedRun, holdRuns, Lost, logged, type StepLine, succeed, writeSteps } from './run-records.writes.ts'
import { stopAndTell, tellFailing } from './stopped.commands.ts'

const MOST_FAILURES = 10
/** One may be chance; at the second in a row its people are told. */
const TOLD_FAILURES = 2
const MOST_ATTEMPTS = 4
const RETRY_MS = [10_000, 60_000, 300_000]

/** `from`: the actions before were done. */
export async function runActions(
  parts: ActionParts,
  at: Place,
  rule: Rule,
  run: ClaimedRun,
  signal: AbortSignal,
  from = 0,
): Promise<void> {
  const { database } = parts
  try {
    for (let position = from; position < rule.actions.length; position++) {
      if (signal.aborted) return await putBack(parts, at, rule, run)
      const action = rule.actions[position] as Action
      const declared = actionOf(action.kind)
      if (!declared) return await fail(parts, at, rule, run, position, new Error(`There is no action "${action.kind}"`))
      try {
        const state = declared.ask
          ? await askOutside(parts, at, rule, run, position, action, declared, signal)
          : await inTurn(at.workspace_id, signal, () =>
              database.inWorkspace(at, (tx) => actOnce(tx, parts, rule, run, position, action, declared)),
            )
        if (state !== 'done') return
      } catch (error) {
        if (error instanceof Lost) return
        if (signal.aborted) return await putBack(parts, at, rule, run)
        return await fail(parts, at, rule, run, position, error as Error)
      }
    }
    await database.inWorkspace(at, (tx) => succeed(tx, rule, [run], parts.now()))
  } catch (error) {
    if (!(error instanceof Lost)) throw error
  }
}

type State = 'done' | 'waiting' | 'ended'

const DONE_BEFORE: Pick<StepLine, 'status' | 'output'> = {
  status: 'skipped',
  output: { skipped: 'Something was done under this idempotency_key before' },
}

/** Does the action in one transaction with the record of it: however often this is called, it happens once. The last one ends the run. */
async function actOnce(
  tx: WorkspaceTx,
  parts: ActionParts,
  rule: Rule,
  run: ClaimedRun,
  position: number,
  action: Action,
  declared: ActionKind,
): Promise<State> {
  const end = async (): Promise<State> => {
    if (position < rule.actions.length - 1) return 'done'
    await succeed(tx, rule, [run], parts.now())
    return 'ended'
  }
  if (await isRecorded(tx, run, position)) return end()
  const { acting, input } = await prepareOne(tx, parts, rule, run, action, declared)
  const line = { run_id: run.id, position, kind: action.kind, input }
  if (await wasDone(tx, action, acting, position)) {
    await writeSteps(tx, [{ ...line, ...DONE_BEFORE }])
    return end()
  }
  const done = (await declared.act?.(tx, input as never, acting)) as ActionResult
  await writeSteps(tx, [{ ...line, ...done, status: done.awaits ? 'waiting' : 'done' }])
  if (!done.awaits) return end()
  await tx.client.query(
    `update automation_runs set status = 'waiting', reason = 'It waits for the end of a run', lease_until = null
      where workspace_id = $1 and id = $2`,
    [tx.workspace_id, run.id],
  )
  await emit(tx, automationRun, { automation_id: rule.id, automation_run_id: run.id, status: 'waiting' })
  return 'waiting'
}

/** Calls another service outside of any transaction; the service detects a repetition by the key of the record. */
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
    if (await isRecorded(tx, run, position)) return null
    const ready = await prepareOne(tx, parts, rule, run, action, declared)
    const isDone = await wasDone(tx, action, ready.acting, position)
    const line = { run_id: run.id, position, kind: action.kind, input: ready.input }
    await writeSteps(tx, [{ ...line, ...(isDone ? DONE_BEFORE : { status: 'running', output: null }) }])
    return isDone ? null : ready
  })
  if (prepared === null) return 'done'
  const { kind: _, idempotency_key: __, ...settings } = action
  const done = (await declared.ask?.(settings as never, prepared.acting, {
    workspace_id: at.workspace_id,
    signal,
  })) as ActionResult
  await database.inWorkspace(at, async (tx) => {
    if (await isRecorded(tx, run, position)) return
    const line = { run_id: run.id, position, kind: action.kind, input: prepared.input }
    await writeSteps(tx, [{ ...line, ...done, status: 'done' }], true)
  })
  return 'done'
}

/** Locks the run; true when the action was done before. @throws Lost when another worker has it */
async function isRecorded(tx: WorkspaceTx, run: ClaimedRun, position: number): Promise<boolean> {
  const isDone = (await holdRuns(tx, [run], position)).get(run.id)
  if (isDone === undefined) throw new Lost()
  return isDone
}

async function prepareOne(
  tx: WorkspaceTx,
  parts: ActionParts,
  rule: Rule,
  run: ClaimedRun,
  action: Action,
  declared: ActionKind,
): Promise<PreparedAction> {
  const [prepared] = await prepare(tx, parts, rule, [run], action, declared)
  return prepared as PreparedAction
}

/** True when something was done in this workspace under the action's key; from now on it was. */
async function wasDone(
  tx: WorkspaceTx,
  { idempotency_key }: Action,
  { fill, run_id }: ActionContext,
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
  parts: ActionParts,
  at: Place,
  rule: Rule,
  run: ClaimedRun,
  position: number,
  error: Error,
): Promise<void> {
  const { database, now } = parts
  const isAgain = isPassing(error) && run.attempts < MOST_ATTEMPTS
  const words =
    error instanceof Refusal ? error.message : `Something went wrong on the server: ${error.message}`.slice(0, 500)
  const input = await inputOf(parts, at, rule, run, position)
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
      `insert into automation_steps as s (workspace_id, run_id, position, kind, status, error, input, attempts, started_at, ended_at)
        values ($1, $2, $3, $4, 'failed', $5, $6, 1, now(), now())
        on conflict (workspace_id, run_id, position) do update set status = 'failed', error = excluded.error, ended_at = now(),
          input = coalesce(excluded.input, s.input), attempts = s.attempts + case when s.status = 'running' then 0 else 1 end`,
      [tx.workspace_id, run.id, position, kind, words, input && logged(input)],
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

/** What the action that failed was given; null where that cannot be read either. */
async function inputOf(
  parts: ActionParts,
  at: Place,
  rule: Rule,
  run: ClaimedRun,
  position: number,
): Promise<JsonObject | null> {
  const action = rule.actions[position]
  const declared = action && actionOf(action.kind)
  if (!declared) return null
  return parts.database
    .inWorkspace(at, async (tx) => (await prepareOne(tx, parts, rule, run, action, declared)).input)
    .catch(() => null)
}

async function countFailure(tx: WorkspaceTx, rule: Rule, words: string, now: Date): Promise<void> {
  const { rows } = await tx.client.query<{ failures: number; status: string }>(
    'update automation_rules set failures = failures + 1 where workspace_id = $1 and id = $2 returning failures, status',
    [tx.workspace_id, rule.id],
  )
  const [row] = rows
  if (row?.status !== 'active') return
  if (row.failures === TOLD_FAILURES) await tellFailing(tx, rule, words, now)
  if (row.failures < MOST_FAILURES) return
  const because = `${MOST_FAILURES} runs in a row failed, the last one so: ${words}`
  await stopAndTell(tx, await mustReadRule(tx, rule.id), because, now)
}
