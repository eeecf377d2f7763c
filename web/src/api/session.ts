// The signed-in user, shared by all tabs: tokens in localStorage, one renewal at a time over every tab, sign-in again without losing the page.

//
// Both tokens lie in localStorage on purpose. The refresh token has to (a reload must not sign out), and code that can read it can mint
// access tokens, so hiding only those gains nothing; sharing them lets a reload or a new tab start without rotating the refresh token,
// which keeps reuse detection from firing when a tab is closed in mid-renewal. What protects them is the strict content security policy.
import { describedApi, openApi, take } from './described.ts'
import { asProblem } from './problem.ts'
import type { Schemas } from './shapes.ts'
import { withTabLock } from './tab-lock.ts'

const storageKey = 'millrace.session'
/** Renew this long before the end, in ms. */
const margin = 30_000

interface Tokens {
  access: string
  refresh: string
  username: string
  /** By this machine's clock, in ms. */
  expires: number
}

export type SessionState = 'signed_in' | 'expired' | 'signed_out'

let tokens = readTokens()
let state: SessionState = tokens ? 'signed_in' : 'signed_out'
let renewal: Promise<string | null> | null = null
const listeners = new Set<() => void>()

function readTokens(): Tokens | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Tokens | null
  } catch {
    return null
  }
}

function settle(next: Tokens | null, as: SessionState) {
  tokens = next
  state = as
  for (const tell of listeners) tell()
}

function claimsOf(jwt: string): { iat?: number; exp?: number; sub?: string } {
  try {
    const [, middle = ''] = jwt.split('.')
    return JSON.parse(atob(middle.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    // Not a JWT we can read: treated as short-lived and of no user.
    return {}
  }
}

/** Lifetime of a JWT in ms, from its own times, so that a wrong clock on this machine does not matter. 5 minutes when unreadable. */
export function lifetimeOf(jwt: string): number {
  const { iat, exp } = claimsOf(jwt)
  return iat !== undefined && exp !== undefined ? (exp - iat) * 1000 : 300_000
}

/** Names may change and be spelled in more than one way; the account of a token does not. */
function samePerson(a: { access: string }, b: { access: string }): boolean {
  return claimsOf(a.access).sub === claimsOf(b.access).sub
}

type TokenAnswer = Pick<Schemas['Token'], 'access_token' | 'refresh_token'>

function keep(answer: TokenAnswer, username: string, before?: string) {
  const next: Tokens = {
    access: answer.access_token,
    refresh: answer.refresh_token ?? before ?? '',
    username,
    expires: Date.now() + lifetimeOf(answer.access_token),
  }
  localStorage.setItem(storageKey, JSON.stringify(next))
  settle(next, 'signed_in')
}

window.addEventListener('storage', (event) => {
  if (event.key !== storageKey) return
  const next = readTokens()
  if (next && tokens && !samePerson(next, tokens)) location.assign('/')
  settle(next, next ? 'signed_in' : 'signed_out')
})

export const session = {
  state: () => state,
  username: () => tokens?.username ?? null,

  subscribe(tell: () => void) {
    listeners.add(tell)
    return () => {
      listeners.delete(tell)
    }
  },

  /**
   * Null when signed in; else the challenge that a code answers in {@link secondStep}. Throws a Problem: 401 for wrong
   * credentials, 403 where single sign-on is required, 429 when throttled.
   */
  async signIn(username: string, password: string): Promise<string | null> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' } as const
    const answer = await take(openApi.POST('/auth/token', { headers, body: { username, password } }))
    if ('challenge' in answer) return answer.challenge
    session.adopt(answer, username)
    return null
  },

  /** Ends signing in by a code. Throws a Problem: 401 for a wrong one or a challenge that has ended, 429 when throttled. */
  async secondStep(username: string, challenge: string, code: string): Promise<void> {
    session.adopt(await take(openApi.POST('/auth/second-factor', { body: { challenge, code } })), username)
  },

  /** Signs in with tokens that came by another way than a password. */
  adopt(answer: { access_token: string; refresh_token?: string }, username: string): void {
    const before = tokens
    keep(answer, username)
    if (before && tokens && !samePerson(before, tokens)) location.assign('/')
  },

  /** Throws a Problem: 400 for a wrong current password, 429 when throttled. All other sessions of the account end. */
  async changePassword(current: string, next: string): Promise<void> {
    await session.token()
    // Renewals of all tabs wait, and find the new tokens: the old ones end with the old password.
    await withTabLock('refresh', async () => {
      const now = readTokens()
      const body = { current_password: current, new_password: next }
      keep(await take(holding(now?.access).PUT('/api/users/me/password', { body })), now?.username ?? '')
    })
  },

  /** The account has another name from now on: the one to sign in again with. */
  renamed(username: string): void {
    if (!tokens) return
    const next = { ...tokens, username }
    localStorage.setItem(storageKey, JSON.stringify(next))
    settle(next, state)
  },

  async signOut(): Promise<void> {
    const last = tokens
    localStorage.removeItem(storageKey)
    settle(null, 'signed_out')
    if (!last) return
    await holding(last.access)
      .POST('/auth/logout', { keepalive: true })
      .catch(() => undefined)
  },

  /** An access token that is good for at least half a minute; waits for the person to sign in again when it must. */
  async token(): Promise<string> {
    if (!tokens) return await signedIn()
    if (state === 'signed_in' && tokens.expires - Date.now() > margin) return tokens.access
    return await session.renew(tokens.access)
  },

  /** Another token than `stale`, which the server no longer takes. */
  async renew(stale: string): Promise<string> {
    if (state !== 'signed_in' || !tokens) return await signedIn()
    if (tokens.access !== stale) return tokens.access
    renewal ??= renewOnce(stale).finally(() => {
      renewal = null
    })
    // Waiting for the person happens outside the tab lock: it may take an hour.
    return (await renewal) ?? (await signedIn())
  },
}

function renewOnce(stale: string): Promise<string | null> {
  return new Promise((done, fail) => {
    withTabLock('refresh', async () => {
      done(await rotate(stale))
      // What one tab writes reaches the others a moment later: the next must not see the old tokens.
      await new Promise((later) => setTimeout(later, 200))
    }).catch(fail)
  })
}

/** Rotates the tokens, or takes those another tab has rotated meanwhile; null when the session has ended. */
async function rotate(stale: string): Promise<string | null> {
  const stored = readTokens()
  if (!stored) return endOfSession()
  if (stored.access !== stale) {
    settle(stored, 'signed_in')
    return stored.access
  }
  try {
    const answer = await take(
      openApi.POST('/auth/refresh', { body: { refresh_token: stored.refresh }, keepalive: true }),
    )
    keep(answer, stored.username, stored.refresh)
    return answer.access_token
  } catch (error) {
    if ([401, 422].includes(asProblem(error).status)) return endOfSession()
    throw error
  }
}

/** Calls with exactly this token: neither renewed nor asked for. */
function holding(access: string | undefined) {
  return describedApi((request) => {
    request.headers.set('authorization', `Bearer ${access}`)
    return fetch(request)
  })
}

function endOfSession(): null {
  settle(tokens, tokens ? 'expired' : 'signed_out')
  return null
}

function signedIn(): Promise<string> {
  return new Promise((done) => {
    const stop = session.subscribe(() => {
      if (state !== 'signed_in' || !tokens) return
      stop()
      done(tokens.access)
    })
  })
}
