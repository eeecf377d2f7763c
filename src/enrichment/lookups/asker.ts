// Around every call, once for all providers: the cache, and one call for equal questions at the same time.

import { DAY_MS } from '../../engine/values/instant.ts'
import type { Outcome, PendingOutcome } from '../../engine/waterfall/outcome.ts'
import type { Accounts } from '../../identity/accounts/accounts.reads.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { AnyLookup } from '../../providers/kit/kit.ts'
import type { Tools } from '../../providers/kit/outside.ts'
import { createHealth, type Health } from '../accounts/health.ts'
import { createProviderLimits, type ProviderLimits } from '../accounts/provider-limits.ts'
import {
  type AnswerCache,
  type CachedOutcome,
  type CacheEntry,
  cacheKey,
  isAnswer,
  isYoung,
  type KnownAnswer,
} from './cache.reads.ts'
import { type CallClaim, QuestionTaken } from './cache.writes.ts'
import { createCalls, isForced, type LookupQuestion, type LookupResult } from './calls.ts'

export type Asker = (question: LookupQuestion) => Promise<LookupResult>

const MISS_DAYS = 7
/** How soon an answer promised to another cell is looked for again: after as long as it was waited for so far. */
const SOONEST_LOOK_MS = 2_000
const LATEST_LOOK_MS = 5 * 60_000

export function createAsker(parts: {
  cache: AnswerCache
  toolsFor: (workspaceId: WorkspaceId, how?: { fresh: boolean }) => Tools
  accounts: Pick<Accounts, 'find'>
  limits?: ProviderLimits
  health?: Health
  now: () => Date
}): Asker {
  const {
    cache,
    toolsFor,
    accounts,
    now,
    limits = createProviderLimits(now),
    health = createHealth(undefined, now),
  } = parts
  const { call, once } = createCalls({ toolsFor, accounts, limits, health, now })
  const underWay = new Map<string, Promise<LookupResult>>()

  return async function ask(question) {
    const { lookup, workspace_id } = question
    const started = now()
    if ('answer' in lookup) return once(question, started)
    if ('act' in lookup && lookup.alone) return call(question)

    const key = cacheKey(lookup, question.values)
    // A caller that forces a new answer does not share a call that may return an old one.
    const place = `${workspace_id} ${key}${isForced(question) ? ' anew' : ''}`
    // The caller of the call in flight pays and records; if it was stopped or failed, one of the waiting callers calls, and the others wait for that.
    for (let inFlight = underWay.get(place); inFlight; inFlight = underWay.get(place)) {
      const shared = await inFlight.catch(() => undefined)
      if (shared && isAnswer(shared.outcome)) return free(shared.outcome, started)
      if (question.signal.aborted) throw question.signal.reason
    }
    const asking = fromCacheOrCall(question, key, started).finally(() => {
      if (underWay.get(place) === asking) underWay.delete(place)
    })
    underWay.set(place, asking)
    return asking
  }

  async function fromCacheOrCall(question: LookupQuestion, key: string, started: Date): Promise<LookupResult> {
    const { lookup } = question
    if (lookup.cache_days > 0 && !isForced(question)) {
      const hit = await cache.find(question.workspace_id, key)
      // An answer that was promised to this attempt, or claimed by it before its worker was killed, is requested again by it.
      const isOthers = hit?.outcome.kind === 'pending' && hit.outcome.attempt_id !== question.attempt_id
      if (isOthers) return (await promised(question, key, hit, started)) ?? callAndKeep(question, key, null, started)
      const answer = hit && given(hit, started)
      if (answer && isYoung(answer, question.max_age_days, started.getTime())) return answer
      return callAndKeep(question, key, answer?.fetched_at ?? null, started)
    }
    return callAndKeep(question, key, 'any', started)
  }

  function given(
    { outcome, fetched_at }: KnownAnswer,
    started: Date,
  ): (LookupResult & { fetched_at: Date }) | undefined {
    return outcome.kind === 'pending' ? undefined : { ...free(outcome, started), fetched_at }
  }

  /** Another worker has asked, or is asking: its answer is used, or looked for again later. */
  async function meanwhile(question: LookupQuestion, key: string, started: Date): Promise<LookupResult> {
    cache.forget(question.workspace_id, key)
    const hit = await cache.find(question.workspace_id, key)
    const answer = hit && given(hit, started)
    if (answer && isYoung(answer, question.max_age_days, started.getTime())) return answer
    return comeBack(SOONEST_LOOK_MS, started)
  }

  function comeBack(retry_in_ms: number, started: Date): LookupResult {
    return { ...free({ kind: 'later', retry_in_ms }, started), cached: false, unasked: true }
  }

  /** An equal call was promised an answer: the cell waits for it, and no provider is called twice. Undefined when the promise was not kept. */
  async function promised(
    question: LookupQuestion,
    key: string,
    hit: KnownAnswer,
    started: Date,
  ): Promise<LookupResult | undefined> {
    if (hit.outcome.kind !== 'pending') return undefined
    const answer = await cache.followUp(question.workspace_id, key, hit.outcome)
    if (answer !== 'awaited') return answer && { ...free(answer.outcome, started), fetched_at: answer.fetched_at }
    const age = started.getTime() - hit.fetched_at.getTime()
    return comeBack(Math.min(Math.max(age, SOONEST_LOOK_MS), LATEST_LOOK_MS), started)
  }

  /** `passes`: when the answer was given that does not do. */
  async function callAndKeep(
    question: LookupQuestion,
    key: string,
    passes: CallClaim['passes'],
    started: Date,
  ): Promise<LookupResult> {
    const { lookup, attempt_id } = question
    const claim = lookup.cache_days > 0 ? { key, provider: lookup.id, passes } : undefined
    const asked = await call(question, claim).catch((error: unknown) => {
      if (error instanceof QuestionTaken) return undefined
      throw error
    })
    if (!asked) return meanwhile(question, key, started)
    const { outcome } = asked
    if (lookup.cache_days > 0 && isAnswer(outcome)) {
      asked.keep = toCacheEntry(lookup, key, outcome, now())
      cache.learn(question.workspace_id, key, asked.keep)
    }
    if (lookup.cache_days > 0 && outcome.kind === 'pending') {
      asked.cache_key = key
      if (attempt_id !== undefined) asked.keep = promiseOf(lookup, key, outcome, attempt_id, now())
      if (asked.keep) cache.learn(question.workspace_id, key, asked.keep)
    }
    return asked
  }

  function free(outcome: Outcome, started: Date): LookupResult {
    return {
      outcome,
      cached: true,
      started_at: started,
      duration_ms: now().getTime() - started.getTime(),
    }
  }
}

/** The answer as the cache keeps it: as long as the lookup says, a miss for a week at most. */
export function toCacheEntry(
  lookup: Pick<AnyLookup, 'id' | 'cache_days'>,
  key: string,
  outcome: CachedOutcome,
  fetched_at: Date,
): CacheEntry {
  const days = outcome.kind === 'found' ? lookup.cache_days : Math.min(lookup.cache_days, MISS_DAYS)
  const expires_at = new Date(fetched_at.getTime() + days * DAY_MS)
  return { key, provider: lookup.id, outcome, fetched_at, expires_at }
}

/** That an answer is on its way, as long as it is waited for. */
function promiseOf(lookup: AnyLookup, key: string, promise: PendingOutcome, attempt_id: string, at: Date): CacheEntry {
  const patience = promise.poll && 'ask' in lookup ? (lookup.poll?.max_wait_ms ?? 0) : 0
  const expires_at = new Date(at.getTime() + Math.max(patience, promise.callback?.deadline_ms ?? 0))
  return { key, provider: lookup.id, outcome: { kind: 'pending', attempt_id }, fetched_at: at, expires_at }
}
