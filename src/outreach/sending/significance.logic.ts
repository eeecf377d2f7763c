// How certain the figures are: intervals of shares (Wilson), and whether variants differ by more than chance (Fisher's exact test).

export function wilson(hits: number, of: number): { low: number; high: number } | null {
  if (of === 0) return null
  const z = 1.959964
  const share = hits / of
  const center = (share + (z * z) / (2 * of)) / (1 + (z * z) / of)
  const half = (z / (1 + (z * z) / of)) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))
  return { low: hits === 0 ? 0 : Math.max(0, center - half), high: hits === of ? 1 : Math.min(1, center + half) }
}

const logs: number[] = [0]
function logFactorial(n: number): number {
  for (let at = logs.length; at <= n; at++) logs.push((logs[at - 1] as number) + Math.log(at))
  return logs[n] as number
}

/** Two-sided p-value for two shares; exact at every size, so also where a normal approximation would claim too much. */
export function fisher(hitsA: number, ofA: number, hitsB: number, ofB: number): number {
  const hits = hitsA + hitsB
  const all = ofA + ofB
  if (ofA === 0 || ofB === 0) return 1
  const fixed =
    logFactorial(hits) + logFactorial(all - hits) + logFactorial(ofA) + logFactorial(ofB) - logFactorial(all)
  const chance = (a: number) =>
    fixed - logFactorial(a) - logFactorial(hits - a) - logFactorial(ofA - a) - logFactorial(ofB - hits + a)
  const seen = chance(hitsA)
  let sum = 0
  for (let a = Math.max(0, hits - ofB); a <= Math.min(hits, ofA); a++) {
    const log = chance(a)
    if (log <= seen + 1e-7) sum += Math.exp(log)
  }
  return Math.min(1, sum)
}

export interface Arm {
  name: string
  sent: number
  replied: number
}

/** Compares the best with each other; with several variants each comparison has to be that much clearer (Bonferroni). */
export function conclude(arms: readonly Arm[]): { text: string; significant: boolean } {
  const tried = arms.filter(({ sent }) => sent > 0)
  if (arms.length < 2) return { text: 'One variant: there is nothing to compare.', significant: false }
  if (tried.length < 2) return { text: 'Not enough was sent to compare the variants.', significant: false }
  const sorted = [...tried].sort((a, b) => b.replied / b.sent - a.replied / a.sent)
  const best = sorted[0] as Arm
  const others = sorted.slice(1)
  const values = others.map((other) => fisher(best.replied, best.sent, other.replied, other.sent))
  const level = 0.05 / others.length
  const worst = Math.max(...values)
  if (worst < level)
    return { text: `${best.name} gets more replies than the others (p = ${format(worst)}).`, significant: true }
  const total = tried.reduce((sum, { sent }) => sum + sent, 0)
  return {
    text: `No difference that chance could not make: ${total} sent, p = ${format(worst)}. Keep sending before you choose.`,
    significant: false,
  }
}

const format = (p: number) => (p < 0.001 ? '< 0.001' : p.toFixed(p < 0.1 ? 3 : 2))
