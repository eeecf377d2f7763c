// Finds users who must use single sign-on: members of a workspace under a domain that it has proven and requires it for.
import type { Tx } from '../../platform/db/database.ts'
import { domainOf } from './issuer.logic.ts'

/**
 * Accounts of workspaces that enforce a domain, with what they could belong to it by. Administrators of the install and
 * owners of the workspace keep their password, so that a broken provider does not lock them out for good.
 */
const CANDIDATES = `select u.id, u.username, d.domain,
    array(select i.email from user_identities i where i.workspace_id = d.workspace_id and i.user_id = u.id and i.email is not null) as emails
  from sso_domains d join memberships m on m.workspace_id = d.workspace_id and m.role <> 'owner' join users u on u.id = m.user_id
  where d.enforced and d.verified_at is not null and u.role <> 'admin'
    and exists (select from sso_providers p where p.workspace_id = d.workspace_id and p.enabled and p.client_id is not null
      and coalesce(d.provider_id, p.id) = p.id)`

interface Candidate {
  id: number
  username: string
  domain: string
  emails: string[]
}

const isGoverned = ({ username, domain, emails }: Candidate) =>
  [username, ...emails].some((one) => domainOf(one) === domain)

/** The domain for whose sake this account may not log in without single sign-on; undefined when it may. */
export async function readEnforcement(tx: Tx, userId: number): Promise<string | undefined> {
  const { rows } = await tx.client.query<Candidate>(`${CANDIDATES} and m.user_id = $1`, [userId])
  return rows.find(isGoverned)?.domain
}

/** The accounts that the workspace's domain governs now and that have sessions begun otherwise. */
export async function readGoverned(tx: Tx, workspaceId: string, domain: string): Promise<number[]> {
  const { rows } = await tx.client.query<Candidate>(
    `${CANDIDATES} and d.workspace_id = $1 and d.domain = $2
       and exists (select from session_families f where f.user_id = u.id and f.revoked_at is null and f.method <> 'sso')`,
    [workspaceId, domain],
  )
  return rows.filter(isGoverned).map(({ id }) => id)
}
