// Every way by which rows and leads come in is killed in the middle and goes on with another process: nothing is lost, and nothing there twice.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTenant } from '../../test/open-tenant.ts'
import type { TestService } from '../../test/running-install.ts'
import { until } from '../../test/until.ts'
import { must, startKinds, startVendor, type Vendor } from '../enrichment/kinds/kinds.fixture.ts'
import { DELIVERIES, type Newcomer, newcomerTo, type Values } from './intake.fixture.ts'

/** A delivery stops at the record of this name, which it comes to when much of it is stored. */
const STOP = 'Stop here'
function recordsFor(entry: string): Values[] {
  const [count, stop] = entry.startsWith('ingest') ? [400, 350] : [1300, 1250]
  return Array.from({ length: count }, (_, n) => ({ Company: n === stop ? STOP : `Firm ${n}`, Domain: `firm${n}.com` }))
}

/** Processes of one install have one key. */
const settings = { MASTER_KEY: 'ab'.repeat(32) }

const entries = Object.keys(DELIVERIES)
/** What a request does itself, without a job. */
const BY_REQUEST = ['a file into a workbook', 'ingest into a workbook']
let api: Vendor
let next: TestService
const killed = new Map<string, Newcomer>()

const processes: ChildProcess[] = []
async function startProcess(): Promise<string> {
  const one = fork(new URL('./install-process.fixture.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  processes.push(one)
  one.send({ connection: database.connection, port: api.port, settings })
  return String((await once(one, 'message'))[0])
}

const { database } = await openTenant()
beforeAll(async () => {
  api = await startVendor()
  await database.asOwner(`create function stop_here() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(77); return new; end $$`)
  for (const table of ['leads', 'workbook_rows'])
    await database.asOwner(`create trigger stop_here before insert on ${table} for each row
      when (new.data::text like '%${STOP}%') execute function stop_here()`)
  const gate = new pg.Client(database.connection)
  await gate.connect()
  await gate.query('select pg_advisory_lock(77)')
  // Two, since one has not as many slots for long work.
  const [url = ''] = await Promise.all([startProcess(), startProcess()])
  // People reach whichever process is there.
  const door: TestService = { url, database, close: async () => {} }
  const sent: Promise<unknown>[] = []
  const send = async (some: readonly string[]) => {
    for (const entry of some) {
      const at = await newcomerTo({ service: door, api })
      killed.set(entry, at)
      sent.push(DELIVERIES[entry]?.(at, recordsFor(entry)) ?? Promise.resolve())
      sent.at(-1)?.catch(() => {})
    }
    await until(
      () => database.asOwner(`select from pg_locks where locktype = 'advisory' and objid = 77 and not granted`),
      (waiting) => waiting.length === sent.length,
    )
  }
  await send(entries.filter((entry) => !BY_REQUEST.includes(entry)))
  // A request waits for no statement as long as a job does.
  await send(BY_REQUEST)
  for (const one of processes) one.kill('SIGKILL')
  await Promise.all(processes.map((one) => once(one, 'exit')))
  next = await startKinds({ 'api.example.com': api.port }, settings, { database })
  door.url = next.url
  await gate.end()
  await Promise.allSettled(sent)
  await database.asOwner(
    `update queue set state = 'ready', worker_id = null, lease_until = null where state = 'leased'`,
  )
})
afterAll(async () => {
  for (const one of processes) one.kill('SIGKILL')
  await next?.close()
  await api?.close()
})

/** Names of all leads and rows of the workspace. */
async function stored({ workspace_id }: Newcomer): Promise<string[]> {
  const rows = await database.asOwner<{ name: string }>(
    `select data ->> 'company' as name from leads where workspace_id = $1 union all
     select data ->> 'c1' from workbook_rows where workspace_id = $1 order by 1`,
    [workspace_id],
  )
  return rows.map(({ name }) => name)
}

describe('killed in the middle', () => {
  it.each(entries)('%s', async (entry) => {
    const at = killed.get(entry) as Newcomer
    const records = recordsFor(entry)
    const look = async () => (await must(at.call('GET', '/api/jobs'), 200)).items
    const jobs = await until(look, (all: { status: string }[]) =>
      all.every(({ status }) => !['pending', 'running'].includes(status)),
    )
    expect(jobs.map(({ status }) => status)).toEqual(jobs.map(() => 'done'))
    // It is done whole or not at all, and its caller sends it again.
    if (BY_REQUEST.includes(entry)) {
      expect(await stored(at)).toEqual([])
      await DELIVERIES[entry]?.(at, records)
    }
    expect(await stored(at)).toEqual(records.map(({ Company }) => Company).sort())
  })
})
