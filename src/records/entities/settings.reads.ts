// How pairs are treated in a workspace: whether the surest are merged by themselves, and from which probability on pairs are shown.
import type { WorkspaceTx } from '../../platform/db/database.ts'

export interface EntitySettings {
  auto_merge: boolean
  merge_threshold: number
  review_threshold: number
}

export const DEFAULTS: EntitySettings = { auto_merge: false, merge_threshold: 0.99, review_threshold: 0.1 }

export async function readSettings(tx: WorkspaceTx): Promise<EntitySettings> {
  const { rows } = await tx.client.query<EntitySettings>(
    `select auto_merge, round(merge_threshold::numeric, 4)::float8 as merge_threshold,
       round(review_threshold::numeric, 4)::float8 as review_threshold from entity_settings where workspace_id = $1`,
    [tx.workspace_id],
  )
  return rows[0] ?? DEFAULTS
}
