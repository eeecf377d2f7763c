// The cache of answers against a database: many questions in one read, and none asked twice for what was just learnt.
import { expect, it } from 'vitest'
import { addWorkspace, type TestDatabase } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { type AnswerCache, answerCache, type CacheEntry } from './cache.reads.ts'
import { writeCache } from './cache.writes.ts'
import { lookupTools } from './tools.ts'

const { database } = await openTenant()

const key = (n: number) => n.toString(16).padStart(64, '0')
const entry = (n: number): CacheEntry => ({
  key: key(n),
  provider: 'p',
  outcome: { kind: 'not_found', reason: `no ${n}` },
  fetched_at: new Date(),
  expires_at: new Date(Date.now() + 60_000),
})

async function open() {
  const workspace = await addWorkspace(database)
  const clock = { now: 0, reads: 0 }
  const counted = {
    inWorkspace: ((at, work) => {
      clock.reads++
      return database.inWorkspace(at, work)
    }) as TestDatabase['inWorkspace'],
  }
  const cache: AnswerCache = answerCache(counted, () => clock.now)
  const reasonOf = async (n: number) => {
    const found = await cache.find(workspace, key(n))
    return found?.outcome.kind === 'not_found' ? found.outcome.reason : undefined
  }
  return {
    workspace,
    clock,
    cache,
    reasonOf,
    write: (...of: CacheEntry[]) => database.inWorkspace(workspace, (tx) => writeCache(tx, of)),
  }
}

it('reads what is foreseen along with what is asked, once, and looks again after a while', async () => {
  const { workspace, clock, cache, reasonOf, write } = await open()
  await write(entry(1), entry(3))
  const forget = cache.prefetch(workspace, (most) => Array.from({ length: Math.min(most, 50) }, (_, n) => key(n)))
  expect(await Promise.all([reasonOf(1), reasonOf(2), reasonOf(3)])).toEqual(['no 1', undefined, 'no 3'])
  expect(await Promise.all([reasonOf(3), reasonOf(4), reasonOf(49)])).toEqual(['no 3', undefined, undefined])
  expect(clock.reads).toBe(1)
  await write(entry(4))
  clock.now += 5_000
  expect(await reasonOf(4)).toBe('no 4')
  expect(clock.reads).toBe(2)
  forget()
  expect(await reasonOf(77)).toBeUndefined()
  expect(clock.reads).toBe(3)
})

it('knows an answer that was just given, though it was looked for before and is not written yet', async () => {
  const { workspace, clock, cache, reasonOf } = await open()
  expect(await reasonOf(5)).toBeUndefined()
  cache.learn(workspace, key(5), entry(5))
  expect(await reasonOf(5)).toBe('no 5')
  clock.now += 5_000
  const late = reasonOf(5)
  cache.learn(workspace, key(5), entry(5))
  expect(await late).toBe('no 5')
})

it('tells a lookup whose addresses the workspace knows at a company, and those of no other workspace', async () => {
  const [own, other] = [await addWorkspace(database), await addWorkspace(database)]
  const store = (at: typeof own, ...leads: object[]) =>
    database.inWorkspace(at, async (tx) => {
      for (const data of leads)
        await tx.client.query(`insert into leads (workspace_id, id, data) values ($1, nextval('lead_ids'), $2)`, [
          at,
          JSON.stringify(data),
        ])
    })
  await store(
    own,
    { email: 'asmith@acme.com', contact_person: 'Ann Smith' },
    { email: 'info@acme.com' },
    { email: 'bob@other.com', contact_person: 'Bob Jones', domain: 'acme.com' },
    { name: 'Acme', domain: 'acme.com' },
  )
  await store(other, { email: 'eve@acme.com', contact_person: 'Eve Jones' })
  const unused = undefined as never
  const { colleagues } = lookupTools({ database, client: unused, pages: unused, now: () => new Date() })(own)
  expect(await colleagues?.('acme.com')).toEqual([
    { email: 'info@acme.com', full_name: null },
    { email: 'asmith@acme.com', full_name: 'Ann Smith' },
  ])
  expect(await colleagues?.('nobody.com')).toEqual([])
})
