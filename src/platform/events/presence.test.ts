// Promises of presence in memory: who is kept, for how long, and how little of it is told to other processes.
import { expect, test, vi } from 'vitest'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { createLog } from '../log.ts'
import { GONE_MS, startPresence, type WorkbookPresence } from './presence.ts'

const HERE = '01900000-0000-7000-8000-000000000001' as WorkspaceId
const ELSEWHERE = '01900000-0000-7000-8000-000000000002' as WorkspaceId
const BOOK = '01900000-0000-7000-8000-00000000000b'
const person = (user_id: number, tab = 'a', at = {}) => ({ user_id, name: `person ${user_id}`, tab, at })

/** Processes that share a database of which nothing works but notices. */
function processes(count: number) {
  const notices: string[] = []
  let statements = 0
  const clock = { ms: 1_000 }
  const pool = {
    async query(_text: string, [, sent]: [string, string[]]) {
      statements += 1
      notices.push(...sent)
      for (const one of all) for (const notice of sent) one.hear(notice)
    },
  }
  const all = Array.from({ length: count }, () =>
    startPresence({ pool: pool as never }, createLog('silent'), () => clock.ms),
  )
  return { all, notices, statements: () => statements, clock }
}

function inFakeTime(work: () => void): void {
  vi.useFakeTimers()
  try {
    work()
  } finally {
    vi.useRealTimers()
  }
}

const who = ({ people }: WorkbookPresence) => people.map(({ user_id }) => user_id)

test('every process knows every user in a workbook, and no user outside it', () =>
  inFakeTime(() => {
    const { all } = processes(2)
    const [one, other] = all as [(typeof all)[0], (typeof all)[0]]
    one.beat(HERE, BOOK, person(1))
    other.beat(HERE, BOOK, person(2))
    vi.advanceTimersByTime(300)
    expect([who(one.in(HERE, BOOK)), who(other.in(HERE, BOOK))]).toEqual([
      [1, 2],
      [1, 2],
    ])
    expect(one.in(ELSEWHERE, BOOK)).toMatchObject({ people: [], count: 0 })
    one.leave(HERE, BOOK, 1, 'a')
    vi.advanceTimersByTime(300)
    expect(who(other.in(HERE, BOOK))).toEqual([2])
  }))

test('who says nothing for half a minute is gone in every process, and who goes on saying it stays', () =>
  inFakeTime(() => {
    const { all, clock } = processes(2)
    const [one, other] = all as [(typeof all)[0], (typeof all)[0]]
    one.beat(HERE, BOOK, person(1))
    one.beat(HERE, BOOK, person(2))
    vi.advanceTimersByTime(300)
    clock.ms += GONE_MS - 1_000
    one.beat(HERE, BOOK, person(2))
    vi.advanceTimersByTime(5_000)
    expect(who(other.in(HERE, BOOK))).toEqual([1, 2])
    clock.ms += 2_000
    vi.advanceTimersByTime(5_000)
    expect([who(one.in(HERE, BOOK)), who(other.in(HERE, BOOK))]).toEqual([[2], [2]])
  }))

test('however many move, the database gets one statement per moment', () =>
  inFakeTime(() => {
    const { all, statements, notices } = processes(1)
    for (let n = 0; n < 200; n++) all[0]?.beat(HERE, BOOK, person(n, 'a', { cell: { row_id: 'r', column_id: 'c1' } }))
    vi.advanceTimersByTime(300)
    expect(statements()).toBe(1)
    expect(Math.max(...notices.map((notice) => Buffer.byteLength(notice)))).toBeLessThan(8_000)
    vi.advanceTimersByTime(60_000)
    expect(statements()).toBe(1)
  }))

test('a change is told to those who are there, gathered, and not to others of the workspace', () =>
  inFakeTime(() => {
    const { all } = processes(1)
    const [one] = all as [(typeof all)[0]]
    const heard: Record<string, number[][]> = { there: [], away: [], foreign: [] }
    one.subscribe(HERE, 1, (gathering) => heard.there?.push(who(gathering)))
    one.subscribe(HERE, 9, (gathering) => heard.away?.push(who(gathering)))
    one.subscribe(ELSEWHERE, 1, (gathering) => heard.foreign?.push(who(gathering)))
    one.beat(HERE, BOOK, person(1))
    for (let n = 0; n < 5; n++) one.beat(HERE, BOOK, person(2, 'a', { n }))
    vi.advanceTimersByTime(300)
    expect(heard).toEqual({ there: [[1, 2]], away: [], foreign: [] })
    one.beat(HERE, BOOK, person(2, 'a', { n: 4 }))
    vi.advanceTimersByTime(300)
    expect(heard.there).toHaveLength(1)
  }))

test('a person holds a few tabs of one workbook, the newest, and is refused when a tab shouts', () =>
  inFakeTime(() => {
    const { all, clock } = processes(1)
    const [one] = all as [(typeof all)[0]]
    for (let n = 0; n < 20; n++) one.beat(HERE, BOOK, person(1, `tab${n}`))
    expect(one.in(HERE, BOOK).people.map(({ tab }) => tab)).toEqual(
      Array.from({ length: 8 }, (_, n) => `tab${n + 12}`).sort(),
    )
    const said = Array.from({ length: 30 }, () => one.beat(HERE, BOOK, person(1, 'tab19')))
    expect(said.filter(Boolean)).toHaveLength(20)
    clock.ms += 1_001
    expect(one.beat(HERE, BOOK, person(1, 'tab19'))).toBe(true)
  }))
