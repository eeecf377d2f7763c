// Phone normalizer: a telephone number in international form, with its country and kind of line.

import { readWebDomain } from '../domains/domain.ts'
import { found, type LocalLookup, notFound } from '../kit/kit.ts'
import { COMPUTED } from '../kit/vendor-terms.ts'
import { countryByCode, countryOfSuffix, readCountry } from '../places/country.ts'
import { readPhone } from './phone.ts'

const CONFIDENCE = { international: 0.95, country: 0.9, assumed: 0.6 } as const
/** When only the ending of the website says which country the number is dialled in. */
const BY_WEBSITE = 0.75

export const phoneE164: LocalLookup = {
  ...COMPUTED,
  id: 'phone-e164',
  label: 'Phone normalizer (E.164)',
  description:
    'Turns a phone number in any notation into E.164, with country, line type and extension; impossible numbers are a miss.',
  docs_url: 'https://www.itu.int/rec/T-REC-E.164/',
  inputs: [
    {
      name: 'phone',
      label: 'Phone',
      type: 'phone',
      required: true,
      help: 'A telephone number in any notation.',
      aliases: [
        'phone',
        'phone number',
        'telephone',
        'tel',
        'mobile',
        'mobile phone',
        'cell',
        'direct dial',
        'switchboard',
        'telefon',
        'téléphone',
        'teléfono',
        'work phone',
        'company phone',
        'hq phone',
      ],
    },
    {
      name: 'country',
      label: 'Country',
      type: 'text',
      required: false,
      help: 'Country name or code, for numbers written without an international prefix.',
      aliases: ['country', 'country code', 'country name', 'nation', 'hq country', 'location', 'land', 'pays', 'país'],
    },
    {
      name: 'website',
      label: 'Website',
      type: 'url',
      required: false,
      help: 'Used when the country is blank: a national domain ending tells where the number is dialled.',
      aliases: ['website', 'url', 'domain', 'company domain', 'homepage', 'company website'],
    },
  ],
  outputs: [
    { field: 'phone' },
    { field: 'country', label: 'Country (of the number)' },
    { field: 'phone_type' },
    { field: 'phone_extension' },
  ],
  sample: {
    inputs: { phone: '(0)20 7946 0018 ext. 12', country: 'UK' },
    values: { phone: '+442079460018', country: 'GB', phone_type: 'landline', phone_extension: '12' },
  },
  answer: (inputs) => {
    const typed = inputs.country ?? ''
    // Beside a number even "NA" is a country: a wrong one would not make the number valid.
    const stated = (readCountry(typed)?.country ?? countryByCode(typed))?.iso2
    const site = stated ? undefined : readWebDomain(inputs.website ?? '')
    const region = stated ?? (site?.ok ? countryOfSuffix(site.suffix)?.iso2 : undefined)
    const reading = readPhone(inputs.phone ?? '', region)
    if (typeof reading === 'string') return notFound(reading)
    return found(
      {
        phone: reading.e164,
        country: reading.country ?? null,
        phone_type: reading.type ?? null,
        phone_extension: reading.extension ?? null,
      },
      reading.by === 'country' && !stated ? BY_WEBSITE : CONFIDENCE[reading.by],
    )
  },
}
