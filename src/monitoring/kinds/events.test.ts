// Rows of one event each: what counts, from which day on, and under which key it is told once.
import { describe, expect, it } from 'vitest'
import type { JobPosting } from '../../providers/web-reader/job-postings.ts'
import { compareReleases } from './github.kind.ts'
import { compareHiring } from './hiring/hiring.kind.ts'
import type { HiringSnapshot, HiringState } from './hiring/hiring.state.ts'
import { postedOn } from './hiring/postings.logic.ts'
import { newItems, simHash } from './news/items.logic.ts'
import { readNews } from './news/rules.logic.ts'
import { compareTeam } from './people/job-change.kind.ts'
import { compareTech } from './tech.kind.ts'

const on = (day: number) => ({
  now: new Date(Date.parse('2026-05-01T08:00:00Z') + day * 86_400_000),
  company: 'acme.com',
  config: {},
  wanted: ['hiring', 'new_role', 'growth'] as const,
})
const job = (id: string, location = 'Paris, France', title = `Clerk ${id}`): JobPosting => ({
  id,
  title,
  location,
  department: '',
  url: `https://x.com/${id}`,
  posted_on: '',
  text: `About ${title}`,
})

type Poll = [day: number, jobs: JobPosting[], isComplete?: boolean]

/** What the last of these polls tells. */
function poll(polls: readonly Poll[]) {
  let state: HiringState | null = null
  let last = null
  for (const [day, jobs, is_complete = true] of polls) {
    const snapshot: HiringSnapshot = {
      source: { board: 'lever', slug: 'acme' },
      source_url: 'https://api',
      board_name: 'Lever',
      board_url: 'https://x.com',
      jobs,
      is_complete,
    }
    last = compareHiring(state, snapshot, on(day))
    state = last.state
  }
  return { keys: last?.signals.map(({ key }) => key) ?? [], changes: last?.changes.map(({ label }) => label) ?? [] }
}

describe('jobs', () => {
  it('are not closed by lists that are cut short', () => {
    expect(
      poll([
        [0, [job('a'), job('b')]],
        [1, [job('a')], false],
        [2, [job('a')], false],
      ]).changes,
    ).toEqual([])
    expect(
      poll([
        [0, [job('a'), job('b')]],
        [1, [job('a')]],
        [2, [job('a')]],
      ]).changes,
    ).toEqual(['Closed'])
  })

  it.each([
    [10, ['Posted again']],
    [40, ['Opened']],
  ])('posted again %i days later are: %j', (day, changes) => {
    const again = { ...job('n', 'Paris, France', 'Clerk b'), text: job('b').text }
    const polls: Poll[] = [
      [0, [job('a'), job('b')]],
      [1, [job('a')]],
      [2, [job('a')]],
      [day, [job('a'), again]],
    ]
    expect(poll(polls).changes).toEqual(changes)
  })

  it('name a country once, and none where no country was known before', () => {
    const countries = (polls: Poll[]) => poll(polls).keys.filter((key) => key.startsWith('country:'))
    const german = [job('b', 'Berlin, Germany'), job('c', 'Munich, Germany')]
    expect(
      countries([
        [0, [job('a')]],
        [1, [job('a'), ...german]],
      ]),
    ).toEqual(['country:DE'])
    expect(
      countries([
        [0, []],
        [1, german],
      ]),
    ).toEqual([])
  })

  it('that fall by half are told once a month', () => {
    const all = [...'abcdefgh'].map((id) => job(id))
    const few = all.slice(0, 3)
    expect(
      poll([
        [0, all],
        [1, all],
        [2, few],
        [3, few],
      ]).keys,
    ).toEqual(['freeze:2026-05'])
  })

  it.each([
    ['2026-04-30', '2026-04-30T00:00:00.000Z'],
    ['2026-05-01', '2026-05-01T00:00:00.000Z'],
    ['2026-05-02', ''],
    ['2026-02-01', ''],
    ['2026-03-30', ''],
  ])('say that they were posted on %s, which is taken for "%s"', (posted_on, taken) => {
    expect(postedOn({ ...job('a'), posted_on }, '2026-04-01', on(0).now)).toBe(taken)
  })
})

describe('news', () => {
  it('of layoffs is one event a month', () => {
    expect(readNews('Acme lays off 300 staff', '', '2026-05').key).toBe('layoffs:2026-05')
  })

  const item = (id: string, title: string) => ({
    id,
    title,
    url: `https://p.example/${id}`,
    summary: '',
    published: '',
    source_url: 'https://p.example/feed',
  })

  it('of two towns is two stories', () => {
    const said = (town: string) =>
      `Acme opens its new office for two hundred people in the center of ${town} next spring`
    const { fresh } = newItems({}, [item('1', said('Berlin')), item('2', said('Munich'))], on(0).now)
    expect(fresh).toHaveLength(2)
  })

  it('that is still listed is known, however long ago it was met', () => {
    const old = item('1', 'Acme was founded')
    const seen = { [newKey(old)]: ['2024-01-01', simHash(old.title)] as [string, string] }
    const first = newItems(seen, [old], on(0).now)
    expect(first).toEqual({ fresh: [], seen })
    expect(newItems(seen, [], on(0).now).seen).toEqual({})
  })
  const newKey = (one: ReturnType<typeof item>) => Object.keys(newItems({}, [one], on(0).now).seen)[0] ?? ''
})

describe('people', () => {
  const team = (page: string, ...members: [string, string][]) => ({
    page,
    members: members.map(([name, role]) => ({ name, role })),
  })
  const first = compareTeam(
    null,
    team('https://acme.com/team', ['Ann Lee', 'Head of Sales'], ['Bo Ek', 'Clerk']),
    on(0),
  )

  it('rise where their role changes, with the role before', () => {
    const next = compareTeam(first.state, team('https://acme.com/team', ['Ann Lee', 'CEO'], ['Bo Ek', 'Clerk']), on(1))
    expect(next.signals).toMatchObject([
      { title: 'Ann Lee is now CEO at acme.com', before: 'Head of Sales', details: { direction: 'rises' } },
    ])
  })

  it('do not join where another page is read', () => {
    const other = team('https://acme.com/about', ['Cy Fox', 'CTO'], ['Di Orr', 'CFO'])
    expect(compareTeam(first.state, other, on(1)).signals).toEqual([])
  })
})

it('releases of a repository that is new count for a week', () => {
  const release = (tag: string, day: number) => ({
    tag,
    title: tag,
    url: `https://g.example/${tag}`,
    summary: '',
    published: on(day).now.toISOString(),
  })
  const snapshot = (releases: Record<string, ReturnType<typeof release>[]>) => ({ releases, pushed: {} })
  const { state } = compareReleases(null, snapshot({ 'acme/app': [release('v1', 0)] }), on(0))
  const all = snapshot({ 'acme/app': [release('v1', 0)], 'acme/new': [release('v2', 29), release('v0', 1)] })
  expect(compareReleases(state, all, on(30)).signals.map(({ key }) => key)).toEqual(['release:acme/new:v2'])
})

it.each([
  [3 / 24, 0],
  [19 / 24, 0],
  [21 / 24, 1],
])('a technology that a second poll sees %d days later is told %i times', (later, told) => {
  const shows = (...names: string[]) => ({
    url: 'https://acme.com/',
    technologies: names.map((name) => ({ name, kind: 'crm', sign: name })),
    with_dns: true,
  })
  const begun = compareTech(null, shows('Nginx'), on(0))
  const once = compareTech(begun.state, shows('Nginx', 'HubSpot'), on(1))
  expect(compareTech(once.state, shows('Nginx', 'HubSpot'), on(1 + later)).signals).toHaveLength(told)
})
