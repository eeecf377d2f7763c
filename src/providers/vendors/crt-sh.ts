// crt.sh: the certificates of a domain in the logs of Certificate Transparency (RFC 6962), as Sectigo indexes them.
import type { Json } from '../../kernel/json.ts'
import { domainToSearch, SUBDOMAINS, subdomainAnswer } from '../domains/certificate-names.ts'
import { failed, type Inputs, type VisitLookup, type VisitTools } from '../kit/kit.ts'
import { list, text } from '../kit/reply-values.ts'
import { openApi } from '../kit/vendor-terms.ts'

export const crtShSubdomains: VisitLookup = {
  ...openApi('crt-sh'),
  ...SUBDOMAINS,
  id: 'crt-sh-subdomains',
  label: 'Subdomains (crt.sh)',
  description: 'Lists the subdomains that valid certificates of a domain name, from Certificate Transparency logs.',
  docs_url: 'https://crt.sh/',
  // The service is shared by the world, and a domain with many certificates takes it half a minute.
  limits: { per_second: 0.5, concurrency: 2 },
  timeout_ms: 60_000,
  visit: lookUp,
}

async function lookUp({ domain: given = '' }: Inputs, tools: VisitTools) {
  const searched = domainToSearch(given)
  if (!searched.ok) return searched.answer
  const { domain } = searched
  const got = await tools.ask(
    { method: 'GET', url: 'https://crt.sh/', query: { q: `%.${domain}`, output: 'json', exclude: 'expired' } },
    // It answers 404 when its database is busy, and that is no miss.
    { statuses: { later: [404, 502, 503, 504] }, has: ['[]'] },
  )
  if (!got.ok) return got.answer
  const entries = got.reply.json as Json[]
  const certificates = list(entries)
  const names = certificates.flatMap(({ name_value, common_name }) => {
    const written = [text(name_value), text(common_name)].filter((name) => name !== undefined)
    return written.flatMap((name) => name.split('\n'))
  })
  if (certificates.length < entries.length || (entries.length > 0 && names.length === 0))
    return failed('unmapped', 'The answer of crt.sh lists certificates without names.')
  return subdomainAnswer(domain, names, {
    source_url: `https://crt.sh/?q=${encodeURIComponent(`%.${domain}`)}&exclude=expired`,
    attribution: 'Certificate Transparency logs, crt.sh by Sectigo',
    is_whole: true,
  })
}
