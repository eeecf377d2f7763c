// What people meet while PostgreSQL is there and says nothing, on a cluster of its own whose processes are stopped and woken.
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readSettings } from '../platform/config.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { startEmbedded } from '../platform/db/embedded.ts'
import { RUNTIME_ROLE } from '../platform/db/migrate.ts'
import { createLog } from '../platform/log.ts'
import { catalog } from '../providers/catalog.ts'
import { type Service, startService } from './start.ts'

const POOL = 4
const PASSWORD = 'correct horse battery'
const log = createLog('silent')
let dataDir: string
let service: Service
let authorization: string
let stopped: number[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'millrace-frozen-'))
  service = await startService({
    settings: readSettings({
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: PASSWORD,
      DEMO: 'off',
      DATABASE_POOL: String(POOL),
      LOG_LEVEL: 'silent',
      LIMITS: 'off',
    }),
    log,
    catalog,
    folders: {
      migrations: fileURLToPath(new URL('../platform/db/migrations', import.meta.url)),
      web: undefined,
      docs: undefined,
    },
  })
  const body = new URLSearchParams({ username: 'admin', password: PASSWORD })
  const answer = await fetch(`${service.url}/auth/token`, { method: 'POST', body })
  authorization = `Bearer ${((await answer.json()) as { access_token: string }).access_token}`
})
afterEach(thaw)
afterAll(async () => {
  await service?.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Stops the server first, so that it makes no new children, then those it has. */
async function freeze(): Promise<void> {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n').map(Number)
  process.kill(pid as number, 'SIGSTOP')
  stopped = [pid as number]
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  for (const line of stdout.split('\n')) {
    const [child, parent] = line.trim().split(/\s+/).map(Number)
    if (parent !== pid || !child) continue
    process.kill(child, 'SIGSTOP')
    stopped.push(child)
  }
}

function thaw(): void {
  for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT')
}

const list = () => fetch(`${service.url}/api/workbooks`, { headers: { authorization } })
const make = (name: string) =>
  fetch(`${service.url}/api/workbooks`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ name, columns_config: [{ name: 'Website', type: 'input' }] }),
  })

async function statuses(asked: Promise<Response>[]): Promise<number[]> {
  const answers = await Promise.all(asked)
  await Promise.all(answers.map((answer) => answer.text()))
  return [...new Set(answers.map((answer) => answer.status))]
}

const many = <T>(one: (n: number) => T): T[] => Array.from({ length: 3 * POOL }, (_, n) => one(n))

test('requests are refused with 503 instead of waiting for it, and everything goes on as soon as it does', async () => {
  const stream = await fetch(`${service.url}/api/events`, { headers: { authorization } })
  const reader = (stream.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  expect(await statuses(many(list))).toEqual([200])
  await freeze()
  expect(await statuses(many((n) => (n % 2 ? list() : make(`Lost ${n}`))))).toEqual([503])
  const refused = await list()
  expect(await refused.json()).toEqual({ detail: 'Service Unavailable' })
  expect(refused.headers.get('retry-after')).toBe('2')
  expect((await fetch(`${service.url}/readyz`)).status).toBe(503)
  thaw()
  // All at once and more than there are connections: none is stuck.
  expect(await statuses(many(list))).toEqual([200])
  expect(await statuses([make('After')])).toEqual([201])
  let heard = ''
  while (!heard.includes('workbook.created')) heard += (await reader.read()).value ?? ''
  await reader.cancel()
})

test('a statement without a time limit goes on after a freeze; one with a limit is given up, and its connection closed', async () => {
  const cluster = await startEmbedded({ dataDir, log })
  const database = openDatabase({ connection: cluster.connection, role: RUNTIME_ROLE, poolSize: POOL, log })
  const hasty = database.within({ begin: 60_000, statement: 300 })
  const frozenInside = (on: Database, then: () => void) =>
    on.inControl(async (tx) => {
      await tx.client.query('select 1')
      then()
      await ready
      return (await tx.client.query('select 2 as two')).rows
    })
  let inside = 0
  let setOff = () => {}
  let entered = () => {}
  const ready = new Promise<void>((resolve) => {
    setOff = resolve
  })
  const both = new Promise<void>((resolve) => {
    entered = () => void (++inside === 2 && resolve())
  })
  try {
    const patient = frozenInside(database, entered)
    // On a slow machine its first statement may take longer than it has, before anything is frozen.
    const enterHastily = async (): Promise<string> => {
      let isInside = false
      const enter = () => {
        isInside = true
        entered()
      }
      return frozenInside(hasty, enter).then(
        () => 'answered',
        (error: Error) => (isInside ? error.message : enterHastily()),
      )
    }
    const cut = enterHastily()
    await both
    await freeze()
    setOff()
    expect(await cut).toBe('Connection terminated')
    thaw()
    expect(await patient).toEqual([{ two: 2 }])
    expect([database.pool.totalCount, database.pool.idleCount, database.pool.waitingCount]).toEqual([1, 1, 0])
    // A connection that was watched in one transaction is not in the next.
    await hasty.inControl((tx) => tx.client.query('select 1'))
    await database.inControl((tx) => tx.client.query('select pg_sleep(0.5)'))
  } finally {
    setOff()
    thaw()
    await database.close()
    await cluster.close()
  }
})

test('a statement of a request that takes too long is stopped by the server itself', async () => {
  const cluster = await startEmbedded({ dataDir, log })
  const database = openDatabase({ connection: cluster.connection, role: RUNTIME_ROLE, poolSize: POOL, log })
  try {
    const asked = database.within({ begin: 60_000, statement: 60_000 })
    const shown = await asked.inControl(async (tx) => (await tx.client.query('show statement_timeout')).rows)
    expect(shown).toEqual([{ statement_timeout: '55s' }])
    const [others] = await database.inControl(async (tx) => (await tx.client.query('show statement_timeout')).rows)
    expect(others).toEqual({ statement_timeout: '0' })
  } finally {
    await database.close()
    await cluster.close()
  }
})
