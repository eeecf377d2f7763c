// Programs that register themselves to ask people for a token (RFC 7591): public ones, that prove themselves by PKCE.
import type { Database } from '../../../platform/db/database.ts'
import { newBearerToken } from '../../../platform/secrets/bearer-token.ts'
import { oauthFault } from './oauth.protocol.ts'
import { isRedirectUri } from './redirects.logic.ts'

export interface OAuthClient {
  id: string
  name: string
  uri: string | null
  redirect_uris: string[]
  created_at: Date
}

export interface ClientMetadata {
  client_name?: string | null | undefined
  client_uri?: string | null | undefined
  redirect_uris: string[]
}

/** Open to all: a registered program may do nothing until a user allows it. */
export async function registerClient(database: Database, given: ClientMetadata, now: Date): Promise<OAuthClient> {
  const wrong = given.redirect_uris.find((one) => !isRedirectUri(one))
  if (given.redirect_uris.length === 0 || wrong !== undefined)
    oauthFault(
      'invalid_redirect_uri',
      `${wrong ?? 'None'} is no address that codes can be sent to: use https, this computer, or a scheme of your own`,
    )
  const client: OAuthClient = {
    id: newBearerToken('mcp_client_').slice(0, 43),
    name: readable(given.client_name) || 'An MCP client',
    uri:
      given.client_uri && /^https:\/\//i.test(given.client_uri) && URL.canParse(given.client_uri)
        ? given.client_uri
        : null,
    redirect_uris: [...new Set(given.redirect_uris)],
    created_at: now,
  }
  await database.inControl((tx) =>
    tx.client.query(
      'insert into oauth_clients (id, name, uri, redirect_uris, created_at) values ($1, $2, $3, $4, $5)',
      [client.id, client.name, client.uri, client.redirect_uris, now],
    ),
  )
  return client
}

export async function findClient(database: Database, id: string): Promise<OAuthClient | undefined> {
  const { rows } = await database.inControl((tx) =>
    tx.client.query<OAuthClient>('select id, name, uri, redirect_uris, created_at from oauth_clients where id = $1', [
      id,
    ]),
  )
  return rows[0]
}

/** A name of their own choosing, which people are shown: on one line, and nothing that hides or turns text. */
function readable(name: string | null | undefined): string {
  return (name ?? '')
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, 80)
}
