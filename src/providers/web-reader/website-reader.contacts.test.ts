// Telephone numbers, social profiles and the pages where contacts stand.
import { describe, expect, it } from 'vitest'
import { choosePages } from './website-reader.links.ts'
import { readPage } from './website-reader.page.ts'
import { findPhones, phonesIn } from './website-reader.phones.ts'
import { placeOf } from './website-reader.place.ts'
import { socialProfile } from './website-reader.socials.ts'

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
    ['312-867-0110', null, []],
  ])('in %j of %s', (text, region, expected) => {
    expect(phonesIn(text, region).map(({ number, fax }) => (fax ? `fax ${number}` : number))).toEqual(expected)
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

  it('keep their extension apart', () => {
    expect(phonesIn('312-867-0110 ext. 12', 'US')).toMatchObject([{ number: '+13128670110', extension: '12' }])
  })
})

describe('the country of a site', () => {
  it.each([
    ['what is stated', '<p>x', 'AT', 'de', 'AT'],
    ['the ending of its domain', '<p>x', null, 'co.uk', 'GB'],
    ['a post code of one country', '<p>1723 North Halsted, Chicago, IL 60614', null, 'com', 'US'],
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
