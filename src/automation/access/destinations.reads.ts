// Every place outside of the install that a workspace can send something to, from the declarations of the code and what is set up.
import { readEntered } from '../../identity/integrations/integrations.reads.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { catalog, isReady } from '../../providers/catalog.ts'
import { hubspot } from '../../providers/crm/hubspot.ts'
import { salesforce } from '../../providers/crm/salesforce.ts'
import { accountDestinations, type Destinations, lookupDestinations } from '../../providers/destinations.ts'
import { MODEL_INTEGRATIONS } from '../../providers/models/model-vendors.ts'
import { secretOf } from '../../records/own-providers/own-provider.logic.ts'
import { readOwnProviders } from '../../records/own-providers/own-providers.reads.ts'
import { COLUMN_URLS, hostsOf } from '../../records/store/secret-uses.reads.ts'
import type { Destination } from './access.schema.ts'

const NOWHERE: Destinations = { hosts: [], row_places: [], is_entered: false }

/** The code does not change while the process lives. */
let declared: Promise<Map<string, Destinations>> | undefined
const readDeclaredDestinations = () =>
  (declared ??= Promise.all(catalog.map(async (one) => [one.id, await lookupDestinations(one)] as const)).then(
    (all) => new Map(all),
  ))

export async function readDestinations(tx: WorkspaceTx): Promise<Destination[]> {
  const isEntered = await readEntered(tx)
  const uses = await readUses(tx)
  const places = await readDeclaredDestinations()
  const lookups = catalog.flatMap((lookup): Destination[] => {
    const goes = places.get(lookup.id) ?? NOWHERE
    if (lookup.ended !== undefined || 'answer' in lookup) return []
    return [
      {
        kind: 'lookup',
        id: lookup.id,
        name: lookup.label,
        ...goes,
        sends: lookup.inputs.map(({ label }) => label),
        ready: isReady(lookup, isEntered),
        uses: uses.get(lookup.id) ?? 0,
      },
    ]
  })
  const accounts = [...MODEL_INTEGRATIONS, hubspot, salesforce].map((form): Destination => {
    const kind = form.kind === 'model' ? 'model' : 'crm'
    const goes = accountDestinations(form)
    return {
      kind,
      id: form.id,
      name: form.name,
      ...goes,
      sends: [],
      ready: isEntered(form),
      uses: uses.get(form.id) ?? 0,
    }
  })
  return [...lookups, ...accounts, ...(await readOwn(tx, uses)), ...(await readSetUp(tx))]
}

/** By lookup, own provider, model vendor or CRM: how many columns name it. */
async function readUses(tx: WorkspaceTx): Promise<Map<string, number>> {
  const { rows } = await tx.client.query<{ id: string; n: number }>(
    `select u.id, count(distinct (c.workbook_id, c.id))::int as n
     from workbook_columns c join workbooks w on w.workspace_id = $1 and w.id = c.workbook_id and w.deleted_at is null
     cross join lateral (
       select c.config ->> 'provider' as id union select c.config -> 'verify' ->> 'provider'
       union select jsonb_path_query(c.config, '$.steps[*].provider') #>> '{}'
       union select jsonb_path_query(c.config, '$.steps[*].verify.provider') #>> '{}'
       union select split_part(c.config ->> 'model', '/', 1) union select c.config -> 'target' ->> 'kind'
     ) u
     where c.workspace_id = $1 and u.id is not null group by u.id`,
    [tx.workspace_id],
  )
  return new Map(rows.map(({ id, n }) => [id, n]))
}

async function readOwn(tx: WorkspaceTx, uses: ReadonlyMap<string, number>): Promise<Destination[]> {
  return (await readOwnProviders(tx)).map(({ id, name, definition }) => {
    const urls = secretOf(definition)?.urls ?? [definition.url]
    return {
      kind: 'own_provider',
      id,
      name,
      ...NOWHERE,
      hosts: hostsOf(urls),
      sends: definition.inputs.map(({ label, name }) => label ?? name),
      ready: true,
      uses: uses.get(id) ?? 0,
    }
  })
}

/** Of each kind; lists of people end far below. */
const MOST = 200

const SET_UP: readonly { kind: Destination['kind']; sql: string }[] = [
  {
    kind: 'column',
    sql: `select c.workbook_id || '/' || c.id as id, w.name || ' → ' || c.name as name,
        ${COLUMN_URLS} as urls, true as ready
      from workbook_columns c join workbooks w on w.workspace_id = $1 and w.id = c.workbook_id and w.deleted_at is null
      where c.workspace_id = $1 and (c.config ? 'url' or c.config -> 'target' ? 'url' or c.config -> 'target' ->> 'kind' = 'slack')
      order by w.name, c.name`,
  },
  {
    kind: 'source',
    sql: `select s.id::text, w.name || ' → ' || s.name as name, array[s.settings ->> 'url'] as urls, s.enabled as ready
      from workbook_sources s join workbooks w on w.workspace_id = $1 and w.id = s.workbook_id and w.deleted_at is null
      where s.workspace_id = $1 and s.settings ? 'url' order by w.name, s.name`,
  },
  {
    kind: 'watch',
    sql: `select id::text, coalesce(name, target) as name, array[case when target ~ '^https?://' then target else 'https://' || target end] as urls,
        enabled as ready
      from watches where workspace_id = $1 and target ~ '^(https?://)?[^[:space:]/@]+[.][^[:space:]@]+$' order by 2`,
  },
  {
    kind: 'webhook',
    sql: `select id::text, coalesce(name, url) as name, array[url] as urls, enabled as ready from webhook_endpoints where workspace_id = $1 order by 2`,
  },
  {
    kind: 'mailbox',
    sql: `select id::text, coalesce(email, 'Mailbox') as name,
        array['https://' || (settings ->> 'host'), 'https://' || (settings ->> 'imap_host')] as urls, state = 'active' as ready
      from mailboxes where workspace_id = $1 and settings ? 'host' order by 2`,
  },
  {
    kind: 'identity_provider',
    sql: `select id::text, name, array[issuer] as urls, enabled as ready from sso_providers where workspace_id = $1 order by 2`,
  },
]

interface SetUpRow {
  kind: Destination['kind']
  id: string
  name: string
  urls: (string | null)[]
  ready: boolean
}

/** A statement each: on a cluster, no statement names tables of a workspace and of the coordinator together. */
async function readSetUp(tx: WorkspaceTx): Promise<Destination[]> {
  const found: SetUpRow[] = []
  for (const { kind, sql } of SET_UP) {
    const { rows } = await tx.client.query<Omit<SetUpRow, 'kind'>>(`${sql} limit ${MOST}`, [tx.workspace_id])
    found.push(...rows.map((row) => ({ ...row, kind })))
  }
  return found.map(({ urls, ...row }) => ({ ...row, ...NOWHERE, hosts: hostsOf(urls), sends: [], uses: null }))
}
