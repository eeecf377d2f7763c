// The form in which each country writes the parts of an address: words for kinds of street, postcodes, and the order on one line.
import { isOneCase, nameCase } from '../names/name-case.ts'
import type { PostalAddress } from './addresses.ts'
import { parsePairs, regionOf, type Words } from './regions.ts'

export type AddressParts = Pick<PostalAddress, 'street' | 'postcode' | 'city' | 'region' | 'country'>

/** Abbreviations of the postal service of the United States (Publication 28) for the words that end a street. */
const US_KINDS =
  parsePairs(`alley Aly, avenue Ave, av Ave, boulevard Blvd, boul Blvd, causeway Cswy, center Ctr, circle Cir, court Ct, cove Cv,
  crescent Cres, crossing Xing, drive Dr, expressway Expy, freeway Fwy, highway Hwy, junction Jct, lane Ln, loop Loop, park Park, parkway Pkwy, pky Pkwy,
  pike Pike, place Pl, plaza Plz, point Pt, ridge Rdg, road Rd, square Sq, station Sta, street St, str St, terrace Ter, terr Ter, trail Trl, turnpike Tpke,
  way Way, st St, ave Ave, blvd Blvd, cir Cir, ct Ct, dr Dr, hwy Hwy, ln Ln, pkwy Pkwy, pl Pl, plz Plz, rd Rd, sq Sq, ter Ter, trl Trl, tpke Tpke, cv Cv, xing Xing`)
const US_WAYS = parsePairs(
  'north N, south S, east E, west W, northeast NE, northwest NW, southeast SE, southwest SW, n N, s S, e E, w W, ne NE, nw NW, se SE, sw SW',
)
const US_UNITS = parsePairs(
  'suite Ste, ste Ste, apartment Apt, apt Apt, floor Fl, fl Fl, building Bldg, bldg Bldg, room Rm, rm Rm, unit Unit, department Dept, dept Dept',
)
const GB_KINDS =
  parsePairs(`st Street, str Street, rd Road, ave Avenue, av Avenue, ln Lane, sq Square, gdns Gardens, cres Crescent, pl Place, ct Court, dr Drive, ter Terrace,
  terr Terrace, pde Parade, gr Grove, cl Close, pk Park, hwy Highway, blvd Boulevard`)
const FR_KINDS =
  parsePairs(`av avenue, ave avenue, avenue avenue, bd boulevard, bld boulevard, blvd boulevard, boul boulevard, boulevard boulevard, pl place, place place, rte route,
  route route, ch chemin, chemin chemin, imp impasse, impasse impasse, all allée, allee allée, allée allée, fg faubourg, fbg faubourg, sq square, rue rue, r rue, quai quai,
  cours cours, passage passage, pass passage`)

/** Word by word, without dots and in small letters, as the lists above have them. */
const keyOf = (word: string) => word.replace(/[.,]/g, '').toLowerCase()
const wordFor = (words: Words, word: string) => (Object.hasOwn(words, keyOf(word)) ? words[keyOf(word)] : undefined)

/** "MAIN STREET" to "Main Street": names of streets and towns typed in one case. Numbered streets and numbers with a letter stay as they are read. */
export function placeCase(text: string): string {
  if (!isOneCase(text)) return text
  return nameCase(text)
    .split(' ')
    .map((word) => {
      if (/^\d+(?:st|nd|rd|th)$/i.test(word)) return word.toLowerCase()
      if (/^\d+[a-z]$/i.test(word)) return word.toUpperCase()
      return word
    })
    .join(' ')
}

const tidy = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').replace(/\s,/g, ',').trim()

/** The parts in the form of their country; those of other countries are only tidied. */
export function inPostalForm(parts: AddressParts): AddressParts {
  const { street, postcode, country } = parts
  // "Milano MI", "Milano (MI)".
  const [, town = parts.city, province = parts.region] =
    (country === 'IT' && /^(.+?)\s\(?([A-Z]{2})\)?$/.exec(parts.city ?? '')) || []
  const [city, region] = [town, province]
  return {
    street: street === null ? null : streetIn(tidy(street), country),
    city: city === null ? null : cityIn(tidy(city), country),
    region: region === null ? null : regionIn(tidy(region), country),
    postcode: postcode === null ? null : postcodeIn(postcode, country),
    country,
  }
}

function streetIn(street: string, country: string | null): string {
  const cased = placeCase(street)
  switch (country) {
    case 'US':
      return usStreet(cased)
    case 'GB':
    case 'IE':
      return cased
        .split(', ')
        .map((part) => withLastWord(part, GB_KINDS))
        .join(', ')
    case 'DE':
    case 'AT':
      return germanStreet(cased, 'ß')
    case 'CH':
      return germanStreet(cased, 'ss')
    case 'FR':
      return frenchStreet(cased)
    case 'NL':
      return numberBehind(cased).replace(/(?<=\p{L})str\.?(?=\s\d|$)/giu, 'straat')
    default:
      return cased
  }
}

function withLastWord(part: string, words: Words): string {
  const all = part.split(' ')
  const last = all.at(-1) ?? ''
  const whole = all.length > 1 ? wordFor(words, last) : undefined
  return whole ? [...all.slice(0, -1), whole].join(' ') : part
}

function usStreet(street: string): string {
  const box = street
    .replace(/\bp\.?\s?o\.?\s?b(?:ox|\.)?(?=\s|#)|\bpost office box\b/giu, 'PO Box')
    .replace(/PO Box #\s?/, 'PO Box ')
  const [line = '', ...units] = box.split(
    /,\s*|\s+(?=(?:suite|ste|apartment|apt|unit|floor|bldg|building|room|rm)\b\.?\s#?[\w-]+$)|\s+(?=#\s?[\w-]+$)/iu,
  )
  return [usLine(line), ...units.map(usUnit)].filter((part) => part !== '').join(', ')
}

function usLine(line: string): string {
  if (/^PO Box/.test(line)) return line
  const words = line.split(' ')
  const isNumbered = /^\d/.test(words[0] ?? '')
  const kindAt = words.findLastIndex((word) => wordFor(US_KINDS, word) !== undefined)
  return words
    .map((word, at) => {
      // "Court Street": only the word that ends the name is its kind, with a quarter behind it at most.
      const endsName = at === kindAt && at > 1 && words.slice(at + 1).every((behind) => wordFor(US_WAYS, behind))
      if (endsName) return wordFor(US_KINDS, word) ?? word
      const way = wordFor(US_WAYS, word)
      // "1 North Street" is called so: there is nothing else between number and kind.
      const leads = isNumbered && at === 1 && words.length > 2 && kindAt !== 2
      const follows = at === words.length - 1 && kindAt === at - 1 && at > 2
      return way && (leads || follows) ? way : word
    })
    .join(' ')
}

function usUnit(unit: string): string {
  const [, name = '', number = ''] = /^([a-z]+)\.?\s?#?\s?([\w-]+)$/iu.exec(unit) ?? []
  const known = wordFor(US_UNITS, name)
  return known && number ? `${known} ${number.toUpperCase()}` : unit.replace(/^#\s?/, '# ')
}

/** "Hauptstr., 5" to "Hauptstr. 5". */
const numberBehind = (street: string) =>
  street.replace(/,\s*(?=(?:nr\.?\s*)?\d+\s?[a-z]?$)/iu, ' ').replace(/\snr\.?\s*(?=\d)/iu, ' ')

function germanStreet(street: string, sharp: string): string {
  return numberBehind(street)
    .replace(/(?<=\p{L})str(?:\.|(?=\s|\d|$))/gu, `stra${sharp}e `)
    .replace(/(?<=^|[\s-])Str(?:\.|(?=\s|$))/gu, `Stra${sharp}e `)
    .replace(/(?<=^|\p{L}|[\s-])([Ss])tra(?:ss|ß)e(?!\p{L})/gu, `$1tra${sharp}e`)
    .replace(/(\d)\s+([a-zA-Z])$/u, (_, digit: string, letter: string) => `${digit}${letter.toLowerCase()}`)
    .replace(/\s+/g, ' ')
    .trim()
}

function frenchStreet(street: string): string {
  const bare = street.replace(/^(\d+(?:\s?[-–/]\s?\d+)?(?:\s?(?:bis|ter|quater|[a-z])(?!\p{L}))?),\s*/iu, '$1 ')
  return bare
    .split(' ')
    .map((word, at, words) => {
      const isFirst =
        at === 0 ||
        (/^\d/.test(words[0] ?? '') && (at === 1 || (at === 2 && /^(?:bis|ter|[a-z])$/i.test(words[1] ?? ''))))
      return (isFirst && wordFor(FR_KINDS, word)) || word
    })
    .join(' ')
    .replace(/\b(?:B\.?P\.?)\s?(?=\d)/giu, 'BP ')
}

function cityIn(city: string, country: string | null): string {
  const bare = city.replace(/,$/, '')
  if (country === 'FR') {
    const [, town = '', cedex = ''] = /^(.*?)\s+cedex(\s\d{1,2})?$/iu.exec(bare) ?? []
    if (town) return `${placeCase(town)} CEDEX${cedex}`
  }
  return placeCase(bare)
}

function regionIn(region: string, country: string | null): string {
  const known = country === null ? undefined : regionOf(country, region)
  if (known) return known
  return region.replace(/[\s.]/g, '').length <= 3 ? region.replace(/[\s.]/g, '').toUpperCase() : placeCase(region)
}

function postcodeIn(postcode: string, country: string | null): string {
  const bare = postcode
    .toUpperCase()
    .replace(/^(?:[A-Z]{1,3}-)(?=\d)/, '')
    .trim()
  const solid = bare.replace(/[\s-]/g, '')
  switch (country) {
    case 'GB':
    case 'CA':
      return solid.replace(/(?=.{3}$)/, ' ')
    case 'NL':
      return solid.replace(/^(\d{4})([A-Z]{2})$/, '$1 $2')
    case 'IE':
      return solid.length === 7 ? `${solid.slice(0, 3)} ${solid.slice(3)}` : bare
    case 'SE':
    case 'CZ':
    case 'SK':
    case 'GR':
      return solid.replace(/^(\d{3})(\d{2})$/, '$1 $2')
    case 'US':
      return solid.replace(/^(\d{5})(\d{4})$/, '$1-$2')
    default:
      return bare
  }
}

/** Countries in which the postcode stands behind the town. */
const TOWN_FIRST = new Set(['US', 'CA', 'GB', 'IE', 'AU', 'NZ', 'IN', 'SG', 'KR', 'TH', 'ZA', 'BR'])

/** The parts on one line, as they stand on a letter. */
export function addressLine(
  { street, city, region, postcode, country }: AddressParts,
  countryName: string | null,
): string {
  const behind = [region, postcode].filter(Boolean).join(' ')
  const place =
    country !== null && TOWN_FIRST.has(country) ? [city, behind] : [[postcode, city].filter(Boolean).join(' '), region]
  return [street, ...place, countryName].filter(Boolean).join(', ')
}
