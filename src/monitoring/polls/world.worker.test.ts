// Promises of monitoring, over a simulated year: every planted event is found once, nothing else is, and every host is treated politely.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addWorkspace, type TestDatabase } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { randomFrom } from '../../../test/random.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { Scope } from '../../platform/ctx.ts'
import { createPageReader, type PageReader } from '../../platform/net/pages.ts'
import { createWatch } from '../watches/watches.commands.ts'
import { Company, WORLD_HOSTS, watchesOf } from './company.fixture.ts'
import { type PollParts, pollOnce } from './poll.commands.ts'
import { openWorld, type World } from './world.fixture.ts'
import { compareFound, openYear } from './year.fixture.ts'

const DAY = 86_400_000
const START = Date.parse('2026-01-05T06:00:00Z')
const DAYS = 365
const NAMES = ['acmeworks', 'boltline']
let world: World
let workspace: WorkspaceId
let pages: PageReader
let clock = START
const chance = randomFrom(42)

const { database } = await openTenant()
beforeAll(async () => {
  workspace = (await addWorkspace(database)) as WorkspaceId
  world = await openWorld([...NAMES.map((name) => `${name}.com`), ...WORLD_HOSTS], () => clock)
  const { client, policy } = world
  const sleep = async (ms: number) => {
    clock += ms
  }
  pages = createPageReader({ database, client, policy, robotsToken: 'Millrace', now: () => new Date(clock), sleep })
})
afterAll(async () => {
  await world?.close()
})

class Killed extends Error {}

/** The process dies before it commits what it found: nothing of that is there, and the ticket is tried again. */
function parts(isKilled: () => boolean): PollParts {
  const dying: TestDatabase = {
    ...database,
    inWorkspace: (at, work) =>
      database.inWorkspace(at, async (tx) => {
        const result = await work(tx)
        if (isKilled()) throw new Killed()
        return result
      }),
  }
  return {
    database: dying,
    pages,
    policy: world.policy,
    now: () => new Date(clock),
    dns: async () => ({ ok: true, records: [], gone: false }),
  }
}

async function pollDue(subject: string): Promise<void> {
  const ticket = {
    workspace_id: workspace,
    watch_id: subject,
    poll_id: newId(),
    cause: 'schedule',
    signal: new AbortController().signal,
  } as const
  for (let tries = 0; ; tries++) {
    try {
      await pollOnce(
        parts(() => tries === 0 && chance() < 0.3),
        ticket,
      )
      break
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
  }
  // A ticket whose end was lost is worked through once more.
  if (chance() < 0.1)
    await pollOnce(
      parts(() => false),
      ticket,
    )
}

test('every planted event of a year is found exactly once, no other is reported, and hosts are asked politely', {
  timeout: 900_000,
}, async () => {
  const companies = NAMES.map((name) => new Company(name, world, () => clock))
  const scope = { workspace_id: workspace, actor: null } as unknown as Scope
  for (const name of NAMES)
    for (const watch of watchesOf(name))
      await database.inWorkspace(scope, (tx) =>
        createWatch(
          tx,
          { ...watch, interval: 'daily', create_webhook_rule: false },
          { policy: world.policy, now: () => new Date(clock) },
        ),
      )
  const begin = openYear(
    companies,
    world,
    {
      days: DAYS,
      rate: 0.3,
      quiet_days: 8,
      once: {
        60: (company) => company.firstInFrance(),
        90: (company) => company.naming(),
        120: (company) => company.adopt(),
        200: (company) => company.surge(),
      },
    },
    chance,
  )
  let day = 0
  for (;;) {
    const [next] = await database.asOwner<{ subject: string; next_at: Date }>(
      'select subject, next_at from schedules order by next_at limit 1',
    )
    if (!next || next.next_at.getTime() > START + DAYS * DAY) break
    clock = Math.max(clock, next.next_at.getTime())
    for (; START + day * DAY <= clock; day++) begin(day)
    await pollDue(next.subject)
  }

  const found = await database.asOwner<{
    type: string
    title: string
    company: string
    quote: string | null
    evidence_url: string
  }>('select type, title, company, quote, evidence_url from signals order by first_seen_at')
  expect(compareFound(companies, found)).toEqual({ missing: [], unplanted: [] })
  expect(found.length).toBeGreaterThan(100)
  for (const { type, quote, evidence_url } of found) {
    expect(evidence_url).toMatch(/^https:/)
    if (['hiring', 'news', 'funding', 'website_change', 'github_release'].includes(type))
      expect(quote, type).toBeTruthy()
  }

  const last = new Map<string, number>()
  for (const { host, path, at, beside, status } of world.log) {
    expect(beside, `${host} was asked twice at once`).toBe(0)
    const before = last.get(`${host}${path}`)
    // Errors may be asked again sooner, by back-off; robots.txt is kept for a day.
    if (before !== undefined && status < 400) expect(at - before, `${host}${path}`).toBeGreaterThanOrEqual(0.9 * DAY)
    if (status < 400) last.set(`${host}${path}`, at)
  }
  // What stands still is asked for with its validator, and is not sent again.
  const board = world.log.filter(({ host }) => host === 'boards-api.greenhouse.io')
  expect(board.slice(2).every(({ conditional }) => conditional)).toBe(true)
  expect(board.filter(({ status }) => status === 304).length).toBeGreaterThan(board.length / 2)
})
