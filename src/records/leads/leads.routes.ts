// Routes of the lead store.

import { Type } from 'typebox'
import type { Scope } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import { PageQuery } from '../../platform/http/paging.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { mustReadLead, recordOf } from '../lead-facts/lead.reads.ts'
import {
  CustomFieldList,
  FacetsQuery,
  Lead,
  LeadFacets,
  LeadFieldList,
  LeadList,
  LeadPath,
  LeadSaved,
  LeadStats,
  LeadsQuery,
  LeadTimeline,
  LeadUpdate,
  LeadUpsert,
  SimilarLeads,
  SimilarQuery,
  StatusChange,
} from '../lead-facts/lead.schema.ts'
import { LEAD_FIELDS } from '../lead-facts/lead-field.logic.ts'
import { JOINED_FIELDS } from '../lead-facts/lead-intake.logic.ts'
import { IDENTIFYING } from '../lead-facts/lead-keys.logic.ts'
import { readLeadPage } from '../lead-facts/lead-page.reads.ts'
import { readCustomFields, readFacets } from './facets.reads.ts'
import { deleteLead, saveLead, setLeadStatus, updateLead } from './lead.commands.ts'
import { type FindSuppressed, readSimilar } from './similar/similar.reads.ts'
import { writeSynonyms } from './similar/synonyms.commands.ts'
import { readSynonyms } from './similar/synonyms.reads.ts'
import { Synonyms } from './similar/synonyms.schema.ts'
import { readStats } from './stats.reads.ts'
import { readTimeline } from './timeline.reads.ts'

export interface LeadParts {
  database: Database
  now: () => Date
}

const MOST_SIMILAR = 100
const NONE_SUPPRESSED: FindSuppressed = async () => new Set()

/** The service passes `findSuppressed`, since suppressions belong to a higher room. */
export function leadRoutes({
  database,
  now,
  findSuppressed = NONE_SUPPRESSED,
}: LeadParts & { findSuppressed?: FindSuppressed }): Route[] {
  const inScope = scopedTo(database)
  const seesLead = (ctx: { scope: Scope }, { params }: { params: { lead_id: number } }) =>
    inScope(ctx, (tx) => mustReadLead(tx, params.lead_id))
  const all = { tag: 'Leads', access: 'user', needs: 'leads.view' } as const
  const one = { ...all, params: LeadPath } as const
  const changes = { ...one, needs: 'leads.edit', exists: seesLead } as const
  return [
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/leads',
      id: 'list_leads',
      summary: 'Leads by filter, search and order',
      description:
        'The filter and the order are those of rows, with names of fields in place of column ids (`custom.Plan` is the value `Plan` in `custom`); `$created_at`, ' +
        '`$updated_at`, `$lead_id` and `$source` too. Newest first without an order. A question that takes longer than ten ' +
        'seconds is stopped (503).',
      query: LeadsQuery,
      response: { 200: LeadList },
      handler: (ctx, { query }) => inScope(ctx, (tx) => readLeadPage(tx, query)),
    }),
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/leads/facets',
      id: 'lead_facets',
      summary: 'The values of fields, with how many leads have each',
      description:
        'Among the leads that answer the question, or all. Texts that differ by case alone are one value. Of very many leads a part ' +
        'is counted and the counts are scaled up (`is_estimate`).',
      query: FacetsQuery,
      limit: LIMITS.lead_search,
      response: { 200: LeadFacets },
      handler: (ctx, { query }) =>
        inScope(ctx, async (tx) => ({ ...(await readFacets(tx, query)), next_cursor: null })),
    }),
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/leads/custom-fields',
      id: 'list_custom_fields',
      summary: 'The values of your own that leads have, by name',
      description:
        'The names in `custom`, those of the most leads first, at most 200. `custom.` and a name is a field of filters, orders and facets.',
      limit: LIMITS.lead_search,
      response: { 200: CustomFieldList },
      handler: (ctx) => inScope(ctx, async (tx) => ({ ...(await readCustomFields(tx)), next_cursor: null })),
    }),
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/leads/stats',
      id: 'lead_stats',
      summary: 'The lead store in figures',
      description:
        'How many there are by kind, status and score, and how many can be reached by mail, phone or website.',
      limit: LIMITS.lead_search,
      response: { 200: LeadStats },
      handler: (ctx) => inScope(ctx, readStats),
    }),
    defineRoute({
      ...all,
      method: 'POST',
      path: '/api/lead',
      id: 'save_lead',
      effects: ['overwrites'],
      summary: 'Take in a lead by what identifies it',
      description:
        'A person is identified by external id, e-mail address, LinkedIn profile or phone number, a company also by its ' +
        'domain; the first of these that a lead of the same kind has decides. A phone number alone does not decide when other ' +
        'values contradict it. Without any of these a person is known by the whole name with the firm or its domain, the day of birth or an id, and a company by ' +
        'its name with its town, its street or an id, where one lead is called so and nothing contradicts it; what is less certain is proposed as a pair. An erased person is refused (409).',
      needs: 'leads.edit',
      body: LeadUpsert,
      idempotent: true,
      errors: [409],
      response: { 200: LeadSaved },
      handler: (ctx, { body }) => inScope(ctx, (tx) => saveLead(tx, body, now())),
    }),
    defineRoute({
      ...one,
      method: 'GET',
      path: '/api/lead/:lead_id',
      id: 'get_lead',
      summary: 'One lead, with where each value is from',
      description: 'All values, with the source, the license and the age of each; unknown values are null.',
      response: { 200: Lead },
      handler: (ctx, { params }) => inScope(ctx, async (tx) => recordOf(await mustReadLead(tx, params.lead_id))),
    }),
    defineRoute({
      ...changes,
      method: 'PATCH',
      path: '/api/lead/:lead_id',
      id: 'update_lead',
      summary: 'Change values of a lead',
      description: 'A key of another lead is refused (409).',
      body: LeadUpdate,
      errors: [409],
      response: { 200: Lead },
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => updateLead(tx, params.lead_id, body, now())),
    }),
    defineRoute({
      ...changes,
      method: 'DELETE',
      path: '/api/lead/:lead_id',
      id: 'delete_lead',
      summary: 'Delete a lead',
      description:
        'With its timeline and all that was merged with it, for good. Rows of workbooks that were linked to it stay.',
      response: { 204: null },
      async handler(ctx, { params }) {
        await inScope(ctx, (tx) => deleteLead(tx, params.lead_id))
        return undefined
      },
    }),
    defineRoute({
      ...changes,
      method: 'POST',
      path: '/api/lead/:lead_id/status',
      id: 'set_lead_status',
      effects: ['overwrites'],
      summary: 'Say how far the conversation is',
      description: 'The status is stored with its time and user, and listed in the timeline.',
      body: StatusChange,
      response: { 200: Lead },
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => setLeadStatus(tx, params.lead_id, body, now())),
    }),
    defineRoute({
      ...one,
      method: 'GET',
      path: '/api/lead/:lead_id/timeline',
      id: 'lead_timeline',
      summary: 'What happened to a lead, newest first',
      description: 'Changes of values and status, enrichment, signals and mail, each with who or what did it.',
      query: Type.Object(PageQuery),
      response: { 200: LeadTimeline },
      handler: (ctx, { params, query }) => inScope(ctx, (tx) => readTimeline(tx, params.lead_id, query)),
    }),
    defineRoute({
      ...one,
      method: 'GET',
      path: '/api/lead/:lead_id/similar',
      id: 'similar_leads',
      summary: 'Leads like this one',
      description:
        'Leads of the same specialization first, in any spelling and under any synonym, then of a similar one, then those ' +
        'of the same city. Within each those of the same city come first, then of the same region or country, those with a like ' +
        'title, and the newest. Leads with a suppressed address or domain are left out.',
      query: SimilarQuery,
      limit: LIMITS.lead_search,
      response: { 200: SimilarLeads },
      handler: (ctx, { params, query }) =>
        inScope(ctx, async (tx) => {
          const limit = Math.min(MOST_SIMILAR, Math.max(1, query.limit))
          const similar = await readSimilar(tx, params.lead_id, limit, findSuppressed)
          return { items: similar.map((found) => ({ ...found, lead: recordOf(found.lead) })), next_cursor: null }
        }),
    }),
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/leads/synonyms',
      id: 'get_synonyms',
      summary: 'Specializations that mean the same',
      description: 'By groups of names. Similar leads are found under each name of a group.',
      response: { 200: Synonyms },
      handler: (ctx) => inScope(ctx, readSynonyms),
    }),
    defineRoute({
      ...all,
      needs: 'leads.edit',
      method: 'PUT',
      path: '/api/leads/synonyms',
      id: 'set_synonyms',
      summary: 'Say which specializations mean the same',
      description: 'In place of all groups before. A name is in one group only.',
      body: Synonyms,
      response: { 200: Synonyms },
      handler: (ctx, { body }) => inScope(ctx, (tx) => writeSynonyms(tx, body)),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/meta/lead-fields',
      id: 'list_lead_fields',
      for_token: 'any',
      tag: 'Meta',
      summary: 'The fields of a lead',
      description: 'By which filters, sorts, imports and columns name them, each with its type.',
      access: 'user',
      response: { 200: LeadFieldList },
      handler: () => ({
        items: LEAD_FIELDS.map(({ name, label, type, description, options, max }) => ({
          name,
          label,
          type,
          description,
          identifies: IDENTIFYING.has(name),
          joins: JOINED_FIELDS.has(name),
          ...(options && { options: [...options] }),
          max_length: options || type === 'number' || type === 'json' ? null : max,
        })),
        next_cursor: null,
      }),
    }),
  ]
}
