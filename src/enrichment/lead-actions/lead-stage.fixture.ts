// For tests of lead actions: a workspace with leads, waterfalls of made-up lookups, and workers that can be stopped in the middle.
import { addWorkspace, type TestDatabase } from '../../../test/database.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import { createLog } from '../../platform/log.ts'
import { cancelJob } from '../../platform/queue/work.ts'
import { startQueueWorker } from '../../platform/queue/worker.ts'
import type { Lookup } from '../../providers/kit/kit.ts'
import type { Tools } from '../../providers/kit/outside.ts'
import { upsertLeads } from '../../records/leads/upsert.commands.ts'
import type { CallbackTokens } from '../attempts/callback-token.ts'
import { mustReadJob } from '../jobs/jobs.reads.ts'
import type { Job } from '../jobs/jobs.schema.ts'
import { createAsker } from '../lookups/asker.ts'
import { answerCache } from '../lookups/cache.reads.ts'
import { offlineTools } from '../runs/offline-tools.fixture.ts'
import { saveSetting } from '../settings/setting.commands.ts'
import { bulkEnrichJobs } from './bulk-enrich.jobs.ts'
import { type LeadFillRequest, startFilling } from './enrich-leads.commands.ts'
import type { LeadWaterfall } from './lead-action.logic.ts'

const now = () => new Date()

interface Outside {
  http?: Tools['http']
  callbackUrl?: CallbackTokens['urlFor']
}

export async function setLeadStage(database: TestDatabase) {
  const workspace_id = (await addWorkspace(database)) as WorkspaceId
  const actor = { kind: 'user', user_id: 1, name: 'Ann', token_id: null, ip: null, request_id: null } as const
  const at: WorkspaceScope = { workspace_id, actor }

  return {
    at,
    async addLeads(leads: readonly JsonObject[], from: JsonObject = { source: 'import', method: 'import' }) {
      const brought = leads.map((data) => ({ data, provenance: { '': from } }))
      const placed = await database.inWorkspace(at, (tx) =>
        upsertLeads(tx, brought, { existing: 'overwrite', source: { kind: 'api' } }),
      )
      return placed.map(({ lead }) => lead?.id ?? 0)
    },
    /** The description of a lead is asked of these lookups, one after the other. */
    async describeWith(providers: readonly string[], more: Partial<LeadWaterfall> = {}) {
      const steps = providers.map((provider) => ({ provider, inputs: { key: '{{Company}}' } }))
      const waterfall = {
        id: 'about',
        name: 'About',
        output: 'description',
        into: { description: 'description' },
        steps,
      }
      await database.inWorkspace(at, (tx) =>
        saveSetting(tx, 'lead_action.firmographics', {}, { waterfalls: [{ ...waterfall, ...more }] }),
      )
    },
    start: (wanted: Partial<LeadFillRequest> & { lead_ids: readonly number[] }) =>
      database.inWorkspace(at, (tx) => startFilling(tx, { action: 'firmographics', mode: 'missing', ...wanted })),
    worker(catalog: readonly Lookup[], { http, callbackUrl }: Outside = {}) {
      const accounts = { find: async () => ({}) }
      const toolsFor = () => (http ? { ...offlineTools, http } : offlineTools)
      const ask = createAsker({ cache: answerCache(database), toolsFor, accounts, now })
      return startQueueWorker(
        { database, log: createLog('silent'), now },
        bulkEnrichJobs({ database, catalog, ask, now, ...(callbackUrl && { callbackUrl }) }),
      )
    },
    look: (jobId: string) => database.inWorkspace(at, (tx) => mustReadJob(tx, jobId, now())),
    cancel: (jobId: string) => database.inWorkspace(at, (tx) => cancelJob(tx, jobId)),
    async end(jobId: string): Promise<Job> {
      for (;;) {
        const job = await this.look(jobId)
        if (job.status !== 'pending' && job.status !== 'running') return job
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    },
    leadOf: async (id: number) =>
      (
        await database.asOwner<{ data: JsonObject; provenance: Record<string, JsonObject> }>(
          'select l.data, p.provenance from leads l left join lead_provenance p on p.workspace_id = l.workspace_id and p.lead_id = l.id where l.id = $1',
          [id],
        )
      )[0],
  }
}
