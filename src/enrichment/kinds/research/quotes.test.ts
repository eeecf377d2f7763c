// What counts as a quote, what it is worth, and which addresses may be read.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkQuotes, confidences, type QuotedSource } from './quotes.logic.ts'
import { addressesIn, createSeenAddresses } from './seen-addresses.ts'

const page: QuotedSource = {
  url: 'https://www.acme.com/about',
  title: 'About',
  text: 'Founded in 1998 — “Acme”\u00a0employs\n4,200 people.',
  fetched_at: '2026-01-01T00:00:00.000Z',
}
const check = (quote: string, url = page.url) =>
  checkQuotes([{ field: 'n', url, quote }], (address) => (address === page.url ? page : undefined))

describe('a quote', () => {
  it('stands however blanks, quotation marks and dashes are spelled, and not when a letter differs', () => {
    for (const quote of [
      'Founded in 1998 - "Acme" employs',
      '"Acme"  employs 4,200\tpeople.',
      '“Acme” em\u00adploys 4,200',
    ])
      expect(check(quote), quote).toHaveLength(1)
    for (const quote of ['founded in 1998', 'Acme employs 4,201 people', 'people', '', 'x'.repeat(700)])
      expect(check(quote), quote).toEqual([])
    expect(check('4,200 people.', 'https://other.com/')).toEqual([])
  })

  it('taken from anywhere on a page stands, and with anything put into it does not', () => {
    const text = fc.string({ minLength: 30, maxLength: 200, unit: fc.constantFrom(...'abc déf,.0') })
    fc.assert(
      fc.property(text, fc.nat(15), (words, from) => {
        const source = { ...page, text: words }
        const cut = words.slice(from).trim()
        fc.pre(cut.length >= 8)
        const stands = (quote: string) => checkQuotes([{ field: 'n', url: page.url, quote }], () => source).length
        expect(stands(cut)).toBe(1)
        expect(stands(`${cut.slice(0, 4)}§${cut.slice(4)}`)).toBe(0)
      }),
    )
  })

  it('makes an answer surer when it says the value and when other sites agree, and never certain', () => {
    const quote = (url: string, words: string) => ({
      field: 'n',
      url,
      quote: words,
      title: '',
      fetched_at: '',
      verified: true as const,
    })
    const sure = (...quotes: ReturnType<typeof quote>[]) => confidences({ n: 4200 }, quotes).n ?? 0
    const told = quote('https://www.acme.com/', 'employs 4,200 people')
    const vague = quote('https://news.com/', 'thousands of people')
    expect(sure()).toBeLessThan(0.5)
    expect(sure(vague)).toBeGreaterThan(0.5)
    expect(sure(told)).toBeGreaterThan(sure(vague))
    // Two pages of one site are one voice.
    expect(sure(told, quote('https://shop.acme.com/', '4200 people'))).toBe(sure(told))
    expect(sure(told, quote('https://other.org/', '4200 people'))).toBeGreaterThan(sure(told))
    const many = Array.from({ length: 20 }, (_, index) => quote(`https://site${index}.org/`, '4200 people'))
    expect(sure(...many)).toBeLessThanOrEqual(0.95)
  })
})

describe('an address', () => {
  it('is read as it was shown and in no other way', () => {
    const seen = createSeenAddresses()
    seen.add('https://a.com/x?y=1#z')
    for (const same of ['https://a.com/x?y=1', 'https://A.com/x?y=1#other']) expect(seen.find(same)).toBeDefined()
    for (const other of [
      'https://a.com/x?y=1&d=secret',
      'https://a.com/x',
      'http://a.com/x?y=1',
      'https://u:p@a.com/x?y=1',
    ])
      expect(seen.find(other), other).toBeUndefined()
    for (const never of [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'https://u@a.com/',
      '//a.com/',
      `https://a.com/${'x'.repeat(2000)}`,
    ])
      expect(seen.add(never), never).toBeUndefined()
  })

  it('grown by anything is not the one that was shown', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ withQueryParameters: true, size: 'small' }),
        fc.string({ minLength: 1, unit: fc.constantFrom(...'abc123') }),
        (url, more) => {
          const seen = createSeenAddresses()
          seen.add(url)
          expect(seen.find(`${url}${url.includes('?') ? '&' : '?'}d=${more}`)).toBeUndefined()
        },
      ),
    )
  })

  it('of a row is a web address in a value, or the name of a host', () => {
    const row = { a: 'Acme.com', b: 'see https://b.com/x, please', c: 'not a host', d: 'mail@acme.com', e: 7 }
    expect(addressesIn(row)).toEqual(['https://acme.com/', 'https://b.com/x'])
  })
})
