// What a transaction may rely on although its statements share messages: order, errors, and that nothing is done by halves.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { recordMessages } from '../../../test/sent-messages.ts'
import type { Tx } from './database.ts'
import { askTogether } from './message.ts'

const { database } = await openTenant()
beforeAll(async () => {
  await database.asOwner('create table notes (id int primary key, text text); grant all on notes to public')
})
beforeEach(() => database.asOwner('truncate notes'))

const note = (id: number, text = '') => ({
  name: 'note',
  text: 'insert into notes values ($1, $2)',
  values: [id, text],
})
const notes = async () =>
  (await database.asOwner<{ id: number }>('select id from notes order by id')).map(({ id }) => id)
const inControl = <T>(work: (tx: Tx) => Promise<T>) => database.inControl(work)

/** How often something is written to the server while `work` runs. */
async function writes(work: () => Promise<unknown>): Promise<number> {
  const sent = recordMessages(database.pool)
  await work().finally(sent.stop)
  return sent.calls.length
}

test('a transaction of one question and one write is two messages, and one that asks nothing is none', async () => {
  const change = () =>
    inControl(async (tx) => {
      await Promise.all([tx.client.query('select 1'), tx.client.query({ name: 'two', text: 'select 2' })])
      tx.lastly.push(note(1), note(2))
    })
  expect(await writes(change)).toBe(2)
  expect(await notes()).toEqual([1, 2])
  expect(await writes(() => inControl(async () => 'nothing'))).toBe(0)
})

test('a long value goes to the server in one call with what stands before and behind it', async () => {
  const sent = recordMessages(database.pool, ['_write', '_writev'])
  await inControl(async (tx) => {
    await tx.client.query(note(1, 'x'.repeat(200_000)))
  }).finally(sent.stop)
  // The statement with the beginning, then the commit.
  expect(sent.calls.map(({ method }) => method)).toEqual(['_writev', '_write'])
  expect(await database.asOwner('select length(text) from notes')).toEqual([{ length: 200_000 }])
})

test('each question gets its own answer, in the order of asking', async () => {
  const answers = await inControl((tx) =>
    Promise.all([
      tx.client.query<{ n: number }>('select $1::int as n', [1]),
      tx.client.query<{ n: number }>(''),
      tx.client.query<{ n: number }>({ name: 'n', text: 'select $1::int as n', values: [2] }),
      tx.client.query<{ n: number }>({ name: 'n', text: 'select $1::int as n', values: [3] }),
      tx.client.query<{ n: number }>('select generate_series(4, 6) as n'),
    ]),
  )
  expect(answers.flatMap(({ rows }) => rows.map(({ n }) => n))).toEqual([1, 2, 3, 4, 5, 6])
})

test('what stands behind a failure in its message does not happen, and all is taken back', async () => {
  const failing = inControl(async (tx) => {
    await tx.client.query(note(1))
    await Promise.allSettled([tx.client.query(note(2)), tx.client.query(note(1)), tx.client.query(note(3))])
  })
  await failing
  expect(await notes()).toEqual([])
  const settled = inControl(async (tx) => {
    const results = await Promise.allSettled([
      tx.client.query(note(2)),
      tx.client.query('select 1/0'),
      tx.client.query(note(3)),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    throw new Error('enough')
  })
  await expect(settled).rejects.toThrow('enough')
  expect(await notes()).toEqual([])
})

test('a statement that goes with the commit and fails fails the transaction', async () => {
  const twice = inControl(async (tx) => {
    await tx.client.query(note(1))
    tx.lastly.push(note(2), note(1), note(3))
    return 'written'
  })
  await expect(twice).rejects.toMatchObject({ code: '23505' })
  expect(await notes()).toEqual([])
  await inControl((tx) => tx.client.query(note(4)))
  expect(await notes()).toEqual([4])
})

test('a failure that shows only behind the last answer fails what was asked last, and the connection is good for the next', async () => {
  await database.asOwner(`create table parts (id int primary key, whole int references parts deferrable initially deferred);
    grant all on parts to public`)
  const client = await database.pool.connect()
  try {
    // Outside a transaction what is deferred is checked at the end of the message.
    const part = { name: 'part', text: 'insert into parts values ($1, $2)', values: [1, 2] }
    const [first, last] = await Promise.allSettled(askTogether(client, [{ text: 'select 1' }, part]))
    expect([first?.status, last?.status]).toEqual(['fulfilled', 'rejected'])
    expect((await client.query({ ...part, values: [2, 2] })).rowCount).toBe(1)
    expect((await client.query('select id from parts')).rows).toEqual([{ id: 2 }])
  } finally {
    client.release()
  }
})

test('a named statement that was passed over is known afterwards all the same', async () => {
  const early = { name: 'early', text: 'select 1/$1::int as n', values: [0] }
  const late = { name: 'late', text: 'select 7 as n' }
  for (let round = 0; round < 3; round++)
    await expect(inControl((tx) => Promise.all([tx.client.query(early), tx.client.query(late)]))).rejects.toThrow(
      'zero',
    )
  const { rows } = await inControl((tx) => tx.client.query(late))
  expect(rows).toEqual([{ n: 7 }])
})

test('a value that cannot be sent stops what stands behind it, and the connection is good for the next', async () => {
  const circle: Record<string, unknown> = {}
  circle.self = circle
  const broken = inControl(async (tx) => {
    tx.lastly.push(note(1), { text: 'insert into notes values (2, $1)', values: [circle] }, note(3))
  })
  await expect(broken).rejects.toThrow(/circular/i)
  expect(await notes()).toEqual([])
  await inControl((tx) => tx.client.query(note(4)))
  expect(await notes()).toEqual([4])
})

test('several statements in one text may come first, in between and last', async () => {
  const shown = await inControl(async (tx) => {
    await tx.client.query("set local work_mem = '7MB'; set local statement_timeout = '7s'")
    await tx.client.query(note(1))
    await tx.client.query('savepoint here')
    await tx.client.query(note(2))
    await tx.client.query('rollback to here; release here')
    return (await tx.client.query('show work_mem')).rows
  })
  expect(shown).toEqual([{ work_mem: '7MB' }])
  expect(await notes()).toEqual([1])
  expect((await inControl((tx) => tx.client.query('show work_mem'))).rows).not.toEqual([{ work_mem: '7MB' }])
})

test('an error tells where it was asked', async () => {
  const ask = (tx: Tx) => tx.client.query('select 1/0')
  const error = await inControl(async function theCaller(tx) {
    return await ask(tx)
  }).catch((caught: Error) => caught)
  expect(error).toMatchObject({ code: '22012', stack: expect.stringContaining('theCaller') })
})
