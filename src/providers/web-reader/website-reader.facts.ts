// Brings what the pages of one site say together into one answer, with how sure each part is.
import type { JsonObject } from '../../kernel/json.ts'
import { readHost, registrableDomain } from '../domains/domain.ts'
import { isFreeMail } from '../domains/shared-hosts.ts'
import type { FieldName } from '../kit/fields.ts'
import { type FoundEmail, findEmails } from './website-reader.emails.ts'
import type { SitePage } from './website-reader.links.ts'
import { nameOf } from './website-reader.name.ts'
import { clean, type PageFacts } from './website-reader.page.ts'
import { type FoundPhone, findPhones } from './website-reader.phones.ts'
import { placeOf } from './website-reader.place.ts'
import { type SocialProfile, socialProfile } from './website-reader.socials.ts'
import { type Organisation, readOrganisation } from './website-reader.structured.ts'

export interface SiteFacts {
  values: JsonObject
  confidence: Partial<Record<FieldName, number>>
}

const maxList = 25
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
  return roles.slice(0, 2).some((role) => local.split(/[._-]/).some((part) => role.test(part))) ? 1.5 : personRank
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
      if (!seen.has(one.email))
        seen.set(one.email, { ...one, own, free: isFreeMail(domain), rank: roleRank(one.email), page })
    }
  }
  const place = ({ own, free }: RankedEmail) => (own ? 0 : free ? 1 : 2)
  return [...seen.values()].sort((a, b) => place(a) - place(b) || a.rank - b.rank || a.page - b.page)
}

/** The organisation's mailbox, when one of the addresses may be called that. */
function companyEmail(ranked: readonly RankedEmail[]): { email: string; confidence: number } | null {
  const best = ranked.find(({ rank }) => rank < 3)
  if (!best) return null
  // A person's address is not the company's; on free mail a small firm's only address is.
  if (best.rank >= personRank && !best.free) return null
  if (!best.own && !best.free) return best.rank < 1 ? { email: best.email, confidence: 0.4 } : null
  return { email: best.email, confidence: best.own ? (best.rank < 1 ? 0.9 : 0.75) : 0.6 }
}

function mergePhones(found: readonly FoundPhone[][]): FoundPhone[] {
  const seen = new Map<string, FoundPhone>()
  for (const phone of found.flat()) {
    const known = seen.get(phone.number)
    if (known) known.fax ||= phone.fax
    else seen.set(phone.number, { ...phone })
  }
  const order = { structured: 0, link: 1, text: 2 }
  return [...seen.values()].sort((a, b) => Number(a.fax) - Number(b.fax) || order[a.source] - order[b.source])
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

/** `pages` begins with the home page. */
export function bringTogether(pages: readonly SitePage[]): SiteFacts {
  const home = pages[0]
  if (!home) return { values: {}, confidence: {} }
  const host = readHost(new URL(home.url).hostname)
  const site = host.ok ? host.domain : null
  const label = (site ?? new URL(home.url).hostname).split('.')[0]?.replace(/[^\p{L}\p{N}]/gu, '') ?? ''
  const organisations = pages.map(({ facts, url }) => readOrganisation(facts, url))
  const stated = <K extends keyof Organisation>(key: K) => organisations.find((one) => one?.[key])?.[key] ?? null
  const place = placeOf(
    pages.map(({ facts }) => facts),
    stated('country'),
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
  )
  const profiles = [
    ...organisations
      .flatMap((one) => one?.same_as ?? [])
      .map((href) => ({ profile: socialProfile(href), stated: true })),
    ...pages.flatMap(({ facts }) => facts.links).map(({ href }) => ({ profile: socialProfile(href), stated: false })),
  ].flatMap(({ profile, stated: told }) => (profile ? [{ profile, stated: told }] : []))
  const socials = pickSocials(profiles, label.toLowerCase())
  const linkedin = socials.get('linkedin')
  const name = nameOf(pages, organisations, label)
  const email = companyEmail(emails)
  const phone = phones.find(({ fax }) => !fax)
  const [street, postcode, city, region] = (['street', 'postcode', 'city', 'region'] as const).map((key) => stated(key))
  const language = /^[a-z]{2,3}/i.exec(home.facts.language)?.[0]?.toLowerCase() ?? null
  const countryStands = place && place.confidence >= 0.5 ? place : null
  return {
    values: {
      company_name: name?.name ?? null,
      legal_name: stated('legal_name'),
      company_domain: site,
      website: new URL(home.url).origin,
      page_title: home.facts.title || null,
      description: describe(home.facts, organisations[0] ?? null),
      language,
      logo_url: stated('logo'),
      founded_year: stated('founded_year'),
      employee_count: stated('employee_count'),
      vat_id: stated('vat_id') ?? pages.map(({ facts }) => vatOf(facts.text)).find((vat) => vat !== null) ?? null,
      company_email: email?.email ?? null,
      emails: emails.slice(0, maxList).map((one) => one.email),
      phone: phone?.number ?? null,
      phones: phones.slice(0, maxList).map(({ number, extension, fax }) => ({
        number,
        kind: fax ? 'fax' : 'phone',
        ...(extension ? { extension } : {}),
      })),
      country: countryStands?.country ?? null,
      region: region ?? null,
      city: city ?? null,
      postcode: postcode ?? null,
      street: street ?? null,
      address: [street, [postcode, city].filter(Boolean).join(' '), region].filter(Boolean).join(', ') || null,
      linkedin_url: linkedin && !linkedin.person ? linkedin.url : null,
      twitter_url: socials.get('x')?.url ?? null,
      facebook_url: socials.get('facebook')?.url ?? null,
      instagram_url: socials.get('instagram')?.url ?? null,
      youtube_url: socials.get('youtube')?.url ?? null,
      github_url: socials.get('github')?.url ?? null,
      social_links: Object.fromEntries(
        [...socials].filter(([, { person }]) => !person).map(([network, { url }]) => [network, url]),
      ),
    },
    confidence: {
      ...(name ? { company_name: name.confidence } : {}),
      ...(email ? { company_email: email.confidence } : {}),
      ...(phone ? { phone: phone.source === 'text' ? 0.75 : 0.9 } : {}),
      ...(countryStands ? { country: countryStands.confidence } : {}),
    },
  }
}
