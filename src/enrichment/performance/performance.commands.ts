// Reading and changing how hard a workspace's enrichment works.
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { type Performance, type PerformanceUpdate, RANGES } from './performance.schema.ts'

const KEY = 'enrichment_perf'
const names = Object.keys(RANGES) as (keyof Performance)[]

/** The effective settings: what was saved, within range, else the usual value. */
export async function readPerformance(tx: WorkspaceTx): Promise<Performance> {
  const row = await tx.db
    .selectFrom('workspace_settings')
    .select('value')
    .where('workspace_id', '=', tx.workspace_id)
    .where('key', '=', KEY)
    .executeTakeFirst()
  return clamp((row?.value ?? {}) as PerformanceUpdate)
}

/** Saves the given settings, each moved into its range, and returns what is now in force. */
export async function updatePerformance(tx: WorkspaceTx, update: PerformanceUpdate): Promise<Performance> {
  const given = Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined && value !== null))
  const before = await readPerformance(tx)
  const value = clamp({ ...before, ...given })
  await tx.db
    .insertInto('workspace_settings')
    .values({ workspace_id: tx.workspace_id, key: KEY, value: JSON.stringify(value) })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'key']).doUpdateSet({ value: JSON.stringify(value), updated_at: new Date() }),
    )
    .execute()
  await audit(tx, { act: 'settings.changed', object: { type: 'setting', id: KEY }, before, after: value })
  return value
}

export function clamp(wanted: PerformanceUpdate): Performance {
  const entries = names.map((name) => {
    const [lowest, highest, usual] = RANGES[name]
    return [name, Math.min(highest, Math.max(lowest, wanted[name] ?? usual))]
  })
  return Object.fromEntries(entries)
}
