// The opened accounts that calls to vendors are made with, kept in memory for moments and forgotten when one changes anywhere.
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { AccountForm, Credentials } from '../../providers/kit/kit.ts'
import { accountOf, openValues } from '../integrations/integrations.reads.ts'
import { bindingOf, SECRETS, type SecretBinding, type SecretColumn } from '../secrets/secrets.reads.ts'

// Notices come within milliseconds; this bounds what one that was lost costs, and how long a key rests in memory unused.
const KEEP_MS = 30_000
const MOST_WORKSPACES = 1_000

export interface Accounts {
  /** What is entered for the integration; lacks what is not. Secrets of a workspace come with where they may go from this column. */
  find(workspaceId: WorkspaceId, form: AccountForm, askedBy?: SecretColumn): Promise<Credentials>
  forget(workspaceId: string): void
  forgetAll(): void
  /** Whether notices of changes made elsewhere arrive. Without them nothing is kept; so it is until told otherwise. */
  hears(isHearing: boolean): void
}

interface Values {
  values: Map<string, Record<string, string>>
  bindings: Map<string, SecretBinding>
}

const bindingsOf = (stored: Awaited<ReturnType<typeof openValues>>['stored']) =>
  new Map(
    stored
      .filter(({ integration_id }) => integration_id === SECRETS)
      .map(({ field, hosts, columns }): [string, SecretBinding] => [field, { hosts, columns }]),
  )

export function createAccounts(database: Database, vault: Vault, now: () => Date): Accounts {
  const known = new Map<string, { values: Promise<Values>; until: number }>()
  let hearing = false

  function load(workspaceId: WorkspaceId): Promise<Values> {
    const values = database.inWorkspace(workspaceId, async (tx): Promise<Values> => {
      const { values, stored } = await openValues(tx, vault)
      return { values, bindings: bindingsOf(stored) }
    })
    if (!hearing) return values
    const entry = { values, until: now().getTime() + KEEP_MS }
    known.set(workspaceId, entry)
    values.catch(() => known.get(workspaceId) === entry && known.delete(workspaceId))
    if (known.size > MOST_WORKSPACES) known.delete(known.keys().next().value as string)
    return values
  }

  return {
    async find(workspaceId, form, askedBy) {
      const entry = known.get(workspaceId)
      const { values, bindings } = await (entry && entry.until > now().getTime() ? entry.values : load(workspaceId))
      const account = accountOf(form, values.get(form.id))
      return form.bound ? { ...account, ...bindingOf(form, bindings, askedBy) } : account
    },
    forget: (workspaceId) => void known.delete(workspaceId),
    forgetAll: () => known.clear(),
    hears(isHearing) {
      hearing = isHearing
      known.clear()
    },
  }
}
