// Promises of what kinds make of two readings: the first is silent, the same again finds nothing, and what is planted is found.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BoardJob } from '../../providers/vendors/job-boards.ts'
import { compareHiring } from './hiring/hiring.kind.ts'
import type { HiringSnapshot } from './hiring/hiring.state.ts'
import { surgeIn } from './hiring/pace.logic.ts'
import { compareNews } from './news/news.kind.ts'
import { readNews } from './news/rules.logic.ts'
import { compareTeam } from './people/job-change.kind.ts'
import { compareTech } from './tech.kind.ts'
import { comparePage, type PageState } from './website/website.kind.ts'

const START = Date.parse('2026-05-01T08:00:00Z')
const on = (day: number) => ({
  now: new Date(START + day * 86_400_000),
  company: 'acme.com',
  config: {},
  wanted: ['news', 'funding', 'job_change', 'growth'] as const,
})

const job = fc.record({
  id: fc.stringMatching(/^[a-z0-9]{1,6}$/),
  title: fc.stringMatching(/^[A-Z][a-z]{3,12} [A-Z][a-z]{3,12}$/),
})
const jobs = fc.uniqueArray(job, { maxLength: 12, selector: ({ id }) => id })
const full = ({ id, title }: { id: string; title: string }): BoardJob => ({
  id,
  title,
  location: 'Berlin',
  department: '',
  url: `https://x.com/${id}`,
  posted_on: '',
  text: `About ${id} ${title}`,
})
const board = (list: BoardJob[]): HiringSnapshot => ({
  source: { board: 'lever', slug: 'acme' },
  source_url: 'https://api',
  board_name: 'Lever',
  board_url: 'https://x.com',
  jobs: list,
  is_complete: true,
})

test('a baseline of jobs is silent, the same board again changes nothing, and each new job is told once', () => {
  fc.assert(
    fc.property(jobs, jobs, (first, second) => {
      const begun = compareHiring(null, board(first.map(full)), on(0))
      expect(begun.signals).toEqual([])
      const same = compareHiring(begun.state, board(first.map(full)), on(1))
      expect(same.signals).toEqual([])
      expect(same.state).toEqual(begun.state)
      const all = [...first.map(full), ...second.map((one) => full({ ...one, id: `n${one.id}` }))]
      const next = compareHiring(begun.state, board(all), on(2))
      const told = next.signals.filter(({ type }) => type === 'hiring').map(({ key }) => key)
      const fresh = all.filter(({ id }) => !first.some((one) => one.id === id))
      expect(told.sort()).toEqual([...new Set(fresh.map(({ id }) => `job:lever:acme:${id}`))].sort())
      expect(compareHiring(next.state, board(all), on(3)).signals).toEqual([])
      // In another order they are the same jobs.
      expect(compareHiring(next.state, board([...all].reverse()), on(3)).signals).toEqual([])
    }),
  )
})

test('a job is closed after two misses, is not new when it comes back, and counts once when it is posted again', () => {
  const [a, b] = [full({ id: 'a', title: 'Data Analyst' }), full({ id: 'b', title: 'Sales Lead' })]
  const states = [compareHiring(null, board([a, b]), on(0))]
  const step = (list: BoardJob[], day: number) => {
    const next = compareHiring(states.at(-1)?.state ?? null, board(list), on(day))
    states.push(next)
    return next
  }
  expect(step([a], 1).changes).toEqual([])
  expect(step([a], 2).changes).toMatchObject([{ label: 'Closed', value: 'Sales Lead' }])
  expect(step([a, b], 3).signals).toEqual([])
  expect(step([a, { ...b, id: 'c' }], 4).signals).toEqual([])
  expect(
    step(
      [
        { ...a, title: 'Lead Data Analyst' },
        { ...b, id: 'c' },
      ],
      5,
    ).changes,
  ).toMatchObject([{ label: 'Edited: title' }, { label: 'Closed' }])
})

test('a company that moves to another board is not hiring for every job anew', () => {
  const list = ['a', 'b', 'c'].map((id) => full({ id, title: `Engineer ${id}` }))
  const { state } = compareHiring(null, board(list), on(0))
  const moved = {
    ...board(list.map((one) => ({ ...one, id: `x${one.id}`, text: 'Written anew' }))),
    source: { board: 'ashby', slug: 'acme' },
  }
  expect(compareHiring(state, moved, on(1)).signals).toEqual([])
})

test('a surge is measured against the own past of a company, and told once', () => {
  const now = new Date(START)
  const since = new Date(START - 80 * 86_400_000).toISOString()
  const day = (n: number) => new Date(START - n * 86_400_000).toISOString().slice(0, 10)
  const calm = Object.fromEntries(Array.from({ length: 10 }, (_, week) => [day(10 + week * 7), 1]))
  expect(surgeIn({ ...calm, [day(2)]: 6 }, since, '', now)).toMatchObject({ opened: 6 })
  expect(surgeIn({ ...calm, [day(2)]: 2 }, since, '', now)).toBe(null)
  expect(surgeIn({ ...calm, [day(2)]: 6 }, since, day(5), now)).toBe(null)
  expect(surgeIn({ [day(2)]: 20 }, new Date(START - 20 * 86_400_000).toISOString(), '', now)).toBe(null)
})

const lines = (...text: string[]) => ({ url: 'https://acme.com/', title: 'Home', lines: text, socials: [] })
const PAGE = [
  'We build rockets for everyone who likes them',
  'Our office is in Berlin near the river',
  'Prices begin at ten dollars',
]

test('a page that is different at each request is never reported, one that stood still at once', () => {
  let state: PageState | null = null
  for (let day = 0; day < 12; day++) {
    const noise = Array.from(
      { length: 3 },
      (_, at) => `Quote ${'abcdefghijkl'[day]} of the moment number ${'abc'[at]}${'mnopqrstuvwx'[day]}`,
    )
    const { signals, state: next } = comparePage(state, lines(...PAGE, ...noise), on(day))
    expect(signals, `day ${day}`).toEqual([])
    state = next
  }
  const first = comparePage(null, lines(...PAGE), on(0)).state
  const steady = comparePage(first, lines(...PAGE), on(1)).state
  const [rockets = '', office = ''] = PAGE
  const changed = comparePage(steady, lines(rockets, office, 'Prices begin at twelve euros for teams'), on(2))
  expect(changed.signals).toMatchObject([{ type: 'website_change', quote: 'Prices begin at twelve euros for teams' }])
  expect(
    comparePage(changed.state, lines(rockets, office, 'Prices begin at twelve euros for teams'), on(3)).signals,
  ).toEqual([])
})

test('a technology counts when two polls a day apart saw it, and a flicker does not', () => {
  const seen = (...names: string[]) => ({
    url: 'https://acme.com/',
    with_dns: true,
    technologies: names.map((name) => ({ name, kind: 'x', sign: `page: ${name}` })),
  })
  const base = compareTech(null, seen('WordPress'), on(0)).state
  const once = compareTech(base, seen('WordPress', 'Stripe'), on(1))
  expect(once.signals).toEqual([])
  expect(compareTech(once.state, seen('WordPress', 'Stripe'), on(2)).signals).toMatchObject([
    { title: 'acme.com adopted Stripe' },
  ])
  expect(compareTech(once.state, seen('WordPress'), on(2)).state.coming).toEqual({})
})

test('people join at once, leave after two polls, and none leaves a page that could not be read', () => {
  const team = (...names: string[]) => ({
    page: 'https://acme.com/team',
    members: names.map((name) => ({ name, role: 'Engineer' })),
  })
  const base = compareTeam(null, team('Ann Lee', 'Bob Ray'), on(0)).state
  expect(compareTeam(base, team('Ann Lee', 'Bob Ray', 'Cy Tan'), on(1)).signals).toMatchObject([
    { title: 'Cy Tan joins acme.com as Engineer' },
  ])
  const once = compareTeam(base, team('Ann Lee'), on(1))
  expect(once.signals).toEqual([])
  expect(compareTeam(once.state, team('Ann Lee'), on(2)).signals).toMatchObject([{ title: 'Bob Ray left acme.com' }])
  expect(compareTeam(base, team(), on(1)).state).toEqual(base)
})

test('items of a feed are told once, a story that comes twice once, and old ones never', () => {
  const item = (id: string, title: string, published = '') => ({
    id,
    title,
    url: `https://acme.com/${id}`,
    summary: '',
    published,
    source_url: 'f',
  })
  const snapshot = (...items: ReturnType<typeof item>[]) => ({ sources: ['f'], items, found_on: null })
  const { state } = compareNews(null, snapshot(item('1', 'Acme writes its first post about rockets')), on(0))
  const next = compareNews(
    state,
    snapshot(
      item('1', 'Acme writes its first post about rockets'),
      item('2', 'Acme raises $5 million in seed funding'),
      item('3', 'Acme raises $5 million in seed funding'),
      item('4', 'Acme was founded in a garage by three friends', '2025-01-01T00:00:00Z'),
    ),
    on(1),
  )
  expect(next.signals.map(({ type, key }) => `${type} ${key}`)).toEqual(['funding round:seed:50:2026-05'])
})

test.each([
  ['Acme raises $12M Series B to expand in Europe', 'funding'],
  ['Acme secures €3.5 million in seed funding', 'funding'],
  ['Acme acquires Beta Labs', 'funding'],
  ['Acme appoints Maria van der Berg as Chief Financial Officer', 'job_change'],
  ['Jane Doe joins Acme as VP of Sales', 'job_change'],
  ['John Smith steps down as CEO', 'job_change'],
  ['Acme opens new office in Berlin', 'growth'],
  ['Acme lays off 20% of staff', 'growth'],
  ['We raise prices by $5', 'news'],
  ['How to raise $1M from angels', 'news'],
  ['Acme announces partnership with Globex', 'news'],
  ['Q3 results: revenue raised to $12M', 'news'],
])('"%s" is %s', (title, type) => {
  const reading = readNews(title, '', '2026-05')
  expect(reading.type).toBe(type)
  expect(title).toContain(reading.quote)
})
