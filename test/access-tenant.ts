// What a tenant has for logging in: an identity provider, an unproven domain, an identity and a passkey of its owner.
import { newId } from '../src/kernel/ids.ts'
import type { TestService } from './running-install.ts'

export interface AccessIds {
  sso_provider_id: string
  sso_domain: string
  identity_id: string
  passkey_id: string
}

const NOBODY = '01900000-0000-7000-8000-000000000000'

export const UNKNOWN_ACCESS: AccessIds = {
  sso_provider_id: NOBODY,
  sso_domain: 'nobody.example',
  identity_id: NOBODY,
  passkey_id: NOBODY,
}

export async function addAccess({ database }: TestService, workspaceId: string, userId: number): Promise<AccessIds> {
  const [sso_provider_id, identity_id, passkey_id] = [newId(), newId(), newId()]
  const sso_domain = `d${workspaceId}.example`
  await database.asOwner(
    `insert into sso_providers (workspace_id, id, name, issuer) values ($1, $2, 'Idle', 'https://id.example.com')`,
    [workspaceId, sso_provider_id],
  )
  await database.asOwner(`insert into sso_domains (workspace_id, domain, token) values ($1, $2, 'none')`, [
    workspaceId,
    sso_domain,
  ])
  await database.asOwner(
    `insert into user_identities (workspace_id, provider_id, issuer, subject, id, user_id) values ($1, $2, 'none', 'none', $3, $4)`,
    [workspaceId, sso_provider_id, identity_id, userId],
  )
  await database.asOwner(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, name, backed_up) values ($1, $2, $3, '', 0, 'Idle', false)`,
    [passkey_id, userId, `none-${passkey_id}`],
  )
  return { sso_provider_id, sso_domain, identity_id, passkey_id }
}
