// Routes of what is known of one lead: its facts, what was tried, and the company or people it belongs with.

import { Type } from 'typebox'
import type { Database } from '../../platform/db/database.ts'
import { PageQuery } from '../../platform/http/paging.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import { LeadPath, LeadRelatives } from '../../records/lead-facts/lead.schema.ts'
import { readRelatives } from '../../records/leads/relatives.reads.ts'
import { LeadCost } from '../money/ledger.schema.ts'
import { readFacts, readLeadCost, readLeadTrace } from './lead-facts.reads.ts'
import { LeadFacts, LeadTrace } from './lead-facts.schema.ts'

export function leadRecordRoutes({ database, now }: { database: Database; now: () => Date }): Route[] {
  const inScope = scopedTo(database)
  const one = { tag: 'Leads', access: 'user', needs: 'leads.view', params: LeadPath, method: 'GET' } as const
  return [
    defineRoute({
      ...one,
      path: '/api/lead/:lead_id/facts',
      id: 'list_lead_facts',
      summary: 'Every value of a lead with its source and age, and what other sources said',
      description: 'The value that is shown, and those of other sources with the reason why they were passed over.',
      response: { 200: LeadFacts },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => ({
          items: await readFacts(tx, params.lead_id, now().getTime()),
          next_cursor: null,
        })) as never,
    }),
    defineRoute({
      ...one,
      path: '/api/lead/:lead_id/trace',
      id: 'list_lead_attempts',
      summary: 'Every attempt to fill a lead, newest first',
      description: 'The provider of each, its outcome, its cost and how long it took, as long as attempts are kept.',
      query: Type.Object(PageQuery),
      response: { 200: LeadTrace },
      handler: (ctx, { params, query }) => inScope(ctx, (tx) => readLeadTrace(tx, params.lead_id, query)),
    }),
    defineRoute({
      ...one,
      path: '/api/lead/:lead_id/cost',
      id: 'get_lead_cost',
      summary: 'What a lead has cost, by provider',
      description:
        'By the ledger: calls for the lead and for its rows of workbooks. A merged lead has the sum of its records, whichever of them is asked for.',
      response: { 200: LeadCost },
      handler: (ctx, { params }) => inScope(ctx, (tx) => readLeadCost(tx, params.lead_id)),
    }),
    defineRoute({
      ...one,
      path: '/api/lead/:lead_id/relatives',
      id: 'list_lead_relatives',
      summary: 'The company of a lead that is a person, or the people of a company',
      description: 'Matched by the domain: at most one company and 100 people.',
      response: { 200: LeadRelatives },
      handler: (ctx, { params }) => inScope(ctx, (tx) => readRelatives(tx, params.lead_id)),
    }),
  ]
}
