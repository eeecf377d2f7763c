// Reads a country out of what people type: codes, names in many languages, flags, endings of addresses; and out of a domain's ending.
import { COUNTRIES, type Country } from './country-names.ts'
import { countryOfRegion, countryOfSharedName } from './shared-names.ts'

export interface CountryReading {
  country: Country
  /** How it was written: a code and an exact name are sure, the end of an address or a foreign spelling less so. */
  by: 'code' | 'name' | 'foreign_name' | 'ending'
}

const BY_ISO2 = new Map(COUNTRIES.map((country) => [country.iso2, country]))
const BY_ISO3 = new Map(COUNTRIES.map((country) => [country.iso3, country]))
const BY_NAME = new Map(
  COUNTRIES.flatMap((country) => [country.name, ...country.aliases].map((name) => [folded(name), country])),
)

/** The languages whose own names of countries are understood, most used first; where two disagree the earlier one wins. */
const LANGUAGES =
  'de fr es pt it nl pl sv da nb fi cs sk hu ro tr ru uk el bg hr sr sl et lv lt is ca ja zh zh-Hant ko ar he fa hi th vi id ms'.split(
    ' ',
  )

/** In a cell these are words or a missing value far more often than Andorra, Canada or Namibia. */
const NOT_CODES = /^(and|are|can|per|nor|no|N\.?A\.?|n\.?a\.?)$/

/** ccTLDs that are sold without regard to country, so they say nothing about it. */
const OPEN_CCTLDS = new Set(
  'ac ad ag ai am as bz cc cd cf cm co cx dj fm ga gd gg gl gq gs im in.net io ky la lc li ly me mg ml mn ms mu nr nu pn pw sc sh so st sx tc tk tl to tv vc vg vu ws'.split(
    ' ',
  ),
)

const OTHER_CCTLDS: Readonly<Record<string, string>> = {
  uk: 'GB',
  'xn--p1ai': 'RU',
  'xn--fiqs8s': 'CN',
  'xn--fiqz9s': 'CN',
  'xn--j6w193g': 'HK',
  'xn--kpry57d': 'TW',
  'xn--kprw13d': 'TW',
  'xn--3e0b707e': 'KR',
  'xn--j1amh': 'UA',
  'xn--90ais': 'BY',
  'xn--qxam': 'GR',
  'xn--qxa6a': 'EU',
  'xn--90a3ac': 'RS',
  'xn--e1a4c': 'EU',
  'xn--80ao21a': 'KZ',
  'xn--wgbh1c': 'EG',
  'xn--mgberp4a5d4ar': 'SA',
  'xn--mgbaam7a8h': 'AE',
  'xn--h2brj9c': 'IN',
  'xn--o3cw4h': 'TH',
}

/** The country named by an ISO 3166-1 alpha-2 code in any case; undefined for anything else. */
export function countryByCode(iso2: string): Country | undefined {
  return BY_ISO2.get(iso2.toUpperCase())
}

/** The country a text means; undefined when it names none or more than one. */
export function readCountry(text: string): CountryReading | undefined {
  if (text.length > 300) return undefined
  const whole = text.normalize('NFC').trim()
  const flag = /^([\u{1F1E6}-\u{1F1FF}])([\u{1F1E6}-\u{1F1FF}])$/u.exec(whole)
  const letters = flag
    ? [flag[1], flag[2]].map((c) => String.fromCharCode((c?.codePointAt(0) ?? 0) - 0x1f1e6 + 65)).join('')
    : whole
  const exact = readExact(letters)
  if (exact) return exact
  const bracketed = /^(.+?)\s*[([]\s*([^()[\]]+?)\s*[)\]]$/u.exec(whole)
  if (bracketed) {
    const both = [readExact(bracketed[1] ?? ''), readEnding(bracketed[2] ?? '', bracketed[1] ?? '')].filter(
      (reading) => reading !== undefined,
    )
    return both.every((reading) => reading.country === both[0]?.country) ? both[0] : undefined
  }
  // The end of an address: two letters there are as often a state (CA, IN, DE) as a country.
  const parts = whole.split(PARTS)
  const last = parts.at(-1)?.trim() ?? ''
  if (last === whole || (/^[a-z]{2}$/i.test(last) && !/^(us|uk)$/i.test(last))) return undefined
  return readEnding(last, parts.at(-2) ?? '')
}

/** What divides the parts of a place on one line. */
const PARTS = /[,;\n/|]| - /u

/** The country that the last part of a place names; where two countries have that name, the one that the town before it is in. */
function readEnding(last: string, before: string): CountryReading | undefined {
  const shared = countryOfSharedName(last, before)
  const country = shared === undefined ? readExact(last)?.country : shared === null ? undefined : BY_ISO2.get(shared)
  return country && { country, by: 'ending' }
}

/**
 * The country of a place as postings and profiles write it: "Boston, MA", "Berlin (Germany)", "Remote - Canada". A state decides before a country of that name;
 * undefined where no part names one, or where it may be in either of two.
 */
export function readPlaceCountry(text: string): CountryReading | undefined {
  const parts = text.slice(0, 300).split(/[,;/|()–-]| or /)
  for (const [fromEnd, part] of [...parts].reverse().entries()) {
    const [last, before] = [part.trim(), parts[parts.length - fromEnd - 2] ?? '']
    if (last.length < 2) continue
    if (countryOfSharedName(last, before) === null) return undefined
    const region = before.trim() === '' ? undefined : countryOfRegion(last, before)
    const isShared = countryOfSharedName(last, before) !== undefined
    const country = region !== undefined && !isShared ? BY_ISO2.get(region) : undefined
    const reading = country ? { country, by: 'ending' as const } : (readEnding(last, before) ?? readCountry(last))
    if (reading) return reading
  }
  return undefined
}

/** The country a public suffix belongs to, `uk` and `co.uk` alike (A-label form); undefined for generic endings and for ccTLDs sold as generic. */
export function countryOfSuffix(suffix: string): Country | undefined {
  const tld = suffix.slice(suffix.lastIndexOf('.') + 1).toLowerCase()
  if (OPEN_CCTLDS.has(tld)) return undefined
  return BY_ISO2.get(OTHER_CCTLDS[tld] ?? tld.toUpperCase())
}

function readExact(text: string): CountryReading | undefined {
  const code = text.replace(/[.\s]/g, '').toUpperCase()
  if (/^[A-Z]{2,3}$/.test(code) && !NOT_CODES.test(text) && (code.length === text.length || text.includes('.'))) {
    const country = BY_ISO2.get(code) ?? BY_ISO3.get(code)
    if (country) return { country, by: 'code' }
  }
  const key = folded(text)
  const named =
    BY_NAME.get(key) ??
    BY_NAME.get(
      key.replace(
        /^(the )?((federal|federative|islamic|democratic|socialist|oriental) )*(republic|kingdom|state|principality|sultanate|grand duchy) of (the )?/,
        '',
      ),
    )
  if (named) return { country: named, by: 'name' }
  const foreign = foreignNames().get(key)
  return foreign ? { country: foreign, by: 'foreign_name' } : undefined
}

let foreign: Map<string, Country> | undefined

/** Names in other languages come from the runtime's own CLDR data; built on first need, since it takes some milliseconds. */
function foreignNames(): Map<string, Country> {
  if (foreign) return foreign
  foreign = new Map()
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const country of COUNTRIES) {
      const key = folded(names.of(country.iso2) ?? '')
      if (key !== '' && !BY_NAME.has(key) && !foreign.has(key)) foreign.set(key, country)
    }
  }
  return foreign
}

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/ı/g, 'i')
    .replace(/&/g, ' and ')
    .replace(/[.'’`´]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replace(/\bst\b/g, 'saint')
    .trim()
    .replace(/^the /, '')
}
