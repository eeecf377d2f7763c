// Access tokens that credentials are exchanged for: requested once for all waiting calls, kept in memory until shortly before they end.
import { createHash } from 'node:crypto'
import { canonicalJson, type JsonObject } from '../../kernel/json.ts'
import { buildRequest, judgeFailure, MINTED, readReply } from './http-ask.ts'
import { type Credentials, failed, type Integration, type LookupAnswer } from './kit.ts'
import type { FetchFailure, HttpReply, Tools } from './outside.ts'
import { number, record, text } from './reply-values.ts'

const MINT_MS = 15_000
/** A token that ends within this time is not used any more: the call it opens may take as long. */
const SPARE_MS = 60_000
const MOST_KEPT = 5_000
/** What a vendor that does not say is taken to mean. */
const USUAL_SECONDS = 300

export type TokenResult = { ok: true; token: string; seconds: number } | { ok: false; answer: LookupAnswer }
interface Entry {
  minted: Promise<TokenResult>
  until: number
  token?: string
}

type Found = { ok: true; token: string; kept: boolean } | { ok: false; answer: LookupAnswer }
type Opened = { ok: true; account: Credentials; kept: boolean } | { ok: false; answer: LookupAnswer }

export interface Tokens {
  /**
   * The token for these credentials, minted when there is none. `kept`: it was minted for an earlier call. Other
   * credentials are another place, so no caller gets a token of other credentials; the credentials themselves are not kept.
   */
  find(credentials: JsonObject, mint: () => Promise<TokenResult>, now: () => number): Promise<Found>
  /** Drops a token that was refused, unless another has taken its place meanwhile; false when there is none to drop. */
  drop(credentials: JsonObject, refused?: string): boolean
  /** The account as calls are made with it: with a token where the vendor wants one. */
  open(integration: Integration | undefined, account: Credentials, tools: Pick<Tools, 'http' | 'now'>): Promise<Opened>
  /** Drops the token that an account was opened with, since it was refused. */
  forget(integration: Integration | undefined, opened: Credentials): void
}

export function createTokens(): Tokens {
  const kept = new Map<string, Entry>()

  const tokens: Tokens = {
    async find(credentials, mint, now) {
      const place = placeOf(credentials)
      const known = kept.get(place)
      const isKept = known !== undefined && known.until > now() + SPARE_MS
      const entry: Entry = isKept ? known : { minted: mint(), until: Number.POSITIVE_INFINITY }
      if (!isKept) {
        kept.delete(place)
        kept.set(place, entry)
        if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string)
      }
      const minted = await entry.minted.catch((error: unknown) => {
        if (kept.get(place) === entry) kept.delete(place)
        throw error
      })
      if (!minted.ok) {
        if (kept.get(place) === entry) kept.delete(place)
        return minted
      }
      entry.token = minted.token
      if (!isKept && entry.until === Number.POSITIVE_INFINITY) entry.until = now() + minted.seconds * 1000
      return { ok: true, token: minted.token, kept: isKept }
    },
    drop(credentials, refused) {
      const place = placeOf(credentials)
      const known = kept.get(place)
      return refused !== undefined && known && known.token !== refused ? true : kept.delete(place)
    },
    async open(integration, account, { http, now }) {
      if (integration?.auth.in !== 'oauth') return { ok: true, account, kept: false }
      const { mint } = integration.auth
      // Not the signal of the call that happened to come first: others wait for the same token.
      const ask = () => http(buildRequest(mint(account), undefined, {}), AbortSignal.timeout(MINT_MS))
      const found = await tokens.find(
        credentialsOf(integration, account),
        async () => readToken(await ask(), now()),
        now,
      )
      return found.ok ? { ok: true, account: { ...account, [MINTED]: found.token }, kept: found.kept } : found
    },
    forget(integration, { [MINTED]: token, ...account }) {
      if (integration) tokens.drop(credentialsOf(integration, account), token)
    },
  }
  return tokens
}

const credentialsOf = ({ id }: Integration, account: Credentials): JsonObject => ({ id, account: { ...account } })

const placeOf = (credentials: JsonObject) => createHash('sha256').update(canonicalJson(credentials)).digest('base64')

/** The token in the answer to a request for one (RFC 6749 section 5). */
export function readToken(reply: HttpReply | FetchFailure, nowMs: number): TokenResult {
  // Asking for a token costs nothing, so it may always be tried again.
  if (!reply.ok) return { ok: false, answer: judgeFailure({ repeat_free: true }, reply) }
  // Section 5.2 has 400 for credentials that are not valid.
  const read = readReply(reply, { statuses: { auth: [400, 401, 403] }, has: ['access_token'] }, nowMs)
  if (!read.ok) return read
  const { access_token, expires_in } = record(read.reply.json)
  const token = text(access_token)
  if (!token) return { ok: false, answer: failed('unmapped', 'The provider gave no token.') }
  return { ok: true, token, seconds: number(expires_in) ?? USUAL_SECONDS }
}
