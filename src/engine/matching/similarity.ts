// How alike two short texts are: Jaro-Winkler, and the edit distance of Damerau in its restricted form.

/** Per position whether a character is taken; reused, since millions of pairs are compared one after another. */
let usedA = new Uint8Array(128)
let usedB = new Uint8Array(128)

/** Which characters a text has, in 32 classes: a class that only one of two texts has is a character that nothing meets. */
export function lettersOf(text: string): number {
  let letters = 0
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31)
  return letters
}

function bitsIn(set: number): number {
  let n = set - ((set >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** 0 to 1. A common prefix of up to four characters counts extra, as Winkler has it. */
export function jaroWinkler(a: string, b: string): number {
  return a === b ? 1 : withPrefix(jaroOf(a, b), prefixOf(a, b))
}

/** As `jaroWinkler` where that is at least `least`, else 0: most pairs are far from it, which their letters tell. */
export function jaroWinklerFrom(
  least: number,
  a: string,
  b: string,
  lettersA = lettersOf(a),
  lettersB = lettersOf(b),
): number {
  if (a === b) return 1
  const [m, n] = [a.length, b.length]
  if (m === 0 || n === 0) return 0
  const met = Math.min(m - bitsIn(lettersA & ~lettersB), n - bitsIn(lettersB & ~lettersA))
  if (met <= 0) return 0
  const prefix = prefixOf(a, b)
  if (withPrefix((met / m + met / n + 1) / 3, prefix) < least - 1e-9) return 0
  const alike = withPrefix(jaroOf(a, b), prefix)
  return alike >= least ? alike : 0
}

const withPrefix = (jaro: number, prefix: number) => (jaro < 0.7 ? jaro : jaro + prefix * 0.1 * (1 - jaro))

function prefixOf(a: string, b: string): number {
  let prefix = 0
  while (prefix < 4 && prefix < a.length && prefix < b.length && a.charCodeAt(prefix) === b.charCodeAt(prefix)) prefix++
  return prefix
}

function jaroOf(a: string, b: string): number {
  const [m, n] = [a.length, b.length]
  if (m === 0 || n === 0) return 0
  if (Math.max(m, n) > usedA.length) {
    usedA = new Uint8Array(2 * Math.max(m, n))
    usedB = new Uint8Array(usedA.length)
  }
  usedA.fill(0, 0, m)
  usedB.fill(0, 0, n)
  const reach = Math.max(0, Math.floor(Math.max(m, n) / 2) - 1)
  let matches = 0
  for (let i = 0; i < m; i++) {
    const end = Math.min(n, i + reach + 1)
    for (let j = Math.max(0, i - reach); j < end; j++) {
      if (usedB[j] === 1 || a.charCodeAt(i) !== b.charCodeAt(j)) continue
      usedA[i] = 1
      usedB[j] = 1
      matches++
      break
    }
  }
  if (matches === 0) return 0
  let transposed = 0
  for (let i = 0, j = 0; i < m; i++) {
    if (usedA[i] === 0) continue
    while (usedB[j] === 0) j++
    if (a.charCodeAt(i) !== b.charCodeAt(j)) transposed++
    j++
  }
  return (matches / m + matches / n + (matches - transposed / 2) / matches) / 3
}

/** Insertions, deletions, replacements and swaps of neighbors; counted up to `limit`, beyond it `limit + 1`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  // What both begin and end with costs nothing.
  let start = 0
  let [endA, endB] = [a.length, b.length]
  while (start < endA && start < endB && a.charCodeAt(start) === b.charCodeAt(start)) start++
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--
    endB--
  }
  const [m, n] = [endA - start, endB - start]
  if (m === 0 || n === 0) return m + n
  if (m === 1 && n === 1) return 1
  const isSwap =
    m === 2 &&
    n === 2 &&
    a.charCodeAt(start) === b.charCodeAt(start + 1) &&
    a.charCodeAt(start + 1) === b.charCodeAt(start)
  if (isSwap) return 1
  return limit < 2 ? 2 : distanceOf(a.slice(start, endA), b.slice(start, endB), limit)
}

function distanceOf(a: string, b: string, limit: number): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const cost = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1
      let value = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      const isSwap =
        i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      if (isSwap) value = Math.min(value, (before[j - 2] ?? 0) + 1)
      row[j] = value
      if (value < least) least = value
    }
    if (least > limit) return limit + 1
    before = last
    last = row
  }
  return Math.min(last[b.length] ?? 0, limit + 1)
}

export interface WeightedTokens {
  tokens: readonly string[]
  /** A vector of Euclidean length 1. */
  weights: readonly number[]
  /** The letters of each. */
  letters: readonly number[]
}

/** Cosine of two weighted token lists in which nearly equal tokens count as equal by their Jaro-Winkler similarity. */
export function softCosine(a: WeightedTokens, b: WeightedTokens): number {
  let sum = 0
  for (let i = 0; i < a.tokens.length; i++) {
    const token = a.tokens[i] as string
    const letters = a.letters[i] as number
    let best = 0
    let of = 0
    for (let j = 0; j < b.tokens.length; j++) {
      const other = b.tokens[j] as string
      const alike = token === other ? 1 : nearToken(token, other, letters, b.letters[j] as number)
      if (alike > best) {
        best = alike
        of = b.weights[j] as number
      }
    }
    sum += best * of * (a.weights[i] as number)
  }
  return Math.min(1, sum)
}

const nearToken = (a: string, b: string, lettersA: number, lettersB: number) =>
  a.length < 4 || b.length < 4 || Math.abs(a.length - b.length) > 3
    ? 0
    : jaroWinklerFrom(0.92, a, b, lettersA, lettersB)
