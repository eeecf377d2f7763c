// The promise of reviewing: fifty decisions make matching better on data that nobody tuned to, and no decided pair comes back.
import { expect, test } from 'vitest'
import { pairsOfClusters, qualityOf } from '../../../bench/quality/figures.ts'
import { rowsAsSet } from '../../../bench/quality/matching-sets.ts'
import { organizations } from '../../../bench/quality/organizations.ts'
import { clustersOf, rootOf } from './clusters.ts'
import { findPairs } from './deduplicate.ts'

test.each([11, 12, 13])('fifty decisions in the order of the queue raise F1, and each stands (firms %i)', (seed) => {
  const { fields, records, truth } = rowsAsSet(`firms ${seed}`, organizations(seed), 'firm')
  const size = records.length
  const isSame = ({ a, b }: { a: number; b: number }) => truth.has(a * size + b)
  const { pairs } = findPairs({ fields, records, leastWeight: -30 })
  const f1Of = (of: Int32Array) => qualityOf(pairsOfClusters(of), truth).f1
  const before = f1Of(
    clustersOf(
      size,
      pairs.filter(({ weight }) => weight >= 0),
    ).of,
  )
  const doubt = ({ probability }: { probability: number }) => Math.round(Math.abs(probability - 0.5) * 20)
  const decided = pairs
    .filter(({ weight }) => weight >= Math.log2(0.1 / 0.9))
    .sort((x, y) => doubt(x) - doubt(y) || x.a - y.a || x.b - y.b)
    .slice(0, 50)
  const labels = decided.map((pair) => ({ a: pair.a, b: pair.b, isSame: isSame(pair) }))
  const answers = new Map(labels.map((label) => [label.a * size + label.b, label.isSame]))
  const edges = findPairs({ fields, records, labels, leastWeight: -30 }).pairs.flatMap((pair) => {
    const answer = answers.get(pair.a * size + pair.b)
    return answer === false ? [] : [{ ...pair, weight: answer ? Number.POSITIVE_INFINITY : pair.weight }]
  })
  const apart = labels.filter((label) => !label.isSame).map(({ a, b }) => [a, b] as const)
  const { of } = clustersOf(
    size,
    edges.filter(({ weight }) => weight >= 0),
    { apart },
  )
  expect(f1Of(of)).toBeGreaterThan(before)
  for (const { a, b, isSame: same } of labels) expect(of[a] === of[b]).toBe(same)
})

test('what was merged step by step in a very long chain stands for its end, and the next question goes straight there', () => {
  const parent = Array.from({ length: 100_001 }, (_, at) => Math.min(at + 1, 100_000))
  expect(rootOf(parent, 0)).toBe(100_000)
  expect(parent.every((at) => at === 100_000)).toBe(true)
})
