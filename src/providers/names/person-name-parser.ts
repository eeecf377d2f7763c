// Person-name parser: first, middle and last name, title, suffix and nickname from a full name in any usual order.
import { found, type LocalLookup, notFound } from '../kit/kit.ts'
import { COMPUTED } from '../kit/vendor-terms.ts'
import { readPersonName } from './person-name.ts'

export const personNameParser: LocalLookup = {
  ...COMPUTED,
  id: 'person-name-parser',
  label: 'Person-name parser',
  description:
    'Splits a full name into first, middle and last name, title, suffix and nickname; “Last, First”, particles and Asian order included.',
  docs_url: 'https://www.w3.org/International/questions/qa-personal-names',
  inputs: [
    {
      name: 'full_name',
      label: 'Full name',
      type: 'text',
      required: true,
      help: 'The name of one person, as it was typed.',
      aliases: [
        'full name',
        'name',
        'contact',
        'contact name',
        'contact person',
        'person',
        'person name',
        'lead name',
        'ansprechpartner',
        'nom complet',
        'nombre completo',
      ],
    },
  ],
  outputs: [
    { field: 'first_name' },
    { field: 'last_name' },
    { field: 'full_name' },
    { field: 'middle_name' },
    { field: 'nickname' },
    { field: 'name_prefix' },
    { field: 'name_suffix' },
  ],
  sample: {
    inputs: { full_name: 'VAN DER BERG, Dr. ANNA M. "ANNIE", PhD' },
    values: {
      first_name: 'Anna',
      last_name: 'van der Berg',
      full_name: 'Anna M. van der Berg',
      middle_name: 'M.',
      nickname: 'Annie',
      name_prefix: 'Dr.',
      name_suffix: 'PhD',
    },
  },
  answer: (inputs) => {
    const name = readPersonName(inputs.full_name ?? '')
    if (typeof name === 'string') return notFound(name)
    return found(
      {
        first_name: name.first,
        middle_name: name.middle,
        last_name: name.last,
        nickname: name.nickname,
        name_prefix: name.prefix,
        name_suffix: name.suffix,
        full_name: name.full,
      },
      name.confidence,
    )
  },
}
