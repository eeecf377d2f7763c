// Industry codes: an industry in words, or a code of a register, in NACE Rev. 2 and NAICS 2022.
import { failed, found, type LocalLookup, notFound } from '../kit/kit.ts'
import { COMPUTED } from '../kit/vendor-terms.ts'
import { type IndustryCode, type IndustryReading, readCodeList, readIndustry } from './industry.ts'

/** How sure a code is that was given, or that its title or a usual name says. */
const GIVEN: Readonly<Record<IndustryReading['by'], number>> = {
  nace: 0.98,
  naics: 0.98,
  sic: 0.98,
  title: 0.95,
  name: 0.8,
}
const BROUGHT_OVER = 0.75

export const industryCodes: LocalLookup = {
  ...COMPUTED,
  id: 'industry-codes',
  label: 'Industry codes (NACE, NAICS)',
  description:
    'Brings an industry, in words or as a SIC, NAF, NACE or NAICS code, to the lists NACE Rev. 2 and NAICS 2022.',
  docs_url: 'https://ec.europa.eu/eurostat/web/nace',
  inputs: [
    {
      name: 'industry',
      label: 'Industry or code',
      type: 'text',
      required: true,
      help: 'An English title or usual name, or a code, with its list where two lists have it: SIC 5812.',
      aliases: [
        'industry',
        'sector',
        'industry code',
        'sic code',
        'sic',
        'naf',
        'nace',
        'naics',
        'nace code',
        'naics code',
      ],
    },
    {
      name: 'list',
      label: 'List of the code',
      type: 'text',
      required: false,
      help: 'The list that codes are of: NACE, NAF, UK SIC, NAICS or SIC (of the United States).',
      aliases: ['code list'],
    },
  ],
  outputs: [{ field: 'nace_code' }, { field: 'nace_title' }, { field: 'naics_code' }, { field: 'naics_title' }],
  license: 'CC-BY-4.0',
  sample: {
    inputs: { industry: '62.01Z' },
    values: {
      nace_code: '62.01',
      nace_title: 'Computer programming activities',
      naics_code: '541511',
      naics_title: 'Custom Computer Programming Services',
    },
  },
  answer: ({ industry = '', list = '' }) => {
    const given = list === '' ? null : readCodeList(list)
    if (list !== '' && given === null)
      return failed('bad_input', 'The list of the code must be NACE, NAF, UK SIC, NAICS or SIC.')
    const reading = readIndustry(industry, given)
    if (typeof reading === 'string') return notFound(reading)
    const { nace, naics, by } = reading
    const sureness = (code: IndustryCode | undefined) => (code?.is_given ? GIVEN[by] : BROUGHT_OVER)
    const [ofNace, ofNaics] = [sureness(nace), sureness(naics)]
    return found(
      {
        nace_code: nace?.code ?? null,
        nace_title: nace?.title ?? null,
        naics_code: naics?.code ?? null,
        naics_title: naics?.title ?? null,
      },
      Math.max(nace ? ofNace : 0, naics ? ofNaics : 0),
      {
        by_field: { nace_code: ofNace, nace_title: ofNace, naics_code: ofNaics, naics_title: ofNaics },
        origin: { attribution: 'NACE Rev. 2: Eurostat, CC BY 4.0. NAICS 2022 and SIC 1987: U.S. Census Bureau' },
      },
    )
  },
}
