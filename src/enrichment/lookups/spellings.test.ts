// The same company or person in another spelling is the same question.
import { describe, expect, it } from 'vitest'
import { catalog, lookupById } from '../../providers/catalog.ts'
import { normaliseInputs } from '../../providers/kit/requirements.ts'
import { cacheKey } from './cache.reads.ts'

const finder = lookupById('hunter-email-finder') ?? expect.unreachable()
const keyOf = (inputs: Record<string, string>, lookup = finder) => cacheKey(lookup, inputs)

describe('a company by its domain', () => {
  const plain = { domain: 'stripe.com', full_name: 'Jane Doe' }
  it.each([
    'Stripe.com',
    'www.stripe.com',
    'https://stripe.com',
    'http://www.Stripe.com/about?x=1#top',
    '  stripe.com  ',
    'stripe.com/',
    'stripe.com.',
    'info@stripe.com',
  ])('%s is asked, and known, as stripe.com', (domain) => {
    expect(normaliseInputs(finder, { domain }).domain).toBe('stripe.com')
    expect(keyOf({ ...plain, domain })).toBe(keyOf(plain))
  })

  it('is another one at another host, and what is no host is left as it is', () => {
    expect(keyOf({ ...plain, domain: 'stripe.org' })).not.toBe(keyOf(plain))
    expect(keyOf({ ...plain, domain: 'blog.stripe.com' })).not.toBe(keyOf(plain))
    expect(normaliseInputs(finder, { domain: 'not a host' }).domain).toBe('not a host')
    expect(normaliseInputs(finder, { domain: 'münchen.de' }).domain).toBe('xn--mnchen-3ya.de')
  })
})

describe('a person by name', () => {
  const plain = { domain: 'stripe.com', full_name: 'Jane Doe' }
  it.each<Record<string, string>>([
    { full_name: 'jane doe' },
    { full_name: 'Doe, Jane' },
    { full_name: ' Jane   Doe ' },
    { first_name: 'Jane', last_name: 'DOE' },
    { first_name: 'Jane', last_name: 'Doe', full_name: 'Jane Doe' },
  ])('%o is Jane Doe', (name) => {
    expect(keyOf({ domain: 'stripe.com', ...name })).toBe(keyOf(plain))
  })

  it('is another person with the names the other way round, or with a suffix', () => {
    expect(keyOf({ ...plain, full_name: 'Doe Jane' })).not.toBe(keyOf(plain))
    expect(normaliseInputs(finder, { full_name: 'Jane Doe, PhD' }).full_name).toBe('Jane Doe, PhD')
  })
})

it('a mailbox, a profile and a page are the same in any case and with any ornament', () => {
  const of = (id: string, name: string, values: string[]) =>
    new Set(values.map((value) => keyOf({ [name]: value }, lookupById(id) ?? expect.unreachable(id)))).size
  const withInput = (name: string) =>
    catalog.find((lookup) => !('answer' in lookup) && lookup.inputs.some((input) => input.name === name))?.id ?? ''
  expect(of(withInput('email'), 'email', ['a@b.com', 'A@B.com', 'mailto:a@b.com', 'Ann <a@b.com>'])).toBe(1)
  expect(
    of(withInput('linkedin_url'), 'linkedin_url', [
      'https://www.linkedin.com/in/ann',
      'linkedin.com/in/Ann/',
      'https://de.linkedin.com/in/ann?trk=x',
    ]),
  ).toBe(1)
  expect(of('firecrawl-page', 'website', ['https://a.com/x', 'http://www.a.com/x/', 'A.com/x?utm_source=m#y'])).toBe(1)
  expect(of('firecrawl-page', 'website', ['https://a.com/x', 'https://a.com/y', 'https://a.com/X'])).toBe(3)
})

it('what is computed here sees a value as it was typed', () => {
  const local = catalog.find((lookup) => 'answer' in lookup && lookup.inputs.some(({ name }) => name === 'website'))
  if (local) expect(normaliseInputs(local, { website: 'HTTP://www.A.com/' }).website).toBe('HTTP://www.A.com/')
})
