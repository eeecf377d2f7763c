// Routes of work on many leads at once, and of the filters that find them again.

import { Type } from 'typebox'
import type { Scope } from '../../platform/ctx.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { scopedTo } from '../../platform/http/scoped.ts'
import type { FindFilterUses } from '../lead-facts/saved-question.reads.ts'
import { bulkDelete, bulkEdit } from './bulk-edit.commands.ts'
import { LeadBulkEdit, LeadIdList, LeadsChanged, LeadsDeleted } from './bulk-edit.schema.ts'
import type { LeadParts } from './leads.routes.ts'
import { addFilter, deleteFilter, listFilters, mustReadFilter, updateFilter } from './saved-filters.commands.ts'
import { FilterPath, LeadFilter, LeadFilterList, LeadFilterUpdate, LeadFilterWrite } from './saved-filters.schema.ts'

/** `filterUses`: finds uses of a saved filter in rooms above the leads. */
export function leadBulkRoutes({
  database,
  now,
  filterUses,
}: LeadParts & { filterUses: readonly FindFilterUses[] }): Route[] {
  const inScope = scopedTo(database)
  const all = { tag: 'Leads', access: 'user', needs: 'leads.view' } as const
  const edits = { tag: 'Leads', access: 'user', needs: 'leads.edit' } as const
  const seesFilter = (ctx: { scope: Scope }, { params }: { params: { filter_id: string } }) =>
    inScope(ctx, (tx) => mustReadFilter(tx, params.filter_id, ctx.scope))
  const one = { ...all, params: FilterPath, exists: seesFilter, path: '/api/leads/filters/:filter_id' } as const
  return [
    defineRoute({
      ...edits,
      method: 'POST',
      path: '/api/leads/bulk-edit',
      id: 'bulk_edit_leads',
      summary: 'Change many leads at once',
      description:
        'Up to 1,000 by `lead_ids`, all or none: one id that is not there refuses the whole (404). Or all that `which` finds, in a job ' +
        'that can be followed, cancelled and undone. Each change is in the timeline of its lead.',
      body: LeadBulkEdit,
      idempotent: true,
      response: { 200: LeadsChanged },
      handler: (ctx, { body }) => inScope(ctx, (tx) => bulkEdit(tx, body, now())),
    }),
    defineRoute({
      ...edits,
      method: 'POST',
      path: '/api/leads/bulk-delete',
      id: 'bulk_delete_leads',
      for_token: 'leads:delete',
      summary: 'Delete up to 1,000 leads at once',
      description:
        'With their timelines and all that was merged with them, for good. All or none: one id that is not there refuses the whole (404).',
      body: LeadIdList,
      idempotent: true,
      response: { 200: LeadsDeleted },
      handler: (ctx, { body }) => inScope(ctx, async (tx) => ({ deleted: await bulkDelete(tx, body.lead_ids) })),
    }),
    defineRoute({
      ...all,
      method: 'GET',
      path: '/api/leads/filters',
      id: 'list_lead_filters',
      summary: 'Saved filters over leads',
      description: "The caller's own and those that are shared, by name.",
      response: { 200: LeadFilterList },
      handler: (ctx) => inScope(ctx, async (tx) => ({ items: await listFilters(tx, ctx.scope), next_cursor: null })),
    }),
    defineRoute({
      ...all,
      method: 'POST',
      path: '/api/leads/filters',
      id: 'create_lead_filter',
      for_token: 'leads:write',
      summary: 'Save a filter over leads',
      description:
        'For yourself, or shared with the workspace: a search, a filter and an order to ask `GET /api/leads` with. Watch groups, the refresh of leads, lead triggers of rules and enrollments can name a shared one.',
      body: LeadFilterWrite,
      idempotent: true,
      response: { 201: LeadFilter },
      handler: (ctx, { body }) => inScope(ctx, (tx) => addFilter(tx, ctx.scope, body)),
    }),
    defineRoute({
      ...one,
      method: 'PATCH',
      id: 'update_lead_filter',
      summary: 'Change a saved filter',
      description:
        'Absent properties stay as they are. Members who can edit leads can change shared filters, and users their own. Watch groups, the refresh of leads and rules that name it follow it from their next look on; one that they name cannot become personal (409).',
      body: LeadFilterUpdate,
      errors: [409],
      response: { 200: LeadFilter },
      handler: (ctx, { params, body }) =>
        inScope(ctx, (tx) => updateFilter(tx, params.filter_id, ctx.scope, body, filterUses)),
    }),
    defineRoute({
      ...one,
      method: 'DELETE',
      id: 'delete_lead_filter',
      summary: 'Delete a saved filter',
      description:
        'Leads stay. 409 with `dependants` where watch groups, rules or the refresh of leads go by it; with `force=true` these stay as they are and no lead is meant by them any more.',
      response: { 204: null },
      query: Type.Object({
        force: Type.Boolean({ default: false, description: 'Delete it although others go by it.' }),
      }),
      errors: [409],
      async handler(ctx, { params, query: { force } }) {
        await inScope(ctx, (tx) => deleteFilter(tx, params.filter_id, ctx.scope, { force, uses: filterUses }))
        return undefined
      },
    }),
  ]
}
