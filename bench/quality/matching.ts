// Measures matching on the labeled sets of a folder, beside the figures of other engines and the targets.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { groupsToMerge } from '../../src/engine/matching/automatic.ts'
import { clustersOf } from '../../src/engine/matching/clusters.ts'
import { type FoundPair, findPairs } from '../../src/engine/matching/deduplicate.ts'
import { entryQuality } from './entry.ts'
import { calibrationError, pairsOfClusters, type Quality, qualityOf } from './figures.ts'
import {
  dblpAcm,
  fake1000,
  febrl,
  fodorsZagats,
  HALVED_SETS,
  HALVES,
  HELD_SETS,
  type MatchingSet,
  rowsAsSet,
  senzing,
} from './matching-sets.ts'
import { organizations } from './organizations.ts'

export interface Line {
  set: string
  measure: string
  found: number
  target: number
  /** Whether less is better. */
  isMost?: boolean
  anchor: string
}

const AUTOMATIC = Math.log2(0.99 / 0.01)
const REVIEWED = Math.log2(0.1 / 0.9)
/** Whatever blocking reached is kept, to tell how much of it the queue shows. */
const LEAST = -200
/** Below this nobody looks: pairs of it say nothing of calibration, and there are very many. */
const SHOWN = 0.01

interface Measured {
  set: MatchingSet
  pairs: FoundPair[]
  isSame: (pair: FoundPair) => boolean
  key: (pair: FoundPair) => number
}

function measure(set: MatchingSet): Measured {
  const { fields, records, sources } = set
  const { pairs } = findPairs({ fields, records, leastWeight: LEAST, ...(sources && { sources }) })
  const key = ({ a, b }: FoundPair) => a * records.length + b
  return { set, pairs, key, isSame: (pair) => set.truth.has(key(pair)) }
}

const pairwise = ({ set, pairs, key }: Measured, least = 0): Quality =>
  qualityOf(new Set(pairs.filter(({ weight }) => weight >= least).map(key)), set.truth)

/** Where two lists have no repetitions, each record joins at most one of the other list. */
function clustered({ set, pairs }: Measured, least = 0, edges = pairs): Quality {
  const { of } = clustersOf(
    set.records.length,
    edges.filter(({ weight }) => weight >= least),
    set.sources ? { sources: set.sources } : {},
  )
  return qualityOf(pairsOfClusters(of, set.sources), set.truth)
}

/** What the product merges without a review: no list is held to have each record once, and what may not be merged alone is left. */
function merged({ set, pairs }: Measured): Quality {
  const members = set.records.map((form, at) => ({ fields: set.fields, form, group: String(at) }))
  const { of } = groupsToMerge(
    members,
    pairs.filter(({ weight }) => weight >= AUTOMATIC),
    [],
  )
  return qualityOf(pairsOfClusters(of, set.sources), set.truth)
}

/** What holds on every set: sure merges, what the queue reaches, calibration, another order of rows. */
function general(m: Measured): Line[] {
  const name = m.set.name
  const reached = m.pairs.filter(m.isSame)
  const offered = reached.filter(({ weight }) => weight >= REVIEWED)
  const shown = m.pairs.filter(({ probability }) => probability >= SHOWN)
  const scored = shown.map((pair) => ({ probability: pair.probability, isSame: m.isSame(pair) }))
  const automatic = merged(m)
  return [
    {
      set: name,
      measure: 'automatic merges, precision',
      found: automatic.precision,
      target: 0.995,
      anchor: `recall ${automatic.recall.toFixed(3)}`,
    },
    {
      set: name,
      measure: 'queue and automatic, share of reached',
      found: offered.length / Math.max(1, reached.length),
      target: 0.95,
      anchor: '-',
    },
    {
      set: name,
      measure: 'calibration error',
      found: calibrationError(scored),
      target: 0.05,
      isMost: true,
      anchor: '-',
    },
    {
      set: name,
      measure: 'groups that change with the order of rows',
      found: changedByOrder(m),
      target: 0,
      isMost: true,
      anchor: 'GoldenMatch: F1 0.64 to 0.81',
    },
  ]
}

function changedByOrder({ set, pairs }: Measured): number {
  const size = set.records.length
  const order = Array.from({ length: size }, (_, at) => at).sort(
    (a, b) => ((a * 7919) % size) - ((b * 7919) % size) || b - a,
  )
  const { fields, records, sources } = set
  const again = findPairs({
    fields,
    records: order.map((at) => records[at] as (typeof records)[number]),
    leastWeight: LEAST,
    ...(sources && { sources: order.map((at) => sources[at] as number) }),
  })
  const groups = (edges: readonly FoundPair[], sourced: readonly number[] | undefined) =>
    clustersOf(
      size,
      edges.filter(({ weight }) => weight >= 0),
      sourced ? { sources: sourced } : {},
    ).of
  const first = pairsOfClusters(groups(pairs, sources))
  const back = again.pairs.map((pair) => {
    const [a, b] = [order[pair.a] as number, order[pair.b] as number]
    return { ...pair, a: Math.min(a, b), b: Math.max(a, b) }
  })
  const second = pairsOfClusters(groups(back, sources))
  return [...first].filter((pair) => !second.has(pair)).length + [...second].filter((pair) => !first.has(pair)).length
}

/** Fifty decisions from the labels, in the order of the queue, each remembered. */
function reviewed(m: Measured): Line[] {
  const before = clustered(m).f1
  const queue = m.pairs
    .filter(({ weight }) => weight >= REVIEWED)
    .sort(
      (x, y) =>
        Math.round(Math.abs(x.probability - 0.5) * 20) - Math.round(Math.abs(y.probability - 0.5) * 20) ||
        x.a - y.a ||
        x.b - y.b,
    )
  const decided = queue.slice(0, 50)
  const labels = decided.map((pair) => ({ a: pair.a, b: pair.b, isSame: m.isSame(pair) }))
  const { fields, records, sources } = m.set
  const again = findPairs({ fields, records, labels, leastWeight: LEAST, ...(sources && { sources }) })
  const answers = new Map(decided.map((pair) => [m.key(pair), m.isSame(pair)]))
  const edges = again.pairs.flatMap((pair) => {
    const answer = answers.get(m.key(pair))
    return answer === false ? [] : [{ ...pair, weight: answer ? Number.POSITIVE_INFINITY : pair.weight }]
  })
  const apart = labels.filter(({ isSame }) => !isSame).map(({ a, b }) => [a, b] as const)
  const { of } = clustersOf(
    records.length,
    edges.filter(({ weight }) => weight >= 0),
    { apart, ...(sources && { sources }) },
  )
  const after = qualityOf(pairsOfClusters(of, sources), m.set.truth).f1
  const broken = labels.filter(({ a, b, isSame }) => (of[a] === of[b]) !== isSame).length
  return [
    {
      set: m.set.name,
      measure: `50 decisions, F1 from ${before.toFixed(3)} to`,
      found: after,
      target: before,
      anchor: '-',
    },
    {
      set: m.set.name,
      measure: 'decided pairs that are not as decided',
      found: broken,
      target: 0,
      isMost: true,
      anchor: '-',
    },
  ]
}

export function matchingLines(folder: string | null): Line[] {
  const lines: Line[] = []
  const line = (set: string, measure: string, found: number, target: number, anchor: string, isMost = false) =>
    lines.push({ set, measure, found, target, anchor, isMost })
  for (const seed of [1, 2, 3]) {
    const m = measure(rowsAsSet(`organizations ${seed} (made)`, organizations(seed), 'firm'))
    const quality = clustered(m)
    line(m.set.name, 'groups, F1', quality.f1, 0.9, 'GoldenMatch 0.782; all fields 0.97 at best')
    line(m.set.name, 'merged pairs that are wrong', 1 - quality.precision, 0.02, '-', true)
    lines.push(...general(m), ...reviewed(m))
  }
  for (const { name, precision, recall, certain } of entryQuality(folder)) {
    line(name, 'met at entry, precision', precision, 0.995, `recall ${recall.toFixed(3)}`)
    line(name, 'met at entry, share of what is certain', certain, 0.8, '-')
  }
  if (folder === null) return lines
  for (const [name, target, anchor] of [
    ['febrl1', 0.993, 'Splink 0.998'],
    ['febrl3', 0.987, 'Splink 0.993'],
  ] as const) {
    const m = measure({ ...febrl(folder, name), name })
    line(name, 'pairs, F1', pairwise(m).f1, target, anchor)
    if (name === 'febrl3') {
      const queue = m.pairs.filter(({ weight }) => weight >= REVIEWED && weight < AUTOMATIC)
      line(name, 'queue, pairs per true pair', queue.length / m.set.truth.size, 0.3, '-', true)
    }
    lines.push(...general(m))
  }
  const fake = measure(fake1000(folder))
  line('fake_1000', 'groups, F1', clustered(fake).f1, 0.85, 'Splink 0.850')
  lines.push(...general(fake), ...reviewed(fake))
  for (const [read, target, anchor] of [
    [dblpAcm, 0.96, 'GoldenMatch 0.964'],
    [fodorsZagats, 0.98, 'TF-IDF 0.991'],
  ] as const) {
    const m = measure(read(folder))
    line(m.set.name, 'links, F1', clustered(m).f1, target, anchor)
    lines.push(...general(m), ...reviewed(m))
  }
  const truth = measure(senzing(folder))
  line('senzing', 'groups, F1', clustered(truth).f1, 0.973, 'a rival 0.973')
  lines.push(...general(truth))
  for (const { file, read } of HELD_SETS) {
    if (!existsSync(join(folder, file))) continue
    const m = measure(read(folder))
    line(m.set.name, 'pairs, F1', pairwise(m).f1, 0.9, '-')
    line(m.set.name, 'groups, F1', clustered(m).f1, 0.9, '-')
    lines.push(...general(m))
  }
  for (const { file, read } of HALVED_SETS) {
    if (!existsSync(join(folder, file))) continue
    for (const half of HALVES) {
      const m = measure(read(folder, half))
      line(m.set.name, 'pairs, F1', pairwise(m).f1, 0.9, '-')
      line(m.set.name, 'groups, F1', clustered(m).f1, 0.9, '-')
      lines.push(...general(m))
    }
  }
  return lines
}
