// Numbers that a seed decides, the same on every machine: for samples and for tests that are played again.

/** From 0 to 1. */
export type Random = () => number

/** Mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Choices that a seed decides. */
export class Draws {
  readonly next: Random
  constructor(seed: number) {
    this.next = randomFrom(seed)
  }
  chance(part: number): boolean {
    return this.next() < part
  }
  /** From 0 to `count` - 1. */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }
  pick<T>(some: readonly T[]): T {
    return some[this.below(some.length)] as T
  }
}
