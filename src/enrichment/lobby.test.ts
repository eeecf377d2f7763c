// Gates and lobbies under a clock of the test's own: who is let in, in which turn, and that no place stands empty.
import { setMaxListeners } from 'node:events'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGate } from './gate.ts'
import { createLobby } from './lobby.ts'

const never = new AbortController().signal
setMaxListeners(0, never)
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a gate', () => {
  it('lets lines in by turns, and each in the order it came', async () => {
    const gate = createGate(1)
    const leave = await gate.enter(never, 'a')
    const order: string[] = []
    for (const [line, count] of [
      ['a', 3],
      ['b', 2],
      ['c', 1],
    ] as const)
      for (let n = 1; n <= count; n++)
        void gate.enter(never, line).then((out) => {
          order.push(`${line}${n}`)
          out()
        })
    leave()
    await settled()
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('forgets who gave up waiting', async () => {
    const gate = createGate(1)
    const leave = await gate.enter(never)
    const tired = new AbortController()
    const waiting = gate.enter(tired.signal)
    tired.abort(new Error('tired'))
    await expect(waiting).rejects.toThrow('tired')
    leave()
    await (await gate.enter(never))()
  })
})

/** Plays calls of `call` ms, each on record after `record` ms, through a lobby; time goes in whole milliseconds. */
async function play({ places, call, record, calls }: Record<'places' | 'call' | 'record' | 'calls', number>) {
  let time = 0
  const alarms: { at: number; ring: () => void }[] = []
  const after = (ms: number) => new Promise<void>((ring) => alarms.push({ at: time + ms, ring }))
  const lobby = createLobby(places, () => time)
  lobby.tookToRecord(record)
  const most = { asking: 0, ready: 0 }
  let asking = 0
  let ready = 0
  let done = 0
  const all = Array.from({ length: calls }, async () => {
    const out = await lobby.approach(never)
    // Records are written one after the other: the next begins when the one before is done.
    await after(record - (time % record) + record)
    most.ready = Math.max(most.ready, ++ready)
    const leave = await lobby.enter(never)
    ready--
    most.asking = Math.max(most.asking, ++asking)
    await after(call)
    asking--
    done++
    leave()
    out()
  })
  while (done < calls) {
    await settled()
    if (alarms.length === 0) continue
    time = Math.min(...alarms.map(({ at }) => at))
    for (const alarm of alarms.splice(0)) alarm.at <= time ? alarm.ring() : alarms.push(alarm)
  }
  await Promise.all(all)
  return { most, took: time }
}

describe('a lobby', () => {
  it('never lets more ask at once than there are places, nor more get ready than a few times as many', async () => {
    const numbers = fc.record({
      places: fc.integer({ min: 1, max: 12 }),
      call: fc.integer({ min: 1, max: 60 }),
      record: fc.integer({ min: 1, max: 30 }),
      calls: fc.integer({ min: 1, max: 120 }),
    })
    await fc.assert(
      fc.asyncProperty(numbers, async (given) => {
        const { most } = await play(given)
        expect(most.asking).toBeLessThanOrEqual(given.places)
        expect(most.ready).toBeLessThanOrEqual(given.places * 9)
      }),
      { numRuns: 40 },
    )
  })

  it('keeps places busy while calls are put on record', async () => {
    for (const [places, call, record] of [
      [50, 100, 10],
      [20, 20, 8],
      [64, 5, 5],
    ] as const) {
      const calls = places * 40
      const { took } = await play({ places, call, record, calls })
      expect((calls * call) / places / took).toBeGreaterThan(0.85)
    }
  })

  it('lets no row get ready beside a call that runs one at a time, or before any call has ended', async () => {
    const one = await play({ places: 1, call: 5, record: 20, calls: 20 })
    expect(one.most.ready).toBe(1)
    expect(one.took).toBeGreaterThanOrEqual(20 * 25)
    const slow = await play({ places: 4, call: 1000, record: 10, calls: 4 })
    expect(slow.most.ready).toBe(4)
    const lobby = createLobby(4, () => 0)
    lobby.tookToRecord(10)
    const inside: unknown[] = []
    for (let n = 0; n < 9; n++) void lobby.approach(never).then((leave) => inside.push(leave))
    await settled()
    expect(inside.length).toBe(4)
  })
})
