// The text of an article and the sign of the firm: what belongs to them, and what stands beside them.
import { expect, it } from 'vitest'
import { articleOf } from './website-reader.article.ts'
import { bringTogether } from './website-reader.facts.ts'
import { readPage } from './website-reader.page.ts'

const sentence = (topic: string) =>
  `The ${topic} of the harbor was rebuilt in the spring of that year, and the town has used it ever since. It took nine months, two cranes and a great many people.`
const PARAGRAPHS = ['wall', 'crane', 'light', 'bridge', 'market', 'quay'].map((topic) => `<p>${sentence(topic)}</p>`)
const NAVIGATION = `<nav>${'<a href="/x">Somewhere else on this site, with a long name.</a>'.repeat(20)}</nav>`
const COMMENTS = `<div class="comments">${`<p>${sentence('comment')}</p>`.repeat(8)}</div>`
const RELATED = `<ul class="related-posts">${'<li><a href="/y">A related story whose teaser is long enough to be a paragraph of its own. Read it.</a></li>'.repeat(9)}</ul>`

const page = (inside: string, head = '') =>
  readPage(`<html><head>${head}</head><body>${NAVIGATION}${inside}<footer>${sentence('footer')}</footer></body></html>`)

it.each([
  [
    'in an article element',
    page(`<article><h1>The harbor</h1>${PARAGRAPHS.join('<h2>More</h2>')}${COMMENTS}${RELATED}</article>`),
  ],
  [
    'in plain blocks of a page that says what it is',
    page(
      `<div><h1>The harbor</h1>${PARAGRAPHS.join('')}</div>${RELATED}${COMMENTS}`,
      '<meta property="og:type" content="article">',
    ),
  ],
  [
    'in plain blocks, stated for machines',
    page(
      `<main>${PARAGRAPHS.join('')}</main>${COMMENTS}`,
      '<script type="application/ld+json">{"@type": "BlogPosting"}</script>',
    ),
  ],
])('is the text %s', (_, facts) => {
  const text = articleOf(facts) ?? ''
  for (const topic of ['wall', 'crane', 'light', 'bridge', 'market', 'quay']) expect(text).toContain(sentence(topic))
  for (const other of ['Somewhere else', 'related story', sentence('comment'), sentence('footer')])
    expect(text).not.toContain(other)
})

it.each([
  ['a home page', page(`<main>${PARAGRAPHS.join('')}</main>`)],
  ['a list of stories', page('<article><p>A short teaser.</p></article>'.repeat(12))],
  ['a page of links', page(RELATED, '<meta property="og:type" content="article">')],
  ['nothing', page('')],
])('is none on %s', (_, facts) => {
  expect(articleOf(facts)).toBeNull()
})

const logoOn = (html: string, url = 'https://acme.example/about/') =>
  bringTogether([{ url, kind: 'home', facts: readPage(`<title>Acme Pumps</title><p>© 2026 Acme Pumps</p>${html}`) }])
    .values.logo_url

it.each([
  ['leads home', '<a href="/"><img src="/i/sign.png" alt="Acme Pumps"></a>', 'https://acme.example/i/sign.png'],
  [
    'is called a logo in the header',
    '<header><img class="site-logo" src="../logo.svg"></header>',
    'https://acme.example/logo.svg',
  ],
  [
    'has the name of the firm',
    '<div><img src="a.png" alt="Acme Pumps logo"></div>',
    'https://acme.example/about/a.png',
  ],
  [
    'is loaded late',
    '<a href="/"><img src="data:image/gif;base64,R0" data-src="/l.png" alt="Acme Pumps"></a>',
    'https://acme.example/l.png',
  ],
  [
    'stands before signs of others',
    '<div class="partners"><img src="/partner-logo.png" alt="Visa logo"></div><a href="/"><img src="/own.png" alt="Home" class="logo"></a>',
    'https://acme.example/own.png',
  ],
])('is the picture that %s', (_, html, url) => {
  expect(logoOn(html)).toBe(url)
})

it.each([
  ['of a customer', '<section><img src="/client-logo-1.png" alt="Northwind logo"></section>'],
  ['in the data of the page itself', '<a href="/"><img src="data:image/png;base64,AAAA" alt="Acme Pumps"></a>'],
  ['with a script for its address', '<a href="/"><img src="javascript:alert(1)" alt="Acme Pumps"></a>'],
  ['of anything in the header', '<header><img src="/hero.jpg" alt="A harbor"></header>'],
])('is not a picture %s', (_, html) => {
  expect(logoOn(html)).toBeNull()
})

it('prefers the logo that the page states for machines', () => {
  const stated =
    '<script type="application/ld+json">{"@type":"Organization","name":"Acme Pumps","logo":"https://acme.example/stated.png"}</script>'
  expect(logoOn(`${stated}<a href="/"><img src="/sign.png" alt="Acme Pumps"></a>`)).toBe(
    'https://acme.example/stated.png',
  )
})

it('keeps few of the pictures, and short addresses of them, of a page that has a hundred thousand', () => {
  const many = readPage(
    `<header>${'<img class="logo" src="/x.png">'.repeat(100_000)}<img class=logo src="/${'y'.repeat(9_000)}"></header>`,
  )
  expect(many.signs.length).toBeLessThanOrEqual(30)
})
