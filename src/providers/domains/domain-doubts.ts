// Says why a host name is weak evidence of a firm's site: its zone answers for any name, or it is, or leads to, a look-alike of another.
import { createHash } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import { editDistance } from '../../engine/matching/similarity.ts'
import type { DnsReply } from '../kit/outside.ts'
import { registrableDomain } from './domain.ts'

/** A reason to believe less of what a host name says. */
export interface DomainDoubt {
  note: string
  /** What is left of the confidence, 0..1. */
  factor: number
}

const WILDCARD_LEFT = 0.5
const LOOK_ALIKE_LEFT = { letters: 0.4, typo: 0.5, ending: 0.9 } as const
type LookAlike = keyof typeof LOOK_ALIKE_LEFT
/** Shorter names are one letter apart by chance. */
const SHORTEST_TYPO = 5

const zoneOf = (host: string) =>
  host
    .replace(/^www\./, '')
    .split('.')
    .slice(1)
    .join('.')

/** A name in the zone of a host that is there only where the zone answers for any; always the same, so that DNS caches it. */
export const nameBeside = (host: string) =>
  `n${createHash('sha256').update(host).digest('hex').slice(0, 20)}.${zoneOf(host)}`

type AddressLookup = (name: string, type: 'A') => Promise<DnsReply>

/**
 * Whether the zone around a host answers for any name: a label made for the question, which no one has registered, has the same addresses. Undefined where DNS
 * did not say. Two questions at most.
 */
export async function isWildcardName(host: string, dns: AddressLookup): Promise<boolean | undefined> {
  if (zoneOf(host) === '') return false
  const random = await dns(nameBeside(host), 'A')
  if (!random.ok) return undefined
  if (random.records.length === 0) return false
  const own = await dns(host, 'A')
  if (!own.ok) return undefined
  return own.records.some((address) => random.records.includes(address))
}

/** Why a site at this host may not be there at all; undefined where nothing speaks against it, or DNS did not say. */
export async function doubtOfZone(host: string, dns: AddressLookup): Promise<DomainDoubt | undefined> {
  if (!(await isWildcardName(host, dns))) return undefined
  return {
    note: `${zoneOf(host)} answers for any name, so that ${host} has a site says little`,
    factor: WILDCARD_LEFT,
  }
}

/** Letters of other scripts that look like one of a to z (Unicode TR39), and what is typed for a letter. */
const LETTERS_ALIKE = new Map(
  Object.entries({
    a: 'аαɑ',
    b: 'ЬƄ',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еҽ',
    g: 'ɡց',
    h: 'һ',
    i: 'іιıɩ1',
    j: 'јϳ',
    k: 'κк',
    l: 'ӏǀ',
    m: 'м',
    n: 'ո',
    o: 'оοօ0',
    p: 'рρ',
    q: 'ԛ',
    r: 'г',
    s: 'ѕ',
    t: 'т',
    u: 'υս',
    v: 'νѵ',
    w: 'ԝѡ',
    x: 'хχ',
    y: 'уү',
    z: 'ᴢ',
  }).flatMap(([latin, others]) => [...others].map((other): [string, string] => [other, latin])),
)

/** A label as the eye takes it: letters of one look are one letter. */
const seenAs = (label: string) =>
  [...label.normalize('NFC')]
    .map((letter) => LETTERS_ALIKE.get(letter) ?? letter)
    .join('')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/l/g, 'i')

const partsOf = (host: string) => {
  const domain = registrableDomain(host) ?? host
  const [label = '', ...ending] = domain.split('.')
  return { domain, label: domainToUnicode(label) || label, ending: ending.join('.') }
}

/** How one domain could be taken for another: by letters that look alike, one slip of typing, or another ending; undefined for one and the same, and for others. */
export function lookAlikeOf(one: string, other: string): LookAlike | undefined {
  const [a, b] = [partsOf(one), partsOf(other)]
  if (a.domain === b.domain) return undefined
  if (a.label === b.label) return 'ending'
  const [plainA, plainB] = [a.label, b.label].map((label) => label.replace(/-/g, '')) as [string, string]
  if (plainA === plainB) return undefined
  if (seenAs(a.label) === seenAs(b.label)) return 'letters'
  const isLong = Math.min(plainA.length, plainB.length) >= SHORTEST_TYPO
  // "shops" for "shop" and "acme2" for "acme" are names that firms have.
  const isGrown = plainA.startsWith(plainB) || plainB.startsWith(plainA)
  return isLong && !isGrown && editDistance(plainA, plainB, 1) === 1 ? 'typo' : undefined
}

const WORDS: Readonly<Record<LookAlike, string>> = {
  letters: 'which looks like it and may be another firm',
  typo: 'which is one letter away and may be another firm',
  ending: 'the same name with another ending',
}

/** What speaks against a site at whose end a look-alike of the asked domain is. */
export function doubtOfLookAlike(asked: string, reached: string): DomainDoubt | undefined {
  const kind = lookAlikeOf(asked, reached)
  return kind && { note: `${asked} leads to ${reached}, ${WORDS[kind]}`, factor: LOOK_ALIKE_LEFT[kind] }
}

/** What speaks against a domain whose letters of other scripts can be read as another domain: "аcme.com" with a Cyrillic а. */
export function doubtOfLetters(host: string): DomainDoubt | undefined {
  const { label, ending, domain } = partsOf(host)
  const latin = [...label]
    .map((letter) => (letter.charCodeAt(0) > 127 ? (LETTERS_ALIKE.get(letter) ?? letter) : letter))
    .join('')
  if (latin === label || !/^[a-z0-9-]+$/.test(latin)) return undefined
  return {
    note: `${domain} is written in letters that look like those of ${latin}.${ending}`,
    factor: LOOK_ALIKE_LEFT.letters,
  }
}
