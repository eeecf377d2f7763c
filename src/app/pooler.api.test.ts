// The service behind a PgBouncer in transaction mode, where each transaction may be on another connection of the server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addWorkspace, openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../../test/pgbouncer.ts'
import { addPerson, type Call, startTestService, type TestService, urlOf } from '../../test/running-install.ts'
import { runWords } from './cli/terminal.fixture.ts'

/** Fewer than callers. */
const CONNECTIONS = 3

describe.skipIf(!hasPgBouncer)('behind PgBouncer in transaction mode (skipped where it is not installed)', () => {
  let database: TestDatabase
  let pooler: PgBouncer
  let service: TestService
  let editor: Call
  let url: string
  beforeAll(async () => {
    database = await openTestDatabase()
    const { host, port, user } = database.connection as { host: string; port: number; user: string }
    pooler = await startPgBouncer({ host, port, user }, CONNECTIONS)
    url = pooler.url(nameOf(database))
    service = await startTestService({ LIMITS: 'off', DATABASE_POOLER_URL: url, DATABASE_POOL: '20' }, { database })
    const workspace = await addWorkspace(database)
    editor = (await addPerson(service, workspace, 'editor')).call
  })
  afterAll(async () => {
    await service?.close()
    await pooler?.close()
    await database?.close()
  })

  async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
    let found: T | undefined
    await expect
      .poll(async () => {
        found = await look()
        return found !== undefined
      })
      .toBe(true)
    return found as T
  }

  test('fills the cells of a run, takes it back, and tells of it', async () => {
    const made = await editor('POST', '/api/workbooks', {
      name: 'Sites',
      columns_config: [
        { name: 'Website', type: 'input', input_type: 'url' },
        {
          name: 'Domain',
          type: 'enrichment',
          provider: 'domain-normaliser',
          output: 'company_domain',
          inputs: { website: '{{Website}}' },
        },
      ],
    })
    expect(made.status).toBe(201)
    const at = `/api/workbooks/${made.body.id}`
    for (let n = 0; n < 20; n++)
      expect(
        (await editor('POST', `${at}/rows`, { rows: [{ data: { Website: `https://www.s${n}.example.com` } }] })).status,
      ).toBe(201)
    const run = await editor('POST', `${at}/run`, {})
    const ended = await until(async () => {
      const { body } = await editor('GET', `${at}/runs/${run.body.run_id}`)
      return body.ended_at ? body : undefined
    })
    expect(ended).toMatchObject({ status: 'done' })
    expect((await editor('GET', `${at}/export.csv`)).text).toContain('s7.example.com')
    expect((await editor('POST', `${at}/undo`, {})).status).toBe(200)
    // The relay has moved what happened into the log of events, which streams read.
    await until(async () => {
      const rows = await database.asOwner(`select 1 from events where type = 'run.ended' or type like 'run.%'`)
      return rows.length > 0 ? rows : undefined
    })
  })

  test('answers many callers at once over fewer connections', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => editor('GET', '/api/workbooks')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const [{ n } = { n: 0 }] = await database.asOwner<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'pooled millrace'`,
    )
    expect(n).toBeGreaterThan(0)
    expect(n).toBeLessThanOrEqual(CONNECTIONS)
  })

  test('is told as sound by the doctor, and not started when it leads to another database', async () => {
    const environment = { DATABASE_URL: urlOf(database.connection), DATABASE_POOLER_URL: url, PORT: '0' }
    const { out } = await runWords(['doctor', '--offline'], environment)
    expect(out).toMatch(/ok +pooler/)
    const elsewhere = { DATABASE_POOLER_URL: pooler.url('postgres') }
    await expect(startTestService(elsewhere, { database })).rejects.toThrow(/different databases/)
    const told = await runWords(['doctor', '--offline'], { ...environment, ...elsewhere })
    expect(told.out).toMatch(/pooler.*different databases/)
  })
})

const nameOf = (database: TestDatabase) => (database.connection as { database: string }).database
