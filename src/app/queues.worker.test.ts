// The law of queues: what was held for a moment is taken soon after, and what a dead worker held is taken over, in every queue there is.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/running-install.ts'
import { until } from '../../test/until.ts'
import { addStage, type Stage, TEXT } from '../automation/rules/rules.fixture.ts'
import { workRule } from '../automation/rules/rules.jobs.ts'
import { type Receiver, startReceiver } from '../identity/webhooks/receivers.fixture.ts'
import { queueWebhook } from '../identity/webhooks/webhooks.commands.ts'
import { newId } from '../kernel/ids.ts'
import type { JsonObject } from '../kernel/json.ts'
import { ALWAYS, openSink, type Sink, STEP } from '../outreach/outreach.fixture.ts'
import type { JobKind } from '../platform/queue/job.ts'
import { QUEUES } from '../platform/queue/lease.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { ROWS_CHANGED } from '../records/rows/row-changes.commands.ts'
import { callConsumer, enqueueDirtyRows, putDirty } from '../records/store/dirty-rows/dirty-rows.commands.ts'
import {
  autoRunning,
  COMPUTE,
  CONSUMERS,
  type Consumer,
  carrying,
  computing,
  leadKeys,
  leadMatching,
  viewIndexing,
} from '../records/store/dirty-rows/dirty-rows.jobs.ts'
import { ROOMS } from './rooms.ts'

const DOMAIN = {
  name: 'Domain',
  type: 'enrichment',
  provider: 'domain-normaliser',
  output: 'company_domain',
  inputs: { website: '{{Name}}' },
}
const SETTINGS = {
  LIMITS: 'off',
  EGRESS_ALLOW: '127.0.0.1',
  EGRESS_HOST_MAP: 'mail.test=127.0.0.1',
  PUBLIC_URL: 'https://millrace.test',
  MASTER_KEY: randomBytes(32).toString('base64'),
}

let api: TestService
let receiver: Receiver
let sink: Sink
let at: Stage
/** Holds rows until it lets go of them. */
let holder: pg.Client | undefined
beforeAll(async () => {
  // Makes what waits; nothing works on it yet.
  api = await startTestService({ ...SETTINGS, ROLE: 'api' })
  receiver = await startReceiver()
  sink = await openSink()
  at = await addStage(api)
})
afterAll(async () => {
  await holder?.end()
  await api?.close()
  await receiver?.close()
  await sink?.close()
})

const sql = <R extends object>(text: string, values: unknown[] = []) => api.database.asOwner<R>(text, values)
const idsIn = async (text: string, values: unknown[] = []) =>
  (await sql<{ id: string }>(text, values)).map(({ id }) => String(id))
const call = (kind: JobKind, payload: object, key: string) =>
  api.database.inWorkspace(at.workspace_id, (tx) => enqueue(tx, kind, payload as never, { key }))

const addLead = async (data: object) => {
  const rows = await sql<{ id: number }>(
    `with made as (insert into leads (workspace_id, id, data) values ($1, nextval('lead_ids'), $2) returning id)
     insert into lead_texts select $1, id, lead_text($2) from made returning lead_id as id`,
    [at.workspace_id, data],
  )
  return rows[0]?.id as number
}

interface Waiting {
  /** The column that names a row; `id` by default. */
  by?: string
  /** Adds rows that are due, in the order in which they are taken: more than one; returns what names them. */
  make(): Promise<string[]>
  /** Whether the row `r` is done with; without it, it goes. */
  isTaken?: string
  /** What a worker that died has left in the row; absent where rows are held by the transaction that works on them. */
  lapsed?: string
}

const book = () => at.workbook([TEXT('Name')], [{ Name: 'Acme' }])
const perWorkbook = (table: string, kind: JobKind, columns: string, values: string) => async () => {
  const { id } = await book()
  const ids = [newId(), newId()]
  for (const one of ids)
    await sql(`insert into ${table} (workspace_id, workbook_id, id, ${columns}) values ($1, $2, $3, ${values})`, [
      at.workspace_id,
      id,
      one,
    ])
  await call(kind, { workbook_id: id }, id)
  return ids
}

/** Two lines of a workbook: of rows that are gone, so that nothing is left to do. */
async function leaveGone<D extends JsonObject>(consumer: Consumer<D>, id: string, detail?: D): Promise<string[]> {
  await api.database.inWorkspace(at.workspace_id, async (tx) => {
    for (let line = 0; line < 2; line++) await putDirty(tx, consumer, id, [newId()], detail && { detail })
    await callConsumer(tx, consumer, id)
  })
  return idsIn('select id from dirty_rows where scope_id = $1 order by id', [id])
}
const dirty = (consumer: Consumer) => async () => leaveGone(consumer, (await book()).id)

/** Such as `dirty_rows of compute`, where a table is the queue of several. */
const tableOf = (name: string) => name.split(' ')[0]

/** A fixture for each declared queue. The test fails for a queue without one. */
const WAITING: { [table: string]: Waiting } = {
  queue: {
    async make() {
      const { id } = await book()
      return Promise.all([1, 2, 3].map((n) => call(COMPUTE, { workbook_id: id }, `${id}:${n}`)))
    },
    lapsed: `state = 'leased', attempts = 1, worker_id = gen_random_uuid(), lease_until = now() - interval '1 second'`,
  },
  run_chunks: {
    by: 'run_id',
    async make() {
      const runs: string[] = []
      for (let n = 0; n < 3; n++) {
        const { id } = await at.workbook([TEXT('Name'), DOMAIN])
        await at.must('POST', `/api/workbooks/${id}/rows`, { rows: [{ data: { Name: 'a.test' } }] })
        runs.push((await at.must('POST', `/api/workbooks/${id}/run`, {}, 202)).run_id)
      }
      return runs
    },
    lapsed: `state = 'leased', leases = 1, worker_id = gen_random_uuid(), lease_until = now() - interval '1 second'`,
  },
  automation_runs: {
    async make() {
      const rule = await at.rule({
        trigger: { kind: 'workbook.created' },
        actions: [{ kind: 'notify', to: 'admins', title: 'It ran' }],
      })
      const ids = [newId(), newId(), newId()]
      for (const id of ids)
        await sql(
          `insert into automation_runs (workspace_id, id, rule_id, event_key, object, facts, occurred_at) values ($1, $2::uuid, $3, $2::text, $2::text, '{}', now())`,
          [at.workspace_id, id, rule],
        )
      await call(workRule, { rule_id: rule }, rule)
      return ids
    },
    isTaken: `status = 'done'`,
    lapsed: `status = 'running', attempts = 1, lease_until = now() - interval '1 second'`,
  },
  webhook_deliveries: {
    async make() {
      const { id } = await at.must('POST', '/api/webhooks/endpoints', { url: receiver.url }, 201)
      const message = (n: number) => ({ type: 'lead.created', data: { n }, source: { kind: 'test' } })
      const ids: string[] = []
      for (let n = 0; n < 3; n++)
        ids.push(await api.database.inWorkspace(at.workspace_id, (tx) => queueWebhook(tx, id, message(n), new Date())))
      return ids
    },
    isTaken: `state = 'delivered'`,
    lapsed: `attempts = 1, lease_until = now() - interval '1 second'`,
  },
  outbound_messages: {
    async make() {
      await at.must('PUT', '/api/outreach/smtp/config', {
        smtp_email: 'ann@sender.test',
        smtp_from_name: 'Ann',
        smtp_host: 'mail.test',
        smtp_port: sink.port,
        smtp_use_tls: false,
        smtp_password: 'secret',
        smtp_max_per_hour: 1000,
      })
      await at.must('PUT', '/api/outreach/settings', { postal_address: 'Sender Ltd, 1 Main Street, Springfield' })
      const leads: number[] = []
      for (let n = 0; n < 3; n++)
        leads.push(
          await addLead({
            kind: 'person',
            contact_person: `Person ${n}`,
            company: 'Acme',
            email: `p${n}@acme${n}.example`,
          }),
        )
      const sequence = { name: 'First', steps: [STEP], settings: ALWAYS }
      const { id } = await at.must('POST', '/api/outreach/sequences', sequence, 201)
      await at.must('POST', `/api/outreach/sequences/${id}/start`)
      await at.must('POST', `/api/outreach/sequences/${id}/enroll`, { lead_ids: leads })
      await sql(`update outbound_messages set due_at = now() - interval '1 minute' where sequence_id = $1`, [id])
      return idsIn('select id from outbound_messages where sequence_id = $1 order by due_at, id', [id])
    },
    isTaken: `state = 'sent'`,
    lapsed: `state = 'reserved', claim_id = gen_random_uuid(), worker_id = gen_random_uuid(), lease_until = now() - interval '1 second',
      mailbox_id = (select id from mailboxes m where m.workspace_id = r.workspace_id limit 1)`,
  },
  awaited_answers: {
    async make() {
      const { id } = await book()
      const ids = [newId(), newId(), newId()]
      for (const one of ids)
        await sql(
          `insert into awaited_answers (workspace_id, workbook_id, run_id, id, row_id, column_id, step_id, provider, promise, asked_at, deadline, look_at)
           values ($1, $2, $3, $3, $3, 'c1', 's1', 'gone', '{"kind": "pending"}', now(), now() + interval '1 day', now() - interval '1 minute')`,
          [at.workspace_id, id, one],
        )
      return ids
    },
    isTaken: `state = 'settled'`,
    lapsed: `worker_id = gen_random_uuid(), lease_until = now() - interval '1 second'`,
  },
  row_changes: { make: perWorkbook('row_changes', ROWS_CHANGED, 'row_ids', 'array[$3::uuid]') },
  'dirty_rows of compute': { make: dirty(computing) },
  'dirty_rows of carry': { make: dirty(carrying) },
  'dirty_rows of views': {
    make: async () => leaveGone(viewIndexing, (await book()).id, { indexes: [] }),
  },
  'dirty_rows of auto_run': {
    async make() {
      const { id } = await at.workbook([TEXT('Name'), DOMAIN])
      await at.must('PUT', `/api/workbooks/${id}/columns/c2/auto-run`, { max_usd_per_day: 1 })
      return leaveGone(autoRunning, id, { column_id: 'c2', mode: 'all', run_id: null, token_id: null })
    },
  },
  'dirty_rows of keys': {
    async make() {
      const leads = [await addLead({ company: 'Held keys' }), await addLead({ company: 'Free keys' })]
      await api.database.inWorkspace(at.workspace_id, async (tx) => {
        for (const lead of leads) await enqueueDirtyRows(tx, leadKeys, at.workspace_id, { lead_ids: [lead] })
      })
      return idsIn(`select id from dirty_rows where consumer = 'keys' and lead_ids && $1 order by id`, [leads])
    },
  },
  'dirty_rows of match': {
    async make() {
      const leads = [await addLead({ company: 'Held' }), await addLead({ company: 'Free' })]
      await api.database.inWorkspace(at.workspace_id, async (tx) => {
        for (const lead of leads) await enqueueDirtyRows(tx, leadMatching, at.workspace_id, { lead_ids: [lead] })
      })
      return idsIn(`select id from dirty_rows where scope_id = $1 and lead_ids && $2 order by id`, [
        at.workspace_id,
        leads,
      ])
    },
  },
}

test('every queue is declared in one form and tried by this law, and nothing else passes over rows that others hold', async () => {
  expect(ROOMS.length).toBeGreaterThan(0)
  const leased = await sql<{ table_name: string }>(
    `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'lease_until'`,
  )
  // Answers that are kept for a repeated request, and hosts whose turn it is: nothing waits in them.
  const others = ['idempotency_keys', 'idempotency_keys_of_people', 'polled_hosts']
  const tables = leased.map(({ table_name }) => table_name).filter((name) => !others.includes(name))
  expect([...QUEUES.keys()]).toEqual(expect.arrayContaining(tables))
  expect([...new Set(Object.keys(WAITING).map(tableOf))].sort()).toEqual([...QUEUES.keys()].sort())
  const consumers = CONSUMERS.map(({ name }) => `dirty_rows of ${name}`)
  expect(
    Object.keys(WAITING)
      .filter((name) => tableOf(name) === 'dirty_rows')
      .sort(),
  ).toEqual(consumers.sort())
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => /skip locked/i.test(readFileSync(`src/${file}`, 'utf8')))
  expect(sources).toEqual(['platform/queue/lease.ts'])
})

test('what another transaction held when a worker came by is taken soon after it is free, and what a dead worker held is taken over', async () => {
  const made = new Map<string, string[]>()
  for (const [name, { make }] of Object.entries(WAITING)) made.set(name, await make())
  holder = new pg.Client(api.database.connection)
  await holder.connect()
  await holder.query('begin')
  for (const [name, { by = 'id', lapsed }] of Object.entries(WAITING)) {
    const table = tableOf(name)
    const [first, , third] = made.get(name) ?? []
    if (lapsed) await sql(`update ${table} r set ${lapsed} where ${by} = $1`, [third])
    const { rowCount } = await holder.query(`select from ${table} where ${by} = $1 for update`, [first])
    expect(rowCount, `rows of ${name} that are held`).toBeGreaterThan(0)
  }
  const worker = await startTestService({ ...SETTINGS, ROLE: 'worker' }, { database: api.database })
  try {
    const open = async (nth: readonly number[]) => {
      const still: string[] = []
      for (const [name, { by = 'id', isTaken = 'false' }] of Object.entries(WAITING))
        for (const n of nth) {
          const id = made.get(name)?.[n]
          if (id === undefined) continue
          const rows = await sql(`select from ${tableOf(name)} r where ${by} = $1 and not (${isTaken})`, [id])
          if (rows.length > 0) still.push(`${name} ${n}`)
        }
      return still
    }
    await until(
      () => open([1, 2]),
      (still) => still.length === 0,
    )
    // Workers have gone by: no ticket is at work or due, apart from the held one.
    await until(
      () =>
        sql(
          `select kind from queue where (state = 'leased' or run_at <= now()) and id <> $1`,
          made.get('queue')?.slice(0, 1),
        ),
      (tickets) => tickets.length === 0,
    )
    expect((await open([0])).sort()).toEqual(
      Object.keys(WAITING)
        .map((name) => `${name} 0`)
        .sort(),
    )
    await holder.query('rollback')
    await until(
      () => open([0]),
      (still) => still.length === 0,
    )
    expect(sink.messages).toHaveLength(3)
  } finally {
    await worker.close()
  }
})
