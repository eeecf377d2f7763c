// The start page in a few statements, each of which reads an index and no more than it shows.
import { readBudgets } from '../../enrichment/money/budgets.reads.ts'
import { roleCovers } from '../../identity/capabilities.logic.ts'
import { SECRETS } from '../../identity/secrets/secrets.reads.ts'
import type { Scope } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { type DecisionKind, type Home, MOST_COUNTED, type SetupStep } from './home.schema.ts'
import { readTour } from './tour.reads.ts'

type Decision = Home['decisions'][number]

export async function readHome(tx: WorkspaceTx, scope: Scope, now: Date): Promise<Home> {
  const may = (capability: string) => roleCovers(scope.role, capability)
  const asked = { tx, may, userId: scope.principal.user_id, now }
  return {
    running: await readRunning(tx),
    decisions: await readDecisions(asked),
    ...(await readFresh(tx, now)),
    workbooks: await readRecent(tx),
    setup: await readSetup(asked),
    tour: await readTour(tx, scope.principal.user_id),
  }
}

interface Asked {
  tx: WorkspaceTx
  may: (capability: string) => boolean
  userId: number
  now: Date
}

const RUNNING = `/* along: runs (workspace_id, workbook_id, id, status, done, cells, created_at, started_at) where workspace_id = $1 and ended_at is null */
  (select 'run' as kind, r.id, w.name as title, case when w.source_type = 'function' then null else w.id end as workbook_id, r.status, r.done,
      r.cells as total, coalesce(r.started_at, r.created_at) as started_at
    from runs r join workbooks w on w.workspace_id = r.workspace_id and w.id = r.workbook_id
    where r.workspace_id = $1 and r.status in ('queued', 'running', 'paused') and w.deleted_at is null order by r.created_at desc limit 10)
  union all
  (select 'job', j.id, j.title, null, j.status, j.done::int, j.total::int, coalesce(j.started_at, j.created_at)
    from jobs j where j.workspace_id = $1 and j.status in ('pending', 'running') order by j.id desc limit 10)`

async function readRunning(tx: WorkspaceTx): Promise<Home['running']> {
  const { rows } = await tx.client.query<Omit<Home['running'][number], 'started_at'> & { started_at: Date }>(RUNNING, [
    tx.workspace_id,
  ])
  return rows.map((row) => ({ ...row, started_at: row.started_at.toISOString() }))
}

interface Waiting {
  kind: DecisionKind
  needs: string
  /** Gives id, name, detail, workbook_id and at; `$2` is the caller, `$3` the day since when failures count. */
  sql: string
}

const message = (state: string) =>
  `select m.id::text, coalesce(m.subject, m.address) as name, m.address as detail, null::text as workbook_id, m.created_at as at
   from outbound_messages m where m.workspace_id = $1 and m.state = '${state}' order by m.due_at, m.id`

/** Failed runs that no later run of the workbook has replaced. `since` is the parameter of the day from which failures count. */
export const selectFailedRuns = (since: string) =>
  `/* along: runs (workspace_id, workbook_id, id, status, error, ending_error, created_at, ended_at) where workspace_id = $1 and (ended_at is null or ended_at > ${since}) */
    select r.id::text, w.name, coalesce(r.error, r.ending_error, r.status) as detail, w.id::text as workbook_id, r.ended_at as at
    from runs r join workbooks w on w.workspace_id = r.workspace_id and w.id = r.workbook_id
    where r.workspace_id = $1 and r.status in ('failed', 'budget_stopped') and r.ended_at > ${since} and w.deleted_at is null
      and w.source_type <> 'function' and not exists (select from runs l where l.workspace_id = $1 and l.workbook_id = r.workbook_id
        and l.created_at > r.created_at and l.status not in ('failed', 'budget_stopped'))
    order by r.ended_at desc`

/** The most urgent decisions first: those that block the whole workspace. */
const WAITING: readonly Waiting[] = [
  { kind: 'uncertain_messages', needs: 'outreach.edit', sql: message('uncertain') },
  {
    kind: 'stopped_mailboxes',
    needs: 'outreach.edit',
    sql: `select id::text, coalesce(email, 'Mailbox') as name, state_reason as detail, null::text as workbook_id, state_at as at
      from mailboxes where workspace_id = $1 and state = 'stopped' order by state_at desc nulls last`,
  },
  {
    kind: 'paused_sequences',
    needs: 'outreach.edit',
    sql: `select id::text, name, pause_reason as detail, null::text as workbook_id, updated_at as at
      from sequences where workspace_id = $1 and status = 'paused' and pause_reason in ('bounces', 'complaints') order by updated_at desc`,
  },
  { kind: 'drafts', needs: 'outreach.edit', sql: message('awaiting_approval') },
  {
    kind: 'plans',
    needs: 'workbooks.view',
    sql: `select conversation_id::text as id, title as name, null::text as detail, null::text as workbook_id, created_at as at
      from assistant_plans where workspace_id = $1 and user_id = $2 and status = 'proposed' order by id desc`,
  },
  {
    kind: 'failed_runs',
    needs: 'runs.execute',
    sql: selectFailedRuns('$3'),
  },
  {
    kind: 'failed_jobs',
    needs: 'jobs.edit',
    sql: `select id::text, title as name, error as detail, null::text as workbook_id, finished_at as at
      from jobs where workspace_id = $1 and status = 'failed' and finished_at > $3 order by finished_at desc`,
  },
  {
    kind: 'uncertain_calls',
    needs: 'settings.edit',
    sql: `select id::text, provider as name, null::text as detail, workbook_id::text, at
      from ledger_lines where workspace_id = $1 and state = 'uncertain' order by at desc`,
  },
  {
    kind: 'stopped_rules',
    needs: 'automations.edit',
    sql: `select id::text, name, status_reason as detail, null::text as workbook_id, updated_at as at
      from automation_rules where workspace_id = $1 and status = 'stopped' order by updated_at desc`,
  },
  {
    kind: 'failing_rules',
    needs: 'automations.edit',
    // A single failure may be chance, and a later success clears earlier failures.
    sql: `select a.id::text, a.name, (select r.error from automation_runs r where r.workspace_id = $1 and r.rule_id = a.id and r.status = 'failed'
        order by r.id desc limit 1) as detail, null::text as workbook_id, a.last_matched_at as at
      from automation_rules a where a.workspace_id = $1 and a.status = 'active' and a.failures >= 2 order by a.failures desc, a.id`,
  },
  {
    kind: 'paused_watches',
    needs: 'signals.edit',
    // One that a person paused has no failures.
    sql: `select id::text, coalesce(name, target) as name, last_error as detail, null::text as workbook_id, last_polled_at as at
      from watches where workspace_id = $1 and state <> 'active' and enabled and failures > 0 order by last_polled_at desc nulls last`,
  },
  {
    kind: 'review_pairs',
    needs: 'entities.edit',
    sql: `select id::text, null::text as name, null::text as detail, null::text as workbook_id, created_at as at
      from entity_pairs where workspace_id = $1 and status = 'pending' order by doubt, settles desc, id`,
  },
]

const DAY = 86_400_000
const FAILURES_DAYS = 7

export const failuresSince = (now: Date) => new Date(now.getTime() - FAILURES_DAYS * DAY)

interface WaitingRow extends Omit<Decision, 'at'> {
  at: Date | null
}

async function readDecisions({ tx, may, userId, now }: Asked): Promise<Decision[]> {
  const asked = WAITING.filter(({ needs }) => may(needs))
  // One statement: what is counted is cut, so that no queue is read to its end.
  const parts = asked.map(
    ({ kind, sql }) =>
      `(select '${kind}' as kind, t.n::int as count, f.* from (${sql} limit 1) f
         cross join (select count(*) as n from (select from (${sql}) a limit ${MOST_COUNTED}) c) t)`,
  )
  const values = [tx.workspace_id, userId, failuresSince(now)]
  const usesAll = 'select null, 0, null, null, null, null, null where $2::bigint is null and $3::timestamptz is null'
  const { rows } = await tx.client.query<WaitingRow>([...parts, `(${usesAll})`].join(' union all '), values)
  const found = rows.map((row) => ({
    ...row,
    detail: row.detail?.slice(0, 300) ?? null,
    at: row.at?.toISOString() ?? null,
  }))
  return [...found, ...(may('settings.edit') ? await readBudgetsNearEnd(tx, now) : [])]
}

/** From here on a budget is near its end, as its owners are told. */
const NEAR_END = 80

async function readBudgetsNearEnd(tx: WorkspaceTx, now: Date): Promise<Decision[]> {
  const near = (await readBudgets(tx, now)).filter(({ share }) => share >= NEAR_END).sort((a, b) => b.share - a.share)
  const [first] = near
  if (!first) return []
  const { id, name, scope, share, workbook_id } = first
  const detail = `${share} % used`
  return [{ kind: 'budgets', count: near.length, id, name: name ?? scope, detail, workbook_id, at: null }]
}

const SIGNALS_DAYS = 30
const SHOWN = 5

async function readFresh(tx: WorkspaceTx, now: Date): Promise<Pick<Home, 'signals' | 'new_signals'>> {
  const since = new Date(now.getTime() - SIGNALS_DAYS * DAY)
  const fresh = `from signals s where s.workspace_id = $1 and s.status = 'new' and s.first_seen_at > $2`
  const { rows } = await tx.client.query<
    Omit<Home['signals'][number], 'first_seen_at'> & { first_seen_at: Date; total: number }
  >(
    `select s.id, s.type, s.title, coalesce(l.data ->> 'company', s.company) as company, s.strength, s.first_seen_at,
       (select count(*)::int from (select ${fresh} limit ${MOST_COUNTED}) c) as total
     from (select * ${fresh} order by s.first_seen_at desc, s.id desc limit ${SHOWN}) s
       left join leads l on l.workspace_id = $1 and l.id = s.lead_id order by s.first_seen_at desc, s.id desc`,
    [tx.workspace_id, since],
  )
  const signals = rows.map(({ total: _total, ...row }) => ({ ...row, first_seen_at: row.first_seen_at.toISOString() }))
  return { signals, new_signals: rows[0]?.total ?? 0 }
}

async function readRecent(tx: WorkspaceTx): Promise<Home['workbooks']> {
  const { rows } = await tx.client.query<Omit<Home['workbooks'][number], 'updated_at'> & { updated_at: Date }>(
    `select id, name, status, total_rows, updated_at from workbooks
     where workspace_id = $1 and deleted_at is null and source_type <> 'function' order by updated_at desc, id limit ${SHOWN}`,
    [tx.workspace_id],
  )
  return rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() }))
}

const SETUP: readonly { step: SetupStep; needs: string; sql: string }[] = [
  {
    step: 'data',
    needs: 'workbooks.edit',
    sql: `select from workbooks where workspace_id = $1 and deleted_at is null and source_type <> 'function' and total_rows > 0
      union all select from lead_counts where workspace_id = $1 and leads > 0`,
  },
  {
    step: 'run',
    needs: 'runs.execute',
    sql: `/* along: runs (workspace_id, workbook_id, ended_at) where workspace_id = $1 and ended_at is not null */
      select from runs r join workbooks w on w.workspace_id = $1 and w.id = r.workbook_id
      where r.workspace_id = $1 and r.ended_at is not null and w.source_type <> 'function'`,
  },
  {
    step: 'key',
    needs: 'settings.edit',
    sql: `select from integration_values where workspace_id = $1 and integration_id <> '${SECRETS}'`,
  },
  { step: 'budget', needs: 'settings.edit', sql: `select from budgets where workspace_id = $1 and scope <> 'run'` },
  { step: 'watch', needs: 'signals.edit', sql: 'select from watches where workspace_id = $1' },
  { step: 'rule', needs: 'automations.edit', sql: 'select from automation_rules where workspace_id = $1' },
  {
    step: 'people',
    needs: 'members.edit',
    sql: 'select from memberships where workspace_id = $1 offset 1',
  },
]

async function readSetup({ tx, may }: Asked): Promise<Home['setup']> {
  const facts = SETUP.map(({ step, sql }) => `exists(${sql}) as ${step}`)
  const { rows } = await tx.client.query<Record<SetupStep, boolean>>(`select ${facts.join(', ')}`, [tx.workspace_id])
  return SETUP.map(({ step, needs }) => ({ step, done: rows[0]?.[step] ?? false, may: may(needs) }))
}
