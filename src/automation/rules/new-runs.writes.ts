// Starting runs: what an event brought becomes a run of each rule that it meets, once per event.

import type { WorkspaceId } from '../../kernel/ids.ts'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Tx } from '../../platform/db/database.ts'
import { enqueue, enqueueAll } from '../../platform/queue/queue.ts'
import type { Occurrence } from '../triggers/trigger.ts'
import { createConditionTest } from './condition.logic.ts'
import { ruleFlooded, ruleLooped, workRule } from './rules.jobs.ts'
import type { Rule } from './rules.reads.ts'

export interface NewRun {
  id: string
  rule_id: string
  event_key: string
  object: string
  title: string
  facts: JsonObject
  depth: number
  caused_by: string | null
  status: 'queued' | 'skipped'
  reason: string | null
  occurred_at: string
}

export interface RuleMatches {
  runs: NewRun[]
  /** How many events each rule looked at. */
  checked: Map<string, number>
}

/** Which of these occurrences start the rule. Pure but for ids. */
export function runsFor(rule: Rule, occurrences: readonly Occurrence[], now: Date): RuleMatches {
  const isMet = createConditionTest(rule.condition, now)
  const runs = occurrences.flatMap((one): NewRun[] => {
    if (one.at < rule.active_since || !isMet(one)) return []
    const depth = (one.cause?.depth ?? 0) + (one.cause ? 1 : 0)
    const isLoop = depth > rule.limits.max_depth
    return [
      {
        id: newId(),
        rule_id: rule.id,
        event_key: one.key,
        object: one.object,
        title: one.title.slice(0, 300),
        facts: one.facts,
        depth,
        caused_by: one.cause?.run_id ?? null,
        status: isLoop ? 'skipped' : 'queued',
        reason: isLoop ? `${depth} rules in a row led to this event; at most ${rule.limits.max_depth} may` : null,
        occurred_at: one.at.toISOString(),
      },
    ]
  })
  return { runs, checked: new Map([[rule.id, occurrences.length]]) }
}

/** Runs of one rule that have yet to end. */
export const MOST_WAITING = 100_000

/** How many may wait, at most, as this process knows: counted, and what it added since. */
const atMost = new Map<string, number>()

/** Rules that have as many runs waiting as they may. Counting is dear, so it is done when there may be too many. */
async function withoutRoom(tx: Tx, workspaceId: WorkspaceId, runs: readonly NewRun[]): Promise<Set<string>> {
  const added = new Map<string, number>()
  for (const { rule_id, status } of runs) if (status === 'queued') added.set(rule_id, (added.get(rule_id) ?? 0) + 1)
  const unsure = [...added].flatMap(([id, more]) =>
    (atMost.get(id) ?? MOST_WAITING) + more > MOST_WAITING ? [id] : [],
  )
  if (unsure.length > 0) {
    const { rows } = await tx.client.query<{ id: string; count: number }>(
      `select w.id, (select count(*)::int from (select 1 from automation_runs r where r.workspace_id = $1 and r.rule_id = w.id
         and r.status in ('queued', 'running', 'waiting') limit ${MOST_WAITING}) x) as count from unnest($2::uuid[]) w (id)`,
      [workspaceId, unsure],
    )
    if (atMost.size > 10_000) atMost.clear()
    for (const { id, count } of rows) atMost.set(id, count)
  }
  const full = new Set([...added.keys()].filter((id) => (atMost.get(id) ?? 0) >= MOST_WAITING))
  for (const [id, more] of added) if (!full.has(id)) atMost.set(id, (atMost.get(id) ?? 0) + more)
  return full
}

const INSERT = `with fresh as (
    insert into automation_runs (workspace_id, id, rule_id, event_key, object, title, facts, depth, caused_by, status, reason,
      occurred_at, created_at, next_at, ended_at)
    select $1, x.id, x.rule_id, x.event_key, x.object, x.title, x.facts, x.depth, x.caused_by, x.status, x.reason,
      x.occurred_at, $3, $3, case when x.status = 'skipped' then $3::timestamptz end
    from jsonb_to_recordset($2::jsonb) as x (id uuid, rule_id uuid, event_key text, object text, title text, facts jsonb, depth int,
      caused_by uuid, status text, reason text, occurred_at timestamptz)
    where exists (select 1 from automation_rules a where a.workspace_id = $1 and a.id = x.rule_id)
    on conflict (workspace_id, rule_id, event_key) do nothing returning rule_id, status)
  select rule_id, count(*)::int as count, count(*) filter (where status = 'queued')::int as queued from fresh group by 1`

/** Writes the runs that are not there yet and has them worked on. A rule for which too many wait gets no more, and stops. */
export async function addRuns(
  tx: Tx,
  workspaceId: WorkspaceId,
  { runs: wanted, checked }: RuleMatches,
  now: Date,
): Promise<void> {
  const full = await withoutRoom(tx, workspaceId, wanted)
  for (const rule_id of full) await enqueue(tx, ruleFlooded, { rule_id }, { workspace_id: workspaceId, key: rule_id })
  const looped = new Set(wanted.flatMap(({ rule_id, status }) => (status === 'skipped' ? [rule_id] : [])))
  for (const rule_id of looped) await enqueue(tx, ruleLooped, { rule_id }, { workspace_id: workspaceId, key: rule_id })
  const runs = wanted.filter(({ rule_id, status }) => status !== 'queued' || !full.has(rule_id))
  const { rows } =
    runs.length === 0
      ? { rows: [] }
      : await tx.client.query<{ rule_id: string; count: number; queued: number }>(INSERT, [
          workspaceId,
          // A NUL would be refused by the database.
          JSON.stringify(runs).replaceAll('\\u0000', ''),
          now,
        ])
  const matched = new Map(rows.map((row) => [row.rule_id, row]))
  const counts = [...checked].map(([rule_id, count]) => ({
    rule_id,
    checked: count,
    matched: matched.get(rule_id)?.count ?? 0,
  }))
  if (counts.length > 0)
    await tx.client.query(
      `update automation_rules a set checked = a.checked + x.checked, matched = a.matched + x.matched,
         last_matched_at = case when x.matched > 0 then $3 else a.last_matched_at end
        from (select * from jsonb_to_recordset($2::jsonb) as x (rule_id uuid, checked int, matched int) order by rule_id) x
        where a.workspace_id = $1 and a.id = x.rule_id`,
      [workspaceId, JSON.stringify(counts), now],
    )
  const started = rows.filter(({ queued }) => queued > 0)
  await enqueueAll(
    tx,
    workRule,
    workspaceId,
    started.map(({ rule_id }) => ({ key: rule_id, payload: { rule_id } })),
  )
}
