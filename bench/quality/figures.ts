// The figures matching is judged by: precision, recall and F1 of pairs and of groups, and how well probabilities are calibrated.

export interface Quality {
  precision: number
  recall: number
  f1: number
}

export function qualityOf(found: ReadonlySet<number>, truth: ReadonlySet<number>): Quality {
  let right = 0
  for (const pair of found) if (truth.has(pair)) right++
  const precision = found.size === 0 ? 1 : right / found.size
  const recall = truth.size === 0 ? 1 : right / truth.size
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}

/** Pairs of records that are in one group. */
export function pairsOfClusters(of: Int32Array, sources?: readonly number[]): Set<number> {
  const groups = new Map<number, number[]>()
  for (const [at, root] of of.entries()) groups.set(root, [...(groups.get(root) ?? []), at])
  const pairs = new Set<number>()
  for (const group of groups.values())
    for (const [n, a] of group.entries())
      for (const b of group.slice(n + 1)) if (!sources || sources[a] !== sources[b]) pairs.add(a * of.length + b)
  return pairs
}

/** The expected calibration error in ten equal bins. */
export function calibrationError(scored: readonly { probability: number; isSame: boolean }[]): number {
  const bins = Array.from({ length: 10 }, () => ({ count: 0, sum: 0, same: 0 }))
  for (const { probability, isSame } of scored) {
    const bin = bins[Math.min(9, Math.floor(probability * 10))] as (typeof bins)[number]
    bin.count++
    bin.sum += probability
    if (isSame) bin.same++
  }
  return bins.reduce((error, { sum, same }) => error + Math.abs(sum - same), 0) / Math.max(1, scored.length)
}
