// The slots of an account among processes that take, use, free and renew in any order: never more calls than slots, and no process left out.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { grantSlots, type Holder } from './slots.logic.ts'

interface Process extends Holder {
  inUse: number
  granted: number
}

const move = fc.record({
  process: fc.nat(4),
  what: fc.constantFrom('want', 'fill', 'free', 'renew', 'renew'),
  amount: fc.nat(12),
})

it('however it goes on, there are no more calls under way than slots', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.array(move, { maxLength: 200 }), (cap, moves) => {
      const all = Array.from({ length: 5 }, (): Process => ({ slots: 0, wanted: 0, inUse: 0, granted: 0 }))
      for (const { process, what, amount } of moves) {
        const one = all[process] as Process
        if (what === 'want') one.wanted = Math.min(amount, cap)
        if (what === 'fill') one.inUse = Math.max(one.inUse, Math.min(one.granted, one.inUse + amount))
        if (what === 'free') one.inUse = Math.max(0, one.inUse - amount)
        if (what === 'renew') renew(cap, all, one)
        expect(all.reduce((sum, { inUse }) => sum + inUse, 0)).toBeLessThanOrEqual(cap)
      }
    }),
  )
})

function renew(cap: number, all: Process[], one: Process) {
  one.granted = grantSlots(
    cap,
    one,
    all.filter((other) => other !== one),
  )
  one.slots = Math.max(one.granted, one.inUse)
}

it('each gets its share within a few renewals when calls end, and one alone gets all', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 5 }), (cap, processes) => {
      const all = Array.from({ length: processes }, (): Process => ({ slots: 0, wanted: cap, inUse: 0, granted: 0 }))
      const had = new Set<Process>()
      for (let round = 0; round < 4 * processes + 4; round++)
        for (const one of all) {
          one.inUse = one.granted
          if (one.inUse > 0) had.add(one)
          renew(cap, all, one)
          one.inUse = 0
        }
      expect(had.size).toBe(processes)
      if (processes <= cap)
        for (const { granted } of all) expect(granted).toBeGreaterThanOrEqual(Math.floor(cap / processes))
      if (processes === 1) expect(all[0]?.granted).toBe(cap)
    }),
  )
})
