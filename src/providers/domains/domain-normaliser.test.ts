// The promises of the domain normaliser.
import fc from 'fast-check'
import { parse } from 'tldts'
import { describe, expect, it } from 'vitest'
import type { LookupAnswer } from '../kit/kit.ts'
import { readHost } from './domain.ts'
import { domainNormaliser } from './domain-normaliser.ts'

const domainOf = (answer: LookupAnswer) => (answer.kind === 'found' ? answer.values.company_domain : answer.kind)
const website = (text: string) => domainNormaliser.answer({ website: text })

describe('a web address', () => {
  it.each([
    ['acme.com', 'acme.com'],
    ['ACME.COM', 'acme.com'],
    ['https://www.acme.com/', 'acme.com'],
    ['http://www2.acme.co.uk/path?utm_source=x#top', 'acme.co.uk'],
    ['https://shop.eu.acme.com.au:8443/a/b', 'acme.com.au'],
    ['//cdn.acme.com/x', 'acme.com'],
    ['https://user:pass@acme.com', 'acme.com'],
    ['http//acme.com', 'acme.com'],
    ['https:/acme.com', 'acme.com'],
    ['https;//acme.com', 'acme.com'],
    ['htp://acme.com', 'acme.com'],
    ['http://https://acme.com', 'acme.com'],
    ['www,acme.com', 'acme.com'],
    ['<acme.com>', 'acme.com'],
    ['acme.com.', 'acme.com'],
    ['acme.com/index.html', 'acme.com'],
    ['Website: acme.com', 'acme.com'],
    ['info@acme.com', 'acme.com'],
    ['Jo <jo@mail.acme.de>', 'acme.de'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['BÜCHER.de', 'xn--bcher-kva.de'],
    ['http://президент.рф', 'xn--d1abbgf6aiiy.xn--p1ai'],
    ['例え。jp', 'xn--r8jz45g.jp'],
    ['acme.uk.com', 'acme.uk.com'],
    ['www.shop.acme.uk.com', 'acme.uk.com'],
    ['linkedin.com', 'linkedin.com'],
    ['https://www.linkedin.com/', 'linkedin.com'],
    ['https://www.google.com/index.html', 'google.com'],
    ['3m.com', '3m.com'],
    ['www.com', 'www.com'],
    ['our site is at acme.io, thanks', 'acme.io'],
  ])('%s is of %s', (text, domain) => {
    expect(domainOf(website(text))).toBe(domain)
  })

  it.each([
    'http://192.168.0.1/',
    'http://[::1]/',
    'http://2130706433/',
    '10.0.0.1',
    'localhost',
    'http://localhost:3000',
    'printer.local',
    'db.internal',
    'com',
    'co.uk',
    'uk.com',
    'http://www.co.uk',
    'https://',
    '',
    '-',
    'n/a',
    'Acme Inc',
    'javascript:alert(1)',
    'ftp://acme.com',
    'http://a..com',
    'acme',
    'someone@gmail.com',
    'x@yahoo.co.jp',
    'https://www.linkedin.com/company/acme',
    'facebook.com/acme',
    'https://x.com/acme',
    'https://www.google.com/maps/place/Acme',
    `${'a'.repeat(64)}.com`,
    '-acme.com',
  ])('"%s" gives no company domain', (text) => {
    expect(domainOf(website(text))).toBe('not_found')
  })

  it('of a profile page is taken when asked for', () => {
    expect(domainOf(domainNormaliser.answer({ website: 'linkedin.com/company/acme', keep_profiles: 'true' }))).toBe(
      'linkedin.com',
    )
  })

  it('on a shared domain is a website but no domain of their own', () => {
    expect(website('https://acme.github.io/docs')).toMatchObject({
      values: { company_domain: null, website: 'https://acme.github.io' },
    })
    expect(website('acme.myshopify.com')).toMatchObject({ values: { company_domain: null } })
  })

  it('tells the country of a national ending with less certainty, and none for an ending sold to all', () => {
    expect(website('acme.fr')).toMatchObject({
      values: { country: 'FR' },
      confidence: 0.98,
      confidence_by_field: { country: 0.6 },
    })
    expect(website('acme.io')).toMatchObject({ values: { country: null } })
    expect(website('acme.com')).toMatchObject({ values: { country: null } })
  })

  it('says why there is none', () => {
    expect(website('https://linkedin.com/in/x')).toEqual({
      kind: 'not_found',
      reason: "a page on linkedin.com, not the company's own site",
    })
    expect(website('jo@gmail.com')).toEqual({ kind: 'not_found', reason: 'gmail.com is a free mail provider' })
  })
})

describe('other inputs', () => {
  it('an e-mail address stands in when the website gives nothing', () => {
    expect(domainOf(domainNormaliser.answer({ website: 'facebook.com/acme', email: 'mailto:Jo@Acme.com' }))).toBe(
      'acme.com',
    )
    expect(domainOf(domainNormaliser.answer({ email: 'jo@gmail.com', text: 'see acme.org' }))).toBe('acme.org')
  })

  it.each([
    ['Reach us on https://acme.com/contact.', 'acme.com'],
    ['Jo Doe | jo.doe@acme.nl | +31 20 123', 'acme.nl'],
    ['Amazon.com, Inc.', 'amazon.com'],
    ['mail me at jo@gmail.com or see www.acme.de!', 'acme.de'],
    ['https://linkedin.com/in/jo and http://acme.com', 'acme.com'],
  ])('text "%s" mentions %s', (text, domain) => {
    expect(domainOf(domainNormaliser.answer({ text }))).toBe(domain)
  })

  it.each([
    'we use node.js and e.g. Inc.',
    'v1.2.3',
    'nothing here',
    'logo@2x.png',
  ])('text "%s" mentions none', (text) => {
    expect(domainOf(domainNormaliser.answer({ text }))).toBe('not_found')
  })
})

it('never throws, and reading its own answer changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.domain(), fc.emailAddress()), (text) => {
      const answer = website(text)
      const domain = domainOf(answer)
      if (answer.kind === 'found' && typeof domain === 'string') expect(domainOf(website(domain))).toBe(domain)
    }),
  )
})

it('a host name reads the same however it is written: plain, with capitals, with a scheme', () => {
  const label = fc.oneof(
    fc.stringMatching(/^[a-z0-9-]{1,8}$/),
    fc.constantFrom(
      'www',
      'www2',
      'github',
      'blogspot',
      'co',
      'uk',
      'com',
      'de',
      'xn--bcher-kva',
      'local',
      '0x7f',
      '10',
    ),
  )
  const ending = fc.constantFrom(
    'com',
    'co.uk',
    'de',
    'github.io',
    'uk.com',
    'blogspot.com',
    's3.amazonaws.com',
    'corp',
    'io',
  )
  const host = fc.tuple(fc.array(label, { maxLength: 4 }), fc.option(ending)).map(([labels, end]) => {
    return [...labels, ...(end === null ? [] : [end])].join('.')
  })
  fc.assert(
    fc.property(host, (name) => {
      const plain = website(name)
      // Only what is plain takes the short way: capitals and a scheme take the long one.
      expect(website(name.toUpperCase())).toEqual(plain)
      if (name.includes('.')) expect(website(`http://${name}/`)).toEqual(plain)
      expect(readHost(name.toUpperCase())).toEqual(readHost(name))
    }),
    { numRuns: 2000 },
  )
})

it('the endings sold privately change nothing of what the list says without them', () => {
  const name = fc
    .tuple(
      fc.stringMatching(/^[a-z]{1,6}$/),
      fc.constantFrom('', 'a.'),
      fc.constantFrom('com', 'co.uk', 'github.io', 'uk.com', 'ck', 'www.ck', 'kobe.jp', 'io', 'zz'),
    )
    .map(([first, more, end]) => `${more}${first}.${end}`)
  fc.assert(
    fc.property(name, (host) => {
      const reading = readHost(host)
      const icann = parse(host, { allowPrivateDomains: false })
      if (reading.ok)
        expect([reading.suffix, reading.known_suffix]).toEqual([icann.publicSuffix, icann.isIcann === true])
      if (reading.ok && !parse(host, { allowPrivateDomains: true }).isPrivate) expect(reading.domain).toBe(icann.domain)
    }),
  )
})
