// Calls of the leads page about many leads at once, and of what is known of one.
import { currentWorkspace } from '../../api/client.ts'
import type { components } from '../../api/schema.d.ts'
import { call, newKey } from '../columns/workbook.api.ts'
import { leadKey } from './leads.api.ts'
import { type Asked, filterOf } from './leads.logic.ts'

type Schemas = components['schemas']
export type LeadActionName = Schemas['LeadAction']['action']
export type LeadAction = Schemas['LeadAction']
export type LeadWaterfall = Schemas['LeadWaterfall']
export type LeadsRefresh = Schemas['LeadsRefreshPolicy']
export type LeadEstimate = Schemas['LeadEstimate']
export type LeadFilterRecord = Schemas['LeadFilter']
export type LeadFact = Schemas['LeadFacts']['items'][number]
export type LeadScore = Schemas['ScoredLead']
export type Relatives = Schemas['LeadRelatives']
export type Scoring = Schemas['Scoring']
export type ScoringRules = Schemas['ScoringRulesInput']
export type ScoringPreview = Schemas['ScoringPreview']

export interface WantedFill {
  lead_ids: number[]
  action: LeadActionName
  mode: 'missing' | 'stale' | 'all'
}

export const MOST_ENRICHED = 100
export const MOST_EDITED = 1000

export const estimateFill = (wanted: WantedFill, signal: AbortSignal) =>
  call<LeadEstimate>('POST', '/api/leads/bulk-enrich/estimate', { body: wanted, signal })

export const startFill = (wanted: WantedFill, max_usd: number | null) =>
  call<{ job_id: string; total: number }>('POST', '/api/leads/bulk-enrich', {
    body: { ...wanted, ...(max_usd === null ? {} : { max_usd }) },
    once: newKey(),
  })

export const editLeads = (body: {
  lead_ids: number[]
  set?: Record<string, unknown>
  add_tags?: string[]
  remove_tags?: string[]
}) => call<{ changed: number }>('POST', '/api/leads/bulk-edit', { body, once: newKey() })

export const deleteLeads = (lead_ids: number[]) =>
  call<{ deleted: number }>('POST', '/api/leads/bulk-delete', { body: { lead_ids }, once: newKey() })

export const actionsQuery = () => ({
  queryKey: [currentWorkspace(), 'lead-actions'] as const,
  queryFn: async () => (await call<Schemas['LeadActionList']>('GET', '/api/settings/lead-actions')).items,
})

export const putAction = (action: LeadActionName, waterfalls: Schemas['LeadWaterfallInput'][]) =>
  call<LeadAction>('PUT', `/api/settings/lead-actions/${action}`, { body: { waterfalls } })
export const resetAction = (action: LeadActionName) =>
  call<LeadAction>('DELETE', `/api/settings/lead-actions/${action}`)

export const refreshQuery = () => ({
  queryKey: [currentWorkspace(), 'leads-refresh'] as const,
  queryFn: () => call<LeadsRefresh>('GET', '/api/leads/refresh-policy'),
})
export const putRefresh = (body: Schemas['LeadsRefreshPolicyWriteInput']) =>
  call<LeadsRefresh>('PUT', '/api/leads/refresh-policy', { body })
export const refreshNow = () => call<LeadsRefresh>('POST', '/api/leads/refresh-policy/run')

export const saveFilter = (name: string, scope: LeadFilterRecord['scope'], asked: Asked) =>
  call<LeadFilterRecord>('POST', '/api/leads/filters', {
    body: {
      name,
      scope,
      filter: filterOf(asked),
      sort: asked.sort ? [asked.sort] : [],
      search: asked.search === '' ? null : asked.search,
    },
    once: newKey(),
  })
/** `force`: also one that groups, rules or the refresh go by. */
export const removeFilter = (id: string, force = false) =>
  call<null>('DELETE', `/api/leads/filters/${id}${force ? '?force=true' : ''}`)

export const factsQuery = (id: number) => ({
  queryKey: [...leadKey(id), 'facts'] as const,
  queryFn: async () => (await call<Schemas['LeadFacts']>('GET', `/api/lead/${id}/facts`)).items,
})
export const scoreQuery = (id: number) => ({
  queryKey: [...leadKey(id), 'score'] as const,
  queryFn: () => call<LeadScore>('GET', `/api/lead/${id}/score`),
})
export const relativesQuery = (id: number) => ({
  queryKey: [...leadKey(id), 'relatives'] as const,
  queryFn: () => call<Relatives>('GET', `/api/lead/${id}/relatives`),
})

export const scoringKey = () => [currentWorkspace(), 'scoring'] as const
export const scoringQuery = () => ({
  queryKey: scoringKey(),
  queryFn: () => call<Scoring>('GET', '/api/leads/scoring'),
})
export const previewScoring = (rules: ScoringRules, signal: AbortSignal) =>
  call<ScoringPreview>('POST', '/api/leads/scoring/preview', { body: rules, signal })
export const putScoring = (rules: ScoringRules) => call<Scoring>('PUT', '/api/leads/scoring', { body: rules })
