// The law of plans: statements look up what an index holds, whatever the tables were when they were last counted.
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTenant } from '../../test/open-tenant.ts'
import { operationsOf } from '../../test/operations.ts'
import { addPerson, type Call, callAs } from '../../test/running-install.ts'
import { NOT_OF_A_SIDE } from '../../test/statements.ts'
import { addTenant, type Tenant } from '../../test/tenant.ts'
import { countTenants, fillTenants, readTouched } from '../../test/touched-rows.ts'
import { until } from '../../test/until.ts'
import { newId, type WorkspaceId } from '../kernel/ids.ts'
import { namedTables } from '../platform/db/layout/named-tables.logic.ts'
import { sideOf } from '../platform/db/layout/side.logic.ts'

/** What people wait for. */
const HOT = [
  'person,workbook_open,column_open,cell_open,page_from,page_from_again,page_after,page_after_again,page_these,page_in_order,workbook_read_text,rows_lock_data,rows_lock_keys',
  'rows_insert,rows_update,rows_update_each,rows_count,cells_put,cells_upsert,rows_by_id,rows_by_position,positions_take',
  'rows_lock_free,rows_remove,rows_trash,trash_read,cells_back,versions_read,change_insert,computed_insert,workbook_follow,views_read',
  'queue_claim,queue_insert,relay,event_insert,chunk_read,chunk_write,run_chunk_claim,run_chunks_held,run_count,attempts_write',
  'ledger_write,hold_shared_any,money_look,leads_count,lead_counter,lead_work_readers,awaited_claim,automation_run_done,user',
]

/** Small by what they hold, which is what people make one by one. Any way to read them is quick. */
const EXEMPT = new Set(
  [
    'memberships,invitations,session_families,scim_group_members,scim_tokens,login_challenges,user_identities',
    'budgets,workbook_sources,view_indexes,function_uses,assistant_conversations,assistant_plans',
  ]
    .join()
    .split(','),
)
/** Those of them that a statement was found at fault for. */
const met = new Set<string>()

const statements = new Map<string, string>()
/** Without a name, as a name they have their text. */
const others = new Set<string>()
/** What each was first asked with: a plan is made for its values, a workspace among them that no statistics know. */
const asked = new Map<string, unknown[]>()
const Plain = pg.Query
let ours: Tenant
let indexes: Map<string, Index[]>

const { service } = await openTenant({ LIMITS: 'off' })
beforeAll(async () => {
  pg.Query = new Proxy(Plain, {
    construct(target, [config, ...more]) {
      // Names with a number stand for as many shapes of one statement.
      const text = typeof config === 'string' ? config : config?.text
      if (config?.values?.length && !asked.has(text)) asked.set(text, config.values)
      if (config?.name && text) statements.set(config.name.replace(/_\d+$/, ''), text)
      else if (text) others.add(text)
      return new target(config, ...more)
    },
  })
  ours = await addTenant(service, 'Ours')
  await walk()
  indexes = await readIndexes()
})
afterAll(async () => {
  pg.Query = Plain
})

/** Knocks everywhere, what takes away last, and does what a first day brings. */
async function walk(): Promise<void> {
  const { access_token } = await addPerson(service, ours.ids.ws_id, 'owner')
  const ask = callAs(service, access_token)
  const call: Call = async (...how) => {
    const answer = await ask(...how)
    expect(answer.status, `${how.slice(0, 2).join(' ')}: ${answer.text}`).toBeLessThan(300)
    return answer
  }
  const at = `/api/workbooks/${ours.ids.workbook_id}`
  const { columns_config } = (await call('GET', at)).body.workbook
  const input = columns_config.find(({ type }: { type: string }) => type === 'input').id
  for (const round of [1, 2]) {
    const form = new FormData()
    form.append('options', JSON.stringify({ identity: { index: 0, normaliser: 'text' } }))
    form.append(
      'file',
      new Blob([`Name,City\nOne,Town ${round}\nTwo,Town\nThree ${round},Town\n`], { type: 'text/csv' }),
      'first.csv',
    )
    const headers = { authorization: `Bearer ${access_token}` }
    const answer = await fetch(`${service.url}${at}/import`, { method: 'POST', headers, body: form })
    expect(answer.status, await answer.text()).toBe(201)
  }
  const rows = (dedupe: string) => ({ rows: ['One', 'Four'].map((name) => ({ data: { [input]: name } })), dedupe })
  for (const dedupe of ['create', 'update', 'skip']) await call('POST', `${at}/rows`, rows(dedupe))
  const many = Array.from({ length: 30 }, (_, n) => ({ data: { [input]: `Row ${n}` } }))
  const { items } = (await call('POST', `${at}/rows`, { rows: many })).body
  const [row, other] = items.map(({ row_id }: { row_id: string }) => row_id)
  await call('PATCH', `${at}/rows/${row}/cells/${input}`, { value: 'Changed' })
  await call('PATCH', `${at}/rows`, { rows: [{ row_id: row, data: { [input]: 'Once more' } }] })
  await call('DELETE', `${at}/rows`, { row_ids: [other] })
  for (const undo of ['undo', 'redo']) await call('POST', `${at}/${undo}`, {})
  let cursor = ''
  for (const page of ['page=2', 'page=2', 'cursor_mode=true', 'cursor_mode=true']) {
    const { next_cursor } = (await call('GET', `${at}?page_size=10&${page}`)).body
    cursor = next_cursor ?? cursor
  }
  await call('GET', `${at}?page_size=10&cursor=${encodeURIComponent(cursor)}`)
  await call('POST', `${at}/rows/query`, { search: 'Town', limit: 5 })
  const { body: formula } = await call('POST', `${at}/columns`, {
    name: 'Loud',
    type: 'formula',
    expression: 'UPPER({{Name}})',
  })
  await call('POST', `${at}/views`, { name: 'Loudest', sort: [{ field: formula.id, dir: 'desc' }] })
  await until(
    () => statements.has('computed_insert'),
    (isThere) => isThere,
  )
  await call('PATCH', `${at}/rows/${row}/cells/${input}`, { value: 'Followed' })
  const document = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'))
  const ends = ({ name }: { name: string }) => Number(/^(delete|remove|logout|end_|cancel|revoke|leave)/.test(name))
  for (const operation of operationsOf(document).sort((one, another) => ends(one) - ends(another)))
    if (!/^(logout|delete_workspace|leave)/.test(operation.name))
      await operation.knock(service.url, { token: access_token, ids: ours.ids })
}

interface Index {
  name: string
  columns: string[]
  isUnique: boolean
}

/** Those that hold every row of their table. */
async function readIndexes(): Promise<Map<string, Index[]>> {
  const found = new Map<string, Index[]>()
  const rows = await service.database.asOwner<Index & { table: string }>(
    `select c.relname as table, i.indexrelid::regclass::text as name, i.indisunique as "isUnique",
        array(select a.attname::text from unnest(i.indkey) with ordinality k (n, place)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.n order by k.place) as columns
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and i.indpred is null and i.indexprs is null`,
  )
  for (const { table, ...index } of rows) found.set(table, [...(found.get(table) ?? []), index])
  return found
}

interface Plan {
  'Node Type': string
  Alias?: string
  'Join Filter'?: string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: Plan[]
}

// What row-level security asks beside, and what is only asked when a request needs it.
const GIVEN =
  /\(\w+ = \(InitPlan \d+\)\.col1\) OR \(InitPlan \d+\)\.col1|\w+ = \(NULLIF\(current_setting[^=]*\)::uuid|\(\$\d+ IS NULL\) OR \([^)]*\)/g
/** The two sides of an OR, or the parts that an AND joins: what stands between them outside of all brackets. */
function partsOf(condition: string, word: ' AND ' | ' OR '): string[] {
  const parts = ['']
  let depth = 0
  for (const piece of condition.split(/(\(|\)| AND | OR )/)) {
    depth += Number(piece === '(') - Number(piece === ')')
    if (depth === 0 && piece === word) parts.push('')
    else parts[parts.length - 1] += piece
  }
  return parts
}
/** Without the brackets around all of it. */
function bare(condition: string): string {
  const inner = condition.trim().replace(/^\((.*)\)$/, '$1')
  let depth = 0
  const isWhole = [...inner].every((sign) => {
    depth += Number(sign === '(') - Number(sign === ')')
    return depth >= 0
  })
  return isWhole && inner !== condition.trim() ? bare(inner) : condition.trim()
}
/** What a filter compares: in any case, and by each OR on each of its sides. */
function comparedBy(filter = ''): { always: Set<string>; either: Set<string>[][] } {
  const parts = partsOf(bare(filter.replace(GIVEN, '')), ' AND ').map((part) => partsOf(bare(part), ' OR '))
  return {
    always: new Set(parts.filter((sides) => sides.length === 1).flatMap(([part]) => [...compared(part)])),
    either: parts.filter((sides) => sides.length > 1).map((sides) => sides.map(compared)),
  }
}

/** Columns that a condition compares with something else. */
const compared = (condition = '') =>
  new Set(
    [
      ...condition.replace(GIVEN, '').matchAll(/(?<![.\w])"?(\w+)"? (?:=|>=|<=|>|<) (?!ALL|\(hashed)|= "?(\w+)"?\)/g),
    ].flatMap(([, one, other]) => one ?? other ?? []),
  )
const prefix = ({ columns }: Index, given: Set<string>) => {
  const end = columns.findIndex((column) => !given.has(column))
  return end < 0 ? columns.length : end
}

interface Fault {
  table: string
  text: string
}

/** A join with these tables looks lines up by an index. It does not read the whole workspace to compare each line. */
const JOINED_BY_INDEX = new Set(['entities', 'entity_records', 'lookup_cache', 'page_cache'])

/** What joins compare only after both sides were read, of the table with this name in the statement. */
const joined = (alias: string | undefined, conditions: readonly string[]) =>
  conditions.flatMap((condition) =>
    [...condition.matchAll(/(\w+)\.(\w+) = (\w+)\.(\w+)/g)].flatMap(([, one, column, other, its]) =>
      one === alias ? (column ?? []) : other === alias ? (its ?? []) : [],
    ),
  )

/** What a plan reads although an index holds what it wants; `above` is what the joins that read it for each line compare. */
function faults(plan: Plan, above: readonly string[] = []): Fault[] {
  const filters = plan['Node Type'] === 'Nested Loop' ? [...above, plan['Join Filter'] ?? ''] : above
  const below = (plan.Plans ?? []).flatMap((child) => faults(child, filters))
  const table = plan['Relation Name']
  // A place is what others have looked up.
  if (!table || !plan['Node Type'].includes('Scan') || plan['Node Type'] === 'Tid Scan') return below
  const own = indexes.get(table) ?? []
  const conditions = [plan, ...(plan.Plans ?? [])].map((node) => node['Index Cond'] ?? '').join(' ')
  const found = compared(conditions)
  const { always, either } = comparedBy(plan.Filter)
  const wanted = new Set([...found, ...always, ...(JOINED_BY_INDEX.has(table) ? joined(plan.Alias, above) : [])])
  const name = plan['Index Name'] ?? plan.Plans?.[0]?.['Index Name']
  const used = own.find((index) => index.name === name)
  if (used?.isUnique && prefix(used, found) === used.columns.length) return below
  // A partial index was made for just this.
  if (name && !used) return below
  const now = used ? prefix(used, found) : 0
  const betterBy = (columns: Set<string>) => own.find((index) => prefix(index, columns) > now)
  // An OR can be looked up when each of its sides can.
  const bySides = either
    .map((sides) => sides.map((side) => betterBy(new Set([...wanted, ...side]))))
    .find((sides) => sides.every(Boolean))
  const better = betterBy(wanted) ?? bySides?.[0]
  if (!better) return below
  const text = `${plan['Node Type']} of ${table} by ${name ?? 'nothing'}, where ${better.name} holds it: ${conditions} · ${plan.Filter}`
  return [...below, { table, text }]
}

const TOLD = `select c.oid::regclass::text as name, pg_relation_size(c.oid) / 8192 as pages from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`
async function tell(of: (pages: number) => number | null): Promise<void> {
  for (const { name, pages } of await service.database.asOwner<{ name: string; pages: number }>(TOLD)) {
    const rows = of(Number(pages))
    await service.database.asOwner(
      rows === null
        ? `select pg_clear_relation_stats('public', '${name}')`
        : `select pg_restore_relation_stats('schemaname', 'public', 'relname', '${name}', 'relpages', ${pages}, 'reltuples', ${rows}::real)`,
    )
  }
}

/** Those of the whole install, which Citus plans over all nodes. */
const OF_ALL = /^gauge_/

it('every statement is about one workspace and has its tables on one node, or says what goes along', async () => {
  const rows = await service.database.asOwner<{ name: string; class: string }>(
    `select relname as name, substring(obj_description(oid, 'pg_class') from '^class: (.*)$') as class from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  const classes = new Map(rows.map((row) => [row.name, row.class]))
  const wrong: string[] = []
  for (const [name, text] of [...statements, ...[...others].map((other) => ['', other] as const)]) {
    if (name in NOT_OF_A_SIDE || OF_ALL.test(name)) continue
    const { problem } = sideOf(text, (table) => classes.get(table))
    if (problem !== undefined) wrong.push(`${name}: ${problem}`)
    const isOfTenants = namedTables(text).some((table) => classes.get(table.name) === 'tenant')
    if (isOfTenants && !/workspace_id"? (=|in) |\bselect \$1|values \(\$1/.test(text))
      wrong.push(`${name}: of no workspace: ${text}`)
  }
  expect(wrong).toEqual([])
  expect(rows.length).toBeGreaterThan(100)
})

/** As a restore makes them: the keys first, so that no other index is older. */
async function makeIndexesAgain(): Promise<void> {
  const rows = await service.database.asOwner<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
       join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace
         and not exists (select from pg_constraint where conindid = i.indexrelid) order by 1`,
  )
  for (const { name, definition } of rows) await service.database.asOwner(`drop index ${name}; ${definition}`)
}

/** All rows are of one other workspace, and that is on record. */
async function nameAnother(): Promise<void> {
  await tell(() => 1_000_000)
  const rows = await service.database.asOwner<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  )
  for (const { name } of rows) {
    await service.database.asOwner(
      `select pg_restore_attribute_stats('schemaname', 'public', 'relname', '${name}', 'attname', 'workspace_id', 'inherited', false,
         'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real, 'most_common_vals', '{${newId()}}', 'most_common_freqs', '{1}'::real[])`,
    )
  }
}

/** Where a version before 18 went on counting; what is here reads the attempts of a workspace for the trace of one cell. */
const NAMED = 'counted before this workspace came'
const ONE_TRACE = /^select id, run_id, step_id, provider, state, outcome.* of attempts by attempts_pkey/
const FOR_A_MINUTE = 'counted before the first large write was committed'
/** A list of values that is looked for by reading once, which is quicker for few; until the next count. */
const ONCE = /= ANY \('\{/

/** What a restore brings no statistics of is told nothing of workspaces and workbooks. */
async function nameNone(): Promise<void> {
  await tell(() => 1_000_000)
  for (const { name } of await service.database.asOwner<{ name: string }>(TOLD))
    for (const column of ['workspace_id', 'workbook_id'])
      await service.database.asOwner(
        `select pg_clear_attribute_stats('public', '${name}', '${column}', false) from pg_attribute
           where attrelid = '${name}'::regclass and attname = '${column}'`,
      )
}

/** What counts are told is told to PostgreSQL 18; an older one of POSTGRES_BIN is filled and counted only. */
const isTold = process.env.POSTGRES_BIN === undefined

describe.skipIf(!isTold).each([
  ['never counted', () => tell(() => null)],
  [FOR_A_MINUTE, () => tell(() => 0)],
  ['large', () => tell(() => 1_000_000)],
  [NAMED, nameAnother],
  ['restored, with the keys as the oldest indexes', () => makeIndexesAgain().then(() => nameNone())],
])('in tables that are %s', (state, prepare) => {
  beforeAll(prepare)

  it('every statement with a name looks up what an index holds', async () => {
    const wrong: string[] = []
    for (const [name, text] of statements)
      for (const fault of await faultsOf(text)) wrong.push(`${name}: ${fault.text}`)
    expect(wrong).toEqual([])
  })

  it('so does every other one, in tables that grow with rows and leads', async () => {
    const wrong: string[] = []
    for (const text of others)
      for (const fault of await faultsOf(text))
        if (EXEMPT.has(fault.table)) met.add(fault.table)
        else if (!(state === FOR_A_MINUTE && ONCE.test(fault.text))) {
          const found = `${text.replace(/\s+/g, ' ').slice(0, 300)}: ${fault.text}`
          if (!(state === NAMED && ONE_TRACE.test(found))) wrong.push(found)
        }
    expect(wrong).toEqual([])
  })
})

interface Explained {
  'QUERY PLAN': { Plan: Plan }[]
}

async function faultsOf(text: string): Promise<Fault[]> {
  if (!/^\s*(select|with|insert|update|delete)\b/i.test(text) || /;\s*\S/.test(text)) return []
  const values = asked.get(text)
  const plans = await service.database.inWorkspace(ours.ids.ws_id as WorkspaceId, async (tx) => {
    const kept = await tx.client.query<Explained>(`explain (generic_plan, format json) ${text};`)
    const own = values && (await tx.client.query<Explained>(`explain (format json) ${text}`, values))
    return [kept, ...(own ? [own] : [])].flatMap(({ rows }) =>
      rows.flatMap((row) => row['QUERY PLAN'].map((explained) => explained.Plan)),
    )
  })
  const found = plans.flatMap((plan) => faults(plan))
  return found.filter((fault, at) => found.findIndex((other) => other.text === fault.text) === at)
}

/** So many rows of a table are touched by what people wait for, wherever there are thousands of it. */
const MOST_TOUCHED = 300
const FILLED = 1_500
/** Read whole for a workspace: of blocks there is one for 4,096 leads, and of budgets a line for each that is in use. */
const READ_WHOLE = new Set(['lead_blocks', 'budget_use'])

/** Counted when it was empty, a table that has thousands of rows a minute later is read by a smaller index that begins with the workspace as well, until the next count. */
const UNTIL_COUNTED = new Set(['cells', 'ledger_lines'])
const NONE = new Set<string>()

describe.each<[string, (() => Promise<void>)[], Set<string>]>([
  ['were counted before they were filled', [countAll, fill], UNTIL_COUNTED],
  ['have grown since', [fill], UNTIL_COUNTED],
  ['were counted when they were full', [countAll], NONE],
  ['are restored and were never counted', [makeIndexesAgain, forgetCounts], NONE],
])('in tables that hold thousands of rows and %s', (_state, prepare, excused) => {
  beforeAll(async () => {
    for (const step of prepare) await step()
  })

  it('every statement with a name touches a bounded number of rows', async () => {
    const wrong: string[] = []
    let seen = 0
    for (const [name, text] of statements) {
      const values = asked.get(text)
      if (!/^\s*(select|with|insert|update|delete)\b/i.test(text) || !values) continue
      const touched = await service.database.inWorkspace(ours.ids.ws_id as WorkspaceId, (tx) =>
        readTouched(tx, text, values),
      )
      seen += Number(touched !== null)
      for (const [table, count] of touched?.rows ?? [])
        if (count > MOST_TOUCHED && !EXEMPT.has(table) && !READ_WHOLE.has(table) && !excused.has(table))
          wrong.push(`${name}: ${count} rows of ${table} (${touched?.pages} pages)`)
    }
    expect(seen).toBeGreaterThan(60)
    expect(wrong).toEqual([])
  })
})

async function fill(): Promise<void> {
  await fillTenants(service.database, ours.ids.ws_id ?? '', FILLED)
  const rows = [...(await countTenants(service.database, ours.ids.ws_id ?? '')).values()]
  expect(rows.filter((count) => count >= FILLED).length).toBeGreaterThan(25)
}
async function countAll(): Promise<void> {
  await service.database.asOwner('analyze')
}
/** As a database has them that was just loaded. */
async function forgetCounts(): Promise<void> {
  await service.database.asOwner(
    `delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace);
     update pg_class set reltuples = -1, relpages = 0 where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`,
  )
}

it.skipIf(!isTold)('exempts no table whose statements all keep the law', () => {
  expect([...EXEMPT].filter((table) => !met.has(table))).toEqual([])
})

it('has met what people wait for', () => {
  expect(
    HOT.join()
      .split(',')
      .filter((name) => !statements.has(name)),
  ).toEqual([])
  expect(statements.size).toBeGreaterThan(80)
  expect(others.size).toBeGreaterThan(500)
})
