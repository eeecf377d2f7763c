// Every call of the run panel, each one line, with the shapes of its answers.
import { api, take } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'

/** Under which everything of the run panel is kept. */
export const panelKey = (id: string) => [...keys.workbook(id), 'run panel']

export const listRunPage = (workbook_id: string, cursor: string | null, signal: AbortSignal) =>
  take(
    api.GET('/api/workbooks/{workbook_id}/runs', {
      params: { path: { workbook_id }, query: { limit: 30, ...(cursor && { cursor }) } },
      signal,
    }),
  )

export const listErrors = (workbook_id: string, run_id: string, signal: AbortSignal) =>
  take(
    api.GET('/api/workbooks/{workbook_id}/runs/{run_id}/errors', { params: { path: { workbook_id, run_id } }, signal }),
  )

const column = (workbook_id: string, column_id: string) => ({ path: { workbook_id, column_id } })

export const getAutoRun = (id: string, columnId: string, signal: AbortSignal) =>
  take(api.GET('/api/workbooks/{workbook_id}/columns/{column_id}/auto-run', { params: column(id, columnId), signal }))

export const armAutoRun = (id: string, columnId: string, max_usd_per_day: number) =>
  take(
    api.PUT('/api/workbooks/{workbook_id}/columns/{column_id}/auto-run', {
      params: column(id, columnId),
      body: { max_usd_per_day },
    }),
  )

export const disarmAutoRun = (id: string, columnId: string) =>
  take(api.DELETE('/api/workbooks/{workbook_id}/columns/{column_id}/auto-run', { params: column(id, columnId) }))
