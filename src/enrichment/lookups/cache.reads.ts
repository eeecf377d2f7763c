// Looking answers up in the workspace's cache, many at a time: calls that ask within a moment share one query.
import { createHash } from 'node:crypto'
import type { Outcome } from '../../engine/outcome.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { canonicalJson, type JsonObject } from '../../kernel/json.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import type { AnyLookup } from '../../providers/kit.ts'
import { normaliseInputs } from '../../providers/requirements.ts'

/** Outcomes worth keeping: what went wrong yesterday says nothing about today. */
export type KeptOutcome = Extract<Outcome, { kind: 'found' | 'not_found' }>

export interface CachedAnswer {
  outcome: KeptOutcome
  fetched_at: Date
}

/** One answer for the cache; the key is within its workspace. */
export interface CacheEntry {
  key: string
  provider: string
  outcome: KeptOutcome
  fetched_at: Date
  expires_at: Date
}

/** Hex SHA-256 over the lookup and its normalised inputs: equal questions have equal keys. */
export function cacheKey(lookup: AnyLookup, values: JsonObject): string {
  const question =
    'act' in lookup ? [lookup.id, lookup.fingerprint, values] : [lookup.id, normaliseInputs(lookup, values)]
  return createHash('sha256').update(canonicalJson(question)).digest('hex')
}

export interface AnswerCache {
  find(workspaceId: WorkspaceId, key: string): Promise<CachedAnswer | undefined>
}

const GATHER_MS = 2

const FIND = {
  name: 'lookup_cache_find',
  // Key by key through the index, whatever the planner believes of the size of the cache.
  text: `select encode(c.key, 'hex') as key, c.outcome, c.fetched_at from unnest($2::text[]) wanted cross join lateral (
    select key, outcome, fetched_at from lookup_cache
    where workspace_id = $1 and key = decode(wanted, 'hex') and expires_at > now() offset 0) c`,
}

export function answerCache(database: Database): AnswerCache {
  const gathering = new Map<WorkspaceId, Map<string, Promise<CachedAnswer | undefined>>>()

  async function readAll(workspaceId: WorkspaceId): Promise<Map<string, CachedAnswer>> {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
    const keys = [...(gathering.get(workspaceId)?.keys() ?? [])]
    gathering.delete(workspaceId)
    return database.inWorkspace(workspaceId, (tx) => readCache(tx, keys))
  }
  const batches = new Map<WorkspaceId, Promise<Map<string, CachedAnswer>>>()

  return {
    find(workspaceId, key) {
      let batch = gathering.get(workspaceId)
      if (!batch) {
        batch = new Map()
        gathering.set(workspaceId, batch)
        batches.set(workspaceId, readAll(workspaceId))
      }
      const answer = (batches.get(workspaceId) as Promise<Map<string, CachedAnswer>>).then((found) => found.get(key))
      batch.set(key, answer)
      return answer
    },
  }
}

/** The live entries among these keys. */
export async function readCache(tx: WorkspaceTx, keys: string[]): Promise<Map<string, CachedAnswer>> {
  if (keys.length === 0) return new Map()
  const { rows } = await tx.client.query({ ...FIND, values: [tx.workspace_id, keys] })
  return new Map(rows.map((row) => [row.key as string, row as CachedAnswer]))
}
