// Every route of the service in one list: what is not here does not exist, for the server and for the API description.

import { autoRunRoutes } from '../enrichment/auto/auto-run.routes.ts'
import { catalogRoutes } from '../enrichment/catalog/catalog.routes.ts'
import { driftRoutes } from '../enrichment/drift/drift.routes.ts'
import { providerHealthRoutes } from '../enrichment/health/provider-health.routes.ts'
import { intelligenceRoutes } from '../enrichment/intelligence/intelligence.routes.ts'
import { benchRoutes } from '../enrichment/kinds/bench/bench.routes.ts'
import { modelRoutes } from '../enrichment/kinds/models/models.routes.ts'
import { tryRoutes } from '../enrichment/kinds/try/try.routes.ts'
import type { TryParts } from '../enrichment/kinds/try/try-column.ts'
import { billingRoutes } from '../enrichment/money/billing.routes.ts'
import { budgetRoutes } from '../enrichment/money/budgets.routes.ts'
import { priceRoutes } from '../enrichment/money/prices.routes.ts'
import { performanceRoutes } from '../enrichment/performance/performance.routes.ts'
import { practiceRoutes } from '../enrichment/practice/practice.routes.ts'
import { retentionRoutes } from '../enrichment/retention/retention.routes.ts'
import type { Workshop } from '../enrichment/runs/facts.ts'
import { cancelRunsOf } from '../enrichment/runs/run.commands.ts'
import { runRoutes } from '../enrichment/runs/run.routes.ts'
import { traceRoutes } from '../enrichment/trace/trace.routes.ts'
import { usageRoutes } from '../enrichment/usage/usage.routes.ts'
import { callbackRoutes } from '../enrichment/waiting/callback.routes.ts'
import type { CallbackTokens } from '../enrichment/waiting/callback-token.ts'
import { adminRoutes } from '../identity/admin.routes.ts'
import { auditRoutes } from '../identity/audit/audit.routes.ts'
import { authRoutes } from '../identity/auth.routes.ts'
import type { Integrations } from '../identity/integrations/integrations.commands.ts'
import { integrationRoutes } from '../identity/integrations/integrations.routes.ts'
import { invitationRoutes } from '../identity/invitations.routes.ts'
import { memberRoutes } from '../identity/members.routes.ts'
import { scimRoutes } from '../identity/scim/scim.routes.ts'
import { secretRoutes } from '../identity/secrets/secrets.routes.ts'
import { sessionRoutes } from '../identity/session.routes.ts'
import type { Sessions } from '../identity/sessions.commands.ts'
import { userRoutes } from '../identity/users.routes.ts'
import { workspaceRoutes } from '../identity/workspaces.routes.ts'
import type { Database } from '../platform/db/database.ts'
import type { EventBus } from '../platform/events/bus.ts'
import { eventRoutes } from '../platform/events/events.routes.ts'
import type { Presence } from '../platform/events/presence.ts'
import type { Route } from '../platform/http/route.ts'
import { streamPlaces } from '../platform/limits/open-streams.ts'
import type { Settings } from '../platform/settings.ts'
import type { Lookup } from '../providers/kit.ts'
import { computedRoutes } from '../records/computed/computed.routes.ts'
import { copyRoutes } from '../records/copies/copy.routes.ts'
import { definitionRoutes } from '../records/definition/definition.routes.ts'
import { exportRoutes } from '../records/exports/export.routes.ts'
import { importRoutes } from '../records/imports/import.routes.ts'
import { ingestRoutes } from '../records/ingest/ingest.routes.ts'
import { leadTransferRoutes } from '../records/leads/lead-transfer.routes.ts'
import { leadRoutes } from '../records/leads/leads.routes.ts'
import { presenceRoutes } from '../records/presence/presence.routes.ts'
import { recognitionRoutes } from '../records/recognition/recognition.routes.ts'
import { typingRoutes } from '../records/typing/typing.routes.ts'
import { workRoutes } from '../records/work/work.routes.ts'
import { readSecretUses } from '../records/workbooks/secret-uses.reads.ts'
import { workbookRoutes } from '../records/workbooks/workbook.routes.ts'
import { metaRoutes } from './meta.routes.ts'
import { type SystemParts, systemStateRoutes } from './system.routes.ts'

export interface RouteParts {
  database: Database
  sessions: Sessions
  bus: EventBus
  presence: Presence
  catalog: readonly Lookup[]
  workshop: Workshop
  accounts: TryParts['accounts']
  toolsFor: TryParts['toolsFor']
  vault: Integrations['vault']
  callbacks: CallbackTokens
  http: Integrations['http']
  /** Where people reach the service, when the operator says so. */
  publicUrl: string | undefined
  settings: SystemParts['settings'] & Pick<Settings, 'limits' | 'limit_overrides'>
  now: () => Date
}

export function allRoutes(parts: RouteParts): Route[] {
  const { database, sessions, bus, presence, catalog, workshop, callbacks, publicUrl, settings, now } = parts
  return [
    ...authRoutes(sessions),
    ...sessionRoutes(sessions),
    ...userRoutes(sessions),
    ...adminRoutes(sessions),
    ...auditRoutes(database),
    ...workspaceRoutes(sessions),
    ...memberRoutes(sessions),
    ...invitationRoutes(sessions, publicUrl),
    ...scimRoutes({ database, people: sessions.people, publicUrl, now }),
    ...workbookRoutes(database, cancelRunsOf),
    ...importRoutes({ database, now }),
    ...exportRoutes({ database, now }),
    ...ingestRoutes({ database, publicUrl, now }),
    ...leadRoutes({ database, now }),
    ...leadTransferRoutes({ database, now }),
    ...presenceRoutes(database, presence),
    ...workRoutes(database),
    ...recognitionRoutes(database),
    ...typingRoutes(database),
    ...definitionRoutes(database),
    ...copyRoutes(database),
    ...computedRoutes(database, now),
    ...callbackRoutes(database, callbacks),
    ...runRoutes({ database, catalog, workshop, now }),
    ...traceRoutes({ database, catalog, workshop, now }),
    ...tryRoutes(parts),
    ...driftRoutes(database),
    ...benchRoutes(parts),
    ...intelligenceRoutes({ database, catalog, workshop, now }),
    ...autoRunRoutes({ database, catalog, workshop, now }),
    ...modelRoutes(parts),
    ...catalogRoutes(database, catalog),
    ...providerHealthRoutes(database, catalog, now),
    ...priceRoutes(database, catalog),
    ...budgetRoutes(database, now),
    ...billingRoutes(database, now),
    ...integrationRoutes(parts),
    ...secretRoutes({ ...parts, usesOfSecrets: readSecretUses }),
    ...performanceRoutes(database),
    ...practiceRoutes(database),
    ...retentionRoutes(database),
    ...usageRoutes(database, now),
    ...systemStateRoutes({ database, settings, now }),
    ...eventRoutes(bus, presence, streamPlaces(settings.limit_overrides)),
    ...metaRoutes(settings),
  ]
}
