// Refresh policies: kept by what they are for, each with a durable schedule.

import { Type } from 'typebox'
import { canBecomeStale } from '../../engine/columns/freshness.ts'
import { refuse, refuseField } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob, type JobKind } from '../../platform/queue/job.ts'
import {
  intervalSeconds,
  readSchedules,
  removeSchedule,
  type ScheduleTiming,
  setSchedule,
} from '../../platform/queue/schedules.ts'
import { type FilterUse, readSavedQuestion } from '../../records/lead-facts/saved-question.reads.ts'
import { mustFindWorkbook, readColumns } from '../../records/store/workbooks.reads.ts'
import type { LeadsRefreshWrite, WorkbookRefreshWrite } from './refresh.schema.ts'

export const REFRESH = defineJob({
  name: 'refresh.start',
  payload: Type.Object({ subject: Type.String() }),
  attempts: 3,
  lane: 'default',
})

/** The subject of the policy of the lead store; that of a workbook is its id. */
export const OF_LEADS = 'leads'

/** The user on whose behalf it refreshes, who may be gone or have another role by then. */
export type StoredPolicy<P> = P & { user_id: number | null; user_name: string }

interface Stored {
  policy: JsonObject
  last_at: Date | null
  last_result: JsonObject | null
}

export async function findPolicy(tx: WorkspaceTx, subject: string): Promise<Stored | undefined> {
  const { rows } = await tx.client.query<Stored>(
    'select policy, last_at, last_result from refresh_policies where workspace_id = $1 and subject = $2',
    [tx.workspace_id, subject],
  )
  return rows[0]
}

const NO_COLUMNS = {
  enabled: false,
  schedule: { every: 'daily' as const },
  max_usd: null,
  columns: [],
  max_rows: 1_000,
}
const NO_ACTIONS = {
  enabled: false,
  schedule: { every: 'daily' as const },
  max_usd: null,
  actions: [],
  max_leads: 500,
  filter_id: null,
}

/** A policy that was never set is off. @throws Refusal `not_found` */
export async function readWorkbookPolicy(tx: WorkspaceTx, workbook: string) {
  return shown(tx, await mustFindWorkbook(tx, workbook), NO_COLUMNS)
}

export const readLeadsPolicy = (tx: WorkspaceTx) => shown(tx, OF_LEADS, NO_ACTIONS)

async function shown<P extends object>(tx: WorkspaceTx, subject: string, none: P) {
  const stored = await findPolicy(tx, subject)
  const { user_id: _, user_name: __, ...policy } = (stored?.policy ?? {}) as JsonObject
  const next = (await readSchedules(tx, REFRESH as JobKind, [subject])).get(subject)
  return {
    ...none,
    ...(policy as Partial<P>),
    next_at: next && !next.paused ? next.next_at.toISOString() : null,
    last_at: stored?.last_at?.toISOString() ?? null,
    last_result: stored?.last_result ?? null,
  }
}

/** @throws Refusal `not_found`, `invalid` */
export async function saveWorkbookPolicy(
  tx: WorkspaceTx,
  workbook: string,
  policy: WorkbookRefreshWrite,
  now: Date,
): Promise<void> {
  const id = await mustFindWorkbook(tx, workbook)
  const columns = new Map((await readColumns(tx, id)).map((column) => [column.id, column]))
  policy.columns.forEach(({ column_id }, index) => {
    const column = columns.get(column_id)
    if (column && canBecomeStale(column)) return
    refuseField(
      ['columns', index, 'column_id'],
      'value_error',
      'Value error, this column calls no providers',
      column_id,
    )
  })
  await save(tx, id, policy, now)
}

/** @throws Refusal `invalid` for a saved filter that is not there or not shared */
export async function saveLeadsPolicy(tx: WorkspaceTx, policy: LeadsRefreshWrite, now: Date): Promise<void> {
  if (policy.filter_id) await readSavedQuestion(tx, policy.filter_id)
  await save(tx, OF_LEADS, policy, now)
}

/** The refresh of leads, where it uses a saved filter. */
export async function findPoliciesByFilter(tx: WorkspaceTx, filterId: string): Promise<FilterUse[]> {
  const { rows } = await tx.client.query<{ subject: string }>(
    `select subject from refresh_policies where workspace_id = $1 and policy ->> 'filter_id' = $2`,
    [tx.workspace_id, filterId],
  )
  return rows.map(({ subject }) => ({ kind: 'refresh_policy', id: subject, name: 'Refresh of leads' }))
}

async function save(
  tx: WorkspaceTx,
  subject: string,
  policy: WorkbookRefreshWrite | LeadsRefreshWrite,
  now: Date,
): Promise<void> {
  const timing = timingOf(policy.schedule)
  const before = await findPolicy(tx, subject)
  const kept = { ...policy, user_id: tx.actor?.user_id ?? null, user_name: tx.actor?.name ?? '' }
  await tx.client.query(
    `insert into refresh_policies (workspace_id, subject, policy) values ($1, $2, $3)
     on conflict (workspace_id, subject) do update set policy = excluded.policy, updated_at = now()`,
    [tx.workspace_id, subject, JSON.stringify(kept)],
  )
  if (policy.enabled) await setSchedule(tx, REFRESH, { subject, payload: { subject }, timing, jitter_seconds: 60, now })
  else await removeSchedule(tx, REFRESH as JobKind, subject)
  await audit(tx, {
    act: 'refresh_policy.changed',
    object: { type: subject === OF_LEADS ? 'setting' : 'workbook', id: subject },
    before: before?.policy ?? null,
    after: { ...policy },
  })
}

export function timingOf({ every, cron, time_zone }: WorkbookRefreshWrite['schedule']): ScheduleTiming {
  if ((every === undefined) === (cron === undefined)) {
    const msg = 'Value error, send either `every` or `cron`'
    return refuse('invalid', msg, { fields: [{ loc: ['body', 'schedule'], type: 'value_error', msg }] })
  }
  if (every !== undefined) return { every_seconds: intervalSeconds(every) }
  return { cron: cron ?? '', ...(time_zone !== undefined && { time_zone }) }
}

export async function keepResult(tx: WorkspaceTx, subject: string, result: JsonObject, now: Date): Promise<void> {
  await tx.client.query(
    'update refresh_policies set last_at = $3, last_result = $4 where workspace_id = $1 and subject = $2',
    [tx.workspace_id, subject, now, JSON.stringify(result)],
  )
}
