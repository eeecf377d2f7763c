// The vault: seals and opens the secrets of a workspace with the workspace's own key, which the master key wraps.
import { randomBytes } from 'node:crypto'
import { refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../db/database.ts'
import { keyOf, open, SealBroken, type SealingKey, seal } from './envelope.ts'
import { type MasterState, reachableKeys, readMasterState, wrappingKey } from './master.ts'

/** Where a secret belongs within its workspace, for example integration and field. */
export type SecretPath = readonly string[]

export interface Vault {
  /** Makes the key of the workspace if it has none. @throws Refusal `unavailable` when that key cannot be opened */
  seal(tx: WorkspaceTx, place: SecretPath, text: string): Promise<Buffer>
  /**
   * Opens what was sealed for these places; null stands for one that was changed, belongs elsewhere, or lost its key.
   * @throws Refusal `unavailable` when this process has the wrong master key
   */
  open(tx: WorkspaceTx, sealed: readonly { place: SecretPath; sealed: Buffer }[]): Promise<(string | null)[]>
}

export function createVault(master: Buffer): Vault {
  const own = wrappingKey(master)

  return {
    async seal(tx, place, text) {
      const key = (await dataKey(tx)) ?? (await makeDataKey(tx))
      if (key === 'broken') refuse('unavailable', BROKEN_KEY)
      return seal(key, [tx.workspace_id, ...place], Buffer.from(text, 'utf8'))
    },
    async open(tx, sealed) {
      if (sealed.length === 0) return []
      const key = await dataKey(tx)
      return sealed.map((one) => {
        if (!key || key === 'broken') return null
        return unlessBroken(() => open(key, [tx.workspace_id, ...one.place], one.sealed))?.toString('utf8') ?? null
      })
    },
  }

  async function dataKey(tx: WorkspaceTx): Promise<SealingKey | 'broken' | undefined> {
    // In one statement, so that the wrapped key and the way to the key that wraps it are of the same moment.
    const { rows } = await tx.client.query<{ id: string; wrapped: Buffer } & MasterState>({
      name: 'workspace_key',
      text: `select k.id, k.wrapped, m.current_id, m.previous_id, m.current_by_previous, m.previous_by_current
        from workspace_keys k cross join master_key m where k.workspace_id = $1`,
      values: [tx.workspace_id],
    })
    const row = rows[0]
    if (!row) return undefined
    const wrappedBy = unlessBroken(() => keyOf(row.wrapped))
    const wrapping = wrappedBy && (reachableKeys(own, row).find(({ id }) => id.equals(wrappedBy)) ?? unreadable())
    const secret = wrapping && unlessBroken(() => open(wrapping, wrapPlace(tx.workspace_id, row.id), row.wrapped))
    return secret ? { id: idBytes(row.id), secret } : 'broken'
  }

  async function makeDataKey(tx: WorkspaceTx): Promise<SealingKey | 'broken'> {
    // Held until the commit, so that a change of the master key cannot pass by a data key it has not seen.
    await tx.client.query('insert into master_key (current_id) values ($1) on conflict do nothing', [own.id])
    const state = (await readMasterState(tx, 'for share')) as MasterState
    const wrapping = reachableKeys(own, state).find(({ id }) => id.equals(state.current_id)) ?? unreadable()
    const id = newId()
    const wrapped = seal(wrapping, wrapPlace(tx.workspace_id, id), randomBytes(32))
    await tx.client.query(
      `insert into workspace_keys (workspace_id, id, master_id, wrapped) values ($1, $2, $3, $4) on conflict do nothing`,
      [tx.workspace_id, id, wrapping.id, wrapped],
    )
    return (await dataKey(tx)) ?? 'broken'
  }
}

const BROKEN_KEY =
  'The key that seals the secrets of this workspace was changed in the database and does not open. Restore it from a backup'

function unlessBroken<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}

function unreadable(): never {
  refuse('unavailable', 'The stored keys cannot be read: this process was started with another master key', {
    retryAfter: 60,
  })
}

/** Where a data key lies while it is wrapped. */
export const wrapPlace = (workspaceId: string, id: string) => ['data key', workspaceId, id]

const idBytes = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')
