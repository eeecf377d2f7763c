// What the figures of a column's providers ask of the API. Nothing here changes anything.

import { api, take } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'

export type StepFigures = Schemas['ColumnPerformance']['steps'][number]

const key = (workbook_id: string, column_id: string) => [...keys.workbook(workbook_id), 'intelligence', column_id]

export const performanceQuery = (workbook_id: string, column_id: string, segment: string) => ({
  queryKey: [...key(workbook_id, column_id), 'performance', segment],
  queryFn: () =>
    take(
      api.GET('/api/workbooks/{workbook_id}/columns/{column_id}/performance', {
        params: { path: { workbook_id, column_id }, query: { segment } },
      }),
    ),
})

export const simulationQuery = (workbook_id: string, column_id: string, order: string[]) => ({
  queryKey: [...key(workbook_id, column_id), 'simulation', order],
  queryFn: () =>
    take(
      api.POST('/api/workbooks/{workbook_id}/columns/{column_id}/simulate', {
        params: { path: { workbook_id, column_id } },
        body: { order },
      }),
    ),
})

/** The order that would cost least for each answer, beside the one there is. */
export const suggestionQuery = (workbook_id: string, column_id: string) => ({
  queryKey: [...key(workbook_id, column_id), 'suggestion'],
  queryFn: () =>
    take(
      api.POST('/api/workbooks/{workbook_id}/columns/{column_id}/suggest', {
        params: { path: { workbook_id, column_id } },
        body: {},
      }),
    ),
  staleTime: 60_000,
  retry: false,
})
