// One run of a rule: its actions in order, each in the transaction that records it, until one fails or waits.
import { textOf } from '../../engine/values/value.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import { runInBackground } from '../../platform/governor.ts'
import type { ActionContext, ActionKind, ActionParts, ActionResult, StepRecord } from '../actions/action.ts'
import { actionOf } from '../actions/registry.ts'
import type { NumberedAction } from '../actions/tree.logic.ts'
import { type PreparedAction, prepare } from './acting.ts'
import { awaitedIn, FINAL_FAILURE, isPassed, nextStep, type RunPath } from './path.logic.ts'
import { automationRun } from './rules.events.ts'
import { workLater } from './rules.jobs.ts'
import { mustReadRule, type Rule } from './rules.reads.ts'
import {
  type ClaimedRun,
  completeRuns,
  cutForLog,
  holdRuns,
  Lost,
  readPath,
  type StepLine,
  writeSteps,
} from './run-records.writes.ts'
import { notifyFailing, stopAndTell } from './stopped.commands.ts'

const MOST_FAILURES = 10
/** One may be chance; at the second in a row its people are told. */
const TOLD_FAILURES = 2
const MOST_ATTEMPTS = 4
const RETRY_MS = [10_000, 60_000, 300_000]

/** `done`: actions of it that were done with others of the rule. */
export async function runActions(
  parts: ActionParts,
  at: WorkspaceScope,
  rule: Rule,
  run: ClaimedRun,
  signal: AbortSignal,
  done: readonly number[] = [],
): Promise<void> {
  const { database } = parts
  const awaited = awaitedIn(rule.actions)
  try {
    const path: Map<number, StepRecord> = run.is_fresh
      ? new Map(done.map((id) => [id, { status: 'done', output: null, error: null }]))
      : await database.inWorkspace(at, (tx) => readPath(tx, run.id))
    for (;;) {
      const next = nextStep(rule.actions, path)
      if (next.kind === 'end') break
      if (next.kind === 'fail') return await failRun(parts, at, rule, run, next.words)
      if (signal.aborted) return await putBack(parts, at, rule, run)
      const { action } = next
      const declared = actionOf(action.kind)
      if (!declared) {
        await fail(parts, at, rule, run, action, new Error(`There is no action "${action.kind}"`), false)
        return
      }
      try {
        const step = declared.ask
          ? await askOutside(parts, at, rule, run, action, declared, signal)
          : await runInBackground(
              () => database.inWorkspace(at, (tx) => actOnce(tx, parts, rule, run, path, action, declared)),
              { queue: at.workspace_id, signal },
            )
        if (step === 'over') return
        path.set(action.id, step)
      } catch (error) {
        if (error instanceof Lost) return
        if (signal.aborted) return await putBack(parts, at, rule, run)
        const failed = await fail(parts, at, rule, run, action, error as Error, awaited.has(action.id))
        if (failed === null) return
        path.set(action.id, failed)
      }
    }
    await database.inWorkspace(at, (tx) => completeRuns(tx, rule, [run], parts.now()))
  } catch (error) {
    if (!(error instanceof Lost)) throw error
  }
}

/** The record of an action after it was done; `over`: the run ended or waits. */
type Acted = StepRecord | 'over'

const DONE_BEFORE: Pick<StepLine, 'status'> & { output: JsonObject } = {
  status: 'skipped',
  output: { skipped: 'Something was done under this idempotency_key before' },
}

/** Does the action in one transaction with the record of it: however often this is called, it happens once. The last one ends the run. */
async function actOnce(
  tx: WorkspaceTx,
  parts: ActionParts,
  rule: Rule,
  run: ClaimedRun,
  path: RunPath,
  action: NumberedAction,
  declared: ActionKind,
): Promise<Acted> {
  const end = async (step: StepRecord): Promise<Acted> => {
    if (nextStep(rule.actions, new Map([...path, [action.id, step]])).kind !== 'end') return step
    await completeRuns(tx, rule, [run], parts.now())
    return 'over'
  }
  const before = await mustHold(tx, run, action.id)
  if (before && isPassed(before)) return end(before)
  const earlier = before?.status === 'waiting' ? (before.output ?? {}) : null
  const { acting, input } = await prepareOne(tx, parts, rule, run, action, declared, earlier)
  const line = { run_id: run.id, action_id: action.id, kind: action.kind, input }
  if (await wasDone(tx, action, acting)) {
    await writeSteps(tx, [{ ...line, ...DONE_BEFORE }])
    return end({ ...DONE_BEFORE, error: null })
  }
  const done = (await declared.act?.(tx, input as never, acting)) as ActionResult
  const isWaiting = done.awaits !== undefined || done.waits !== undefined
  await writeSteps(tx, [{ ...line, ...done, status: isWaiting ? 'waiting' : 'done' }], earlier !== null)
  if (!isWaiting) return end({ status: 'done', output: done.output as JsonObject | null, error: null })
  await tx.client.query(
    `update automation_runs set status = 'waiting', reason = $3, wake_at = $4, lease_until = null, attempts = 0
      where workspace_id = $1 and id = $2`,
    [tx.workspace_id, run.id, done.waits?.reason ?? 'It waits for the end of a run', done.waits?.until ?? null],
  )
  if (done.waits) await workLater(tx, rule.id, done.waits.until)
  await emit(tx, automationRun, { automation_id: rule.id, automation_run_id: run.id, status: 'waiting' })
  return 'over'
}

/** Calls another service outside of any transaction; the service detects a repetition by the key of the record. */
async function askOutside(
  parts: ActionParts,
  at: WorkspaceScope,
  rule: Rule,
  run: ClaimedRun,
  action: NumberedAction,
  declared: ActionKind,
  signal: AbortSignal,
): Promise<StepRecord> {
  const { database } = parts
  const prepared = await database.inWorkspace(at, async (tx): Promise<PreparedAction | StepRecord> => {
    const before = await mustHold(tx, run, action.id)
    if (before && isPassed(before)) return before
    const ready = await prepareOne(tx, parts, rule, run, action, declared)
    const isDone = await wasDone(tx, action, ready.acting)
    const line = { run_id: run.id, action_id: action.id, kind: action.kind, input: ready.input }
    await writeSteps(tx, [{ ...line, ...(isDone ? DONE_BEFORE : { status: 'running', output: null }) }])
    return isDone ? { ...DONE_BEFORE, error: null } : ready
  })
  if ('status' in prepared) return prepared
  const { kind: _, id: ___, idempotency_key: __, ...settings } = action
  const done = (await declared.ask?.(settings as never, prepared.acting, {
    ...at,
    signal,
  })) as ActionResult
  await database.inWorkspace(at, async (tx) => {
    const before = await mustHold(tx, run, action.id)
    if (before && isPassed(before)) return
    const line = { run_id: run.id, action_id: action.id, kind: action.kind, input: prepared.input }
    await writeSteps(tx, [{ ...line, ...done, status: 'done' }], true)
  })
  return { status: 'done', output: done.output as JsonObject | null, error: null }
}

/** Locks the run, and returns what is on record of the action. @throws Lost when another worker has it */
async function mustHold(tx: WorkspaceTx, run: ClaimedRun, actionId: number): Promise<StepRecord | null> {
  const step = (await holdRuns(tx, [run], actionId)).get(run.id)
  if (step === undefined) throw new Lost()
  return step
}

async function prepareOne(
  tx: WorkspaceTx,
  parts: ActionParts,
  rule: Rule,
  run: ClaimedRun,
  action: NumberedAction,
  declared: ActionKind,
  earlier: JsonObject | null = null,
): Promise<PreparedAction> {
  const [prepared] = await prepare(tx, parts, rule, [run], action, declared, earlier)
  return prepared as PreparedAction
}

/** True when something was done in this workspace under the action's key; from now on it was. */
async function wasDone(
  tx: WorkspaceTx,
  { id, idempotency_key }: NumberedAction,
  { fill, run_id }: ActionContext,
): Promise<boolean> {
  const position = id - 1
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
async function putBack({ database, now }: ActionParts, at: WorkspaceScope, rule: Rule, run: ClaimedRun): Promise<void> {
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

/**
 * Tries again later what may pass; else the run has failed, and the tenth in a row stops the rule. Where an action behind it decides about
 * its failure (`isAwaited`), the run goes on: its record is returned.
 */
async function fail(
  parts: ActionParts,
  at: WorkspaceScope,
  rule: Rule,
  run: ClaimedRun,
  action: NumberedAction,
  error: Error,
  isAwaited: boolean,
): Promise<StepRecord | null> {
  const { database, now } = parts
  const isAgain = isPassing(error) && run.attempts < MOST_ATTEMPTS
  const words =
    error instanceof Refusal ? error.message : `Something went wrong on the server: ${error.message}`.slice(0, 500)
  const input = await inputOf(parts, at, rule, run, action)
  const output = isAwaited && !isAgain ? FINAL_FAILURE : null
  return database.inWorkspace(at, async (tx) => {
    await mustHold(tx, run, action.id)
    const position = action.id - 1
    await tx.client.query(
      `insert into automation_steps as s (workspace_id, run_id, position, kind, status, error, input, output, attempts, started_at, ended_at)
        values ($1, $2, $3, $4, 'failed', $5, $6, $7, 1, now(), now())
        on conflict (workspace_id, run_id, position) do update set status = 'failed', error = excluded.error, ended_at = now(),
          input = coalesce(excluded.input, s.input), output = excluded.output, awaits = null,
          attempts = s.attempts + case when s.status = 'running' then 0 else 1 end`,
      [
        tx.workspace_id,
        run.id,
        position,
        action.kind,
        words,
        input && cutForLog(input),
        output && JSON.stringify(output),
      ],
    )
    // A key is taken by what was done, not by what failed.
    await tx.client.query('delete from automation_keys where workspace_id = $1 and run_id = $2 and position = $3', [
      tx.workspace_id,
      run.id,
      position,
    ])
    if (isAgain) {
      const next = new Date(now().getTime() + (RETRY_MS[run.attempts - 1] ?? 300_000))
      await tx.client.query(
        `update automation_runs set status = 'queued', error = $3, lease_until = null, next_at = $4 where workspace_id = $1 and id = $2`,
        [tx.workspace_id, run.id, words, next],
      )
      await workLater(tx, rule.id, next)
      return null
    }
    if (output) return { status: 'failed', output, error: words } as const
    await endFailed(tx, rule, run, words, now())
    return null
  })
}

/** An action decided that the run fails. */
async function failRun(
  { database, now }: ActionParts,
  at: WorkspaceScope,
  rule: Rule,
  run: ClaimedRun,
  words: string,
): Promise<void> {
  await database.inWorkspace(at, async (tx) => {
    if ((await holdRuns(tx, [run], 1)).has(run.id)) await endFailed(tx, rule, run, words, now())
  })
}

async function endFailed(tx: WorkspaceTx, rule: Rule, run: ClaimedRun, words: string, now: Date): Promise<void> {
  await tx.client.query(
    `update automation_runs r set status = 'failed', error = $3, reason = null, lease_until = null, wake_at = null, ended_at = $4,
       cost_micro = (select coalesce(sum(s.cost_micro), 0) from automation_steps s where s.workspace_id = $1 and s.run_id = r.id)
      where workspace_id = $1 and id = $2`,
    [tx.workspace_id, run.id, words, now],
  )
  await emit(tx, automationRun, { automation_id: rule.id, automation_run_id: run.id, status: 'failed' })
  await countFailure(tx, rule, words, now)
}

/** What the action that failed was given; null where that cannot be read either. */
async function inputOf(
  parts: ActionParts,
  at: WorkspaceScope,
  rule: Rule,
  run: ClaimedRun,
  action: NumberedAction,
): Promise<JsonObject | null> {
  const declared = actionOf(action.kind)
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
  if (row.failures === TOLD_FAILURES) await notifyFailing(tx, rule, words, now)
  if (row.failures < MOST_FAILURES) return
  const because = `${MOST_FAILURES} runs in a row failed, the last one so: ${words}`
  await stopAndTell(tx, await mustReadRule(tx, rule.id), because, now)
}
