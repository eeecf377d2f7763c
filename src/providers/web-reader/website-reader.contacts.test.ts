// Telephone numbers, social profiles and the pages where contacts stand.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressesIn } from '../places/addresses.ts'
import { socialProfile } from '../socials/social-profile.ts'
import { choosePages } from './website-reader.links.ts'
import { readPage } from './website-reader.page.ts'
import { peopleIn } from './website-reader.people.ts'
import { findPhones, phoneOf, phonesIn } from './website-reader.phones.ts'
import { placeOf } from './website-reader.place.ts'
import { readPeople } from './website-reader.structured.ts'

describe('telephone numbers', () => {
  it.each([
    ['Tel. 030 901820, Fax 030 901821', 'DE', ['+4930901820', 'fax +4930901821']],
    ['Tel./Fax: 030 901820', 'DE', ['+4930901820']],
    ['Fax:\n030 901821', 'DE', ['fax +4930901821']],
    ['T: (312) 867-0110 F: (312) 867-0111', 'US', ['+13128670110', 'fax +13128670111']],
    ['(312) 867-0110 (Main Fax Line)', 'US', ['fax +13128670110']],
    ['+44 20 7946 0958', null, ['+442079460958']],
    ['電話 03-3210-1234　FAX 03-3210-1235', 'JP', ['+81332101234', 'fax +81332101235']],
    ['Order 1234567, 01.02.2024, IBAN DE89 3704 0044 0532 0130 00', 'DE', []],
    ['312-867-0110', null, ['+13128670110']],
    ['(212) 555-0134', 'DE', ['+12125550134']],
    ['212 5550134', 'DE', []],
    ['Phone: ( 312 ) 867 - 0110', 'US', ['+13128670110']],
    ['312.867.0110 – 312.867.0111', 'US', ['+13128670110', '+13128670111']],
    ['(312) 867-0110Fax: (312) 867-0111', 'US', ['+13128670110', 'fax +13128670111']],
    ['020 7946 0958', 'US', []],
    ['Your IP address is: 5.167.214.238', 'US', []],
    ['call 311 or (639-9675). 311 TTY: (212) 504-4115', 'US', ['+12125044115']],
    ['Phone: 091-11-26177904', 'IN', ['+911126177904']],
    ['Tel. 041 410 12 34', 'CH', ['+41414101234']],
    ['Tel. 046-222 00 00', 'SE', ['+46462220000']],
    ['Tel. 039 2345678', 'IT', ['+390392345678']],
  ])('in %j of %s', (text, region, expected) => {
    expect(phonesIn(text, region).map(({ number, fax }) => (fax ? `fax ${number}` : number))).toEqual(expected)
  })

  it('are no longer looked for behind ten thousand digits', () => {
    const times = `${'10:00 '.repeat(100)}\n`
    const found = (lines: number) => phonesIn(`${times.repeat(lines)}Tel. 030 901820`, 'DE').length
    expect([found(5), found(30)]).toEqual([1, 0])
  })

  it('of links are those of the area, where its code is also that of the country', () => {
    expect(phoneOf('041 410 12 34', 'CH')?.number).toBe('+41414101234')
    expect(phoneOf('091-11-26177904', 'IN')?.number).toBe('+911126177904')
  })

  it('of links count before those of the text, and a number called fax anywhere is one', () => {
    const page = readPage(
      '<p>030 901820</p><p>Fax 030 901822</p><a href="tel:+49%2030%20901821">x</a><a href="tel:030901822">x</a>',
    )
    expect(findPhones(page, [], [], 'DE').map(({ number, fax }) => [number, fax])).toEqual([
      ['+4930901821', false],
      ['+4930901822', true],
      ['+4930901820', false],
    ])
  })

  it('belong to the country of the address that they stand under', () => {
    const text =
      'Acme GmbH\nMusterstraße 12\n10115 Berlin\nTel. 030 901820\n\nAcme Ltd\n10 High Street\nLeeds LS1 4AP\nPhone 0113 496 0000'
    expect(findPhones(readPage(text.replaceAll('\n', '<br>')), [], [], 'DE').map(({ number }) => number)).toEqual([
      '+4930901820',
      '+441134960000',
    ])
  })

  it('that are labelled come before others, and those of tabs after all', () => {
    const page = readPage(
      '<p>Our customer Bob: (312) 867-0199</p><p>Tel. (312) 867-0110</p><div style="display:none"><p>(312) 867-0122</p></div>',
    )
    expect(findPhones(page, [], [], 'US').map(({ number, source }) => [number, source])).toEqual([
      ['+13128670110', 'labelled'],
      ['+13128670199', 'text'],
      ['+13128670122', 'hidden'],
    ])
  })

  it('written as in North America never become a number of another country', () => {
    const digits = (from: number) => fc.integer({ min: from, max: 999 })
    const country = fc.constantFrom('DE', 'FR', 'GB', 'IT', 'AT', 'CH', 'NL', 'SE', 'JP', 'AU', 'IN', 'BR', null)
    fc.assert(
      fc.property(
        digits(200),
        digits(200),
        fc.integer({ min: 1000, max: 9999 }),
        country,
        (area, office, line, region) => {
          for (const written of [`(${area}) ${office}-${line}`, `${area}-${office}-${line}`])
            for (const { number } of phonesIn(`Call ${written} today`, region)) expect(number).toMatch(/^\+1/)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('keep their extension apart', () => {
    expect(phonesIn('312-867-0110 ext. 12', 'US')).toMatchObject([{ number: '+13128670110', extension: '12' }])
  })
})

describe('the country of a site', () => {
  it.each([
    ['what is stated', '<p>x', 'AT', 'de', 'AT'],
    ['the ending of its domain', '<p>x', null, 'co.uk', 'GB'],
    ['a post code of one country', '<p>1723 North Halsted, Chicago, IL 60614', null, 'com', 'US'],
    ['a code and a state of India', '<p>2nd Main Road, Bangalore - 560085, Karnataka', null, 'com', 'IN'],
    ['the code of its numbers', '<a href="tel:+918142625311">Call</a><p>+91 814 2625 611', null, 'com', 'IN'],
    ['the domains of its mail', '<p>info@acme.com.br</p><a href="mailto:ventas@acme.com.br">x</a>', null, 'com', 'BR'],
    ['a language of one country', '<html lang=ko><p>x', null, 'com', 'KR'],
    ['the end of an address', '<p>Main St 1, 1010 Wien, Österreich', null, 'com', 'AT'],
    ['the region of its language', '<html lang=pt-BR><p>x', null, 'com', 'BR'],
  ])('is known by %s', (_by, html, stated, suffix, country) => {
    expect(placeOf([readPage(html)], stated, suffix)?.country).toBe(country)
  })

  it('is not known by a list of countries to choose from', () => {
    expect(
      placeOf([readPage('<option>France</option><option>Germany</option><option>Spain</option>')], null, 'com'),
    ).toBeNull()
  })
})

describe('social profiles', () => {
  it.each([
    ['https://de.linkedin.com/company/acme/about/?trk=x', 'linkedin acme https://www.linkedin.com/company/acme'],
    ['https://www.linkedin.com/in/jane-doe', 'linkedin jane-doe https://www.linkedin.com/in/jane-doe'],
    ['https://mobile.twitter.com/@acme?lang=de', 'x acme https://x.com/acme'],
    ['//twitter.com/#!/acme', 'x acme https://x.com/acme'],
    ['https://m.facebook.com/pages/Acme/123456789?ref=x', 'facebook 123456789 https://www.facebook.com/123456789'],
    ['https://facebook.com/profile.php?id=100064', 'facebook 100064 https://www.facebook.com/profile.php?id=100064'],
    ['https://instagram.com/acme.co/', 'instagram acme.co https://www.instagram.com/acme.co'],
    ['https://youtube.com/@acme/videos', 'youtube @acme https://www.youtube.com/@acme'],
    ['https://www.youtube.com/channel/UCabc', 'youtube UCabc https://www.youtube.com/channel/UCabc'],
    ['https://github.com/orgs/acme', 'github acme https://github.com/orgs/acme'],
    ['https://www.tiktok.com/@acme?lang=en', 'tiktok @acme https://www.tiktok.com/@acme'],
    ['https://www.xing.com/pages/acme', 'xing acme https://www.xing.com/pages/acme'],
  ])('%s', (href, expected) => {
    const profile = socialProfile(href)
    expect(profile && `${profile.network} ${profile.handle} ${profile.url}`).toBe(expected)
  })

  it.each([
    'https://twitter.com/intent/tweet?url=x',
    'https://twitter.com/acme/status/1',
    'https://x.com/share',
    'https://www.facebook.com/sharer.php?u=x',
    'https://www.facebook.com/groups/1',
    'https://www.linkedin.com/shareArticle?x',
    'https://www.linkedin.com/feed/',
    'https://www.instagram.com/p/abc/',
    'https://www.youtube.com/watch?v=1',
    'https://youtube.com/embed/x',
    'https://github.com/features',
    'https://www.pinterest.com/pin/create/button/',
    'https://linkedin.com.evil.example/company/acme',
    'https://notfacebook.com/acme',
    'https://x.com/',
    'mailto:a@facebook.com',
    'javascript:x',
    '/acme',
  ])('are not seen in %s', (href) => expect(socialProfile(href)).toBeNull())
})

describe('the pages to read', () => {
  const chosen = (html: string, most = 4) => choosePages(readPage(html), 'https://www.acme.example/de/', most)

  it.each([
    ['Contact us', 'contact'],
    ['Kontakt', 'contact'],
    ['Contáctanos', 'contact'],
    ['Nous contacter', 'contact'],
    ['Fale conosco', 'contact'],
    ['Yhteystiedot', 'contact'],
    ['Контакты', 'contact'],
    ['お問い合わせ', 'contact'],
    ['联系我们', 'contact'],
    ['اتصل بنا', 'contact'],
    ['Kapcsolat »', 'contact'],
    ['İletişim', 'contact'],
    ['Impressum', 'imprint'],
    ['Mentions légales', 'imprint'],
    ['Aviso Legal', 'imprint'],
    ['Colofon', 'imprint'],
    ['Über uns', 'about'],
    ['Qui sommes-nous ?', 'about'],
    ['Quiénes somos', 'about'],
    ['Om oss', 'about'],
    ['会社概要', 'about'],
    ['О компании', 'about'],
  ])('are known by the link %s', (text, kind) => {
    expect(chosen(`<a href="/p7">${text}</a>`)).toEqual([{ url: 'https://www.acme.example/p7', kind }])
  })

  it('are known by their path where the link says nothing', () => {
    expect(chosen('<a href="../kontakt.html#form"></a><a href="/ueber_uns/">→</a>').map(({ url }) => url)).toEqual([
      'https://www.acme.example/kontakt.html',
      'https://www.acme.example/ueber_uns/',
    ])
  })

  it('lie on the same site, are pages, and are one of each kind before a second', () => {
    const html = `<a href="/contact">Contact</a><a href="/en/contact">Contact</a><a href="/contact.pdf">Contact</a><a href="https://other.example/contact">Contact</a>
      <a href="mailto:a@b.example">Contact</a><a href="javascript:x">Contact</a><a href="#contact">Contact</a><a href="https://shop.acme.example/impressum">Impressum</a><a href="/about">About</a>`
    expect(chosen(html).map(({ url }) => url)).toEqual([
      'https://www.acme.example/contact',
      'https://shop.acme.example/impressum',
      'https://www.acme.example/about',
      'https://www.acme.example/en/contact',
    ])
    expect(chosen(html, 2)).toHaveLength(2)
  })

  it('are not articles, products or talk about companies', () => {
    const html =
      '<a href="/blog/2024/05/what-about-us">Read more</a><a href="/p">Company cars</a><a href="/x">Contactless payment</a>'
    expect(chosen(html)).toEqual([])
  })
})

describe('postal addresses', () => {
  it.each([
    ['Musterstraße 12a\n10115 Berlin', ['Musterstraße 12a', '10115', 'Berlin', 'DE']],
    ['12 rue de la Paix, 75002 Paris, France', ['12 rue de la Paix', '75002', 'Paris', 'FR']],
    ['Herengracht 124\n1015 BT Amsterdam', ['Herengracht 124', '1015 BT', 'Amsterdam', 'NL']],
    ['10 High Street, Leeds LS1 4AP', ['10 High Street', 'LS1 4AP', 'Leeds', 'GB']],
    [
      'Acme Inc.\n123 Main Street, Suite 4\nSpringfield, IL 62701',
      ['123 Main Street, Suite 4', '62701', 'Springfield', 'US'],
    ],
    ['123 Main St Springfield IL 62701', ['123 Main St', '62701', 'Springfield', 'US']],
    ['P.O. Box 12\nAustin, TX 78701-1234', ['P.O. Box 12', '78701-1234', 'Austin', 'US']],
    ['1 Yonge St Suite 100, Toronto, ON M5E 1W7', ['1 Yonge St Suite 100', 'M5E 1W7', 'Toronto', 'CA']],
    ['Level 3, 100 George Street\nSydney NSW 2000', ['Level 3, 100 George Street', '2000', 'Sydney', 'AU']],
    ['Bahnhofstrasse 1\nCH-8001 Zürich', ['Bahnhofstrasse 1', '8001', 'Zürich', 'CH']],
    ['Via Roma 12\n00184 Roma\nItalia', ['Via Roma 12', '00184', 'Roma', 'IT']],
    ['Storgatan 5\n111 22 Stockholm', ['Storgatan 5', '111 22', 'Stockholm', 'SE']],
    ['Acme Tools\n5 Park Lane\nCall us', ['5 Park Lane', null, null, null]],
  ])('in %j', (text, [street, postcode, city, country]) => {
    expect(addressesIn(text, null)).toMatchObject([{ street, postcode, city, country }])
  })

  it.each([
    'In 2014 Berlin was',
    'Version 12345 Release notes',
    'Call 12345 Now',
    'Order 62701',
    '5 reasons to drive',
    '12 December 2014',
  ])('are none in %j', (text) => {
    expect(addressesIn(text, 'DE')).toEqual([])
  })

  it('take no longer for a page that is made of digits', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('1', '0', ' ', 'A', 'St', ',', '\n', '-'), maxLength: 3000 }),
        (text) => {
          expect(addressesIn(text, 'US').length).toBeLessThanOrEqual(40)
        },
      ),
      { numRuns: 30 },
    )
  })
})

describe('people with titles', () => {
  const names = (html: string) =>
    peopleIn(readPage(html)).map(({ full_name, job_title }) => `${full_name}: ${job_title}`)

  it('stand under each other in a list, in either order', () => {
    const card = (a: string, b: string) => `<div><h3>${a}</h3><p>${b}</p><a href="tel:1">312-867-0110</a></div>`
    expect(
      names(card('Ada Lovelace', 'Chief Technology Officer') + card('Bob van der Berg', 'Director of Sales')),
    ).toEqual(['Ada Lovelace: Chief Technology Officer', 'Bob van der Berg: Director of Sales'])
    expect(names(card('Treasurer', 'Ada Lovelace') + card('Town Clerk', 'Bob Smith'))).toEqual([
      'Ada Lovelace: Treasurer',
      'Bob Smith: Town Clerk',
    ])
  })

  it.each([
    ['Ada Lovelace, Director of Engines', 'Ada Lovelace: Director of Engines'],
    ['Sales Manager: Ada Lovelace', 'Ada Lovelace: Sales Manager'],
    ['Geschäftsführerin: Dr. Ada Lovelace', 'Ada Lovelace: Geschäftsführerin'],
    ['Mayor Ada Lovelace', 'Ada Lovelace: Mayor'],
    ['Gérant : Ada Lovelace', 'Ada Lovelace: Gérant'],
  ])('on one line: %s', (line, expected) => {
    expect(names(`<p>${line}</p>`)).toEqual([expected])
  })

  const cards = (people: [string, string][]) =>
    people
      .map(([a, b]) => `<li class="card"><h4 class="name">${a}</h4><p class="role">${b}</p><p>Joined in 2019.</p></li>`)
      .join('')

  it('are known by their markup where the words of a title are not', () => {
    expect(
      names(
        cards([
          ['Ada Lovelace', 'Chief Engineer'],
          ['Bob Smith', 'Happiness Wizard'],
          ['Smt. Dr. Mansi Rao', 'Office Manager'],
          ['Cy Young', 'Development Head'],
        ]),
      ),
    ).toEqual([
      'Ada Lovelace: Chief Engineer',
      'Bob Smith: Happiness Wizard',
      'Mansi Rao: Office Manager',
      'Cy Young: Development Head',
    ])
  })

  it('have the title of their own card, whether it stands before or behind', () => {
    expect(
      names(
        cards([
          ['Chief Engineer', 'Ada Lovelace'],
          ['Office Manager', 'Bob Smith'],
          ['Treasurer', 'Cy Young'],
        ]).replaceAll('<p>Joined in 2019.</p>', ''),
      ),
    ).toEqual(['Ada Lovelace: Chief Engineer', 'Bob Smith: Office Manager', 'Cy Young: Treasurer'])
  })

  it('stand in rows of a table', () => {
    const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
    expect(
      names(
        `<table>${row('Ada Lovelace', 'Engineer', 'ada@acme.example')}${row('Bob Smith', 'Clerk', '312-867-0110')}</table>`,
      ),
    ).toEqual(['Ada Lovelace: Engineer', 'Bob Smith: Clerk'])
  })

  it.each([
    ['<p>Ada Lovelace is the founder and director of Acme, which she began.</p>', 'Ada Lovelace: founder and director'],
    ['<img src="a.jpg" alt="Ada Lovelace, Managing Director">', 'Ada Lovelace: Managing Director'],
    ['<p>City Clerk – Ada Lovelace (ext. 214) clerk@acme.example</p>', 'Ada Lovelace: City Clerk'],
    ['<p>Ada\n   Lovelace,\n   Director</p>', 'Ada Lovelace: Director'],
    ['<title>Nuestro equipo</title><h3>Ada Lovelace</h3><p>Analista de Datos</p>', 'Ada Lovelace: Analista de Datos'],
    ['<title>Our team</title><h3>Ada Lovelace</h3><p>Senior Consultant</p>', 'Ada Lovelace: Senior Consultant'],
  ])('on other pages: %s', (html, expected) => {
    expect(names(html)).toEqual([expected])
  })

  it('are founders where a page states so for machines', () => {
    const stated = { '@type': 'Organization', name: 'Acme', founder: { '@type': 'Person', name: 'Ada Lovelace' } }
    const page = readPage(`<script type="application/ld+json">${JSON.stringify(stated)}</script>`)
    expect(readPeople(page, 'https://acme.example/')).toMatchObject([
      { full_name: 'Ada Lovelace', job_title: 'Founder' },
    ])
  })

  it.each([
    cards([
      ['Oak Chair', 'Solid wood'],
      ['Pine Table', 'Solid wood'],
      ['Ada Lovelace', 'Designer'],
      ['Bob Smith', 'Designer'],
      ['Elm Bench', 'Solid wood'],
      ['Ash Stool', 'Solid wood'],
      ['Fir Shelf', 'Solid wood'],
    ]),
  ])('are no goods that are marked up like two of them', (html) => {
    expect(names(html)).toEqual(['Ada Lovelace: Designer', 'Bob Smith: Designer'])
  })

  it.each([
    '<h3>Folding Chairs</h3><p>Folding chair dollies</p><h3>Side Chairs</h3><p>Stack chair carts</p>',
    '<h3>Contact Us</h3><p>Sales Manager</p>',
    '<h3>Customer Service</h3><p>Support Team</p>',
    '<h3>Recent Posts</h3><p>Emergency plumber reasons</p>',
    '<p>Board of Directors</p><p>Privacy Policy</p>',
  ])('are not made of products and headings: %s', (html) => {
    expect(names(html)).toEqual([])
  })
})
