// One batch of the event log: which events start which rules, which rule runs may continue, and which users to notify.

import { notify } from '../../identity/notices/notices.commands.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { canonicalJson, type JsonObject } from '../../kernel/json.ts'
import type { Database, Tx, WorkspaceTx } from '../../platform/db/database.ts'
import { createPortion } from '../../platform/governor.ts'
import type { Log } from '../../platform/log.ts'
import { PAST_HELD } from '../../platform/queue/lease.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { ALERTS } from '../alerts/alerts.ts'
import { TRIGGERS, triggerOf } from '../triggers/registry.ts'
import { causeIn, type Occurrence, type TriggerEvent } from '../triggers/trigger.ts'
import { addRuns, type NewRun, type RuleMatches, runsFor } from './new-runs.writes.ts'
import { workRule } from './rules.jobs.ts'
import { type Rule, readActive } from './rules.reads.ts'
import { wakeRuns } from './wake.writes.ts'

export interface IntakeParts {
  database: Database
  log: Log
  now: () => Date
}

type EventRow = TriggerEvent & { workspace_id: WorkspaceId }

const READER = 'automation'
/** Events read at once. */
const portion = createPortion(200, 2_000)
const RUN_ENDS: ReadonlySet<string> = new Set(['run.completed', 'run.failed', 'run.cancelled'])

const kindsByEvent = new Map<string, string[]>()
for (const { kind, events } of TRIGGERS)
  for (const type of events) kindsByEvent.set(type, [...(kindsByEvent.get(type) ?? []), kind])

/** Types of events from which something follows here. */
export const HEARD_BY_RULES = [...new Set([...kindsByEvent.keys(), ...RUN_ENDS, ...Object.keys(ALERTS)])]

/** Starts at what happens from now on, the first time. */
const OPEN = `insert into event_cursors (name, position) select $1, case when is_called then last_value else 0 end from events_id
  on conflict (name) do nothing`

/**
 * Reads the next events and commits what follows from them together with how far it has read: so each event counts once,
 * whatever is killed when. Returns how many events there were and whether there may be more; null when another process is reading.
 */
export async function takeEvents(parts: IntakeParts): Promise<{ count: number; isMore: boolean } | null> {
  const { database, now } = parts
  return database.inSystem(async (tx) => {
    const [most, began] = [portion.size(), performance.now()]
    const cursor = (await hold(tx)) ?? ((await tx.client.query(OPEN, [READER])).rowCount === 0 ? null : await hold(tx))
    if (!cursor) return null
    const { rows: ends } = await tx.client.query<{ last: number | null; count: number }>(
      `select max(id) as last, count(*)::int as count from (select id from events where id > $1 order by id limit $2) e`,
      [cursor.position, most],
    )
    const { last = null, count = 0 } = ends[0] ?? {}
    if (last === null) return { count: 0, isMore: false }
    const { rows } = await tx.client.query<EventRow>(
      `select id, workspace_id, type, payload, ts as at from events where id > $1 and id <= $2 and type = any($3) order by id`,
      [cursor.position, last, HEARD_BY_RULES],
    )
    await follow(parts, tx, rows)
    await tx.client.query('update event_cursors set position = $2, updated_at = $3 where name = $1', [
      READER,
      last,
      now(),
    ])
    portion.took(performance.now() - began, count)
    return { count, isMore: count === most }
  })
}

async function hold(tx: Tx): Promise<{ position: number } | undefined> {
  const { rows } = await tx.client.query<{ position: number }>(
    `select position from event_cursors where name = $1 ${PAST_HELD}`,
    [READER],
  )
  return rows[0]
}

async function follow(parts: IntakeParts, tx: Tx, events: readonly EventRow[]): Promise<void> {
  if (events.length === 0) return
  const byWorkspace = new Map<WorkspaceId, EventRow[]>()
  for (const event of events)
    byWorkspace.set(event.workspace_id, [...(byWorkspace.get(event.workspace_id) ?? []), event])
  const kinds = [...new Set(events.flatMap(({ type }) => kindsByEvent.get(type) ?? []))]
  const rules = kinds.length === 0 ? new Map<string, Rule[]>() : await readActive(tx, [...byWorkspace.keys()], kinds)
  for (const [workspaceId, own] of byWorkspace) {
    const active = rules.get(workspaceId)
    if (active) await startRules(parts, tx, workspaceId, active, own)
    await goOn(parts, tx, workspaceId, own)
    await tell(parts, workspaceId, own)
  }
}

async function startRules(
  { database, log, now }: IntakeParts,
  tx: Tx,
  workspaceId: WorkspaceId,
  rules: readonly Rule[],
  events: readonly EventRow[],
): Promise<void> {
  const at = now()
  const matched = await database.inWorkspace(workspaceId, async (own) => {
    const caused = await withCauses(own, events)
    const read = new Map<string, Promise<Occurrence[]>>()
    const all: RuleMatches[] = []
    for (const rule of rules) {
      const { kind, ...settings } = rule.trigger
      const trigger = triggerOf(kind)
      const wanted = caused.filter(({ type }) => trigger?.events.includes(type))
      if (!trigger || wanted.length === 0) continue
      // Rules with one trigger read what happened once.
      const key = canonicalJson(rule.trigger)
      const reading = read.get(key) ?? trigger.read(own, settings as never, wanted)
      read.set(key, reading)
      all.push(runsFor(rule, await reading, at))
    }
    return all
  })
  const runs: NewRun[] = matched.flatMap((one) => one.runs)
  const checked = new Map(matched.flatMap((one) => [...one.checked]))
  await addRuns(tx, workspaceId, { runs, checked }, at)
  const loops = runs.filter(({ status }) => status === 'skipped').length
  if (loops > 0) log.info({ workspace: workspaceId, loops }, 'events that rules led to did not start more rules')
}

/** Events of runs and jobs that an action started were caused by it, although another worker emits them. */
async function withCauses(tx: WorkspaceTx, events: readonly EventRow[]): Promise<EventRow[]> {
  const idOf = ({ payload }: EventRow) => [payload.run_id, payload.job_id].find((id) => typeof id === 'string')
  const ids = [...new Set(events.flatMap((event) => (causeIn(event.payload) ? [] : (idOf(event) ?? []))))]
  const causes = await readCauses(tx, ids as string[])
  if (causes.size === 0) return [...events]
  return events.map((event) => {
    const cause = causes.get(String(idOf(event)))
    return cause && !causeIn(event.payload) ? { ...event, payload: { ...event.payload, cause } as JsonObject } : event
  })
}

export async function readCauses(tx: WorkspaceTx, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { run_id: string; depth: number }>()
  const { rows } = await tx.client.query<{ id: string; run_id: string; depth: number }>(
    'select id, run_id, depth from automation_causes where workspace_id = $1 and id::text = any($2)',
    [tx.workspace_id, ids],
  )
  return new Map(rows.map(({ id, run_id, depth }) => [id, { run_id, depth }]))
}

/** Runs of rules that waited for the end of a run of columns. */
async function goOn(
  { now }: IntakeParts,
  tx: Tx,
  workspaceId: WorkspaceId,
  events: readonly EventRow[],
): Promise<void> {
  for (const { type, payload } of events) {
    if (!RUN_ENDS.has(type) || typeof payload.run_id !== 'string') continue
    const { rows } = await tx.client.query<{ run_id: string; rule_id: string }>(
      `/* along: runs (workspace_id, id, status, counts, cost_micro) where workspace_id = $1 and id = $2::uuid */
       with ended as (
         update automation_steps s set status = 'done', ended_at = $3, awaits = null, reserved_micro = 0,
           cost_micro = s.cost_micro + r.cost_micro,
           output = coalesce(s.output, '{}') || jsonb_build_object('status', r.status, 'counts', r.counts, 'cost_usd', r.cost_micro / 1e6)
         from runs r where s.workspace_id = $1 and s.awaits = $2::uuid and s.status = 'waiting' and s.kind <> 'await_outcome' and r.workspace_id = $1 and r.id = $2::uuid
         returning s.run_id)
       update automation_runs a set status = 'queued', attempts = 0, reason = null, next_at = $3 from ended e
         where a.workspace_id = $1 and a.id = e.run_id and a.status = 'waiting' returning a.id as run_id, a.rule_id`,
      [workspaceId, payload.run_id, now()],
    )
    await wakeRuns(tx, workspaceId, [payload.run_id], now())
    for (const { rule_id } of rows)
      await enqueue(tx, workRule, { rule_id }, { workspace_id: workspaceId, key: rule_id })
  }
}

/** In a transaction of its own: a notice that is told twice is one, by its key. */
async function tell(
  { database, now }: IntakeParts,
  workspaceId: WorkspaceId,
  events: readonly EventRow[],
): Promise<void> {
  const notices = events.flatMap(({ id, type, payload, at }) => {
    const alert = ALERTS[type]?.(payload, workspaceId)
    if (!alert) return []
    const { about, ...notice } = alert
    return [{ ...notice, key: about === undefined ? `event:${id}` : `${about}:${at.toISOString().slice(0, 10)}` }]
  })
  if (notices.length === 0) return
  await database.inWorkspace(workspaceId, async (tx) => {
    for (const notice of notices) await notify(tx, notice, now())
  })
}
