// What enrichment gives to `app`: routes, jobs, workers and events of runs, money, the catalog and lookups.
import type { Database } from '../platform/db/database.ts'
import type { Room } from '../platform/room.ts'
import type { Lookup } from '../providers/kit/kit.ts'
import { SOURCES } from '../providers/sources/catalog.ts'
import type { CallbackTokens } from './attempts/callback-token.ts'
import { autoRunJobs } from './auto/auto-run.jobs.ts'
import { autoRunRoutes } from './auto/auto-run.routes.ts'
import { catalogRoutes } from './catalog/catalog.routes.ts'
import { companyIconJobs, type IconParts } from './company-icons/company-icons.jobs.ts'
import { companyIconRoutes } from './company-icons/company-icons.routes.ts'
import { ENRICHMENT_EVENTS } from './enrichment.events.ts'
import { providerHealthRoutes } from './health/provider-health.routes.ts'
import { intelligenceRoutes } from './intelligence/intelligence.routes.ts'
import { collectJobs } from './jobs/collect.jobs.ts'
import { jobRoutes } from './jobs/jobs.routes.ts'
import { evalRoutes } from './kinds/evals/evals.routes.ts'
import { modelRoutes } from './kinds/models/models.routes.ts'
import { tryRoutes } from './kinds/try/try.routes.ts'
import { bulkEnrichJobs, type LeadWorkParts } from './lead-actions/bulk-enrich.jobs.ts'
import { leadActionRoutes } from './lead-actions/lead-actions.routes.ts'
import { leadRecordRoutes } from './lead-actions/lead-record.routes.ts'
import { billingRoutes } from './money/billing.routes.ts'
import { budgetRoutes } from './money/budgets.routes.ts'
import type { ColumnFactory } from './money/facts.ts'
import { priceRoutes } from './money/prices.routes.ts'
import { ownProviderRoutes } from './own-providers/own-providers.routes.ts'
import { performanceRoutes } from './performance/performance.routes.ts'
import { refreshJobs } from './refresh/refresh.jobs.ts'
import { refreshRoutes } from './refresh/refresh.routes.ts'
import { retentionJobs } from './retention/retention.jobs.ts'
import { retentionRoutes } from './retention/retention.routes.ts'
import { runRoutes } from './runs/run.routes.ts'
import { RUN_GAUGES } from './runs/runs.gauges.ts'
import { scoringJobs } from './scoring/scoring.jobs.ts'
import { scoringRoutes } from './scoring/scoring.routes.ts'
import { sourceJobs } from './sources/source-run.jobs.ts'
import { sourceRoutes } from './sources/sources.routes.ts'
import { traceRoutes } from './trace/trace.routes.ts'
import { usageRoutes } from './usage/usage.routes.ts'
import { callbackRoutes } from './waiting/callback.routes.ts'
import { deliveryJobs } from './waiting/deliveries.jobs.ts'

interface EnrichmentJobParts extends LeadWorkParts, Omit<IconParts, 'toolsFor'> {
  database: Database
  catalog: readonly Lookup[]
  columnFactory: ColumnFactory
  toolsFor: Parameters<typeof collectJobs>[0]['toolsFor']
  accounts: Parameters<typeof collectJobs>[0]['accounts']
  client: Parameters<typeof collectJobs>[0]['client']
  pages: Parameters<typeof collectJobs>[0]['pages']
  callbacks: CallbackTokens
  workspaceSweeps: readonly string[]
  now: () => Date
}
type EnrichmentParts = EnrichmentJobParts &
  Parameters<typeof tryRoutes>[0] &
  Parameters<typeof evalRoutes>[0] &
  Parameters<typeof modelRoutes>[0] &
  Parameters<typeof jobRoutes>[0] &
  Parameters<typeof sourceRoutes>[0] & { columnFactory: ColumnFactory }

export const enrichment: Room<EnrichmentParts, EnrichmentJobParts> = {
  name: 'enrichment',
  tags: [
    { name: 'Runs', description: 'Filling enriched columns: estimate, start, follow, stop, explain.' },
    {
      name: 'Jobs',
      description: 'Long work in the background: follow, cancel, resume and undo it.',
    },
    {
      name: 'Sources',
      description: 'Sources of rows, run on request or by schedule, with every rejected record.',
    },
    {
      name: 'Billing',
      description:
        'What was spent, for what and by which user, and the budgets that limit it. This is a ledger; nothing is sold.',
    },
    {
      name: 'Settings',
      description:
        'The catalog of lookups, the keys of vendors, how hard enrichment works, what it used, and how long things are kept.',
    },
  ],
  events: ENRICHMENT_EVENTS,
  routes: (parts) => {
    const { database, catalog, callbacks, now } = parts
    return [
      ...callbackRoutes(database, callbacks),
      ...runRoutes(parts),
      ...traceRoutes(parts),
      ...tryRoutes(parts),
      ...evalRoutes(parts),
      ...intelligenceRoutes(parts),
      ...autoRunRoutes(parts),
      ...modelRoutes(parts),
      ...catalogRoutes(parts),
      ...ownProviderRoutes(parts),
      ...providerHealthRoutes(database, catalog, now),
      ...priceRoutes(database, catalog),
      ...budgetRoutes(database, now),
      ...billingRoutes(database, now),
      ...performanceRoutes(database),
      ...retentionRoutes(database),
      ...companyIconRoutes(database, now),
      ...usageRoutes(database, now),
      ...leadActionRoutes(parts),
      ...leadRecordRoutes(parts),
      ...scoringRoutes(parts),
      ...refreshRoutes(parts),
      ...jobRoutes(parts, SOURCES),
      ...sourceRoutes(parts, SOURCES),
    ]
  },
  jobs: (parts) => [
    ...retentionJobs(parts.database, parts.now, parts.workspaceSweeps),
    ...autoRunJobs(parts),
    ...deliveryJobs(parts),
    ...bulkEnrichJobs({ ...parts, callbackUrl: parts.callbacks.urlFor }),
    ...collectJobs({ ...parts, sources: SOURCES }),
    ...sourceJobs({ ...parts, sources: SOURCES }),
    ...scoringJobs(parts.database),
    ...refreshJobs(parts),
    ...companyIconJobs(parts),
  ],
  gauges: RUN_GAUGES,
  workspace_sweeps: [
    // Pages that were read for a collection or a source and not stored as rows: of one that failed they wait a day for a retry.
    `delete from stored_chunks where workspace_id = $1 and (file_id, seq) in (
       select c.file_id, c.seq from stored_chunks c cross join lateral (
         select from jobs j where j.workspace_id = $1 and j.id = c.file_id and j.kind in ('leads.collect', 'workbook.source')
           and j.finished_at < now() - interval '1 day' limit 1) ended
       where c.workspace_id = $1 limit $2)`,
  ],
  sweeps: [
    `delete from awaited_answers where state <> 'open' and deadline < now() - interval '7 days'`,
    `delete from run_chunks c using runs r where r.workspace_id = c.workspace_id and r.id = c.run_id and r.ended_at < now() - interval '1 hour'`,
  ],
}
