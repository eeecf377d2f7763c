// Calls of the sources of a workbook, and the keys under which answers are kept.
import { api, currentWorkspace, once, take } from '../../api/client.ts'
import type { Schemas } from '../../api/shapes.ts'

export type Adapter = Schemas['JobSource']

export type Mode = 'append' | 'upsert' | 'mirror'
export interface SourceMapping {
  field: string
  target: Schemas['ImportTarget']
}
export interface SourceSchedule {
  every?: '15m' | 'hourly' | '6h' | 'daily' | 'weekly'
  cron?: string
  time_zone?: string
}
export interface SourceDraft {
  name: string
  adapter: string
  settings: Record<string, unknown>
  mapping: SourceMapping[]
  mode: Mode
  existing: 'overwrite' | 'fill_blanks'
  schedule: SourceSchedule | null
  max_rows: number
}

export const adaptersKey = () => [currentWorkspace(), 'adapters'] as const
export const sourcesKey = (workbookId: string) => [currentWorkspace(), 'sources', workbookId] as const
export const runsKey = (workbookId: string, id: string) => [...sourcesKey(workbookId), id, 'runs'] as const

const at = (workbook_id: string) => ({ path: { workbook_id } })
const source = (workbook_id: string, source_id: string) => ({ path: { workbook_id, source_id } })

export const getAdapters = async () => (await take(api.GET('/api/jobs/sources'))).items
export const getSources = async (workbookId: string) =>
  (
    await take(
      api.GET('/api/workbooks/{workbook_id}/sources', { params: { ...at(workbookId), query: { limit: 100 } } }),
    )
  ).items
export const trySource = (workbookId: string, body: Schemas['SourceTried']) =>
  take(api.POST('/api/workbooks/{workbook_id}/sources/preview', { params: at(workbookId), body }))
export const addSource = (workbookId: string, body: SourceDraft) =>
  take(api.POST('/api/workbooks/{workbook_id}/sources', { params: { ...at(workbookId), ...once() }, body }))
export const changeSource = (workbookId: string, id: string, body: Schemas['SourceUpdate']) =>
  take(api.PATCH('/api/workbooks/{workbook_id}/sources/{source_id}', { params: source(workbookId, id), body }))
export const removeSource = (workbookId: string, id: string) =>
  take(api.DELETE('/api/workbooks/{workbook_id}/sources/{source_id}', { params: source(workbookId, id) }))
export const runSource = (workbookId: string, id: string) =>
  take(
    api.POST('/api/workbooks/{workbook_id}/sources/{source_id}/run', {
      params: { ...source(workbookId, id), ...once() },
      body: {},
    }),
  )
export const getRuns = async (workbookId: string, id: string) =>
  (
    await take(
      api.GET('/api/workbooks/{workbook_id}/sources/{source_id}/runs', {
        params: { ...source(workbookId, id), query: { limit: 20 } },
      }),
    )
  ).items

export const getRejects = (
  workbook_id: string,
  source_id: string,
  source_run_id: string,
  cursor: string | null = null,
) =>
  take(
    api.GET('/api/workbooks/{workbook_id}/sources/{source_id}/runs/{source_run_id}/rejected', {
      params: { path: { workbook_id, source_id, source_run_id }, query: { limit: 500, ...(cursor && { cursor }) } },
    }),
  )
