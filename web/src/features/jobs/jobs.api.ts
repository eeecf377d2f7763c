// Calls of the jobs page, and the keys under which answers are kept.
import { currentWorkspace } from '../../api/client.ts'
import type { components } from '../../api/schema.d.ts'
import { call, newKey } from '../columns/workbook.api.ts'

type Schemas = components['schemas']
export type Job = Schemas['Job']
export type JobEvent = Schemas['JobEvents']['items'][number]
export type LeadOfJob = Schemas['LeadOfJob']
export type JobSource = Schemas['JobSourceList']['items'][number]

export const jobsKey = () => [currentWorkspace(), 'jobs'] as const
export const jobKey = (id: string) => [...jobsKey(), id] as const

export const getJobs = (cursor: string | null) =>
  call<Schemas['JobList']>('GET', `/api/jobs?limit=50${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)

export const getJob = (id: string) => call<Job>('GET', `/api/jobs/${id}`)
export const getJobLog = async (id: string) =>
  (await call<Schemas['JobEvents']>('GET', `/api/jobs/${id}/events?limit=200`)).items
export const getJobLeads = (id: string) => call<Schemas['JobLeads']>('GET', `/api/jobs/${id}/leads?limit=100`)

export const cancelJob = (id: string) => call<Job>('POST', `/api/jobs/${id}/cancel`)
export const retryJob = (id: string) => call<Job>('POST', `/api/jobs/${id}/retry`, { once: newKey() })
/** What was undone, or the job that does it. */
export const undoJob = (id: string) =>
  call<Schemas['JobUndone'] | Schemas['LeadsUndoStarted']>('POST', `/api/jobs/${id}/undo`)
export const deleteJob = (id: string) => call<null>('DELETE', `/api/jobs/${id}`)

export const getSources = async () => (await call<Schemas['JobSourceList']>('GET', '/api/jobs/sources')).items
export const startJob = (body: { source: string; query: Record<string, unknown>; target: object; max_leads: number }) =>
  call<Job>('POST', '/api/jobs', { body, once: newKey() })
