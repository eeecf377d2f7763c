// Groups: watches for every lead of a filter or view, made and deleted as leads come and go.
import type { Static } from 'typebox'
import { type Refusal, refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import type { EgressPolicy } from '../../platform/net/egress.ts'
import { checkUrl } from '../../platform/net/guard.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { intervalSeconds, jitterMs, removeSchedule, setSchedule } from '../../platform/queue/schedules.ts'
import { type WatchKindName, watchKind } from '../kinds/catalog.ts'
import { homeOf } from '../kinds/target.logic.ts'
import {
  findEqualGroup,
  mustFindGroup,
  readGroup,
  readSourceLeads,
  type SourceLead,
  type StoredGroup,
} from './groups.reads.ts'
import { watchGroupSynced } from './watch.events.ts'
import { pollWatch, syncGroup } from './watch.jobs.ts'
import type { WatchGroup, WatchGroupCreate } from './watch.schema.ts'
import { checkConfig, checkTypes, MOST_WATCHES, schedule, type WatchParts } from './watches.commands.ts'
import { findEqualWatches } from './watches.reads.ts'
import { countWatches, deleteWatches, holdWatches, insertWatches, type NewWatch } from './watches.writes.ts'

/** How often a group is brought in step with its leads. */
const SYNC_SECONDS = 900
/** First polls of many watches are spread over this long, or over their interval where that is shorter. */
const SPREAD_SECONDS = 3_600

export async function createGroup(tx: WorkspaceTx, body: WatchGroupCreate, { now }: WatchParts): Promise<WatchGroup> {
  const { name, kind, source, interval } = body
  const signal_types = checkTypes(kind, body.signal_types)
  const config = checkConfig(kind, (body.config ?? {}) as JsonObject)
  // Refuses now what would fail at each look.
  await readSourceLeads(tx, source)
  await holdWatches(tx)
  const group_id = await findEqualGroup(tx, { kind, source, signal_types, poll_interval: interval, config })
  if (group_id !== undefined)
    refuse('conflict', 'A group watches these leads already with the same settings.', { extra: { group_id } })
  const id = newId()
  await tx.client.query(
    `insert into watch_groups (workspace_id, id, name, kind, source, signal_types, poll_interval, config, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.workspace_id,
      id,
      name,
      kind,
      JSON.stringify(source),
      signal_types,
      interval,
      JSON.stringify(config),
      tx.actor?.user_id ?? null,
    ],
  )
  await setSchedule(tx, syncGroup, {
    subject: id,
    payload: { group_id: id },
    timing: { every_seconds: SYNC_SECONDS },
    first_at: now(),
    now: now(),
  })
  await audit(tx, { act: 'watch_group.created', object: { type: 'watch_group', id }, after: { name, kind } })
  return readGroup(tx, id)
}

/** With its watches; signals stay. */
export async function deleteGroup(tx: WorkspaceTx, id: string): Promise<void> {
  const group = await mustFindGroup(tx, id, true)
  await removeSchedule(tx, syncGroup, group.id)
  const { rows } = await tx.client.query<{ id: string }>(
    'select id from watches where workspace_id = $1 and group_id = $2',
    [tx.workspace_id, group.id],
  )
  await removeAll(
    tx,
    rows.map((one) => one.id),
  )
  await tx.client.query('delete from watch_groups where workspace_id = $1 and id = $2', [tx.workspace_id, group.id])
  await audit(tx, {
    act: 'watch_group.deleted',
    object: { type: 'watch_group', id: group.id },
    before: { name: group.name },
  })
}

export async function askForSync(tx: WorkspaceTx, id: string): Promise<WatchGroup> {
  const group = await mustFindGroup(tx, id)
  await enqueue(tx, syncGroup, { group_id: group.id, requested: true }, { key: `sync:${group.id}` })
  return readGroup(tx, group.id)
}

async function removeAll(tx: WorkspaceTx, ids: readonly string[]): Promise<void> {
  for (const id of ids) await removeSchedule(tx, pollWatch, id)
  await deleteWatches(tx, ids)
}

/** What of a lead is watched; undefined when it names nothing of the kind. */
export function targetOfLead(name: WatchKindName, { data }: SourceLead, policy: EgressPolicy): string | undefined {
  const { target, of_lead } = watchKind(name)
  const named = of_lead?.(data) ?? [data.website, data.domain]
  for (const one of named) {
    if (typeof one !== 'string' || one.trim() === '') continue
    const read = target.read(one)
    if (typeof read === 'string') continue
    if (target.at_service || checkUrl(homeOf(read.target), policy).ok) return read.target
  }
  return undefined
}

/** Makes the watches that lack, except where an equal one is, and deletes those whose lead is no longer of the source. */
export async function syncOnce(
  tx: WorkspaceTx,
  { group_id, requested = false }: Static<typeof syncGroup.payload>,
  { policy, now }: Pick<WatchParts, 'policy' | 'now'>,
): Promise<void> {
  const group = await mustFindGroup(tx, group_id, true)
  const leads = await readSourceLeads(tx, group.source)
  await holdWatches(tx)
  const { rows: there } = await tx.client.query<{ id: string; lead_id: number; target: string }>(
    'select id, lead_id, target from watches where workspace_id = $1 and group_id = $2',
    [tx.workspace_id, group.id],
  )
  const byLead = new Map(there.map((watch) => [watch.lead_id, watch]))
  const wanted = new Map(
    leads.flatMap((lead) => {
      const target = targetOfLead(group.kind, lead, policy)
      return target ? [[lead.id, target] as const] : []
    }),
  )
  const gone = there.filter(({ lead_id, target }) => wanted.get(lead_id) !== target).map(({ id }) => id)
  await removeAll(tx, gone)
  const kept = new Set(there.filter(({ id }) => !gone.includes(id)).map(({ lead_id }) => lead_id))
  const room = Math.max(0, MOST_WATCHES - (await countWatches(tx)))
  const lacking = [...wanted]
    .filter(([lead]) => !kept.has(lead) || !byLead.has(lead))
    .map(([lead_id, target]) => watchOf(group, lead_id, target))
  const elsewhere = await findEqualWatches(tx, lacking)
  const missing = lacking.filter(({ id }) => !elsewhere.has(id))
  const fresh = missing.slice(0, room)
  const made = new Set(await insertWatches(tx, fresh))
  const spread = Math.min(SPREAD_SECONDS, intervalSeconds(group.poll_interval))
  // A few are polled at once; many would be a burst.
  const wait = made.size > 20 ? spread : 0
  for (const { id } of fresh)
    if (made.has(id)) await schedule(tx, id, group.poll_interval, now(), new Date(now().getTime() + jitterMs(id, wait)))
  const short = fresh.length < missing.length ? `Only ${MOST_WATCHES} watches fit into a workspace` : null
  const { rows } = await tx.client.query<{ watches: number }>(
    `update watch_groups set watches = (select count(*) from watches w where w.workspace_id = $1 and w.group_id = $2),
       without_target = $3, last_synced_at = $4, last_error = $5, watched_elsewhere = $6 where workspace_id = $1 and id = $2 returning watches`,
    [tx.workspace_id, group.id, leads.length - wanted.size, now(), short, elsewhere.size],
  )
  if (requested || group.last_synced_at === null || made.size > 0 || gone.length > 0)
    await emit(tx, watchGroupSynced, { group_id: group.id, watches: rows[0]?.watches ?? 0 })
}

function watchOf(
  { id, kind, signal_types, poll_interval, config }: StoredGroup,
  lead_id: number,
  target: string,
): NewWatch {
  return { id: newId(), kind, target, name: null, lead_id, group_id: id, signal_types, poll_interval, config }
}

/** A look at the source failed: the watches stay as they are, and the group says why. */
export async function noteSyncFailure(tx: WorkspaceTx, groupId: string, error: Refusal): Promise<void> {
  await tx.client.query('update watch_groups set last_error = $3 where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    groupId,
    error.message.slice(0, 500),
  ])
}
