// Routes that fill leads: many at once, one, and the actions as the workspace has them.

import type { Scope } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { mustReadLead, readLeads, recordOf } from '../../records/lead-facts/lead.reads.ts'
import { LeadPath } from '../../records/lead-facts/lead.schema.ts'
import { type Askable, readLookups } from '../money/facts.ts'
import { estimateFilling, type LeadFillRequest, startFilling, waitForJob } from './enrich-leads.commands.ts'
import { readJobLead } from './job-leads.reads.ts'
import type { LeadWaterfall } from './lead-action.logic.ts'
import {
  ActionPath,
  BulkEnrich,
  BulkEstimate,
  BulkStarted,
  EnrichOne,
  LeadActionList,
  LeadActionShape,
  LeadActionWrite,
  LeadEnriched,
  LeadEstimate,
  OfOneLead,
} from './lead-action.schema.ts'
import { mustBeAction, readAction, readActions, resetAction, saveAction } from './lead-actions.commands.ts'

export interface LeadActionParts extends Askable {
  database: Database
  now: () => Date
}

interface Asking {
  scope: Scope
  signal: AbortSignal
}

export function leadActionRoutes(parts: LeadActionParts): Route[] {
  const { database } = parts
  const inScope = scopedTo(database)
  const edits = { tag: 'Leads', access: 'user', needs: 'leads.edit' } as const
  const settings = { tag: 'Settings', access: 'user' } as const

  async function enrichOne({ scope, signal }: Asking, wanted: LeadFillRequest, seconds: number) {
    const { job_id } = await database.inWorkspace(scope, (tx) => startFilling(tx, wanted))
    const status = await waitForJob(database, scope, job_id, seconds, signal)
    return database.inWorkspace(scope, async (tx) => {
      const [leadId = 0] = wanted.lead_ids
      const [lead] = await readLeads(tx, [leadId])
      return { job_id, status, result: await readJobLead(tx, job_id, leadId), lead: lead ? recordOf(lead) : null }
    })
  }

  return [
    defineRoute({
      ...edits,
      method: 'POST',
      path: '/api/leads/bulk-enrich',
      id: 'bulk_enrich_leads',
      for_token: 'runs:execute',
      effects: ['spends', 'reaches_out'],
      summary: 'Fill up to 100 leads in the background',
      description:
        'Answers at once with the job: `GET /api/jobs/{job_id}`, or `/api/events?job_id=` for its progress. One id that is not ' +
        'there refuses the whole (404).',
      limit: LIMITS.lead_bulk_enrich,
      body: BulkEnrich,
      idempotent: true,
      response: { 202: BulkStarted },
      handler: (ctx, { body }) => inScope(ctx, (tx) => startFilling(tx, body)),
    }),
    defineRoute({
      ...edits,
      method: 'POST',
      path: '/api/leads/bulk-enrich/estimate',
      id: 'estimate_bulk_enrich',
      for_token: 'leads:read',
      effects: ['reads'],
      summary: 'What filling leads would do and cost',
      description:
        'Planned by the rules that the job follows; no provider is called and nothing is stored. A row is a lead, a column a waterfall.',
      limit: LIMITS.lead_search,
      body: BulkEstimate,
      response: { 200: LeadEstimate },
      handler: (ctx, { body }) => inScope(ctx, (tx) => estimateFilling(tx, parts, body)),
    }),
    defineRoute({
      ...edits,
      method: 'POST',
      path: '/api/lead/:lead_id/enrich',
      id: 'enrich_lead',
      for_token: 'runs:execute',
      effects: ['spends', 'reaches_out'],
      summary: 'Fill one lead',
      description: 'Runs as a job of one lead. The response waits for it briefly; a job that takes longer continues.',
      limit: LIMITS.lead_enrich,
      params: LeadPath,
      exists: (ctx, { params }) => inScope(ctx, (tx) => mustReadLead(tx, params.lead_id)),
      body: EnrichOne,
      idempotent: true,
      response: { 200: LeadEnriched },
      handler: (ctx, { params, body }) => enrichOne(ctx, { ...body, lead_ids: [params.lead_id] }, body.wait_seconds),
    }),
    defineRoute({
      ...edits,
      method: 'POST',
      path: '/api/leads/verify-email',
      id: 'verify_lead_email',
      for_token: 'runs:execute',
      effects: ['spends', 'reaches_out'],
      summary: 'Verify the email address of a lead',
      description:
        'Waits up to `wait_seconds` for the result, and answers the job when it takes longer. It may cost money, up to ' +
        '`max_usd`.',
      limit: LIMITS.lead_verify_email,
      body: OfOneLead,
      idempotent: true,
      response: { 200: LeadEnriched },
      handler: (ctx, { body: { lead_id, ...body } }) =>
        enrichOne(ctx, { ...body, action: 'verify_email', lead_ids: [lead_id] }, body.wait_seconds),
    }),
    defineRoute({
      ...edits,
      method: 'POST',
      path: '/api/leads/tech-stack',
      id: 'find_lead_tech_stack',
      for_token: 'runs:execute',
      effects: ['spends', 'reaches_out'],
      summary: 'Find the technologies of a lead',
      description:
        'Waits up to `wait_seconds` for the result, and answers the job when it takes longer. It may cost money, up to ' +
        '`max_usd`.',
      limit: LIMITS.lead_tech_stack,
      body: OfOneLead,
      idempotent: true,
      response: { 200: LeadEnriched },
      handler: (ctx, { body: { lead_id, ...body } }) =>
        enrichOne(ctx, { ...body, action: 'tech_stack', lead_ids: [lead_id] }, body.wait_seconds),
    }),
    defineRoute({
      ...settings,
      method: 'GET',
      path: '/api/settings/lead-actions',
      id: 'list_lead_actions',
      summary: 'The waterfalls that fill leads',
      description:
        'Emails, phones, websites, facts, technologies and verification, each with its steps and whether they are the defaults.',
      needs: 'settings.view',
      response: { 200: LeadActionList },
      handler: (ctx) =>
        inScope(ctx, async (tx) => ({ items: await readActions(tx, await readLookups(tx, parts)), next_cursor: null })),
    }),
    defineRoute({
      ...settings,
      method: 'GET',
      path: '/api/settings/lead-actions/:action',
      id: 'get_lead_action',
      summary: 'The waterfalls of one action',
      description: 'Its providers in order, with their conditions, and whether the keys they need are entered.',
      needs: 'settings.view',
      params: ActionPath,
      response: { 200: LeadActionShape },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => readAction(tx, mustBeAction(params.action), await readLookups(tx, parts))),
    }),
    defineRoute({
      ...settings,
      method: 'PUT',
      path: '/api/settings/lead-actions/:action',
      id: 'update_lead_action',
      summary: 'Change the waterfalls of an action',
      description: 'Counts for jobs that begin from now on.',
      needs: 'settings.edit',
      params: ActionPath,
      body: LeadActionWrite,
      response: { 200: LeadActionShape },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => {
          await saveAction(tx, mustBeAction(params.action), body.waterfalls as unknown as LeadWaterfall[])
          return readAction(tx, mustBeAction(params.action), await readLookups(tx, parts))
        }),
    }),
    defineRoute({
      ...settings,
      method: 'DELETE',
      path: '/api/settings/lead-actions/:action',
      id: 'reset_lead_action',
      summary: 'Put the waterfalls of an action back to the defaults',
      description: 'Active jobs continue with the earlier settings; leads stay as they are.',
      needs: 'settings.edit',
      params: ActionPath,
      response: { 200: LeadActionShape },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          await resetAction(tx, mustBeAction(params.action))
          return readAction(tx, mustBeAction(params.action), await readLookups(tx, parts))
        }),
    }),
  ]
}
