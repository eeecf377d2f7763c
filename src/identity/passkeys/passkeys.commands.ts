// Passkeys (WebAuthn): registering one with the own password, and logging in with it instead of one.
import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { readJson } from '../../kernel/read-json.ts'
import { auditInstall } from '../../platform/audit/audit.ts'
import type { Actor, Principal } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db/database.ts'
import { hashOfToken } from '../../platform/secrets/bearer-token.ts'
import { enterAs, recordFailure } from '../entry.commands.ts'
import { type LoginClient, type TokenPair, tokensOf } from '../families.writes.ts'
import type { Sessions } from '../sessions.commands.ts'
import { readEnforcement } from '../sso/enforcement.reads.ts'
import { findPasskey, type Passkey, readPasskeys } from './passkeys.reads.ts'

/** Read when a passkey is asked for: with what reads certificates it is long. */
const webauthn = () => import('@simplewebauthn/server')

const CHALLENGE_SECONDS = 300
const MOST_PASSKEYS = 50
/** Ed25519, ECDSA with P-256, RSA: what authenticators have. */
const ALGORITHMS = [-8, -7, -257]

/** `origin` is where people reach the service: passkeys are bound to its name, and answers to it. */
export interface Site {
  origin: string
}

const nameOf = ({ origin }: Site) => new URL(origin).hostname

/** What a browser needs to make a passkey, after the password was entered. 409 where names are numbers. */
export async function beginPasskey(s: Sessions, { user_id, username }: Principal, site: Site) {
  const rpID = nameOf(site)
  if (isIP(rpID.replace(/^\[|\]$/g, '')))
    refuse(
      'conflict',
      `Passkeys need a name in the address, and ${rpID} is a number. Open the app by its name, or by localhost`,
    )
  const there = await s.database.inControl((tx) => readPasskeys(tx, user_id))
  if (there.length >= MOST_PASSKEYS) refuse('conflict', `An account has at most ${MOST_PASSKEYS} passkeys`)
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: 'Millrace',
    rpID,
    userName: username,
    userDisplayName: username,
    userID: handleOf(user_id),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: there.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    supportedAlgorithmIDs: ALGORITHMS,
  })
  await keepChallenge(s, options.challenge, user_id)
  return options
}

/** The same for the same account, and tells nothing of it. */
function handleOf(userId: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(`millrace account ${userId}`).digest())
}

/** Keeps what the browser made. 400 for what does not fit the challenge, the site or the person. */
export async function addPasskey(
  s: Sessions,
  { user_id, username }: Principal,
  by: Actor,
  input: { name: string; response: RegistrationResponseJSON },
  site: Site,
): Promise<Passkey> {
  const challenge = challengeIn(input.response)
  const isOpen = await takeChallenge(s, challenge, user_id)
  const { verifyRegistrationResponse } = await webauthn()
  const made = isOpen
    ? await verifyRegistrationResponse({
        response: input.response,
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: nameOf(site),
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => undefined)
    : undefined
  if (!made?.verified) return refuse('bad_request', 'This passkey was not made for here, or too late. Try again')
  const { credential, credentialBackedUp } = made.registrationInfo
  const id = newId()
  return s.database.inControl(async (tx) => {
    const { rowCount } = await tx.client.query(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, backed_up, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
      [
        id,
        user_id,
        credential.id,
        Buffer.from(credential.publicKey),
        credential.counter,
        input.response.response.transports?.slice(0, 10) ?? [],
        input.name.trim(),
        credentialBackedUp,
        s.now(),
      ],
    )
    if (rowCount === 0) refuse('conflict', 'This passkey is registered already. Use it to sign in, or add another one.')
    const object = { type: 'user', id: user_id, name: username }
    await auditInstall(tx, { act: 'passkey.added', object, after: { passkey_id: id, name: input.name.trim() } })
    return (await findPasskey(tx, user_id, id)) ?? refuse('not_found', 'Passkey not found')
  }, by)
}

export async function renamePasskey(
  s: Sessions,
  principal: Principal,
  by: Actor,
  id: string,
  name: string,
): Promise<Passkey> {
  return s.database.inControl(async (tx) => {
    const before = (await findPasskey(tx, principal.user_id, id)) ?? refuse('not_found', 'Passkey not found')
    await tx.client.query('update passkeys set name = $3 where user_id = $1 and id = $2', [
      principal.user_id,
      before.id,
      name.trim(),
    ])
    await auditInstall(tx, {
      act: 'passkey.renamed',
      object: { type: 'user', id: principal.user_id, name: principal.username },
      before: { passkey_id: before.id, name: before.name },
      after: { name: name.trim() },
    })
    return { ...before, name: name.trim() }
  }, by)
}

export async function removePasskey(s: Sessions, principal: Principal, by: Actor, id: string): Promise<void> {
  await s.database.inControl(async (tx) => {
    const before = (await findPasskey(tx, principal.user_id, id)) ?? refuse('not_found', 'Passkey not found')
    await tx.client.query('delete from passkeys where user_id = $1 and id = $2', [principal.user_id, before.id])
    await auditInstall(tx, {
      act: 'passkey.removed',
      object: { type: 'user', id: principal.user_id, name: principal.username },
      before: { passkey_id: before.id, name: before.name },
    })
  }, by)
}

/** What a browser needs to log in with any passkey it has for here. */
export async function beginPasskeyLogin(s: Sessions, site: Site) {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({ rpID: nameOf(site), userVerification: 'required' })
  await keepChallenge(s, options.challenge, null)
  return options
}

const REFUSED = 'This passkey does not let you in here'

/** Ends a login with a passkey: it shows possession and the person at once, so no second step is needed. */
export async function finishPasskeyLogin(
  s: Sessions,
  response: AuthenticationResponseJSON,
  client: LoginClient,
  site: Site,
): Promise<TokenPair & { username: string }> {
  const now = s.now()
  const challenge = challengeIn(response)
  const isOpen = await takeChallenge(s, challenge, null)
  const known = isOpen ? await s.database.inControl((tx) => findCredential(tx, response.id)) : undefined
  const { verifyAuthenticationResponse } = await webauthn()
  const shown =
    known &&
    (await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: nameOf(site),
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(known.public_key),
        counter: known.counter,
        transports: known.transports,
      },
    }).catch(() => undefined))
  if (!known || !shown?.verified) {
    const account = known && { id: known.user_id, username: known.username }
    await s.database.inControl((tx) =>
      recordFailure(tx, client, account, { method: 'passkey', reason: 'not verified' }),
    )
    return refuse('unauthenticated', REFUSED)
  }
  const entered = await s.database.inControl(async (tx) => {
    const domain = await readEnforcement(tx, known.user_id)
    if (domain !== undefined) return { domain }
    const { newCounter } = shown.authenticationInfo
    // The later of two answers with the same counter is refused.
    const used = await tx.client.query(
      `update passkeys set counter = $2, last_used_at = $3 where id = $1 and (counter < $2 or $2 = 0 and counter = 0)`,
      [known.id, newCounter, now],
    )
    return used.rowCount === 1 ? enterAs(s, tx, { id: known.user_id }, client, now, { method: 'passkey' }) : undefined
  })
  if (!entered) return refuse('unauthenticated', REFUSED)
  if ('domain' in entered) return refuse('forbidden', `People of ${entered.domain} log in by single sign-on`)
  s.people.forget(known.user_id)
  return { ...(await tokensOf(s, entered)), username: known.username }
}

/** The challenge that an answer claims to answer; the caller compares it. */
function challengeIn({ response }: { response: { clientDataJSON: string } }): string {
  const { value } = readJson(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
  const { challenge } = (value ?? {}) as { challenge?: unknown }
  return typeof challenge === 'string' ? challenge : ''
}

async function keepChallenge(s: Sessions, challenge: string, userId: number | null): Promise<void> {
  await s.database.inControl((tx) =>
    tx.client.query('insert into passkey_challenges (hash, user_id, expires_at) values ($1, $2, $3)', [
      hashOfToken(challenge),
      userId,
      new Date(s.now().getTime() + CHALLENGE_SECONDS * 1000),
    ]),
  )
}

/** Whether it was open for this purpose; it is over with that. */
async function takeChallenge(s: Sessions, challenge: string, userId: number | null): Promise<boolean> {
  const { rows } = await s.database.inControl((tx) =>
    tx.client.query<{ user_id: number | null; expires_at: Date }>(
      'delete from passkey_challenges where hash = $1 returning user_id, expires_at',
      [hashOfToken(challenge)],
    ),
  )
  return rows[0] !== undefined && rows[0].user_id === userId && rows[0].expires_at > s.now()
}

async function findCredential(tx: Tx, credentialId: string) {
  const { rows } = await tx.client.query<{
    id: string
    user_id: number
    username: string
    public_key: Buffer
    counter: number
    transports: string[]
  }>(
    `select p.id, p.user_id, u.username, p.public_key, p.counter, p.transports from passkeys p join users u on u.id = p.user_id
      where p.credential_id = $1`,
    [credentialId],
  )
  return rows[0]
}
