// The places of an account among processes that take, fill, free and renew in any order: never more calls than places, and nobody left out.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { grantPlaces, type Holder } from './places.logic.ts'

interface Process extends Holder {
  inside: number
  granted: number
}

const move = fc.record({
  process: fc.nat(4),
  what: fc.constantFrom('want', 'fill', 'free', 'renew', 'renew'),
  amount: fc.nat(12),
})

it('however it goes on, there are no more calls under way than places', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.array(move, { maxLength: 200 }), (cap, moves) => {
      const all = Array.from({ length: 5 }, (): Process => ({ places: 0, wanted: 0, inside: 0, granted: 0 }))
      for (const { process, what, amount } of moves) {
        const one = all[process] as Process
        if (what === 'want') one.wanted = Math.min(amount, cap)
        if (what === 'fill') one.inside = Math.max(one.inside, Math.min(one.granted, one.inside + amount))
        if (what === 'free') one.inside = Math.max(0, one.inside - amount)
        if (what === 'renew') renew(cap, all, one)
        expect(all.reduce((sum, { inside }) => sum + inside, 0)).toBeLessThanOrEqual(cap)
      }
    }),
  )
})

function renew(cap: number, all: Process[], one: Process) {
  one.granted = grantPlaces(
    cap,
    one,
    all.filter((other) => other !== one),
  )
  one.places = Math.max(one.granted, one.inside)
}

it('each gets its share within a few renewals when calls end, and one alone gets all', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 5 }), (cap, processes) => {
      const all = Array.from({ length: processes }, (): Process => ({ places: 0, wanted: cap, inside: 0, granted: 0 }))
      const had = new Set<Process>()
      for (let round = 0; round < 4 * processes + 4; round++)
        for (const one of all) {
          one.inside = one.granted
          if (one.inside > 0) had.add(one)
          renew(cap, all, one)
          one.inside = 0
        }
      expect(had.size).toBe(processes)
      if (processes <= cap)
        for (const { granted } of all) expect(granted).toBeGreaterThanOrEqual(Math.floor(cap / processes))
      if (processes === 1) expect(all[0]?.granted).toBe(cap)
    }),
  )
})
