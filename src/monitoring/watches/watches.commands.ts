// What people do with watches: make, change, delete them, and ask for a poll.

import { readSecrets } from '../../identity/secrets/secrets.reads.ts'
import { refuse, refuseField } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { mustReadSettings } from '../../platform/http/checks/settings.ts'
import type { EgressPolicy } from '../../platform/net/egress.ts'
import { checkUrl } from '../../platform/net/guard.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { type IntervalName, intervalSeconds, removeSchedule, setSchedule } from '../../platform/queue/schedules.ts'
import { mustReadLead } from '../../records/lead-facts/lead.reads.ts'
import { type WatchKindName, watchKind } from '../kinds/catalog.ts'
import { homeOf } from '../kinds/target.logic.ts'
import type { SignalType } from '../signals/signal-types.logic.ts'
import { pollWatch } from './watch.jobs.ts'
import type { Watch, WatchCreate, WatchUpdate } from './watch.schema.ts'
import { findEqualWatches, mustFindWatch, readWatch, type WatchSettings } from './watches.reads.ts'
import { changeWatch, countWatches, deleteWatches, holdWatches, insertWatches } from './watches.writes.ts'

export interface WatchParts {
  policy: EgressPolicy
  now: () => Date
  /** Makes a rule in the room above that posts each signal of a watch; absent where that room is not there. */
  createWebhookRule?: (
    tx: WorkspaceTx,
    rule: { watch_id: string; url: string; secret_ref: string | null },
  ) => Promise<string>
}

export const MOST_WATCHES = 20_000
const MAX_CONFIG = 20_000

/** The target as it is stored. Refuses (422) what the kind cannot watch and addresses that are not public. */
export function readTarget(
  kind: WatchKindName,
  target: string,
  policy: EgressPolicy,
  at: (string | number)[] = ['target'],
): string {
  const { target: form } = watchKind(kind)
  const read = form.read(target)
  if (typeof read === 'string') return refuseField(at, 'value_error', `Value error, ${lowerFirst(read)}`, target)
  if (!form.at_service) {
    const check = checkUrl(homeOf(read.target), policy)
    if (!check.ok) refuseField(at, 'value_error', `Value error, ${lowerFirst(check.message)}`, target)
  }
  return read.target
}

const lowerFirst = (text: string) => (/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text)

/** The types as they are stored: each once, in the order of the kind, and null for all. */
export function checkTypes(
  kind: WatchKindName,
  types: readonly SignalType[] | undefined,
): readonly SignalType[] | null {
  if (!types?.length) return null
  const { signal_types: found, title } = watchKind(kind)
  const named = found.filter((type) => types.includes(type))
  if (named.length > 0) return named.length === found.length ? null : named
  return refuseField(
    ['signal_types'],
    'value_error',
    `Value error, ${title} finds ${found.join(', ')} and none of these`,
    types,
  )
}

/** Options as they are stored. Refuses (422) what the kind does not know and what cannot be used. */
export function checkConfig(kind: WatchKindName, config: JsonObject): JsonObject {
  if (JSON.stringify(config).length > MAX_CONFIG)
    refuseField(['config'], 'value_error', `Value error, at most ${MAX_CONFIG} characters as JSON`)
  const { config: schema, check } = watchKind(kind)
  return mustReadSettings(schema, check, config, 'config')
}

export async function createWatch(
  tx: WorkspaceTx,
  body: WatchCreate,
  { policy, now, createWebhookRule }: WatchParts,
): Promise<Watch> {
  const { kind, lead_id = null, interval, name = null, webhook_url: url, webhook_secret_ref: secret_ref = null } = body
  const target = readTarget(kind, body.target, policy)
  const signal_types = checkTypes(kind, body.signal_types)
  const config = checkConfig(kind, (body.config ?? {}) as JsonObject)
  if (lead_id !== null && !(await leadIsThere(tx, lead_id)))
    refuseField(['lead_id'], 'value_error', 'Value error, there is no such lead in this workspace', lead_id)
  if (body.create_webhook_rule) await checkWebhook(tx, url, secret_ref, policy, createWebhookRule !== undefined)
  else refuseUnasked(body)
  await holdWatches(tx)
  await mustHaveRoom(tx, 1)
  const id = newId()
  const settings = { id, kind, target, lead_id, signal_types, poll_interval: interval, config }
  await mustBeNew(tx, settings)
  await insertWatches(tx, [{ ...settings, name, group_id: null }])
  await schedule(tx, id, interval, now())
  if (body.create_webhook_rule && url && createWebhookRule) {
    const webhook_rule_id = await createWebhookRule(tx, { watch_id: id, url, secret_ref })
    await changeWatch(tx, id, { webhook_rule_id }, false)
  }
  await audit(tx, { act: 'watch.created', object: { type: 'watch', id }, after: { kind, target, interval } })
  return readWatch(tx, id)
}

/** What only a webhook rule uses would be ignored without one. */
function refuseUnasked(body: WatchCreate): void {
  const fields = (['webhook_url', 'webhook_secret_ref'] as const)
    .filter((name) => body[name])
    .map((name) => ({
      loc: ['body', name],
      type: 'value_error',
      input: body[name],
      msg: 'Value error, this is used with create_webhook_rule: true only',
    }))
  if (fields.length > 0) refuse('invalid', 'Webhook without a rule', { fields })
}

/** Refuses (409) a watch that is there under another id. Hold the watches. */
async function mustBeNew(tx: WorkspaceTx, settings: WatchSettings): Promise<void> {
  const watch_id = (await findEqualWatches(tx, [settings])).get(settings.id)
  if (watch_id !== undefined)
    refuse('conflict', 'This is watched already with the same settings. Use that watch, or change its settings.', {
      extra: { watch_id },
    })
}

export async function mustHaveRoom(tx: WorkspaceTx, more: number): Promise<void> {
  if ((await countWatches(tx)) + more > MOST_WATCHES)
    refuse('conflict', `A workspace has at most ${MOST_WATCHES} watches. Delete some first.`)
}

/** Polled for the first time at `first`, and then at its interval. */
export async function schedule(
  tx: WorkspaceTx,
  id: string,
  interval: IntervalName,
  now: Date,
  first = now,
): Promise<void> {
  const every_seconds = intervalSeconds(interval)
  await setSchedule(tx, pollWatch, {
    subject: id,
    payload: { watch_id: id },
    timing: { every_seconds },
    first_at: first,
    now,
  })
}

async function leadIsThere(tx: WorkspaceTx, id: number): Promise<boolean> {
  const { rowCount } = await tx.client.query('select 1 from leads where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    id,
  ])
  return rowCount !== 0
}

async function checkWebhook(
  tx: WorkspaceTx,
  url: string | undefined,
  secret: string | null,
  policy: EgressPolicy,
  isAvailable: boolean,
): Promise<void> {
  if (!isAvailable)
    refuseField(
      ['create_webhook_rule'],
      'value_error',
      'Value error, this install has no automations, so no webhook rule can be made',
      true,
    )
  if (url === undefined) return refuseField(['webhook_url'], 'missing', 'Field required with create_webhook_rule')
  const check = checkUrl(url, policy)
  if (!check.ok) refuseField(['webhook_url'], 'value_error', `Value error, ${lowerFirst(check.message)}`)
  if (secret !== null && !(await readSecrets(tx)).some(({ name }) => name === secret))
    refuseField(['webhook_secret_ref'], 'value_error', 'Value error, there is no such secret in this workspace', secret)
}

export async function updateWatch(
  tx: WorkspaceTx,
  id: string,
  body: WatchUpdate,
  { policy, now }: WatchParts,
): Promise<Watch> {
  const { interval, enabled } = body
  const isOther = [body.target, body.lead_id, interval, body.signal_types, body.config].some((one) => one !== undefined)
  if (isOther) await holdWatches(tx)
  const watch = await mustFindWatch(tx, id, true)
  const target = body.target === undefined ? watch.target : readTarget(watch.kind, body.target, policy)
  if (body.lead_id) await mustReadLead(tx, body.lead_id)
  const settings = {
    ...(body.lead_id !== undefined && { lead_id: body.lead_id }),
    ...(interval && { poll_interval: interval }),
    ...(body.signal_types && { signal_types: checkTypes(watch.kind, body.signal_types) }),
    ...(body.config && { config: checkConfig(watch.kind, body.config as JsonObject) }),
  }
  if (isOther) await mustBeNew(tx, { ...watch, target, ...settings })
  const isPaused = watch.state === 'paused' || !watch.enabled
  const resumes = enabled === true && isPaused
  const restart = target !== watch.target
  await changeWatch(
    tx,
    watch.id,
    {
      ...(restart && { target }),
      ...(body.name !== undefined && { name: body.name }),
      ...settings,
      ...(enabled !== undefined && { enabled }),
      ...(resumes && { state: 'active' as const }),
      ...(enabled === false && { state: 'paused' as const }),
    },
    restart,
  )
  const runs = enabled ?? !isPaused
  if (!runs) await removeSchedule(tx, pollWatch, watch.id)
  else if (resumes || restart) await schedule(tx, watch.id, interval ?? watch.poll_interval, now())
  else if (interval && interval !== watch.poll_interval) {
    const due = (watch.last_polled_at ?? now()).getTime() + intervalSeconds(interval) * 1000
    await schedule(tx, watch.id, interval, now(), new Date(Math.max(now().getTime(), due)))
  }
  await audit(tx, { act: 'watch.changed', object: { type: 'watch', id: watch.id }, after: body as JsonObject })
  return readWatch(tx, watch.id)
}

export async function removeWatch(tx: WorkspaceTx, id: string): Promise<void> {
  const watch = await mustFindWatch(tx, id, true)
  await removeSchedule(tx, pollWatch, watch.id)
  await deleteWatches(tx, [watch.id])
  await audit(tx, {
    act: 'watch.deleted',
    object: { type: 'watch', id: watch.id },
    before: { kind: watch.kind, target: watch.target },
  })
}

/** Asks for a poll out of turn: the site is asked, unless it was asked within the last minute. */
export async function askForPoll(
  tx: WorkspaceTx,
  id: string,
  cause: 'manual' | 'scan',
  now: Date,
): Promise<{ poll_id: string; watch_id: string }> {
  const watch = await mustFindWatch(tx, id, true)
  const { rows } = await tx.client.query<{ id: string }>(
    `select id from watch_polls where workspace_id = $1 and watch_id = $2 and finished_at is null order by id desc limit 1`,
    [tx.workspace_id, watch.id],
  )
  // One that waits already will see the same.
  if (rows[0]) return { poll_id: rows[0].id, watch_id: watch.id }
  const poll_id = newId()
  await tx.client.query(
    `insert into watch_polls (workspace_id, watch_id, id, cause, outcome, started_at) values ($1, $2, $3, $4, 'queued', $5)`,
    [tx.workspace_id, watch.id, poll_id, cause, now],
  )
  await enqueue(tx, pollWatch, { watch_id: watch.id, poll_id, cause }, { key: `poll:${watch.id}` })
  return { poll_id, watch_id: watch.id }
}
