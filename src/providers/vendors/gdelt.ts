// GDELT: news of the last three months from all over the world; its answers are free to use with the project named.
import { readWebDomain } from '../domains/domain.ts'
import { readBody } from '../kit/http-ask.ts'
import { failed, found, type HttpLookup, notFound } from '../kit/kit.ts'
import { list, record, text, webAddress } from '../kit/reply-values.ts'
import { COMPANY, DOMAIN } from '../kit/vendor-inputs.ts'
import { openApi } from '../kit/vendor-terms.ts'
import { companyNames, namesCompany } from '../names/company-mention.ts'
import { readCompanyName } from '../names/company-name.ts'

const MOST_NEWS = 20
/** As many as it gives at once. */
const MOST_READ = 250
const LONGEST_TITLE = 300

export const gdeltNews: HttpLookup = {
  ...openApi('gdelt'),
  id: 'gdelt-news',
  label: 'News about a company (GDELT)',
  description: 'Lists news of the last three months whose headlines name a company: title, publisher, day and link.',
  docs_url: 'https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/',
  inputs: [
    { ...COMPANY, required: true, help: 'The name of the company as newspapers write it.' },
    { ...DOMAIN, help: 'Its domain, which tells it from others where its name is a plain word.' },
  ],
  outputs: [{ field: 'news' }],
  license: 'scraped',
  method: 'api',
  cache_days: 1,
  // One request in five seconds.
  limits: { per_second: 0.2, concurrency: 1 },
  timeout_ms: 30_000,
  // What it does not understand it answers in plain text, with status 200.
  expects: 'text',
  sample: {
    inputs: { company: 'Example Robotics', domain: 'example.com' },
    values: {
      news: [
        {
          title: 'Example Robotics opens a plant in Lyon',
          url: 'https://paper.example/robots',
          source: 'paper.example',
          published_on: '2026-01-05',
        },
      ],
    },
  },
  ask: ({ company = '' }) => ({
    method: 'GET',
    url: 'https://api.gdeltproject.org/api/v2/doc/doc',
    query: {
      query: `"${nameOf(company)}"`,
      mode: 'artlist',
      format: 'json',
      timespan: '3months',
      sort: 'datedesc',
      maxrecords: MOST_READ,
    },
  }),
  read({ text: body }, { company = '', domain }) {
    if (
      /^\s*(?:your query|the (?:specified )?phrase|one or more of your keywords).{0,80}too (?:short|long|common)/i.test(
        body,
      )
    )
      return failed('bad_input', `GDELT cannot search for this name: ${body.trim().slice(0, 150)}`)
    if (/^\s*please limit requests/i.test(body)) return { kind: 'later', retry_in_ms: 10_000 }
    const { value, fault } = readBody(body)
    const answer = record(value)
    if (fault || value === null || typeof value !== 'object' || Array.isArray(value))
      return failed('unmapped', 'The answer of GDELT was not understood.')
    // A search without results is an empty object.
    if (Object.keys(answer).length === 0) return notFound('No news of the last three months names the company')
    if (!Array.isArray(answer.articles)) return failed('unmapped', 'The answer of GDELT was not understood.')
    const articles = list(answer.articles).flatMap((one) => {
      const [title, url, day] = [text(one.title)?.slice(0, LONGEST_TITLE), webAddress(one.url), dayOf(one.seendate)]
      return title && url && day
        ? [{ title, url, source: text(one.domain) ?? new URL(url).hostname, published_on: day }]
        : []
    })
    if (answer.articles.length > 0 && articles.length === 0)
      return failed('unmapped', 'The answer of GDELT lists articles without title, link or day.')
    const site = domain ? readWebDomain(domain) : undefined
    const about = companyNames([nameOf(company)], site?.ok ? (site.domain ?? site.host) : '')
    const news = firstOfEach(articles.filter(({ title, url }) => namesCompany({ title, summary: '', url }, about)))
    const isWhole = answer.articles.length < MOST_READ
    if (news.length === 0)
      return isWhole
        ? notFound('News of the last three months has words of this name, and none names the company')
        : failed(
            'bad_input',
            `None of the latest ${MOST_READ} news with words of this name names the company; older ones are not read.`,
          )
    const notes = [
      ...(news.length > MOST_NEWS ? [`The latest ${MOST_NEWS} of ${news.length} are listed.`] : []),
      ...(isWhole ? [] : [`Only the latest ${MOST_READ} with words of this name were read.`]),
    ]
    return found({ news: news.slice(0, MOST_NEWS) }, site?.ok ? 0.85 : 0.75, {
      origin: {
        source_url: news[0]?.url ?? '',
        attribution: 'The GDELT Project',
        ...(notes.length > 0 && { note: notes.join(' ') }),
      },
    })
  },
}

/** The name without its legal form and without what would end the phrase. */
function nameOf(company: string): string {
  const { name } = readCompanyName(company)
  return (name === '' ? company : name)
    .replace(/["\s]+/g, ' ')
    .trim()
    .slice(0, 150)
}

/** `20260105T031500Z`, the time at which it was seen. */
function dayOf(seen: unknown): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})T/.exec(text(seen) ?? '') ?? []
  return year && month && day ? `${year}-${month}-${day}` : undefined
}

/** Agencies have one text in many papers: the first of each headline. */
function firstOfEach<Article extends { title: string }>(articles: readonly Article[]): Article[] {
  const plain = (title: string) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const seen = new Set<string>()
  return articles.filter(({ title }) => {
    const key = plain(title)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
