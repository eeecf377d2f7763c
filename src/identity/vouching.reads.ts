// Decides whether an identity provider may vouch for an address, for logins, directories and every other use of such an address.
import type { Tx } from '../platform/db/database.ts'
import { domainOf } from './sso/issuer.logic.ts'

/**
 * `own`: the domain is proven and belongs to this provider. `other`: it belongs to another provider of the workspace. `unchosen`: it is proven
 * and no provider was chosen for it yet. `unproven`: the workspace has not proven it, or it is no domain.
 */
export type DomainStanding = 'own' | 'other' | 'unchosen' | 'unproven'

export interface VouchingResult {
  vouching: DomainStanding
  domain: string | undefined
}

/** `providerId` null is a directory without a chosen provider: it speaks for the one of a workspace that has a single one. */
export async function readVouching(
  tx: Tx,
  workspaceId: string,
  providerId: string | null,
  address: string,
): Promise<VouchingResult> {
  const domain = domainOf(address)
  if (domain === undefined) return { vouching: 'unproven', domain }
  const { rows } = await tx.client.query<{ provider_id: string | null }>(
    'select provider_id from sso_domains where workspace_id = $1 and domain = $2 and verified_at is not null',
    [workspaceId, domain],
  )
  const [found] = rows
  if (!found) return { vouching: 'unproven', domain }
  if (found.provider_id === null) return { vouching: 'unchosen', domain }
  const speaker = providerId ?? (await readOnlyProvider(tx, workspaceId))
  return { vouching: found.provider_id === speaker ? 'own' : 'other', domain }
}

/** The provider of a workspace that has exactly one. */
export async function readOnlyProvider(tx: Tx, workspaceId: string): Promise<string | null> {
  const { rows } = await tx.client.query<{ id: string }>(
    'select id from sso_providers where workspace_id = $1 limit 2',
    [workspaceId],
  )
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}
