// The opened accounts that calls to vendors are made with, kept in memory for moments and forgotten when one changes anywhere.
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { Account, AccountForm } from '../../providers/kit.ts'
import { accountOf, openValues } from './integrations.reads.ts'

export const ACCOUNTS_CHANNEL = 'millrace_accounts'
// Notices come within milliseconds; this bounds what one that was lost costs, and how long a key rests in memory unused.
const KEEP_MS = 30_000
const MOST_WORKSPACES = 1_000

/** Tells every process that what it keeps of this workspace is old, when the transaction commits. */
export async function forgetAccounts(tx: Tx, workspaceId: WorkspaceId): Promise<void> {
  await tx.client.query('select pg_notify($1, $2)', [ACCOUNTS_CHANNEL, workspaceId])
}

export interface Accounts {
  /** What is entered for the integration; lacks what is not. */
  find(workspaceId: WorkspaceId, form: AccountForm): Promise<Account>
  forget(workspaceId: string): void
  forgetAll(): void
  /** Whether notices of changes made elsewhere arrive. Without them nothing is kept; so it is until told otherwise. */
  hears(isHearing: boolean): void
}

type Values = Map<string, Record<string, string>>

export function createAccounts(database: Database, vault: Vault, now: () => Date): Accounts {
  const known = new Map<string, { values: Promise<Values>; until: number }>()
  let hearing = false

  function load(workspaceId: WorkspaceId): Promise<Values> {
    const values = database.inWorkspace(workspaceId, async (tx) => (await openValues(tx, vault)).values)
    if (!hearing) return values
    const entry = { values, until: now().getTime() + KEEP_MS }
    known.set(workspaceId, entry)
    values.catch(() => known.get(workspaceId) === entry && known.delete(workspaceId))
    if (known.size > MOST_WORKSPACES) known.delete(known.keys().next().value as string)
    return values
  }

  return {
    async find(workspaceId, form) {
      const entry = known.get(workspaceId)
      const values = await (entry && entry.until > now().getTime() ? entry.values : load(workspaceId))
      return accountOf(form, values.get(form.id))
    },
    forget: (workspaceId) => void known.delete(workspaceId),
    forgetAll: () => known.clear(),
    hears(isHearing) {
      hearing = isHearing
      known.clear()
    },
  }
}
