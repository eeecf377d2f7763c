// How a page is read: what a person sees, and nothing that a hostile page could do to the reader.
import { describe, expect, it } from 'vitest'
import { bringTogether } from './website-reader.facts.ts'
import { readPage } from './website-reader.page.ts'

describe('the text of a page', () => {
  it.each([
    ['blocks stand on lines of their own', '<h1>Acme</h1><p>Mills<br>Tools</p>', 'Acme\nMills\nTools'],
    ['inline elements are joined', '<p>A<b>c</b><span>m</span>e</p>', 'Acme'],
    ['cells are kept apart', '<table><tr><td>Tel</td><td>1</td></tr></table>', 'Tel 1'],
    [
      'what is not shown is not read',
      '<p hidden>a</p><p style="display: none">b</p><p style="VISIBILITY:hidden"><b>c</b></p>d',
      'd',
    ],
    ['scripts, styles and templates are not text', '<script>a</script><style>b</style><template>c</template><p>d', 'd'],
    ['characters written by number are read', '<p>&#65;&#x63;&#109;e &amp; S&ouml;hne', 'Acme & Söhne'],
    ['invisible characters are dropped', 'A\u00adc\u200bme', 'Acme'],
    ['text shown backwards is turned', '<bdo dir="rtl">emcA</bdo>', 'Acme'],
  ])('%s', (_promise, html, text) => expect(readPage(html).text.replace(/ +/g, ' ')).toBe(text))

  it('has links by what a person reads on them', () => {
    const { links } = readPage(
      '<a href=" /a ">Über <b>uns</b></a><a href="/b" aria-label="Contact"><svg>x</svg></a><a href="/c"><img alt="Home"></a>',
    )
    expect(links.map(({ href, text }) => [href, text])).toEqual([
      ['/a', 'Über uns'],
      ['/b', 'Contact'],
      ['/c', 'Home'],
    ])
  })

  it('has its title, language, descriptions and scripts apart', () => {
    const page = readPage(
      '<html lang=de-AT><title>Acme\n &amp; Söhne</title><meta name=Description content=" x "><meta property=og:site_name content=Acme><script type="application/ld+json">{}</script><script>1</script><svg><title>icon</title></svg>',
    )
    expect(page).toMatchObject({ title: 'Acme & Söhne', language: 'de-AT', jsonLd: ['{}'], scripts: ['1'] })
    expect(page.metas).toEqual({ description: 'x', 'og:site_name': 'Acme' })
  })

  it('has items of microdata and RDFa with items inside', () => {
    const { items } = readPage(
      '<div vocab="https://schema.org/" typeof="Organization"><b property="name">Acme</b><div property="address" typeof="PostalAddress"><i property="addressLocality">Ulm</i></div></div><div itemscope itemtype="https://schema.org/Store"><meta itemprop="telephone" content="1"><a itemprop="url" href="/x">y</a></div>',
    )
    expect(items).toEqual([
      {
        types: ['Organization'],
        properties: {
          name: ['Acme'],
          address: [{ types: ['PostalAddress'], properties: { addressLocality: ['Ulm'] } }],
        },
      },
      { types: ['https://schema.org/Store'], properties: { telephone: ['1'], url: ['/x'] } },
    ])
  })
})

describe('a hostile page is read to the end of what is worth reading', () => {
  const bytes = 2 * 1024 * 1024
  const full = (unit: string) => unit.repeat(Math.ceil(bytes / unit.length)).slice(0, bytes)
  it.each([
    ['elements without end', full('<div>')],
    ['ends of nothing', full('<i>').slice(0, bytes / 2) + full('</b>').slice(0, bytes / 2)],
    ['paragraphs', full('<p>x</p>')],
    ['angle brackets', full('<')],
    ['attributes', `<a ${full('a=b c ')}>`],
    ['an attribute without end', `<a href="${full('x')}`],
    ['comments without end', full('<!--')],
    ['digits', full('1234567890 ')],
    ['telephone numbers', full('+49 30 1234567\n')],
    ['addresses', full('info@acme.example ')],
    ['half addresses', full('a@b.')],
    ['text backwards in text backwards', '<bdo dir=rtl>'.repeat(400) + full('x ')],
    ['people and addresses', `${'<p>Ada Lovelace</p><p>Director</p>'.repeat(1400)}<p>${full('aa@bbb ')}`],
    ['years under a copyright sign', full(`<p>© ${'2020-2021 '.repeat(50)}x</p>`)],
    ['half hidden addresses', full('a [at] ')],
    ['a script of brackets', `<script>${full('[(')}</script>`],
    ['a script of quotes', `<script>${full('"\\')}</script>`],
    ['a script of comments', `<script>${full('/*/')}</script>`],
    ['a script that doubles a text', `<script>var a="aaaaaaaaaaaaaaaa";${full('a=a+a;')}</script>`],
    ['JSON-LD of brackets', `<script type="application/ld+json">${full('[')}</script>`],
    ['JSON-LD blocks', full('<script type="application/ld+json">{"@type":"Organization","name":"x"}</script>')],
    ['items in items', full('<i itemscope itemprop=a>')],
    ['properties in properties', full('<div itemscope><span itemprop="a b c d">x')],
    ['links', full('<a href="/contact">contact</a>')],
    [
      'characters of all kinds',
      Array.from({ length: 200_000 }, (_, at) => String.fromCharCode((at * 7919) % 65_535)).join(''),
    ],
    [
      'names of prototypes',
      '<meta name=__proto__ content=x><b itemscope><i itemprop="__proto__ constructor toString">x</i></b>',
    ],
  ])('%s', (_what, html) => {
    const facts = readPage(`<title>Acme</title>${html}`)
    const { values } = bringTogether([{ url: 'https://acme.example/', kind: 'home', facts }])
    expect(values.page_title).toBe('Acme')
  })

  const length = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0)

  it.each([
    ['one statement of 50 MB', `<script type="application/ld+json">{"name":"${'x'.repeat(50_000_000)}"}</script>`],
    ['statements of 50 MB', '<script type="application/ld+json">{"name":"x"}</script>'.repeat(900_000)],
    ['one word of 50 MB', '*'.repeat(50_000_000)],
    ['text of wildcards', '* '.repeat(25_000_000)],
    ['one script of 50 MB', `<script>${'x '.repeat(25_000_000)}</script>`],
    ['pictures', '<img alt="Ada Lovelace, Director">'.repeat(300_000)],
  ])('keeps no more of it than of a long page: %s', (_what, html) => {
    const page = readPage(`<title>Acme</title>${html}`)
    expect(page.title).toBe('Acme')
    expect(page.text.length).toBeLessThanOrEqual(400_000)
    expect(length(page.lines.map(({ text }) => text))).toBeLessThanOrEqual(400_000)
    expect(length(page.jsonLd)).toBeLessThanOrEqual(1_000_000)
    expect(length(page.scripts)).toBeLessThanOrEqual(200_000)
    expect(page.pictures.length).toBeLessThanOrEqual(300)
  })

  it('reads what is stated for machines behind a long script', () => {
    const html = `<script>var a = "${'x'.repeat(300_000)}"</script><script type="application/ld+json">{"name":"Acme"}</script>`
    expect(readPage(html).jsonLd).toEqual(['{"name":"Acme"}'])
  })
})
