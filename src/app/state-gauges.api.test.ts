// Promises of the measurements: what waits is told without reading whole tables, by the API and by a worker, and nothing of any workspace.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { addWorkspace } from '../../test/database.ts'
import { openTenant } from '../../test/open-tenant.ts'
import { addPerson, startTestService } from '../../test/running-install.ts'
import { newId, type WorkspaceId } from '../kernel/ids.ts'
import { COUNTED } from '../platform/meters.ts'
import { STATE_GAUGES } from './jobs.ts'

let workspace: WorkspaceId
const { service } = await openTenant({ ROLE: 'api', LIMITS: 'off' })
beforeAll(async () => {
  workspace = await addWorkspace(service.database, 'Secretive Ltd')
})

const read = async (url = service.url) => {
  const answer = await fetch(`${url}/metrics`)
  expect(answer.status).toBe(200)
  return answer.text()
}
const readingOf = (text: string, line: string) => {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.split(' ').at(-1))
}

async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

it('what waits is told: tickets, runs, events, webhooks and mail, with the age of the oldest', async () => {
  await service.database.asOwner(
    `insert into queue (id, workspace_id, kind, payload, state, lane, run_at)
      select gen_random_uuid(), $1, 'none', '{}', s, 'network', now() + d * interval '1 minute'
      from (values ('ready', -10), ('ready', -5), ('ready', 5), ('leased', 0), ('dead', 0)) as x (s, d)`,
    [workspace],
  )
  const endpoint = newId()
  await service.database.asOwner(
    `insert into webhook_endpoints (workspace_id, id, name, url) values ($1, $2, 'Ours', 'https://example.com')`,
    [workspace, endpoint],
  )
  await service.database.asOwner(
    `insert into webhook_deliveries (workspace_id, id, endpoint_id, type, body, next_at, give_up_at)
      values ($1, $2, $3, 'x', '{}', now() - interval '3 minutes', now() + interval '1 day')`,
    [workspace, newId(), endpoint],
  )
  await service.database.asOwner(
    `insert into outbound_messages (workspace_id, id, kind, address, address_hash, state, due_at)
      values ($1, $2, 'answer', 'ann@example.com', '\\x00', 'planned', now() - interval '2 minutes')`,
    [workspace, newId()],
  )
  const text = await read()
  expect(readingOf(text, 'millrace_queue_tickets{lane="network",state="waiting"}')).toBe(2)
  expect(readingOf(text, 'millrace_queue_tickets{lane="network",state="planned"}')).toBe(1)
  expect(readingOf(text, 'millrace_queue_tickets{lane="bulk",state="waiting"}')).toBe(0)
  expect(readingOf(text, 'millrace_queue_oldest_waiting_seconds{lane="network"}')).toBeGreaterThanOrEqual(600)
  expect(readingOf(text, 'millrace_queue_working')).toBe(1)
  expect(readingOf(text, 'millrace_queue_given_up')).toBe(1)
  expect(readingOf(text, 'millrace_webhook_deliveries_waiting')).toBe(1)
  expect(readingOf(text, 'millrace_webhook_oldest_waiting_seconds')).toBeGreaterThanOrEqual(180)
  expect(readingOf(text, 'millrace_outreach_mail_waiting')).toBe(1)
  expect(readingOf(text, 'millrace_outreach_mail_oldest_waiting_seconds')).toBeGreaterThanOrEqual(120)
  expect(readingOf(text, 'millrace_notices_unmailed')).toBe(0)
  expect(readingOf(text, 'millrace_events_waiting')).toBeGreaterThanOrEqual(0)
  expect(readingOf(text, 'millrace_events_lag_seconds')).toBeGreaterThanOrEqual(0)
  expect(readingOf(text, 'millrace_database_pool_connections{state="most"}')).toBe(12)
  for (const state of ['queued', 'running', 'paused'])
    expect(readingOf(text, `millrace_runs{state="${state}"}`)).toBe(0)
  expect(text).toContain('http_request_duration_seconds')
  expect(text).not.toContain(workspace)
  expect(text).not.toContain('Secretive')
})

it('looking reads by indexes and stops counting at a bound, however much there is', async () => {
  await service.database.asOwner(
    `insert into queue (id, workspace_id, kind, payload, state, lane, run_at)
      select gen_random_uuid(), $1, 'none', '{}', s, 'bulk', now() - interval '1 minute' from generate_series(1, 12000),
        unnest(array['ready', 'dead']) s`,
    [workspace],
  )
  await service.database.inSystem(async ({ client }) => {
    for (const { name, sql } of STATE_GAUGES) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, timing off, costs off, format text) ${sql}`,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      // The readers of the event log are a handful of rows.
      if (name !== 'millrace_events_unread') expect(plan, name).not.toContain('Seq Scan')
      const seen = [...plan.matchAll(/rows=([\d.]+) loops=(\d+)/g)].map(
        ([, rows = '', loops]) => Number(rows) * Number(loops),
      )
      expect(Math.max(...seen), `${name}\n${plan}`).toBeLessThanOrEqual(40_000)
    }
    const tickets = STATE_GAUGES.find(({ name }) => name === 'millrace_queue_tickets')
    const { rows } = await client.query(tickets?.sql ?? '')
    expect(rows).toContainEqual({ lane: 'bulk', state: 'waiting', value: COUNTED })
  })
})

it('the dashboard of deploy/ asks for nothing that is not measured', async () => {
  const dashboard = await readFile(new URL('../../deploy/grafana-dashboard.json', import.meta.url), 'utf8')
  const asked = new Set([...dashboard.matchAll(/\b(?:millrace|http|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name))
  const text = await read()
  const told = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
  expect(asked.size).toBeGreaterThan(15)
  expect([...asked].filter((name) => !told.has(name))).toEqual([])
})

it('a worker shows its own figures on a port of its own: calls, money, cells and runs', async () => {
  const port = await freePort()
  const worker = await startTestService(
    { ROLE: 'worker', LIMITS: 'off', METRICS_PORT: String(port) },
    { database: service.database },
  )
  const url = `http://127.0.0.1:${port}`
  try {
    const call = (await addPerson(service, workspace, 'owner')).call
    const domain = { name: 'Domain', type: 'enrichment', provider: 'domain-normaliser', output: 'company_domain' }
    const { body } = await call('POST', '/api/workbooks', {
      name: 'Cells',
      columns_config: [
        { name: 'Website', type: 'input', input_type: 'url' },
        { ...domain, inputs: { website: '{{Website}}' } },
      ],
    })
    const [website] = body.columns_config
    await call('POST', `/api/workbooks/${body.id}/rows`, { rows: [{ data: { [website.id]: 'example.com' } }] })
    const before = await read(url)
    const line = {
      done: 'millrace_runs_ended_total{state="done"}',
      cell: 'millrace_cells_written_total{state="complete"}',
    }
    const run = await call('POST', `/api/workbooks/${body.id}/run`, {})
    expect(run.status).toBe(202)
    await expect
      .poll(async () => readingOf(await read(url), line.done) ?? 0)
      .toBe((readingOf(before, line.done) ?? 0) + 1)
    expect(readingOf(await read(url), line.cell)).toBe((readingOf(before, line.cell) ?? 0) + 1)
    expect((await fetch(`${url}/healthz`)).status).toBe(404)
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405)
    expect(await read(url)).toContain('nodejs_eventloop_lag_seconds')
  } finally {
    await worker.close()
  }
})
