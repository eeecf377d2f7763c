// Reading watches with when they are polled next, and the history of their polls.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import { type IntervalName, intervalSeconds, readSchedules } from '../../platform/queue/schedules.ts'
import { readWithMerged } from '../../records/lead-facts/one-lead.reads.ts'
import { type WatchKindName, watchKind } from '../kinds/catalog.ts'
import type { SeenLine } from '../kinds/kind.ts'
import type { SignalType } from '../signals/signal-types.logic.ts'
import { everySeconds } from './pace.logic.ts'
import { pollWatch } from './watch.jobs.ts'
import type { Watch, WatchesQuery, WatchPoll, WatchState } from './watch.schema.ts'

export interface StoredWatch {
  id: string
  kind: WatchKindName
  target: string
  name: string | null
  lead_id: number | null
  lead_name: string | null
  group_id: string | null
  signal_types: SignalType[] | null
  poll_interval: IntervalName
  config: JsonObject
  enabled: boolean
  state: WatchState
  failures: number
  quiet_polls: number
  last_error: string | null
  /** What it leaves out by itself. */
  ignores: SeenLine[]
  /** What of it the last poll could not read. */
  unread: SeenLine[]
  put_off: string | null
  last_polled_at: Date | null
  last_changed_at: Date | null
  baseline_at: Date | null
  webhook_rule_id: string | null
  created_at: Date
  updated_at: Date
}

const COLUMNS = `w.id, w.kind, w.target, w.name, w.lead_id, w.group_id, w.signal_types, w.poll_interval, w.config, w.enabled, w.state,
  w.failures, w.quiet_polls, w.last_error, w.ignores, w.unread, w.put_off, w.last_polled_at, w.last_changed_at, w.baseline_at, w.webhook_rule_id, w.created_at, w.updated_at,
  (select coalesce(l.data ->> 'company', l.data ->> 'contact_person') from leads l where l.workspace_id = w.workspace_id and l.id = w.lead_id)
    as lead_name`

/** The signal types that a watch reports: those of its kind that its settings select. */
export const typesOf = ({ kind, signal_types }: Pick<StoredWatch, 'kind' | 'signal_types'>): readonly SignalType[] =>
  watchKind(kind).signal_types.filter((type) => !signal_types?.length || signal_types.includes(type))

export async function findWatch(tx: WorkspaceTx, id: string, locked = false): Promise<StoredWatch | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await tx.client.query<StoredWatch>(
    `select ${COLUMNS} from watches w where w.workspace_id = $1 and w.id = $2 ${locked ? 'for update of w' : ''}`,
    [tx.workspace_id, id],
  )
  return rows[0]
}

export async function mustFindWatch(tx: WorkspaceTx, id: string, locked = false): Promise<StoredWatch> {
  return (await findWatch(tx, id, locked)) ?? refuse('not_found', 'Watch not found')
}

/** What makes a watch another one than the rest of the workspace; its name, state and webhook rule do not. */
export interface WatchSettings {
  id: string
  kind: WatchKindName
  target: string
  lead_id: number | null
  signal_types: readonly SignalType[] | null
  poll_interval: IntervalName
  config: JsonObject
}

/** By id of the given, the oldest other watch with the same settings. */
export async function findEqualWatches(
  tx: WorkspaceTx,
  settings: readonly WatchSettings[],
): Promise<Map<string, string>> {
  const given = settings.map(({ id, kind, target, lead_id, signal_types, poll_interval, config }) => ({
    id,
    kind,
    target,
    lead_id,
    signal_types,
    poll_interval,
    config,
  }))
  const { rows } = await tx.client.query<{ id: string; equal: string }>(
    `select x.id, w.id as equal from jsonb_to_recordset($2::jsonb) as x (id uuid, kind text, target text, lead_id bigint,
       signal_types text[], poll_interval text, config jsonb)
     cross join lateral (select w.id from watches w where w.workspace_id = $1 and w.kind = x.kind
       and md5(w.target) = md5(x.target) and w.target = x.target and w.id <> x.id and w.lead_id is not distinct from x.lead_id
       and w.signal_types is not distinct from x.signal_types and w.poll_interval = x.poll_interval and w.config = x.config
       order by w.id limit 1) w`,
    [tx.workspace_id, JSON.stringify(given)],
  )
  return new Map(rows.map(({ id, equal }) => [id, equal]))
}

const iso = (at: Date | null | undefined) => at?.toISOString() ?? null

export async function wireWatches(tx: WorkspaceTx, stored: readonly StoredWatch[]): Promise<Watch[]> {
  const ids = stored.map(({ id }) => id)
  const schedules = await readSchedules(tx, pollWatch, ids)
  const { rows: counts } = await tx.client.query<{ watch_id: string; count: number }>(
    `select watch_id, count(*)::int as count from (
       select watch_id, id from signals where workspace_id = $1 and watch_id = any($2::uuid[])
       union select watch_id, signal_id from signal_watches where workspace_id = $1 and watch_id = any($2::uuid[])) x group by watch_id`,
    [tx.workspace_id, ids],
  )
  const found = new Map(counts.map(({ watch_id, count }) => [watch_id, count]))
  return stored.map((watch) => {
    const {
      poll_interval,
      quiet_polls,
      failures,
      signal_types: _types,
      last_polled_at,
      last_changed_at,
      ...rest
    } = watch
    const schedule = schedules.get(watch.id)
    return {
      ...rest,
      signal_types: [...typesOf(watch)],
      interval: poll_interval,
      next_poll_at:
        watch.enabled && watch.state !== 'paused' && schedule && !schedule.paused ? iso(schedule.next_at) : null,
      last_polled_at: iso(last_polled_at),
      last_changed_at: iso(last_changed_at),
      baseline_at: iso(watch.baseline_at),
      consecutive_failures: failures,
      poll_every_seconds: everySeconds(intervalSeconds(poll_interval), quiet_polls),
      signals: found.get(watch.id) ?? 0,
      created_at: watch.created_at.toISOString(),
      updated_at: watch.updated_at.toISOString(),
    }
  })
}

export async function readWatch(tx: WorkspaceTx, id: string): Promise<Watch> {
  const [watch] = await wireWatches(tx, [await mustFindWatch(tx, id)])
  return watch ?? refuse('not_found', 'Watch not found')
}

export async function readWatchPage(tx: WorkspaceTx, query: WatchesQuery) {
  const { kind, state, lead_id, group_id, search, limit, cursor } = query
  const name = 'watches by age'
  const [before = null] = decodeCursor(name, cursor) ?? []
  const { rows } = await tx.client.query<StoredWatch>(
    `select ${COLUMNS} from watches w where w.workspace_id = $1 and ($2::uuid is null or w.id < $2)
       and ($3::text is null or w.kind = $3) and ($4::text is null or w.state = $4) and ($5::bigint[] is null or w.lead_id = any($5))
       and ($6::text is null or w.group_id::text = $6)
       and ($7::text is null or strpos(lower(w.target || ' ' || coalesce(w.name, '')), $7) > 0 or exists (select from leads l
         where l.workspace_id = $1 and l.id = w.lead_id and strpos(lower(coalesce(l.data ->> 'company', '')), $7) > 0))
     order by w.id desc limit $8`,
    [
      tx.workspace_id,
      before,
      kind ?? null,
      state ?? null,
      lead_id === undefined ? null : await readWithMerged(tx, [lead_id]),
      group_id ?? null,
      search?.trim().toLowerCase() || null,
      limit + 1,
    ],
  )
  const page = pageOf(name, rows, limit, ({ id }) => [id])
  return { items: await wireWatches(tx, page.items), next_cursor: page.next_cursor }
}

interface PollRow extends Omit<WatchPoll, 'started_at' | 'finished_at'> {
  started_at: Date
  finished_at: Date | null
}

export async function readPolls(
  tx: WorkspaceTx,
  watchId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const watch = await mustFindWatch(tx, watchId)
  const name = `polls of ${watch.id}`
  const [before = null] = decodeCursor(name, cursor) ?? []
  const { rows } = await tx.client.query<PollRow>(
    `select id, watch_id, cause, outcome, started_at, finished_at, requests, not_modified, shared, signals, seen, changes, error
     from watch_polls where workspace_id = $1 and watch_id = $2 and ($3::uuid is null or id < $3) order by id desc limit $4`,
    [tx.workspace_id, watch.id, before, limit + 1],
  )
  const page = pageOf(name, rows, limit, ({ id }) => [id])
  const items = page.items.map((poll) => ({
    ...poll,
    started_at: poll.started_at.toISOString(),
    finished_at: iso(poll.finished_at),
  }))
  return { items, next_cursor: page.next_cursor }
}
