// What the review queue asks of the API, and how its answers are kept.

import { api, currentWorkspace, take } from '../../api/client.ts'
import { queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'

export type PairField = Schemas['ComparedField']

export type PairStatus = Schemas['EntityPair']['status']

const rootKey = () => [currentWorkspace(), 'entities'] as const

export const queueQuery = (status: PairStatus) => ({
  queryKey: [...rootKey(), 'queue', status],
  queryFn: () => take(api.GET('/api/entities/review-queue', { params: { query: { status, limit: 50 } } })),
})

export const pairsOfLeadQuery = (lead_id: number) => ({
  queryKey: [...rootKey(), 'of-lead', lead_id],
  queryFn: () => take(api.GET('/api/entities/review-queue', { params: { query: { lead_id, limit: 20 } } })),
})

export const entitySettingsQuery = () => ({
  queryKey: [...rootKey(), 'settings'],
  queryFn: () => take(api.GET('/api/entities/settings')),
})

export const forgetQueue = () => queries.invalidateQueries({ queryKey: rootKey() })

export const decidePair = (pair_id: number, decision: 'merge' | 'reject', winners?: Record<string, number>) =>
  take(api.POST('/api/entities/review-queue/decide', { body: { pair_id, decision, ...(winners && { winners }) } }))

export const splitEntity = (entity_id: string, merge_id: string) =>
  take(api.POST('/api/entities/{entity_id}/split', { params: { path: { entity_id } }, body: { merge_id } }))

export const reopenPair = (pair_id: number) =>
  take(api.POST('/api/entities/review-queue/{pair_id}/reopen', { params: { path: { pair_id } } }))

export const acceptAbove = (probability: number, dry_run: boolean) =>
  take(api.POST('/api/entities/review-queue/accept', { body: { probability, dry_run } }))

export const startScan = () => take(api.POST('/api/entities/scan'))
