// Looking answers up in the workspace's cache, many at a time: calls that ask within a moment share one query.
import { hash } from 'node:crypto'
import { DAY_MS } from '../../engine/values/instant.ts'
import type { Outcome } from '../../engine/waterfall/outcome.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { canonicalJson, type JsonObject } from '../../kernel/json.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import type { AnyLookup, PlannedLookup } from '../../providers/kit/kit.ts'
import { questionOf, trimmedValues } from '../../providers/kit/requirements.ts'

/** Outcomes worth keeping: what went wrong yesterday says nothing about today. */
export type CachedOutcome = Extract<Outcome, { kind: 'found' | 'not_found' }>

export function isAnswer(outcome: Outcome): outcome is CachedOutcome {
  return outcome.kind === 'found' || outcome.kind === 'not_found'
}

export interface CachedAnswer {
  outcome: CachedOutcome
  fetched_at: Date
}

/** A vendor has promised the answer to this attempt: equal questions wait for it. */
export interface PromisedOutcome {
  kind: 'pending'
  attempt_id: string
}

/** What is known about a question: its answer, or that one is on its way. */
export interface KnownAnswer {
  outcome: CachedOutcome | PromisedOutcome
  fetched_at: Date
}

/** One answer for the cache; the key is within its workspace. */
export interface CacheEntry {
  key: string
  provider: string
  outcome: CachedOutcome | PromisedOutcome
  fetched_at: Date
  expires_at: Date
}

/** Hex SHA-256 over the lookup and its normalised inputs: equal questions have equal keys. */
export function cacheKey(lookup: AnyLookup, values: JsonObject): string {
  const question =
    'act' in lookup
      ? [lookup.id, lookup.fingerprint, lookup.listed ? questionOf(lookup, values) : trimmedValues(values)]
      : [lookup.id, questionOf(lookup, values)]
  return hash('sha256', canonicalJson(question))
}

/** As {@link cacheKey}; undefined for what is never answered from the cache. */
export function keyInCache(lookup: PlannedLookup | undefined, values: JsonObject): string | undefined {
  const isKept = lookup && !('work' in lookup) && !('answer' in lookup) && lookup.cache_days > 0
  return isKept ? cacheKey(lookup, values) : undefined
}

/** Null is any age; `now` is in ms. */
export function isYoung(
  { fetched_at }: { fetched_at: Date },
  maxAgeDays: number | null | undefined,
  now: number,
): boolean {
  return fetched_at.getTime() >= now - (maxAgeDays ?? Number.POSITIVE_INFINITY) * DAY_MS
}

export interface AnswerCache {
  find(workspaceId: WorkspaceId, key: string): Promise<KnownAnswer | undefined>
  /** The outcome of a promise: that it is still to come, the answer, or nothing. */
  followUp(
    workspaceId: WorkspaceId,
    key: string,
    promised: PromisedOutcome,
  ): Promise<'awaited' | CachedAnswer | undefined>
  /** An answer just given: it counts before it is written. */
  learn(workspaceId: WorkspaceId, key: string, answer: KnownAnswer): void
  /** Marks the cached knowledge of a question as outdated. */
  forget(workspaceId: WorkspaceId, key: string): void
  /**
   * `next` returns keys that will be needed soon, in order; they are read together with others. Call the returned function when there
   * are no more.
   */
  prefetch(workspaceId: WorkspaceId, next: (most: number) => string[]): () => void
}

const GATHER_MS = 2
/** The age at which a cached read is repeated, in ms. If another process has asked meanwhile, the claim of the call detects it. */
const KNOWN_MS = 5_000
/** Longer than it takes to write an answer. */
const LEARNED_MS = 3_000
const FEWEST_FORESEEN = 64
const MOST_FORESEEN = 512

const FIND = {
  name: 'lookup_cache_find',
  // Key by key through the index, independent of the planner's estimate of its size.
  text: `select encode(c.key, 'hex') as key, c.outcome, c.fetched_at from unnest($2::text[]) wanted cross join lateral (
    select key, outcome, case when outcome->>'kind' = 'pending' then coalesce(asked_at, fetched_at) else fetched_at end as fetched_at
    from lookup_cache
    where workspace_id = $1 and key = decode(wanted, 'hex') and expires_at > now() offset 0) c`,
}

// A promise that is not recorded with its cell yet belongs to a call in progress or to a reserved attempt.
const AWAITS = {
  name: 'lookup_cache_awaits',
  text: `select 1 where exists (select from awaited_answers where workspace_id = $1 and id = $2 and state = 'open')
    or (not exists (select from awaited_answers where workspace_id = $1 and id = $2) and exists (
      select from attempts where workspace_id = $1 and id = $2 and state = 'reserved'
      union all select from reservations where workspace_id = $1 and id = $2))`,
}

/** The cached reads of one workspace. */
interface Shelf {
  known: Map<string, { answer: KnownAnswer | undefined; until: number }>
  wanted: Set<string>
  /** The read that is about to begin. */
  reading: Promise<void> | undefined
  /** Reads under way, by key: equal reads share one. */
  coming: Map<string, Promise<void>>
  prefetched: Set<(most: number) => string[]>
  /** Finds since the last read. */
  finds: number
  sweeping: NodeJS.Timeout | undefined
}

export function answerCache(database: Pick<Database, 'inWorkspace'>, now = () => Date.now()): AnswerCache {
  const shelves = new Map<WorkspaceId, Shelf>()

  function shelfOf(workspaceId: WorkspaceId): Shelf {
    const shelf = shelves.get(workspaceId) ?? {
      known: new Map(),
      wanted: new Set(),
      reading: undefined,
      coming: new Map(),
      prefetched: new Set(),
      finds: 0,
      sweeping: undefined,
    }
    shelves.set(workspaceId, shelf)
    return shelf
  }

  /** Nothing is kept of a workspace without requests. */
  function sweepLater(workspaceId: WorkspaceId, shelf: Shelf) {
    clearTimeout(shelf.sweeping)
    shelf.sweeping = setTimeout(() => {
      shelf.known.clear()
      if (shelf.prefetched.size === 0 && !shelf.reading) shelves.delete(workspaceId)
    }, LEARNED_MS)
    shelf.sweeping.unref()
  }

  async function read(workspaceId: WorkspaceId, shelf: Shelf): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
    shelf.reading = undefined
    sweepLater(workspaceId, shelf)
    const begun = now()
    for (const [key, { until }] of shelf.known) if (until <= begun) shelf.known.delete(key)
    const keys = new Set(shelf.wanted)
    shelf.wanted.clear()
    const most = Math.min(MOST_FORESEEN, Math.max(FEWEST_FORESEEN, 2 * shelf.finds))
    shelf.finds = 0
    const isNew = (key: string) => !shelf.known.has(key) && !shelf.coming.has(key)
    for (const next of shelf.prefetched) for (const key of next(most)) if (isNew(key)) keys.add(key)
    const coming = database
      .inWorkspace(workspaceId, (tx) => readKnown(tx, [...keys]))
      .then((found) => {
        for (const key of keys) {
          // Entries that were dropped or added meanwhile are newer than the read.
          if (shelf.coming.get(key) === coming && shelf.known.get(key)?.answer === undefined)
            shelf.known.set(key, { answer: found.get(key), until: begun + KNOWN_MS })
        }
      })
      .finally(() => {
        for (const key of keys) if (shelf.coming.get(key) === coming) shelf.coming.delete(key)
      })
    for (const key of keys) shelf.coming.set(key, coming)
    await coming
  }

  return {
    async find(workspaceId, key) {
      const shelf = shelfOf(workspaceId)
      shelf.finds++
      const known = shelf.known.get(key)
      if (known && known.until > now()) return known.answer
      const coming = shelf.coming.get(key)
      if (coming) await coming
      else {
        shelf.wanted.add(key)
        shelf.reading ??= read(workspaceId, shelf)
        await shelf.reading
      }
      return shelf.known.get(key)?.answer
    },
    async followUp(workspaceId, key, { attempt_id }) {
      const answer = await database.inWorkspace(workspaceId, async (tx) => {
        const { rows } = await tx.client.query({ ...AWAITS, values: [workspaceId, attempt_id] })
        // Read afterwards: the answer is written with the end of the promise.
        return rows.length > 0 ? ('awaited' as const) : (await readCache(tx, [key])).get(key)
      })
      if (answer !== 'awaited')
        shelfOf(workspaceId).known.set(key, { answer, until: now() + (answer ? LEARNED_MS : 0) })
      return answer
    },
    learn(workspaceId, key, answer) {
      const shelf = shelfOf(workspaceId)
      shelf.known.set(key, { answer, until: now() + LEARNED_MS })
      sweepLater(workspaceId, shelf)
    },
    forget(workspaceId, key) {
      const { known, coming } = shelfOf(workspaceId)
      known.delete(key)
      coming.delete(key)
    },
    prefetch(workspaceId, next) {
      const { prefetched } = shelfOf(workspaceId)
      prefetched.add(next)
      return () => prefetched.delete(next)
    },
  }
}

/** The live answers among these keys. */
export async function readCache(tx: WorkspaceTx, keys: string[]): Promise<Map<string, CachedAnswer>> {
  const isThere = (entry: [string, KnownAnswer]): entry is [string, CachedAnswer] => entry[1].outcome.kind !== 'pending'
  return new Map([...(await readKnown(tx, keys))].filter(isThere))
}

async function readKnown(tx: WorkspaceTx, keys: string[]): Promise<Map<string, KnownAnswer>> {
  if (keys.length === 0) return new Map()
  const { rows } = await tx.client.query<KnownAnswer & { key: string }>({ ...FIND, values: [tx.workspace_id, keys] })
  return new Map(rows.map((row) => [row.key, row]))
}
