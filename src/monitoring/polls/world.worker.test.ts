// Promises of monitoring, over a simulated year: every planted event is found once, nothing else is, and every host is treated politely.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addWorkspace, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { Scope } from '../../platform/ctx.ts'
import type { WatchKindName } from '../kinds/kind.ts'
import { createWatch } from '../watches/watches.commands.ts'
import { Company, random } from './company.fixture.ts'
import { type PollParts, pollOnce } from './poll.commands.ts'
import { openWorld, type World } from './world.fixture.ts'

const DAY = 86_400_000
const START = Date.parse('2026-01-05T06:00:00Z')
const DAYS = 365
const NAMES = ['acmeworks', 'boltline']
const KINDS: readonly (readonly [WatchKindName, (name: string) => string])[] = [
  ...(['hiring', 'tech', 'news', 'job_change'] as const).map(
    (kind) => [kind, (name: string) => `${name}.com`] as const,
  ),
  ['website', (name) => `https://${name}.com/`],
  ['github', (name) => `${name}/app`],
]

let database: TestDatabase
let world: World
let workspace: WorkspaceId
let clock = START
const chance = random(42)

beforeAll(async () => {
  database = await openTestDatabase()
  workspace = (await addWorkspace(database)) as WorkspaceId
  world = await openWorld(
    [...NAMES.map((name) => `${name}.com`), 'boards-api.greenhouse.io', 'github.com', 'api.github.com'],
    () => clock,
  )
})
afterAll(async () => {
  await world?.close()
  await database?.close()
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
    ...{ database: dying, client: world.client, policy: world.policy },
    now: () => new Date(clock),
    async sleep(ms) {
      clock += ms
    },
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
    for (const [kind, target] of KINDS)
      await database.inWorkspace(scope, (tx) =>
        createWatch(
          tx,
          { kind, target: target(name), interval: 'daily', create_webhook_rule: false },
          { policy: world.policy, now: () => new Date(clock) },
        ),
      )
  const spells: { day: number; end: () => void }[] = []
  let day = 0
  const live = (company: Company, at: number) => {
    // The first days are for baselines, the last ones for what is seen twice.
    if (at < 5 || at > DAYS - 8) return
    if (at === 60) company.firstInFrance()
    if (at === 90) company.naming()
    if (at === 120) company.adopt()
    if (at === 200) company.surge()
    // No surge that nobody planted: single jobs, far apart.
    const names = Object.keys(company.events).filter((name) => !/^(?:job|a leader)$/.test(name) || at % 9 === 0)
    if (chance() < 0.3) company.events[names[Math.floor(chance() * names.length)] ?? '']?.()
    if (chance() < 0.05) {
      const all = Object.values(company.spells)
      const spell = all[Math.floor(chance() * all.length)]
      // Gone, back and gone again is gone for who looks once a day.
      if (spell && !spells.some(({ end, day }) => end === spell.end && day > at - 3)) {
        spell.begin()
        spells.push({ day: at + 1, end: spell.end })
      }
    }
    if (chance() < 0.03) {
      world.broken.add(company.domain)
      spells.push({ day: at + 1, end: () => world.broken.delete(company.domain) })
    }
  }
  for (;;) {
    const [next] = await database.asOwner<{ subject: string; next_at: Date }>(
      'select subject, next_at from schedules order by next_at limit 1',
    )
    if (!next || next.next_at.getTime() > START + DAYS * DAY) break
    clock = Math.max(clock, next.next_at.getTime())
    for (; START + day * DAY <= clock; day++) {
      for (const spell of spells.filter((one) => one.day === day)) spell.end()
      for (const company of companies) live(company, day)
    }
    await pollDue(next.subject)
  }

  const found = await database.asOwner<{
    type: string
    title: string
    company: string
    quote: string | null
    evidence_url: string
  }>('select type, title, company, quote, evidence_url from signals order by first_seen_at')
  const left = [...found]
  const missing = companies.flatMap(({ expected, domain }) =>
    expected.filter(({ type, says }) => {
      const at = left.findIndex((one) => one.type === type && one.title.includes(says) && isOf(one.company, domain))
      if (at >= 0) left.splice(at, 1)
      return at < 0
    }),
  )
  expect(missing, 'planted and not found').toEqual([])
  expect(left, 'reported and not planted').toEqual([])
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

const isOf = (company: string, domain: string) =>
  company === domain || company === `github:${domain.replace('.com', '')}`
