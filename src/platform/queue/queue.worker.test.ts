// Promises of job tickets when a process stops in the middle of one, on a real database.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import type { Log } from '../log.ts'
import { enqueue, type JobKind, startJobs } from './queue.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Says which levels were written. */
function listeningLog() {
  const levels: string[] = []
  const write = (level: string) => () => levels.push(level)
  return { levels, log: { info: write('info'), warn: write('warn'), error: write('error') } as unknown as Log }
}

const tickets = () => database.asOwner('select state, attempts, last_error from jobs')

test('a job that is stopped with its process is no failure: its ticket goes back as if it had not begun', async () => {
  const { levels, log } = listeningLog()
  let begun = () => {}
  const beginning = new Promise<void>((resolve) => {
    begun = resolve
  })
  const waiting: JobKind = {
    name: 'test.waiting',
    max_attempts: 3,
    async work(_payload, { signal }) {
      begun()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      signal.throwIfAborted()
    },
  }
  await database.inSystem((tx) => enqueue(tx, { kind: 'test.waiting', payload: {} }))
  const jobs = startJobs(database, log, [waiting as JobKind<never>], 1)
  await beginning
  await jobs.close()
  expect(await tickets()).toMatchObject([{ state: 'ready', attempts: 0 }])
  expect(levels).toEqual(['info'])
})

test('a job that fails is told as an error, and tried again later', async () => {
  await database.asOwner('delete from jobs')
  const { levels, log } = listeningLog()
  const failing: JobKind = {
    name: 'test.failing',
    max_attempts: 3,
    work: () => Promise.reject(new Error('no')),
  }
  await database.inSystem((tx) => enqueue(tx, { kind: 'test.failing', payload: {} }))
  const jobs = startJobs(database, log, [failing as JobKind<never>], 1)
  await expect.poll(async () => (await tickets())[0]?.last_error, { timeout: 30_000 }).toBe('no')
  await jobs.close()
  expect(await tickets()).toMatchObject([{ state: 'ready', attempts: 1 }])
  expect(levels).toEqual(['error'])
})
