// The promises of the phone normaliser.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { phoneE164 } from './phone-e164.ts'

const ask = (phone: string, country = '', website = '') => phoneE164.answer({ phone, country, website })
const numberOf = (phone: string, country = '') => {
  const answer = ask(phone, country)
  return answer.kind === 'found' ? answer.values.phone : answer.kind
}

describe('a telephone number', () => {
  it.each([
    ['+44 20 7946 0018', '', '+442079460018'],
    ['+44 (0)20 7946 0018', '', '+442079460018'],
    ['(+44) 20 7946 0018', '', '+442079460018'],
    ['0044 20 7946 0018', '', '+442079460018'],
    ['011 44 20 7946 0018', 'US', '+442079460018'],
    ['020 7946 0018', 'United Kingdom', '+442079460018'],
    ['(0)20 7946 0018', 'UK', '+442079460018'],
    ['442079460018', '', '+442079460018'],
    ['442079460018.0', '', '+442079460018'],
    ["'+442079460018", '', '+442079460018'],
    ['442079460018', 'USA', '+442079460018'],
    ['089 / 636-00', 'Germany', '+498963600'],
    ['+49 (0)89 636-00', '', '+498963600'],
    ['Tel.: +49 89 63600', '', '+498963600'],
    ['Phone (O): 408 996 1010', 'US', '+14089961010'],
    ['408.996.1010', 'us', '+14089961010'],
    ['(408) 996–1010', 'United States', '+14089961010'],
    ['1-800-FLOWERS', 'US', '+18003569377'],
    ['1-800-356-9377', '', '+18003569377'],
    ['tel:+1-408-996-1010', '', '+14089961010'],
    ['+1 408 996 1010 / +1 408 996 1011', '', '+14089961010'],
    ['+1 408 996 1010 or +1 408 996 1011', '', '+14089961010'],
    ['Fax: +1 408 996 1011, Tel: +1 408 996 1010', '', '+14089961010'],
    ['+1 408 996 1010 (HQ)', '', '+14089961010'],
    ['٠٢٠ ٧٩٤٦ ٠٠١٨', 'GB', '+442079460018'],
    ['＋４４ ２０ ７９４６ ００１８', '', '+442079460018'],
    ['\u202a+44 20 7946 0018\u202c', '', '+442079460018'],
    ['+39 06 698 1', '', '+39066981'],
    ['06 6982', 'Italy', '+39066982'],
    ['8 (495) 739-70-00', 'Russia', '+74957397000'],
    ['+800 1234 5678', '', '+80012345678'],
    ['03-3580-3311', '日本', '+81335803311'],
    ['Call our office in London on +44 20 7946 0018 between 9 and 5', '', '+442079460018'],
  ])('%s (%s) is %s', (phone, country, e164) => {
    expect(numberOf(phone, country)).toBe(e164)
  })

  it.each([
    ['', ''],
    ['-', ''],
    ['n/a', ''],
    ['12', 'US'],
    ['911', 'US'],
    ['123-456-7890', 'US'],
    ['000 000 0000', 'US'],
    ['020 7946 0018', ''],
    ['+44 20 7946', ''],
    ['4.42079E+11', 'UK'],
    ['Fax: +44 20 7946 0018', ''],
    ['+999 123 456 789', ''],
    ['jo@acme.com', 'US'],
    ['2024-01-31', 'US'],
    ['020 7946 0018', 'Atlantis'],
    ['+', 'US'],
  ])('"%s" (%s) is none', (phone, country) => {
    expect(numberOf(phone, country)).toBe('not_found')
  })

  it('comes with country, kind and extension', () => {
    expect(ask('(408) 996-1010 ext. 123', 'US')).toMatchObject({
      values: { phone: '+14089961010', country: 'US', phone_type: 'landline_or_mobile', phone_extension: '123' },
      confidence: 0.9,
    })
    expect(ask('+1 416 555 0123')).toMatchObject({ values: { country: 'CA' } })
    expect(ask('07400 123456', 'GB')).toMatchObject({ values: { phone_type: 'mobile' } })
    expect(ask('tel:+1-408-996-1010;ext=7')).toMatchObject({ values: { phone_extension: '7' } })
  })

  it('takes the country from the website when none is given, and is less sure then', () => {
    expect(ask('089 63600', '', 'https://www.siemens.de')).toMatchObject({
      values: { phone: '+498963600' },
      confidence: 0.75,
    })
    expect(ask('089 63600', '', 'https://acme.io').kind).toBe('not_found')
  })

  it('says why there is none', () => {
    expect(ask('020 7946 0018')).toEqual({ kind: 'not_found', reason: 'no country given and no international prefix' })
    expect(ask('4.42E+11')).toEqual({ kind: 'not_found', reason: 'a spreadsheet has rounded its digits away' })
  })
})

it('never throws, and reading its own answer changes nothing', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'0123456789 +-()./x'), maxLength: 20 }),
  )
  fc.assert(
    fc.property(typed, fc.constantFrom('', 'US', 'GB', 'DE', 'IT', 'AQ'), (phone, country) => {
      const once = numberOf(phone, country)
      if (once !== 'not_found') expect(numberOf(once as string, country)).toBe(once)
    }),
    { numRuns: 1000 },
  )
})
