// Mail host: the provider that handles the mail of a domain, by its DNS records; no mail server is contacted.
import { readEmailDomain, readWebDomain } from '../domains/domain.ts'
import { failed, found, notFound, type VisitLookup } from '../kit/kit.ts'
import type { DnsReply } from '../kit/outside.ts'
import { WEBSITE } from '../kit/vendor-inputs.ts'
import { openApi } from '../kit/vendor-terms.ts'
import { mailPartiesOf } from './mail-providers.ts'

export const mailHost: VisitLookup = {
  ...openApi('millrace'),
  id: 'mail-host',
  label: 'Mail host',
  description: 'Tells who handles the mail of a domain: Google, Microsoft or others, gateways, SPF and DMARC.',
  docs_url: 'https://www.rfc-editor.org/rfc/rfc5321#section-5',
  inputs: [WEBSITE],
  outputs: [
    { field: 'mail_provider' },
    { field: 'mail_gateway' },
    { field: 'mail_hosts' },
    { field: 'spf' },
    { field: 'dmarc' },
  ],
  license: 'public-record',
  method: 'registry',
  limits: { concurrency: 32 },
  sample: {
    inputs: { website: 'https://example.com' },
    values: { mail_provider: 'Google Workspace', mail_hosts: ['aspmx.l.google.com'] },
  },
  visit: async ({ website = '' }, tools) => {
    const reading = /^[^\s/@]+@[^\s/@]+$/.test(website) ? readEmailDomain(website) : readWebDomain(website)
    if (!reading.ok) return failed('bad_input', `Not a domain: ${reading.reason}.`)
    const domain = reading.domain ?? reading.host
    const mx = await tools.dns(domain, 'MX')
    if (!mx.ok) return failed('vendor_error', mx.message, true)
    if (mx.gone) return notFound('There is no such domain')
    const hosts = mx.records.filter((host) => host !== '')
    const texts = await Promise.all([tools.dns(domain, 'TXT'), tools.dns(`_dmarc.${domain}`, 'TXT')])
    // Without an answer it is not known whether there is such a record.
    const unheard = texts.find((reply) => !reply.ok)
    if (unheard && !unheard.ok) return failed('vendor_error', unheard.message, true)
    const [spf, dmarc] = [recordOf(texts[0], /^v=spf1\b/i), recordOf(texts[1], /^v=DMARC1\b/i)]
    if (hosts.length === 0 && !spf && !dmarc) return notFound('The domain takes no mail')
    const { provider, gateway } = mailPartiesOf(hosts, spf)
    return found(
      {
        mail_provider: provider ?? (hosts.length > 0 ? 'own or another server' : null),
        mail_gateway: gateway,
        mail_hosts: hosts,
        spf: spf ?? null,
        dmarc: /\bp=(\w+)/i.exec(dmarc ?? '')?.[1]?.toLowerCase() ?? null,
      },
      provider ? 0.97 : 0.8,
      { verified: true },
    )
  },
}

function recordOf(reply: DnsReply, kind: RegExp): string | undefined {
  return reply.ok ? reply.records.find((one) => kind.test(one)) : undefined
}
