// Calls about rows of a workbook that may be the same, as matching finds them.

import { api, once, take } from '../../../api/client.ts'
import type { Schemas } from '../../../api/shapes.ts'

export type RowPairs = Schemas['RowPairList']

const at = (workbook_id: string) => ({ path: { workbook_id } })

export const readRowPairs = (id: string, limit: number, signal: AbortSignal) =>
  take(api.GET('/api/workbooks/{workbook_id}/duplicates/pairs', { params: { ...at(id), query: { limit } }, signal }))

export const scanRows = (id: string) =>
  take(api.POST('/api/workbooks/{workbook_id}/duplicates/scan', { params: { ...at(id), ...once() } }))

export const decideRowPair = (id: string, pair_id: number, decision: 'merge' | 'reject') =>
  take(
    api.POST('/api/workbooks/{workbook_id}/duplicates/pairs/decide', {
      params: { ...at(id), ...once() },
      body: { pair_id, decision },
    }),
  )

export const reopenRowPair = (id: string, pair_id: number) =>
  take(
    api.POST('/api/workbooks/{workbook_id}/duplicates/pairs/{pair_id}/reopen', {
      params: { path: { workbook_id: id, pair_id } },
    }),
  )

/** How many rows would be merged away. */
export const countRowPairs = (id: string, probability: number) =>
  take(
    api.POST('/api/workbooks/{workbook_id}/duplicates/pairs/accept', {
      params: at(id),
      body: { probability, dry_run: true },
    }),
  )

export const acceptRowPairs = (id: string, probability: number, expected_count: number) =>
  take(
    api.POST('/api/workbooks/{workbook_id}/duplicates/pairs/accept', {
      params: { ...at(id), ...once() },
      body: { probability, dry_run: false, expected_count },
    }),
  )
