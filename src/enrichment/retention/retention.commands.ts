// Changing how long a workspace keeps what only explains its values.
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { sweepSoon } from './retention.jobs.ts'
import { KEY, readRetention } from './retention.reads.ts'
import type { Retention, RetentionUpdate } from './retention.schema.ts'

/** Saves the given settings and has what is now too old deleted at once. Returns what is in force. */
export async function updateRetention(tx: WorkspaceTx, update: RetentionUpdate): Promise<Retention> {
  const given = Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined && value !== null))
  const before = await readRetention(tx)
  const value = { ...before, ...given }
  await tx.db
    .insertInto('workspace_settings')
    .values({ workspace_id: tx.workspace_id, key: KEY, value: JSON.stringify(value) })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'key']).doUpdateSet({ value: JSON.stringify(value), updated_at: new Date() }),
    )
    .execute()
  await sweepSoon(tx)
  await audit(tx, {
    act: 'settings.changed',
    object: { type: 'setting', id: KEY },
    before: { ...before },
    after: value,
  })
  return value
}
