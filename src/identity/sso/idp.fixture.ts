// A real identity provider on loopback for tests, whose people and answers a test decides, and a browser that goes there and back.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

export const CLIENT = {
  client_id: 'millrace',
  client_secret: 'a secret of sixty-four letters is what a real one would be, too',
}

export interface Person {
  sub: string
  email?: string
  email_verified?: boolean | string
}

type Tokens = Record<string, unknown> & { id_token: string }

export interface TestIdp {
  issuer: string
  /** The person who logs in next. */
  person: Person
  /** Changes what the token endpoint answers, until it is taken away. */
  tamper: ((tokens: Tokens) => Promise<object> | object) | undefined
  /** Requests so far, as method and path. */
  asked: string[]
  /** An ID token that says this, signed as its own are. */
  sign(claims: JWTPayload): Promise<string>
  /** Begins to work with a client that comes back to these addresses; again with new keys. */
  serve(redirectUris: string[]): Promise<void>
  /** Logs its person in at an address of this provider; answers where the browser is sent back to. */
  visit(url: string): Promise<URL>
  close(): Promise<void>
}

/** `inToken` puts what it knows of people into the ID token; else it is asked for at its userinfo endpoint. */
export async function startIdp({ inToken = true } = {}): Promise<TestIdp> {
  let handle: http.RequestListener = (_request, response) => response.writeHead(503).end()
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url?.split('?')[0]}`)
    if (request.url?.startsWith('/token')) tamperWith(response, () => idp.tamper)
    handle(request, response)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let kid = ''
  let key: Awaited<ReturnType<typeof generateKeyPair>>['privateKey']
  const idp: TestIdp = {
    issuer,
    asked,
    tamper: undefined,
    person: { sub: 'nobody' },
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key),
    async serve(redirect_uris) {
      kid = crypto.randomUUID()
      key = (await generateKeyPair('RS256', { extractable: true })).privateKey
      const provider = new Provider(issuer, {
        clients: [{ ...CLIENT, redirect_uris }],
        jwks: { keys: [{ ...(await exportJWK(key)), alg: 'RS256', use: 'sig', kid }] } as never,
        cookies: { keys: ['only in tests'] },
        claims: { openid: ['sub'], email: ['email', 'email_verified'] },
        conformIdTokenClaims: !inToken,
        features: { devInteractions: { enabled: false } },
        findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ ...idp.person, sub: accountId }) as never }),
        interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
        async loadExistingGrant(ctx) {
          const grant = new ctx.oidc.provider.Grant({
            clientId: ctx.oidc.client?.clientId as string,
            accountId: ctx.oidc.session?.accountId as string,
          })
          grant.addOIDCScope('openid email profile')
          await grant.save()
          return grant
        },
      })
      provider.on('server_error', (_ctx, error) => console.error(error))
      const callback = provider.callback()
      handle = (request, response) => {
        if (!request.url?.startsWith('/interaction/')) return void callback(request, response)
        void provider.interactionFinished(request, response, { login: { accountId: idp.person.sub } })
      }
    },
    async visit(url) {
      const jar = new Map<string, string>()
      for (let at = new URL(url), hops = 0; hops < 10; hops++) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await fetch(at, { redirect: 'manual', headers: cookie ? { cookie } : {} })
        for (const one of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
          jar.set(name, value)
        }
        const location = answer.headers.get('location')
        if (location === null) throw new Error(`no way on from ${at}: ${answer.status} ${await answer.text()}`)
        at = new URL(location, at)
        if (at.origin !== issuer) return at
      }
      throw new Error('the provider sends the browser around in circles')
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return idp
}

function tamperWith(response: http.ServerResponse, tamper: () => TestIdp['tamper']): void {
  const end = response.end.bind(response) as (body?: unknown) => http.ServerResponse
  response.end = ((body?: unknown) => {
    const change = tamper()
    if (!change || response.statusCode !== 200) return end(body)
    void Promise.resolve(change(JSON.parse(String(body)))).then((changed) => {
      const text = JSON.stringify(changed)
      response.setHeader('content-length', Buffer.byteLength(text))
      end(text)
    })
    return response
  }) as typeof response.end
}
