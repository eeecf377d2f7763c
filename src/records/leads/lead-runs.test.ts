// Promises of a sample of leads: every part of them has its share, however thinly the others lie.
import { expect, test } from 'vitest'
import { runsIn } from './lead-runs.logic.ts'

test('leads that lie thinly have the share of a sample that they have of all, and runs never meet', () => {
  // 10,000 blocks of one lead each before 250 that are full.
  const blocks = Array.from({ length: 10_250 }, (_, block) => ({ block, leads: block < 10_000 ? 1 : 4_000 }))
  const total = 10_000 + 250 * 4_000
  const runs = runsIn(blocks, total, 20_000)
  expect(runs.length).toBe(250)
  const sampled = (of: typeof runs) => of.reduce((sum, { length }) => sum + length, 0)
  expect(sampled(runs)).toBe(20_000)
  const thin = runs.filter(({ leads }) => leads === 1)
  expect(sampled(thin) / sampled(runs)).toBeCloseTo(10_000 / total, 2)
  const before = (block: number) => Math.min(block, 10_000) + Math.max(0, block - 10_000) * 4_000
  const begins = runs.map(({ block, place }) => before(block) + place)
  for (const [at, begin] of begins.entries())
    expect(begins[at + 1] ?? total).toBeGreaterThanOrEqual(begin + (runs[at]?.length ?? 0))
})

test('every block that is full has a run, in the order of the blocks', () => {
  const blocks = [...Array(20)].map((_, block) => ({ block, leads: block % 5 === 0 ? 0 : 4_096 }))
  const runs = runsIn(blocks, 16 * 4_096, 5_000)
  expect([...new Set(runs.map(({ block }) => block))]).toEqual(
    blocks.flatMap(({ block, leads }) => (leads > 0 ? [block] : [])),
  )
  expect(runs.every(({ leads, place }) => place < leads)).toBe(true)
})
