// Calls of the leads page about many leads at once, and of what is known of one.

import { api, currentWorkspace, once, take } from '../../api/client.ts'
import type { Schemas } from '../../api/shapes.ts'
import { leadKey } from './leads.api.ts'
import { filterOf, type LeadQuery } from './leads.logic.ts'

export type LeadsRefresh = Schemas['LeadsRefreshPolicy']

export type LeadFilterRecord = Schemas['LeadFilter']
export type LeadFact = Schemas['LeadFacts']['items'][number]

export type FillRequest = Required<Schemas['BulkEnrichEstimateInput']>

export const MOST_ENRICHED = 100
export const MOST_EDITED = 1000

export const estimateFill = (wanted: FillRequest, signal: AbortSignal) =>
  take(api.POST('/api/leads/bulk-enrich/estimate', { body: wanted, signal }))

export const startFill = (wanted: FillRequest, max_usd: number | null) =>
  take(
    api.POST('/api/leads/bulk-enrich', {
      body: { ...wanted, ...(max_usd !== null && { max_usd }) },
      params: once(),
    }),
  )

export type FoundLeads = NonNullable<Schemas['LeadBulkEditInput']['which']>

/** The leads that a page of them shows, for an edit of all. */
export function foundBy(asked: LeadQuery): FoundLeads {
  const filter = filterOf(asked)
  return {
    ...(asked.search !== '' && { search: asked.search }),
    ...(filter && { filter: filter as FoundLeads['filter'] }),
  }
}

export const editLeads = (body: Schemas['LeadBulkEditInput']) =>
  take(api.POST('/api/leads/bulk-edit', { body, params: once() }))

export const deleteLeads = (lead_ids: number[]) =>
  take(api.POST('/api/leads/bulk-delete', { body: { lead_ids }, params: once() }))

export const actionsQuery = () => ({
  queryKey: [currentWorkspace(), 'lead-actions'] as const,
  queryFn: async () => (await take(api.GET('/api/settings/lead-actions'))).items,
})

const of = (action: Schemas['LeadAction']['action']) => ({ path: { action } })
export const putAction = (action: Schemas['LeadAction']['action'], waterfalls: Schemas['LeadWaterfallInput'][]) =>
  take(api.PUT('/api/settings/lead-actions/{action}', { params: of(action), body: { waterfalls } }))
export const resetAction = (action: Schemas['LeadAction']['action']) =>
  take(api.DELETE('/api/settings/lead-actions/{action}', { params: of(action) }))

export const refreshQuery = () => ({
  queryKey: [currentWorkspace(), 'leads-refresh'] as const,
  queryFn: () => take(api.GET('/api/leads/refresh-policy')),
})
export const putRefresh = (body: Schemas['LeadsRefreshPolicyWriteInput']) =>
  take(api.PUT('/api/leads/refresh-policy', { body }))
export const refreshNow = () => take(api.POST('/api/leads/refresh-policy/run'))

export const saveFilter = (name: string, scope: LeadFilterRecord['scope'], asked: LeadQuery) =>
  take(
    api.POST('/api/leads/filters', {
      body: {
        name,
        scope,
        filter: filterOf(asked),
        sort: asked.sort ? [asked.sort] : [],
        search: asked.search === '' ? null : asked.search,
      },
      params: once(),
    }),
  )
/** `force`: deletes the filter even if groups, rules or the refresh use it. */
export const removeFilter = (filter_id: string, force = false) =>
  take(
    api.DELETE('/api/leads/filters/{filter_id}', {
      params: { path: { filter_id }, ...(force && { query: { force } }) },
    }),
  )

const at = (lead_id: number) => ({ path: { lead_id } })
export const factsQuery = (id: number) => ({
  queryKey: [...leadKey(id), 'facts'] as const,
  queryFn: async () => (await take(api.GET('/api/lead/{lead_id}/facts', { params: at(id) }))).items,
})
export const costQuery = (id: number) => ({
  queryKey: [...leadKey(id), 'cost'] as const,
  queryFn: () => take(api.GET('/api/lead/{lead_id}/cost', { params: at(id) })),
})
export const scoreQuery = (id: number) => ({
  queryKey: [...leadKey(id), 'score'] as const,
  queryFn: () => take(api.GET('/api/lead/{lead_id}/score', { params: at(id) })),
})
export const relativesQuery = (id: number) => ({
  queryKey: [...leadKey(id), 'relatives'] as const,
  queryFn: () => take(api.GET('/api/lead/{lead_id}/relatives', { params: at(id) })),
})

export const scoringKey = () => [currentWorkspace(), 'scoring'] as const
export const scoringQuery = () => ({
  queryKey: scoringKey(),
  queryFn: () => take(api.GET('/api/leads/scoring')),
})
export const previewScoring = (rules: Schemas['ScoringRulesInput'], signal: AbortSignal) =>
  take(api.POST('/api/leads/scoring/preview', { body: rules, signal }))
export const putScoring = (rules: Schemas['ScoringRulesInput']) => take(api.PUT('/api/leads/scoring', { body: rules }))
