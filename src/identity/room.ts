// Identity as `app` uses it: users, sessions, workspaces, integrations, directories.
import type { Database } from '../platform/db/database.ts'
import type { Route } from '../platform/http/route.ts'
import type { Log } from '../platform/log.ts'
import type { HttpClient } from '../platform/net/client.ts'
import type { DnsAsker } from '../platform/net/dns.ts'
import type { EgressPolicy } from '../platform/net/egress.ts'
import type { Room } from '../platform/room.ts'
import type { Vault } from '../platform/secrets/vault.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { authRoutes } from './auth.routes.ts'
import { integrationUpdated } from './identity.events.ts'
import { IDENTITY_GAUGES } from './identity.gauges.ts'
import { integrationRoutes } from './integrations/integrations.routes.ts'
import { noticeChanged } from './notices/notices.events.ts'
import { noticeRoutes } from './notices/notices.routes.ts'
import { type NoticeParts, noticeJobs } from './notices/notices.worker.ts'
import { passkeyRoutes } from './passkeys/passkeys.routes.ts'
import { scimRoutes } from './scim/scim.routes.ts'
import { secondFactorRoutes } from './second-factors/second-factors.routes.ts'
import { secretRoutes } from './secrets/secrets.routes.ts'
import { sessionRoutes } from './session.routes.ts'
import type { Sessions } from './sessions.commands.ts'
import { createOidc } from './sso/oidc.ts'
import { ssoSettingsRoutes } from './sso/settings.routes.ts'
import { ssoRoutes } from './sso/sso.routes.ts'
import { adminRoutes } from './users/admin.routes.ts'
import { userRoutes } from './users/users.routes.ts'
import type { WebhookDeliveryParts } from './webhooks/attempt.commands.ts'
import { startDeliveryWorker } from './webhooks/delivery.worker.ts'
import { endpointDisabled } from './webhooks/webhooks.events.ts'
import { webhookRoutes } from './webhooks/webhooks.routes.ts'
import { invitationRoutes } from './workspaces/invitations.routes.ts'
import { memberRoutes } from './workspaces/members.routes.ts'
import { workspaceJobs } from './workspaces/workspaces.jobs.ts'
import { workspaceRoutes } from './workspaces/workspaces.routes.ts'

type IdentityParts = Parameters<typeof integrationRoutes>[0] &
  Parameters<typeof secretRoutes>[0] &
  Parameters<typeof webhookRoutes>[0] &
  Parameters<typeof noticeRoutes>[0] & {
    database: Database
    sessions: Sessions
    vault: Vault
    client: HttpClient
    policy: EgressPolicy
    dns: DnsAsker
    log: Log
    publicUrl: string | undefined
    now: () => Date
  }

/** Tables whose rows make others work for a workspace: gone first, they stop it. */
const WORK_TABLES = ['queue', 'schedules', 'workspace_keys', 'run_chunks', 'runs']

export const identity: Room<IdentityParts, NoticeParts & WebhookDeliveryParts & { log: Log }> = {
  name: 'identity',
  tags: [
    { name: 'Auth', description: 'Logging in and staying in.' },
    { name: 'Users', description: 'Your account, and the members of a workspace.' },
    { name: 'Admin', description: 'Every account of the install; for platform administrators.' },
    { name: 'Webhooks', description: 'Endpoints that messages are sent to, and addresses that take payloads in.' },
    { name: 'Notices', description: 'Notices to a user, and their settings.' },
    { name: 'Workspaces', description: 'Where data lives and who belongs to it.' },
    {
      name: 'Single sign-on',
      description: 'Identity providers of a workspace, by OpenID Connect, and its e-mail domains.',
    },
    {
      name: 'SCIM',
      description: "Provisioning by a company's directory (RFC 7643, RFC 7644), and what administrators set up for it.",
    },
  ],
  routes: (parts) => [
    ...authRoutes(parts.sessions),
    ...singleSignOn(parts),
    ...passkeyRoutes(parts.sessions, parts.publicUrl),
    ...secondFactorRoutes({ ...parts.sessions, vault: parts.vault }),
    ...sessionRoutes(parts.sessions),
    ...userRoutes(parts.sessions),
    ...adminRoutes(parts.sessions),
    ...auditRoutes(parts.database),
    ...workspaceRoutes(parts.sessions),
    ...memberRoutes(parts.sessions),
    ...invitationRoutes(parts.sessions, parts.publicUrl),
    ...scimRoutes({ ...parts, people: parts.sessions.people }),
    ...integrationRoutes(parts),
    ...secretRoutes(parts),
    ...webhookRoutes(parts),
    ...noticeRoutes(parts),
  ],
  jobs: (parts) => [...workspaceJobs(parts.database, WORK_TABLES, parts.now), ...noticeJobs(parts)],
  workers: (parts) => [startDeliveryWorker(parts, parts.log)],
  gauges: IDENTITY_GAUGES,
  events: [integrationUpdated, noticeChanged, endpointDisabled],
  sweeps: [
    `update webhook_deliveries set state = 'failed', next_at = null, last_error = coalesce(last_error, 'It could not be sent in time')
      where state = 'pending' and give_up_at < now() - interval '1 hour'`,
    `delete from webhook_deliveries where created_at < now() - interval '30 days' and state <> 'pending'`,
    `delete from notices where created_at < now() - interval '90 days'`,
    `delete from session_families where ends_at < now() - interval '30 days' or revoked_at < now() - interval '30 days'`,
    `delete from sso_logins where expires_at < now() - interval '1 hour'`,
    `delete from passkey_challenges where expires_at < now() - interval '1 hour'`,
    `delete from login_challenges where expires_at < now() - interval '1 hour'`,
    `delete from user_totp where confirmed_at is null and created_at < now() - interval '1 day'`,
    `delete from stream_tickets where expires_at < now() - interval '1 hour'`,
  ],
}

function singleSignOn({ sessions, vault, client, policy, dns, log, publicUrl, now }: IdentityParts): Route[] {
  const onFault = (error: unknown) => log.warn({ err: error }, 'an identity provider gave no usable answer')
  const oidc = createOidc({ client, policy, now, onFault })
  return [
    ...ssoRoutes({ sessions, oidc, vault }, publicUrl),
    ...ssoSettingsRoutes({ sessions, oidc, vault, policy, dns }, publicUrl),
  ]
}
