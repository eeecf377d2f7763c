// Country normalizer: any spelling of a country to its ISO code and English name.

import { found, type LocalLookup, notFound } from '../kit/kit.ts'
import { COMPUTED } from '../kit/vendor-terms.ts'
import { readCountry } from './country.ts'

const CONFIDENCE = { code: 0.99, name: 0.99, foreign_name: 0.95, ending: 0.85 } as const

export const countryNormaliser: LocalLookup = {
  ...COMPUTED,
  id: 'country-normaliser',
  label: 'Country normalizer',
  description:
    'Turns country names in many languages, ISO codes, flags and address endings into one ISO code and English name.',
  docs_url: 'https://www.iso.org/iso-3166-country-codes.html',
  inputs: [
    {
      name: 'country',
      label: 'Country',
      type: 'text',
      required: true,
      help: 'A country in any usual spelling: “UK”, “Deutschland”, “USA”, “Paris, France”.',
      aliases: [
        'country',
        'country name',
        'country code',
        'nation',
        'hq country',
        'location',
        'land',
        'pays',
        'país',
        'headquarters',
      ],
    },
  ],
  outputs: [{ field: 'country', label: 'Country code (ISO 3166-1)' }, { field: 'country_name' }],
  sample: { inputs: { country: 'Deutschland' }, values: { country: 'DE', country_name: 'Germany' } },
  answer: (inputs) => {
    const reading = readCountry(inputs.country ?? '')
    if (!reading) return notFound('names no country, or more than one')
    return found({ country: reading.country.iso2, country_name: reading.country.name }, CONFIDENCE[reading.by])
  },
}
