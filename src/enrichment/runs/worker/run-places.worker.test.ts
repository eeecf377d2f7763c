// Runs of many workspaces in one worker: none waits until the calls of others are over.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { about } from '../../money/books.fixture.ts'
import { held, lookup, says } from '../counted-lookup.fixture.ts'
import { setStage } from '../run-stage.fixture.ts'
import { addWorkbook, readCells, until } from '../workbook.fixture.ts'
import { type RunPlaces, runToLeave, wishFor } from './run-places.logic.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const names = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`)
const ONE_PLACE: RunPlaces = { chunks: 1, extra: 1, of_run: 1, slice_ms: 0 }

it('a run of one row ends while all calls of another workspace, which fill the worker, go on', async () => {
  const slow = held(0)
  const stage = setStage(database, [slow, lookup('quick', says())], {}, ONE_PLACE)
  const large = await addWorkbook(database, names(300), [about('slow')])
  const small = await addWorkbook(database, ['a'], [about('quick')])
  const long = await stage.start(large)
  stage.wake()
  await until(
    async () => slow.asked.length,
    (asked) => asked > 0,
  )
  expect(await stage.end(small, await stage.start(small))).toMatchObject({ status: 'done' })
  slow.open()
  expect(await stage.end(large, long)).toMatchObject({ status: 'done' })
  // What made room was worked on again later, and no row was asked for twice.
  expect([...slow.asked].sort()).toEqual(names(300).sort())
  expect(new Set((await readCells(database, large.id)).map(({ status }) => status))).toEqual(new Set(['complete']))
  await stage.close()
})

const places: RunPlaces = { chunks: 4, extra: 2, of_run: 3, slice_ms: 10 }
const of = (workspace_id: string, run_id: string, since = 0) => ({ workspace_id, run_id, since })

it('a full worker takes chunks of workspaces that hold none, up to its last place', () => {
  const held = [of('a', 'a1'), of('a', 'a1'), of('a', 'a1')]
  expect(wishFor(places, held, new Set())).toEqual({ full: ['a1'], busy: [] })
  held.push(of('b', 'b1'))
  expect(wishFor(places, held, new Set(['b1']))).toEqual({ full: ['a1', 'b1'], busy: ['a', 'b'] })
  held.push(of('c', 'c1'), of('d', 'd1'))
  expect(wishFor(places, held, new Set())).toBeUndefined()
})

it('room is made by the run that was longest at work, of the workspace with the most chunks, and only while others are in the way', () => {
  const held = [of('a', 'a1', 5), of('a', 'a2', 3), of('b', 'b1', 0), of('c', 'c1', 0)]
  expect(runToLeave(places, held, new Set(), 20)).toBeUndefined()
  held.push(of('d', 'd1', 20))
  expect(runToLeave(places, held, new Set(), 20)).toBe('a2')
  expect(runToLeave(places, held, new Set(), 14)).toBe('a2')
  expect(runToLeave(places, held, new Set(), 11)).toBe('b1')
  expect(runToLeave(places, held, new Set(['a2']), 20)).toBeUndefined()
  expect(runToLeave(places, held, new Set(), 9)).toBeUndefined()
})
