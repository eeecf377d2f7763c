// The catalogue: every lookup there is, and the record of one as the API shows it.

import { companiesHouseCompany } from './companies-house.ts'
import { companyNameCleaner } from './company-name-cleaner.ts'
import { countryNormaliser } from './country-normaliser.ts'
import { domainNormaliser } from './domain-normaliser.ts'
import { emailPattern } from './email-pattern.ts'
import { FIELDS } from './fields.ts'
import { findymailEmailFinder } from './findymail.ts'
import { githubOrganisation } from './github.ts'
import { hunterDomainSearch, hunterEmailFinder, hunterEmailVerifier } from './hunter.ts'
import { type AnyLookup, type Integration, integrationOf, type Lookup } from './kit.ts'
import { leadmagicEmailFinder } from './leadmagic.ts'
import { personNameParser } from './person-name-parser.ts'
import { phoneE164 } from './phone-e164.ts'
import { serperSearch } from './serper.ts'
import { websiteReader } from './website-reader.ts'
import { zerobounceVerifier } from './zerobounce.ts'

export const catalog: readonly Lookup[] = [
  companyNameCleaner,
  domainNormaliser,
  personNameParser,
  phoneE164,
  emailPattern,
  websiteReader,
  countryNormaliser,
  hunterEmailFinder,
  hunterEmailVerifier,
  hunterDomainSearch,
  findymailEmailFinder,
  leadmagicEmailFinder,
  zerobounceVerifier,
  companiesHouseCompany,
  githubOrganisation,
  serperSearch,
]

/** The lookup of an id; undefined when the catalogue has none. */
export function lookupById(id: string): Lookup | undefined {
  return catalog.find((lookup) => lookup.id === id)
}

/** The integrations that lookups of a catalogue take keys of, by name. */
export function integrationsOf(lookups: readonly Lookup[]): Integration[] {
  const all = new Map(lookups.flatMap((lookup) => integrationOf(lookup) ?? []).map((one) => [one.id, one]))
  return [...all.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Whether a lookup can be asked by somebody who has these integrations set up. */
export function isReady(lookup: AnyLookup, configured: ReadonlySet<string>): boolean {
  return lookup.keyless || configured.has(integrationOf(lookup)?.id ?? '')
}

/** The catalogue record of a lookup. `ready` says whether it can be asked now: keyless, or with an account that has its key. */
export function catalogEntry(lookup: Lookup, ready: boolean = lookup.keyless) {
  return {
    id: lookup.id,
    provider: lookup.provider,
    label: lookup.label,
    description: lookup.description,
    docs_url: lookup.docs_url,
    inputs: lookup.inputs.map((input) => ({ ...input, aliases: [...input.aliases] })),
    one_of: (lookup.one_of ?? []).map((group) => [...group]),
    outputs: lookup.outputs.map(({ field, label }) => ({
      field,
      label: label ?? FIELDS[field].label,
      type: FIELDS[field].type,
    })),
    price_usd: lookup.price.usd,
    billing_rule: lookup.price.rule,
    license: lookup.license,
    method: lookup.method,
    keyless: lookup.keyless,
    integration_id: integrationOf(lookup)?.id ?? null,
    checked: lookup.checked,
    ready,
    cache_days: lookup.cache_days,
    example: { inputs: { ...lookup.sample.inputs }, outputs: lookup.sample.values },
  }
}

export type CatalogEntry = ReturnType<typeof catalogEntry>
