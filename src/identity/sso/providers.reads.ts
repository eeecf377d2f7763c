// Reading identity providers and domains: for the sign-in page, for administrators, and with the secret for a login.
import type { Tx, WorkspaceTx } from '../../platform/db/database.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { Idp } from './oidc.ts'
import type { SsoDomain, SsoOffer, SsoProvider } from './sso.schema.ts'

export interface ProviderRow {
  workspace_id: string
  id: string
  name: string
  issuer: string
  client_id: string | null
  secret: Buffer | null
  enabled: boolean
  listed: boolean
  makes_accounts: boolean
  default_role: 'editor' | 'member' | 'viewer'
  created_at: Date
  updated_at: Date
}

const COLUMNS = `p.workspace_id, p.id, p.name, p.issuer, p.client_id, p.secret, p.enabled, p.listed, p.makes_accounts,
  p.default_role, p.created_at, p.updated_at`
const IN_USE = 'p.enabled and p.client_id is not null and w.deleted_at is null'

/** Where a client secret lies in the vault of its workspace. */
export const secretPlace = (id: string) => ['sso', id, 'client_secret']

/** One that people can log in with; from the control plane, before the user is known. */
export async function findProvider(tx: Tx, id: string): Promise<ProviderRow | undefined> {
  const { rows } = await tx.client.query<ProviderRow>({
    name: 'sso_provider',
    text: `select ${COLUMNS} from sso_providers p join workspaces w on w.id = p.workspace_id where p.id::text = $1 and ${IN_USE}`,
    values: [id.toLowerCase()],
  })
  return rows[0]
}

/** As the protocol needs it, with its secret opened. Undefined when the secret cannot be opened any more. */
export async function idpOf(tx: WorkspaceTx, vault: Vault, row: ProviderRow): Promise<Idp | undefined> {
  const [secret = null] = row.secret
    ? await vault.open(tx, [{ place: secretPlace(row.id), sealed: row.secret }])
    : [null]
  if (row.secret && secret === null) return undefined
  return { id: row.id, issuer: row.issuer, client_id: row.client_id ?? '', client_secret: secret }
}

/** What the sign-in page offers: providers shown to all users, and those of the named workspace or domain. */
export async function readOffers(
  tx: Tx,
  { workspace, domain }: { workspace?: string | null | undefined; domain?: string | undefined },
): Promise<SsoOffer[]> {
  const { rows } = await tx.client.query<SsoOffer>({
    name: 'sso_offers',
    text: `select p.id, p.name,
        exists (select from sso_domains d where d.workspace_id = p.workspace_id and d.domain = $2 and d.verified_at is not null and d.enforced
          and coalesce(d.provider_id, p.id) = p.id) as required
      from sso_providers p join workspaces w on w.id = p.workspace_id
      where ${IN_USE} and (p.listed or w.slug = $1 or exists (
        select from sso_domains d where d.workspace_id = p.workspace_id and d.domain = $2 and d.verified_at is not null
          and coalesce(d.provider_id, p.id) = p.id))
      order by p.name, p.id limit 20`,
    values: [workspace ?? null, domain ?? null],
  })
  return rows
}

/** The providers of the workspaces of a person, which they may link to their account. */
export async function readLinkable(tx: Tx, userId: number): Promise<{ id: string; name: string; workspace: string }[]> {
  const { rows } = await tx.client.query<{ id: string; name: string; workspace: string }>(
    `select p.id, p.name, w.name as workspace from sso_providers p join workspaces w on w.id = p.workspace_id
      join memberships m on m.workspace_id = p.workspace_id and m.user_id = $1
      where ${IN_USE} order by p.name, p.id limit 100`,
    [userId],
  )
  return rows
}

export async function readProviders(tx: WorkspaceTx): Promise<SsoProvider[]> {
  const { rows } = await tx.client.query<ProviderRow & { people: number }>(
    `select ${COLUMNS}, (select count(*)::int from user_identities i where i.workspace_id = p.workspace_id and i.provider_id = p.id) as people
      from sso_providers p where p.workspace_id = $1 order by p.created_at, p.id`,
    [tx.workspace_id],
  )
  return rows.map(shownProvider)
}

/** For changing it; no other transaction changes it until this one ends. */
export async function lockProvider(tx: WorkspaceTx, id: string): Promise<ProviderRow | undefined> {
  const { rows } = await tx.client.query<ProviderRow>(
    `select ${COLUMNS} from sso_providers p where p.workspace_id = $1 and p.id::text = $2 for update`,
    [tx.workspace_id, id.toLowerCase()],
  )
  return rows[0]
}

export function shownProvider(row: ProviderRow & { people?: number }): SsoProvider {
  const { workspace_id: _workspace, secret, created_at, updated_at, people = 0, ...shown } = row
  return {
    ...shown,
    people,
    has_secret: secret !== null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

interface DomainRow {
  domain: string
  token: string
  verified_at: Date | null
  enforced: boolean
  provider_id: string | null
  created_at: Date
}

export async function readDomains(tx: WorkspaceTx, only?: string): Promise<SsoDomain[]> {
  const { rows } = await tx.client.query<DomainRow>(
    `select domain, token, verified_at, enforced, provider_id, created_at from sso_domains
      where workspace_id = $1 and ($2::text is null or domain = $2) order by domain`,
    [tx.workspace_id, only ?? null],
  )
  return rows.map(({ token, verified_at, created_at, ...row }) => ({
    ...row,
    verified_at: verified_at?.toISOString() ?? null,
    record: { name: recordName(row.domain), value: recordValue(token) },
    created_at: created_at.toISOString(),
  }))
}

export const recordName = (domain: string) => `_millrace.${domain}`
export const recordValue = (token: string) => `millrace-domain=${token}`
