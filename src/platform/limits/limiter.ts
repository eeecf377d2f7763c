// The limits of operations: calls of a caller in a sliding window.
import { createHash } from 'node:crypto'
import type { WorkspaceScope } from '../ctx.ts'
import type { Database } from '../db/database.ts'
import type { AnyContext, Limiter } from '../http/guard.ts'
import type { RateLimit } from '../http/route.ts'
import { countCall } from './counters.ts'

/** Counts per workspace, then token, then address. `overrides` holds an operator's quotas by the limit's name. */
export function createLimiter(database: Database, overrides: Map<string, { quota: number; window: number }>): Limiter {
  // A refused caller stays refused until the stated time, without another read of the database.
  const refusedUntil = new Map<string, number>()
  return {
    async take(declared, caller, bearer) {
      const limit = { ...declared, ...overrides.get(declared.name) }
      const key = `${limit.name} ${callerKey(caller, bearer)}`
      const until = refusedUntil.get(key)
      if (until !== undefined && until > Date.now())
        return { ...limit, allowed: false, remaining: 0, reset: (until - Date.now()) / 1000 }
      refusedUntil.delete(key)
      const counted = await database.inSystem((tx) => countCall(tx, key, limit))
      return judge(limit, counted, (wait) => {
        if (refusedUntil.size > 50_000) refusedUntil.clear()
        refusedUntil.set(key, Date.now() + wait)
      })
    },
  }
}

function judge(limit: RateLimit, { hits, now }: { hits: number[]; now: number }, onRefusal: (waitMs: number) => void) {
  const allowed = hits.at(-1) === now
  const oldest = hits[0] ?? now
  const wait = oldest + limit.window * 1000 - now
  if (!allowed) onRefusal(wait)
  return { ...limit, allowed, remaining: limit.quota - hits.length, reset: wait / 1000 }
}

/** All users of a workspace count as one caller; a token counts by its fingerprint, never by itself. */
function callerKey({ scope, caller, ip }: AnyContext, bearer: string | undefined): string {
  // Callers of a protocol may act in a workspace too: several tokens of one directory are one caller.
  const place = scope ?? (caller as Partial<WorkspaceScope> | null | undefined)
  if (place?.workspace_id) return `workspace ${place.workspace_id}`
  if (bearer !== undefined) return `token ${createHash('sha256').update(bearer).digest('base64url')}`
  return `address ${ip}`
}
