// Facts that sites state for machines, as sites really write them, and what an organisation is called.
import { describe, expect, it } from 'vitest'
import { bringTogether } from './website-reader.facts.ts'
import { readPage } from './website-reader.page.ts'
import { parseJsonLd, readOrganisation } from './website-reader.structured.ts'

const read = (html: string) => readOrganisation(readPage(html), 'https://www.acme.example/')
const ld = (json: string) => `<script type="application/ld+json">${json}</script>`

describe('JSON-LD', () => {
  it.each([
    ['as it should be', '{"a": 1}'],
    ['in a comment', '<!--\n{"a": 1}\n-->'],
    ['in CDATA', '//<![CDATA[\n{"a": 1}\n//]]>'],
    ['with comments inside', '{ // one\n "a": 1 /* two */ }'],
    ['with commas too many', '{"a": 1,,}'],
    ['with a comma before a comment', '{"a": 1, // last\n}'],
    ['behind a comment', '<!-- who we are -->{"a": 1}'],
    ['with a semicolon', '{"a": 1};'],
    ['with entities for quotes', '{&quot;a&quot;: 1}'],
  ])('is understood %s', (_how, text) => expect(parseJsonLd(text)).toEqual({ a: 1 }))

  it('is understood with line breaks in texts, and addresses with slashes are no comments', () => {
    expect(parseJsonLd('{"a": "one\ntwo", "b": "https://acme.example/x",}')).toEqual({
      a: 'one\ntwo',
      b: 'https://acme.example/x',
    })
  })

  it('that cannot be understood says nothing', () => {
    expect(parseJsonLd('{"a": ')).toBeNull()
    expect(read(`${ld('nonsense')}${ld('{"@type":"Organization","name":"Acme"}')}`)?.name).toBe('Acme')
  })
})

describe('the organisation of a page', () => {
  it('is the one whose address is the site, not a partner, customer or employer on it', () => {
    const blocks = [
      '{"@type":"Organization","name":"Partner","url":"https://partner.example"}',
      '{"@type":["LocalBusiness","Restaurant"],"name":"Acme","url":"https://acme.example"}',
      '{"@type":"Review","itemReviewed":{"@type":"Organization","name":"Reviewed","url":"https://acme.example","address":{},"telephone":"1"}}',
      '{"@type":"JobPosting","hiringOrganization":{"@type":"Organization","name":"Employer"}}',
    ]
    expect(read(blocks.map(ld).join(''))?.name).toBe('Acme')
    expect(
      read(ld('{"@type":"Person","name":"Jane","worksFor":{"@type":"Organization","name":"Employer"}}')),
    ).toBeNull()
    expect(read(ld('{"@type":"Article","publisher":{"@type":"Organization","name":"Acme"}}'))?.name).toBe('Acme')
  })

  it('is put together from references', () => {
    const graph = `{"@graph":[{"@id":"#a","@type":"PostalAddress","addressLocality":"Ulm","addressCountry":{"@type":"Country","name":"Germany"}},
      {"@type":"https://schema.org/Organization","name":{"@value":"Acme"},"address":{"@id":"#a"},"contactPoint":[{"telephone":"+49 731 1","email":"mailto:info@acme.example"}]}]}`
    expect(read(ld(graph))).toMatchObject({
      name: 'Acme',
      city: 'Ulm',
      country: 'DE',
      phones: ['+49 731 1'],
      emails: ['mailto:info@acme.example'],
    })
  })

  it('may stand in microdata', () => {
    const html = `<div itemscope itemtype="http://schema.org/LocalBusiness"><h1 itemprop="name">Acme</h1><div itemprop="address" itemscope itemtype="http://schema.org/PostalAddress">
      <span itemprop="streetAddress">1 Main St</span><span itemprop="addressCountry">US</span></div><span itemprop="faxNumber">1</span></div>`
    expect(read(html)).toMatchObject({ name: 'Acme', street: '1 Main St', country: 'US', faxes: ['1'] })
  })

  it('takes only numbers that are numbers', () => {
    const facts = (json: string) => read(ld(`{"@type":"Corporation","name":"A",${json}}`))
    expect(facts('"numberOfEmployees":"1,250","foundingDate":"May 1921"')).toMatchObject({
      employee_count: 1250,
      founded_year: 1921,
    })
    expect(facts('"numberOfEmployees":{"minValue":10,"maxValue":50},"foundingDate":"long ago"')).toMatchObject({
      employee_count: null,
      founded_year: null,
    })
  })
})

describe('the name of an organisation', () => {
  const named = (html: string, url = 'https://www.acme-tools.example/') =>
    bringTogether([{ url, kind: 'home', facts: readPage(html) }]).values.company_name

  it.each([
    ['what is stated', ld('{"@type":"Organization","name":"Acme Tools"}'), 'Acme Tools'],
    ['the name of the site', '<meta property="og:site_name" content="Acme Tools"><title>Home</title>', 'Acme Tools'],
    ['the part of the title that is like the domain', '<title>Mills and more | Acme Tools</title>', 'Acme Tools'],
    ['the copyright', '<title>Welcome</title><p>© 2019–2026 Acme Tools GmbH. All rights reserved.', 'Acme Tools GmbH'],
    [
      'the name and not the domain',
      '<meta property="og:site_name" content="acme-tools.example"><title>Acme Tools: mills</title>',
      'Acme Tools',
    ],
  ])('is %s', (_what, html, name) => expect(named(html)).toBe(name))

  it.each([
    ['years before the name', '<p>Copyright 2003-2014 © Acme Pty Ltd.</p>', 'Acme Pty Ltd'],
    ['rights before the name', '<title>Acme</title><p>Copyright © All rights reserved Acme</p>', 'Acme'],
    [
      'the sign on a line by itself',
      '<p>© 2024</p><p>Acme Institute for Mills. All rights reserved.</p>',
      'Acme Institute for Mills',
    ],
    [
      'words that are no copyright',
      '<title>Impressum | Acme Tools GmbH</title><p>Die Lizenz ist inklusive des Copyright-Vermerks im Text enthalten.</p>',
      'Acme Tools GmbH',
    ],
    [
      'a name written as its domain',
      '<img class="logo" alt="Home Seekers"><p>© 2012 HomeSeekers.com. All rights reserved.</p>',
      'Home Seekers',
    ],
    [
      'the picture that leads home',
      '<a href="/"><img alt="Acme Schools of Milling" src="a.png"></a><p>Acme Schools of Milling are open. Acme Schools of Milling teach. Acme Schools of Milling.</p>',
      'Acme Schools of Milling',
    ],
    [
      'a link to a profile',
      '<a href="https://twitter.com/a">Follow Acme Mills and Tools on Twitter</a><p>Acme Mills and Tools grind. Ask Acme Mills and Tools. Acme Mills and Tools.</p>',
      'Acme Mills and Tools',
    ],
    [
      'the first line of an imprint',
      '<title>Impressum</title><h1>Impressum</h1><p>Acme Mühlen GmbH</p><p>Hauptstraße 1</p>',
      'Acme Mühlen GmbH',
    ],
    [
      'the firm, not the person it is called after',
      '<title>Ada Lovelace</title><p>© 2024 Ada Lovelace Engines LLC</p>',
      'Ada Lovelace Engines LLC',
    ],
    [
      'the firm, not its template',
      '<title>Hotale - Hotel HTML Template</title><p>© 2024 Acme Tools Ltd. All rights reserved.</p>',
      'Acme Tools Ltd',
    ],
    [
      'the firm, not the one of a badge',
      `${ld('{"@type":"Organization","name":"Review Badges","url":"https://badges.example/"}')}<title>Acme Tools Ltd</title>`,
      'Acme Tools Ltd',
    ],
  ])('is read right from %s', (_what, html, name) => expect(named(html, 'https://www.site.example/')).toBe(name))

  it('is not made up from a title that says something else', () => {
    expect(named('<title>The best mills in town</title>')).toBeNull()
  })
})
