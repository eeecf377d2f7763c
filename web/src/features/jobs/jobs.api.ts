// Calls of the jobs page, and the keys under which answers are kept.

import { api, currentWorkspace, once, take } from '../../api/client.ts'
import type { Schemas } from '../../api/shapes.ts'

export const jobsKey = () => [currentWorkspace(), 'jobs'] as const
export const jobKey = (id: string) => [...jobsKey(), id] as const

const at = (job_id: string) => ({ path: { job_id } })

export const getJobs = (cursor: string | null) =>
  take(api.GET('/api/jobs', { params: { query: { limit: 50, ...(cursor && { cursor }) } } }))

export const getJob = (id: string, signal?: AbortSignal) =>
  take(api.GET('/api/jobs/{job_id}', { params: at(id), signal }))
export const getJobLog = async (id: string) =>
  (await take(api.GET('/api/jobs/{job_id}/events', { params: { ...at(id), query: { limit: 200 } } }))).items
export const getJobLeads = (id: string) =>
  take(api.GET('/api/jobs/{job_id}/leads', { params: { ...at(id), query: { limit: 100 } } }))

export const cancelJob = (id: string) => take(api.POST('/api/jobs/{job_id}/cancel', { params: at(id) }))
export const retryJob = (id: string) => take(api.POST('/api/jobs/{job_id}/retry', { params: { ...at(id), ...once() } }))
/** What was undone, or the job that does it. */
export const undoJob = (id: string) => take(api.POST('/api/jobs/{job_id}/undo', { params: at(id) }))
export const deleteJob = (id: string) => take(api.DELETE('/api/jobs/{job_id}', { params: at(id) }))

export const getSources = async () => (await take(api.GET('/api/jobs/sources'))).items
export const previewCollection = (body: Schemas['CollectionTried']) => take(api.POST('/api/jobs/preview', { body }))
export const startJob = (body: Schemas['JobStartInput']) => take(api.POST('/api/jobs', { body, params: once() }))
