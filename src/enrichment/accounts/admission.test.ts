// Admission under a clock of the test's own: how many prepare, and that no slot stands empty.
import { setMaxListeners } from 'node:events'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAdmission } from './admission.ts'

const never = new AbortController().signal
setMaxListeners(0, never)
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Plays calls of `call` ms, each on record after `record` ms, through an admission; time goes in whole milliseconds. */
async function play({ slots, call, record, calls }: Record<'slots' | 'call' | 'record' | 'calls', number>) {
  let time = 0
  const alarms: { at: number; ring: () => void }[] = []
  const after = (ms: number) => new Promise<void>((ring) => alarms.push({ at: time + ms, ring }))
  const admission = createAdmission(slots, () => time)
  admission.observeRecord(record)
  const most = { asking: 0, ready: 0 }
  let asking = 0
  let ready = 0
  let done = 0
  const all = Array.from({ length: calls }, async () => {
    const out = await admission.admit(never)
    // Records are written one after the other: the next begins when the one before is done.
    await after(record - (time % record) + record)
    most.ready = Math.max(most.ready, ++ready)
    const leave = await admission.acquire(never)
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

describe('admission', () => {
  it('never lets more ask at once than there are slots, nor more get ready than a few times as many', async () => {
    const numbers = fc.record({
      slots: fc.integer({ min: 1, max: 12 }),
      call: fc.integer({ min: 1, max: 60 }),
      record: fc.integer({ min: 1, max: 30 }),
      calls: fc.integer({ min: 1, max: 120 }),
    })
    await fc.assert(
      fc.asyncProperty(numbers, async (given) => {
        const { most } = await play(given)
        expect(most.asking).toBeLessThanOrEqual(given.slots)
        expect(most.ready).toBeLessThanOrEqual(given.slots * 9)
      }),
      { numRuns: 40 },
    )
  })

  it('keeps slots busy while calls are put on record', async () => {
    for (const [slots, call, record] of [
      [50, 100, 10],
      [20, 20, 8],
      [64, 5, 5],
    ] as const) {
      const calls = slots * 40
      const { took } = await play({ slots, call, record, calls })
      expect((calls * call) / slots / took).toBeGreaterThan(0.85)
    }
  })

  it('lets no row get ready beside a call that runs one at a time, or before any call has ended', async () => {
    const one = await play({ slots: 1, call: 5, record: 20, calls: 20 })
    expect(one.most.ready).toBe(1)
    expect(one.took).toBeGreaterThanOrEqual(20 * 25)
    const slow = await play({ slots: 4, call: 1000, record: 10, calls: 4 })
    expect(slow.most.ready).toBe(4)
    const admission = createAdmission(4, () => 0)
    admission.observeRecord(10)
    const inUse: unknown[] = []
    for (let n = 0; n < 9; n++) void admission.admit(never).then((leave) => inUse.push(leave))
    await settled()
    expect(inUse.length).toBe(4)
  })
})
