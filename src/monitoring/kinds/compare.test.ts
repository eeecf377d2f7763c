// Promises of what kinds make of two readings: the first is silent, the same again finds nothing, and what is planted is found.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HEADLINES, judgeHeadlines } from '../../../bench/quality/headlines.ts'
import type { JobPosting } from '../../providers/web-reader/job-postings.ts'
import { readJobs } from './hiring/board-finder.ts'
import { compareHiring } from './hiring/hiring.kind.ts'
import type { HiringSnapshot } from './hiring/hiring.state.ts'
import { freezeIn, surgeIn } from './hiring/pace.logic.ts'
import { hasWord } from './kind.ts'
import { compareNews } from './news/company-news.ts'
import { readNews } from './news/rules.logic.ts'
import { compareTeam } from './people/job-change.kind.ts'
import { compareTech } from './tech.kind.ts'

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
const full = ({ id, title }: { id: string; title: string }): JobPosting => ({
  id,
  title,
  location: 'Berlin',
  department: '',
  url: `https://x.com/${id}`,
  posted_on: '',
  text: `About ${id} ${title}`,
})
const board = (list: JobPosting[]): HiringSnapshot => ({
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
  const step = (list: JobPosting[], day: number) => {
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

test('a company that moves to another board is not hiring for every job again', () => {
  const list = ['a', 'b', 'c'].map((id) => full({ id, title: `Engineer ${id}` }))
  const { state } = compareHiring(null, board(list), on(0))
  const moved = {
    ...board(list.map((one) => ({ ...one, id: `x${one.id}`, text: 'Written anew' }))),
    source: { board: 'ashby', slug: 'acme' },
  }
  expect(compareHiring(state, moved, on(1)).signals).toEqual([])
})

test('posts that collect people for later are no jobs, and one job in several places is one', () => {
  const { state } = compareHiring(null, board([full({ id: 'a', title: 'Data Analyst' })]), on(0))
  const job = (id: string, title: string, location: string, text = 'The same words') => ({
    ...full({ id, title }),
    location,
    text,
  })
  const next = compareHiring(
    state,
    board([
      full({ id: 'a', title: 'Data Analyst' }),
      job('b', 'General Application', 'Berlin'),
      job('c', 'Join our Talent Community', 'Berlin'),
      job('d', "Don't see your role? Tell us", 'Berlin'),
      job('e', 'Initiativbewerbung (m/w/d)', 'Berlin'),
      job('f', 'Payroll Clerk', 'Berlin, Germany'),
      job('g', 'Payroll Clerk', 'Lyon, France'),
      job('h', 'Payroll Clerk', 'Porto, Portugal', 'Another job under this title'),
    ]),
    on(1),
  )
  const told = next.signals.filter(({ type }) => type === 'hiring').map(({ title, summary }) => `${title} | ${summary}`)
  expect(told).toEqual([
    'acme.com is hiring: Payroll Clerk | Payroll Clerk in Berlin, Germany · Lyon, France, on Lever.',
    'acme.com is hiring: Payroll Clerk | Payroll Clerk in Porto, Portugal, on Lever.',
  ])
  expect(Object.values(next.state.opened)).toEqual([2])
  // The next poll finds nothing of them.
  expect(compareHiring(next.state, board([]), on(2)).signals).toEqual([])
})

const careers = (links: string) =>
  `<html><body><nav><a href="/about">About us and our company</a></nav><main><h1>Careers</h1>${links}</main></body></html>`

test.each([
  [
    'a list of links',
    '<ul><li><a href="/careers/backend-engineer">Backend Engineer</a></li><li><a href="/careers/cook">Cook (m/f/d)</a></li><li><a href="/careers/apply">Apply now</a></li></ul>',
    ['Backend Engineer', 'Cook (m/f/d)'],
  ],
  [
    'cards with a button each',
    '<div><h3><a href="/jobs/12">Payroll Specialist</a></h3><a href="/jobs/12">Learn more</a></div><div><h3><a href="/jobs/13">Head of Sales</a></h3></div>',
    ['Payroll Specialist', 'Head of Sales'],
  ],
  [
    'markup for machines',
    '<script type="application/ld+json">{"@type":"JobPosting","title":"Nurse","jobLocation":{"address":{"addressLocality":"Graz"}}}</script>',
    ['Nurse'],
  ],
  ['links to stories', '<a href="/careers/life-in-graz">Life in Graz</a><a href="/careers/our-dogs">Our dogs</a>', []],
  ['no link', '<p>We have no openings for now.</p>', []],
])('a careers page of %s is read for its jobs', async (_what, links, titles) => {
  const page = async (url: string) =>
    /careers$/.test(url)
      ? { ok: true as const, document: { url, status: 200, headers: {}, body: careers(links) } }
      : { ok: true as const, document: { url, status: 200, headers: {}, body: '<a href="/careers">Careers</a>' } }
  const missing = async () => ({ ok: false as const, reason: 'not_found' as const, message: 'None' })
  const read = await readJobs('acme.com', null, { page, ask: missing, dns: async () => [], now: () => START })
  expect(read).toMatchObject({ ok: true })
  expect(read.ok && read.snapshot.jobs.map(({ title }) => title)).toEqual(titles)
})

const NOW = new Date(START)
const dayBefore = (days: number) => new Date(START - days * 86_400_000).toISOString().slice(0, 10)
const LONG_AGO = new Date(START - 100 * 86_400_000).toISOString()

test('a surge is measured against the own past of a company, and told once', () => {
  const since = new Date(START - 80 * 86_400_000).toISOString()
  const calm = Object.fromEntries(Array.from({ length: 10 }, (_, week) => [dayBefore(10 + week * 7), 1]))
  expect(surgeIn({ ...calm, [dayBefore(2)]: 6 }, since, '', NOW)).toMatchObject({ opened: 6 })
  expect(surgeIn({ ...calm, [dayBefore(2)]: 2 }, since, '', NOW)).toBe(null)
  expect(surgeIn({ ...calm, [dayBefore(2)]: 6 }, since, dayBefore(5), NOW)).toBe(null)
  expect(surgeIn({ [dayBefore(2)]: 20 }, new Date(START - 20 * 86_400_000).toISOString(), '', NOW)).toBe(null)
})

test('a surge says how many jobs opened in the last seven days, the mean of the weeks before, and how far apart they are', () => {
  const weekly = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(weekly, fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 6 }), (weeks, latest, day) => {
      const opened: { [day: string]: number } = { [dayBefore(day)]: latest }
      for (const [week, count] of weeks.entries()) opened[dayBefore(7 * (week + 1) + (week % 7))] = count
      const surge = surgeIn(opened, LONG_AGO, '', NOW)
      const mean = weeks.reduce((sum, count) => sum + count, 0) / 12
      const deviation = Math.sqrt(weeks.reduce((sum, count) => sum + (count - mean) ** 2, 0) / 12)
      const z = (latest - mean) / Math.max(deviation, Math.sqrt(mean), 0.5)
      if (surge === null) expect(z < 2 || latest < mean + 3).toBe(true)
      else {
        expect(surge.opened).toBe(latest)
        expect(surge.mean).toBeCloseTo(mean, 0)
        expect(Math.abs(surge.mean - mean)).toBeLessThanOrEqual(0.05 + 1e-9)
        expect(Math.abs(surge.z - z)).toBeLessThanOrEqual(0.05 + 1e-9)
        expect(z).toBeGreaterThanOrEqual(2)
        expect(latest).toBeGreaterThanOrEqual(mean + 3)
      }
    }),
  )
})

test('one job more never ends a surge, and jobs of long ago do not count', () => {
  const weekly = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(weekly, fc.integer({ min: 0, max: 30 }), (weeks, latest) => {
      const opened = Object.fromEntries(weeks.map((count, week) => [dayBefore(7 * (week + 1)), count]))
      const surge = surgeIn({ ...opened, [dayBefore(3)]: latest }, LONG_AGO, '', NOW)
      const more = surgeIn({ ...opened, [dayBefore(3)]: latest + 1 }, LONG_AGO, '', NOW)
      if (surge) expect(more).not.toBe(null)
      const withOld = surgeIn({ ...opened, [dayBefore(3)]: latest, [dayBefore(97)]: 50 }, LONG_AGO, '', NOW)
      expect(withOld).toEqual(surge)
    }),
  )
})

test.each([
  ['three jobs more than a quiet past', 3, 0, true],
  ['two jobs more than a quiet past', 2, 0, false],
  ['three jobs more than one a week', 4, 1, true],
  ['three jobs more than four a week, which is within chance', 7, 4, false],
  ['four jobs more than four a week', 8, 4, true],
])('%s: %i after %i a week', (_name, latest, usual, isSurge) => {
  const opened = Object.fromEntries(Array.from({ length: 12 }, (_, week) => [dayBefore(7 * (week + 1)), usual]))
  expect(surgeIn({ ...opened, [dayBefore(1)]: latest }, LONG_AGO, '', NOW) !== null).toBe(isSurge)
})

test('a second surge is told after fourteen days, and none before four weeks are known', () => {
  const opened = { [dayBefore(1)]: 20 }
  expect(surgeIn(opened, LONG_AGO, dayBefore(13), NOW)).toBe(null)
  expect(surgeIn(opened, LONG_AGO, dayBefore(14), NOW)).not.toBe(null)
  const known = (days: number) => new Date(START - days * 86_400_000).toISOString()
  expect(surgeIn(opened, known(34), '', NOW)).toBe(null)
  expect(surgeIn(opened, known(35), '', NOW)).not.toBe(null)
})

test.each([
  ['half of eight jobs are left', { 20: 8 }, 4, '', { from: 8, to: 4 }],
  ['five of eight jobs are left', { 20: 8 }, 5, '', null],
  ['of three jobs none is left', { 20: 3 }, 0, '', null],
  ['of four jobs two are left', { 20: 4 }, 2, '', { from: 4, to: 2 }],
  ['the fall is older than thirty days', { 60: 12, 31: 4 }, 2, '', { from: 4, to: 2 }],
  ['it was told 29 days ago', { 20: 8 }, 2, dayBefore(29), null],
  ['it was told 30 days ago', { 20: 8 }, 2, dayBefore(30), { from: 8, to: 2 }],
])('a freeze: %s', (_name, counts, open, toldOn, freeze) => {
  const byDay = Object.fromEntries(Object.entries(counts).map(([days, count]) => [dayBefore(Number(days)), count]))
  expect(freezeIn(byDay, open, toldOn, NOW)).toEqual(freeze)
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
  const snapshot = (...items: ReturnType<typeof item>[]) => ({ sources: ['f'], feeds: [], items, found_on: null })
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

test.each(
  judgeHeadlines(HEADLINES).map((one) => [one.domain, one.title, one.wanted, one.found] as const),
)('on %s "%s" is %s', (_domain, _title, wanted, found) => {
  if (wanted === 'other') expect(['none', 'news']).toContain(found)
  else expect(found).toBe(wanted)
})

test.each([
  ['on its own pages "we" is the company', 'We raised $5 million in seed funding', true],
  ['on its own pages a deed without a name is its own', 'Announcing our $12M Series B', true],
  ['on its own pages another is another', 'Rivalco raises $50 million', false],
  ['on its own pages the company by name', 'Acme raises $50 million', true],
])('%s: "%s"', (_what, title, isFunding) => {
  const item = { id: title, title, url: 'https://acme.com/2', summary: '', published: '', source_url: 'f' }
  const first = { ...item, id: '1', title: 'A first post of the year', url: 'https://acme.com/1' }
  const { state } = compareNews(null, { sources: ['f'], feeds: [], items: [first], found_on: null }, on(0))
  const next = compareNews(state, { sources: ['f'], feeds: [], items: [first, item], found_on: null }, on(1))
  expect(next.signals.map(({ type }) => type)).toEqual([isFunding ? 'funding' : 'news'])
})

test('items of one title are one story within days, and another each week', () => {
  const digest = (id: string, published: string) => ({
    id,
    title: 'The Acme digest for people who like rockets',
    url: `https://acme.com/${id}`,
    summary: '',
    published,
    source_url: 'f',
  })
  const seen = (...items: ReturnType<typeof digest>[]) => ({ sources: ['f'], feeds: [], items, found_on: null })
  const one = digest('1', '2026-05-01T08:00:00Z')
  const { state } = compareNews(null, seen(one), on(0))
  const copy = digest('1b', '2026-05-03T08:00:00Z')
  const second = digest('2', '2026-05-08T07:00:00Z')
  expect(compareNews(state, seen(one, copy), on(2)).signals).toEqual([])
  expect(compareNews(state, seen(one, copy, second), on(7)).signals.map(({ evidence_url }) => evidence_url)).toEqual([
    'https://acme.com/2',
  ])
})

test.each([
  ['Acme, Beta and others', 'acme', true],
  ['News from Acme.', 'acme', true],
  ['Acme’s plan', 'acme', true],
  ['“Acme” grows', 'acme', true],
  ['Acmeworks grows', 'acme', false],
  ['We use C++ here', 'c', false],
  ['We use C++.', 'c++', true],
  ['Built with node.js', 'node', false],
])('in "%s" the word "%s" stands: %s', (text, word, stands) => {
  expect(hasWord(text, [word])).toBe(stands)
})

/** The rule of rounds, turned round in each of its parts. */
test.each([
  ['Acme raises $12M', 'funding'],
  ['Acme raises $49,999', 'news'],
  ['Acme raises $50,000', 'funding'],
  ['Acme raises $40,000 in a seed round', 'funding'],
  ['Acme announces $12M', 'news'],
  ['Acme announces $12M in funding', 'funding'],
  ['Acme announces Series B round', 'funding'],
  ['Acme spends $12M on funding', 'news'],
  ['Acme raises awareness for funding', 'news'],
  ['Acme raises prices by $60,000', 'news'],
  ['Acme raises $500,000 for charity', 'news'],
  ['Acme raises its revenue forecast to $12M', 'news'],
])('"%s" is %s by its verb, its amount and its words', (title, type) => {
  expect(readNews(title, '', '2026-05').type).toBe(type)
})

test('a round is known by its name, its amount and its month, so that two reports of it are one', () => {
  const keyOf = (title: string, month = '2026-05') => readNews(title, '', month).key
  expect(keyOf('Acme raises $12M Series B')).toBe('round:series b:120:2026-05')
  expect(keyOf('Acme closes $12 million Series B round')).toBe(keyOf('Acme raises $12M Series B'))
  expect(keyOf('Acme raises $13M Series B')).not.toBe(keyOf('Acme raises $12M Series B'))
  expect(keyOf('Acme raises $12M Series B', '2026-06')).not.toBe(keyOf('Acme raises $12M Series B'))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 900 }), fc.constantFrom('million', 'M', 'billion'), (amount, unit) => {
      const reading = readNews(`Acme raises $${amount} ${unit} in funding`, '', '2026-05')
      expect(reading.details).toMatchObject({ amount: amount * (unit === 'billion' ? 1e9 : 1e6), currency: 'USD' })
    }),
  )
})
