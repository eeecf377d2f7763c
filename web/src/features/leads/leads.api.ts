// Every call of the leads page, and the keys under which answers are kept.

import { api, currentWorkspace, once, take } from '../../api/client.ts'
import type { UploadOptions } from '../../api/described.ts'
import { problemOf } from '../../api/problem.ts'
import type { Schemas } from '../../api/shapes.ts'
import { upload } from '../../api/upload.ts'
import { filterOf, type LeadQuery, type LeadStatus, queryOf } from './leads.logic.ts'

export const PAGE = 200
const LOOK_EVERY_MS = 500

/** `counted` asks how many there are of them all, which takes a look at every lead. */
export const getLeads = (asked: LeadQuery, page: number, counted: boolean, signal: AbortSignal) =>
  take(
    api.GET('/api/leads', {
      params: { query: { ...queryOf(asked), limit: PAGE, page: page + 1, ...(counted && { count: true }) } },
      signal,
    }),
  )

export const leadKey = (id: number) => [currentWorkspace(), 'lead', id] as const
export const facetsKey = () => [currentWorkspace(), 'leads', 'facets'] as const

/** The same in every workspace, and for as long as the service is of one version. */
export const fieldsQuery = {
  queryKey: ['lead-fields'],
  queryFn: async () => (await take(api.GET('/api/meta/lead-fields'))).items,
  staleTime: Number.POSITIVE_INFINITY,
}

export const customFieldsKey = () => [currentWorkspace(), 'leads', 'custom-fields'] as const
export const getCustomFields = async () => (await take(api.GET('/api/leads/custom-fields'))).items

export type Facet = Schemas['LeadFacets']['items'][number]

const at = (lead_id: number) => ({ path: { lead_id } })

export const getFacets = () => take(api.GET('/api/leads/facets', { params: { query: { limit: 50 } } }))

export const getLead = (id: number) => take(api.GET('/api/lead/{lead_id}', { params: at(id) }))
export const patchLead = (id: number, body: Schemas['LeadUpdate']) =>
  take(api.PATCH('/api/lead/{lead_id}', { params: at(id), body }))
export const setStatus = (id: number, status: LeadStatus, note?: string) =>
  take(api.POST('/api/lead/{lead_id}/status', { params: at(id), body: { status, ...(note && { note }) } }))
export const deleteLead = (id: number) => take(api.DELETE('/api/lead/{lead_id}', { params: at(id) }))
export type LeadErasureResult = Schemas['LeadErased']
/** `merged`: with the records that were merged with it. */
export const eraseLead = (id: number, merged: boolean) =>
  take(api.DELETE('/api/lead/{lead_id}/erase', { params: { ...at(id), query: { merged } } }))

export const saveLead = (values: Schemas['LeadUpsertInput']) =>
  take(api.POST('/api/lead', { body: { ...values, existing: 'fill_blanks' }, params: once() }))

export const getTimeline = (id: number, cursor: string | null) =>
  take(
    api.GET('/api/lead/{lead_id}/timeline', {
      params: { ...at(id), query: { limit: 20, ...(cursor && { cursor }) } },
    }),
  )

export const getSimilar = async (id: number) =>
  (await take(api.GET('/api/lead/{lead_id}/similar', { params: { ...at(id), query: { limit: 5 } } }))).items

type Synonyms = Schemas['Synonyms']

export const getSynonyms = () => take(api.GET('/api/leads/synonyms'))
export const putSynonyms = (groups: Synonyms['groups']) => take(api.PUT('/api/leads/synonyms', { body: { groups } }))

export type LeadImportResult = Schemas['LeadsImported']

export type LeadImportOptions = UploadOptions<'/api/leads/import'>

export const previewLeads = (file: File, options: LeadImportOptions, signal: AbortSignal) =>
  upload('/api/leads/import/preview', { file, options }, { signal })

export const importLeads = (
  file: File,
  options: LeadImportOptions,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => upload('/api/leads/import', { file, options }, { onProgress, signal })

const readJob = (job_id: string, signal?: AbortSignal) =>
  take(api.GET('/api/jobs/{job_id}', { params: { path: { job_id } }, signal }))

/** Waits for the end of an import that goes on in the background; one that failed is thrown. */
export async function followImport(
  begun: LeadImportResult,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<LeadImportResult> {
  for (;;) {
    if (begun.status !== 'pending' && begun.status !== 'running') return begun
    const job = await readJob(begun.job_id, signal)
    onRows(job.done)
    if (job.status === 'failed') throw problemOf(422, { detail: job.error ?? '' })
    if (job.status === 'done' || job.status === 'cancelled')
      return {
        ...begun,
        ...(job.counts as Partial<LeadImportResult>),
        ...(job.result as Partial<LeadImportResult>),
        status: job.status,
      }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

type Undone = Schemas['LeadsImportUndone']

/** Waits for the end; of many leads a job does it, whose leads so far `onLeads` is told. One that failed is thrown. */
export async function undoImport(importId: string, onLeads: (done: number, total: number) => void): Promise<Undone> {
  const params = { path: { lead_import_id: importId } }
  const begun = await take(api.POST('/api/leads/imports/{lead_import_id}/undo', { params }))
  if (!('job_id' in begun)) return begun
  for (;;) {
    const job = await readJob(begun.job_id)
    onLeads(job.done, job.total ?? job.done)
    if (job.status === 'failed' || job.status === 'cancelled')
      throw problemOf(422, { detail: job.error ?? 'It was cancelled.' })
    if (job.status === 'done') return { deleted: 0, restored: 0, kept: 0, ...(job.counts as Partial<Undone>) }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

export const getImports = (cursor: string | null) =>
  take(api.GET('/api/leads/imports', { params: { query: { limit: 50, ...(cursor && { cursor }) } } }))

export function exportLeads(asked: LeadQuery, format: 'csv' | 'jsonl'): Promise<Blob> {
  const { sort: _, ...query } = queryOf(asked)
  const path = ({ csv: '/api/leads/export.csv', jsonl: '/api/leads/export.jsonl' } as const)[format]
  return take(api.GET(path, { params: { query }, parseAs: 'blob' }))
}

/** A workbook that shows these leads, or all that match. */
export function openAsWorkbook(name: string, asked: LeadQuery, leadIds: number[] | null) {
  const filter = filterOf(asked)
  const leads = leadIds
    ? { lead_ids: leadIds }
    : { ...(filter && { filter }), ...(asked.search !== '' && { search: asked.search }) }
  return take(api.POST('/api/workbooks', { body: { name, source_type: 'leads', leads }, params: once() }))
}
