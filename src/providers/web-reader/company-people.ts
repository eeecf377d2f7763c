// People of a company: those whom its own pages name with a title, each with the page and the line that say so.
import type { JsonObject } from '../../kernel/json.ts'
import { found, type LookupAnswer, notFound, type VisitLookup } from '../kit/kit.ts'
import { answerFrom } from './home-page.ts'
import { bringTogether } from './website-reader.facts.ts'
import type { FoundPerson } from './website-reader.people.ts'
import { readPages, websiteReader } from './website-reader.ts'

export const companyPeople: VisitLookup = {
  id: 'company-people',
  provider: 'millrace',
  label: 'People of a company',
  description:
    'Finds people with their titles on the team, about, imprint and contact pages of a company; addresses only where the pages have them.',
  docs_url: 'https://schema.org/Person',
  inputs: websiteReader.inputs,
  outputs: [{ field: 'people' }, { field: 'chief_executive' }, { field: 'company_name' }, { field: 'emails' }],
  price: { usd: 0, rule: 'free' },
  license: 'scraped',
  method: 'crawl',
  keyless: true,
  repeat_free: true,
  cache_days: 7,
  limits: { concurrency: 32 },
  timeout_ms: 60_000,
  sample: {
    inputs: { website: 'https://www.acme.example' },
    values: {
      people: [{ full_name: 'Ada Lovelace', job_title: 'Chief Executive Officer' }],
      chief_executive: 'Ada Lovelace',
    },
  },
  visit: async (inputs, tools): Promise<LookupAnswer> => {
    const read = await readPages(inputs, tools)
    if ('kind' in read) return read
    const { values, confidence, places } = bringTogether(read.pages)
    const people = values.people as unknown as (FoundPerson & { source_url: string })[]
    if (people.length === 0) return notFound('none of its pages names people with a title')
    const chief = people.find(({ job_title }) => CHIEF.test(job_title))
    const kept: JsonObject = {
      people: values.people ?? null,
      company_name: values.company_name ?? null,
      emails: values.emails ?? null,
      chief_executive: chief?.full_name ?? null,
    }
    const sure = { ...confidence, ...(chief && { chief_executive: chief.confidence }) }
    const place = chief && { source_url: chief.source_url, quote: chief.quote }
    return answerFrom(
      read.home,
      found(kept, confidence.people ?? 0.7, {
        by_field: sure,
        places: { ...places, ...(place && { chief_executive: place }) },
        origin: { source_url: people[0]?.source_url ?? read.home.page.url },
      }),
      String(values.company_name ?? ''),
    )
  },
}

/** Titles of the one who leads a firm. */
const CHIEF =
  /\b(?:ceo|chief executive|managing director|president(?! of)|geschäftsführ\w*|vorstandsvorsitzende\w*|directeur général|gérante?|pdg|amministratore delegato|director general|consejero delegado|toimitusjohtaja|prezes|jednatel|algemeen directeur)\b(?<!vice[- ]president)/iu
