// What is asked of the API about rows of a workbook that may be the same.
import { api, once, take } from '../../../api/client.ts'
import type { Schemas } from '../../../api/shapes.ts'
import type { LikelyCount } from '../../pairs/pair-subject.ts'

const at = (workbook_id: string) => ({ path: { workbook_id } })

export const readRowPairs = (
  id: string,
  query: { status: Schemas['RowPair']['status']; row_ids?: string; limit: number; cursor: string | null },
  signal?: AbortSignal,
) => {
  const { cursor, ...rest } = query
  return take(
    api.GET('/api/workbooks/{workbook_id}/duplicates/pairs', {
      params: { ...at(id), query: { ...rest, ...(cursor && { cursor }) } },
      signal,
    }),
  )
}

export const scanRows = (id: string) =>
  take(api.POST('/api/workbooks/{workbook_id}/duplicates/scan', { params: { ...at(id), ...once() } }))

export const decideRowPair = (id: string, body: Schemas['DecideRowPairInput']) =>
  take(
    api.POST('/api/workbooks/{workbook_id}/duplicates/pairs/decide', {
      params: { ...at(id), ...once() },
      body,
    }),
  )

export const reopenRowPair = (id: string, pair_id: number) =>
  take(
    api.POST('/api/workbooks/{workbook_id}/duplicates/pairs/{pair_id}/reopen', {
      params: { path: { workbook_id: id, pair_id } },
    }),
  )

/** How many rows would be merged away. */
export async function countLikelyRows(id: string, probability: number): Promise<LikelyCount> {
  const asked = { params: at(id), body: { probability, dry_run: true } }
  const { left, at_least } = await take(api.POST('/api/workbooks/{workbook_id}/duplicates/pairs/accept', asked))
  return { count: left, isAtLeast: at_least === true }
}

export const mergeLikelyRows = (id: string, probability: number, expected_count: number) =>
  take(
    api.POST('/api/workbooks/{workbook_id}/duplicates/pairs/accept', {
      params: { ...at(id), ...once() },
      body: { probability, dry_run: false, expected_count },
    }),
  )
