// Domain normalizer: the registrable company domain from a web address, an e-mail address or any text that mentions one.

import { found, type LocalLookup, type LookupAnswer, notFound } from '../kit/kit.ts'
import { COMPUTED } from '../kit/vendor-terms.ts'
import { countryOfSuffix } from '../places/country.ts'
import { type DomainReading, readEmailDomain, readTextDomain, readWebDomain } from './domain.ts'
import { doubtOfLetters } from './domain-doubts.ts'

type Source = 'website' | 'email' | 'text'

const CONFIDENCE: Readonly<Record<Source, number>> = { website: 0.98, email: 0.9, text: 0.75 }
/** A company of this ending is usually, not always, in that country. */
const COUNTRY_CONFIDENCE = 0.6
const UNKNOWN_SUFFIX_CONFIDENCE = 0.4

export const domainNormaliser: LocalLookup = {
  ...COMPUTED,
  id: 'domain-normaliser',
  label: 'Domain normalizer',
  description:
    'Finds the company domain in a web address, an e-mail address or text: no www, paths or tracking, international names included.',
  docs_url: 'https://publicsuffix.org/list/',
  inputs: [
    {
      name: 'website',
      label: 'Website',
      type: 'url',
      required: false,
      help: 'A web address or domain, typed in any way.',
      aliases: [
        'website',
        'web site',
        'url',
        'domain',
        'company domain',
        'company website',
        'company url',
        'homepage',
        'web',
        'site',
        'webseite',
        'site web',
      ],
    },
    {
      name: 'email',
      label: 'Email',
      type: 'email',
      required: false,
      help: 'An e-mail address at the company; free mail addresses are refused.',
      aliases: [
        'email',
        'e-mail',
        'mail',
        'email address',
        'work email',
        'business email',
        'contact email',
        'company email',
      ],
    },
    {
      name: 'text',
      label: 'Text',
      type: 'text',
      required: false,
      help: 'Any text that mentions a web or e-mail address, such as notes or a signature.',
      aliases: ['notes', 'text', 'signature', 'contact', 'bio'],
    },
    {
      name: 'keep_profiles',
      label: 'Accept profile pages',
      type: 'boolean',
      required: false,
      help: '“true” accepts linkedin.com for a LinkedIn page; otherwise pages on other people’s sites are a miss.',
      aliases: [],
    },
  ],
  one_of: [['website', 'email', 'text']],
  outputs: [
    { field: 'company_domain' },
    { field: 'website' },
    { field: 'country', label: 'Country (by domain ending)' },
  ],
  sample: {
    inputs: { website: 'HTTPS://www.Bücher.example.de/shop?utm_source=x' },
    values: { company_domain: 'example.de', website: 'https://example.de', country: 'DE' },
  },
  answer: (inputs) => {
    const readings: [Source, DomainReading][] = []
    if (inputs.website)
      readings.push(['website', readTyped(inputs.website, /^(true|yes|1)$/i.test(inputs.keep_profiles ?? ''))])
    if (inputs.email) readings.push(['email', readEmailDomain(inputs.email)])
    if (inputs.text) readings.push(['text', readTextDomain(inputs.text)])
    const best =
      readings.find(([, reading]) => reading.ok && reading.domain !== null) ??
      readings.find(([, reading]) => reading.ok)
    if (best) return answerOf(...best)
    const [, miss] = readings[0] ?? []
    return notFound(miss && !miss.ok ? miss.reason : undefined)
  },
}

/** The website column often holds an e-mail address or a sentence; those are read as what they are. */
function readTyped(text: string, profiles: boolean): DomainReading {
  if (/^(mailto:)?[^\s@/]+@[^\s@/]+$/i.test(text) || /<[^<>@\s]+@[^<>@\s]+>$/.test(text)) return readEmailDomain(text)
  const reading = readWebDomain(text, profiles)
  return !reading.ok && /\s/.test(text) ? readTextDomain(text) : reading
}

function answerOf(source: Source, reading: DomainReading): LookupAnswer {
  if (!reading.ok) return notFound(reading.reason)
  const country = countryOfSuffix(reading.suffix)
  const doubt = doubtOfLetters(reading.host)
  const sure = reading.known_suffix ? CONFIDENCE[source] : UNKNOWN_SUFFIX_CONFIDENCE
  const confidence = Math.round(sure * (doubt?.factor ?? 1) * 100) / 100
  return found(
    {
      company_domain: reading.domain,
      website: `https://${reading.domain ?? reading.host}`,
      country: country?.iso2 ?? null,
    },
    confidence,
    { by_field: { country: COUNTRY_CONFIDENCE }, ...(doubt && { origin: { note: doubt.note } }) },
  )
}
