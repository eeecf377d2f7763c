// Tokens of vendors that give one for client credentials: minted once, kept in memory until shortly before they end.
import { createHash } from 'node:crypto'
import { canonicalJson } from '../kernel/json.ts'
import { buildRequest, judgeFailure, MINTED, readReply } from './http-ask.ts'
import { type Account, type Answer, failed, type Integration } from './kit.ts'
import type { Tools } from './outside.ts'
import { number, record, text } from './reply-values.ts'

const MINT_MS = 15_000
/** A token that ends within this time is not used any more: the call it opens may take as long. */
const SPARE_MS = 60_000
const MOST_KEPT = 1_000

type Opened = { ok: true; account: Account; kept: boolean } | { ok: false; answer: Answer }
type Minted = { ok: true; token: string; until: number } | { ok: false; answer: Answer }

export interface Tokens {
  /** The account as calls are made with it: with a token where the vendor wants one. `kept`: it was minted for an earlier call. */
  open(integration: Integration | undefined, account: Account, tools: Pick<Tools, 'http' | 'now'>): Promise<Opened>
  /** Drops the token of an account, because the vendor refused it. */
  forget(integration: Integration | undefined, account: Account): void
}

export function createTokens(): Tokens {
  const kept = new Map<string, { minted: Promise<Minted>; until: number }>()

  return {
    async open(integration, account, tools) {
      if (integration?.auth.in !== 'oauth') return { ok: true, account, kept: false }
      const place = placeOf(integration, account)
      const known = kept.get(place)
      const isKept = known !== undefined && known.until > tools.now() + SPARE_MS
      const entry = isKept ? known : { minted: mint(integration, account, tools), until: Number.POSITIVE_INFINITY }
      if (!isKept) {
        kept.set(place, entry)
        if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string)
      }
      const minted = await entry.minted
      if (minted.ok) entry.until = minted.until
      else if (kept.get(place) === entry) kept.delete(place)
      return minted.ok ? { ok: true, account: { ...account, [MINTED]: minted.token }, kept: isKept } : minted
    },
    forget(integration, account) {
      if (integration) kept.delete(placeOf(integration, account))
    },
  }
}

/** Other credentials are another place, so nobody gets a token that is not theirs; the credentials themselves are not kept. */
function placeOf({ id }: Integration, account: Account): string {
  return createHash('sha256')
    .update(`${id} ${canonicalJson({ ...account })}`)
    .digest('base64')
}

async function mint(
  integration: Integration,
  account: Account,
  { http, now }: Pick<Tools, 'http' | 'now'>,
): Promise<Minted> {
  if (integration.auth.in !== 'oauth') throw new Error(`${integration.id} takes no token`)
  // Not the signal of the call that happened to come first: others wait for the same token.
  const reply = await http(buildRequest(integration.auth.mint(account), undefined, {}), AbortSignal.timeout(MINT_MS))
  // Asking for a token costs nothing, so it may always be tried again.
  if (!reply.ok) return { ok: false, answer: judgeFailure({ repeat_free: true }, reply) }
  // RFC 6749 section 5.2 has 400 for credentials that are not valid.
  const read = readReply(reply, { statuses: { auth: [400, 401, 403] }, has: ['access_token'] }, now())
  if (!read.ok) return read
  const { access_token, expires_in } = record(read.reply.json)
  const token = text(access_token)
  if (!token) return { ok: false, answer: failed('unmapped', 'The provider gave no token.') }
  return { ok: true, token, until: now() + (number(expires_in) ?? 300) * 1000 }
}
