// Settings of a workspace by name: one JSON value each, and a line in the audit log for every change.
import type { JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'

/** What was saved under the name; empty when nothing was. */
export async function readSetting(tx: WorkspaceTx, key: string): Promise<JsonObject> {
  const { rows } = await tx.client.query<{ value: JsonObject }>(
    'select value from workspace_settings where workspace_id = $1 and key = $2',
    [tx.workspace_id, key],
  )
  return rows[0]?.value ?? {}
}

/** Saves what is in force from now on in the place of `before`. */
export async function saveSetting(tx: WorkspaceTx, key: string, before: object, after: object): Promise<void> {
  await tx.client.query(
    `insert into workspace_settings (workspace_id, key, value) values ($1, $2, $3)
     on conflict (workspace_id, key) do update set value = excluded.value, updated_at = now()`,
    [tx.workspace_id, key, JSON.stringify(after)],
  )
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
