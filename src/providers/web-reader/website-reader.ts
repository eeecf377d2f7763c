// Website reader: reads a company's home page and its contact, imprint, about, team and jobs pages, and reports what they contain.
import { found, type Inputs, type LookupAnswer, notFound, type VisitLookup, type VisitTools } from '../kit/kit.ts'
import { answerFrom, type HomePage, leadsElsewhere, readHomePage } from './home-page.ts'
import { bringTogether, SHORT_TEXT } from './website-reader.facts.ts'
import { choosePages, type SitePage } from './website-reader.links.ts'
import { readPage } from './website-reader.page.ts'

const maxMorePages = 7
/** The confidence of an answer without a company name. */
const nameless = 0.5
/** Milliseconds from the start after which the answer uses the pages that have arrived. */
const answerAfterMs = 8_500

export const websiteReader: VisitLookup = {
  id: 'website-reader',
  provider: 'millrace',
  label: 'Website reader',
  description:
    'Reads a company website, eight pages at most and robots.txt obeyed: name, e-mail, phone, addresses, opening hours, people with titles, jobs, social profiles.',
  docs_url: 'https://schema.org/Organization',
  inputs: [
    {
      name: 'website',
      label: 'Website',
      type: 'url',
      required: true,
      help: 'A web address, domain or company e-mail address, typed in any way.',
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
  ],
  outputs: [
    { field: 'company_name' },
    { field: 'description' },
    { field: 'company_email' },
    { field: 'phone' },
    { field: 'country' },
    { field: 'linkedin_url', label: 'LinkedIn page' },
    { field: 'website' },
    { field: 'company_domain' },
    { field: 'legal_name' },
    { field: 'page_title' },
    { field: 'language' },
    { field: 'logo_url' },
    { field: 'article_text' },
    { field: 'founded_year' },
    { field: 'employee_count' },
    { field: 'vat_id' },
    { field: 'emails' },
    { field: 'phones' },
    { field: 'fax' },
    { field: 'opening_hours' },
    { field: 'open_jobs' },
    { field: 'people' },
    { field: 'street' },
    { field: 'postcode' },
    { field: 'city' },
    { field: 'region' },
    { field: 'address' },
    { field: 'addresses' },
    { field: 'redirected_to' },
    { field: 'twitter_url' },
    { field: 'facebook_url' },
    { field: 'instagram_url' },
    { field: 'youtube_url' },
    { field: 'github_url' },
    { field: 'social_links' },
  ],
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
    values: { company_name: 'Acme', company_email: 'info@acme.example', website: 'https://www.acme.example' },
  },
  visit: readSite,
}

/** The pages of a site that say who runs it, the home page first; an answer where there are none to read. */
export async function readPages(
  inputs: Inputs,
  tools: VisitTools,
): Promise<{ pages: SitePage[]; home: HomePage } | LookupAnswer> {
  const started = tools.now()
  const home = await readHomePage(websiteReader, inputs.website ?? '', tools)
  if ('kind' in home) return home
  const first: SitePage = { url: home.page.url, kind: 'home', facts: home.facts }
  return { pages: [first, ...(await morePages(first, tools, started))], home }
}

async function readSite(inputs: Inputs, tools: VisitTools): Promise<LookupAnswer> {
  const read = await readPages(inputs, tools)
  if ('kind' in read) return read
  const { pages, home } = read
  const { values, confidence, places, tellsOfFirm } = bringTogether(pages)
  if (!tellsOfFirm)
    return notFound(
      home.facts.text.length < SHORT_TEXT
        ? 'a page without text, perhaps built by scripts in the browser'
        : 'the site says nothing of a firm',
    )
  const name = String(values.company_name ?? '')
  const redirected_to = leadsElsewhere(home.asked, home.page.url, name) ? new URL(home.page.url).origin : null
  return answerFrom(
    home,
    found({ ...values, redirected_to }, confidence.company_name ?? nameless, {
      by_field: confidence,
      places: { ...places, redirected_to: { source_url: home.asked } },
      origin: { source_url: home.page.url },
    }),
    name,
  )
}

/** Contact, imprint and about pages in the order they were chosen, as many as come in time. */
async function morePages(home: SitePage, tools: VisitTools, started: number): Promise<SitePage[]> {
  const chosen = choosePages(home.facts, home.url, maxMorePages)
  const got = new Map<number, SitePage>()
  const reading = chosen.map(async ({ url, kind }, place) => {
    const page = await tools.fetchPage(url)
    if (page.ok && page.status < 300) got.set(place, { url: page.url, kind, facts: readPage(page.body) })
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, started + answerAfterMs - tools.now()))
  })
  await Promise.race([Promise.all(reading), late])
  clearTimeout(timer)
  return [...got].sort(([a], [b]) => a - b).map(([, page]) => page)
}
