// What is asked of the API about pairs of leads.
import { api, currentWorkspace, take } from '../../api/client.ts'
import type { Schemas } from '../../api/shapes.ts'
import type { LikelyCount } from '../pairs/pair-subject.ts'

export const entitiesKey = () => [currentWorkspace(), 'entities'] as const

const PAGE = 50
const DECIDED_PAGE = 10

export const readPending = (cursor: string | null, signal: AbortSignal) =>
  take(
    api.GET('/api/entities/review-queue', {
      params: { query: { status: 'pending', limit: PAGE, ...(cursor && { cursor }) } },
      signal,
    }),
  )

export const readDecided = (status: Schemas['EntityPair']['status'], cursor: string | null) =>
  take(
    api.GET('/api/entities/review-queue', {
      params: { query: { status, limit: DECIDED_PAGE, ...(cursor && { cursor }) } },
    }),
  )

export const pairsOfLeadQuery = (lead_id: number) => ({
  queryKey: [...entitiesKey(), 'of-lead', lead_id],
  queryFn: () => take(api.GET('/api/entities/review-queue', { params: { query: { lead_id, limit: 20 } } })),
})

export const entityQuery = (entity_id: string) => ({
  queryKey: [...entitiesKey(), 'entity', entity_id],
  queryFn: () => take(api.GET('/api/entities/{entity_id}', { params: { path: { entity_id } } })),
})

export const decidePair = (pair_id: number, decision: 'merge' | 'reject', winners: Record<string, number>) =>
  take(
    api.POST('/api/entities/review-queue/decide', {
      body: { pair_id, decision, ...(decision === 'merge' && { winners }) },
    }),
  )

export const splitEntity = (entity_id: string, merge_id: string) =>
  take(api.POST('/api/entities/{entity_id}/split', { params: { path: { entity_id } }, body: { merge_id } }))

const reopenPair = (pair_id: number) =>
  take(api.POST('/api/entities/review-queue/{pair_id}/reopen', { params: { path: { pair_id } } }))

/** Splits what was merged, and makes what was rejected pending again. */
export const takeBack = (pair_id: number, entity_id: string, merge_id: string | null): Promise<unknown> =>
  merge_id === null ? reopenPair(pair_id) : splitEntity(entity_id, merge_id)

export async function countLikely(probability: number): Promise<LikelyCount> {
  const body = { probability, dry_run: true }
  const { left, at_least } = await take(api.POST('/api/entities/review-queue/accept', { body }))
  return { count: left, isAtLeast: at_least === true }
}

export const mergeLikely = (probability: number, expected_count: number) =>
  take(api.POST('/api/entities/review-queue/accept', { body: { probability, dry_run: false, expected_count } }))

export const startScan = () => take(api.POST('/api/entities/scan'))
