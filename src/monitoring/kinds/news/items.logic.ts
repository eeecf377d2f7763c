// Compares the items of feeds and press pages with those seen before: by address, and by a title that is nearly the same.
import { createHash } from 'node:crypto'
import { canonicalUrl } from '../../../providers/feeds/feed-document.ts'

export interface NewsItem {
  id: string
  title: string
  url: string
  summary: string
  /** ISO 8601, or blank. */
  published: string
  /** The document that lists it. */
  source_url: string
}

/** By address or id: the day it was met, the hash of its title, and the day it was published where it says so. */
export interface SeenItems {
  [key: string]: [day: string, titleHash: string, published?: string]
}

const REMEMBER_DAYS = 400
const MOST_REMEMBERED = 2_000
/** One story comes back within days. What comes every week under one title is another each time. */
const SAME_STORY_DAYS = 5
const SAME_BITS = 3

/** 64-bit SimHash of the words of a title, as hex. */
export function simHash(title: string): string {
  const weights = new Array<number>(64).fill(0)
  const words = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
  for (const word of words.flatMap((one, at) => [one, `${one} ${words[at + 1] ?? ''}`])) {
    const bits = createHash('md5').update(word).digest().readBigUInt64BE(0)
    for (let bit = 0; bit < 64; bit++) weights[bit] = (weights[bit] ?? 0) + ((bits >> BigInt(bit)) & 1n ? 1 : -1)
  }
  let hash = 0n
  for (const [bit, weight] of weights.entries()) if (weight > 0) hash |= 1n << BigInt(bit)
  return hash.toString(16).padStart(16, '0')
}

export function bitsApart(a: string, b: string): number {
  let apart = 0
  for (let rest = BigInt(`0x${a}`) ^ BigInt(`0x${b}`); rest > 0n; rest >>= 1n) if (rest & 1n) apart += 1
  return apart
}

const keyOf = ({ id, url }: NewsItem) => canonicalUrl(url || id)

/** The items that were not seen before, oldest first, each story once; and what is seen now. */
export function newItems(
  seen: SeenItems,
  items: readonly NewsItem[],
  now: Date,
): { fresh: NewsItem[]; seen: SeenItems } {
  const today = now.toISOString().slice(0, 10)
  const age = (day: string) => (Date.parse(today) - Date.parse(day)) / 86_400_000
  const next: SeenItems = { ...seen }
  const stories = Object.values(seen).filter(([day, , published]) => age(published ?? day) < REMEMBER_DAYS)
  const fresh: NewsItem[] = []
  // Oldest first, whatever the feed's order: a story that comes twice is told by the first.
  const ordered = [...items].sort((a, b) => a.published.localeCompare(b.published) || keyOf(a).localeCompare(keyOf(b)))
  for (const item of ordered) {
    const key = keyOf(item)
    if (key === '' || item.title === '') continue
    const known = next[key]
    const hash = simHash(item.title)
    if (known) continue
    const published = /^\d{4}-\d{2}-\d{2}/.exec(item.published)?.[0]
    const entry: SeenItems[string] = published ? [today, hash, published] : [today, hash]
    const isStory = stories.some(
      ([day, other, on]) =>
        Math.abs(Date.parse(on ?? day) - Date.parse(published ?? today)) < SAME_STORY_DAYS * 86_400_000 &&
        bitsApart(hash, other) <= SAME_BITS,
    )
    next[key] = entry
    stories.push(entry)
    if (!isStory) fresh.push(item)
  }
  const listed = new Set(items.map(keyOf))
  const kept = Object.entries(next)
    // What is still listed is remembered, however old: else it would be news again.
    .filter(([key, [day]]) => listed.has(key) || age(day) <= REMEMBER_DAYS)
    .sort((a, b) => Number(listed.has(b[0])) - Number(listed.has(a[0])) || b[1][0].localeCompare(a[1][0]))
    .slice(0, MOST_REMEMBERED)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return { fresh, seen: Object.fromEntries(kept) }
}
