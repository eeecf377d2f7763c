// Around every call, once for all providers: cache, one call for equal questions at the same time, rate and number of
// calls under way, and a second try where that is safe.
import type { Outcome } from '../../engine/outcome.ts'
import type { Accounts } from '../../identity/integrations/accounts.reads.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { callLookup } from '../../providers/call.ts'
import { type AnyLookup, integrationOf } from '../../providers/kit.ts'
import { createTokens } from '../../providers/oauth-tokens.ts'
import type { Tools } from '../../providers/outside.ts'
import type { RequestTrace, ResponseTrace } from '../../providers/trace.ts'
import { createGate, type Gate } from '../gate.ts'
import type { Performance } from '../performance/performance.schema.ts'
import { type AnswerCache, type CacheEntry, cacheKey } from './cache.reads.ts'
import { createPacer, type Pacer } from './pacer.ts'

export interface Asked {
  outcome: Outcome
  /** True when nothing was asked: the answer was in the cache or came with an equal question under way. */
  cached: boolean
  /** What the vendor says it cost, in micro-USD. */
  charged_micro?: number
  started_at: Date
  duration_ms: number
  request?: RequestTrace
  response?: Partial<ResponseTrace> & { notes?: JsonObject }
  /** An answer to keep, to be written in the transaction that settles the attempt. */
  keep?: CacheEntry
}

export interface Question {
  workspace_id: WorkspaceId
  lookup: AnyLookup
  values: JsonObject
  performance: Performance
  signal: AbortSignal
  /** Resolves once it is on record that a call that may be billed is about to be made. */
  reserve: () => Promise<void>
}

export type Asker = (question: Question) => Promise<Asked>

const SHORT_WAIT_MS = 20_000
const MISS_DAYS = 7

export function createAsker(parts: {
  cache: AnswerCache
  toolsFor: (workspaceId: WorkspaceId) => Tools
  accounts: Pick<Accounts, 'find'>
  now: () => Date
}): Asker {
  const { cache, toolsFor, accounts, now } = parts
  const underWay = new Map<string, Promise<Asked>>()
  const gates = new Map<string, Gate>()
  const pacers = new Map<string, Pacer>()
  const tokens = createTokens()

  return async function ask(question) {
    const { lookup, workspace_id } = question
    const started = now()
    if ('answer' in lookup) return once(question, started)

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
      if (hit) return free(hit.outcome, started)
    }
    const asked = await call(question)
    const { outcome } = asked
    if (lookup.cache_days > 0 && isAnswer(outcome)) {
      const days = outcome.kind === 'found' ? lookup.cache_days : Math.min(lookup.cache_days, MISS_DAYS)
      const fetched_at = now()
      const expires_at = new Date(fetched_at.getTime() + days * 86_400_000)
      asked.keep = { key, provider: lookup.id, outcome, fetched_at, expires_at }
    }
    return asked
  }

  async function call(question: Question): Promise<Asked> {
    const { lookup, workspace_id, performance, signal } = question
    const places = Math.min(performance.provider_workers, lookup.limits.concurrency ?? Number.POSITIVE_INFINITY)
    const account = `${workspace_id} ${lookup.provider}`
    const gate = gates.get(account) ?? createGate(places)
    gates.set(account, gate)
    gate.resize(places)
    const leave = await gate.enter(signal)
    try {
      for (let attempt = 0; ; attempt++) {
        await pace(account, lookup, signal)
        await question.reserve()
        if (signal.aborted) throw signal.reason
        const asked = await once(question, now())
        const wait = waitBeforeRetry(asked.outcome, lookup, attempt, performance.retry_passes)
        if (wait === undefined) return asked
        await sleep(wait, signal)
      }
    } finally {
      leave()
    }
  }

  async function pace(account: string, lookup: AnyLookup, signal: AbortSignal): Promise<void> {
    const { per_second } = lookup.limits
    if (per_second === undefined) return
    const pacer = pacers.get(account) ?? createPacer(per_second)
    pacers.set(account, pacer)
    const wait = pacer.take(now().getTime())
    if (wait > 0) await sleep(wait, signal)
  }

  async function once({ lookup, values, performance, signal, workspace_id }: Question, started: Date): Promise<Asked> {
    // A made lookup may take several calls, and says itself how long that is worth.
    const timeout_ms =
      'act' in lookup ? lookup.timeout_ms : Math.min(lookup.timeout_ms, performance.provider_timeout * 1000)
    const integration = integrationOf(lookup)
    const account = integration && (await accounts.find(workspace_id, integration))
    const { outcome, charged_usd, request, response, notes } = await callLookup(
      lookup,
      values,
      toolsFor(workspace_id),
      signal,
      {
        timeout_ms,
        tokens,
        ...(account && { account }),
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

function isAnswer(outcome: Outcome): outcome is CacheEntry['outcome'] {
  return outcome.kind === 'found' || outcome.kind === 'not_found'
}

/** Milliseconds until the next try, or undefined when this outcome stands. */
function waitBeforeRetry(outcome: Outcome, lookup: AnyLookup, attempt: number, passes: number): number | undefined {
  if (attempt >= passes) return undefined
  const jitter = 0.5 + Math.random() / 2
  if (outcome.kind === 'later')
    return outcome.retry_in_ms <= SHORT_WAIT_MS ? Math.max(outcome.retry_in_ms, 200) : undefined
  if (outcome.kind !== 'failed' || !outcome.retryable) return undefined
  // What may have been billed is asked again only where asking twice costs nothing.
  if (!lookup.repeat_free && outcome.class !== 'vendor_error') return undefined
  return 500 * 2 ** attempt * jitter
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })
}
