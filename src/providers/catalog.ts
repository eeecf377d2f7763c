// The catalog: every lookup there is, and the record of one as the API shows it.

import { domainNormaliser } from './domains/domain-normaliser.ts'
import { emailPattern } from './emails/email-pattern.ts'
import { emailVerifier } from './emails/email-verifier.ts'
import { mailHost } from './emails/mail-host.ts'
import { feedReader } from './feeds/feed-reader.ts'
import { industryCodes } from './industries/industry-codes.ts'
import { FIELDS, type FieldType } from './kit/fields.ts'
import {
  type AccountForm,
  accountFormOf,
  type CustomLookup,
  type Integration,
  integrationOf,
  type Lookup,
  type PlannedLookup,
} from './kit/kit.ts'
import { VERIFIED } from './kit/verified.ts'
import { MODEL_INTEGRATIONS } from './models/model-vendors.ts'
import { companyNameCleaner } from './names/company-name-cleaner.ts'
import { personNameParser } from './names/person-name-parser.ts'
import { phoneE164 } from './phones/phone-e164.ts'
import { addressNormaliser } from './places/address-normaliser.ts'
import { countryNormaliser } from './places/country-normaliser.ts'
import { socialNormaliser } from './socials/social-normaliser.ts'
import { apolloCompany, apolloPerson } from './vendors/apollo.ts'
import { apolloPhone } from './vendors/apollo-phone.ts'
import { braveWebSearch } from './vendors/brave-search.ts'
import { certSpotterSubdomains } from './vendors/cert-spotter.ts'
import { companiesHouseCompany, companiesHouseOfficers } from './vendors/companies-house.ts'
import { crtShSubdomains } from './vendors/crt-sh.ts'
import { datagmaEmailFinder } from './vendors/datagma.ts'
import { dropcontactPerson } from './vendors/dropcontact.ts'
import { enrowEmailFinder, enrowVerifier } from './vendors/enrow.ts'
import { findymailEmailFinder, findymailPhone, findymailVerifier } from './vendors/findymail.ts'
import { firecrawlPage } from './vendors/firecrawl.ts'
import { frenchCompany } from './vendors/french-companies.ts'
import { gdeltNews } from './vendors/gdelt.ts'
import { githubOrganisation } from './vendors/github.ts'
import { gleifCompany } from './vendors/gleif.ts'
import { googlePlace } from './vendors/google-places.ts'
import { hunterCompany, hunterDomainSearch, hunterEmailFinder, hunterEmailVerifier } from './vendors/hunter.ts'
import { icypeasEmailFinder } from './vendors/icypeas.ts'
import { jinaPage } from './vendors/jina-reader.ts'
import { leadmagicCompany, leadmagicEmailFinder, leadmagicMobile, leadmagicVerifier } from './vendors/leadmagic.ts'
import { millionverifierVerifier } from './vendors/millionverifier.ts'
import { neverbounceVerifier } from './vendors/neverbounce.ts'
import { openStreetMapPlace } from './vendors/nominatim.ts'
import { boardJobs, openJobs } from './vendors/open-jobs.ts'
import { pdlCompany, pdlPerson } from './vendors/people-data-labs.ts'
import { prospeoCompany, prospeoPerson } from './vendors/prospeo.ts'
import { rdapDomain } from './vendors/rdap.ts'
import { reacherVerifier } from './vendors/reacher.ts'
import { rocketreachPerson } from './vendors/rocketreach.ts'
import { searxngSearch } from './vendors/searxng.ts'
import { secCompany, secOfficers } from './vendors/sec-edgar.ts'
import { serperSearch } from './vendors/serper.ts'
import { snovEmailFinder } from './vendors/snov.ts'
import { viesVatId } from './vendors/vies.ts'
import { wikidataCompany } from './vendors/wikidata.ts'
import { zerobounceVerifier } from './vendors/zerobounce.ts'
import { companyPeople } from './web-reader/company-people.ts'
import { technologyDetector } from './web-reader/technology-detector.ts'
import { websiteReader } from './web-reader/website-reader.ts'

export const catalog: readonly Lookup[] = [
  companyNameCleaner,
  domainNormaliser,
  personNameParser,
  phoneE164,
  emailPattern,
  websiteReader,
  companyPeople,
  countryNormaliser,
  industryCodes,
  socialNormaliser,
  addressNormaliser,
  emailVerifier,
  mailHost,
  technologyDetector,
  rdapDomain,
  crtShSubdomains,
  certSpotterSubdomains,
  openJobs,
  feedReader,
  gleifCompany,
  wikidataCompany,
  secCompany,
  secOfficers,
  frenchCompany,
  viesVatId,
  openStreetMapPlace,
  gdeltNews,
  hunterEmailFinder,
  findymailEmailFinder,
  leadmagicEmailFinder,
  apolloPerson,
  prospeoPerson,
  pdlPerson,
  rocketreachPerson,
  icypeasEmailFinder,
  enrowEmailFinder,
  snovEmailFinder,
  datagmaEmailFinder,
  dropcontactPerson,
  hunterDomainSearch,
  leadmagicMobile,
  findymailPhone,
  apolloPhone,
  hunterEmailVerifier,
  zerobounceVerifier,
  neverbounceVerifier,
  millionverifierVerifier,
  leadmagicVerifier,
  findymailVerifier,
  enrowVerifier,
  reacherVerifier,
  apolloCompany,
  hunterCompany,
  leadmagicCompany,
  pdlCompany,
  prospeoCompany,
  companiesHouseCompany,
  companiesHouseOfficers,
  githubOrganisation,
  googlePlace,
  serperSearch,
  braveWebSearch,
  searxngSearch,
  jinaPage,
  firecrawlPage,
  ...boardJobs,
]

/** The lookup of an id; undefined when the catalog has none. */
export function lookupById(id: string): Lookup | undefined {
  return catalog.find((lookup) => lookup.id === id)
}

/** The integrations that lookups of a catalog take keys of, by name. */
export function integrationsOf(lookups: readonly Lookup[]): Integration[] {
  const all = new Map(lookups.flatMap((lookup) => integrationOf(lookup) ?? []).map((one) => [one.id, one]))
  return [...all.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/**
 * How sure we are of the other side. `documented`: written after the vendor's documentation and tested with recorded
 * answers, not with an account; `verified`: the live vendor answered as declared, or the lookup is our own; `ended`.
 */
export function stateOf(lookup: Lookup): 'documented' | 'verified' | 'ended' {
  if (lookup.ended !== undefined) return 'ended'
  return lookup.provider === 'millrace' || Object.hasOwn(VERIFIED, lookup.id) ? 'verified' : 'documented'
}

/** What people call a provider; its id when it is not, or no longer, in the catalog. */
export function providerName(id: string): string {
  const lookup = catalog.find(({ provider }) => provider === id)
  const asks = lookup ? integrationOf(lookup) : MODEL_INTEGRATIONS.find((model) => model.id === id)
  return asks?.name ?? id
}

/** Whether a lookup can be called with these integrations. */
export function isReady(lookup: PlannedLookup, isEntered: (form: AccountForm) => boolean): boolean {
  if (lookup.ended !== undefined) return false
  const form = accountFormOf(lookup)
  return lookup.keyless || (form !== undefined && isEntered(form))
}

/** A lookup of the built-in catalog, or a provider that a workspace defined. */
export type ListedLookup = Lookup | CustomLookup

/** The catalog record of a lookup. `ready` says whether it can be called now: keyless, or with an account that has its key. */
export function catalogEntry(lookup: ListedLookup, ready: boolean = isReady(lookup, () => false)) {
  return {
    id: lookup.id,
    provider: lookup.provider,
    label: lookup.label,
    description: lookup.description,
    docs_url: lookup.docs_url,
    inputs: lookup.inputs.map((input) => ({ ...input, aliases: [...input.aliases] })),
    one_of: (lookup.one_of ?? []).map((group) => [...group]),
    outputs: outputsOf(lookup),
    price_usd: lookup.price.usd,
    billing_rule: lookup.price.rule,
    license: lookup.license,
    method: lookup.method,
    keyless: lookup.keyless,
    own: 'act' in lookup,
    integration_id: 'act' in lookup ? null : (integrationOf(lookup)?.id ?? null),
    state: 'act' in lookup ? 'own' : stateOf(lookup),
    verified_on: VERIFIED[lookup.id] ?? null,
    ready,
    cache_days: lookup.cache_days,
    example: { inputs: { ...lookup.sample.inputs }, outputs: lookup.sample.values },
  }
}

function outputsOf(lookup: ListedLookup): { field: string; label: string; type: FieldType }[] {
  if ('act' in lookup) return lookup.outputs.map(({ field, label, type }) => ({ field, label, type }))
  return lookup.outputs.map(({ field, label }) => ({
    field,
    label: label ?? FIELDS[field].label,
    type: FIELDS[field].type,
  }))
}
