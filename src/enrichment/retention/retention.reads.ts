// How long a workspace keeps what only explains its values.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readSetting } from '../settings/setting.commands.ts'
import { DAYS, type Retention, type RetentionUpdate } from './retention.schema.ts'

/** Where in the settings of a workspace it is kept. */
export const KEY = 'retention'
const names = Object.keys(DAYS) as (keyof Retention)[]

/** What is in force: what was set, else the usual. */
export async function readRetention(tx: WorkspaceTx): Promise<Retention> {
  const set = (await readSetting(tx, KEY)) as RetentionUpdate
  return Object.fromEntries(names.map((name) => [name, set[name] ?? DAYS[name][2]])) as Retention
}
