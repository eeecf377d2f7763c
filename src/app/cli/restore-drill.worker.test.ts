// A drill: an install in the middle of its work is backed up while it serves, put back into another database, and goes on there as if nothing had been.
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { addWorkspace, openTestDatabase } from '../../../test/database.ts'
import { addPerson, callAs, startTestService } from '../../../test/running-install.ts'
import { until } from '../../../test/until.ts'
import { must, startVendor } from '../../enrichment/kinds/kinds.fixture.ts'
import { TOKEN_CAPABILITIES } from '../../identity/api-tokens/token-capabilities.logic.ts'
import { backup } from '../../platform/db/backup/backup.ts'
import { restore } from '../../platform/db/backup/restore.ts'
import { readMigrations } from '../../platform/db/migration-files.ts'

const migrations = readMigrations(fileURLToPath(new URL('../../platform/db/migrations', import.meta.url)))
const vendor = await startVendor()
vendor.says(() => ({ body: { name: 'Acme', items: [{ id: '1', name: 'Acme' }] } }))
afterAll(() => vendor.close())

const SETTINGS = {
  LIMITS: 'off',
  PUBLIC_URL: 'https://millrace.test',
  MASTER_KEY: randomBytes(32).toString('base64'),
  EGRESS_ALLOW: '127.0.0.1',
  EGRESS_HOST_MAP: `api.example.com=127.0.0.1:${vendor.port}`,
}

test('what was under way ends after a restore, with the secrets, numbers, logins and tokens of before', async () => {
  // Nothing works on what waits, so that all of it is in the backup.
  const before = await startTestService({ ...SETTINGS, ROLE: 'api' })
  const target = await openTestDatabase()
  await target.leave()
  const workspace = await addWorkspace(before.database, 'Ours')
  const { access_token, call } = await addPerson(before, workspace, 'admin')
  await must(
    call('PUT', '/api/settings/secrets', { name: 'KEY', value: 'sealed-before', hosts: ['api.example.com'] }),
    200,
  )
  const auth = { kind: 'bearer', secret: 'KEY' }
  const fields = [{ name: 'name', path: 'name' }]
  const columns_config = [
    { name: 'Domain', type: 'input', input_type: 'text' },
    { name: 'Found', type: 'http', url: 'http://api.example.com/{{Domain}}', auth, fields, price_usd: 0.5 },
  ]
  const { id } = await must(call('POST', '/api/workbooks', { name: 'Firms', columns_config }), 201)
  const book = `/api/workbooks/${id}`
  const rows = ['a', 'b', 'c'].map((name) => ({ data: { c1: `${name}.example` } }))
  await must(call('POST', `${book}/rows`, { rows }), 201)
  const { run_id } = await must(call('POST', `${book}/run`, {}), 202)
  const query = { url: 'http://api.example.com/list', items_path: 'items', auth: 'bearer', secret: 'KEY' }
  const { job_id } = await must(call('POST', '/api/jobs', { source: 'http-api', query }), 201)
  const { lead } = await must(call('POST', '/api/lead', { company: 'Early', domain: 'early.example' }), 200)
  const made = { name: 'Script', capabilities: TOKEN_CAPABILITIES }
  const { token } = await must(call('POST', '/api/mcp/tokens', made), 201)
  const rule = {
    name: 'Late',
    trigger: { kind: 'row.added', workbook_id: id },
    actions: [{ kind: 'notify', to: 'admins', title: 'A row came' }],
  }
  await must(call('POST', '/api/automations', rule), 201)
  const [{ last }] = (await before.database.asOwner<{ last: number }>(
    'select greatest(coalesce((select max(id) from events), 0), (select last_value from events_id)) as last',
  )) as [{ last: number }]

  await restore(
    target.connection,
    backup(before.database.connection, { version: '0.1.0', made_at: new Date(), done() {} }),
    {
      migrations,
      replace: true,
    },
  )
  await before.close()
  expect(vendor.heard).toEqual([])

  const after = await startTestService(SETTINGS, { database: target })
  try {
    const [ours, script] = [callAs(after, access_token), callAs(after, token)]
    const run = await until(
      () => must(ours('GET', `${book}/runs/${run_id}`), 200),
      ({ ended_at }) => ended_at !== null,
    )
    expect(run.status).toBe('done')
    const job = await until(
      () => must(ours('GET', `/api/jobs/${job_id}`), 200),
      ({ finished_at }) => finished_at !== null,
    )
    expect(job.status).toBe('done')
    expect(vendor.heard.map(({ path }) => path.split('?')[0]).sort()).toEqual([
      '/a.example',
      '/b.example',
      '/c.example',
      '/list',
    ])
    expect(new Set(vendor.heard.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer sealed-before']))
    const booked = `select state, count(*)::int as calls, sum(amount_micro)::int as micro from ledger_lines group by state`
    expect(await target.asOwner(booked)).toEqual([{ state: 'settled', calls: 3, micro: 1_500_000 }])

    const later = await must(script('POST', '/api/lead', { company: 'Later', domain: 'later.example' }), 200)
    expect(later.lead.id).toBeGreaterThan(lead.id)
    await must(script('POST', `${book}/rows`, { rows: [{ data: { c1: 'd.example' } }] }), 201)
    const notices = await until(
      async () => (await must(ours('GET', '/api/notices'), 200)).items as { title: string }[],
      (items) => items.some(({ title }) => title === 'A row came'),
    )
    expect(notices.length).toBeGreaterThan(0)
    const numbered = await target.asOwner<{ id: number }>('select id from events where id > $1 order by id limit 1', [
      last,
    ])
    expect(numbered).toHaveLength(1)
  } finally {
    await after.close()
    await target.close()
  }
})
