// Every call of the workbook page, each one line; answers are typed here, problems are thrown.

import { api, once, take } from '../../api/client.ts'
import type { Schemas } from '../../api/shapes.ts'
import type { CellRunOptions, RowsAsked, RowsQuestion, RunQuestion, RunRequestParts } from './workbook.shapes.ts'

export type ColumnChange = Schemas['ColumnUpdate']

const at = (workbook_id: string) => ({ path: { workbook_id } })
const columnAt = (workbook_id: string, column_id: string) => ({ path: { workbook_id, column_id } })
const cellAt = (workbook_id: string, row_id: string, column_id: string) => ({
  path: { workbook_id, row_id, column_id },
})
const runAt = (workbook_id: string, run_id: string) => ({ path: { workbook_id, run_id } })

/** Where I am; `last` lets the call outlive the page. */
export const tellPresence = (id: string, body: Schemas['PresenceBeatInput'], last = false) =>
  take(api.POST('/api/workbooks/{workbook_id}/presence', { params: at(id), body, keepalive: last }))

/** One page of rows with its workbook; pages count from 1. */
export const getPage = (id: string, page: number, page_size: number, signal?: AbortSignal) =>
  take(api.GET('/api/workbooks/{workbook_id}', { params: { ...at(id), query: { page, page_size } }, signal }))

export const addColumn = (id: string, body: Schemas['NewColumnInput']) =>
  take(api.POST('/api/workbooks/{workbook_id}/columns', { params: at(id), body }))

export const patchColumn = (id: string, column: string, body: ColumnChange) =>
  take(api.PATCH('/api/workbooks/{workbook_id}/columns/{column_id}', { params: columnAt(id, column), body }))

export const deleteColumn = (id: string, column: string, force: boolean) =>
  take(
    api.DELETE('/api/workbooks/{workbook_id}/columns/{column_id}', {
      params: { ...columnAt(id, column), ...(force && { query: { force } }) },
    }),
  )

export const reorderColumns = (id: string, column_ids: string[]) =>
  take(api.POST('/api/workbooks/{workbook_id}/columns/reorder', { params: at(id), body: { column_ids } }))

export const addRows = (id: string, body: Schemas['RowsCreate']) =>
  take(api.POST('/api/workbooks/{workbook_id}/rows', { params: { ...at(id), ...once() }, body }))

/** Input columns only. The grid shows already what it sends: the rows need not come back. */
export const patchRows = (id: string, body: Schemas['RowsUpdate']) =>
  take(api.PATCH('/api/workbooks/{workbook_id}/rows', { params: { ...at(id), query: { return: 'minimal' } }, body }))

export const deleteRows = (id: string, body: RowsAsked) =>
  take(api.DELETE('/api/workbooks/{workbook_id}/rows', { params: at(id), body }))

export const queryRows = (id: string, body: RowsQuestion, signal?: AbortSignal) =>
  take(api.POST('/api/workbooks/{workbook_id}/rows/query', { params: at(id), body, signal }))

export const countRows = (id: string, body: Schemas['RowsCountInput'], signal?: AbortSignal) =>
  take(api.POST('/api/workbooks/{workbook_id}/rows/count', { params: at(id), body, signal }))

/** Ends every run of the workbook. */
export const stopRuns = (id: string) => take(api.POST('/api/workbooks/{workbook_id}/stop', { params: at(id) }))

export const getRow = (workbook_id: string, row_id: string, signal?: AbortSignal) =>
  take(api.GET('/api/workbooks/{workbook_id}/rows/{row_id}', { params: { path: { workbook_id, row_id } }, signal }))

/** An input value, or an override of a computed one. */
export const patchCell = (id: string, row: string, column: string, value: unknown, change?: string) =>
  take(
    api.PATCH('/api/workbooks/{workbook_id}/rows/{row_id}/cells/{column_id}', {
      params: cellAt(id, row, column),
      body: { value, ...(change && { change_id: change }) },
    }),
  )

/** Empties an input cell; a computed one may be filled by runs again. */
export const clearCell = (id: string, row: string, column: string, change?: string) =>
  take(
    api.DELETE('/api/workbooks/{workbook_id}/rows/{row_id}/cells/{column_id}', {
      params: { ...cellAt(id, row, column), ...(change && { query: { change_id: change } }) },
    }),
  )

export const getTrace = (id: string, row: string, column: string, signal?: AbortSignal) =>
  take(
    api.GET('/api/workbooks/{workbook_id}/rows/{row_id}/cells/{column_id}/trace', {
      params: cellAt(id, row, column),
      signal,
    }),
  )

export const estimateRun = (id: string, body: RunRequestParts, signal?: AbortSignal) =>
  take(api.POST('/api/workbooks/{workbook_id}/run/estimate', { params: at(id), body, signal }))

/** The first thousand rows that a count of the estimate is about. */
export const listRunRows = (id: string, body: RunQuestion & { planned: Schemas['RunRowsRequest']['planned'] }) =>
  take(api.POST('/api/workbooks/{workbook_id}/run/rows', { params: at(id), body }))

export const startRun = (id: string, body: RunRequestParts, key: string) =>
  take(api.POST('/api/workbooks/{workbook_id}/run', { params: { ...at(id), ...once(key) }, body }))

export const runCell = (id: string, row: string, column: string, body: CellRunOptions, key: string) =>
  take(
    api.POST('/api/workbooks/{workbook_id}/rows/{row_id}/cells/{column_id}/run', {
      params: { ...cellAt(id, row, column), ...once(key) },
      body,
    }),
  )

export const listRuns = (id: string, signal?: AbortSignal) =>
  take(api.GET('/api/workbooks/{workbook_id}/runs', { params: { ...at(id), query: { limit: 20 } }, signal }))

export const getRun = (id: string, run: string, signal?: AbortSignal) =>
  take(api.GET('/api/workbooks/{workbook_id}/runs/{run_id}', { params: runAt(id, run), signal }))

const STEER = {
  cancel: '/api/workbooks/{workbook_id}/runs/{run_id}/cancel',
  pause: '/api/workbooks/{workbook_id}/runs/{run_id}/pause',
  resume: '/api/workbooks/{workbook_id}/runs/{run_id}/resume',
} as const

export const steerRun = (id: string, run: string, what: keyof typeof STEER) =>
  take(api.POST(STEER[what], { params: runAt(id, run) }))

/** The fields that answer a question about the catalog, best first. */
export const searchFields = async (q: string, signal?: AbortSignal) =>
  (await take(api.GET('/api/settings/providers', { params: { query: { q } }, signal }))).fields ?? []

/** Which columns the inputs of providers read; `column_id` is the one being edited. */
export const suggestInputs = (id: string, column_id: string | undefined, signal?: AbortSignal) =>
  take(
    api.GET('/api/workbooks/{workbook_id}/suggested-inputs', {
      params: { ...at(id), query: column_id === undefined ? {} : { column_id } },
      signal,
    }),
  )

export const suggestLeadInputs = (signal?: AbortSignal) =>
  take(api.GET('/api/settings/providers/lead-inputs', { signal }))

export const listProviders = (signal?: AbortSignal) => take(api.GET('/api/settings/providers', { signal }))
