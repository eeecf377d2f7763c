// Around every call, once for all providers: cache, one call for equal questions at the same time, rate and number of
// calls under way, and a second try where that is safe.

import type { Skip } from '../../engine/facts.ts'
import { DAY_MS } from '../../engine/instant.ts'
import type { Outcome } from '../../engine/outcome.ts'
import type { Accounts } from '../../identity/integrations/accounts.reads.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { callLookup } from '../../providers/call.ts'
import { type AnyLookup, accountFormOf } from '../../providers/kit.ts'
import { createTokens } from '../../providers/oauth-tokens.ts'
import type { Tools } from '../../providers/outside.ts'
import type { RequestTrace, ResponseTrace } from '../../providers/trace.ts'
import { type Performance, patienceFor } from '../performance/performance.schema.ts'
import { type AnswerCache, type CacheEntry, cacheKey, type KeptOutcome } from './cache.reads.ts'
import { createDoors, type Doors } from './doors.ts'
import { createHealth, type Health } from './health.ts'
import { sleep } from './sleep.ts'

export interface Asked {
  outcome: Outcome
  /** Nobody was asked, since the account is closed: to be passed over for this reason, or to be come back to. */
  unasked?: true
  skip?: Skip
  /** True when nothing was asked: the answer was in the cache or came with an equal question under way. */
  cached: boolean
  /** What the vendor says it cost, in micro-USD. */
  charged_micro?: number
  started_at: Date
  duration_ms: number
  request?: RequestTrace
  response?: Partial<ResponseTrace> & { notes?: JsonObject }
  /** Of an answer of the cache: when it was given. */
  fetched_at?: Date
  /** What an answer that is still to come is to be kept under. */
  cache_key?: string
  /** An answer to keep, to be written in the transaction that settles the attempt. */
  keep?: CacheEntry
}

export interface Question {
  workspace_id: WorkspaceId
  lookup: AnyLookup
  values: JsonObject
  performance: Performance
  signal: AbortSignal
  /** Oldest answer of the cache that will do, in days; absent or null is any that is kept. */
  max_age_days?: number | null
  /** Where the vendor may bring the answer. */
  callback_url?: string
  /** Of an attempt that is on record: names what must not happen twice. */
  attempt_id?: string
  /** Resolves once it is on record that a call that may be billed is about to be made. */
  reserve: () => Promise<void>
  /** Hears that the call is being made; what is stopped before was never asked. */
  begun?: () => void
  /** Milliseconds that `reserve` takes, as of late: as many calls as that are got ready in advance. */
  record_ms?: number
}

export type Asker = (question: Question) => Promise<Asked>

const SHORT_WAIT_MS = 20_000
const MISS_DAYS = 7

export function createAsker(parts: {
  cache: AnswerCache
  toolsFor: (workspaceId: WorkspaceId) => Tools
  accounts: Pick<Accounts, 'find'>
  doors?: Doors
  health?: Health
  now: () => Date
}): Asker {
  const { cache, toolsFor, accounts, now, doors = createDoors(now), health = createHealth(undefined, now) } = parts
  const underWay = new Map<string, Promise<Asked>>()
  const tokens = createTokens()

  return async function ask(question) {
    const { lookup, workspace_id } = question
    const started = now()
    if ('answer' in lookup) return once(question, started)
    if ('act' in lookup && lookup.alone) return call(question)

    const key = cacheKey(lookup, question.values)
    const place = `${workspace_id} ${key}`
    const twin = underWay.get(place)
    // The twin's own caller pays and records; if it was stopped, this one asks for itself.
    if (twin) {
      const shared = await twin.catch(() => undefined)
      if (shared && isAnswer(shared.outcome)) return free(shared.outcome, started)
      if (question.signal.aborted) throw question.signal.reason
    }
    const asking = fromCacheOrCall(question, key, started).finally(() => {
      if (underWay.get(place) === asking) underWay.delete(place)
    })
    underWay.set(place, asking)
    return asking
  }

  async function fromCacheOrCall(question: Question, key: string, started: Date): Promise<Asked> {
    const { lookup } = question
    if (lookup.cache_days > 0) {
      const hit = await cache.find(question.workspace_id, key)
      const oldest = started.getTime() - (question.max_age_days ?? Number.POSITIVE_INFINITY) * DAY_MS
      if (hit && hit.fetched_at.getTime() >= oldest)
        return { ...free(hit.outcome, started), fetched_at: hit.fetched_at }
    }
    const asked = await call(question)
    const { outcome } = asked
    if (lookup.cache_days > 0 && isAnswer(outcome)) {
      asked.keep = keepable(lookup, key, outcome, now())
      cache.learn(question.workspace_id, key, asked.keep)
    }
    if (lookup.cache_days > 0 && outcome.kind === 'pending') asked.cache_key = key
    return asked
  }

  async function call(question: Question): Promise<Asked> {
    const { lookup, performance, signal } = question
    const leave = await doors.getReady(question)
    try {
      for (let attempt = 0; ; attempt++) {
        const asked = await approach(question, attempt === 0)
        if (asked.unasked) return asked
        health.heard(question, asked.outcome)
        const wait = waitBeforeRetry(asked.outcome, lookup, attempt, performance.retry_passes)
        if (wait === undefined || signal.aborted) return asked
        await sleep(wait, signal)
        // It closed meanwhile: what there is stands.
        if (attempt > 0 && (await health.closedFor(question))) return asked
      }
    } finally {
      leave()
    }
  }

  /**
   * Makes the call when its moment has come; what comes before is seen to while it waits for that. Only the call itself takes a
   * place: others have them while it is put on record.
   */
  async function approach(question: Question, isFirst: boolean): Promise<Asked> {
    const { come, leave } = await doors.approach(question)
    let leavePlace = () => {}
    try {
      const closed = isFirst ? await closedDoor(question) : undefined
      if (closed) return closed
      await question.reserve()
      leavePlace = await doors.enter(question)
      await come().finally(leave)
      question.signal.throwIfAborted()
      question.begun?.()
      return await once(question, now())
    } finally {
      leave()
      leavePlace()
    }
  }

  /** What stands instead of a call to an account that is closed; a short pause is waited for. */
  async function closedDoor(question: Question): Promise<Asked | undefined> {
    for (;;) {
      const closed = await health.closedFor(question)
      if (!closed) return undefined
      const time = now().getTime()
      const left = closed.until === null ? null : Math.max(0, closed.until - time)
      if (closed.kind === 'throttled' && left !== null && left <= SHORT_WAIT_MS) {
        // Not all at the same moment.
        await sleep(left + Math.random() * 250, question.signal)
        continue
      }
      const unasked = { cached: false, started_at: now(), duration_ms: 0 }
      if (closed.kind === 'throttled')
        return { ...unasked, outcome: { kind: 'later', retry_in_ms: left ?? 0 }, unasked: true }
      return {
        ...{ ...unasked, outcome: { kind: 'not_found' }, unasked: true },
        skip: {
          reason: closed.reason === 'auth' || closed.reason === 'quota' ? closed.reason : 'circuit_open',
          detail: closed.detail,
          ...(left !== null && { retry_in_ms: left }),
        },
      }
    }
  }

  async function once(question: Question, started: Date): Promise<Asked> {
    const { lookup, values, performance, signal, workspace_id, callback_url, attempt_id } = question
    // A made lookup may take several calls, and says itself how long that is worth.
    const timeout_ms = 'act' in lookup ? lookup.timeout_ms : patienceFor(lookup, performance)
    const form = accountFormOf(lookup)
    const account = form && (await accounts.find(workspace_id, form))
    const { outcome, charged_usd, request, response, notes } = await callLookup(
      lookup,
      values,
      toolsFor(workspace_id),
      signal,
      {
        timeout_ms,
        tokens,
        ...(account && { account }),
        ...(callback_url !== undefined && { callback_url }),
        ...(attempt_id !== undefined && { attempt_id }),
      },
    )
    return {
      outcome,
      ...(charged_usd !== undefined && { charged_micro: Math.round(charged_usd * 1e6) }),
      cached: false,
      started_at: started,
      duration_ms: now().getTime() - started.getTime(),
      ...(request && { request }),
      ...((response || notes) && { response: { ...response, ...(notes && { notes }) } }),
    }
  }

  function free(outcome: Outcome, started: Date): Asked {
    return {
      outcome,
      cached: true,
      started_at: started,
      duration_ms: now().getTime() - started.getTime(),
    }
  }
}

/** The answer as the cache keeps it: as long as the lookup says, a miss for a week at most. */
export function keepable(
  lookup: Pick<AnyLookup, 'id' | 'cache_days'>,
  key: string,
  outcome: KeptOutcome,
  fetched_at: Date,
): CacheEntry {
  const days = outcome.kind === 'found' ? lookup.cache_days : Math.min(lookup.cache_days, MISS_DAYS)
  const expires_at = new Date(fetched_at.getTime() + days * DAY_MS)
  return { key, provider: lookup.id, outcome, fetched_at, expires_at }
}

export function isAnswer(outcome: Outcome): outcome is KeptOutcome {
  return outcome.kind === 'found' || outcome.kind === 'not_found'
}

/** Milliseconds until the next try, or undefined when this outcome stands. */
function waitBeforeRetry(outcome: Outcome, lookup: AnyLookup, attempt: number, passes: number): number | undefined {
  if (attempt >= passes) return undefined
  const jitter = 0.5 + Math.random() / 2
  if (outcome.kind === 'later')
    return outcome.retry_in_ms <= SHORT_WAIT_MS ? Math.max(outcome.retry_in_ms, 200) : undefined
  if (outcome.kind !== 'failed') return undefined
  // A cut or garbled answer may come whole the next time; where each costs, one is enough.
  if (!outcome.retryable && !(outcome.class === 'unmapped' && lookup.repeat_free)) return undefined
  // What may have been billed is asked again only where asking twice costs nothing.
  if (!lookup.repeat_free && outcome.class !== 'vendor_error') return undefined
  return 500 * 2 ** attempt * jitter
}
