// The calls of views and of rows by question, and what the query cache keeps of them.
import { queryOptions } from '@tanstack/react-query'
import { api, once, take } from '../../../api/client.ts'
import { keys, queries } from '../../../api/queries.ts'
import type { GridRow } from '../../../grid/model/grid.types.ts'
import { goOn } from './go-on.ts'
import type { Doors, FoundPage, RowCount } from './row-source.ts'
import { savedForm, type View, type ViewState } from './view-state.logic.ts'

export type Reach = View['scope']

const path = (id: string) => ({ path: { workbook_id: id } })

/** The doors through which a row source of this workbook asks. */
export const doorsOf = (id: string): Doors => ({
  ask: (body, signal) => {
    const part = (more: { limit: number; cursor?: string }): Promise<FoundPage> =>
      take(
        api.POST('/api/workbooks/{workbook_id}/rows/query', { params: path(id), body: { ...body, ...more }, signal }),
      )
    return goOn(part, body.limit)
  },
  count: (body, signal): Promise<RowCount> =>
    take(api.POST('/api/workbooks/{workbook_id}/rows/count', { params: path(id), body, signal })),
})

/** Most row ids of one question. */
const IDS = 1000

/** Rows by their ids, as they are now. */
export async function readRows(id: string, rowIds: readonly string[]): Promise<GridRow[]> {
  const rows: GridRow[] = []
  for (let from = 0; from < rowIds.length; from += IDS) {
    const value = rowIds.slice(from, from + IDS)
    const filter = { field: '$row_id', op: 'in' as const, value }
    rows.push(...(await doorsOf(id).ask({ filter, limit: IDS }, undefined)).items)
  }
  return rows
}

export const viewsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.workbook(id), 'views'],
    queryFn: async ({ signal }) =>
      (await take(api.GET('/api/workbooks/{workbook_id}/views', { params: path(id), signal })))
        .items as unknown as View[],
  })

const put = (id: string, change: (views: View[]) => View[]) =>
  queries.setQueryData(viewsQuery(id).queryKey, (views) => change(views ?? []))

export async function createView(id: string, name: string, scope: Reach, look: ViewState): Promise<View> {
  const made = (await take(
    api.POST('/api/workbooks/{workbook_id}/views', {
      params: { ...path(id), ...once() },
      body: { name, scope, ...savedForm(look) },
    }),
  )) as unknown as View
  put(id, (views) => [...views.filter((view) => view.id !== made.id), made])
  return made
}

export async function updateView(
  id: string,
  viewId: string,
  change: Partial<ViewState> & { name?: string; scope?: Reach },
) {
  const saved = (await take(
    api.PUT('/api/workbooks/{workbook_id}/views/{view_id}', {
      params: { path: { workbook_id: id, view_id: viewId } },
      body: change,
    }),
  )) as unknown as View
  put(id, (views) => views.map((view) => (view.id === viewId ? saved : view)))
  return saved
}

export async function duplicateView(id: string, viewId: string): Promise<View> {
  const made = (await take(
    api.POST('/api/workbooks/{workbook_id}/views/{view_id}/duplicate', {
      params: { path: { workbook_id: id, view_id: viewId }, ...once() },
      body: {},
    }),
  )) as unknown as View
  put(id, (views) => [...views.filter((view) => view.id !== made.id), made])
  return made
}

export async function deleteView(id: string, viewId: string): Promise<void> {
  await take(
    api.DELETE('/api/workbooks/{workbook_id}/views/{view_id}', {
      params: { path: { workbook_id: id, view_id: viewId } },
    }),
  )
  put(id, (views) => views.filter((view) => view.id !== viewId))
}
