// Promises of erasures and backups: who was erased stays so, whichever way an older backup comes back.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { buildTestApp, type Caller, callerOf } from '../../../test/app.ts'
import { addWorkspace, openTestDatabase } from '../../../test/database.ts'
import { urlOf } from '../../../test/running-install.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { ConnectionAddress } from '../../platform/db/database.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { migrate, RUNTIME_ROLE } from '../../platform/db/migrate.ts'
import { readMigrations } from '../../platform/db/migration-files.ts'
import { createLog } from '../../platform/log.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { eraseAgainJob } from '../../records/leads/erasure/erase-again.jobs.ts'
import { leadTransferRoutes } from '../../records/leads/lead-transfer.routes.ts'
import { leadRoutes } from '../../records/leads/leads.routes.ts'
import { workbookRoutes } from '../../records/workbook.routes.ts'
import { erasingWith } from '../erasers.ts'
import { runWords } from './terminal.fixture.ts'

type Server = Extract<ConnectionAddress, { host: string }>
type Opened = Awaited<ReturnType<typeof openDatabase>>

const made: string[] = []
let place: string
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'millrace-erasures-'))
})
afterAll(async () => {
  for (const name of made) await onServer(`drop database if exists ${name} with (force)`)
  await rm(place, { recursive: true, force: true })
})

async function onServer(text: string, connection: Server = inject('postgres')) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const ERASING = erasingWith(async () => {})

const appOf = (database: Opened) =>
  buildTestApp([
    ...workbookRoutes(database),
    ...leadRoutes({ database, now: () => new Date() }),
    ...leadTransferRoutes({ database, now: () => new Date(), erasing: ERASING, disclosers: [] }),
  ])

const ANN = { contact_person: 'Ann Lee', email: 'Ann.Lee+work@acme.com', company: 'Acme' }

interface Install {
  server: Server
  workspace: WorkspaceId
  workbook: string
  file: string
}

/** An install of which a backup is made, before Ann is erased from it. */
async function install(): Promise<Install> {
  const test = await openTestDatabase()
  const workspace = await addWorkspace(test)
  const app = await appOf(test)
  const file = join(place, `${newId()}.backup`)
  try {
    const ann: Caller = callerOf(app, workspace, 'admin')
    const lead = (await ann.post('/api/lead', ANN)).body.lead.id
    const columns_config = ['Who', 'Note'].map((name) => ({ name, type: 'input' }))
    const workbook = (await ann.post('/api/workbooks', { name: 'List', columns_config })).body.id
    const rows = [{ Who: 'ann.lee@ACME.com' }, { Who: 'Bob', Note: 'ann.lee@acme.com, bob@acme.com' }, { Who: 'Carl' }]
    await ann.post(`/api/workbooks/${workbook}/rows`, { rows: rows.map((data) => ({ data })) })
    // A copy, so that the one that lives on can be closed.
    const server = await copyOf(test.connection as Server)
    expect(await words(['backup', file], server)).toMatchObject({ code: 0 })
    const database = openDatabase({ connection: server, role: RUNTIME_ROLE, poolSize: 4, log: createLog('silent') })
    const live = await appOf(database)
    try {
      const erased = await callerOf(live, workspace, 'admin').delete(`/api/lead/${lead}/erase`)
      expect(erased.status, erased.text).toBe(200)
    } finally {
      await live.close()
      await database.close()
    }
    return { server, workspace, workbook, file }
  } finally {
    await app.close()
    await test.close()
  }
}

async function emptyDatabase(): Promise<Server> {
  const database = `erasures_${newId().replaceAll('-', '')}`
  await onServer(`create database ${database}`)
  made.push(database)
  return { ...inject('postgres'), database }
}

async function copyOf(source: Server): Promise<Server> {
  const target = await emptyDatabase()
  const file = join(place, `${newId()}.copy`)
  expect(await words(['backup', file], source)).toMatchObject({ code: 0 })
  expect(await words(['restore', file], target)).toMatchObject({ code: 0 })
  return target
}

const words = (line: string[], server: Server) =>
  runWords(line, { DATA_DIR: join(place, 'data'), DATABASE_URL: urlOf(server) })

/** What is there of the install once the service has done what the restore left to it. */
async function afterStart(server: Server, { workspace, workbook }: Install) {
  const left = await onServer(`select workspace_id from queue where kind = 'leads.erase_again'`, server)
  const database = openDatabase({ connection: server, role: RUNTIME_ROLE, poolSize: 4, log: createLog('silent') })
  const app = await appOf(database)
  try {
    for (const { workspace_id } of left)
      await eraseAgainJob(database, ERASING).work({}, testRun({ workspace_id: workspace_id as WorkspaceId }))
    const ann = callerOf(app, workspace, 'admin')
    const rows = (await ann.get(`/api/workbooks/${workbook}`)).body.rows
    return {
      leads: (await ann.get('/api/leads')).body.items.length as number,
      rows: rows.map(({ data }: { data: Record<string, string> }) => [data.c1, data.c2]),
      again: (await ann.post('/api/lead', { ...ANN, email: 'ann.lee@acme.com' })).status,
      stranger: (await ann.post('/api/lead', { ...ANN, email: 'zoe@acme.com' })).status,
    }
  } finally {
    await app.close()
    await database.close()
  }
}

const STAYED_ERASED = {
  leads: 0,
  rows: [
    ['Bob', undefined],
    ['Carl', undefined],
  ],
  again: 409,
  stranger: 200,
}

it('a backup from before an erasure, restored in place of the database that knows of it, does not bring the person back', async () => {
  const one = await install()
  const restored = await words(['restore', one.file, '--replace'], one.server)
  expect(restored).toMatchObject({ code: 0, err: expect.stringContaining('stay erased') })
  expect(await afterStart(one.server, one)).toEqual(STAYED_ERASED)
})

it('the list of erasures does the same for a new database, also where another key has erased there since', async () => {
  const one = await install()
  const list = join(place, 'erasures.json')
  expect(await words(['erasures', list], one.server)).toMatchObject({ code: 0, out: expect.stringContaining('hashes') })
  expect(await readFile(list, 'utf8')).not.toMatch(/ann|acme/i)
  const target = await emptyDatabase()
  const plain = await words(['restore', one.file], target)
  expect(plain).toMatchObject({ code: 0, err: expect.stringContaining('--erasures') })
  expect(await afterStart(target, one)).toMatchObject({ leads: 1, again: 200 })
  const stranger = Buffer.alloc(32, 7).toString('base64')
  await onServer(
    `insert into erasure_keys (workspace_id, key) values ('${one.workspace}', decode('${stranger}', 'base64'));
     insert into lead_suppressions (workspace_id, key_hash) values ('${one.workspace}', decode('${stranger}', 'base64'))`,
    target,
  )
  expect(await words(['restore', one.file, '--replace', '--erasures', list], target)).toMatchObject({ code: 0 })
  const keys = await onServer('select key from erasure_keys union all select key from erasure_keys_kept', target)
  expect(keys).toHaveLength(2)
  expect(await afterStart(target, one)).toEqual(STAYED_ERASED)
})

it('a file that is no list of erasures is refused before anything happens', async () => {
  const target = await emptyDatabase()
  await migrate(
    target,
    readMigrations(fileURLToPath(new URL('../../platform/db/migrations', import.meta.url))),
    createLog('silent'),
  )
  const wrong = join(place, 'wrong.json')
  await writeFile(wrong, '{"product":"millrace"}')
  const refused = await words(['restore', wrong, '--erasures', wrong], target)
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('no list of erasures') })
  const gone = await words(['restore', wrong, '--erasures', join(place, 'gone')], target)
  expect(gone).toMatchObject({ code: 1, err: expect.stringContaining('There is no file') })
})
