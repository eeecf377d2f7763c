// RDAP: what the registry of a domain says of it (RFC 9083), found through the directory at rdap.org.
import { readWebDomain } from '../domains/domain.ts'
import { failed, found, type HttpLookup } from '../kit/kit.ts'
import { list, record, text, texts } from '../kit/reply-values.ts'
import { WEBSITE } from '../kit/vendor-inputs.ts'
import { openApi } from '../kit/vendor-terms.ts'

export const rdapDomain: HttpLookup = {
  ...openApi('rdap'),
  id: 'rdap-domain',
  label: 'Domain registration',
  description:
    'Tells who registered a domain for its owner, when it was registered, when it last changed and ends, and who serves it.',
  docs_url: 'https://about.rdap.org/',
  inputs: [WEBSITE],
  outputs: [
    { field: 'registrar' },
    { field: 'domain_created' },
    { field: 'domain_expires' },
    { field: 'domain_updated' },
    { field: 'name_servers' },
    { field: 'company_domain' },
  ],
  license: 'public-record',
  method: 'registry',
  limits: { per_second: 1 },
  // A registry without RDAP, and an unregistered domain.
  statuses: { miss: [404], bad_input: [400] },
  has: ['objectClassName|ldhName', 'events[]'],
  sample: {
    inputs: { website: 'https://www.example.com' },
    values: { registrar: 'Example Registrar', domain_created: '1995-08-14' },
  },
  ask({ website }) {
    const reading = readWebDomain(website ?? '')
    const domain = (reading.ok && reading.domain) || 'invalid'
    return { method: 'GET', url: `https://rdap.org/domain/${encodeURIComponent(domain)}` }
  },
  read({ json }) {
    const one = record(json)
    const on = (action: string) =>
      /^\d{4}-\d{2}-\d{2}/.exec(
        text(list(one.events).find(({ eventAction }) => eventAction === action)?.eventDate) ?? '',
      )?.[0] ?? null
    const registrar = list(one.entities).find(({ roles }) => texts(roles).includes('registrar'))
    const name = text(one.ldhName)?.toLowerCase()
    if (!name) return failed('unmapped', 'The answer of the registry names no domain.')
    return found(
      {
        registrar: nameOf(registrar) ?? null,
        domain_created: on('registration'),
        domain_expires: on('expiration'),
        domain_updated: on('last changed'),
        name_servers: list(one.nameservers).flatMap(({ ldhName }) => text(ldhName)?.toLowerCase() ?? []),
        company_domain: name,
      },
      0.98,
      { verified: true },
    )
  },
}

/** The `fn` of a jCard (RFC 7095): a list of properties, each a list of name, parameters, type and value. */
function nameOf(entity: Record<string, unknown> | undefined): string | undefined {
  const [, properties] = Array.isArray(entity?.vcardArray) ? entity.vcardArray : []
  const fn = Array.isArray(properties) ? properties.find((one) => Array.isArray(one) && one[0] === 'fn') : undefined
  return text(fn?.[3])
}
