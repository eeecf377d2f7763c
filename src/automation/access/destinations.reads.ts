// The places outside of the install that a workspace can send something to, from the declarations of the code and what is set up.
import { KEY as ICONS_KEY } from '../../enrichment/company-icons/company-icons.reads.ts'
import { readEntered } from '../../identity/integrations/integrations.reads.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { WATCH_KINDS } from '../../monitoring/kinds/catalog.ts'
import { watchDestinations } from '../../monitoring/kinds/destinations.logic.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { catalog, isReady } from '../../providers/catalog.ts'
import { hubspot } from '../../providers/crm/hubspot.ts'
import { salesforce } from '../../providers/crm/salesforce.ts'
import {
  accountDestinations,
  type Destinations,
  lookupDestinations,
  sourceDestinations,
  usualDestinations,
} from '../../providers/destinations.ts'
import { MODEL_INTEGRATIONS } from '../../providers/models/model-vendors.ts'
import { SOURCES } from '../../providers/sources/catalog.ts'
import { secretOf } from '../../records/own-providers/own-provider.logic.ts'
import { readOwnProviders } from '../../records/own-providers/own-providers.reads.ts'
import { COLUMN_URLS, hostsOf } from '../../records/store/columns/secret-uses.reads.ts'
import type { Access, Destination } from './access.schema.ts'

const NOWHERE: Destinations = { hosts: [], row_places: [], is_entered: false }

/** The code does not change while the process lives. */
let declared: Promise<Map<string, Destinations>> | undefined
const readDeclaredDestinations = () =>
  (declared ??= Promise.all(catalog.map(async (one) => [one.id, await lookupDestinations(one)] as const)).then(
    (all) => new Map(all),
  ))

/** `showsSignOn`: the caller may see how users of the workspace log in. */
export async function readDestinations(
  tx: WorkspaceTx,
  showsSignOn: boolean,
): Promise<Pick<Access, 'destinations' | 'cut'>> {
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
        alike: 1,
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
      alike: 1,
    }
  })
  const setUp = await readSetUp(tx, showsSignOn)
  const { own, known } = withKnownSources(setUp.lines, isEntered)
  return {
    destinations: [...lookups, ...accounts, ...known, ...(await readOwn(tx, uses)), ...own],
    cut: setUp.cut,
  }
}

/** A source that calls the usual hosts of its kind is counted as a use of them; any other source is listed separately. */
function withKnownSources(lines: readonly SetUpLine[], isEntered: Awaited<ReturnType<typeof readEntered>>) {
  const usual = new Map(
    SOURCES.flatMap((source) => {
      const goes = usualDestinations(source)
      return goes && (goes.hosts.length > 0 || goes.is_entered) ? [[source.id, { source, goes }] as const] : []
    }),
  )
  const uses = new Map<string, number>()
  const own = lines.flatMap(({ of, ...line }): Destination[] => {
    const known = of === null ? undefined : usual.get(of)
    const isUsual = known && line.kind === 'source' && placesOf(known.goes) === placesOf(line)
    if (!isUsual || of === null) return [line]
    uses.set(of, (uses.get(of) ?? 0) + line.alike)
    return []
  })
  const known = [...usual].map(([id, { source, goes }]): Destination => {
    const { integration, keyless } = 'ask' in source ? source : {}
    return {
      kind: 'source',
      id,
      name: source.title,
      ...goes,
      sends: [],
      ready: !integration || keyless === true || isEntered(integration),
      uses: uses.get(id) ?? 0,
      alike: 1,
    }
  })
  return { own, known }
}

const placesOf = ({ hosts, row_places, is_entered }: Destinations) => JSON.stringify([hosts, row_places, is_entered])

/** The number of columns that name each lookup, own provider, model vendor or CRM. */
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
      alike: 1,
    }
  })
}

/** Lines of each kind, and rows that are read for them. */
const MOST = 200
const MOST_READ = 2000

interface SetUpRow {
  id: string
  name: string
  ready: boolean
  [setting: string]: Json
}

interface SetUpKind {
  kind: Destination['kind']
  sql: string
  /** The declaration in the code that it belongs to. */
  of?: (row: SetUpRow) => string
  goes: (row: SetUpRow) => Destinations
  sends?: string[]
}

/** By `urls`: the hosts of addresses that are kept. */
const byUrls = ({ urls }: SetUpRow): Destinations => ({ ...NOWHERE, hosts: hostsOf(urls as (string | null)[]) })
const ENTERED: Destinations = { ...NOWHERE, is_entered: true }
const NOTICE = ['Title, text and link of notices']

const notices = (way: 'chat' | 'email', address: string, name: string): SetUpKind => ({
  kind: 'notice',
  // One line for all users, because what one user entered is private to that user.
  sql: `select '${way}' as id, '${name}' as name, true as ready from notice_preferences
    where workspace_id = $1 and ${address} is not null and ${way}_when <> 'off'`,
  goes: () => ENTERED,
  sends: NOTICE,
})

const sourceById = new Map(SOURCES.map((source) => [source.id, source]))
const watchKinds = new Map<string, (typeof WATCH_KINDS)[number][1]>(WATCH_KINDS)

const SET_UP: readonly SetUpKind[] = [
  {
    kind: 'column',
    sql: `select c.workbook_id || '/' || c.id as id, w.name || ' → ' || c.name as name,
        ${COLUMN_URLS} as urls, true as ready
      from workbook_columns c join workbooks w on w.workspace_id = $1 and w.id = c.workbook_id and w.deleted_at is null
      where c.workspace_id = $1 and (c.config ? 'url' or c.config -> 'target' ? 'url' or c.config -> 'target' ->> 'kind' = 'slack')
      order by w.name, c.name`,
    goes: byUrls,
  },
  {
    kind: 'source',
    sql: `select s.id::text, w.name || ' → ' || s.name as name, s.adapter, s.settings, s.enabled as ready
      from workbook_sources s join workbooks w on w.workspace_id = $1 and w.id = s.workbook_id and w.deleted_at is null
      where s.workspace_id = $1 order by w.name, s.name`,
    of: ({ adapter }) => String(adapter),
    goes({ adapter, settings }) {
      const source = sourceById.get(String(adapter))
      return source ? sourceDestinations(source, settings as JsonObject) : NOWHERE
    },
  },
  {
    kind: 'watch',
    sql: `select id::text, coalesce(name, target) as name, kind as of_kind, target, config, enabled as ready
      from watches where workspace_id = $1 order by 2`,
    of: ({ of_kind }) => String(of_kind),
    goes({ of_kind, target, config }) {
      const kind = watchKinds.get(String(of_kind))
      return kind ? watchDestinations(kind, String(target), config as JsonObject) : NOWHERE
    },
  },
  {
    kind: 'webhook',
    sql: `select id::text, coalesce(name, url) as name, array[url] as urls, enabled as ready from webhook_endpoints where workspace_id = $1 order by 2`,
    goes: byUrls,
  },
  {
    kind: 'mailbox',
    sql: `select id::text, coalesce(email, 'Mailbox') as name,
        array['https://' || (settings ->> 'host'), 'https://' || (settings ->> 'imap_host')] as urls, state = 'active' as ready
      from mailboxes where workspace_id = $1 and settings ? 'host' order by 2`,
    goes: byUrls,
  },
  {
    kind: 'company_icon',
    sql: `select 'icons' as id, 'Company icons' as name, exists (select 1 from workspace_settings
        where workspace_id = $1 and key = '${ICONS_KEY}' and value -> 'enabled' = 'true') as ready`,
    goes: () => ({ ...NOWHERE, row_places: ['website'] }),
    sends: ['The domain'],
  },
  notices('email', 'email', 'Mail of notices'),
  notices('chat', 'chat_url', 'Chat messages of notices'),
]

const SIGN_ON: SetUpKind = {
  kind: 'identity_provider',
  sql: `select id::text, name, array[issuer] as urls, enabled as ready from sso_providers where workspace_id = $1 order by 2`,
  goes: byUrls,
}

type SetUpLine = Destination & { of: string | null }

/** A statement each: on a cluster, no statement names tables of a workspace and of the coordinator together. */
async function readSetUp(tx: WorkspaceTx, showsSignOn: boolean) {
  const lines: SetUpLine[] = []
  const cut = new Set<Destination['kind']>()
  for (const one of showsSignOn ? [...SET_UP, SIGN_ON] : SET_UP) {
    const { rows } = await tx.client.query<SetUpRow>(`${one.sql} limit ${MOST_READ + 1}`, [tx.workspace_id])
    const found = groupAlike(one, rows.slice(0, MOST_READ))
    lines.push(...found.slice(0, MOST))
    if (rows.length > MOST_READ || found.length > MOST) cut.add(one.kind)
  }
  return { lines, cut: [...cut] }
}

/** Undefined where stored settings cannot be read as destinations: the use is shown as it is entered, and cannot be called. */
function placesRead(goes: SetUpKind['goes'], row: SetUpRow): Destinations | undefined {
  try {
    return goes(row)
  } catch {
    return undefined
  }
}

/** Uses with the same destinations become one line under the name of the first; a use without a destination is left out. */
function groupAlike({ kind, of, goes, sends = [] }: SetUpKind, rows: readonly SetUpRow[]): SetUpLine[] {
  const lines = new Map<string, SetUpLine>()
  for (const row of rows) {
    const read = placesRead(goes, row)
    const places = read ?? ENTERED
    const isNowhere = kind === 'source' && places.hosts.length === 0 && !places.is_entered
    if (isNowhere) continue
    const { id, name } = row
    const ready = row.ready && read !== undefined
    const declared = of?.(row) ?? null
    // An address that a row completes, or that is unknown, equals no other.
    const key = places.hosts.length === 0 && !places.is_entered ? id : `${declared} ${ready} ${placesOf(places)}`
    const same = lines.get(key)
    if (same) same.alike += 1
    else lines.set(key, { kind, id, name, ...places, sends, ready, uses: null, alike: 1, of: declared })
  }
  return [...lines.values()]
}
