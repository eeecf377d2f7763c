// Calls of the sources of a workbook, and the keys under which answers are kept.
import { currentWorkspace } from '../../api/client.ts'
import type { components } from '../../api/schema.d.ts'
import type { ImportTarget, InputType, List } from '../../api/shapes.ts'
import { call, newKey } from '../columns/workbook.api.ts'

type Schemas = components['schemas']
export type Source = Schemas['WorkbookSource']
export type SourceRun = Schemas['SourceRun']
export type Adapter = Schemas['JobSource']
export type SourcePreview = Schemas['SourcePreview']
export type Mode = 'append' | 'upsert' | 'mirror'
export interface SourceMapping {
  field: string
  target: ImportTarget
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

export type FieldType = InputType

export const adaptersKey = () => [currentWorkspace(), 'adapters'] as const
export const sourcesKey = (workbookId: string) => [currentWorkspace(), 'sources', workbookId] as const
export const runsKey = (workbookId: string, id: string) => [...sourcesKey(workbookId), id, 'runs'] as const

const at = (workbookId: string, rest = '') => `/api/workbooks/${workbookId}/sources${rest}`

export const getAdapters = async () => (await call<List<Adapter>>('GET', '/api/jobs/sources')).items
export const getSources = async (workbookId: string) =>
  (await call<List<Source>>('GET', `${at(workbookId)}?limit=100`)).items
export const trySource = (workbookId: string, adapter: string, settings: object) =>
  call<SourcePreview>('POST', at(workbookId, '/preview'), { body: { adapter, settings } })
export const addSource = (workbookId: string, body: SourceDraft) =>
  call<Source>('POST', at(workbookId), { body, once: newKey() })
export const changeSource = (workbookId: string, id: string, body: object) =>
  call<Source>('PATCH', at(workbookId, `/${id}`), { body })
export const removeSource = (workbookId: string, id: string) => call<null>('DELETE', at(workbookId, `/${id}`))
export const runSource = (workbookId: string, id: string) =>
  call<SourceRun>('POST', at(workbookId, `/${id}/run`), { body: {}, once: newKey() })
export const getRuns = async (workbookId: string, id: string) =>
  (await call<List<SourceRun>>('GET', `${at(workbookId, `/${id}/runs`)}?limit=20`)).items

type Reject = Schemas['SourceReject']
export const getRejects = (workbookId: string, id: string, jobId: string, cursor: string | null = null) =>
  call<List<Reject>>(
    'GET',
    `${at(workbookId, `/${id}/runs/${jobId}/rejected`)}?limit=500${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
  )
