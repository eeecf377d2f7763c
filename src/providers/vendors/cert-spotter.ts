// Cert Spotter of SSLMate: the unexpired certificates of a domain in the logs of Certificate Transparency, page by page.
import type { Json } from '../../kernel/json.ts'
import { domainToSearch, SUBDOMAINS, subdomainAnswer } from '../domains/certificate-names.ts'
import { failed, type Inputs, type VisitLookup, type VisitTools } from '../kit/kit.ts'
import { list, text, texts } from '../kit/reply-values.ts'
import { openApi } from '../kit/vendor-terms.ts'

const MOST_PAGES = 5

export const certSpotterSubdomains: VisitLookup = {
  ...openApi('cert-spotter'),
  ...SUBDOMAINS,
  id: 'cert-spotter-subdomains',
  label: 'Subdomains (Cert Spotter)',
  description:
    'Lists the subdomains that valid certificates of a domain name, as Cert Spotter indexes the public logs.',
  docs_url: 'https://sslmate.com/help/reference/ct_search_api_v1',
  // 100 questions an hour without an account; one domain takes two or more.
  limits: { per_second: 0.01, concurrency: 1 },
  timeout_ms: 40_000,
  visit: lookUp,
}

async function lookUp({ domain: given = '' }: Inputs, tools: VisitTools) {
  const searched = domainToSearch(given)
  if (!searched.ok) return searched.answer
  const { domain } = searched
  const names = new Set<string>()
  let after: string | undefined
  let is_whole = false
  for (let page = 0; page < MOST_PAGES; page++) {
    const got = await tools.ask(
      {
        method: 'GET',
        url: 'https://api.certspotter.com/v1/issuances',
        query: { domain, include_subdomains: true, expand: 'dns_names', after },
      },
      { has: ['[]'] },
    )
    // What the pages before it name is not the whole, and is not given for it.
    if (!got.ok) return got.answer
    const entries = got.reply.json as Json[]
    const issuances = list(entries)
    if (entries.length === 0) {
      is_whole = true
      break
    }
    const next = text(issuances.at(-1)?.id)
    if (
      issuances.length < entries.length ||
      next === undefined ||
      next === after ||
      !issuances.every(({ dns_names }) => Array.isArray(dns_names))
    )
      return failed('unmapped', 'The answer of Cert Spotter was not understood.')
    for (const { dns_names } of issuances) for (const name of texts(dns_names)) names.add(name)
    after = next
  }
  return subdomainAnswer(domain, names, {
    source_url: `https://api.certspotter.com/v1/issuances?domain=${encodeURIComponent(domain)}&include_subdomains=true&expand=dns_names`,
    attribution: 'Certificate Transparency logs, Cert Spotter by SSLMate',
    is_whole,
  })
}
