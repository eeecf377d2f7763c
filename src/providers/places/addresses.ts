// Finds postal addresses in a text: a postcode whose form is known, the town beside it, and the street before it.

import { readCountry } from './country.ts'
import { regionOf } from './regions.ts'

export interface PostalAddress {
  street: string | null
  /** Null for a street that stands by itself. */
  postcode: string | null
  city: string | null
  region: string | null
  /** ISO 3166-1 alpha-2; null where the form is used in several countries and nothing tells which. */
  country: string | null
  /** The text it was read from. */
  quote: string
  /** The line of the text that it ends on. */
  line: number
}

const alternatives = (words: string) => words.trim().split(/\s+/).join('|')

const usState =
  'A[KLRZ]|C[AOT]|D[CE]|FL|GA|GU|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY]|D\\.C\\.|N\\.Y\\.|N\\.J\\.|Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|District of Columbia|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New (?:Hampshire|Jersey|Mexico|York)|(?:North|South) (?:Carolina|Dakota)|Ohio|Oklahoma|Oregon|Pennsylvania|Puerto Rico|Rhode Island|Tennessee|Texas|Utah|Vermont|(?:West )?Virginia|Washington|Wisconsin|Wyoming|Calif|Fla|Penna?|Mass|Tex|Wash|Mich|Minn|Wis|Ill|Conn|Ariz|Colo|Tenn'
const province =
  'AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|PEI|QC|SK|YT|B\\.C\\.|Alberta|British Columbia|Manitoba|New Brunswick|Newfoundland(?: and Labrador)?|Nova Scotia|Ontario|Prince Edward Island|Qu[eé]bec|Saskatchewan|Yukon'

/** "Ma", "Ny" for those of two capitals. */
const titled = (states: string) => {
  const two = states
    .replace(/\[([A-Z]+)\]/g, (letters) => letters)
    .split('|')
    .filter((state) => /^[A-Z](?:[A-Z]|\[[A-Z]+\])$/.test(state))
  return two.map((state) => state[0] + state.slice(1).toLowerCase()).join('|')
}

interface PostcodeForm {
  /** Null: several countries have it. */
  country: string | null
  /** The town stands before the code ("Leeds LS1 4AP"), or behind it ("10115 Berlin"). */
  town: 'before' | 'after'
  /** Nothing but the form itself tells that it is a postcode: the street has to stand before it. */
  isWeak?: true
  pattern: RegExp
}

/** Groups: `region` where one belongs to the form, `code`. */
const FORMS: readonly PostcodeForm[] = [
  {
    country: 'US',
    town: 'before',
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}])(?<region>${usState}|USA)(?![\\p{L}])\\.?,?[\\s-]{0,3}(?:USA,?\\s)?(?<code>\\d{5}(?:\\s?[-–]\\s?\\d{4})?)(?![\\d-])`,
      'gu',
    ),
  },
  {
    country: 'CA',
    town: 'before',
    pattern: new RegExp(
      `(?:(?<![\\p{L}])\\(?(?<region>${province})\\)?\\.?,?\\s{1,3}(?:Canada,?\\s{0,3})?)?(?<![\\p{L}\\p{N}])(?<code>[ABCEGHJ-NPRSTVXY]\\d[A-Z][\\s-]?\\d[A-Z]\\d)(?![\\p{L}\\p{N}])`,
      'gu',
    ),
  },
  {
    country: 'GB',
    town: 'before',
    pattern:
      /(?<![\p{L}\p{N}])(?<code>GIR ?0AA|[A-PR-UWYZ](?:\d{1,2}|[A-HK-Y]\d{1,2}|\d[A-HJKS-UW]|[A-HK-Y]\d[ABEHMNPRV-Y])\s{0,2}\d[ABD-HJLNP-UW-Z]{2})(?![\p{L}\p{N}])/gu,
  },
  {
    country: 'AU',
    town: 'before',
    pattern:
      /(?<![\p{L}\p{N}])(?<region>NSW|VIC|Vic|QLD|Qld|SA|WA|TAS|Tas|ACT|NT|New South Wales|Victoria|Queensland|South Australia|Western Australia|Tasmania)\.?,?\s{1,3}(?<code>\d{4})(?![\d-])/gu,
  },
  {
    country: 'IE',
    town: 'before',
    pattern: /(?<![\p{L}\p{N}])(?<code>(?:[AC-FHKNPRTV-Y]\d{2}|D6W) ?[0-9AC-FHKNPRTV-Y]{4})(?![\p{L}\p{N}])/gu,
    isWeak: true,
  },
  {
    country: 'US',
    town: 'before',
    isWeak: true,
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}])(?<region>${titled(usState)})(?![\\p{L}])\\.?,?\\s{1,3}(?<code>\\d{5}(?:-\\d{4})?)(?![\\d-])`,
      'gu',
    ),
  },
  {
    country: 'NL',
    town: 'after',
    pattern: /(?<![\p{L}\p{N}-])(?:NL-)?(?<code>[1-9]\d{3} ?(?!SA|SD|SS)[A-Z]{2})(?=,? {1,2}['\p{Lu}])/gu,
  },
  { country: 'PL', town: 'after', pattern: /(?<![\p{N}-])(?:PL-)?(?<code>\d{2}-\d{3})(?= {1,2}\p{Lu}\p{Ll})/gu },
  { country: 'PT', town: 'after', pattern: /(?<![\p{N}-])(?:PT-)?(?<code>[1-9]\d{3}-\d{3})(?= {1,2}\p{Lu}\p{Ll})/gu },
  { country: 'JP', town: 'after', pattern: /〒\s?(?<code>\d{3}-\d{4})/gu },
  {
    country: 'BR',
    town: 'before',
    pattern: /(?<![\p{N}-])(?:CEP:?\s{0,2})?(?<code>\d{5}-\d{3})(?![\d-])/gu,
    isWeak: true,
  },
  ...(
    [
      ['D|DE', 'DE', '\\d{5}'],
      ['F|FR', 'FR', '\\d{5}'],
      ['I|IT', 'IT', '\\d{5}'],
      ['E|ES', 'ES', '\\d{5}'],
      ['A|AT', 'AT', '\\d{4}'],
      ['CH', 'CH', '\\d{4}'],
      ['FL|LI', 'LI', '\\d{4}'],
      ['B|BE', 'BE', '\\d{4}'],
      ['L|LU', 'LU', '\\d{4}'],
      ['DK', 'DK', '\\d{4}'],
      ['N|NO', 'NO', '\\d{4}'],
      ['S|SE', 'SE', '\\d{3} ?\\d{2}'],
      ['FI|FIN', 'FI', '\\d{5}'],
      ['CZ', 'CZ', '\\d{3} ?\\d{2}'],
      ['SK', 'SK', '\\d{3} ?\\d{2}'],
      ['H|HU', 'HU', '\\d{4}'],
      ['SI', 'SI', '\\d{4}'],
      ['HR', 'HR', '\\d{5}'],
    ] as const
  ).map(
    ([prefix, country, code]): PostcodeForm => ({
      country,
      town: 'after',
      pattern: new RegExp(`(?<![\\p{L}\\p{N}-])(?:${prefix})[ -]{1,3}(?<code>${code})(?= {1,2}\\p{Lu})`, 'gu'),
    }),
  ),
  {
    country: null,
    town: 'after',
    isWeak: true,
    pattern: /(?<![\p{N}.,:+/-])(?<code>\d{5}|\d{3} \d{2}|\d{4})(?= {1,2}(?:['’]s-)?\p{Lu}[\p{L}'’])/gu,
  },
]

/** A code behind the town, in countries that are named beside it: "Shanghai 200233, China", "Singapore 609930". */
const NAMED_COUNTRY: PostcodeForm = {
  country: null,
  town: 'before',
  isWeak: true,
  pattern:
    /(?<=\p{L}[.,)]?[ -–]{1,3})(?<code>\d{3}[ -]\d{3}|\d{3}-\d{4}|\d{6}|\d{5}|\d{3,4})(?=$|[,.;)]|\s{0,2}(?:[-–|]\s)?\p{Lu}|\s{0,3}$)/gu,
}
/** Countries of that form by the number of digits. */
const BEHIND: Readonly<Record<string, ReadonlySet<string>>> = {
  3: new Set(alternatives('TW OM IS').split('|')),
  4: new Set(alternatives('NZ ZA PH AR CL BD GE TN VE CR BG CY HU AU').split('|')),
  5: new Set(alternatives('KR TW TH MY ID PK SA EG KE JO KW LB MA DZ UA TR MX PE US RS LK VN IL GR CZ SK').split('|')),
  6: new Set(alternatives('IN CN SG KR RU VN RO KZ BY EC CO').split('|')),
  7: new Set(alternatives('JP IL').split('|')),
}

/** Countries by the number of digits of a bare postcode in front of the town. */
const BARE: Readonly<Record<string, ReadonlySet<string>>> = {
  5: new Set(alternatives('DE FR ES IT FI HR EE LT TR UA MX RS ME BA').split('|')),
  4: new Set(alternatives('AT CH BE DK NO LU HU SI LI BG LV CY NL').split('|')),
  6: new Set(alternatives('SE CZ SK GR').split('|')),
}

const englishKind =
  alternatives(`street str st avenue aven ave av road rd boulevard boul blvd lane ln drive drv dr court crt ct place pl square sq way parkway pkwy pky highway hwy circle cir
  terrace terr ter trail trl turnpike tpke tpk plaza plz pike loop alley row crescent cres close mews gardens gdns grove quay wharf broadway expressway expy freeway fwy crossing xing bend cove commons
  causeway bypass parade esplanade boulevarde promenade rise walk hill green park estate centre center mall route rte causeway concourse fairway heights point ridge run bayou speedway tollway vista arcade`)
const germanKind =
  'stra(?:ß|ss)e|str\\.|weg|platz|allee|gasse|ring|damm|ufer|chaussee|markt|hof|steig|graben|berg|kai|stieg|promenade|straat|laan|plein|gracht|kade|singel|dreef|steenweg|baan|gatan|gata|v[äa]gen|v[äa]g|gade|vej|vei|veien|gaten|katu|tie|utca|vägen|gränd'
const frontKind =
  'rue|avenue|av\\.?|boulevard|bd\\.?|blvd|place|pl\\.?|all[ée]e|chemin|ch\\.|impasse|quai|route|rte|cours|passage|square|faubourg|parc|zone|z\\.?[ai]\\.?|calle|c/|carrer|avenida|avda\\.?|paseo|plaza|pza\\.?|ronda|carretera|ctra\\.?|pol[íi]gono|via|viale|v\\.le|piazza|p\\.za|corso|c\\.so|largo|vicolo|strada|rua|r\\.|pra[çc]a|travessa|estrada|ul\\.?|ulica|aleja|al\\.|pl\\.|os\\.|n[áa]m[ěe]st[íi]|t[řr][íi]da|am|an der|an den|auf der|auf dem|im|in der|zum|zur|unter den|alte[rs]?|gro(?:ß|ss)e[rs]?|postbus|odos'
const unit =
  '(?:suite|ste|unit|apt|apartment|flat|floor|flr?|room|rm|building|bldg|level|office|dept|department|shop|bay|lot|space|mail ?(?:stop|code)|ms|box|stock|étage|etage|piano|og|eg|top|stiege)'

const IS_BOX =
  /(?:^|[\s,])(?:p\.?\s?o\.?\s?b(?:ox)?\.?|post office box|g\.?p\.?o\.? box|locked bag|private bag|postfach|postbus|b\.?p\.?|apartado|casilla|skr\.? poczt\.?|box)\s{0,2}#?\d{1,7}/i
const IS_UNIT = new RegExp(
  `^(?:${unit}\\b\\.?\\s{0,2}#?\\s?[\\p{L}\\p{N}-]{1,8}|#\\s?[\\p{L}\\p{N}-]{1,8}|\\d{1,3}(?:st|nd|rd|th)\\s(?:floor|fl)\\.?|(?:ground|first|second|third|fourth|fifth|sixth|top) floor|\\p{L}{1,2}\\d{1,4})\\b.{0,25}$`,
  'iu',
)
const NUMBER =
  '(?:n[o°º]\\.?\\s?)?\\d{1,6}(?:\\s?[-–/&]\\s?\\d{1,6})?(?:\\s?(?:bis|ter|½|1/2)|\\s?[A-Za-z](?![\\p{L}]))?'
const ENGLISH = new RegExp(`^${NUMBER},?\\s(?:.{0,50}?\\s)?(?:${englishKind})(?![\\p{L}\\p{N}])`, 'iu')
const NAMED = new RegExp(
  `^(?:one|two|three|four|five|six|seven|eight|nine|ten)\\s(?:.{0,40}?\\s)(?:${englishKind})(?![\\p{L}])`,
  'iu',
)
const ROAD = new RegExp(
  `^(?:${NUMBER},?\\s)?(?:[NSEW]\\.?\\s)?(?:(?:US|U\\.S\\.|state|county|interstate|old|FM|CR|SR|I)[\\s-](?:highway|hwy|road|rd|route|rte)?\\.?\\s?\\d{1,5}|(?:highway|hwy|route|rte|rural route|rr)\\.?\\s\\d{1,5})`,
  'iu',
)
const KIND_ALONE = new RegExp(`^\\p{Lu}[\\p{L}.'’ -]{2,40}\\s(?:${englishKind})(?![\\p{L}])\\.?$`, 'iu')
const NUMBER_BEHIND = new RegExp(
  `^(?:\\p{Lu}|['’]s-)[\\p{L}.'’/ -]{0,50}?(?:${germanKind})\\.?,?\\s{0,2}\\d{1,4}(?:\\s?[-–/+]\\s?\\d{1,4})?\\s?[a-z]?(?![\\p{L}])`,
  'iu',
)
const KIND_FIRST = new RegExp(`^(?:${NUMBER},?\\s)?(?:${frontKind})(?:\\s|(?<=[./]))[\\p{L}\\d.'’/ -]{2,60}`, 'iu')
/** A name and a number behind it: the street of half of Europe, but also much else, so it counts only right before a postcode. */
const BARE_STREET = /^\p{Lu}[\p{L}.'’-]+(?:\s[\p{L}.'’-]+){0,4},?\s\d{1,3}(?:\s?[-–/+]\s?\d{1,4})?\s?[a-zA-Z]?$/u
const PLAIN_NUMBERED =
  /^\d{1,6}[A-Za-z]?(?:-\d{1,5})?\s(?:[NSEW]{1,2}\.?\s)?(?:\d{1,3}(?:st|nd|rd|th)|\p{Lu}[\p{L}.'’-]*)(?:\s(?:[\p{Lu}\d#][\p{L}\d.'’#-]*|de|la|del|of|the|and|&)){0,5}$/u

const MONTH =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember)\b\.?,?\s?(?:\d|$)/i
const LABEL =
  /^(?:(?:our |the |mailing |postal |street |physical |visiting |business |office |corporate |head ?office |headquarters |main |billing |return |company |registered |store )*(?:address|location|headquarters|hq|office|visit us(?: at)?|find us(?: at)?|located at|mail(?:ing)?(?: to)?|write(?: to)?(?: us)?(?: at)?|by (?:post|mail)|snail mail|adresse|anschrift|sitz|indirizzo|sede(?: legale)?|dirección|direccion|endereço|morada|adres|adress|siège(?: social)?))\s?(?:is)?\s?[:：–-]\s*/iu

interface Part {
  text: string
  /** Lines up from the postcode. */
  up: number
}

/** How sure a part is a street: 3 by its kind, 2 by a box or a road's number, 1 by its looks; 0 when it is none. */
function streetRank(text: string, town: PostcodeForm['town']): 0 | 1 | 2 | 3 {
  if (text.length < 4 || text.length > 90 || MONTH.test(text) || /[@?!:]|https?|www\./i.test(text)) return 0
  if (IS_BOX.test(text)) return text.length < 60 ? 2 : 0
  if (ENGLISH.test(text) || NAMED.test(text)) return 3
  if (NUMBER_BEHIND.test(text)) return 3
  if (KIND_FIRST.test(text) && /\d/.test(text)) return town === 'after' || /^\d/.test(text) ? 3 : 1
  if (ROAD.test(text)) return 2
  if (town === 'after') return BARE_STREET.test(text) ? 1 : 0
  if (PLAIN_NUMBERED.test(text)) return 1
  return KIND_ALONE.test(text) ? 1 : 0
}

/** A part freed of what leads to it: a label, or words before the number of the house. */
function streetIn(
  part: string,
  town: PostcodeForm['town'],
): { street: string; rank: number; isWhole: boolean } | undefined {
  const text = part.replace(LABEL, '').trim()
  const rank = streetRank(text, town)
  if (rank > 0) return { street: text, rank, isWhole: true }
  // "Acme Tower 12 Main Street", "Visit us at 12 Main Street".
  for (const match of text
    .slice(0, 160)
    .matchAll(/(?<=[\s:])(?=\d{1,6}[A-Za-z]?(?:-\d+)?\s\p{Lu}|p\.?\s?o\.?\s?box)/giu)) {
    const tail = text.slice(match.index)
    const tailRank = streetRank(tail, town)
    if (tailRank > 1) {
      const head = text.slice(0, match.index).trim()
      const isBuilding = /^(?:\p{Lu}[\p{L}\d'’.-]*\s?){1,5}$/u.test(head)
      return { street: isBuilding ? text : tail, rank: tailRank, isWhole: isBuilding }
    }
  }
  return undefined
}

const SEPARATOR = /\s*[,;|•·◊♦▪●*]\s*|\s+[–—-]\s+|\s{0,2}\/\/\s{0,2}/

/** Where "12 Main Street Springfield" goes over into the town. */
const TOWN_BEHIND = new RegExp(
  `^(?<street>${NUMBER},?\\s.{0,50}?(?:${englishKind})\\.?(?:\\s(?:[NSEW]{1,2}\\.?|north|south|east|west)(?=\\s|$))?(?:,?\\s(?:${unit}\\.?\\s?#?[\\p{L}\\p{N}-]{1,6}|#\\s?[\\p{L}\\p{N}-]{1,6}))?)\\s(?<city>\\p{Lu}[\\p{L}.'’-]*(?:\\s\\p{Lu}[\\p{L}.'’-]*){0,3})$`,
  'iu',
)

const isTown = (text: string) =>
  /^(?:\p{Lu}|['’]s-)[\p{L}\p{M}.'’ ()/-]{1,40}$/u.test(text) &&
  text.split(/\s+/).length <= 5 &&
  !/\b(?:phone|tel|fax|email|address|hours|contact|suite)\b/i.test(text)

const maxText = 60_000
const maxAddresses = 40
const linesBefore = 5

/**
 * The addresses of a text in its order. `home` (ISO 3166-1 alpha-2) is where a postcode of several countries belongs, null when
 * unknown; where it is sure, neither the language of a street nor the number of digits speaks against it.
 */
export function addressesIn(text: string, home: string | null, isSure = false): PostalAddress[] {
  const lines = text.slice(0, maxText).split('\n')
  const found: PostalAddress[] = []
  const taken = new Set<string>()
  for (const [at, line] of lines.entries()) {
    if (line.length > 1_500 || !/\d/.test(line)) continue
    for (const form of [...FORMS, NAMED_COUNTRY]) {
      for (const match of line.matchAll(form.pattern)) {
        const code = match.groups?.code ?? ''
        const place = `${at}:${match.index + match[0].indexOf(code)}`
        if (taken.has(place)) continue
        const address = addressAt(lines, at, match, form, home, isSure)
        if (!address) continue
        taken.add(place)
        found.push(address)
        if (found.length >= maxAddresses) return found
      }
    }
  }
  return [...found, ...streetsAlone(lines, found)].slice(0, maxAddresses)
}

/** Every word as names of streets are written. */
const IS_CAPITALISED = /^(?:(?:[\p{Lu}\d#(][\p{L}\d.'’&/#()-]*|de|la|of|the|and|&|der|den|van),?\s?)+$/u

/** Lines that are a numbered street and nothing else, or a street with its town, where no postcode is written. */
function streetsAlone(lines: readonly string[], found: readonly PostalAddress[]): PostalAddress[] {
  const known = found.map(({ street }) => street ?? '').join('\n')
  const alone: PostalAddress[] = []
  for (const [at, line] of lines.entries()) {
    if (line.length > 120 || !/\d/.test(line) || found.some((one) => one.line === at)) continue
    const parts = line
      .replace(LABEL, '')
      .split(SEPARATOR)
      .map((part) => part.trim())
      .filter((part) => part !== '')
    const [first = '', second = '', third = ''] = parts
    const isWhole =
      parts.length === 1 || (parts.length <= 4 && (isTown(second) || (IS_UNIT.test(second) && isTown(third))))
    if (
      !isWhole ||
      first.split(/\s+/).length > 8 ||
      streetRank(first, 'before') < 3 ||
      !IS_CAPITALISED.test(first) ||
      known.includes(first)
    )
      continue
    const next = (lines[at + 1] ?? '').split(',')[0]?.trim() ?? ''
    const city =
      parts.length > 1
        ? isTown(second)
          ? second
          : third
        : isTown(next) && (lines[at + 1] ?? '').includes(',')
          ? next
          : null
    const street = IS_UNIT.test(second) ? `${first}, ${second}` : first
    if (alone.some((one) => one.street === street)) continue
    alone.push({ street, postcode: null, city, region: null, country: null, quote: line.slice(0, 300), line: at })
  }
  return alone
}

function addressAt(
  lines: readonly string[],
  at: number,
  match: RegExpExecArray,
  form: PostcodeForm,
  home: string | null,
  isSure: boolean,
): PostalAddress | undefined {
  const line = lines[at] ?? ''
  const code = match.groups?.code ?? ''
  const before = partsBefore(lines, at, line.slice(0, match.index))
  const behind = line.slice(match.index + match[0].length)
  let city: string | null = null
  let state: string | undefined
  if (form.town === 'before') {
    if (form.country === 'BR' || form === NAMED_COUNTRY) state = takeState(before, form)
    const last = before.at(-1)
    const joint = last && TOWN_BEHIND.exec(last.text)
    if (last && joint?.groups) {
      before.splice(-1, 1, { text: joint.groups.street ?? '', up: last.up })
      city = joint.groups.city ?? null
    } else if (last && isTown(last.text) && streetRank(last.text, form.town) < 2) {
      city = last.text
      before.pop()
    }
  } else
    city =
      /^[,\s]{0,3}((?:['’]s-)?\p{Lu}[\p{L}\p{M}.'’/-]*(?:\s(?:\(?\p{Lu}[\p{L}\p{M}.'’/)-]*|a[mn]|an der|im|in|ob|bei|de|la|le|les|sur|sous|en|d'|del|di|den|aan|i|nad|pod|cedex)(?![\p{L}])(?:\s\d{1,2}(?!\d))?){0,4})/u
        .exec(behind)?.[1]
        ?.trim() ?? null
  const street = streetOf(form.country === 'BR' ? withNumbers(before) : before, form)
  const needsStreet = form.isWeak && form !== NAMED_COUNTRY
  if (
    form.country === null &&
    form.town === 'after' &&
    streetRank(`${code}${behind.split(SEPARATOR)[0] ?? ''}`, 'before') > 1
  )
    return undefined
  if (needsStreet && (!street || (form.town === 'after' && !city))) return undefined
  // A state and five digits by themselves are also the end of a part's number.
  if (!street && !city) return undefined
  if (form.country === 'US' && match.groups?.region === 'USA' && !street) return undefined
  const isNamed = form === NAMED_COUNTRY
  const country = isNamed
    ? countryBeside(code, lines, at, line.slice(0, match.index), behind, isSure ? home : null)
    : (form.country ?? countryOf(code, street ?? '', lines, at, behind, home, isSure))
  if (isNamed && country === null) return undefined
  if (form.country === null && code.replace(/\s/g, '').length === 4 && country === null) return undefined
  const region = match.groups?.region && match.groups.region !== 'USA' ? match.groups.region : (state ?? null)
  const end = form.town === 'after' ? `${match[0]} ${city ?? ''}` : match[0]
  return {
    street,
    postcode: code.replace(/\s?[-–]\s?(?=\d{4}$)/, '-'),
    city: city?.replace(/^(?:in|of)\s/i, '').replace(/\s*\([^()]*$/, '') ?? null,
    region,
    country,
    quote: [street, form.town === 'before' ? city : null, end.trim()].filter(Boolean).join(', ').slice(0, 300),
    line: at,
  }
}

/** Takes the state off the end of the parts, where a town stands before it: "São Paulo, SP", "Mumbai MH", "Curitiba, Paraná". */
function takeState(parts: Part[], { town, country }: PostcodeForm): string | undefined {
  const [last, before] = [parts.at(-1), parts.at(-2)]
  if (!last) return undefined
  const [, place = '', letters] = /^(.*\p{Ll}.*?)\s?[\s/–-]\s?\(?([A-Z]{2,3})$/u.exec(last.text) ?? []
  if (letters && isTown(place) && streetRank(place, town) < 2) {
    parts.splice(-1, 1, { ...last, text: place })
    return letters
  }
  const isPlace = before && isTown(before.text) && streetRank(before.text, town) < 2
  // A town may be called as its state is, and have a quarter before it.
  const isState =
    country !== null && regionOf(country, last.text) && !/^(?:S[ãa]o Paulo|Rio de Janeiro)$/i.test(last.text)
  if (!isPlace || !(isState || /^[A-Z]{2,3}$/.test(last.text))) return undefined
  parts.pop()
  return last.text
}

/** "Av. Paulista, 1578": the number of the house is a part of its own; a quarter ("Bela Vista") is no street. */
function withNumbers(parts: readonly Part[]): Part[] {
  const all: Part[] = []
  for (const part of parts) {
    const last = all.at(-1)
    const isNumber = /^(?:n[.ºo°]*\s?)?\d{1,5}\s?[a-z]?$/iu.test(part.text)
    if (isNumber && last && KIND_FIRST.test(last.text) && !/\d/.test(last.text))
      all.splice(-1, 1, { ...last, text: `${last.text}, ${part.text}` })
    else all.push(part)
  }
  return all
}

/** The parts before a postcode, nearest last. */
function partsBefore(lines: readonly string[], at: number, head: string): Part[] {
  const parts: Part[] = []
  for (let up = Math.min(linesBefore, at); up >= 0; up -= 1) {
    const text = up === 0 ? head : (lines[at - up] ?? '')
    for (const part of text.slice(-300).split(SEPARATOR)) {
      const bare = part.replace(/^[\s(]+|[\s,.:(-]+$/g, (edge) => (edge.startsWith('.') ? '.' : ''))
      if (bare !== '' && bare !== '.') parts.push({ text: bare, up })
    }
  }
  return parts.slice(-12)
}

/** The street among the parts before a town: the nearest that is one, with its suite, box or building. */
function streetOf(parts: readonly Part[], { town, country }: PostcodeForm): string | null {
  // In Britain and Ireland a village, a town and a county stand between.
  const mostBetween = country === 'GB' || country === 'IE' ? 4 : country === 'BR' || country === null ? 3 : 1
  let between = 0
  for (let at = parts.length - 1; at >= 0 && between <= mostBetween; at -= 1) {
    const text = parts[at]?.text ?? ''
    if (IS_UNIT.test(text.replace(LABEL, ''))) continue
    const street = country === 'BR' && !/\d/.test(text) ? undefined : streetIn(text, town)
    if (!street || (street.rank === 1 && between > (town === 'before' && mostBetween > 1 ? 4 : 0))) {
      between += 1
      if (text.length > 60 || !/^\p{Lu}/u.test(text)) return null
      continue
    }
    const units: string[] = []
    for (const part of parts.slice(at + 1)) {
      if (!IS_UNIT.test(part.text) && !IS_BOX.test(part.text)) break
      units.push(part.text)
    }
    const front = street.isWhole ? leadOf(parts, at, town) : []
    return [...front, street.street, ...units].join(', ').slice(0, 200)
  }
  return null
}

/** What belongs to the street and stands before it: a house with a name, a suite, or the street of a box. */
function leadOf(parts: readonly Part[], at: number, town: PostcodeForm['town']): string[] {
  const part = parts[at - 1]
  if (!part || part.up - (parts[at]?.up ?? 0) > 1) return []
  const text = part.text.replace(LABEL, '')
  const isStreet = streetRank(text, town) > 1 && (IS_BOX.test(parts[at]?.text ?? '') || IS_BOX.test(text))
  const isUnit = town === 'before' && IS_UNIT.test(text) && text.length < 30
  const isHouse =
    /^\p{Lu}[\p{L}\d.'’& -]{2,40}\s(?:house|building|tower|court|mill|works|hall|lodge|business park|office park|industrial estate|trading estate|centre|center|plaza)$/iu.test(
      text,
    )
  return isStreet || isUnit || isHouse ? [text] : []
}

/** The country that is named right behind a postcode, on the next line, or before it. */
function countryBeside(
  code: string,
  lines: readonly string[],
  at: number,
  head: string,
  behind: string,
  sure: string | null,
): string | null {
  const among = BEHIND[code.replace(/\D/g, '').length] ?? new Set()
  if (sure !== null) return among.has(sure) ? sure : null
  const last =
    head
      .split(/[,;|•·]/)
      .at(-1)
      ?.trim()
      .replace(/[-–\s]+$/, '') ?? ''
  const texts = [
    behind.replace(/^[\s,.;)–-]+/, '').split(/[,;|•·(]|\s[-–]\s/)[0] ?? '',
    ...(behind.trim().length < 3 ? [(lines[at + 1] ?? '').split(',')[0] ?? ''] : []),
    last,
  ]
  for (const text of texts) {
    const named = text.trim().length > 3 && text.length < 40 ? readCountry(text.trim())?.country.iso2 : undefined
    if (named && among.has(named)) return named
  }
  return null
}

/** The country of a bare postcode: one that is named behind it, the language of the street, or the one the site is in. */
function countryOf(
  code: string,
  street: string,
  lines: readonly string[],
  at: number,
  behind: string,
  home: string | null,
  isSure: boolean,
): string | null {
  if (isSure) return home
  const among = BARE[code.length] ?? new Set()
  const ends = [behind.split(/[,;|•·]|\s[-–]\s/).at(-1) ?? '', lines[at + 1] ?? '']
  for (const end of ends) {
    const text = end.trim()
    const named = text.length > 2 && text.length < 40 ? readCountry(text)?.country.iso2 : undefined
    if (named && among.has(named)) return named
  }
  if (home && among.has(home)) return home
  if (/stra(?:ß|ss)e|str\.|platz|gasse|allee|chaussee|damm/i.test(street) && among.has('DE')) return 'DE'
  if (/\b(?:rue|chemin|impasse|faubourg|all[ée]e)\b/i.test(street) && among.has('FR')) return 'FR'
  if (/\b(?:via|viale|piazza|corso|vicolo)\b/i.test(street) && among.has('IT')) return 'IT'
  if (/\b(?:calle|avenida|avda|paseo|carrer|ronda)\b|c\//i.test(street) && among.has('ES')) return 'ES'
  if (/(?:gade|vej)\b/i.test(street) && among.has('DK')) return 'DK'
  if (/(?:gatan|vägen)\b/i.test(street) && among.has('SE')) return 'SE'
  return null
}

/** How strongly the addresses of a page speak for countries. */
export function countryVotes(addresses: readonly PostalAddress[]): Map<string, number> {
  const votes = new Map<string, number>()
  for (const { country, street } of addresses)
    if (country) votes.set(country, Math.min(8, (votes.get(country) ?? 0) + (street ? 3 : 2)))
  return votes
}
