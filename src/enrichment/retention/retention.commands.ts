// Changing how long a workspace keeps what only explains its values.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { givenIn, saveSetting } from '../settings/setting.commands.ts'
import { sweepSoon } from './retention.jobs.ts'
import { KEY, readRetention } from './retention.reads.ts'
import type { Retention, RetentionUpdate } from './retention.schema.ts'

/** Saves the given settings and has what is now too old deleted at once. Returns what is in force. */
export async function updateRetention(tx: WorkspaceTx, update: RetentionUpdate): Promise<Retention> {
  const before = await readRetention(tx)
  const value = { ...before, ...givenIn(update) }
  await saveSetting(tx, KEY, before, value)
  await sweepSoon(tx)
  return value
}
