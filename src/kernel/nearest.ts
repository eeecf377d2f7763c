// The name that was probably meant.

/** The candidate that differs least, without case; undefined when none is near. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = name.toLowerCase().slice(0, 60)
  // Everything is near to one or two letters.
  const most = wanted.length < 3 ? 0 : Math.floor(wanted.length / 3)
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const folded = candidate.toLowerCase().slice(0, 60)
    if (Math.abs(folded.length - wanted.length) > most) continue
    const distance = distanceOf(wanted, folded)
    if (distance <= most && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { candidate, distance }
  }
  return best?.candidate
}

/** How many letters have to be put in, left out, replaced or swapped with their neighbour. */
function distanceOf(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
