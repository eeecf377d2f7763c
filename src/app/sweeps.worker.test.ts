// The law of sweeps: what a room declares to be deleted by age is seen by the sweep that deletes it, and goes. Row-level security hides the rows of
// tenants from the machinery without an error, so that a sweep in the wrong scope deletes nothing for ever.
import { describe, expect, test } from 'vitest'
import { openTenant } from '../../test/open-tenant.ts'
import { RETENTIONS, retentionJobs } from '../enrichment/retention/retention.jobs.ts'
import { firstIdOf, newId } from '../kernel/ids.ts'
import { testRun } from '../platform/queue/run.fixture.ts'
import { WORKSPACE_SWEEPS } from './jobs.ts'
import { ROOMS } from './rooms.ts'

const { database, workspaceId } = await openTenant()

const OLD = new Date(Date.now() - 400 * 86_400_000)
type Values = Record<string, unknown>

interface Column {
  name: string
  type: string
  is_needed: boolean
}

let planted = 0
/** Another one each time, of each type, for columns that a sweep does not look at. */
function anyOf(type: string): unknown {
  planted++
  if (type === 'uuid') return newId()
  if (type.endsWith('[]')) return []
  if (type === 'bytea') return Buffer.from(`${planted}`)
  if (type === 'jsonb') return '{}'
  if (type === 'boolean') return false
  if (type.startsWith('timestamp')) return new Date()
  return type === 'text' ? `x${planted}` : planted
}

async function columnsOf(table: string): Promise<Column[]> {
  return database.asOwner<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
       a.attnotnull and d.adbin is null and a.attidentity = '' and a.attgenerated = '' as is_needed
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
    [table],
  )
}

/** Writes a row as the owner, without those that it refers to; what is needed and not named gets any value. Returns what finds it again. */
async function plant(table: string, values: Values): Promise<string> {
  const columns = await columnsOf(table)
  const has = (name: string) => columns.some((column) => column.name === name)
  const row: Values = { ...(has('workspace_id') && { workspace_id: workspaceId }), ...values }
  for (const { name, type, is_needed } of columns) if (is_needed && !(name in row)) row[name] = anyOf(type)
  const names = Object.keys(row)
  const holes = names.map((_, at) => `$${at + 1}`)
  const types = names.map((name) => columns.find((column) => column.name === name)?.type)
  // References are not checked in this transaction.
  const [made] = await database.asOwner<{ ctid: string }>(
    `with free as materialized (select set_config('session_replication_role', 'replica', true))
     insert into ${table} (${names.join(', ')}) select ${holes.map((hole, at) => `${hole}::${types[at]}`).join(', ')} from free returning ctid::text`,
    Object.values(row),
  )
  if (!made) throw new Error(`nothing was planted in ${table}`)
  return made.ctid
}

const remains = async (table: string, ctid: string) =>
  (await database.asOwner(`select from ${table} where ctid = $1::tid`, [ctid])).length > 0

interface Example {
  /** What makes a row old enough. */
  old: Values
  /** What makes it too young or otherwise kept. */
  kept: Values
  /** Rows of other tables that the sweep looks at, written before. */
  beside?: [table: string, values: Values][]
}

const aged = (column: string, more: Values = {}, until = new Date()): Example => ({
  old: { ...more, [column]: OLD },
  kept: { ...more, [column]: until },
})
const TOMORROW = new Date(Date.now() + 86_400_000)
const [endedRun, otherRun] = [newId(), newId(), newId()]

/** For each statement of a table in the order in which rooms declare them. */
const SWEPT: Record<string, Example[]> = {
  webhook_deliveries: [aged('give_up_at', { state: 'pending' }), aged('created_at', { state: 'failed' })],
  notices: [aged('created_at')],
  session_families: [aged('ends_at')],
  sso_logins: [aged('expires_at')],
  passkey_challenges: [aged('expires_at')],
  login_challenges: [aged('expires_at')],
  user_totp: [aged('created_at')],
  stream_tickets: [aged('expires_at')],
  awaited_answers: [aged('deadline', { state: 'settled' })],
  run_chunks: [
    {
      old: { run_id: endedRun },
      kept: { run_id: otherRun },
      beside: [
        ['runs', { id: endedRun, status: 'done', ended_at: OLD }],
        ['runs', { id: otherRun, status: 'running', ended_at: null }],
      ],
    },
  ],
  // Of no workspace: pages that all may share.
  page_cache: [aged('expires_at', { workspace_id: '00000000-0000-0000-0000-000000000000' }, TOMORROW)],
  polled_hosts: [aged('lease_until', { next_at: OLD })],
  signal_scan_leads: [aged('created_at')],
  send_slots: [aged('at', { is_open: false })],
  bounce_events: [aged('at')],
  automation_runs: [aged('created_at', { status: 'done' }), aged('created_at', { status: 'failed' })],
  automation_keys: [aged('created_at')],
  automation_causes: [aged('created_at')],
  oauth_codes: [aged('expires_at')],
  oauth_refresh_tokens: [aged('expires_at')],
  oauth_clients: [aged('created_at', { last_used_at: null })],
  rate_windows: [aged('expires_at')],
  idempotency_keys: [aged('created_at')],
  idempotency_keys_of_people: [aged('created_at')],
  events: [aged('ts')],
  queue: [aged('run_at', { state: 'dead' })],
}

const tableOf = (statement: string) => /^\s*(?:delete from|update) (\w+)/.exec(statement)?.[1] ?? statement
const statements = ROOMS.flatMap(({ sweeps }) => sweeps ?? [])
const declared = statements.map((statement, at) => {
  const table = tableOf(statement)
  const place = statements.slice(0, at).filter((one) => tableOf(one) === table).length
  return { name: `${statement.replace(/\s+/g, ' ').slice(0, 90)}`, statement, table, example: SWEPT[table]?.[place] }
})

describe('a sweep of the machinery', () => {
  test.each(declared)('takes what is old and leaves what is not: $name', async ({ statement, table, example }) => {
    if (!example) throw new Error(`SWEPT needs an example for: ${statement}`)
    for (const [other, values] of example.beside ?? []) await plant(other, values)
    const old = await plant(table, example.old)
    const kept = await plant(table, example.kept)
    const { rowCount } = await database.inSystem((tx) => tx.client.query(statement))
    expect(rowCount).toBe(1)
    // What is changed and not deleted is another version of the row.
    expect(await remains(table, old)).toBe(false)
    expect(await remains(table, kept)).toBe(true)
  })

  test('has an example for no table that is not swept', () => {
    expect(Object.keys(SWEPT).sort()).toEqual([...new Set(declared.map(({ table }) => table))].sort())
  })
})

const collection = (finished_at: Date): [string, Values] => [
  'jobs',
  { id: newId(), kind: 'leads.collect', status: 'failed', finished_at },
]
const [lost, fresh] = [collection(OLD), collection(new Date())]
const hook = newId()
/** Of tables that rooms declare for the sweep in each workspace, and of those that this sweep knows. */
const RETAINED: Record<string, Example> = {
  attempts: {
    old: { id: firstIdOf(OLD), state: 'settled', request: '{}' },
    kept: { state: 'settled', request: '{}' },
  },
  lookup_cache: aged('expires_at', {}, TOMORROW),
  changes: { old: { id: firstIdOf(OLD), user_id: 1 }, kept: { user_id: 1 } },
  page_cache: aged('expires_at', {}, TOMORROW),
  company_icons: aged('expires_at', { state: 'none' }, TOMORROW),
  stored_chunks: { beside: [lost, fresh], old: { file_id: lost[1].id }, kept: { file_id: fresh[1].id } },
  incoming_payloads: {
    beside: [
      ['incoming_hooks', { id: hook }],
      // The last fifty are kept, however old.
      ...Array.from({ length: 50 }, (): [string, Values] => ['incoming_payloads', { hook_id: hook, received_at: OLD }]),
    ],
    old: { hook_id: hook, id: firstIdOf(OLD), received_at: OLD },
    kept: { hook_id: hook },
  },
}

describe('the daily sweep of a workspace', () => {
  test('takes what is old of each table that is declared, and leaves what is not', async () => {
    const swept = [...Object.keys(RETENTIONS), ...WORKSPACE_SWEEPS.map(tableOf)]
    expect(Object.keys(RETAINED).sort()).toEqual([...swept].sort())
    const rows: { table: string; old: string; kept: string }[] = []
    for (const [table, { old, kept, beside = [] }] of Object.entries(RETAINED)) {
      for (const [other, values] of beside) await plant(other, values)
      rows.push({ table, old: await plant(table, old), kept: await plant(table, kept) })
    }
    const [job] = retentionJobs(database, () => new Date(), WORKSPACE_SWEEPS)
    const signal = new AbortController().signal
    await job?.work({} as never, testRun({ id: newId(), workspace_id: workspaceId, signal }))
    for (const { table, old, kept } of rows) {
      expect(await remains(table, old), `old of ${table}`).toBe(false)
      expect(await remains(table, kept), `kept of ${table}`).toBe(true)
    }
  })
})
