import { beforeAll, beforeEach, expect, test } from 'vitest'
import { serve } from '../../api/served.fixture.ts'
import { NOTHING_ASKED } from './leads.logic.ts'

const PAGE = 200
const ALL = 500
let total: number | null = ALL
let atLeast: number | null = null
const counted: boolean[] = []
let leadRows: typeof import('./lead-rows.ts').leadRows
beforeAll(async () => {
  serve(({ url }) => {
    const asked = new URL(url).searchParams
    counted.push(asked.has('count'))
    const end = Number(asked.get('page')) * PAGE
    const ids = Array.from({ length: Math.min(ALL, end) }, (_, id) => id).slice(end - PAGE)
    const items = ids.map((id) => ({ id, provenance: {} }))
    return {
      items,
      next_cursor: end < ALL ? 'more' : null,
      total: asked.has('count') ? total : null,
      total_at_least: asked.has('count') ? atLeast : null,
    }
  })
  leadRows = (await import('./lead-rows.ts')).leadRows
})
const known: (number | null)[] = []
const open = () => leadRows(NOTHING_ASKED, { onLoaded: (least) => known.push(least), onError: () => undefined })
beforeEach(() => {
  counted.length = 0
  atLeast = null
  known.length = 0
})

test('leads are counted with the first page, and again when they have changed', async () => {
  total = ALL
  const { store, renew } = open()
  await store.ensure(0, 0)
  expect([store.total, known]).toEqual([ALL, [null]])
  await store.ensure(0, ALL - 1)
  renew()
  await store.ensure(0, 0)
  expect(counted).toEqual([true, false, false, true])
})

test('leads that take too long to count are not counted again by going down, and are known at their end', async () => {
  total = null
  const { store } = open()
  await store.ensure(0, 0)
  expect([store.total, known]).toEqual([2 * PAGE, [PAGE]])
  await store.ensure(PAGE, PAGE)
  await store.ensure(2 * PAGE, 2 * PAGE)
  expect([store.total, counted, known]).toEqual([ALL, [true, false, false], [PAGE, 2 * PAGE, null]])
})

test('a count that was asked for before the leads changed does not stand for them', async () => {
  total = ALL
  const { store, renew } = open()
  const before = store.ensure(0, 0)
  renew()
  await before
  await store.ensure(0, 0)
  expect(counted).toEqual([true, true])
})

test('where more leads answer than are counted, it is said that there are at least so many, whatever was scrolled to', async () => {
  total = null
  atLeast = 10_000
  const { store } = open()
  await store.ensure(0, 0)
  await store.ensure(PAGE, PAGE)
  expect([store.total, known]).toEqual([10_000, [10_000, 10_000]])
})
