// Organisation facts that a page states for machines: JSON-LD, microdata and RDFa in the vocabulary of schema.org.
import type { Json, JsonObject } from '../../kernel/json.ts'
import { readJson } from '../../kernel/read-json.ts'
import { registrableDomain } from '../domains/domain.ts'
import { readPersonName } from '../names/person-name.ts'
import { readCountry } from '../places/country.ts'
import { clean, type PageFacts, type PageItem } from './website-reader.page.ts'
import { type FoundPerson, personOf } from './website-reader.people.ts'

export interface Organisation {
  name: string | null
  legal_name: string | null
  description: string | null
  logo: string | null
  founded_year: number | null
  employee_count: number | null
  vat_id: string | null
  street: string | null
  postcode: string | null
  city: string | null
  region: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
  phones: string[]
  faxes: string[]
  emails: string[]
  same_as: string[]
  /** As the page writes them, or put together from its parts: `Mo-Fr 09:00-17:00`. */
  opening_hours: string[]
}

const maxNodes = 3_000
const maxDepth = 12

const organisationType =
  /(?:Organi[sz]ation|Corporation|Business|Store|Shop|Company|Restaurant|Hotel|Agency|Dealer|Clinic|Hospital|Dentist|Physician|Attorney|Notary|Service|Contractor|Electrician|Plumber|Locksmith|HousePainter|Bakery|Brewery|Winery|Bar|Pub|Cafe|CoffeeShop|School|University|College|Library|Museum|NGO|Airline|Consortium|Cooperative|Club|Team|Association|Salon|Spa|Gym|Resort|Motel|Hostel|Bank|CreditUnion|Embassy|Courthouse|Pharmacy|Optician|Florist|Market|Center|Centre|Studio|Publisher)$/
const otherType =
  /^(?:Service|FinancialProduct|GovernmentService|FoodService|BroadcastService|CableOrSatelliteService|Taxi)$/
/** Properties whose value is another organisation than the one the page is of. */
const elsewhere = new Set(
  'itemReviewed worksFor alumniOf memberOf member affiliation seller offeredBy customer sponsor funder competitor parentOrganization subOrganization owns brand manufacturer hiringOrganization'.split(
    ' ',
  ),
)

/** Reads one JSON-LD block, forgiving what site builders get wrong; null when it cannot be understood. */
export function parseJsonLd(text: string): Json | null {
  const bare = text
    .trim()
    .replace(/^(?:\/\/\s*|\/\*\s*)?<!\[CDATA\[(?:\s*\*\/)?/, '')
    .replace(/(?:\/\/\s*|\/\*\s*)?\]\]>(?:\s*\*\/)?$/, '')
    .replace(/^<!--(?![\s\S]{0,2000}?-->\s*[{[])/, '')
    .replace(/-->$/, '')
    .replace(/;\s*$/, '')
  for (const attempt of [
    (t: string) => t,
    repaired,
    (t: string) => repaired(t.replaceAll('&quot;', '"').replaceAll('&amp;', '&')),
  ]) {
    const { value, fault } = readJson(attempt(bare))
    if (!fault) return typeof value === 'object' ? value : null
  }
  return null
}

const comments: readonly [string, string][] = [
  ['//', '\n'],
  ['/*', '*/'],
  ['<!--', '-->'],
]

/** Without comments and commas too many, and with control characters in texts escaped; one pass, knows texts from the rest. */
function repaired(json: string): string {
  const out: string[] = []
  /** Where in `out` the last sign stands that is not white space. */
  let last = -1
  let at = 0
  while (at < json.length) {
    const char = json[at] ?? ''
    const comment = char === '/' || char === '<' ? comments.find(([open]) => json.startsWith(open, at)) : undefined
    if (comment) {
      const end = json.indexOf(comment[1], at + 2)
      at = end < 0 ? json.length : end + comment[1].length
      continue
    }
    let end = at + 1
    if (char === '"') {
      while (end < json.length && json[end] !== '"') end += json[end] === '\\' ? 2 : 1
      end += 1
    } else if (/[\]},]/.test(char) && out[last] === ',') out[last] = ''
    if (!/\s/.test(char)) last = out.length
    out.push(char === '"' ? json.slice(at, end).replace(/\p{Cc}/gu, escapedControl) : char)
    at = end
  }
  return out.join('')
}

function escapedControl(control: string): string {
  return control === '\n' ? '\\n' : control === '\t' ? '\\t' : ' '
}

interface Node {
  value: JsonObject
  /** Property it hangs on; null for a top node. */
  via: string | null
  top: boolean
}

/** All objects of the blocks, outermost first. */
function nodesOf(blocks: readonly Json[]): Node[] {
  const nodes: Node[] = []
  const queue: { value: Json; via: string | null; top: boolean; depth: number }[] = blocks.map((value) => ({
    value,
    via: null,
    top: true,
    depth: 0,
  }))
  for (const { value, via, top, depth } of queue) {
    if (queue.length > maxNodes || depth > maxDepth || value === null || typeof value !== 'object') continue
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 200)) queue.push({ value: item, via, top, depth: depth + 1 })
      continue
    }
    nodes.push({ value, via, top })
    for (const [key, member] of Object.entries(value).slice(0, 100)) {
      if (member !== null && typeof member === 'object') {
        queue.push({
          value: member,
          via: key,
          top: top && (key === '@graph' || key === 'mainEntity'),
          depth: depth + 1,
        })
      }
    }
  }
  return nodes
}

function asNode(item: PageItem, depth = 0): JsonObject {
  const members: [string, Json][] = Object.entries(item.properties).map(([name, values]) => [
    name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('#'), name.lastIndexOf(':')) + 1),
    values.flatMap((value): Json[] =>
      typeof value === 'string' ? [value] : depth < maxDepth ? [asNode(value, depth + 1)] : [],
    ),
  ])
  return { '@type': item.types, ...Object.fromEntries(members) }
}

function typesOf(node: JsonObject): string[] {
  return list(node['@type']).flatMap((type) => (typeof type === 'string' ? [type.replace(/^.*[/#:]/, '')] : []))
}

function list(value: Json | undefined): Json[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]
}

/** The first text of a property, whether it is written as text, number, `@value`, or an object with a name. */
function textOf(value: Json | undefined): string | null {
  for (const item of list(value)) {
    if (typeof item === 'number') return String(item)
    const text =
      typeof item === 'string'
        ? item
        : item && typeof item === 'object' && !Array.isArray(item)
          ? textOf(item['@value'] ?? item.name ?? null)
          : null
    const tidy = text && clean(text.replace(/<[^>]{0,200}>/g, ' '))
    if (tidy) return tidy.slice(0, 4000)
  }
  return null
}

function textsOf(value: Json | undefined): string[] {
  return list(value).flatMap((item) => textOf(item) ?? [])
}

function urlOf(value: Json | undefined, base: string): string | null {
  for (const item of list(value)) {
    const text =
      typeof item === 'string'
        ? item
        : item && typeof item === 'object' && !Array.isArray(item)
          ? textOf(item.url ?? item.contentUrl ?? item['@id'] ?? null)
          : null
    if (text && URL.canParse(text, base) && /^https?:$/.test(new URL(text, base).protocol))
      return new URL(text, base).href
  }
  return null
}

/** The organisation a page is of, by what it states; null when it states none. `address` is where the page was read. */
export function readOrganisation(page: PageFacts, address: string): Organisation | null {
  const blocks = page.jsonLd.slice(0, 30).flatMap((text) => parseJsonLd(text) ?? [])
  const nodes = nodesOf([...blocks, ...page.items.slice(0, 100).map((item) => asNode(item))])
  const byId = new Map<string, JsonObject>()
  for (const { value } of nodes)
    if (typeof value['@id'] === 'string' && Object.keys(value).length > 1) byId.set(value['@id'], value)
  const whole = (value: Json | undefined): JsonObject | null => {
    const [item] = list(value)
    if (!item || typeof item !== 'object' || Array.isArray(item)) return null
    return Object.keys(item).length === 1 && typeof item['@id'] === 'string' ? (byId.get(item['@id']) ?? item) : item
  }
  const site = registrableDomain(new URL(address).hostname)
  const score = ({ value, via, top }: Node): number => {
    const urls = [...textsOf(value.url), ...textsOf(value.sameAs), ...textsOf(value['@id'])]
    const domainOf = (url: string) =>
      URL.canParse(url, address) ? registrableDomain(new URL(url, address).hostname) : null
    const own = urls.some((url) => domainOf(url) === site)
    // A badge or a widget states the firm that made it; what is called like the site is its own under another address.
    const elsewhereAt = [...textsOf(value.url), ...textsOf(value['@id'])].filter((url) => /^https?:/i.test(url))
    const isOther = !own && site !== null && elsewhereAt.some((url) => domainOf(url) !== null) && !isCalled(value, site)
    return (
      (own ? 4 : 0) +
      (top ? 2 : 0) +
      (value.address ? 1 : 0) +
      (value.telephone ? 1 : 0) +
      (isOther ? -6 : 0) +
      (via && elsewhere.has(via) ? -6 : 0)
    )
  }
  const [best] = nodes
    .filter(
      ({ value }) => textOf(value.name) !== null || textOf(value.legalName) !== null || value.address !== undefined,
    )
    .filter(({ value }) => typesOf(value).some((type) => organisationType.test(type) && !otherType.test(type)))
    .map((node) => ({ node, score: score(node) }))
    .filter((found) => found.score >= 0)
    .sort((a, b) => b.score - a.score)
  return best ? factsOf(best.node.value, whole, address) : null
}

/** What templates leave where a name belongs. */
const PLACEHOLDER =
  /(?:^|\s)(?:name|founder|owner|author|admin|administrator|editor|user|your|full|first|team)(?:\s|$)/i

/** Whether an organisation has the name that its site's domain begins with. */
function isCalled(node: JsonObject, site: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const label = plain(site.split('.')[0] ?? '')
  return [textOf(node.name), textOf(node.legalName)].some((name) => {
    const said = plain(name ?? '')
    return said.length > 2 && label.length > 2 && (said.includes(label) || label.includes(said))
  })
}

/** People with a title that a page states for machines. */
export function readPeople(page: PageFacts, address: string): FoundPerson[] {
  const blocks = page.jsonLd.slice(0, 30).flatMap((text) => parseJsonLd(text) ?? [])
  const nodes = nodesOf([...blocks, ...page.items.slice(0, 100).map((item) => asNode(item))])
  return nodes.flatMap(({ value, via }) => {
    const full = typesOf(value).includes('Person') ? textOf(value.name) : null
    const title = textOf(value.jobTitle) ?? (via && /^founders?$/.test(via) ? 'Founder' : null)
    const name = full === null ? full : readPersonName(full)
    if (
      !full ||
      !title ||
      PLACEHOLDER.test(full) ||
      name === null ||
      typeof name === 'string' ||
      name.first === '' ||
      name.last === ''
    )
      return []
    const person = personOf(
      { full: name.full, first: name.first, last: name.last },
      title.slice(0, 120),
      0.9,
      `${full}, ${title}`,
    )
    const email = textOf(value.email)?.replace(/^mailto:/i, '') ?? null
    return [
      {
        ...person,
        email: email && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? email.toLowerCase() : null,
        profile_url: urlOf(value.sameAs ?? value.url, address),
      },
    ]
  })
}

function factsOf(
  node: JsonObject,
  whole: (value: Json | undefined) => JsonObject | null,
  address: string,
): Organisation {
  const place = whole(node.address) ?? whole(whole(node.location)?.address)
  const points = list(node.contactPoint)
    .map((point) => whole(point))
    .filter((point) => point !== null)
  const employees = whole(node.numberOfEmployees)
  const count = Number(
    (employees ? textOf(employees.value) : textOf(node.numberOfEmployees))?.replace(/[,.\s](?=\d{3}\b)/g, '') ??
      Number.NaN,
  )
  const year = Number(/\b(?:1[0-9]|20)\d{2}\b/.exec(textOf(node.foundingDate) ?? '')?.[0] ?? Number.NaN)
  const countryText = textOf(place?.addressCountry)
  const part = (name: string) => textOf(place?.[name])?.slice(0, 200) ?? null
  return {
    name: textOf(node.name)?.slice(0, 200) ?? null,
    legal_name: textOf(node.legalName)?.slice(0, 200) ?? null,
    description: textOf(node.description),
    logo: urlOf(node.logo, address),
    founded_year: Number.isInteger(year) ? year : null,
    employee_count: Number.isInteger(count) && count > 0 ? count : null,
    vat_id: textOf(node.vatID)?.slice(0, 40) ?? null,
    street: part('streetAddress'),
    postcode: part('postalCode'),
    city: part('addressLocality'),
    region: part('addressRegion'),
    country: (countryText && readCountry(countryText)?.country.iso2) ?? null,
    phones: [...textsOf(node.telephone), ...points.flatMap((point) => textsOf(point.telephone))],
    faxes: [...textsOf(node.faxNumber), ...points.flatMap((point) => textsOf(point.faxNumber))],
    emails: [...textsOf(node.email), ...points.flatMap((point) => textsOf(point.email))],
    same_as: textsOf(node.sameAs).slice(0, 50),
    opening_hours: [...textsOf(node.openingHours), ...hoursOf(node.openingHoursSpecification, whole)]
      .slice(0, 14)
      .map((hours) => hours.slice(0, 200)),
  }
}

/** `Monday, Tuesday 09:00-17:00` for each part; one without times is closed that day, and says nothing of when it is open. */
function hoursOf(parts: Json | undefined, whole: (value: Json | undefined) => JsonObject | null): string[] {
  return list(parts).flatMap((one) => {
    const part = whole(one)
    const [opens, closes] = [textOf(part?.opens), textOf(part?.closes)].map(
      (time) => /^\d{1,2}:\d{2}/.exec(time ?? '')?.[0],
    )
    const days = textsOf(part?.dayOfWeek).map((day) => day.replace(/^.*\//, ''))
    return opens && closes && opens !== closes ? [`${days.join(', ')} ${opens}-${closes}`.trim()] : []
  })
}
