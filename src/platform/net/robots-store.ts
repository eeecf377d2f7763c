// Fetches and remembers the robots.txt of each origin.
import type { NetFailure, NetFailureKind } from './failure.ts'
import type { SiteReader } from './polite-client.ts'
import { ALLOW_ALL, DISALLOW_ALL, parseRobots, type RobotsRules } from './robots.ts'

export interface RobotsStore {
  /** The rules of an origin; a failure when its robots.txt could not be requested at all. */
  rulesOf(
    origin: string,
    reader: SiteReader,
    signal?: AbortSignal,
  ): Promise<{ ok: true; rules: RobotsRules } | { ok: false; failure: NetFailure }>
}

type RulesReply =
  | { ok: true; page: { status: number; headers: Record<string, string>; text: string } }
  | { ok: false; failure: { kind: NetFailureKind | 'robots' | 'not_text'; message: string; sent: boolean } }

export type FetchRules = (
  ask: { url: string; max_age_ms: number; timeout_ms: number; max_bytes: number },
  reader: SiteReader,
  signal?: AbortSignal,
) => Promise<RulesReply>

interface Entry {
  rules: RobotsRules
  /** When the rules were last read from the site, for the last good copy. */
  good_at: number | null
  /** Asked again after this. */
  until: number
  /** The status with which the site did not say its rules: until then nothing of it is read, which is no rule of it. */
  unread?: number
}

const maxBytes = 500 * 1024
const maxOrigins = 2_000
const day = 86_400_000
const keepMs = day
const retryMs = 10 * 60_000
const lastGoodMs = 30 * day

/** The site is not well: what it allows is not known for now. */
function unreadable(origin: string, status: number): NetFailure {
  const { host } = new URL(origin)
  const message = `The robots.txt of ${host} could not be read (status ${status}), so no page of it is read for now`
  return { kind: 'bad_reply', message, sent: true }
}

/** RFC 9309 section 2.3.1: 4xx allows all, 5xx and 429 fail all for now (or the last good copy speaks), five redirects. */
export function createRobotsStore(fetchRules: FetchRules, token: string, now: () => number): RobotsStore {
  const entries = new Map<string, Entry>()

  function keep(origin: string, entry: Entry): RobotsRules {
    entries.delete(origin)
    const oldest = entries.size >= maxOrigins ? entries.keys().next().value : undefined
    if (oldest !== undefined) entries.delete(oldest)
    entries.set(origin, entry)
    return entry.rules
  }

  return {
    async rulesOf(origin, reader, signal) {
      const known = entries.get(origin)
      if (known && known.until > now())
        return known.unread === undefined
          ? { ok: true, rules: known.rules }
          : { ok: false, failure: unreadable(origin, known.unread) }
      const result = await fetchRules(
        { url: `${origin}/robots.txt`, max_age_ms: keepMs, timeout_ms: 10_000, max_bytes: maxBytes },
        reader,
        signal,
      )
      const lastGood = known?.good_at && known.good_at + lastGoodMs > now() ? known : null
      const later = now() + retryMs
      if (!result.ok) {
        const { kind } = result.failure
        if (kind === 'too_many_redirects') {
          return { ok: true, rules: keep(origin, { rules: ALLOW_ALL, good_at: null, until: now() + keepMs }) }
        }
        if (lastGood) return { ok: true, rules: keep(origin, { ...lastGood, until: later }) }
        return {
          ok: false,
          failure: { ...result.failure, kind: kind === 'robots' || kind === 'not_text' ? 'bad_reply' : kind },
        }
      }
      const { status, text, headers } = result.page
      if (status >= 500 || status === 429) {
        if (lastGood) return { ok: true, rules: keep(origin, { ...lastGood, until: later }) }
        keep(origin, { rules: DISALLOW_ALL, good_at: null, until: later, unread: status })
        return { ok: false, failure: unreadable(origin, status) }
      }
      const type = headers['content-type'] ?? ''
      // Sites that answer every path with their home page have no robots.txt, whatever words that page holds.
      const readable = status >= 200 && status < 300 && !/html/i.test(type)
      const rules = readable ? parseRobots(text, token) : ALLOW_ALL
      return { ok: true, rules: keep(origin, { rules, good_at: now(), until: now() + keepMs }) }
    },
  }
}
