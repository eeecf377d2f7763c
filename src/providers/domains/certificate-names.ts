// The subdomains that certificates name: each once, names with a wildcard apart, as many as a cell holds.
import { domainToASCII } from 'node:url'
import { failed, found, type LookupAnswer, notFound, type VisitLookup } from '../kit/kit.ts'
import { DOMAIN } from '../kit/vendor-inputs.ts'
import { readWebDomain } from './domain.ts'

export const MOST_NAMES = 500
/** What the lookups of subdomains have in common, whichever index of the logs they ask. */
export const SUBDOMAINS = {
  inputs: [{ ...DOMAIN, required: true, help: 'The domain or web address, such as example.com.' }],
  outputs: [{ field: 'subdomains' }, { field: 'subdomain_count' }, { field: 'wildcard_domains' }],
  license: 'public-record',
  method: 'registry',
  cache_days: 7,
  sample: {
    inputs: { domain: 'example.com' },
    values: { subdomains: ['mail.example.com', 'shop.example.com'], subdomain_count: 2 },
  },
} as const satisfies Partial<VisitLookup>

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/

/** The domain whose certificates are looked for; an answer where the text names none. */
export function domainToSearch(text: string): { ok: true; domain: string } | { ok: false; answer: LookupAnswer } {
  const reading = readWebDomain(text)
  if (!reading.ok) return { ok: false, answer: failed('bad_input', `The domain cannot be used: ${reading.reason}.`) }
  return { ok: true, domain: reading.domain ?? reading.host }
}

/** Where the names come from. `is_whole`: every certificate was read. */
export interface CertificateSource {
  source_url: string
  attribution: string
  is_whole: boolean
}

/** The answer for what certificates name: names of other domains, addresses and the domain itself are no subdomains. */
export function subdomainAnswer(
  domain: string,
  names: Iterable<string>,
  { source_url, attribution, is_whole }: CertificateSource,
): LookupAnswer {
  const plain = new Set<string>()
  const wild = new Set<string>()
  for (const written of names) {
    const isWild = written.startsWith('*.')
    const name = hostName(isWild ? written.slice(2) : written)
    if (name === undefined || (name !== domain && !name.endsWith(`.${domain}`))) continue
    if (isWild) wild.add(`*.${name}`)
    else if (name !== domain) plain.add(name)
  }
  if (plain.size + wild.size === 0)
    return is_whole
      ? notFound('No valid certificate names a subdomain')
      : failed('bad_input', 'The domain has more certificates than are read, and those name no subdomain.')
  const left = Math.max(0, plain.size - MOST_NAMES)
  const notes = [
    ...(left > 0 ? [`The first ${MOST_NAMES} of ${plain.size} subdomains are listed.`] : []),
    ...(is_whole ? [] : ['The domain has more certificates than were read; there may be more subdomains.']),
  ]
  return found(
    {
      subdomains: inOrder(plain).slice(0, MOST_NAMES),
      subdomain_count: plain.size,
      wildcard_domains: inOrder(wild).slice(0, MOST_NAMES),
    },
    is_whole ? 0.95 : 0.8,
    {
      origin: { source_url, attribution, ...(notes.length > 0 && { note: notes.join(' ') }) },
      evidence: { domain, left_out: left, is_whole },
    },
  )
}

function hostName(written: string): string | undefined {
  const name = written.trim().toLowerCase().replace(/\.$/, '')
  const ascii = /^[a-z0-9._-]+$/.test(name) ? name : domainToASCII(name)
  return ascii !== '' && ascii.length <= 253 && ascii.split('.').every((label) => LABEL.test(label)) ? ascii : undefined
}

/** Those nearest to the domain first. */
function inOrder(names: ReadonlySet<string>): string[] {
  const depth = (name: string) => name.split('.').length
  return [...names].sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))
}
