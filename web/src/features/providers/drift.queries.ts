// What the list of odd answers asks of the API.

import { api, take } from '../../api/client.ts'
import { everyItem, keys, queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'

const key = () => keys.settings('drift reports')

export const driftQuery = () => ({
  queryKey: key(),
  queryFn: () =>
    everyItem<Schemas['DriftReport']>((page) =>
      take(api.GET('/api/settings/drift-reports', { params: { query: page } })),
    ),
})

export const readSample = (report_id: string) =>
  take(api.GET('/api/settings/drift-reports/{report_id}/sample', { params: { path: { report_id } } }))

export async function deleteReport(report_id: string) {
  await take(api.DELETE('/api/settings/drift-reports/{report_id}', { params: { path: { report_id } } }))
  await queries.invalidateQueries({ queryKey: key() })
}
