// Promises of page watches: what is read, which changes are told and in which words, what is learned as noise, and what a user can say.
import { expect, test } from 'vitest'
import { EDITS, EMPTY, NOISE, type PageCase, STOCK } from '../../../../bench/quality/page-cases.ts'
import { titlesByPoll } from '../../../../bench/quality/watched-pages.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import { readBlocks } from './page-blocks.logic.ts'
import { comparePage, type PageState, readSnapshot, showPage, website } from './website.kind.ts'

const START = Date.parse('2027-01-04T07:00:00Z')
const page = (body: string, title = 'Pricing – Acme') =>
  `<html><head><title>${title}</title></head><body><nav>Home</nav><main>${body}</main><footer>© 2026</footer></body></html>`

/** The signals of each poll of a page that says these in turn. */
function signalsOf(bodies: readonly string[], config: JsonObject | ((poll: number) => JsonObject) = {}) {
  let state: PageState | null = null
  const all: { title: string; details: JsonObject; before: unknown; after: unknown; ignored: string[] }[][] = []
  for (const [at, body] of bodies.entries()) {
    const options = typeof config === 'function' ? config(at) : config
    const read = readSnapshot({ url: 'https://acme.com/pricing', body }, options)
    if (!read.ok) throw new Error(read.message)
    const context = {
      now: new Date(START + at * 86_400_000),
      company: 'acme.com',
      config: options,
      wanted: ['website_change'] as const,
    }
    const compared = comparePage(state, read.snapshot, context)
    state = compared.state
    const ignored = (compared.ignored ?? []).map(({ value }) => value)
    all.push(
      compared.signals.map(({ title, details = {}, before, after }) => ({ title, details, before, after, ignored })),
    )
  }
  return all
}
const titles = (bodies: readonly string[], config?: Parameters<typeof signalsOf>[1]) =>
  signalsOf(bodies, config)
    .flat()
    .map(({ title }) => title)
const steady = (before: string, after: string) => [...Array.from({ length: 6 }, () => before), after, after]

test.each(NOISE.map((one): [string, PageCase] => [one.name, one]))('nothing is told of: %s', (_name, one) => {
  expect(titlesByPoll(one, 2).slice(3).flat()).toEqual([])
})

test.each(
  EDITS.map((one): [string, PageCase] => [one.name, one]),
)('it is told once, and nothing else: %s', (_name, one) => {
  const told = titlesByPoll(one, 2).slice(3).flat()
  expect(told).toEqual([expect.stringMatching(one.says ?? /^$/)])
})

test('stock that goes back and forth is told each time', () => {
  expect(titlesByPoll(STOCK, 1).flat()).toHaveLength(11)
})

test.each(
  EMPTY.map(({ name, html }): [string, string] => [name, html]),
)('a page without text is no page to watch: %s', (_name, html) => {
  const read = readSnapshot({ url: 'https://acme.com/', body: html }, {})
  expect(read).toMatchObject({ ok: false, reason: 'no_text' })
})

test('a table of prices is read with its rows and columns, without letters too', () => {
  const table = (price: string) =>
    page(
      `<h1>Pricing</h1><table><tr><th></th><th>Monthly</th><th>Yearly</th></tr><tr><td>Starter</td><td>${price}</td><td>$490</td></tr><tr><td>Team</td><td>$199</td><td>$1,990</td></tr></table>`,
    )
  const [told] = signalsOf(steady(table('$49'), table('$99'))).flat()
  expect(told).toMatchObject({ title: 'Pricing: Starter, Monthly $49 → $99', before: '$49', after: '$99' })
  expect(told?.details).toMatchObject({
    diff: 'Starter › Monthly: $49 → $99',
    edits: [{ place: ['Pricing', 'Starter', 'Monthly'], before: '$49', after: '$99' }],
  })
})

test('what stands in a form, a menu, a share box, the foot of a card and on buttons is content', () => {
  const html = page(
    `<form><button>Add to cart</button><input type="submit" value="Send"></form><ul class="menu"><li>Soup</li></ul>
     <div class="share"><p>Share price</p></div><div class="card"><p>Plan</p><div class="card-footer">Billed yearly</div></div>
     <p>14 March 2027</p><p>$49</p>`,
  )
  const texts = readBlocks(html)?.blocks.map(({ text }) => text)
  for (const text of ['Add to cart', 'Send', 'Soup', 'Share price', 'Billed yearly', '14 March 2027', '$49'])
    expect(texts).toContain(text)
  for (const text of ['Home', '© 2026']) expect(texts).not.toContain(text)
})

test('a price on a young watch is told at the next poll, and words when they stood still', () => {
  const price = (text: string) => page(`<h1>Pricing</h1><h2>Starter</h2><p class="price">${text}</p>`)
  expect(signalsOf([price('$49'), price('$49'), price('$99')])[2]?.map(({ title }) => title)).toEqual([
    'Pricing: Starter $49 → $99',
  ])
  const words = (text: string) => page(`<h1>Pricing</h1><p>${text}</p><p>Cancel whenever you like to.</p>`)
  const [one, other] = ['All plans come with support by mail.', 'All plans come with support by telephone.']
  const told = signalsOf([one, one, other, other, other, other, other].map(words)).map((all) => all.length)
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(1)
})

test('a block that changes at every poll is left out, and the watch says so; beside it a price is told', () => {
  const quotes = ['We love it', 'Best of all', 'Saved our month', 'Never again without']
  const body = (at: number, price: string) =>
    page(
      `<h1>Pricing</h1><h2>Starter</h2><p class="price">${price}</p><h2>What they say</h2><p class="said">${quotes[at % 4]} ${at}</p>`,
    )
  const bodies = Array.from({ length: 10 }, (_, at) => body(at, at < 8 ? '$49' : '$59'))
  const all = signalsOf(bodies).flat()
  expect(all.map(({ title }) => title)).toEqual(['Pricing: Starter $49 → $59'])
  expect(all[0]?.ignored).toEqual(['We love it 8'])
})

const SHOP = (price: string, note: string, more = '') =>
  page(
    `<h1>Desk</h1><div id="buy"><p class="price">${price}</p><button>Add to cart</button></div><section><h2>News</h2><p>${note}</p></section>${more}`,
  )

test.each([
  ['a CSS selector', { selector: '#buy' }],
  ['a CSS selector of a text', { selector: '#buy > .price' }],
  ['words that stand in it', { around: 'Add to cart' }],
])('a part of the page is watched by %s, and the rest is not', (_name, config) => {
  expect(titles(steady(SHOP('$10', 'Open on Monday'), SHOP('$10', 'Closed on Monday')), config)).toEqual([])
  expect(titles(steady(SHOP('$10', 'Open'), SHOP('$12', 'Open')), config)).toEqual([
    expect.stringContaining('$10 → $12'),
  ])
})

test('a part that is not on the page is said, and so are a selector and a pattern that cannot be read', () => {
  const body = SHOP('$10', 'Open')
  for (const config of [{ selector: '#gone' }, { around: 'Sold by the metre' }] as JsonObject[])
    expect(readSnapshot({ url: 'https://acme.com/', body }, config)).toMatchObject({ ok: false, reason: 'no_text' })
  const faults = (config: JsonObject) => website.check?.(config).map(({ setting }) => setting)
  expect(faults({ selector: '#a[' })).toEqual(['selector'])
  expect(faults({ ignore: ['Ad', '/(/'] })).toEqual(['ignore'])
  expect(faults({ selector: '#a > b:nth-child(2)', ignore: ['/\\d+ sold/i', 'Ad'] })).toEqual([])
})

test('lines are left out by text or by pattern, from the moment on that the user says so', () => {
  const body = (seats: number, text: string) => SHOP('$10', `${seats} seats left`, `<p>${text}</p>`)
  const bodies = steady(body(5, 'Delivered in March'), body(3, 'Delivered in March'))
  expect(titles(bodies)).toHaveLength(1)
  expect(titles(bodies, { ignore: ['seats left'] })).toEqual([])
  expect(titles(bodies, { ignore: ['/^\\d+ SEATS/i'] })).toEqual([])
  expect(titles(bodies, (poll): JsonObject => (poll < 6 ? {} : { ignore: ['seats left'] }))).toEqual([])
  const shown = readSnapshot({ url: 'https://acme.com/', body: bodies[0] ?? '' }, { ignore: ['seats left'] })
  if (!shown.ok) throw new Error(shown.message)
  expect(showPage(shown.snapshot)).toContainEqual({ label: 'Left out', value: '1 line by the settings' })
})

const LIST = (...jobs: string[]) =>
  page(`<h1>Jobs</h1><ul>${jobs.map((job) => `<li>${job}</li>`).join('')}</ul><p class="fee">Fee $20</p>`)
const [NURSE, COOK, CLERK] = ['Nurse in Graz', 'Cook in Lisbon', 'Clerk in Porto'] as const

test.each([
  ['only what is added', { only: 'added' }, true, false, false],
  ['only what is removed', { only: 'removed' }, false, true, false],
  ['only numbers', { only: 'numbers' }, false, false, true],
  ['only below a price', { below: 15 }, false, false, true],
  ['only above a price', { above: 15 }, false, false, false],
  ['only while the page has words', { contains: 'Clerk in Porto' }, true, false, false],
  ['only while the page lacks words', { lacks: 'Cook in Lisbon' }, false, true, false],
  ['only with a word', { keywords: ['clerk'] }, true, false, false],
])('a user hears of %s', (_name, config, ofAdded, ofRemoved, ofNumber) => {
  const start = LIST(NURSE, COOK)
  expect(titles(steady(start, LIST(NURSE, COOK, CLERK)), config)).toHaveLength(ofAdded ? 1 : 0)
  expect(titles(steady(start, LIST(NURSE)), config)).toHaveLength(ofRemoved ? 1 : 0)
  expect(titles(steady(start, start.replace('$20', '$12')), config)).toHaveLength(ofNumber ? 1 : 0)
})

test('another part to watch takes a new baseline', () => {
  const bodies = [...steady(SHOP('$10', 'Open'), SHOP('$10', 'Open')), SHOP('$20', 'Open')]
  expect(titles(bodies, (poll): JsonObject => (poll < 8 ? {} : { selector: '#buy' }))).toEqual([])
})

test.each([
  ['acme.com/pricing', 'Pricing – Acme', '', 'Pricing'],
  ['acme.com/', 'Acme | Books in order', '', 'Acme'],
  ['acme.com/team', 'Acme: the company - Our team', '', 'Our team'],
])('%s with the title "%s" is called by what people call it', (url, title, _h1, name) => {
  const read = readSnapshot({ url: `https://${url}`, body: page('<p>Some words</p>', title) }, {})
  expect(read).toMatchObject({ ok: true, snapshot: { name } })
})

test.each([
  '<div>'.repeat(20_000),
  `<table>${'<tr><td>'.repeat(3_000)}`,
  `<p>${'<b>x'.repeat(5_000)}`,
])('a hostile page is read without harm', (html) => {
  expect(readBlocks(`${html}words`, { selector: 'div div, td, b b' })).toBeDefined()
  expect(readBlocks(`${html}words`, { words: 'no such words' })).toBeUndefined()
})
