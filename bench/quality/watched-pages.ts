// Measures page watches: false alarms on pages that change by themselves, and edits that are told, over 30 polls each.
import { comparePage, type PageState, readSnapshot } from '../../src/monitoring/kinds/website/website.kind.ts'
import { randomFrom } from '../../test/random.ts'
import type { Line } from './matching.ts'
import { EDITS, EMPTY, NOISE, type PageCase, STOCK } from './page-cases.ts'

const POLLS = 30
/** A watch learns what changes by itself in its first polls. */
const LEARNING = 3
const EDIT_AT = 12
/** An edit may be believed when the poll after saw it too. */
const LATEST = EDIT_AT + 2
const SEEDS = 10

/** What a watch of a page, with usual settings, tells at one poll. */
const pollAt = (state: PageState | null, snapshot: Parameters<typeof comparePage>[1], now: Date) =>
  comparePage(state, snapshot, { now, company: 'acme.com', config: {}, wanted: ['website_change'] })

/** The titles that a watch would tell, by poll. */
export function titlesByPoll(one: PageCase, seed: number): string[][] {
  const chance = randomFrom(seed * 7_919 + 13)
  const told: string[][] = []
  let state: PageState | null = null
  for (let poll = 1; poll <= POLLS; poll++) {
    const now = new Date(Date.UTC(2027, 0, 4, 7) + poll * (one.hours ?? 24) * 3_600_000)
    const body = one.html({ poll, at: now, chance, isEdited: poll >= EDIT_AT })
    const read = readSnapshot({ url: `https://acme.com${one.url}`, body }, {})
    if (!read.ok) {
      told.push([])
      continue
    }
    const compared = pollAt(state, read.snapshot, now)
    state = compared.state
    told.push(compared.signals.map(({ title }) => title))
  }
  return told
}

interface PageRow {
  name: string
  /** Titles told that name nothing that happened, after the polls of learning. */
  alarms: string[]
  polls: number
  isFound: boolean
}

function measure(one: PageCase): PageRow {
  const alarms: string[] = []
  let found = 0
  for (let seed = 1; seed <= SEEDS; seed++) {
    const told = titlesByPoll(one, seed)
    const isRight = (title: string, poll: number) => one.says?.test(title) === true && poll >= EDIT_AT && poll <= LATEST
    const all = told.flatMap((titles, at) => titles.map((title) => ({ title, poll: at + 1 })))
    const hits = all.filter(({ title, poll }) => isRight(title, poll))
    if (hits.length > 0) found += 1
    alarms.push(
      ...all
        .filter(
          ({ title, poll }) =>
            poll > LEARNING && (!isRight(title, poll) || hits.findIndex((hit) => hit.poll === poll) > 0),
        )
        .map(({ title, poll }) => `${poll}: ${title}`),
    )
  }
  return { name: one.name, alarms, polls: SEEDS * (POLLS - LEARNING), isFound: found === SEEDS }
}

/** A public page with its entities; a folder may hold a part of the set. */
export interface ContactPage {
  html: string
  entities: { type: string; text: string }[]
}

const NOTES = [
  'Ask us about spring rates',
  'We are hiring drivers',
  'Closed on bank holidays',
  'New: order by telephone',
]

/** Public pages with a token and a note drawn by lot at each poll; at the sixth a telephone number gets another last digit. */
function contactRow({ html, entities }: ContactPage, seed: number): { isTold: boolean; alarms: number } | null {
  const phone = entities.find(({ type, text }) => type === 'TEL' && html.split(text).length === 2)?.text
  const end = html.search(/<\/body>/i)
  if (!phone || end < 0) return null
  const edited = phone.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 3) % 10))
  const chance = randomFrom(seed)
  let state: PageState | null = null
  let alarms = 0
  let isTold = false
  for (let poll = 1; poll <= 12; poll++) {
    const note = `<input type="hidden" name="token" value="${Math.floor(chance() * 1e9)}"><div><p>${NOTES[Math.floor(chance() * NOTES.length)]}</p></div>`
    const page = `${html.slice(0, end)}${note}${html.slice(end)}`
    const read = readSnapshot(
      { url: 'https://acme.com/contact', body: poll < 6 ? page : page.replace(phone, edited) },
      {},
    )
    // In the foot of the page, which stands on every page of the site, it is not watched.
    if (
      !read.ok ||
      !read.snapshot.groups.some(({ texts }) => texts.some((text) => text.includes(poll < 6 ? phone : edited)))
    )
      return null
    const now = new Date(Date.UTC(2027, 0, 4, 7) + poll * 86_400_000)
    const compared = pollAt(state, read.snapshot, now)
    state = compared.state
    for (const { before, after } of compared.signals) {
      const isPhone = poll >= 6 && poll <= 8 && `${before}` !== `${after}` && `${after}`.includes(edited)
      if (isPhone) isTold = true
      else if (poll > LEARNING) alarms += 1
    }
  }
  return { isTold, alarms }
}

export function contactLines(pages: readonly ContactPage[]): Line[] {
  const rows = pages.flatMap((page, at) => contactRow(page, at + 1) ?? [])
  if (rows.length === 0) return []
  const told = rows.filter(({ isTold }) => isTold).length
  const alarms = rows.reduce((sum, row) => sum + row.alarms, 0)
  return [
    {
      set: 'public contact pages',
      measure: `a telephone number that the preview shows, ${told} of ${rows.length}`,
      found: told / rows.length,
      target: 14 / 15,
      anchor: '',
    },
    {
      set: 'public contact pages',
      measure: `false alarms in 1,000 of ${rows.length * (12 - LEARNING)} polls`,
      found: (alarms * 1000) / (rows.length * (12 - LEARNING)),
      target: 1,
      isMost: true,
      anchor: '',
    },
  ]
}

export function pageLines(): Line[] {
  const noise = NOISE.map(measure)
  const edits = EDITS.map(measure)
  const rows = [...noise, ...edits]
  for (const { name, alarms } of rows)
    if (alarms.length > 0) console.log(`  false alarm: ${name}, ${alarms.length}×, such as ${alarms[0]}`)
  for (const { name, isFound } of edits) if (!isFound) console.log(`  not told: ${name}`)
  const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0)
  const perPoll = sum(rows.map(({ alarms }) => alarms.length)) / sum(rows.map(({ polls }) => polls))
  const found = edits.filter(({ isFound }) => isFound).length
  const flips = titlesByPoll(STOCK, 1).flat().length
  const silent = EMPTY.filter(({ html }) => readSnapshot({ url: 'https://acme.com/', body: html }, {}).ok).length
  const polls = sum(rows.map((one) => one.polls))
  return [
    {
      set: 'pages',
      measure: `false alarms in 1,000 of ${polls} polls, ${rows.length} pages`,
      found: perPoll * 1000,
      target: 1,
      isMost: true,
      anchor: '',
    },
    {
      set: 'pages',
      measure: `edits told, ${found} of ${edits.length}`,
      found: found / edits.length,
      target: 14 / 15,
      anchor: '',
    },
    { set: 'pages', measure: 'changes of stock told, of 11', found: flips, target: 11, anchor: '' },
    {
      set: 'pages',
      measure: 'pages without text that are watched',
      found: silent,
      target: 0,
      isMost: true,
      anchor: '',
    },
  ]
}
