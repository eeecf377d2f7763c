// The first half of a login with a second factor: after the right password a challenge, good for minutes.
import type { Tx } from '../../platform/db/database.ts'
import { hashOfToken, newBearerToken } from '../../platform/secrets/bearer-token.ts'

const CHALLENGE_SECONDS = 300

export interface Challenge {
  challenge: string
  expires_in: number
}

/** It ends with the password that was right a moment ago. */
export async function startChallenge(
  tx: Tx,
  user: { id: number; password_hash: string },
  now: Date,
): Promise<Challenge> {
  const token = newBearerToken()
  await tx.client.query(
    'insert into login_challenges (hash, user_id, password_hash, expires_at) values ($1, $2, $3, $4)',
    [hashOfToken(token), user.id, user.password_hash, new Date(now.getTime() + CHALLENGE_SECONDS * 1000)],
  )
  return { challenge: token, expires_in: CHALLENGE_SECONDS }
}
