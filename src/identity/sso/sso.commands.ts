// Logging in through an identity provider: begun in a browser, taken up again in the same one, once.
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Actor, Principal } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { hashOfToken, newBearerToken } from '../../platform/secrets/bearer-token.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { anonymousActor, enterAs, recordFailure } from '../entry.commands.ts'
import { type LiveFamily, type LoginClient, type TokenPair, tokensOf } from '../families.writes.ts'
import { inDirectory } from '../scim/directory.ts'
import type { Sessions } from '../sessions.commands.ts'
import { accountFor, linkIdentity } from './identities.commands.ts'
import type { Begun, Claims, Idp, Oidc } from './oidc.ts'
import { findProvider, idpOf, type ProviderRow } from './providers.reads.ts'

export interface Sso {
  sessions: Sessions
  oidc: Oidc
  vault: Vault
}

export const LOGIN_SECONDS = 600

const NO_PROVIDER = 'There is no such way to log in'
const ENDED = 'This login has ended or was begun in another browser. Start again'

/** A browser that was sent away, and what it has to show when it returns. */
export interface LoginRedirect {
  url: string
  /** The name and value of the cookie that binds the login to the browser. */
  cookie: { name: string; value: string }
}

/** Where to send a browser to log in, or, with `link`, to link an identity to that account. 404 for a provider that is not in use. */
export async function startSso(
  { sessions, oidc, vault }: Sso,
  input: { provider_id: string; next: string | null; origin: string; link?: number },
): Promise<LoginRedirect> {
  const now = sessions.now()
  const { row, idp } = await openProvider(sessions, vault, input.provider_id)
  const { url, begun } = await oidc.begin(idp, `${input.origin}/login/sso/${row.id}`)
  const browser = newBearerToken()
  await sessions.database.inControl((tx) =>
    tx.client.query(
      `insert into sso_logins (workspace_id, state_hash, provider_id, browser_hash, nonce, verifier, redirect_uri, next, link_user_id, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        row.workspace_id,
        hashOfToken(begun.state),
        row.id,
        hashOfToken(browser),
        begun.nonce,
        begun.verifier,
        begun.redirect_uri,
        safeNext(input.next),
        input.link ?? null,
        new Date(now.getTime() + LOGIN_SECONDS * 1000),
      ],
    ),
  )
  return { url: url.href, cookie: { name: cookieName(begun.state), value: browser } }
}

export interface LoginCallback {
  provider_id: string
  parameters: Record<string, string>
  /** All cookies of the request, by name. */
  cookies: ReadonlyMap<string, string>
}

type Entered = { family: LiveFamily; username: string } | { family?: undefined; refusal: string }

/** Ends a login with a session. Every refusal is 401 but those that tell the person what to do. */
export async function finishSso(
  sso: Sso,
  returned: LoginCallback,
  client: LoginClient,
): Promise<TokenPair & { username: string; next: string | null }> {
  const { sessions } = sso
  const now = sessions.now()
  const { row, claims, next } = await comeBack(sso, returned, null)
  const place = { workspace_id: row.workspace_id as WorkspaceId, actor: machineOf(client) }
  const entered = await inDirectory(sessions.database, place, async (tx): Promise<Entered> => {
    const found = await accountFor(tx, row, claims, now)
    if ('refusal' in found) {
      const after = { method: 'sso', provider_id: row.id, reason: found.reason }
      await recordFailure(tx, client, found.user, after)
      return { refusal: found.refusal }
    }
    const means = { method: 'sso', provider_id: row.id } as const
    const family = await enterAs(sessions, tx, { id: found.user.id }, client, now, means)
    return family ? { family, username: found.user.username } : { refusal: LOCKED }
  })
  if (entered.family === undefined) return refuse('forbidden', entered.refusal)
  sessions.people.forget(entered.family.user_id)
  return { ...(await tokensOf(sessions, entered.family)), username: entered.username, next }
}

/** Ends what began with `link`: the identity belongs to the account from now on. Returns its id. */
export async function finishLink(sso: Sso, returned: LoginCallback, principal: Principal, by: Actor): Promise<string> {
  const { row, claims } = await comeBack(sso, returned, principal.user_id)
  const place = { workspace_id: row.workspace_id as WorkspaceId, actor: by }
  return inDirectory(sso.sessions.database, place, (tx) =>
    linkIdentity(tx, row, claims, principal.user_id, sso.sessions.now()),
  )
}

const LOCKED = 'This account is locked, or has no place in a workspace any more'

/** Takes the login that the state names, which is over with that, and asks the provider who it was. */
async function comeBack(
  { sessions, oidc, vault }: Sso,
  { provider_id, parameters, cookies }: LoginCallback,
  link: number | null,
): Promise<{ row: ProviderRow; claims: Claims; next: string | null }> {
  const state = parameters.state ?? ''
  const pending = state.length > 0 && state.length < 200 ? await takeLogin(sessions, state) : undefined
  const browser = cookies.get(cookieName(state)) ?? ''
  if (
    !pending?.browser_hash.equals(hashOfToken(browser)) ||
    pending.expires_at <= sessions.now() ||
    // Each provider has an address of its own to return to, so the answer of one never reaches another.
    pending.provider_id !== provider_id.toLowerCase() ||
    pending.link_user_id !== link
  )
    return refuse('unauthenticated', ENDED)
  const { row, idp } = await openProvider(sessions, vault, pending.provider_id)
  if (parameters.error !== undefined) refuse('unauthenticated', 'The identity provider did not let you in')
  const claims = await oidc.finish(idp, { ...pending, state }, parameters)
  return { row, claims, next: pending.next }
}

interface Pending extends Omit<Begun, 'state'> {
  provider_id: string
  browser_hash: Buffer
  next: string | null
  link_user_id: number | null
  expires_at: Date
}

async function takeLogin({ database }: Sessions, state: string): Promise<Pending | undefined> {
  const { rows } = await database.inControl((tx) =>
    tx.client.query<Pending>(
      `delete from sso_logins where state_hash = $1
        returning provider_id, browser_hash, nonce, verifier, redirect_uri, next, link_user_id, expires_at`,
      [hashOfToken(state)],
    ),
  )
  return rows[0]
}

async function openProvider({ database }: Sessions, vault: Vault, id: string): Promise<{ row: ProviderRow; idp: Idp }> {
  const row = (await database.inControl((tx) => findProvider(tx, id))) ?? refuse('not_found', NO_PROVIDER)
  const place = { workspace_id: row.workspace_id as WorkspaceId, actor: NOBODY }
  const idp = await inDirectory(database, place, (tx: WorkspaceTx) => idpOf(tx, vault, row))
  return {
    row,
    idp: idp ?? refuse('unavailable', 'The secret of this provider cannot be opened any more; enter it again'),
  }
}

const NOBODY: Actor = { kind: 'machine', user_id: null, name: 'sign-in', token_id: null, ip: null, request_id: null }

/** Accounts are made in the name of the service: no user is known yet. */
function machineOf(client: LoginClient): Actor {
  const { ip, request_id } = anonymousActor(client)
  return { ...NOBODY, ip, request_id }
}

/** A cookie for each login, so that two tabs do not take each other's. */
export function cookieName(state: string): string {
  return `millrace_sso_${hashOfToken(state).toString('hex').slice(0, 16)}`
}

/** Only an address of the web app: a link must not send a fresh session elsewhere. */
function safeNext(next: string | null): string | null {
  return next && /^\/(?![/\\])/.test(next) ? next : null
}
