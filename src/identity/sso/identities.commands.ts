// Finds the account for an identity of a provider, and links and unlinks identities.

import { refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { audit, auditInstall } from '../../platform/audit/audit.ts'
import type { Tx, WorkspaceTx } from '../../platform/db/database.ts'
import { hold } from '../../platform/db/hold.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { foldName } from '../scim/attributes.logic.ts'
import { makeAccount, openMembership, unknownPassword } from '../users/provided-accounts.commands.ts'
import { type DomainStanding, readOnlyProvider, readVouching } from '../vouching.reads.ts'
import type { Claims } from './oidc.ts'
import type { ProviderRow } from './providers.reads.ts'
import type { LinkedIdentity } from './sso.schema.ts'

interface Account {
  id: number
  username: string
}

/** The user to sign in, or the message to show and the record to write. */
export type SignInResult = { user: Account } | { refusal: string; reason: string; user?: Account }

const NOT_VOUCHED: Record<Exclude<DomainStanding, 'own'>, (domain: string) => string> = {
  unproven: (domain) => `Addresses of ${domain} cannot log in here`,
  other: (domain) =>
    `Addresses of ${domain} log in here by another identity provider. Choose that one, or log in as before and link this one in your profile`,
  unchosen: (domain) =>
    `No identity provider was chosen for ${domain} yet. An administrator of the workspace chooses one under Settings, Single sign-on`,
}

const GONE = 'You have no place in this workspace any more. Ask its administrators'

/**
 * The account for a user whom the provider confirms. In this order: one that they were known by before; one that the
 * provider's own directory keeps under the same verified address; a new one. A local account, or one of another provider, is
 * never taken by its address: its user links the two themselves.
 */
export async function accountFor(
  tx: WorkspaceTx,
  provider: ProviderRow,
  claims: Claims,
  now: Date,
): Promise<SignInResult> {
  // Two first logins of one person come one after the other.
  await hold(tx, `${provider.id} ${claims.issuer} ${claims.subject}`, 'first_logins')
  const known = await findIdentity(tx, provider, claims)
  if (known) {
    if (!known.is_member) return { refusal: GONE, reason: 'no member', user: known }
    const email = claims.email_verified ? claims.email : null
    await tx.client.query(
      `update user_identities set last_login_at = $5, email = coalesce($6, email)
        where workspace_id = $1 and provider_id = $2 and issuer = $3 and subject = $4`,
      [tx.workspace_id, provider.id, claims.issuer, claims.subject, now, email],
    )
    return { user: known }
  }
  const { email } = claims
  if (email === null || !claims.email_verified)
    return {
      refusal: 'The identity provider did not confirm your e-mail address. Verify it there, then log in again',
      reason: 'e-mail not verified',
    }
  const { vouching, domain = 'this kind' } = await readVouching(tx, tx.workspace_id, provider.id, email)
  if (vouching !== 'own') return { refusal: NOT_VOUCHED[vouching](domain), reason: `domain ${vouching}` }
  const provisioned = await findProvisioned(tx, provider.id, email)
  if (provisioned && !provisioned.is_member) return { refusal: GONE, reason: 'deactivated', user: provisioned }
  if (provisioned && !provisioned.is_theirs) return { ...linkFirst(), user: provisioned }
  if (provisioned) {
    await addIdentity(tx, provider, claims, provisioned, now)
    return { user: provisioned }
  }
  const local = await findLocalMember(tx, email)
  if (local) return { ...linkFirst(), user: local }
  if (!provider.makes_accounts)
    return { refusal: 'You have no account here yet. Ask an administrator of the workspace', reason: 'no account' }
  return { user: await newAccount(tx, provider, claims, email, now) }
}

function linkFirst() {
  return {
    refusal:
      'There is an account with this address already. Log in to it as before, then link single sign-on in your profile',
    reason: 'not linked',
  }
}

/** Links an identity to an account, after its password was entered. 409 when it is another's. */
export async function linkIdentity(
  tx: WorkspaceTx,
  provider: ProviderRow,
  claims: Claims,
  userId: number,
  now: Date,
): Promise<string> {
  const { rows } = await tx.client.query<Account>(
    `select u.id, u.username from users u join memberships m on m.user_id = u.id and m.workspace_id = $2 where u.id = $1 and u.is_active`,
    [userId, tx.workspace_id],
  )
  const user = rows[0] ?? refuse('forbidden', 'Only members of its workspace can link this provider')
  const known = await findIdentity(tx, provider, claims)
  if (known && known.id !== userId) refuse('conflict', 'This identity is linked to another account')
  return known?.identity_id ?? addIdentity(tx, provider, claims, user, now)
}

/** Takes an identity away from its owner. 404 for identities of other users; 409 when nothing else would let them in. */
export async function unlinkIdentity(tx: Tx, userId: number, id: string): Promise<void> {
  const { rows } = await tx.client.query<{ workspace_id: string; email: string | null; is_kept: boolean }>(
    `select i.workspace_id, i.email, u.provisioned_by is not null as is_kept from user_identities i join users u on u.id = i.user_id
      where i.user_id = $1 and i.id::text = $2`,
    [userId, id.toLowerCase()],
  )
  const [found] = rows
  if (!found) return refuse('not_found', 'Identity not found')
  if (found.is_kept) refuse('conflict', 'The workspace made this account, and this is how you log in to it')
  await tx.client.query('delete from user_identities where user_id = $1 and id::text = $2', [userId, id.toLowerCase()])
  await auditInstall(tx, {
    act: 'identity.unlinked',
    object: { type: 'user', id: userId, name: tx.actor?.name ?? null },
    before: { identity_id: id.toLowerCase(), email: found.email },
  })
}

export async function readIdentities(tx: Tx, userId: number): Promise<LinkedIdentity[]> {
  const { rows } = await tx.client.query<{
    id: string
    email: string | null
    created_at: Date
    last_login_at: Date | null
    provider_id: string
    name: string
  }>(
    `select i.id, i.email, i.created_at, i.last_login_at, p.id as provider_id, p.name from user_identities i
      join sso_providers p on p.workspace_id = i.workspace_id and p.id = i.provider_id where i.user_id = $1 order by i.created_at, i.id limit 200`,
    [userId],
  )
  return rows.map(({ id, email, created_at, last_login_at, provider_id, name }) => ({
    id,
    email,
    provider: { id: provider_id, name },
    created_at: created_at.toISOString(),
    last_login_at: last_login_at?.toISOString() ?? null,
  }))
}

type Known = Account & { identity_id: string; is_member: boolean }

async function findIdentity(tx: WorkspaceTx, provider: ProviderRow, claims: Claims): Promise<Known | undefined> {
  const { rows } = await tx.client.query<Known>(
    `select u.id, u.username, i.id as identity_id,
        exists (select from memberships m where m.workspace_id = i.workspace_id and m.user_id = u.id) as is_member
      from user_identities i join users u on u.id = i.user_id
      where i.workspace_id = $1 and i.provider_id = $2 and i.issuer = $3 and i.subject = $4`,
    [tx.workspace_id, provider.id, claims.issuer, claims.subject],
  )
  return rows[0]
}

/**
 * The user whom the directory of this provider, or an earlier provider that is gone, created under this address. Not theirs to enter: an
 * account that reaches further than the workspace, or that another provider or its directory keeps.
 */
async function findProvisioned(tx: WorkspaceTx, providerId: string, email: string) {
  const { rows } = await tx.client.query<Account & { is_member: boolean; is_theirs: boolean }>(
    `with theirs as (
        select s.user_id, s.user_name_key = $2 as is_named, coalesce(s.provider_id, $5::uuid) as kept_by, true as is_kept from scim_users s
          where s.workspace_id = $1 and (s.user_name_key = $2 or s.email_keys @> array[$2])
        union all select u.id, false, null, false from users u join workspaces w on w.id = $1
          where u.provisioned_by = $1 and lower(u.username) = lower(w.slug || '/' || $3))
      select u.id, u.username,
        exists (select from memberships m where m.workspace_id = $1 and m.user_id = u.id) as is_member,
        u.provisioned_by = $1 and u.role = 'user' and not exists (select from memberships m where m.user_id = u.id
          and (m.workspace_id <> $1 or m.role = 'owner'))
          and not (t.is_kept and t.kept_by is distinct from $4::uuid)
          and not exists (select from user_identities i where i.workspace_id = $1 and i.user_id = u.id and i.provider_id <> $4::uuid) as is_theirs
      from theirs t join users u on u.id = t.user_id order by t.is_named desc, u.id limit 1`,
    [tx.workspace_id, foldName(email), email, providerId, await readOnlyProvider(tx, tx.workspace_id)],
  )
  return rows[0]
}

async function findLocalMember(tx: WorkspaceTx, email: string): Promise<Account | undefined> {
  const { rows } = await tx.client.query<Account>(
    `select u.id, u.username from users u join memberships m on m.user_id = u.id and m.workspace_id = $1
      where lower(u.username) = lower($2)`,
    [tx.workspace_id, email],
  )
  return rows[0]
}

async function newAccount(
  tx: WorkspaceTx,
  provider: ProviderRow,
  claims: Claims,
  email: string,
  now: Date,
): Promise<Account> {
  const { rows } = await tx.client.query<{ slug: string }>('select slug from workspaces where id = $1', [
    tx.workspace_id,
  ])
  const id = await makeAccount(tx, { slug: rows[0]?.slug ?? '', user_name: email }, await unknownPassword())
  await openMembership(tx, id, provider.default_role)
  const made = await tx.client.query<Account>('select id, username from users where id = $1', [id])
  const user = oneRow(made.rows)
  await auditInstall(tx, {
    act: 'user.created',
    object: { type: 'user', id, name: user.username },
    after: { role: 'user', is_active: true, provider_id: provider.id },
  })
  await addIdentity(tx, provider, claims, user, now)
  return user
}

async function addIdentity(
  tx: WorkspaceTx,
  provider: ProviderRow,
  claims: Claims,
  user: Account,
  now: Date,
): Promise<string> {
  const id = newId()
  const email = claims.email_verified ? claims.email : null
  await tx.client.query(
    `insert into user_identities (workspace_id, provider_id, issuer, subject, id, user_id, email, created_at, last_login_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [tx.workspace_id, provider.id, claims.issuer, claims.subject, id, user.id, email, now],
  )
  await audit(tx, {
    act: 'identity.linked',
    object: { type: 'user', id: user.id, name: user.username },
    after: { identity_id: id, provider: provider.name, issuer: claims.issuer, email },
  })
  return id
}
