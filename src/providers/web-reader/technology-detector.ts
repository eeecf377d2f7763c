// Technologies of a website: what its page, its headers and its DNS give away, each with the sign that showed it.
import { readWebDomain } from '../domains/domain.ts'
import { failed, found, notFound, type VisitLookup, type VisitTools } from '../kit/kit.ts'
import { WEBSITE } from '../kit/vendor-inputs.ts'
import { openApi } from '../kit/vendor-terms.ts'
import { answerFrom, readHomePage } from './home-page.ts'
import { TECHNOLOGIES } from './technology-signs.ts'

const TYPES = ['MX', 'TXT', 'NS', 'CNAME'] as const
const LONGEST_SIGN = 120

export const technologyDetector: VisitLookup = {
  ...openApi('millrace'),
  id: 'technology-detector',
  label: 'Technologies of a website',
  description: 'Names the technologies that a website and its domain give away, each with the sign that showed it.',
  docs_url: 'https://www.rfc-editor.org/rfc/rfc9110#section-10.2.4',
  inputs: [WEBSITE],
  outputs: [{ field: 'technologies' }],
  license: 'scraped',
  method: 'crawl',
  cache_days: 14,
  timeout_ms: 40_000,
  limits: { concurrency: 16 },
  sample: {
    inputs: { website: 'https://example.com' },
    values: { technologies: [{ name: 'WordPress', kind: 'website', sign: 'page: /wp-content/' }] },
  },
  visit: async ({ website = '' }, tools) => {
    const reading = readWebDomain(website)
    if (!reading.ok) return failed('bad_input', `Not a website: ${reading.reason}.`)
    const [home, records] = await Promise.all([
      readHomePage(technologyDetector, website, tools),
      recordsOf(reading.domain ?? reading.host, tools),
    ])
    const page = 'kind' in home ? undefined : home.page
    const headers = Object.entries(page?.headers ?? {}).map(([name, value]) => `${name}: ${value}`)
    const technologies = technologiesOf(page?.body ?? '', headers, records)
    // The records of a domain say something also where its site was not read, but never that there is nothing.
    if ('kind' in home) return technologies.length > 0 ? found({ technologies }, 0.7) : home
    if (technologies.length === 0) return notFound('Nothing that is known here shows itself')
    return answerFrom(home, found({ technologies }, 0.9, { origin: { source_url: home.page.url } }))
  },
}

/** What a page, its headers (`name: value`) and the records of its domain (`TYPE value`) show. */
export function technologiesOf(body: string, headers: readonly string[], records: readonly string[]) {
  return TECHNOLOGIES.flatMap(({ name, kind, page, header, dns }) => {
    const sign =
      firstSign('page', page, [body]) ?? firstSign('header', header, headers) ?? firstSign('DNS', dns, records)
    return sign ? [{ name, kind, sign }] : []
  })
}

function firstSign(where: string, sign: RegExp | undefined, texts: readonly string[]): string | undefined {
  for (const text of sign ? texts : []) {
    const seen = sign?.exec(text)?.[0]
    if (seen !== undefined) return `${where}: ${seen.slice(0, LONGEST_SIGN)}`
  }
  return undefined
}

async function recordsOf(domain: string, tools: VisitTools): Promise<string[]> {
  const replies = await Promise.all(
    TYPES.map(async (type) => ({ type, reply: await tools.dns(type === 'CNAME' ? `www.${domain}` : domain, type) })),
  )
  return replies.flatMap(({ type, reply }) => (reply.ok ? reply.records.map((one) => `${type} ${one}`) : []))
}
