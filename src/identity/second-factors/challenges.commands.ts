// The second step of a login: the answer to a challenge, by a code of the app or a recovery code.
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { hashOfToken } from '../../platform/secrets/bearer-token.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { enterAs, recordFailure } from '../entry.commands.ts'
import { type LoginClient, type TokenPair, tokensOf } from '../families.writes.ts'
import type { Sessions } from '../sessions.commands.ts'
import { readEnforcement } from '../sso/enforcement.reads.ts'
import { takeCode } from './codes.commands.ts'

const ENDED = 'This login has ended. Start again with your password'

/** Wrong codes for one challenge; after that the password is required again. */
const MOST_FAILURES = 5

/**
 * Ends a login by a code. 401 for a wrong code and for a challenge that has ended; wrong codes are counted apart from wrong
 * passwords, so that knowing the password wins no more guesses.
 */
export async function answerChallenge(
  s: Sessions & { vault: Vault },
  input: { challenge: string; code: string } & LoginClient,
): Promise<TokenPair> {
  const now = s.now()
  const open = await s.database.inControl((tx) => findChallenge(tx, input.challenge, now))
  if (!open) return refuse('unauthenticated', ENDED)
  const caller = { ...input, account: open.username, purpose: 'second factor' }
  const family = await s.throttle.guard(caller, now, () =>
    s.database.inControl(async (tx) => {
      const user = await findChallenge(tx, input.challenge, now, true)
      const means = user && (await takeCode(tx, s.vault, user.id, input.code, now))
      if (!user || !means || (await readEnforcement(tx, user.id)) !== undefined) {
        await tx.client.query('update login_challenges set failures = failures + 1 where hash = $1', [
          hashOfToken(input.challenge),
        ])
        await recordFailure(tx, input, open, { method: 'password', reason: 'second factor' })
        return undefined
      }
      await tx.client.query('delete from login_challenges where hash = $1', [hashOfToken(input.challenge)])
      return enterAs(s, tx, user, input, now, { method: 'password', second_factor: means })
    }),
  )
  if (!family) return refuse('unauthenticated', 'The code is not right, or was used already')
  s.people.forget(family.user_id)
  return tokensOf(s, family)
}

async function findChallenge(tx: Tx, token: string, now: Date, lock = false) {
  const { rows } = await tx.client.query<{ id: number; username: string; password_hash: string }>(
    `select u.id, u.username, c.password_hash from login_challenges c join users u on u.id = c.user_id
      where c.hash = $1 and c.expires_at > $2 and c.failures < ${MOST_FAILURES} and c.password_hash = u.password_hash ${lock ? 'for update of c' : ''}`,
    [hashOfToken(token), now],
  )
  return rows[0]
}
