// Tickets for event streams: what a browser puts into an address in place of its token, good once and for a minute.

import { refuse } from '../kernel/errors.ts'
import type { Principal } from '../platform/ctx.ts'
import type { Database } from '../platform/db/database.ts'
import { hashOfToken, newBearerToken } from '../platform/secrets/bearer-token.ts'
import type { AccessClaims } from './tokens.logic.ts'

export const TICKET_SECONDS = 60

export interface StreamTickets {
  /** A ticket for the login of the principal; a stream begun with it ends when the principal's token does. */
  issue(principal: Principal, now: Date): Promise<string>
  /** Whose ticket it is, once; undefined for what is used, too old or made up. */
  use(ticket: string, now: Date): Promise<AccessClaims | undefined>
}

export function streamTickets(database: Database): StreamTickets {
  return {
    async issue(principal, now) {
      const ticket = newBearerToken()
      const issued = await database.inControl((tx) =>
        tx.client.query(
          `insert into stream_tickets (hash, user_id, family, token_version, ends_at, expires_at)
           select $1, u.id, $3, u.token_version, $4, $5 from users u where u.id = $2`,
          [hashOfToken(ticket), principal.user_id, principal.family, principal.expires_at, later(now, TICKET_SECONDS)],
        ),
      )
      if (issued.rowCount === 0) refuse('unauthenticated', 'Could not validate credentials')
      return ticket
    },
    async use(ticket, now) {
      const { rows } = await database.inControl((tx) =>
        tx.client.query<{ user_id: number; family: string; token_version: number; ends_at: Date; expires_at: Date }>(
          `delete from stream_tickets where hash = $1 returning user_id, family, token_version, ends_at, expires_at`,
          [hashOfToken(ticket)],
        ),
      )
      const [row] = rows
      if (!row || row.expires_at <= now) return undefined
      return { user_id: row.user_id, family: row.family, version: row.token_version, expires_at: row.ends_at }
    },
  }
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}
