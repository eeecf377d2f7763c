// Settings of a workspace by name: one JSON value each, and a line in the audit log for every change.
import type { JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'

/** What was saved under the name; empty when nothing was. */
export async function readSetting(tx: WorkspaceTx, key: string): Promise<JsonObject> {
  const row = await tx.db
    .selectFrom('workspace_settings')
    .select('value')
    .where('workspace_id', '=', tx.workspace_id)
    .where('key', '=', key)
    .executeTakeFirst()
  return (row?.value ?? {}) as JsonObject
}

/** Saves what is in force from now on in the place of `before`. */
export async function saveSetting(tx: WorkspaceTx, key: string, before: object, after: object): Promise<void> {
  const value = JSON.stringify(after)
  await tx.db
    .insertInto('workspace_settings')
    .values({ workspace_id: tx.workspace_id, key, value })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'key']).doUpdateSet({ value, updated_at: new Date() }))
    .execute()
  await audit(tx, {
    act: 'settings.changed',
    object: { type: 'setting', id: key },
    before: { ...before },
    after: { ...after },
  })
}

/** The members of an update that were sent: absent and null leave a setting as it is. */
export function givenIn<U extends object>(update: U): { [Name in keyof U]?: NonNullable<U[Name]> } {
  const given = Object.entries(update).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(given) as { [Name in keyof U]?: NonNullable<U[Name]> }
}
