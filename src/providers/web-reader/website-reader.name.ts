// Finds what a site's organisation is called, from what the pages state, title and write under their copyright.
import type { SitePage } from './website-reader.links.ts'
import { clean } from './website-reader.page.ts'
import type { Organisation } from './website-reader.structured.ts'

const separators = /\s+[|–—•·:»«>/-]+\s+|\s*[|–—•·»«]\s*|:\s+/
const emptyWord =
  /^(?:home|homepage|home page|start|startseite|welcome|willkommen|accueil|inicio|index|untitled|website|official site|just a moment\.*)$/i

/** What a likeness of 0..3 to the domain adds to the confidence. */
const gain = [0, 0.1, 0.2, 0.25]

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/&/g, 'and')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** How well a name goes with the first label of the domain, 0..3. */
function likeness(name: string, label: string): number {
  const plain = folded(name)
  const short = label.toLowerCase()
  if (plain === '' || short.length < 2) return 0
  if (plain === short) return 3
  if (plain.startsWith(short) || (plain.length > 3 && short.startsWith(plain))) return 2
  const initials = name
    .split(/[\s&.-]+/)
    .map((word) => word[0] ?? '')
    .join('')
    .toLowerCase()
  if (short.length > 2 && initials.startsWith(short)) return 1
  return plain.length > 3 && short.length > 3 && (plain.includes(short) || short.includes(plain)) ? 1 : 0
}

/** Names under a copyright sign. */
function underCopyright(text: string): string[] {
  const found = text.matchAll(
    /(?:©|\(c\)|copyright)\s{0,3}(?:©|\(c\))?\s{0,3}(?:\d{4}\s{0,2}(?:[-–—,/]\s{0,2}(?:\d{2,4}|present|today|heute)\s{0,2})?)?,?\s{0,3}(?:by\s|bei\s)?\s{0,3}([\p{Lu}\p{N}][^\n|©]{1,80})/giu,
  )
  return [...found].map(([, name = '']) =>
    clean(name)
      .replace(/\s*\d{4}.*$/, '')
      .replace(/[.,;]?\s*(?:all rights|alle rechte|tous droits|todos los|tutti i|inc\.?\s+all).*$/i, (rest) =>
        /^[.,;]?\s*inc/i.test(rest) ? ' Inc.' : '',
      )
      .replace(/[\s.,;–-]+$/, ''),
  )
}

/** The organisation's name and how sure it is (0..1); null when nothing on the pages is one. */
export function nameOf(
  pages: readonly SitePage[],
  organisations: readonly (Organisation | null)[],
  label: string,
): { name: string; confidence: number } | null {
  const home = pages[0]
  if (!home) return null
  const { metas, title, text } = home.facts
  const candidates: { name: string; base: number }[] = []
  const add = (name: string | null | undefined, base: number) => {
    const tidy = clean(name ?? '')
    if (tidy.length > 1 && tidy.length <= 100 && !emptyWord.test(tidy) && !/^https?:/i.test(tidy))
      candidates.push({ name: tidy, base })
  }
  for (const one of organisations) add(one?.name ?? one?.legal_name, 0.75)
  add(metas['og:site_name'], 0.65)
  add(metas['application-name'], 0.5)
  for (const page of pages) for (const name of underCopyright(page.facts.text.slice(-4000))) add(name, 0.4)
  for (const name of underCopyright(text.slice(-20_000))) add(name, 0.4)
  const parts = title.split(separators)
  for (const part of parts) add(part, parts.length === 1 ? 0.25 : 0.3)
  const scored = candidates.map(({ name, base }, order) => {
    const like = likeness(name, label)
    return { name, order, like, confidence: Math.min(0.95, base + (gain[like] ?? 0)) }
  })
  const [best] = scored
    // A title's words and a copyright's are a name only when the domain says so too.
    .filter(({ confidence, like }) => confidence >= 0.5 && (like > 0 || confidence >= 0.6))
    .sort((a, b) => b.confidence - a.confidence || a.order - b.order)
  if (!best) return null
  const bare = /^(?:www\.)?[\w-]+\.[a-z]{2,18}$/i.test(best.name)
    ? scored.find((one) => one.like >= 2 && !/\.[a-z]{2,18}$/i.test(one.name))
    : undefined
  return { name: (bare ?? best).name, confidence: best.confidence }
}
