// Every call of the leads page, and the keys under which answers are kept.
import { currentWorkspace } from '../../api/client.ts'
import { problemOf } from '../../api/problem.ts'
import type { components } from '../../api/schema.d.ts'
import { upload } from '../../api/upload.ts'
import { call, newKey } from '../columns/workbook.api.ts'
import { fetchExport } from '../export/export.queries.ts'
import {
  type Asked,
  filterOf,
  type Lead,
  type LeadChange,
  type LeadField,
  type LeadStatus,
  queryOf,
} from './leads.logic.ts'

export const PAGE = 200
const LOOK_EVERY_MS = 500

export interface LeadsPage {
  items: Lead[]
  next_cursor: string | null
  /** Null also where counting them takes too long. */
  total: number | null
}

/** `counted` asks how many there are of them all, which takes a look at every lead. */
export function getLeads(asked: Asked, page: number, counted: boolean, signal: AbortSignal): Promise<LeadsPage> {
  const query = queryOf(asked)
  query.set('limit', String(PAGE))
  query.set('page', String(page + 1))
  if (counted) query.set('count', 'true')
  return call('GET', `/api/leads?${query}`, { signal })
}

export const leadKey = (id: number) => [currentWorkspace(), 'lead', id] as const
export const facetsKey = () => [currentWorkspace(), 'leads', 'facets'] as const

/** The same in every workspace, and for as long as the service is of one version. */
export const fieldsQuery = {
  queryKey: ['lead-fields'],
  queryFn: async (): Promise<LeadField[]> => (await call<{ items: LeadField[] }>('GET', '/api/meta/lead-fields')).items,
  staleTime: Number.POSITIVE_INFINITY,
}

export interface Facet {
  field: string
  values: { value: string; count: number }[]
}

export interface Facets {
  items: Facet[]
  /** Only a part was counted. */
  is_estimate: boolean
}

export const getFacets = () => call<Facets>('GET', '/api/leads/facets?limit=50')

export const getLead = (id: number) => call<Lead>('GET', `/api/lead/${id}`)
export const patchLead = (id: number, values: Record<string, unknown>) =>
  call<Lead>('PATCH', `/api/lead/${id}`, { body: values })
export const setStatus = (id: number, status: LeadStatus, note?: string) =>
  call<Lead>('POST', `/api/lead/${id}/status`, { body: { status, ...(note ? { note } : {}) } })
export const deleteLead = (id: number) => call<null>('DELETE', `/api/lead/${id}`)
export type Erased = components['schemas']['LeadErased']
export const eraseLead = (id: number) => call<Erased>('DELETE', `/api/lead/${id}/erase`)

export const saveLead = (values: Record<string, unknown>) =>
  call<{ outcome: string; lead: Lead }>('POST', '/api/lead', {
    body: { ...values, existing: 'fill_blanks' },
    once: newKey(),
  })

export const getTimeline = (id: number, cursor: string | null) =>
  call<{ items: LeadChange[]; next_cursor: string | null }>(
    'GET',
    `/api/lead/${id}/timeline?limit=20${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
  )

type Similar = components['schemas']['SimilarLeads']['items'][number]

export const getSimilar = async (id: number): Promise<Similar[]> =>
  (await call<{ items: Similar[] }>('GET', `/api/lead/${id}/similar?limit=5`)).items

type Synonyms = components['schemas']['Synonyms']

export const getSynonyms = () => call<Synonyms>('GET', '/api/leads/synonyms')
export const putSynonyms = (groups: Synonyms['groups']) =>
  call<Synonyms>('PUT', '/api/leads/synonyms', { body: { groups } })

export type Imported = components['schemas']['LeadsImported']
export type LeadsPreview = components['schemas']['LeadsPreview']

/** Options first: the server knows how to read the file before its bytes arrive. */
function formOf(file: File, options: object): FormData {
  const form = new FormData()
  form.set('options', JSON.stringify(options))
  form.set('file', file, file.name)
  return form
}

export function previewLeads(file: File, options: object, signal: AbortSignal): Promise<LeadsPreview> {
  return upload('/api/leads/import/preview', formOf(file, options), { signal })
}

export function importLeads(
  file: File,
  options: object,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Imported> {
  return upload('/api/leads/import', formOf(file, options), { onProgress, signal })
}

/** Waits for the end of an import that goes on in the background; one that failed is thrown. */
export async function followImport(
  begun: Imported,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<Imported> {
  for (;;) {
    if (begun.status !== 'pending' && begun.status !== 'running') return begun
    const job = await call<components['schemas']['Job']>('GET', `/api/jobs/${begun.job_id}`, { signal })
    onRows(job.done)
    if (job.status === 'failed') throw problemOf(422, { detail: job.error ?? '' })
    if (job.status === 'done' || job.status === 'cancelled')
      return {
        ...begun,
        ...(job.counts as Partial<Imported>),
        ...(job.result as Partial<Imported>),
        status: job.status,
      }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

type Undone = components['schemas']['LeadsImportUndone']

/** Waits for the end; of many leads a job does it, whose leads so far `onLeads` is told. One that failed is thrown. */
export async function undoImport(importId: string, onLeads: (done: number, total: number) => void): Promise<Undone> {
  const begun = await call<Undone | components['schemas']['LeadsUndoStarted']>(
    'POST',
    `/api/leads/imports/${importId}/undo`,
  )
  if (!('job_id' in begun)) return begun
  for (;;) {
    const job = await call<components['schemas']['Job']>('GET', `/api/jobs/${begun.job_id}`)
    onLeads(job.done, job.total ?? job.done)
    if (job.status === 'failed' || job.status === 'cancelled')
      throw problemOf(422, { detail: job.error ?? 'It was cancelled.' })
    if (job.status === 'done') return { deleted: 0, restored: 0, kept: 0, ...(job.counts as Partial<Undone>) }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

export const getImports = (cursor: string | null) =>
  call<components['schemas']['LeadImportList']>(
    'GET',
    `/api/leads/imports?limit=50${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
  )

export function exportLeads(asked: Asked, format: 'csv' | 'jsonl'): Promise<Blob> {
  const query = queryOf(asked)
  query.delete('sort')
  return fetchExport(`/api/leads/export.${format}?${query}`)
}

/** A workbook that shows these leads, or all that match. */
export function openAsWorkbook(name: string, asked: Asked, leadIds: number[] | null): Promise<{ id: string }> {
  const filter = filterOf(asked)
  const leads = leadIds
    ? { lead_ids: leadIds }
    : { ...(filter ? { filter } : {}), ...(asked.search === '' ? {} : { search: asked.search }) }
  return call('POST', '/api/workbooks', { body: { name, source_type: 'leads', leads }, once: newKey() })
}
