// The key of a workspace's outreach: made once, sealed in the vault, and remembered by this process.
import { randomBytes } from 'node:crypto'
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import type { Vault } from '../../platform/secrets/vault.ts'

const PLACE = ['outreach', 'workspace key']
const MOST = 1_000

export interface OutreachKeys {
  /** Makes it when there is none. @throws Refusal `unavailable` when it cannot be opened: then nothing may be sent */
  of(tx: WorkspaceTx): Promise<Buffer>
  /** Null when the workspace has none, and so nothing signed with it. */
  find(tx: WorkspaceTx): Promise<Buffer | null>
  /** The name of the workspace in links, which says nothing of it; makes it when there is none. */
  linkName(tx: WorkspaceTx): Promise<string>
  /** The workspace of a name in links; null for a name that none has. */
  workspaceOfLink(database: Database, name: string): Promise<WorkspaceId | null>
}

export function createOutreachKeys(vault: Vault): OutreachKeys {
  const known = new Map<WorkspaceId, Buffer>()
  const names = new Map<WorkspaceId, string>()

  async function find(tx: WorkspaceTx): Promise<Buffer | null> {
    const remembered = known.get(tx.workspace_id)
    if (remembered) return remembered
    const { rows } = await tx.client.query<{ sealed_key: Buffer }>(
      'select sealed_key from outreach_settings where workspace_id = $1',
      [tx.workspace_id],
    )
    if (!rows[0]) return null
    const [text] = await vault.open(tx, [{ place: PLACE, sealed: rows[0].sealed_key }])
    if (!text) refuse('unavailable', 'The key of outreach cannot be opened; restore it from a backup')
    return Buffer.from(text, 'base64')
  }

  return {
    find,
    async of(tx) {
      const found = await find(tx)
      if (found) {
        // Not remembered when just made: the transaction that made it may still be rolled back.
        if (known.size >= MOST) known.clear()
        known.set(tx.workspace_id, found)
        return found
      }
      const sealed = await vault.seal(tx, PLACE, randomBytes(32).toString('base64'))
      await tx.client.query(
        'insert into outreach_settings (workspace_id, sealed_key) values ($1, $2) on conflict (workspace_id) do nothing',
        [tx.workspace_id, sealed],
      )
      return (await find(tx)) as Buffer
    },
    async linkName(tx) {
      const remembered = names.get(tx.workspace_id)
      if (remembered) return remembered
      const found = await readLinkName(tx)
      if (found) {
        if (names.size >= MOST) names.clear()
        names.set(tx.workspace_id, found)
        return found
      }
      await tx.client.query('insert into outreach_link_names (workspace_id) values ($1) on conflict do nothing', [
        tx.workspace_id,
      ])
      return (await readLinkName(tx)) as string
    },
    workspaceOfLink: (database, name) =>
      database.inControl(async (tx) => {
        const { rows } = await tx.client.query<{ workspace_id: WorkspaceId }>(
          'select workspace_id from outreach_link_names where name = $1',
          [name],
        )
        return rows[0]?.workspace_id ?? null
      }),
  }
}

async function readLinkName(tx: WorkspaceTx): Promise<string | undefined> {
  const { rows } = await tx.client.query<{ name: string }>(
    'select name from outreach_link_names where workspace_id = $1',
    [tx.workspace_id],
  )
  return rows[0]?.name
}
