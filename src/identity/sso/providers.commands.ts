// What administrators do with identity providers and domains: make, change, test and delete them, and prove a domain.
import { refuse, refuseField } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Scope } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import type { DnsAsker } from '../../platform/net/dns.ts'
import type { EgressPolicy } from '../../platform/net/egress.ts'
import { newBearerToken } from '../../platform/secrets/bearer-token.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { endFamilies } from '../families.writes.ts'
import { inDirectory } from '../scim/directory.ts'
import type { Sessions } from '../sessions.commands.ts'
import { readOnlyProvider } from '../vouching.reads.ts'
import { readGoverned } from './enforcement.reads.ts'
import { domainName, readIssuer } from './issuer.logic.ts'
import type { Oidc } from './oidc.ts'
import {
  idpOf,
  lockProvider,
  type ProviderRow,
  readDomains,
  recordName,
  recordValue,
  secretPlace,
  shownProvider,
} from './providers.reads.ts'
import type {
  SsoDomain,
  SsoDomainCreate,
  SsoDomainUpdate,
  SsoProvider,
  SsoProviderCreate,
  SsoProviderUpdate,
} from './sso.schema.ts'

export interface SsoAdmin {
  sessions: Sessions
  oidc: Oidc
  vault: Vault
  policy: EgressPolicy
  dns: DnsAsker
}

const MOST_PROVIDERS = 20
const MOST_DOMAINS = 100
const NOT_FOUND = 'Provider not found'
const NO_DOMAIN = 'Domain not found'

/** Makes a provider; without a client id no user can log in by it yet. */
export async function createProvider(
  { sessions, vault, policy }: SsoAdmin,
  scope: Scope,
  given: SsoProviderCreate,
): Promise<SsoProvider> {
  const issuer = readIssuer(given.issuer, policy)
  const id = newId()
  return inDirectory(sessions.database, scope, async (tx) => {
    const { rows } = await tx.client.query<{ n: number }>(
      'select count(*)::int as n from sso_providers where workspace_id = $1',
      [tx.workspace_id],
    )
    if (oneRow(rows).n >= MOST_PROVIDERS)
      refuse('conflict', `A workspace has at most ${MOST_PROVIDERS} identity providers`)
    await nameOnlyProvider(tx)
    const secret = given.client_secret ? await vault.seal(tx, secretPlace(id), secretOf(given.client_secret)) : null
    const { makes_accounts = true, default_role = 'viewer', client_id = null } = given
    await tx.client.query(
      `insert into sso_providers (workspace_id, id, name, issuer, client_id, secret, makes_accounts, default_role)
        values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [tx.workspace_id, id, given.name.trim(), issuer, client_id?.trim() || null, secret, makes_accounts, default_role],
    )
    const row = (await lockProvider(tx, id)) as ProviderRow
    await audit(tx, { act: 'sso_provider.created', object: objectOf(row), after: shownOf(row) })
    return shownProvider(row)
  })
}

/**
 * Changes what is given. What is switched off or pointed at another issuer ends the sessions that it began. 403 for showing
 * it on every sign-in page without being administrator of the install.
 */
export async function updateProvider(
  { sessions, vault, policy }: SsoAdmin,
  scope: Scope,
  id: string,
  given: SsoProviderUpdate,
): Promise<SsoProvider> {
  const issuer = given.issuer === undefined ? undefined : readIssuer(given.issuer, policy)
  const { shown, ended } = await inDirectory(sessions.database, scope, async (tx) => {
    const before = (await lockProvider(tx, id)) ?? refuse('not_found', NOT_FOUND)
    if (given.listed !== undefined && given.listed !== before.listed && !scope.principal.is_admin)
      refuse('forbidden', 'Only administrators of the installation decide what the sign-in page shows to all users')
    const isMoved = issuer !== undefined && issuer !== before.issuer
    if (isMoved && before.secret !== null && given.client_secret !== null && !given.client_secret)
      refuseField(
        ['client_secret'],
        'value_error',
        `Value error, the secret was entered for ${before.issuer}. Enter it again to send it to ${issuer}`,
      )
    const secret =
      given.client_secret === null
        ? null
        : given.client_secret
          ? await vault.seal(tx, secretPlace(before.id), secretOf(given.client_secret))
          : before.secret
    const after: ProviderRow = {
      ...before,
      issuer: issuer ?? before.issuer,
      secret,
      name: given.name?.trim() || before.name,
      client_id: given.client_id === undefined ? before.client_id : given.client_id?.trim() || null,
      enabled: given.enabled ?? before.enabled,
      listed: given.listed ?? before.listed,
      makes_accounts: given.makes_accounts ?? before.makes_accounts,
      default_role: given.default_role ?? before.default_role,
    }
    await tx.client.query(
      `update sso_providers set name = $3, issuer = $4, client_id = $5, secret = $6, enabled = $7, listed = $8,
          makes_accounts = $9, default_role = $10, updated_at = now() where workspace_id = $1 and id = $2`,
      [
        tx.workspace_id,
        before.id,
        after.name,
        after.issuer,
        after.client_id,
        secret,
        after.enabled,
        after.listed,
        after.makes_accounts,
        after.default_role,
      ],
    )
    const isCut = (before.enabled && !after.enabled) || before.issuer !== after.issuer
    const people = isCut ? await endSessionsBy(tx, before.id, sessions.now()) : []
    await audit(tx, {
      act: 'sso_provider.changed',
      object: objectOf(after),
      before: shownOf(before),
      after: { ...shownOf(after), secret_entered: Boolean(given.client_secret) },
    })
    return { shown: shownProvider((await lockProvider(tx, id)) as ProviderRow), ended: people }
  })
  for (const userId of ended) sessions.people.forget(userId)
  return shown
}

/** Deletes it with all that it knew; the accounts stay, the sessions that it began end. */
export async function deleteProvider({ sessions }: SsoAdmin, scope: Scope, id: string): Promise<void> {
  const ended = await inDirectory(sessions.database, scope, async (tx) => {
    const row = (await lockProvider(tx, id)) ?? refuse('not_found', NOT_FOUND)
    const people = await endSessionsBy(tx, row.id, sessions.now())
    await tx.client.query('delete from sso_providers where workspace_id = $1 and id = $2', [tx.workspace_id, row.id])
    for (const table of ['scim_tokens', 'scim_users'])
      await tx.client.query(`update ${table} set provider_id = null where workspace_id = $1 and provider_id = $2`, [
        tx.workspace_id,
        row.id,
      ])
    await audit(tx, { act: 'sso_provider.deleted', object: objectOf(row), before: shownOf(row) })
    return people
  })
  for (const userId of ended) sessions.people.forget(userId)
}

/** Whether the provider publishes a configuration that logins can go by. */
export async function testProvider({ sessions, oidc, vault }: SsoAdmin, scope: Scope, id: string) {
  const { row, idp } = await inDirectory(sessions.database, scope, async (tx) => {
    const found = (await lockProvider(tx, id)) ?? refuse('not_found', NOT_FOUND)
    return { row: found, idp: await idpOf(tx, vault, found) }
  })
  const fault = (words: string) => ({ ok: false, words })
  const result = !idp
    ? fault('The secret cannot be opened any more; enter it again')
    : await oidc.discover(idp).then(
        ({ code_challenge_methods_supported: pkce }) =>
          row.client_id === null
            ? fault('The issuer answers. Enter the client id that it gave you')
            : pkce && !pkce.includes('S256')
              ? fault('The issuer answers, but does not know PKCE with S256')
              : { ok: true, words: 'The issuer answers, and publishes all that a login needs' },
        () => fault(`No usable configuration at ${row.issuer}/.well-known/openid-configuration`),
      )
  await inDirectory(sessions.database, scope, (tx) =>
    audit(tx, { act: 'sso_provider.tested', object: objectOf(row), after: { ok: result.ok } }),
  )
  return result
}

/** Claims a domain for the workspace; it has no effect until it is proven. */
export async function addDomain(
  { sessions }: SsoAdmin,
  scope: Scope,
  { domain: given, provider_id }: SsoDomainCreate,
): Promise<SsoDomain> {
  const domain =
    domainName(given) ??
    refuseField(['domain'], 'value_error', 'Value error, a domain is the part after the @, such as example.com', given)
  return inDirectory(sessions.database, scope, async (tx) => {
    if ((await readDomains(tx)).length >= MOST_DOMAINS)
      refuse('conflict', `A workspace has at most ${MOST_DOMAINS} domains`)
    const chosen =
      provider_id === undefined
        ? await readOnlyProvider(tx, tx.workspace_id)
        : await mustChooseProvider(tx, provider_id)
    const { rowCount } = await tx.client.query(
      'insert into sso_domains (workspace_id, domain, token, provider_id) values ($1, $2, $3, $4) on conflict do nothing',
      [tx.workspace_id, domain, newBearerToken(), chosen],
    )
    if (rowCount === 0) refuse('conflict', 'This workspace has the domain in its list already')
    await audit(tx, {
      act: 'sso_domain.added',
      object: { type: 'sso_domain', id: domain, name: domain },
      after: { provider_id: chosen },
    })
    return mustFind(tx, domain)
  })
}

const DNS_MS = 10_000

/** Looks for the record that proves the domain. An administrator of the install vouches for it instead. 409 when it is not there. */
export async function verifyDomain(
  { sessions, dns }: SsoAdmin,
  scope: Scope,
  given: string,
  signal: AbortSignal,
): Promise<SsoDomain> {
  const { domain, token } = await inDirectory(sessions.database, scope, (tx) => findDomain(tx, given))
  const by = scope.principal.is_admin ? 'administrator' : 'record'
  if (by === 'record') {
    const answer = await dns(recordName(domain), 'TXT', AbortSignal.any([signal, AbortSignal.timeout(DNS_MS)]))
    if (!answer.ok) refuse('unavailable', answer.message, { retryAfter: 10 })
    if (!answer.records.some((record) => record.trim() === recordValue(token)))
      refuse(
        'conflict',
        `There is no TXT record at ${recordName(domain)} with this value yet. New records can take an hour to show`,
      )
  }
  return inDirectory(sessions.database, scope, async (tx) => {
    try {
      await tx.client.query(
        'update sso_domains set verified_at = coalesce(verified_at, $3) where workspace_id = $1 and domain = $2',
        [tx.workspace_id, domain, sessions.now()],
      )
    } catch (error) {
      if ((error as { constraint?: string }).constraint === 'sso_domains_verified')
        refuse('conflict', 'Another workspace has proven this domain already')
      throw error
    }
    await audit(tx, {
      act: 'sso_domain.verified',
      object: { type: 'sso_domain', id: domain, name: domain },
      after: { by },
    })
    return mustFind(tx, domain)
  })
}

/**
 * Says by which provider people of the domain log in, and whether by single sign-on only: from then on their other sessions have ended.
 * Who is linked to the provider before stays so; new users come by the one that is chosen.
 */
export async function updateDomain(
  { sessions }: SsoAdmin,
  scope: Scope,
  given: string,
  wanted: SsoDomainUpdate,
): Promise<SsoDomain> {
  const { shown, ended } = await inDirectory(sessions.database, scope, async (tx) => {
    const { domain, verified_at, ...before } = await findDomain(tx, given)
    const provider_id =
      wanted.provider_id === undefined ? before.provider_id : await mustChooseProvider(tx, wanted.provider_id)
    const { enforced = before.enforced } = wanted
    const isNew = wanted.enforced === true || (enforced && provider_id !== before.provider_id)
    if (isNew && !verified_at)
      refuse('conflict', 'The domain is not proven yet. Add the DNS record that is shown beside it, then check it.')
    if (isNew && provider_id === null) refuse('conflict', 'Choose the identity provider of the domain first')
    if (isNew && !(await isInUse(tx, provider_id as string)))
      refuse('conflict', 'Set up the identity provider of the domain first: no member could log in')
    await tx.client.query(
      'update sso_domains set enforced = $3, provider_id = $4 where workspace_id = $1 and domain = $2',
      [tx.workspace_id, domain, enforced, provider_id],
    )
    const people = isNew ? await readGoverned(tx, tx.workspace_id, domain) : []
    for (const id of people) await endFamilies(tx, id, 'single sign-on is required', sessions.now())
    const object = { type: 'sso_domain', id: domain, name: domain }
    await audit(tx, {
      act: 'sso_domain.changed',
      object,
      before: { enforced: before.enforced, provider_id: before.provider_id },
      after: { enforced, provider_id },
    })
    return { shown: await mustFind(tx, domain), ended: people }
  })
  for (const userId of ended) sessions.people.forget(userId)
  return shown
}

export async function removeDomain({ sessions }: SsoAdmin, scope: Scope, given: string): Promise<void> {
  await inDirectory(sessions.database, scope, async (tx) => {
    const { domain, enforced } = await findDomain(tx, given)
    await tx.client.query('delete from sso_domains where workspace_id = $1 and domain = $2', [tx.workspace_id, domain])
    const object = { type: 'sso_domain', id: domain, name: domain }
    await audit(tx, { act: 'sso_domain.removed', object, before: { enforced } })
  })
}

/** Before a second provider is added: directories without a chosen provider are bound to the first. */
async function nameOnlyProvider(tx: WorkspaceTx): Promise<void> {
  const only = await readOnlyProvider(tx, tx.workspace_id)
  if (only === null) return
  for (const table of ['scim_tokens', 'scim_users'])
    await tx.client.query(`update ${table} set provider_id = $2 where workspace_id = $1 and provider_id is null`, [
      tx.workspace_id,
      only,
    ])
}

/** Ends the sessions that the provider began; returns whose. */
async function endSessionsBy(tx: WorkspaceTx, providerId: string, now: Date): Promise<number[]> {
  const { rows } = await tx.client.query<{ id: string; user_id: number }>(
    'select id, user_id from session_families where provider_id = $1 and revoked_at is null',
    [providerId],
  )
  for (const { id, user_id } of rows) await endFamilies(tx, user_id, 'its identity provider was cut off', now, id)
  return rows.map(({ user_id }) => user_id)
}

async function findDomain(tx: WorkspaceTx, given: string) {
  const { rows } = await tx.client.query<{
    domain: string
    token: string
    verified_at: Date | null
    enforced: boolean
    provider_id: string | null
  }>(
    'select domain, token, verified_at, enforced, provider_id from sso_domains where workspace_id = $1 and domain = $2 for update',
    [tx.workspace_id, given.toLowerCase()],
  )
  return rows[0] ?? refuse('not_found', NO_DOMAIN)
}

async function mustFind(tx: WorkspaceTx, domain: string): Promise<SsoDomain> {
  const [found] = await readDomains(tx, domain)
  return found ?? refuse('not_found', NO_DOMAIN)
}

/** @throws Refusal `invalid` for one that is not of the workspace */
async function mustChooseProvider(tx: WorkspaceTx, id: string | null): Promise<string | null> {
  if (id === null) return null
  const found = await lockProvider(tx, id)
  return found?.id ?? refuseField(['provider_id'], 'value_error', 'Value error, there is no such identity provider', id)
}

async function isInUse(tx: WorkspaceTx, providerId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    'select 1 from sso_providers where workspace_id = $1 and id = $2 and enabled and client_id is not null',
    [tx.workspace_id, providerId],
  )
  return Boolean(rowCount)
}

function secretOf(given: string): string {
  const text = given.trim()
  if (!/^[\x20-\x7e]+$/.test(text))
    refuseField(['client_secret'], 'value_error', 'Value error, a secret has only letters, digits and signs of ASCII')
  return text
}

function objectOf({ id, name }: ProviderRow) {
  return { type: 'sso_provider', id, name }
}

function shownOf({ name, issuer, client_id, enabled, listed, makes_accounts, default_role }: ProviderRow): JsonObject {
  return { name, issuer, client_id, enabled, listed, makes_accounts, default_role }
}
