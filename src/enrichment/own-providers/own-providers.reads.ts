// A workspace's own providers as people see them: with their secrets' state, and where they are used.
import { fixedHost } from '../../engine/columns/template-parts.ts'
import { readSecrets } from '../../identity/secrets/secrets.reads.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { isAllowedHost } from '../../platform/net/allowed-hosts.logic.ts'
import { ownProvider } from '../../providers/sources/own-provider.source.ts'
import { isOwnId, secretOf } from '../../records/own-providers/own-provider.logic.ts'
import {
  mustReadOwnProvider,
  type OwnProvider,
  readColumnUses,
  readOwnProviders,
} from '../../records/own-providers/own-providers.reads.ts'
import { DEFAULT_ACTIONS, LEAD_ACTIONS } from '../lead-actions/lead-action.logic.ts'
import { readWaterfalls } from '../lead-actions/lead-actions.commands.ts'
import type { OwnProviderRecord, ProviderUse } from './own-provider.schema.ts'

type Secrets = Awaited<ReturnType<typeof readSecrets>>
type Uses = ReadonlyMap<string, ProviderUse[]>

export async function listOwnProviders(tx: WorkspaceTx): Promise<OwnProviderRecord[]> {
  const own = await readOwnProviders(tx)
  if (own.length === 0) return []
  const [secrets, uses] = [await readSecrets(tx), await readUses(tx)]
  return own.map((one) => recordOf(one, secrets, uses))
}

/** @throws Refusal `not_found` */
export async function readOwnProvider(tx: WorkspaceTx, id: string): Promise<OwnProviderRecord> {
  const own = await mustReadOwnProvider(tx, id)
  return recordOf(own, await readSecrets(tx), await readUses(tx, id))
}

function recordOf({ created_at, updated_at, ...own }: OwnProvider, secrets: Secrets, uses: Uses): OwnProviderRecord {
  const used = secretsOf(own, secrets)
  return {
    ...own,
    ready: used.every(({ state }) => state !== 'missing'),
    secrets: used,
    used_by: uses.get(own.id) ?? [],
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

export function secretsOf(
  { definition }: Pick<OwnProvider, 'definition'>,
  secrets: readonly Pick<Secrets[number], 'name' | 'hosts'>[],
): OwnProviderRecord['secrets'] {
  const used = secretOf(definition)
  if (!used) return []
  const { name, urls } = used
  const hosts = [...new Set(urls.flatMap((url) => fixedHost(url) ?? []))]
  const entered = secrets.find((secret) => secret.name === name)
  const isAllowed = entered && hosts.every((host) => isAllowedHost(entered.hosts, `https://${host}/`))
  return [{ name, hosts, state: entered ? (isAllowed ? 'ready' : 'host_not_allowed') : 'missing' }]
}

/** Where own providers are used, by their id. */
export async function readUses(tx: WorkspaceTx, id: string | null = null): Promise<Uses> {
  const uses = new Map<string, ProviderUse[]>()
  const add = (provider: string, use: Partial<ProviderUse> & Pick<ProviderUse, 'kind' | 'name'>) => {
    if (id !== null && provider !== id) return
    const whole = { workbook_id: null, column_id: null, action: null, ...use }
    uses.set(provider, [...(uses.get(provider) ?? []), whole])
  }
  for (const { provider, workbook, column, is_function, workbook_id, column_id } of await readColumnUses(tx, id))
    add(provider, {
      kind: is_function ? 'function' : 'column',
      workbook_id,
      column_id,
      name: is_function
        ? `${column} in ${workbook.replace(/^Function: /, 'the function ')}`
        : `${column} in ${workbook}`,
    })
  const { rows: sources } = await tx.client.query<{
    provider: string
    name: string
    workbook: string
    workbook_id: string
  }>(
    `select s.settings->>'provider' as provider, s.name, w.name as workbook, s.workbook_id from workbook_sources s
      join workbooks w on w.workspace_id = $1 and w.id = s.workbook_id and w.deleted_at is null
      where s.workspace_id = $1 and s.adapter = $2 order by w.name, s.name, s.id`,
    [tx.workspace_id, ownProvider.id],
  )
  for (const { provider, name, workbook, workbook_id } of sources)
    add(provider, { kind: 'source', name: `${name} of ${workbook}`, workbook_id })
  for (const action of LEAD_ACTIONS) {
    const named = (await readWaterfalls(tx, action)).flatMap(({ steps, verify }) => [
      ...steps.flatMap((step) => [step.provider, ...(step.verify ? [step.verify.provider] : [])]),
      ...(verify ? [verify.provider] : []),
    ])
    for (const provider of new Set(named.filter(isOwnId)))
      add(provider, { kind: 'lead_action', name: DEFAULT_ACTIONS[action].title, action })
  }
  return uses
}
