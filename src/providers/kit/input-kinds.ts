// Spellings of the same: what inputs mean by their kind, so that one company or person is looked up, and paid for, once.
import type { LookupInput } from './kit.ts'

type Kind = 'domain' | 'email' | 'phone' | 'profile' | 'address' | 'person' | 'words' | 'code' | 'other'

const KINDS: Readonly<Record<string, Kind>> = {
  domain: 'domain',
  company_domain: 'domain',
  website: 'address',
  url: 'address',
  linkedin_url: 'profile',
  full_name: 'person',
  first_name: 'words',
  last_name: 'words',
  name: 'words',
  company: 'words',
  company_name: 'words',
  job_title: 'words',
  title: 'words',
  query: 'words',
  city: 'words',
  country: 'words',
  vat_id: 'code',
  siren: 'code',
  lei: 'code',
  ticker: 'code',
  github: 'words',
}

export function kindOf({ name, type }: Pick<LookupInput, 'name' | 'type'>): Kind {
  if (type === 'email' || type === 'phone') return type
  return (Object.hasOwn(KINDS, name) ? KINDS[name] : undefined) ?? (type === 'url' ? 'address' : 'other')
}

/** The value as it is sent to a vendor. */
export function askedAs(kind: Kind, text: string): string {
  switch (kind) {
    case 'domain':
      return hostOf(text) ?? text
    case 'email':
      return addressOf(text)
    case 'phone':
      return /^\+[\d\s().-]+$/.test(text) ? `+${text.replace(/\D/g, '')}` : oneLine(text)
    case 'profile':
      return profileOf(text) ?? text
    case 'person':
      return firstNameFirst(oneLine(text))
    case 'words':
      return oneLine(text)
    case 'code':
      return text.replace(/\s+/g, '')
    default:
      return text
  }
}

/** What equal questions have in common, for the key of the cache; it may contain less than is sent. */
export function knownAs(kind: Kind, text: string): string {
  switch (kind) {
    case 'address':
      return pageOf(text) ?? text
    case 'person':
    case 'words':
      return oneLine(text).toLowerCase()
    case 'code':
      return text.replace(/[\s.-]+/g, '').toLowerCase()
    default:
      return text
  }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** `Doe, Jane` is `Jane Doe`; what follows a second comma, or is a title, is left as it is. */
function firstNameFirst(name: string): string {
  const [last = '', first = '', ...more] = name.split(',').map((part) => part.trim())
  if (more.length > 0 || first === '' || last === '' || /^(jr|sr|ph\.?d|md|mba|esq|[ivx]+)\b/i.test(first)) return name
  return `${first} ${last}`
}

function addressOf(text: string): string {
  const bare = text.replace(/^mailto:/i, '').replace(/^.*<([^<>]+)>$/, '$1')
  return /^\S+@\S+$/.test(bare) ? bare.toLowerCase() : text
}

/** The host of a domain, address or mailbox however it is written; undefined for what is none. */
function hostOf(text: string): string | undefined {
  const url = urlOf(text.replace(/^.*@/, ''))
  const host = url?.hostname.replace(/^www\d?\./, '').replace(/\.$/, '')
  return host && /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(host) ? host : undefined
}

/** The page an address leads to: its scheme, case of the host, `www.`, last slash, fragment and what only counts visitors left out. */
function pageOf(text: string): string | undefined {
  if (text.includes('@')) return hostOf(text)
  const url = urlOf(text)
  if (!url) return undefined
  const counted = [...url.searchParams.keys()].filter((name) => /^(utm_\w+|gclid|fbclid|mc_[ce]id)$/.test(name))
  for (const name of counted) url.searchParams.delete(name)
  const port = url.port === '' ? '' : `:${url.port}`
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.hostname.replace(/^www\./, '')}${port}${path}${url.search}`
}

/** A public profile: one host, no language, nothing after its name. */
function profileOf(text: string): string | undefined {
  const url = urlOf(text)
  if (!url || !/(^|\.)linkedin\.com$/.test(url.hostname)) return undefined
  const [, kind, name] = /^\/(in|pub|company|school)\/([^/]+)/.exec(url.pathname) ?? []
  return kind && name ? `https://www.linkedin.com/${kind}/${name.toLowerCase()}` : undefined
}

function urlOf(text: string): URL | undefined {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text.replace(/^\/+/, '')}`
  if (/\s/.test(whole) || !/^https?:/i.test(whole) || !URL.canParse(whole)) return undefined
  return new URL(whole)
}
