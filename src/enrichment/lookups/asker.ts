// Around every call, once for all providers: the cache, and one call for equal questions at the same time.

import { DAY_MS } from '../../engine/instant.ts'
import type { Outcome } from '../../engine/outcome.ts'
import type { Accounts } from '../../identity/integrations/accounts.reads.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { AnyLookup } from '../../providers/kit.ts'
import type { Tools } from '../../providers/outside.ts'
import { type AnswerCache, type CacheEntry, cacheKey, type KeptOutcome } from './cache.reads.ts'
import { type Asked, createCalls, isForced, type Question } from './calls.ts'
import { createDoors, type Doors } from './doors.ts'
import { createHealth, type Health } from './health.ts'

export type Asker = (question: Question) => Promise<Asked>

const MISS_DAYS = 7

export function createAsker(parts: {
  cache: AnswerCache
  toolsFor: (workspaceId: WorkspaceId, how?: { fresh: boolean }) => Tools
  accounts: Pick<Accounts, 'find'>
  doors?: Doors
  health?: Health
  now: () => Date
}): Asker {
  const { cache, toolsFor, accounts, now, doors = createDoors(now), health = createHealth(undefined, now) } = parts
  const { call, once } = createCalls({ toolsFor, accounts, doors, health, now })
  const underWay = new Map<string, Promise<Asked>>()

  return async function ask(question) {
    const { lookup, workspace_id } = question
    const started = now()
    if ('answer' in lookup) return once(question, started)
    if ('act' in lookup && lookup.alone) return call(question)

    const key = cacheKey(lookup, question.values)
    // Who wants a new answer is not served by one who may be reading an old one.
    const place = `${workspace_id} ${key}${isForced(question) ? ' anew' : ''}`
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
    if (lookup.cache_days > 0 && !isForced(question)) {
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
