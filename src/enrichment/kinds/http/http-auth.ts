// Authenticates a request: with a secret of the workspace, or with a token that the secret is exchanged for.
import type { Static } from 'typebox'
import type { HttpAuth } from '../../../engine/columns/kinds/http.kind.ts'
import type { ActTools, Credentials, LookupAnswer } from '../../../providers/kit/kit.ts'
import { readToken, type Tokens } from '../../../providers/kit/oauth-tokens.ts'
import type { HttpRequest } from '../../../providers/kit/outside.ts'

type Auth = Static<typeof HttpAuth>

/** The request with its credentials, and what of them is to be masked in the trace; or why there are none. */
export type SignedRequest = { request: HttpRequest; secrets: Credentials } | { refused: LookupAnswer }

export async function signRequest(
  request: HttpRequest,
  auth: Auth,
  tools: ActTools,
  tokens: Tokens,
): Promise<SignedRequest> {
  const secret = tools.account[auth.secret] ?? ''
  const withHeader = (name: string, value: string, secrets: Credentials = {}): SignedRequest => ({
    request: { ...request, headers: { ...request.headers, [name.toLowerCase()]: value } },
    secrets: { value, ...secrets },
  })
  switch (auth.kind) {
    case 'bearer':
      return withHeader('authorization', `Bearer ${secret}`)
    case 'header':
      return withHeader(auth.name, `${auth.prefix ?? ''}${secret}`)
    case 'query': {
      const url = new URL(request.url)
      // The address of a next page may say the key again.
      url.searchParams.set(auth.name, secret)
      return { request: { ...request, url: url.href }, secrets: {} }
    }
    case 'basic':
      return withHeader('authorization', `Basic ${base64(`${auth.username}:${secret}`)}`)
    case 'oauth_client': {
      const found = await tokens.find(credentialsOf(auth, secret), () => mintToken(auth, secret, tools), tools.now)
      if (!found.ok) return { refused: found.answer }
      return withHeader('authorization', `Bearer ${found.token}`, { token: found.token })
    }
  }
}

/** Forgets the token that was just refused, so that the next try gets a new one; false when there is none to forget. */
export function dropToken(auth: Auth | undefined, account: Credentials, tokens: Tokens): boolean {
  return auth?.kind === 'oauth_client' && tokens.drop(credentialsOf(auth, account[auth.secret] ?? ''))
}

type OauthClient = Extract<Auth, { kind: 'oauth_client' }>

const credentialsOf = ({ token_url, client_id, scope = '' }: OauthClient, secret: string) => ({
  token_url,
  client_id,
  scope,
  secret,
})

const base64 = (value: string) => Buffer.from(value).toString('base64')

/** RFC 6749, section 4.4. */
async function mintToken(auth: OauthClient, secret: string, tools: ActTools) {
  const inHeader = auth.credentials_in === 'header'
  const basic = base64(`${encodeURIComponent(auth.client_id)}:${encodeURIComponent(secret)}`)
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(auth.scope && { scope: auth.scope }),
    ...(!inHeader && { client_id: auth.client_id, client_secret: secret }),
  })
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    ...(inHeader && { authorization: `Basic ${basic}` }),
  }
  const reply = await tools.http({ method: 'POST', url: auth.token_url, headers, body: form.toString() }, { basic })
  return readToken(reply, tools.now())
}
