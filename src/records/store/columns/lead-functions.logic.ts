// The formula functions that know about leads: the same rules as the lookups that clean such values.
import type { FormulaFunction, FormulaParameter } from '../../../engine/formula/functions.ts'
import { textOf } from '../../../engine/values/value.ts'
import type { Json } from '../../../kernel/json.ts'
import { type DomainReading, readMailHost, readWebDomain } from '../../../providers/domains/domain.ts'
import { isFreeMail } from '../../../providers/domains/shared-hosts.ts'
import { type IndustryCode, readCodeList, readIndustry } from '../../../providers/industries/industry.ts'
import { readCompanyName } from '../../../providers/names/company-name.ts'
import { readDepartment, readSeniority } from '../../../providers/names/job-title.ts'
import { readPersonName } from '../../../providers/names/person-name.ts'
import { readPhone } from '../../../providers/phones/phone.ts'
import { readCountry } from '../../../providers/places/country.ts'

const LONGEST = 2000

function leadFunction(
  name: string,
  param: string,
  says: string,
  examples: FormulaFunction['examples'],
  read: (text: string, rest: Json[]) => Json | undefined,
  more: Partial<Pick<FormulaFunction, 'returns' | 'params'>> = {},
): FormulaFunction {
  return {
    name,
    group: 'Lead',
    params: [{ name: param, type: 'text' } satisfies FormulaParameter],
    returns: 'text',
    says,
    examples,
    ...more,
    run([value, ...rest], { budget }) {
      // Telephone numbers and names take longer to read than text to cut.
      budget.step(200)
      const text = textOf(value)
      return text.length > LONGEST ? null : (read(text, rest) ?? null)
    },
  }
}

/** The domain of a web address, or of the part after the @. */
function domainIn(text: string): (DomainReading & { ok: true }) | undefined {
  const reading = text.includes('@') && !text.includes('/') ? readMailHost(text) : readWebDomain(text, true)
  return reading.ok ? reading : undefined
}

function nameIn(text: string) {
  const name = readPersonName(text)
  return typeof name === 'string' ? undefined : name
}

/** The code of an industry in one of the two lists; blank for a text that is surely none, or a code of several lists where none is named. */
function industryIn(text: string, list: Json | undefined, of: 'nace' | 'naics'): IndustryCode | undefined {
  const named = list === null || list === undefined ? '' : textOf(list)
  const given = named === '' ? null : readCodeList(named)
  if (named !== '' && given === null) return undefined
  const reading = readIndustry(text, given)
  return typeof reading === 'string' ? undefined : reading[of]
}

const INDUSTRY: Partial<Pick<FormulaFunction, 'params'>> = {
  params: [
    { name: 'industry', type: 'text' },
    { name: 'list', type: 'text', optional: true },
  ],
}

export const LEAD_FUNCTIONS: readonly FormulaFunction[] = [
  leadFunction(
    'DOMAIN',
    'address',
    'The host of a web or e-mail address, without www.',
    [['DOMAIN("https://www.shop.acme.co.uk/about")', 'shop.acme.co.uk']],
    (text) => domainIn(text)?.host,
  ),
  leadFunction(
    'ROOT_DOMAIN',
    'address',
    'The domain that was registered, by the Public Suffix List.',
    [['ROOT_DOMAIN("https://shop.acme.co.uk")', 'acme.co.uk']],
    (text) => domainIn(text)?.domain,
  ),
  leadFunction(
    'EMAIL_DOMAIN',
    'email',
    'The registered domain of an e-mail address; blank for any other text.',
    [['EMAIL_DOMAIN("ann@mail.acme.com")', 'acme.com']],
    (text) => {
      const reading = text.includes('@') ? readMailHost(text) : undefined
      return reading?.ok ? (reading.domain ?? reading.host) : undefined
    },
  ),
  leadFunction(
    'IS_FREE_EMAIL',
    'email',
    'True for an address at a public mailbox provider, such as gmail.com.',
    [
      ['IS_FREE_EMAIL("ann@gmail.com")', true],
      ['IS_FREE_EMAIL("ann@acme.com")', false],
    ],
    (text) => {
      const reading = domainIn(text)
      return reading ? isFreeMail(reading.domain ?? reading.host) : undefined
    },
    { returns: 'boolean' },
  ),
  leadFunction(
    'FIRST_NAME',
    'name',
    'The given name of a person.',
    [['FIRST_NAME("Dr. Ann van Dijk")', 'Ann']],
    (text) => nameIn(text)?.first,
  ),
  leadFunction(
    'LAST_NAME',
    'name',
    'The family name of a person.',
    [['LAST_NAME("Dr. Ann van Dijk")', 'van Dijk']],
    (text) => nameIn(text)?.last,
  ),
  leadFunction(
    'CLEAN_COMPANY',
    'name',
    'What people call a company: without its legal form.',
    [['CLEAN_COMPANY("ACME Logistics GmbH")', 'ACME Logistics']],
    (text) => readCompanyName(text).name,
  ),
  leadFunction(
    'E164',
    'phone',
    'A telephone number in international form; the country says where it would be dialled without one.',
    [['E164("030 901820", "DE")', '+4930901820']],
    (text, [country]) => {
      const code = country === null || country === undefined ? undefined : readCountry(textOf(country))?.country.iso2
      const reading = readPhone(text, code)
      return typeof reading === 'string' ? undefined : reading.e164
    },
    {
      params: [
        { name: 'phone', type: 'text' },
        { name: 'country', type: 'text', optional: true },
      ],
    },
  ),
  leadFunction(
    'COUNTRY_CODE',
    'country',
    'The two letters of a country, in any of many languages.',
    [['COUNTRY_CODE("Nederland")', 'NL']],
    (text) => readCountry(text)?.country.iso2,
  ),
  leadFunction(
    'COUNTRY_NAME',
    'country',
    'The English name of a country.',
    [['COUNTRY_NAME("DE")', 'Germany']],
    (text) => readCountry(text)?.country.name,
  ),
  leadFunction(
    'SENIORITY',
    'title',
    'How senior a job title is: owner, founder, c_suite, partner, vp, head, director, manager, senior, entry or intern.',
    [
      ['SENIORITY("Senior Vice President, Sales")', 'vp'],
      ['SENIORITY("Assistant to the CEO")', 'entry'],
    ],
    readSeniority,
  ),
  leadFunction(
    'DEPARTMENT',
    'title',
    'The department of a job title, such as sales, engineering or finance.',
    [['DEPARTMENT("VP of Customer Success")', 'customer_success']],
    readDepartment,
  ),
  leadFunction(
    'NACE',
    'industry',
    'The NACE Rev. 2 code of an industry in words or as a code; the list says what a code is of, where several lists have it.',
    [
      ['NACE("62.01Z")', '62.01'],
      ['NACE("5812", "SIC")', '56'],
    ],
    (text, [list]) => industryIn(text, list, 'nace')?.code,
    INDUSTRY,
  ),
  leadFunction(
    'NAICS',
    'industry',
    'The NAICS 2022 code of an industry in words or as a code; the list says what a code is of, where several lists have it.',
    [['NAICS("Software Publishers")', '513210']],
    (text, [list]) => industryIn(text, list, 'naics')?.code,
    INDUSTRY,
  ),
]
