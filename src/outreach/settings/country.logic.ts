// Countries as leads spell them, and what the workspace's rules say about each.
import type { CountryRuleMap } from './outreach-settings.reads.ts'
import type { CountryAction } from './outreach-settings.schema.ts'

const CODES =
  'AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GH GL GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PR PS PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VN VU WS XK YE ZA ZM ZW'.split(
    ' ',
  )
const known = new Set(CODES)

const ALIASES: Record<string, string> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  usa: 'US',
  'u.s.': 'US',
  'u.s.a.': 'US',
  america: 'US',
  'the netherlands': 'NL',
  holland: 'NL',
  deutschland: 'DE',
  österreich: 'AT',
  schweiz: 'CH',
  suisse: 'CH',
  españa: 'ES',
  italia: 'IT',
  'czech republic': 'CZ',
  korea: 'KR',
  russia: 'RU',
  vietnam: 'VN',
  turkey: 'TR',
  belgië: 'BE',
  belgique: 'BE',
  polska: 'PL',
}

let names: Map<string, string> | undefined

function byName(): Map<string, string> {
  if (names) return names
  const display = new Intl.DisplayNames(['en'], { type: 'region' })
  names = new Map(CODES.map((code) => [(display.of(code) ?? code).toLowerCase(), code]))
  for (const [name, code] of Object.entries(ALIASES)) names.set(name, code)
  return names
}

/** ISO code of a country as it was given; by the top-level domain where there is none; null when neither says it. */
export function countryOf(country: unknown, emailDomain: string | null): string | null {
  const text = typeof country === 'string' ? country.trim() : ''
  const code =
    text.length === 2 && known.has(text.toUpperCase()) ? text.toUpperCase() : byName().get(text.toLowerCase())
  if (code !== undefined) return code
  if (text !== '') return null
  const ending = emailDomain?.split('.').at(-1)?.toUpperCase() ?? ''
  // These endings are sold without regard to country.
  if (['CO', 'ME', 'TV', 'LA', 'AG', 'FM', 'WS', 'ST', 'SC', 'VC', 'BZ', 'IO', 'AI'].includes(ending)) return null
  return ending === 'UK' ? 'GB' : known.has(ending) ? ending : null
}

export function ruleFor(rules: CountryRuleMap, country: string | null): CountryAction {
  return (country !== null ? rules[country] : undefined) ?? rules['*'] ?? 'allow'
}

/** A zone for a recipient: only where a country has one, or one where most people live. */
const ZONES: Record<string, string> = {
  AT: 'Europe/Vienna',
  BE: 'Europe/Brussels',
  BG: 'Europe/Sofia',
  CH: 'Europe/Zurich',
  CZ: 'Europe/Prague',
  DE: 'Europe/Berlin',
  DK: 'Europe/Copenhagen',
  EE: 'Europe/Tallinn',
  ES: 'Europe/Madrid',
  FI: 'Europe/Helsinki',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  GR: 'Europe/Athens',
  HR: 'Europe/Zagreb',
  HU: 'Europe/Budapest',
  IE: 'Europe/Dublin',
  IL: 'Asia/Jerusalem',
  IN: 'Asia/Kolkata',
  IT: 'Europe/Rome',
  JP: 'Asia/Tokyo',
  KR: 'Asia/Seoul',
  LT: 'Europe/Vilnius',
  LU: 'Europe/Luxembourg',
  LV: 'Europe/Riga',
  NL: 'Europe/Amsterdam',
  NO: 'Europe/Oslo',
  NZ: 'Pacific/Auckland',
  PL: 'Europe/Warsaw',
  PT: 'Europe/Lisbon',
  RO: 'Europe/Bucharest',
  SE: 'Europe/Stockholm',
  SG: 'Asia/Singapore',
  SI: 'Europe/Ljubljana',
  SK: 'Europe/Bratislava',
  TR: 'Europe/Istanbul',
  UA: 'Europe/Kyiv',
  ZA: 'Africa/Johannesburg',
  AE: 'Asia/Dubai',
  HK: 'Asia/Hong_Kong',
  AR: 'America/Argentina/Buenos_Aires',
  CN: 'Asia/Shanghai',
  US: 'America/Chicago',
  CA: 'America/Toronto',
  BR: 'America/Sao_Paulo',
  MX: 'America/Mexico_City',
  AU: 'Australia/Sydney',
}
/** Countries of which the zone above is that of the most people only. */
export const SEVERAL_ZONES: ReadonlySet<string> = new Set(['US', 'CA', 'BR', 'MX', 'AU'])

export const zoneOfCountry = (country: string | null): string | null =>
  country === null ? null : (ZONES[country] ?? null)
