// What the forms of computed columns ask: the functions there are, how a column would turn out.

import { queryOptions, skipToken } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import { keys } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import type { FunctionHelp } from './formula.logic.ts'

export type Preview = Schemas['ColumnPreview']

export type PreviewedColumn = Schemas['ColumnPreviewRequest']['column']

export const functionsQuery = queryOptions({
  queryKey: ['formula functions'],
  queryFn: async ({ signal }) =>
    (await take(api.GET('/api/meta/formula-functions', { signal }))).items as unknown as FunctionHelp[],
  staleTime: Number.POSITIVE_INFINITY,
})

/** The column as it would turn out on ten rows; `column` is as it would be saved. */
export const previewQuery = (workbookId: string, column: PreviewedColumn | null) =>
  queryOptions({
    queryKey: [...keys.workbook(workbookId), 'column preview', column],
    queryFn: column
      ? ({ signal }) =>
          take(
            api.POST('/api/workbooks/{workbook_id}/columns/preview', {
              params: { path: { workbook_id: workbookId } },
              body: { column },
              signal,
            }),
          )
      : skipToken,
    staleTime: 0,
    retry: false,
  })
