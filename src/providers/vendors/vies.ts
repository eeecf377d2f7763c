// VIES: the European Commission's check of VAT ids, which asks the register of the member state.
import { failed, found, type HttpLookup, notFound } from '../kit/kit.ts'
import { record, text } from '../kit/reply-values.ts'
import { openApi } from '../kit/vendor-terms.ts'

const API = 'https://ec.europa.eu/taxation_customs/vies/rest-api/ms'
/** Said where a member state does not tell. */
const UNTOLD = '---'

export const viesVatId: HttpLookup = {
  ...openApi('vies'),
  id: 'vies-vat-id',
  label: 'EU VAT id (VIES)',
  description: 'Says whether a VAT id of the European Union or Northern Ireland is valid, and whose it is where told.',
  docs_url: 'https://ec.europa.eu/taxation_customs/vies/#/technical-information',
  inputs: [
    {
      name: 'vat_id',
      label: 'VAT id',
      type: 'text',
      required: true,
      help: 'With the two letters of its country in front, such as DE123456789.',
      aliases: ['vat id', 'vat number', 'vat', 'tax id', 'ust-id', 'tva', 'btw'],
    },
  ],
  outputs: [
    { field: 'vat_id' },
    { field: 'vat_valid' },
    { field: 'legal_name' },
    { field: 'address', label: 'Registered address' },
  ],
  license: 'public-record',
  method: 'registry',
  limits: { per_second: 1 },
  statuses: { bad_input: [400] },
  has: ['isValid', 'userError'],
  sample: {
    inputs: { vat_id: 'IE6388047V' },
    values: { vat_id: 'IE6388047V', vat_valid: true, legal_name: 'EXAMPLE LIMITED' },
  },
  ask({ vat_id = '' }) {
    const { country, number } = partsOf(vat_id)
    return { method: 'GET', url: `${API}/${encodeURIComponent(country)}/vat/${encodeURIComponent(number)}` }
  },
  read({ json }, { vat_id = '' }) {
    const { isValid, userError, name, address } = record(json)
    const { country, number } = partsOf(vat_id)
    const told = (value: unknown) => (text(value) === UNTOLD ? null : (text(value)?.replace(/\s*\n\s*/g, ', ') ?? null))
    switch (userError) {
      case 'VALID':
      case 'INVALID':
        return found(
          { vat_id: country + number, vat_valid: isValid === true, legal_name: told(name), address: told(address) },
          0.99,
          { verified: true },
        )
      case 'INVALID_INPUT':
        return notFound('This is not written like a VAT id')
      case 'MS_UNAVAILABLE':
      case 'SERVICE_UNAVAILABLE':
      case 'TIMEOUT':
        return failed('vendor_error', 'The register of this country does not answer at the moment.', true)
      case 'MS_MAX_CONCURRENT_REQ':
      case 'GLOBAL_MAX_CONCURRENT_REQ':
        return { kind: 'later', retry_in_ms: 10_000 }
      default:
        return failed('unmapped', 'VIES gave a result that is not documented.')
    }
  },
}

/** Greece is EL in VAT ids, whatever ISO 3166 calls it. */
function partsOf(vatId: string): { country: string; number: string } {
  const plain = vatId.toUpperCase().replace(/[^A-Z0-9+*]/g, '')
  const country = plain.slice(0, 2)
  return { country: country === 'GR' ? 'EL' : country, number: plain.slice(2) }
}
