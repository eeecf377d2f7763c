// Works through the runs of a rule: in the order of events for each object, each action once, with the result on record.
import { type Capability, roleCovers } from '../../identity/capabilities.logic.ts'
import { webhookOutcome } from '../../identity/webhooks/settled.jobs.ts'
import { readMember } from '../../identity/workspaces/members.reads.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { WorkspaceRole, WorkspaceScope } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { runInBackground } from '../../platform/governor.ts'
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { defineQueue, PAST_HELD, SOON_MS } from '../../platform/queue/lease.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import type { ActionParts } from '../actions/action.ts'
import { actionOf } from '../actions/registry.ts'
import { allActions } from '../actions/tree.logic.ts'
import { dueAt } from '../triggers/schedule.trigger.ts'
import { addRuns, MOST_WAITING, runsFor } from './new-runs.writes.ts'
import { ruleDue, ruleFlooded, ruleLooped, workLater, workRule } from './rules.jobs.ts'
import { freshActions, mustReadRule, type Rule } from './rules.reads.ts'
import { runActions } from './run-actions.ts'
import type { ClaimedRun } from './run-records.writes.ts'
import { runTogether } from './run-together.ts'
import { notifyLoop, stopAndTell } from './stopped.commands.ts'
import { wakeRuns } from './wake.writes.ts'

/** Runs claimed at once, and worked on one by one at the same time. */
const BATCH = 100
const AT_ONCE = 4
/** After this time the rule is queued again, after the other work of its lane. */
const TURN_MS = 2_000
const LEASE_MS = 300_000
const ASKED_AGAIN_MS = 1_000
const HOUR_MS = 3_600_000

export function ruleJobs(parts: ActionParts): JobHandler[] {
  const { database, now } = parts
  return [
    handleWorkspaceJob(workRule, async ({ rule_id }, { workspace_id, signal }) => {
      const whyNotNow = rememberWhyNot(parts, workspace_id)
      for (const end = performance.now() + TURN_MS; !signal.aborted; ) {
        if (performance.now() > end)
          return database.inWorkspace(workspace_id, async (tx) => {
            await enqueue(tx, workRule, { rule_id }, { key: rule_id })
          })
        const rule = await openRule(parts, workspace_id, rule_id, whyNotNow)
        if (rule === null) return
        const { runs, again } = await runInBackground(
          () => database.inWorkspace(workspace_id, (tx) => claim(tx, rule, now())),
          { queue: workspace_id, signal },
        )
        if (runs.length === 0) {
          // Another transaction may add a run meanwhile; it enqueues its own ticket.
          if (again) await database.inWorkspace(workspace_id, (tx) => workLater(tx, rule_id, again))
          return
        }
        const place = (run: ClaimedRun) => placeOf(workspace_id, rule, run)
        const queue = await runTogether(parts, place, rule, runs, signal)
        const lane = async () => {
          for (let next = queue.shift(); next && !signal.aborted; next = queue.shift())
            await runActions(parts, place(next.run), rule, next.run, signal, next.done)
        }
        await Promise.all(Array.from({ length: AT_ONCE }, lane))
        const rest = queue.map(({ run }) => run)
        if (rest.length > 0) await database.inWorkspace(workspace_id, (tx) => giveBack(tx, rule, rest, now()))
      }
    }),
    handleWorkspaceJob(webhookOutcome, async ({ delivery_ids }, { workspace_id }) => {
      await database.inWorkspace(workspace_id, (tx) => wakeRuns(tx, workspace_id, delivery_ids, now()))
    }),
    handleWorkspaceJob(ruleFlooded, async ({ rule_id }, { workspace_id }) => {
      await database.inWorkspace(workspace_id, async (tx) => {
        const rule = await mustReadRule(tx, rule_id).catch(() => null)
        const because = `${MOST_WAITING.toLocaleString('en')} runs of it wait, the most there can be, so events that came were turned away`
        if (rule?.status === 'active') await stopAndTell(tx, rule, because, now())
      })
    }),
    handleWorkspaceJob(ruleLooped, async ({ rule_id }, { workspace_id }) => {
      await database.inWorkspace(workspace_id, async (tx) => {
        const rule = await mustReadRule(tx, rule_id).catch(() => null)
        if (rule) await notifyLoop(tx, rule, now())
      })
    }),
    handleWorkspaceJob(ruleDue, async ({ rule_id }, { id, workspace_id }) => {
      const at = now()
      await database.inWorkspace(workspace_id, async (tx) => {
        const rule = await mustReadRule(tx, rule_id).catch(() => null)
        if (rule?.status !== 'active') return
        // The ticket names the event, so that one that is worked on twice makes one run.
        const event = { ...dueAt(`schedule:${id}`, at), at }
        await addRuns(tx, workspace_id, runsFor(rule, [event], at), at)
      })
    }),
  ]
}

/** The rule with its actions as they are now; null when it may not run. */
async function openRule(
  parts: ActionParts,
  workspaceId: WorkspaceId,
  ruleId: string,
  whyNot: (rule: Rule) => Promise<string | null>,
): Promise<Rule | null> {
  const { database, now } = parts
  const rule = await database.inWorkspace(workspaceId, async (tx) => {
    const found = await mustReadRule(tx, ruleId).catch(() => null)
    return found && { ...found, actions: await freshActions(tx, found) }
  })
  if (rule?.status !== 'active') return null
  const because = await whyNot(rule)
  if (because === null) return rule
  await database.inWorkspace(workspaceId, async (tx) => {
    await stopAndTell(tx, rule, because, now())
  })
  return null
}

/** Checks whether the rule may act once a second, and after each change of the rule. */
function rememberWhyNot(parts: ActionParts, workspaceId: WorkspaceId): (rule: Rule) => Promise<string | null> {
  let known: { at: number; changed: number; because: string | null } | undefined
  return async (rule) => {
    const changed = rule.updated_at.getTime()
    if (known?.changed !== changed || performance.now() - known.at > ASKED_AGAIN_MS)
      known = { at: performance.now(), changed, because: await whyNot(parts, workspaceId, rule) }
    return known.because
  }
}

/** Why it may not act on behalf of its creator, with the creator's current role; null when it may. */
async function whyNot(
  { database }: ActionParts,
  workspaceId: WorkspaceId,
  { created_by, actions }: Rule,
): Promise<string | null> {
  if (created_by === null) return null
  const person = await database.inControl((tx) => readMember(tx, workspaceId, created_by))
  if (!person) return 'Its creator is no longer a member of this workspace'
  if (!person.is_active) return `The account of ${person.username}, who made it, was deactivated`
  const needed = new Set<Capability>([
    'runs.execute',
    ...allActions(actions).flatMap(({ kind }) => actionOf(kind)?.needs ?? []),
  ])
  return [...needed].every((one) => roleCovers(person.role as WorkspaceRole, one))
    ? null
    : `${person.username}, who made it, may no longer do what it does in this workspace`
}

// The next runs whose object has no earlier run that has yet to end: one that waits for a time or an outcome lets later ones pass. A lease
// that ran out is of a worker that died. With $4 only runs that have begun: they are not counted by the hour again.
const DUE = `from automation_runs c where c.workspace_id = $1 and c.rule_id >= $2 and c.rule_id <= $2
      and ((c.status = 'queued' and c.next_at <= $3) or (c.status = 'running' and c.lease_until < $3)
        or (c.status = 'waiting' and c.wake_at <= $3)) and ($4::boolean is not true or c.started_at is not null)
      and not exists (select 1 from automation_runs e where e.workspace_id = $1 and e.rule_id = $2 and e.object = c.object
        and e.status in ('queued', 'running', 'waiting') and e.wake_at is null and e.id < c.id)
    order by c.rule_id, c.id`

// As an array, which is looked for once: a joined subquery may be run again, and then claims more than its limit.
const RUNS = defineQueue<ClaimedRun>({
  table: 'automation_runs',
  claim: `update automation_runs r set status = 'running', started_at = coalesce(r.started_at, $3), attempts = r.attempts + 1,
    lease_until = $5, reason = null, wake_at = null
  where r.workspace_id = $1 and r.id = any(array(select c.id ${DUE} limit $6 ${PAST_HELD}))
  returning r.id, r.object, r.facts, r.depth, r.token_id, r.attempts, r.started_at = $3 as is_fresh`,
  left: `select 1 ${DUE} limit 1`,
})

async function claim(tx: WorkspaceTx, rule: Rule, now: Date): Promise<{ runs: ClaimedRun[]; again: Date | null }> {
  // A worker that lost its lease may still be here: two must not count the runs of the hour at once.
  const { rows: held } = await tx.client.query<{ updated_at: Date }>(
    'select updated_at from automation_rules where workspace_id = $1 and id = $2 for no key update',
    [tx.workspace_id, rule.id],
  )
  // It was changed or paused since it was read: what was taken out of it is not done any more.
  if (held[0]?.updated_at.getTime() !== rule.updated_at.getTime()) return { runs: [], again: now }
  const { rows: counted } = await tx.client.query<{ started: number; first: Date | null }>(
    `select count(*)::int as started, min(started_at) as first from (select started_at from automation_runs
      where workspace_id = $1 and ${inOrder('rule_id', '$2', 'and started_at > $3 and not is_manual')} offset 0) r`,
    [tx.workspace_id, rule.id, new Date(now.getTime() - HOUR_MS)],
  )
  const { started = 0, first = null } = counted[0] ?? {}
  const free = rule.limits.per_hour - started
  const isFull = free <= 0
  if (isFull)
    await tx.client.query(
      `update automation_runs set reason = 'The limit of runs an hour is reached; it waits' where workspace_id = $1 and rule_id = $2
        and status = 'queued' and reason is null and id = any(array(select id from automation_runs where workspace_id = $1 and rule_id = $2
          and status = 'queued' order by id limit 100))`,
      [tx.workspace_id, rule.id],
    )
  const until = new Date(now.getTime() + LEASE_MS)
  const { rows, isMissed } = await RUNS.take(tx, [
    tx.workspace_id,
    rule.id,
    now,
    isFull,
    until,
    isFull ? BATCH : Math.min(BATCH, free),
  ])
  if (isMissed) return { runs: [], again: new Date(now.getTime() + SOON_MS) }
  if (rows.length > 0) return { runs: rows.sort((a, b) => (a.id < b.id ? -1 : 1)), again: null }
  const { rows: next } = await tx.client.query<{ at: Date | null }>(
    `select min(case when status = 'running' then lease_until
        else greatest(coalesce(wake_at, next_at), $3::timestamptz + interval '1 second') end) as at
      from (select status, next_at, lease_until, wake_at from automation_runs
        where workspace_id = $1 and ${inOrder('rule_id', '$2', "and (status = 'running' or wake_at is not null or (not $4::boolean and status = 'queued' and next_at > $3))")} offset 0) r`,
    [tx.workspace_id, rule.id, now, isFull],
  )
  const [due] = next
  const hour = isFull && (await hasQueued(tx, rule.id)) ? new Date((first ?? now).getTime() + HOUR_MS) : null
  const times = [due?.at ?? null, hour].flatMap((at) => (at ? [at.getTime()] : []))
  return { runs: [], again: times.length > 0 ? new Date(Math.min(...times)) : null }
}

async function hasQueued(tx: WorkspaceTx, ruleId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `select 1 from automation_runs where workspace_id = $1 and ${inOrder('rule_id', '$2', "and status = 'queued'")} limit 1`,
    [tx.workspace_id, ruleId],
  )
  return rowCount === 1
}

/** Runs that were claimed and not begun when this process stops. */
async function giveBack(tx: WorkspaceTx, rule: Rule, runs: readonly ClaimedRun[], now: Date): Promise<void> {
  await tx.client.query(
    `update automation_runs set status = 'queued', attempts = attempts - 1, lease_until = null
      where workspace_id = $1 and id = any($2::uuid[]) and status = 'running'`,
    [tx.workspace_id, runs.map(({ id }) => id)],
  )
  await workLater(tx, rule.id, now)
}

/** Acts on behalf of the rule's creator, and names the rule as actor; what it spends counts for the token that started the run, or made the rule. */
function placeOf(workspace_id: WorkspaceId, rule: Rule, run: ClaimedRun): WorkspaceScope {
  return {
    workspace_id,
    actor: {
      kind: 'machine',
      user_id: rule.created_by,
      name: `Automation: ${rule.name}`,
      token_id: run.token_id ?? rule.token_id,
      ip: null,
      request_id: `automation-${run.id}`,
      cause: { run_id: run.id, depth: run.depth },
    },
  }
}
