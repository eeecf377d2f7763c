// One poll of one watch: read it, compare it with what was seen before, and write the result in one transaction.
import { createHash } from 'node:crypto'
import { cutText } from '../../kernel/cut-text.ts'
import { isUuid, newId, type WorkspaceId } from '../../kernel/ids.ts'
import { canonicalJson, type Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import type { FetchLog } from '../../platform/net/polite-client.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { intervalSeconds, jitterMs, postponeSchedule, removeSchedule } from '../../platform/queue/schedules.ts'
import { pollTools, type WatchToolParts } from '../fetching/watch-tools.ts'
import { watchKind } from '../kinds/catalog.ts'
import type { FoundSignal, ReadFailure, SeenLine, SnapshotComparison } from '../kinds/kind.ts'
import type { NewSignal } from '../signals/new-signal.ts'
import { WEIGHTS } from '../signals/signal-types.logic.ts'
import { recordSignals } from '../signals/signals.commands.ts'
import { everySeconds, FAILURES_UNTIL_PAUSED, nextPollAt } from '../watches/pace.logic.ts'
import { watchPaused, watchPolled } from '../watches/watch.events.ts'
import { pollWatch } from '../watches/watch.jobs.ts'
import { findWatch, type StoredWatch, typesOf } from '../watches/watches.reads.ts'
import { quoteTest } from './quote.logic.ts'

export type PollParts = WatchToolParts

export interface PollTicket {
  workspace_id: WorkspaceId
  watch_id: string
  poll_id: string
  cause: 'schedule' | 'manual' | 'scan'
  signal: AbortSignal
}

export type PollOutcome = 'baseline' | 'unchanged' | 'changed' | 'failed' | 'postponed'

const HOST_PATIENCE_MS = 3_000
const BUSY_SECONDS = 20
const MOST_LINES = 20
/** A person who asks twice in a row is shown what the site said a moment ago. */
const ASKED_AGAIN_SECONDS = 60

/** Safe to repeat: what a poll wrote is known by its id, and documents that it fetched are not fetched again. */
export async function pollOnce(parts: PollParts, ticket: PollTicket): Promise<PollOutcome | null> {
  const { database, now } = parts
  const { workspace_id, watch_id, poll_id } = ticket
  const started = now()
  const before = await database.inWorkspace(workspace_id, async (tx) => {
    const watch = await findWatch(tx, watch_id)
    if (!watch || (await isOver(tx, watch_id, poll_id))) return null
    return { watch, ...(await readState(tx, watch.id)) }
  })
  if (!before) return null
  const { watch } = before
  if (!watch.enabled || (watch.state === 'paused' && ticket.cause === 'schedule')) {
    await database.inWorkspace(workspace_id, (tx) =>
      writePoll(tx, ticket, { started, now: now(), outcome: 'postponed', error: 'The watch is paused' }),
    )
    return 'postponed'
  }
  const every = everySeconds(intervalSeconds(watch.poll_interval), watch.quiet_polls)
  // Nine tenths of the interval, since others of the same interval come up to a tenth of it later. A person gets what is new now.
  const max_age_ms = (ticket.cause === 'schedule' ? every * 0.9 : ASKED_AGAIN_SECONDS) * 1000
  const { tools, log, documents } = pollTools(parts, { max_age_ms, max_wait_ms: HOST_PATIENCE_MS }, ticket.signal)
  const kind = watchKind(watch.kind)
  const read = await kind.read(watch.target, watch.config, before.state, tools)
  ticket.signal.throwIfAborted()
  if (!read.ok && read.reason === 'busy') return postpone(parts, ticket, watch, read.message)
  return database.inWorkspace(workspace_id, async (tx) => {
    const current = await findWatch(tx, watch_id, true)
    if (!current || current.target !== watch.target || (await isOver(tx, watch_id, poll_id))) return null
    const about = { started, now: now(), log }
    if (!read.ok) return fail(tx, ticket, current, read, about)
    // Under the lock: another poll of the watch may have ended in the meantime.
    const known = await readState(tx, current.id)
    const wanted = typesOf(current)
    const company = companyOf(current)
    const digest = digestOf(log)
    const isSame = known.settled !== null && known.settled === digest
    const compared = isSame
      ? null
      : kind.compare(known.state, read.snapshot, { now: about.now, company, config: current.config, wanted })
    const isBaseline = known.state === null
    const found = compared && !isBaseline ? compared.signals.filter(({ type }) => wanted.includes(type)) : []
    const rows = found.map((one) => signalOf(one, current, company, poll_id, about.now, documents))
    const stored = await recordSignals(tx, rows, about.now)
    if (compared) await keepState(tx, current.id, known, compared, digest, about.now)
    const isChanged = compared !== null && !isBaseline && (compared.changes.length > 0 || stored.length > 0)
    const outcome = isBaseline ? 'baseline' : isChanged ? 'changed' : 'unchanged'
    const lines = outcome === 'unchanged' && ticket.cause === 'schedule' ? [] : kind.show(read.snapshot)
    await writePoll(tx, ticket, {
      ...about,
      outcome,
      signals: stored.length,
      seen: lines,
      changes: compared?.changes ?? [],
      ...(isCopy(log) && ticket.cause !== 'schedule' && { error: COPY_SHOWN }),
    })
    await succeed(tx, ticket, current, { outcome, ignored: compared?.ignored, unread: read.unread }, about)
    if (outcome !== 'unchanged' || ticket.cause !== 'schedule')
      await emit(tx, watchPolled, { watch_id: current.id, poll_id, outcome, signals: stored.length })
    return outcome
  })
}

/** The site was not asked: other polls had asked it just now. */
const isCopy = ({ requests, shared }: FetchLog) => requests === 0 && shared > 0
const COPY_SHOWN = `The site was asked less than ${ASKED_AGAIN_SECONDS} seconds ago, and this is what it said. Poll again in a minute to ask it again.`

interface Known {
  state: Json | null
  settled: string | null
}

async function readState(tx: WorkspaceTx, watchId: string): Promise<Known> {
  const { rows } = await tx.client.query<Known>(
    'select state, settled from watch_states where workspace_id = $1 and watch_id = $2',
    [tx.workspace_id, watchId],
  )
  return rows[0] ?? { state: null, settled: null }
}

async function isOver(tx: WorkspaceTx, watchId: string, pollId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    'select 1 from watch_polls where workspace_id = $1 and watch_id = $2 and id = $3 and finished_at is not null',
    [tx.workspace_id, watchId, pollId],
  )
  return rowCount !== 0
}

const digestOf = ({ hashes }: FetchLog) =>
  createHash('sha256')
    .update(JSON.stringify([...hashes].sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url')

/** Writes the state only when it differs: a poll that brought nothing stores nothing. */
async function keepState(
  tx: WorkspaceTx,
  watchId: string,
  known: Known,
  compared: SnapshotComparison<Json>,
  digest: string,
  now: Date,
): Promise<void> {
  const settled = compared.is_settled ? digest : null
  const isSame = known.state !== null && canonicalJson(known.state) === canonicalJson(compared.state)
  if (!isSame || settled !== known.settled)
    await tx.client.query(
      `insert into watch_states (workspace_id, watch_id, state, settled, updated_at) values ($1, $2, $3, $4, $5)
       on conflict (workspace_id, watch_id) do update set state = excluded.state, settled = excluded.settled, updated_at = excluded.updated_at`,
      [tx.workspace_id, watchId, JSON.stringify(compared.state).replaceAll('\\u0000', ''), settled, now],
    )
  if (!compared.text) return
  await tx.client.query(
    'insert into watch_texts (workspace_id, watch_id, id, url, text, at) values ($1, $2, $3, $4, $5, $6)',
    [tx.workspace_id, watchId, newId(), compared.text.url, cutText(compared.text.text, 200_000), now],
  )
  await tx.client.query(
    `delete from watch_texts where workspace_id = $1 and watch_id = $2 and id not in
       (select id from watch_texts where workspace_id = $1 and watch_id = $2 order by id desc limit 10)`,
    [tx.workspace_id, watchId],
  )
}

export function companyOf({ kind, target }: Pick<StoredWatch, 'kind' | 'target'>): string {
  const read = watchKind(kind).target.read(target)
  return typeof read === 'string' ? target : read.company
}

/** The identity of a signal: company, type and key. Two watches that find the same signal emit it once. */
export function dedupeKey(type: string, company: string, key: string): string {
  const whole = `${type}|${company}|${key}`
  return whole.length <= 300
    ? whole
    : `${whole.slice(0, 240)}#${createHash('sha256').update(whole).digest('base64url')}`
}

export function signalOf(
  found: FoundSignal,
  watch: { id: string | null; lead_id: number | null },
  company: string,
  poll_id: string,
  now: Date,
  documents: ReadonlyMap<string, string>,
): NewSignal {
  const { type, key, title, summary, evidence_url, source_url, quote, occurred_at, strength } = found
  const body = documents.get(source_url)
  const isSaid = body === undefined ? () => false : quoteTest(body)
  const said = (typeof quote === 'string' ? [quote] : quote).find((words) => words !== '' && isSaid(words))
  const at = occurred_at === '' || Date.parse(occurred_at) > now.getTime() ? now : new Date(occurred_at)
  return {
    type,
    company,
    lead_id: watch.lead_id,
    watch_id: watch.id,
    title: cutText(title, 500),
    summary: cutText(summary, 2_000),
    before: found.before ?? null,
    after: found.after ?? null,
    evidence_url: evidence_url || null,
    quote: said ?? null,
    occurred_at: at,
    strength: Math.round(Math.min(100, Math.max(0, strength ?? WEIGHTS[type].strength))),
    dedupe_key: dedupeKey(type, company, key),
    ...(found.recurs && { recurs: true }),
    details: found.details ?? {},
    provenance: {
      source: 'website',
      provider: 'millrace',
      method: 'crawl',
      source_url,
      license: 'scraped',
      confidence: said === undefined ? 0.8 : 0.95,
      fetched_at: now.toISOString(),
      poll_id,
    },
  }
}

interface Ending {
  started: Date
  now: Date
  outcome: PollOutcome
  log?: FetchLog
  signals?: number
  seen?: readonly SeenLine[]
  changes?: readonly SeenLine[]
  error?: string
}

const cutLines = (lines: readonly SeenLine[] = []) =>
  lines.slice(0, MOST_LINES).map(({ label, value, url }) => ({
    label: cutText(label, 100),
    value: cutText(value, 1_000),
    ...(url && { url: url.slice(0, 2_000) }),
  }))

async function writePoll(tx: WorkspaceTx, { watch_id, poll_id, cause }: PollTicket, ending: Ending): Promise<void> {
  const { started, now, outcome, log, signals = 0, error = null } = ending
  await tx.client.query(
    `insert into watch_polls (workspace_id, watch_id, id, cause, outcome, started_at, finished_at, requests, not_modified, shared, signals, seen, changes, error)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (workspace_id, watch_id, id) do update set outcome = excluded.outcome, started_at = excluded.started_at,
       finished_at = excluded.finished_at, requests = excluded.requests, not_modified = excluded.not_modified, shared = excluded.shared,
       signals = excluded.signals, seen = excluded.seen, changes = excluded.changes, error = excluded.error`,
    [
      tx.workspace_id,
      watch_id,
      poll_id,
      cause,
      outcome,
      started,
      now,
      log?.requests ?? 0,
      log?.not_modified ?? 0,
      log?.shared ?? 0,
      signals,
      JSON.stringify(cutLines(ending.seen)),
      JSON.stringify(cutLines(ending.changes)),
      error,
    ],
  )
}

interface About {
  started: Date
  now: Date
  log: FetchLog
}

/** 0..1, another for each poll. */
const chanceOf = (pollId: string) => jitterMs(pollId, 1) / 1000

interface Succeeded {
  outcome: PollOutcome
  ignored?: readonly SeenLine[] | undefined
  unread?: readonly SeenLine[] | undefined
}

async function succeed(
  tx: WorkspaceTx,
  { poll_id }: PollTicket,
  watch: StoredWatch,
  { outcome, ignored = watch.ignores, unread = [] }: Succeeded,
  { now, log }: About,
): Promise<void> {
  // What others fetched says nothing of how often the site changes.
  const quiet = outcome !== 'unchanged' ? 0 : isCopy(log) ? watch.quiet_polls : watch.quiet_polls + 1
  await tx.client.query(
    `update watches set state = case when enabled then 'active' else state end, failures = 0, last_error = null, put_off = null,
       quiet_polls = $3, last_polled_at = $4, baseline_at = coalesce(baseline_at, $4),
       last_changed_at = case when $5 then $4 else last_changed_at end, ignores = $6, unread = $7
     where workspace_id = $1 and id = $2`,
    [
      tx.workspace_id,
      watch.id,
      quiet,
      now,
      outcome === 'changed',
      JSON.stringify(cutLines(ignored)),
      JSON.stringify(cutLines(unread)),
    ],
  )
  const interval_seconds = intervalSeconds(watch.poll_interval)
  const next = nextPollAt(now, {
    interval_seconds,
    quiet_polls: quiet,
    failures: 0,
    rest_ms: log.rest_ms,
    chance: chanceOf(poll_id),
  })
  await postponeSchedule(tx, pollWatch, watch.id, next)
}

/** Back-off, and a pause after twelve consecutive failures or when the server answers 410. */
async function fail(
  tx: WorkspaceTx,
  ticket: PollTicket,
  watch: StoredWatch,
  read: ReadFailure,
  { started, now, log }: About,
): Promise<PollOutcome> {
  const failures = watch.failures + 1
  const error = cutText(read.message, 500)
  const isOverNow = failures >= FAILURES_UNTIL_PAUSED || read.reason === 'gone'
  await writePoll(tx, ticket, { started, now, log, outcome: 'failed', error })
  await tx.client.query(
    `update watches set state = $3, failures = $4, last_error = $5, last_polled_at = $6, put_off = null, unread = '[]' where workspace_id = $1 and id = $2`,
    [tx.workspace_id, watch.id, isOverNow ? 'paused' : 'erroring', failures, error, now],
  )
  await emit(tx, watchPolled, { watch_id: watch.id, poll_id: ticket.poll_id, outcome: 'failed', signals: 0 })
  if (isOverNow) {
    await removeSchedule(tx, pollWatch, watch.id)
    await emit(tx, watchPaused, { watch_id: watch.id, kind: watch.kind, target: watch.target, failures, error })
    return 'failed'
  }
  const interval_seconds = intervalSeconds(watch.poll_interval)
  const next = nextPollAt(now, {
    interval_seconds,
    quiet_polls: 0,
    failures,
    rest_ms: log.rest_ms,
    chance: chanceOf(ticket.poll_id),
  })
  await postponeSchedule(tx, pollWatch, watch.id, next)
  return 'failed'
}

/** The host is being asked by others: the poll comes again soon, and nothing failed. */
async function postpone(
  { database, now }: PollParts,
  ticket: PollTicket,
  watch: StoredWatch,
  why: string,
): Promise<PollOutcome> {
  const { workspace_id, watch_id, poll_id, cause } = ticket
  const at = new Date(now().getTime() + Math.round(BUSY_SECONDS * (0.5 + chanceOf(newId()))) * 1000)
  const text = cutText(why, 500)
  await database.inWorkspace(workspace_id, async (tx) => {
    await tx.client.query('update watches set put_off = $3 where workspace_id = $1 and id = $2', [
      workspace_id,
      watch_id,
      text,
    ])
    // Still open: the same poll goes on when the host may be asked.
    await tx.client.query(
      `update watch_polls set outcome = 'postponed', error = $4 where workspace_id = $1 and watch_id = $2 and id = $3 and finished_at is null`,
      [workspace_id, watch_id, poll_id, text],
    )
    if (cause === 'schedule') await postponeSchedule(tx, pollWatch, watch.id, at)
    else if (isUuid(poll_id))
      await enqueue(tx, pollWatch, { watch_id: watch.id, poll_id, cause }, { run_at: at, key: `poll:${watch.id}` })
  })
  return 'postponed'
}
