// Tells which country a site's organisation is in, from what its pages write, so that phone numbers can be read.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { countryVotes } from '../places/addresses.ts'
import { countryOfSuffix, readCountry } from '../places/country.ts'
import { addressesOn } from './website-reader.addresses.ts'
import type { PageFacts } from './website-reader.page.ts'

export interface CountryEstimate {
  /** ISO 3166-1 alpha-2. */
  country: string
  /** 0..1 */
  confidence: number
}

const maxText = 60_000
const maxLines = 1_500

const PIN_CODE = /(?<![\d+])[1-8]\d{2}\s?\d{3}(?!\d)/
const INDIAN_STATE =
  /\b(?:andhra pradesh|arunachal pradesh|assam|bihar|chhattisgarh|goa|gujarat|haryana|himachal pradesh|jharkhand|karnataka|kerala|madhya pradesh|maharashtra|manipur|meghalaya|mizoram|nagaland|odisha|punjab|rajasthan|sikkim|tamil ?nadu|telangana|tripura|uttar pradesh|uttarakhand|west bengal|new delhi|delhi|mumbai|bangalore|bengaluru|hyderabad|chennai|kolkata|pune|ahmedabad|india)\b/i

/** Where a language is that is spoken in hardly any other country. */
const countryOfLanguage: Readonly<Record<string, string>> = {
  bg: 'BG',
  cs: 'CZ',
  da: 'DK',
  de: 'DE',
  el: 'GR',
  et: 'EE',
  fi: 'FI',
  he: 'IL',
  hr: 'HR',
  hu: 'HU',
  id: 'ID',
  is: 'IS',
  it: 'IT',
  ja: 'JP',
  ko: 'KR',
  lt: 'LT',
  lv: 'LV',
  nb: 'NO',
  no: 'NO',
  pl: 'PL',
  ro: 'RO',
  sk: 'SK',
  sl: 'SI',
  sv: 'SE',
  th: 'TH',
  tr: 'TR',
  uk: 'UA',
  vi: 'VN',
}

/** Countries of the domains that mail goes to, by their endings. */
function countriesOfAddresses(page: PageFacts, text: string): string[] {
  const links = page.links.map(({ href }) => href).filter((href) => /^\s*mailto:/i.test(href))
  const domains = `${text}\n${links.join('\n')}`.match(/(?<=[\w.-]@)[a-z0-9.-]{3,80}\.[a-z]{2}(?![\w.-]*\w)/gi) ?? []
  return [...new Set(domains.map((domain) => domain.toLowerCase()))].slice(0, 6).flatMap((domain) => {
    const country = countryOfSuffix(domain)?.iso2
    return country ? [country] : []
  })
}

const mostNumbers = 12
const wholeNumber = /(?<![\d+])\+\d[\d\s().-]{7,17}\d/g

/** Countries of the numbers that are written with their code, each at most twice: a firm's others are there as well. */
function countriesOfNumbers(page: PageFacts, text: string): string[] {
  const links = page.links.flatMap(({ href }) => /^\s*tel:\s*(\+[\d\s().-]{7,20})/i.exec(href)?.[1] ?? [])
  const written = [...new Set([...links, ...(text.match(wholeNumber) ?? [])])].slice(0, mostNumbers)
  const countries = written.flatMap((number) => {
    const parsed = parsePhoneNumberFromString(number)
    return parsed?.isValid() && parsed.country ? [parsed.country as string] : []
  })
  return countries.filter((country, at) => countries.slice(0, at).filter((one) => one === country).length < 2)
}

/** Addresses whose form belongs to one country, and lines that end in a country's name, as addresses do. */
function votesOf(page: PageFacts): Map<string, number> {
  const text = page.text.slice(0, maxText)
  const votes = countryVotes(addressesOn(page, null))
  const vote = (country: string, weight: number) => votes.set(country, (votes.get(country) ?? 0) + weight)
  for (const country of [...countriesOfNumbers(page, text), ...countriesOfAddresses(page, text)]) vote(country, 1)
  let asked = 0
  for (const line of text.split('\n')) {
    if (line.length < 300 && PIN_CODE.test(line) && INDIAN_STATE.test(line)) vote('IN', 3)
    const last =
      line
        .split(/[,;·|•]|\s[-–]\s/)
        .at(-1)
        ?.trim() ?? ''
    // A list of countries to choose from names each on a line of its own and says nothing: an address has more before it.
    if (last.length < 3 || last.length > 40 || last === line.trim() || !/\d/.test(line) || line.length > 200) continue
    asked += 1
    if (asked > maxLines) break
    const named = last.length > 3 ? readCountry(last) : undefined
    // "Atlanta, Georgia" is no vote for the country of that name.
    const country =
      named && named.by !== 'ending'
        ? readCountry(`${line.slice(0, -last.length).replace(/[\s,;·|•–-]+$/, '')}, ${last}`)
        : undefined
    if (country) vote(country.country.iso2, 3)
  }
  return votes
}

/**
 * The country by, in this order: what the pages state for machines, the country ending of the domain, addresses in the
 * text, and the region of the page's language (for reading numbers only, hence the low confidence).
 */
export function placeOf(
  pages: readonly PageFacts[],
  stated: string | null,
  suffix: string | null,
): CountryEstimate | null {
  if (stated) return { country: stated, confidence: 0.95 }
  const byEnding = suffix ? countryOfSuffix(suffix)?.iso2 : undefined
  const votes = new Map<string, number>()
  for (const page of pages) {
    for (const [country, weight] of votesOf(page)) votes.set(country, (votes.get(country) ?? 0) + weight)
  }
  const [first, second] = [...votes].sort((a, b) => b[1] - a[1])
  if (byEnding) return { country: byEnding, confidence: first?.[0] === byEnding ? 0.9 : 0.7 }
  if (first && first[1] > 2 * (second?.[1] ?? 0)) return { country: first[0], confidence: first[1] >= 4 ? 0.75 : 0.6 }
  const region = pages.map(
    (page) => /^[a-z]{2,3}[-_]([a-z]{2})\b/i.exec(page.language || (page.metas['og:locale'] ?? ''))?.[1],
  )[0]
  const language = /^[a-z]{2}/i.exec(pages[0]?.language ?? '')?.[0]?.toLowerCase() ?? ''
  const byLanguage = region ? readCountry(region.toUpperCase())?.country.iso2 : countryOfLanguage[language]
  if (byLanguage) return { country: byLanguage, confidence: 0.3 }
  const northAmerican = pages.some((page) =>
    /(?:\(\d{3}\) ?|\b\d{3}[-.])\d{3}[-.]\d{4}\b/.test(page.text.slice(0, maxText)),
  )
  return northAmerican ? { country: 'US', confidence: 0.3 } : null
}
