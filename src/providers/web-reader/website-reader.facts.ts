// Brings what the pages of one site say together into one answer, with how sure each part is.

import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { isRoleName } from '../../engine/values/role-names.ts'
import type { ValuePlace } from '../../engine/waterfall/outcome.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { readHost, registrableDomain } from '../domains/domain.ts'
import { isFreeMail } from '../domains/shared-hosts.ts'
import type { FieldName } from '../kit/fields.ts'
import { type SocialProfile, socialProfile } from '../socials/social-profile.ts'
import { jobPostingsIn, jobValue } from './job-postings.ts'
import { addressesOn } from './website-reader.addresses.ts'
import { articleOf } from './website-reader.article.ts'
import { EMAIL_SOURCES, type EmailSource, type FoundEmail, findEmails } from './website-reader.emails.ts'
import { openingHoursOf } from './website-reader.hours.ts'
import type { SitePage } from './website-reader.links.ts'
import { logoOf } from './website-reader.logo.ts'
import { nameOf } from './website-reader.name.ts'
import { clean, type PageFacts } from './website-reader.page.ts'
import { type FoundPerson, peopleIn } from './website-reader.people.ts'
import { type FoundPhone, findPhones, MOST_PHONES } from './website-reader.phones.ts'
import { placeOf } from './website-reader.place.ts'
import { type Organisation, readOrganisation, readPeople } from './website-reader.structured.ts'

export interface SiteFacts {
  values: JsonObject
  confidence: Partial<Record<FieldName, number>>
  /** Where each value stands. */
  places: Partial<Record<FieldName, ValuePlace>>
  /** Says who the site is of, or how to reach them; false for a page that has nothing but a title. */
  tellsOfFirm: boolean
}

/** Fewer characters than a page that tells something has. */
export const SHORT_TEXT = 200
const maxList = 100
const maxDescription = 1_000

/** Mailboxes of a role, the general ones first: the lower, the more a stranger is meant to write there. */
const roles: readonly RegExp[] = [
  /^(?:info|infos|information|contact|contacts|contactus|kontakt|kontakty|contacto|contato|contatto|contatti|hello|hi|hallo|hej|ola|hola|bonjour|ciao|office|mail|email|post|enquir(?:y|ies)|inquir(?:y|ies)|general|reception|zentrale|buero|secretariat|sekretariat|biuro|iroda|toimisto|ask|team|welcome|company|firma|correo|commercial|anfrage|servus|moin)$/,
  /^(?:sales|vertrieb|verkauf|ventas|vendas|vendite|ventes|business|support|help|helpdesk|service|kundenservice|customer-?service|customercare|care|admin|administration|accueil|booking|bookings|reservations|orders|shop|store)$/,
  /^(?:press|presse|media|marketing|pr|partners|partner|partnerships|hr|jobs|job|career|careers|karriere|bewerbung|recruiting|investors?|ir|webmaster|newsletter)$/,
  /^(?:privacy|datenschutz|dpo|dsb|legal|abuse|security|postmaster|hostmaster|gdpr|compliance|copyright|dmca|billing|invoices?|accounting|buchhaltung|unsubscribe)$/,
  /^(?:no-?reply|do-?not-?reply|mailer-daemon|bounce|bounces)$/,
]
const personRank = 2.5

function roleRank(email: string): number {
  const local = email.slice(0, email.lastIndexOf('@')).replace(/[._-]?\d+$/, '')
  const rank = roles.findIndex((role) => role.test(local))
  if (rank >= 0) return rank
  return isRoleName(local) ? 1.5 : personRank
}

interface RankedEmail extends FoundEmail {
  own: boolean
  free: boolean
  rank: number
  page: number
}

/** The addresses of the site, the one to write to first: the site's own domain, then free mail, then others; general mailboxes first. */
function rankEmails(found: readonly { emails: FoundEmail[]; page: number }[], site: string | null): RankedEmail[] {
  const seen = new Map<string, RankedEmail>()
  for (const { emails, page } of found) {
    for (const one of emails) {
      const domain = registrableDomain(one.email.slice(one.email.lastIndexOf('@') + 1)) ?? ''
      const own = site !== null && domain === site
      const known = seen.get(one.email)
      if (!known || EMAIL_SOURCES.indexOf(one.source) < EMAIL_SOURCES.indexOf(known.source))
        seen.set(one.email, { ...one, own, free: isFreeMail(domain), rank: roleRank(one.email), page })
    }
  }
  const place = ({ own, free }: RankedEmail) => (own ? 0 : free ? 1 : 2)
  // What the page shows comes before what a script or a hidden block has.
  const unseen = ({ source }: RankedEmail) => (source === 'script' || source === 'hidden' ? 1 : 0)
  return [...seen.values()].sort(
    (a, b) => place(a) - place(b) || unseen(a) - unseen(b) || a.rank - b.rank || a.page - b.page,
  )
}

/** Confidence of an address by where it stands, relative to one that the page shows. Text in scripts may not be meant for readers. */
const sureBySource: Readonly<Record<EmailSource, number>> = {
  link: 1,
  structured: 1,
  text: 1,
  decoded: 0.95,
  attribute: 0.85,
  script: 0.75,
  hidden: 0.65,
}

const whereItStands: Readonly<Record<EmailSource, string>> = {
  link: 'the target of a link',
  structured: 'structured data',
  text: 'the text',
  decoded: 'the text, written for people',
  attribute: 'an attribute',
  script: 'a script',
  hidden: 'a block that is not shown at first',
}

/** Where addresses stand that a reader of the page does not see as they are. */
function placesOfUnseen(emails: readonly RankedEmail[], pages: readonly SitePage[]): string {
  return emails
    .filter(({ email, page }) => quoteOf(pages[page]?.facts, email) === undefined)
    .map(({ email, source }) => `${email} in ${whereItStands[source]}`)
    .join('; ')
    .slice(0, 300)
}

/** The organisation's mailbox, when one of the addresses may be called that. */
function companyEmail(ranked: readonly RankedEmail[]): { email: string; confidence: number } | null {
  const best = ranked.find(({ rank }) => rank < 3)
  if (!best) return null
  // A person's address is not the company's; on free mail a small firm's only address is.
  if (best.rank >= personRank && !best.free) return null
  if (!best.own && !best.free) return best.rank < 1 ? { email: best.email, confidence: 0.4 } : null
  const sure = best.own ? (best.rank < 1 ? 0.9 : 0.75) : 0.6
  return { email: best.email, confidence: sure * sureBySource[best.source] }
}

interface PlacedPhone extends FoundPhone {
  page: number
}

/** Each number once, with its surest source: what is stated or labelled first, and what stands on imprint, contact and home pages before others. */
function mergePhones(found: readonly FoundPhone[][], pages: readonly SitePage[]): PlacedPhone[] {
  const order = { structured: 0, link: 1, labelled: 2, text: 3, hidden: 5 }
  const ofPage = { imprint: 0, contact: 0, home: 0.4, team: 1.2, about: 1.2, jobs: 1.2 }
  const rank = ({ source, page }: PlacedPhone) => order[source] + ofPage[pages[page]?.kind ?? 'about']
  const seen = new Map<string, PlacedPhone>()
  for (const [page, phones] of found.entries())
    for (const phone of phones) {
      const placed = { ...phone, page }
      const known = seen.get(phone.number)
      if (!known) seen.set(phone.number, placed)
      else {
        const isFax = known.fax || phone.fax
        if (rank(placed) < rank(known)) Object.assign(known, placed)
        known.fax = isFax
      }
    }
  return [...seen.values()].sort((a, b) => Number(a.fax) - Number(b.fax) || rank(a) - rank(b))
}

/** One profile per network: stated for machines, then the one whose handle is like the domain, then the first. */
function pickSocials(
  profiles: readonly { profile: SocialProfile; stated: boolean }[],
  label: string,
): Map<string, SocialProfile> {
  const like = ({ handle }: SocialProfile) => {
    const plain = handle.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
    return label.length > 2 && (plain.includes(label) || (plain.length > 3 && label.includes(plain))) ? 1 : 0
  }
  const picked = new Map<string, { profile: SocialProfile; score: number }>()
  for (const { profile, stated } of profiles) {
    const score = (profile.person ? -4 : 0) + (stated ? 2 : 0) + like(profile)
    const known = picked.get(profile.network)
    if (!known || score > known.score) picked.set(profile.network, { profile, score })
  }
  return new Map([...picked].map(([network, { profile }]) => [network, profile]))
}

function describe(page: PageFacts, organisation: Organisation | null): string | null {
  const candidates = [
    page.metas.description,
    page.metas['og:description'],
    organisation?.description,
    page.metas['twitter:description'],
  ]
  const best = candidates.map((text) => clean(text ?? '')).find((text) => text.length > 15)
  return best ? best.slice(0, maxDescription) : null
}

const vatPattern =
  /(?:USt[.\s-]{0,2}Id(?:ent)?|Umsatzsteuer|VAT|TVA|BTW|P(?:artita)?\.?\s?IVA|NIF|CIF|UID|DPH|MOMS|ALV|NIP)[^\n]{0,60}?\b((?:AT ?U|BE ?[01]|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI|CHE-?)(?: ?[0-9A-Z.]){7,14})(?![0-9A-Z])/i

/** A VAT number that follows its label on an imprint. */
function vatOf(text: string): string | null {
  const found = vatPattern
    .exec(text.slice(0, 100_000))?.[1]
    ?.replace(/[\s.-]/g, '')
    .toUpperCase()
  return found && /\d{6,}/.test(found) && found.length <= 14 ? found : null
}

interface FoundAddress {
  street: string | null
  postcode: string | null
  city: string | null
  region: string | null
  country: string | null
  url: string
  quote: string | null
  confidence: number
}

const writtenOut = ({ street, postcode, city, region }: FoundAddress) =>
  [street, [postcode, city].filter(Boolean).join(' '), region].filter(Boolean).join(', ')

/** The addresses of the site, the one that is most surely the firm's first: stated for machines, then on imprint and contact pages, then by how often it stands there. */
function addressesOf(
  pages: readonly SitePage[],
  organisations: readonly (Organisation | null)[],
  country: string | null,
): FoundAddress[] {
  const kinds = { imprint: 3, contact: 2, about: 1, home: 1, team: 0, jobs: 0 }
  const found = new Map<string, FoundAddress & { score: number }>()
  const add = (address: FoundAddress, score: number) => {
    const key = `${address.postcode ?? ''} ${address.street ?? address.city ?? ''}`
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
    const known = found.get(key)
    if (known) known.score += score / 2
    else found.set(key, { ...address, score })
  }
  for (const [at, one] of organisations.entries()) {
    if (!one || (!one.street && !one.postcode && !one.city)) continue
    const { street, postcode, city, region } = one
    add(
      {
        street,
        postcode,
        city,
        region,
        country: one.country ?? country,
        url: pages[at]?.url ?? '',
        quote: null,
        confidence: 0.95,
      },
      12,
    )
  }
  for (const { facts, kind, url } of pages)
    for (const address of addressesOn(facts, country)) {
      const ofCountry = country !== null && address.country === country ? 1 : 0
      add(
        { ...address, url, confidence: address.street ? 0.85 : 0.6 },
        kinds[kind] + ofCountry + (address.street ? 3 : 0),
      )
    }
  return [...found.values()].sort((a, b) => b.score - a.score)
}

const asText = (value: Json) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')

const linesKnown = new WeakMap<PageFacts, { text: string; low: string; digits: string }[]>()

function linesOf(page: PageFacts) {
  const lines =
    linesKnown.get(page) ??
    page.text
      .slice(0, 200_000)
      .split('\n')
      .filter((text) => text.length <= 300)
      .map((text) => ({ text, low: text.toLowerCase(), digits: text.replace(/\D/g, '') }))
  linesKnown.set(page, lines)
  return lines
}

/** The line of a page that a value stands on, as it is written there. */
function quoteOf(page: PageFacts | undefined, value: Json): string | undefined {
  const wanted = asText(value)
  if (!page || wanted.length < 2) return undefined
  const digits = wanted.replace(/\D/g, '').slice(-6)
  const low = wanted.toLowerCase()
  const isNumber = /^\+\d+$/.test(wanted)
  const isWhole = (line: string) => {
    const at = line.indexOf(low)
    return at >= 0 && !/[\p{L}\p{N}]/u.test((line[at - 1] ?? ' ') + (line[at + low.length] ?? ' '))
  }
  return linesOf(page).find((line) => (isNumber ? line.digits.includes(digits) : isWhole(line.low)))?.text
}

/** People of all pages, each once, with an address of the site that is theirs by its name. */
function peopleOf(
  pages: readonly SitePage[],
  emails: readonly RankedEmail[],
): (FoundPerson & { source_url: string })[] {
  const found = new Map<string, FoundPerson & { source_url: string }>()
  for (const { facts, url } of pages)
    for (const person of [...readPeople(facts, url), ...peopleIn(facts)]) {
      const key = `${person.first_name} ${person.last_name}`.toLowerCase()
      const known = found.get(key)
      if (!known || (known.job_title === null && person.job_title !== null))
        found.set(key, { ...person, source_url: url })
    }
  const people = [...found.values()].slice(0, maxList)
  for (const person of people) person.email ??= emailOf(person, people, emails)
  return people
}

const letters = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()

/** The one address whose mailbox has the surname, or the given name where nobody else has it. */
function emailOf(person: FoundPerson, people: readonly FoundPerson[], emails: readonly RankedEmail[]): string | null {
  const [first, last] = [letters(person.first_name), letters(person.last_name)]
  const own = emails.filter((one) => !isRoleName(one.email.split('@')[0] ?? ''))
  const local = ({ email }: RankedEmail) => letters(email.slice(0, email.lastIndexOf('@')))
  const namesakes = people.filter((other) => letters(other.last_name) === last).length
  const bySurname = own.filter(
    (one) => last.length > 2 && local(one).includes(last) && (namesakes === 1 || local(one).startsWith(first[0] ?? '')),
  )
  if (bySurname.length === 1) return bySurname[0]?.email ?? null
  const givenTwice = people.filter((other) => letters(other.first_name) === first).length > 1
  const byGiven =
    givenTwice || first.length < 3
      ? []
      : own.filter((one) => local(one) === first || local(one) === first + (last[0] ?? ''))
  return byGiven.length === 1 ? (byGiven[0]?.email ?? null) : null
}

/** `pages` begins with the home page. */
export function bringTogether(pages: readonly SitePage[]): SiteFacts {
  const values: JsonObject = {}
  const confidence: SiteFacts['confidence'] = {}
  const places: SiteFacts['places'] = {}
  const home = pages[0]
  if (!home) return { values, confidence, places, tellsOfFirm: false }
  /** A value with how sure it is and the page that it stands on. */
  const put = (field: FieldName, value: Json, sure: number, at: string | number = 0, quote?: string | null) => {
    values[field] = value
    if (value === null || value === '') return
    confidence[field] = Math.round(sure * 100) / 100
    const page = typeof at === 'number' ? pages[at] : pages.find(({ url }) => url === at)
    const said = quote ?? quoteOf(page?.facts, value)
    places[field] = { source_url: page?.url ?? home.url, ...(said && { quote: said }) }
  }
  const host = readHost(new URL(home.url).hostname)
  const site = host.ok ? host.domain : null
  const label = (site ?? new URL(home.url).hostname).split('.')[0]?.replace(/[^\p{L}\p{N}]/gu, '') ?? ''
  const organisations = pages.map(({ facts, url }) => readOrganisation(facts, url))
  const putStated = (field: FieldName, key: keyof Organisation) => {
    const at = organisations.findIndex((one) => one?.[key])
    const value = (organisations[at]?.[key] as Json | undefined) ?? null
    // The words are in the data of the page, where they are not in its text.
    const page = pages[Math.max(0, at)]
    put(field, value, 0.9, Math.max(0, at), quoteOf(page?.facts, value) ?? asText(value))
  }
  const place = placeOf(
    pages.map(({ facts }) => facts),
    organisations.find((one) => one?.country)?.country ?? null,
    host.ok ? host.suffix : null,
  )
  const emails = rankEmails(
    pages.map(({ facts }, page) => ({ emails: findEmails(facts, organisations[page]?.emails ?? []), page })),
    site,
  )
  const phones = mergePhones(
    pages.map(({ facts }, page) =>
      findPhones(facts, organisations[page]?.phones ?? [], organisations[page]?.faxes ?? [], place?.country ?? null),
    ),
    pages,
  )
  const profiles = pages.flatMap(({ facts }, page) => [
    ...(organisations[page]?.same_as ?? []).map((href) => ({ href, profile: socialProfile(href), stated: true, page })),
    ...facts.links.map(({ href }) => ({ href, profile: socialProfile(href), stated: false, page })),
  ])
  const told = profiles.flatMap(({ profile, ...link }) => (profile ? [{ ...link, profile }] : []))
  const socials = pickSocials(told, label.toLowerCase())
  const linkTo = ({ url }: SocialProfile) => told.find(({ profile }) => profile.url === url)
  const pageOf = (profile: SocialProfile) => linkTo(profile)?.page ?? 0
  const hrefOf = (profile: SocialProfile) => linkTo(profile)?.href

  const people = peopleOf(pages, emails)
  const name = nameOf(
    pages,
    organisations,
    label,
    people.map(({ full_name }) => full_name),
  )
  put('company_name', name?.name ?? null, name?.confidence ?? 0, name?.url)
  putStated('legal_name', 'legal_name')
  put('company_domain', site, 0.99)
  put('website', new URL(home.url).origin, 0.99)
  put('page_title', home.facts.title || null, 0.99, 0, home.facts.title)
  const description = describe(home.facts, organisations[0] ?? null)
  put('description', description, 0.85, 0, description)
  const language = home.facts.language.trim()
  put('language', /^[a-z]{2,3}/i.exec(language)?.[0]?.toLowerCase() ?? null, 0.8, 0, `lang="${language}"`)
  putStated('logo_url', 'logo')
  if (!values.logo_url) {
    const at = pages.findIndex(({ facts, url }) => logoOf(facts, url, name?.name ?? null) !== null)
    const page = pages[at]
    const logo = page && logoOf(page.facts, page.url, name?.name ?? null)
    if (logo) put('logo_url', logo.url, logo.confidence, at, logo.quote)
  }
  const article = articleOf(home.facts)
  if (article) put('article_text', article, 0.8, 0, article.split('\n')[0])
  putStated('founded_year', 'founded_year')
  putStated('employee_count', 'employee_count')
  putStated('vat_id', 'vat_id')
  if (!values.vat_id) {
    const at = pages.findIndex(({ facts }) => vatOf(facts.text) !== null)
    put('vat_id', vatOf(pages[at]?.facts.text ?? ''), 0.85, Math.max(0, at))
  }
  const email = companyEmail(emails)
  const written = emails.find((one) => one.email === email?.email)
  put(
    'company_email',
    email?.email ?? null,
    email?.confidence ?? 0,
    written?.page,
    written && placesOfUnseen([written], pages) ? placesOfUnseen([written], pages) : undefined,
  )
  put(
    'emails',
    emails.slice(0, maxList).map((one) => one.email),
    0.85 * Math.max(0, ...emails.map(({ source }) => sureBySource[source])),
    emails[0]?.page,
    placesOfUnseen(emails.slice(0, maxList), pages) ||
      quoteOf(pages[emails[0]?.page ?? 0]?.facts, emails[0]?.email ?? null),
  )
  const phone = phones.find(({ fax }) => !fax)
  if (phone) put('phone', phone.number, phoneConfidence(phone), phone.page)
  const fax = phones.find((one) => one.fax)
  if (fax) put('fax', fax.number, 0.8, fax.page)
  put(
    'phones',
    phones.slice(0, MOST_PHONES).map(({ number, extension, fax: isFax, page }) => ({
      number,
      kind: isFax ? 'fax' : 'phone',
      ...(extension ? { extension } : {}),
      source_url: pages[page]?.url ?? home.url,
    })),
    0.8,
    phones[0]?.page,
    quoteOf(pages[phones[0]?.page ?? 0]?.facts, phones[0]?.number ?? null),
  )
  const addresses = addressesOf(pages, organisations, place?.country ?? null)
  const [address] = addresses
  if (place && place.confidence >= 0.5) {
    // An address there says so, else the country code of a number; what the ending of the domain says stands on no page but the first.
    const stated = organisations.findIndex((one) => one?.country === place.country)
    const there = addresses.find((one) => one.country === place.country && one.quote)
    const dialled = phones.find(({ number }) => parsePhoneNumberFromString(number)?.country === place.country)
    const quote = there?.quote ?? (dialled && quoteOf(pages[dialled.page]?.facts, dialled.number))
    const at = stated >= 0 ? stated : (there?.url ?? dialled?.page ?? 0)
    put('country', place.country, place.confidence, at, stated >= 0 ? place.country : (quote ?? ''))
  }
  if (address) {
    for (const field of ['street', 'postcode', 'city', 'region'] as const)
      put(field, address[field], address.confidence, address.url, address.quote)
    put('address', writtenOut(address), address.confidence, address.url, address.quote)
    put(
      'addresses',
      addresses.slice(0, maxList).map(({ street, postcode, city, region, country, url }) => ({
        street,
        postcode,
        city,
        region,
        country,
        source_url: url,
      })),
      address.confidence,
      address.url,
      '',
    )
  }
  const hours = openingHoursOf(pages, organisations)
  put('opening_hours', hours?.text ?? null, hours?.confidence ?? 0, hours?.url, hours?.quote)
  const jobs = new Map<string, JsonObject & { source_url: string }>()
  for (const { facts, url } of pages)
    for (const one of jobPostingsIn(facts.jsonLd, url))
      if (!jobs.has(one.id)) jobs.set(one.id, { ...jobValue(one), source_url: url })
  const [job] = jobs.values()
  if (job) put('open_jobs', [...jobs.values()].slice(0, maxList), 0.9, job.source_url, asText(job.title ?? null))
  const [first] = people
  put('people', people as unknown as Json, first?.confidence ?? 0.7, first?.source_url, first?.quote)
  for (const [field, network] of NETWORKS) {
    const profile = socials.get(network)
    if (profile && !(profile.person && network === 'linkedin'))
      put(field, profile.url, profile.person ? 0.5 : 0.85, pageOf(profile), hrefOf(profile))
  }
  put(
    'social_links',
    Object.fromEntries([...socials].filter(([, { person }]) => !person).map(([network, { url }]) => [network, url])),
    0.85,
    0,
    '',
  )
  const telling = ['company_name', 'legal_name', 'company_email', 'phone', 'street', 'vat_id'] as const
  // The shell of a page that scripts build has the description of the tool that made it.
  const isDescribed = Boolean(values.description) && home.facts.text.length >= SHORT_TEXT
  const tellsOfFirm =
    telling.some((field) => values[field]) || isDescribed || emails.length > 0 || socials.size > 0 || people.length > 0
  return { values, confidence, places, tellsOfFirm }
}

const NETWORKS: readonly (readonly [FieldName, string])[] = [
  ['linkedin_url', 'linkedin'],
  ['twitter_url', 'x'],
  ['facebook_url', 'facebook'],
  ['instagram_url', 'instagram'],
  ['youtube_url', 'youtube'],
  ['github_url', 'github'],
]

function phoneConfidence({ source }: PlacedPhone): number {
  return { structured: 0.92, link: 0.9, labelled: 0.85, text: 0.7, hidden: 0.5 }[source]
}
