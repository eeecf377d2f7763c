// The order of what a question finds, for the command palette and the list of settings: one ranking, and what things are called otherwise.
import { foldSearch, isNearly, searchWords } from '../../../src/engine/values/search-words.ts'
import type { PaletteCommand } from './commands.ts'

/** The headings without a question: what is general comes after what the page offers, and the way to other things before both. */
const ORDER = ['Workbooks', '', 'Go to', 'Create', 'Settings', 'General', 'Look', 'Account']

/** What a thing is called by others; each finds what has the first of its line. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['two-factor', '2fa', 'mfa', 'otp', 'totp', 'authenticator', '2-step'],
  ['access tokens', 'api token', 'api key', 'bearer', 'personal token'],
  ['hubspot', 'crm'],
  ['salesforce', 'crm', 'sfdc'],
  ['sequences', 'campaign', 'cadence', 'drip', 'mail merge'],
  ['duplicates', 'dedupe', 'deduplicate', 'dedup', 'merge', 'same person'],
  ['leads', 'contacts', 'prospects', 'people', 'companies', 'accounts'],
  ['workbooks', 'table', 'spreadsheet', 'sheet', 'list'],
  [
    'suppressions',
    'dnc',
    'do not contact',
    'do not email',
    'blocklist',
    'blacklist',
    'opt-out',
    'opt out',
    'unsubscribe',
  ],
  ['spending', 'billing', 'invoice', 'money', 'credits'],
  ['webhooks', 'zapier', 'n8n', 'integromat'],
  ['signals', 'monitor', 'intent'],
  ['automations', 'workflow', 'zap', 'trigger'],
  ['recipes', 'templates'],
  ['dark', 'night', 'black'],
  ['csv', 'excel', 'xlsx', 'upload'],
  ['export', 'download'],
  ['invite', 'add user', 'add member', 'add teammate'],
  ['sign out', 'logout', 'log out', 'log off'],
  ['keyboard', 'shortcuts', 'hotkeys'],
  ['notices', 'notifications', 'alerts'],
  ['ask ai', 'chatgpt', 'gpt', 'prompt'],
  ['lead scoring', 'icp', 'fit score'],
]

/** Words of a question that carry no meaning here. */
const FILLER = new Set(
  'a an and are at can do does for from go how i in into is it my of on our set show the this to turn up want we what where with'.split(
    ' ',
  ),
)

/** What it costs that a word is a beginning only, is mistyped, or is inside of another; the word itself and its plural cost nothing. */
const BEGINNING = 1
const MISTYPED = 14
const INSIDE = 20
/** What it costs that the thing is called otherwise, or that the word is not in its title. */
const OTHERWISE = 6
const BESIDE = 12
/** Shorter words mean something else with one letter changed, or are inside of too many. */
const LONG = 4

interface Score {
  /** Words of the question that were not found. */
  missing: number
  cost: number
}

/**
 * The commands that a question finds, the best first: those with all of its words, or those with most of them where none has all.
 * Without a question, all but those among very many, in the order of their headings.
 */
export function rankCommands<C extends PaletteCommand>(commands: readonly C[], question: string): C[] {
  const typed = searchWords(question.replace(/\be-mail/gi, 'email'))
  if (typed.length === 0)
    return commands.filter((one) => !one.found).sort((a, b) => headingRank(a.group) - headingRank(b.group))
  const meant = typed.filter((word) => !FILLER.has(word))
  const asked = meant.length > 0 ? meant : typed
  const others = otherNames(asked.join(' '))
  const scored = commands.map((command) => ({ command, ...scoreOf(command, asked, others) }))
  const fewest = Math.min(asked.length - 1, ...scored.map(({ missing }) => missing))
  return scored
    .filter(({ missing, cost }) => missing <= fewest && Number.isFinite(cost))
    .sort((a, b) => a.cost - b.cost)
    .map(({ command }) => command)
}

function headingRank(group: string): number {
  const known = ORDER.indexOf(group)
  return known < 0 ? ORDER.indexOf('') : known
}

/** The question with a name of a thing in the place of another; a name may be half typed where it is all of the question. */
function otherNames(question: string): string[][] {
  const spaced = ` ${question} `
  return SYNONYMS.flatMap(([name = '', ...others]) => {
    const said = others.find((other) => spaced.includes(` ${other} `) || spaced.includes(` ${other}s `))
    if (said !== undefined)
      return [
        spaced
          .replace(new RegExp(` ${said}s? `), ` ${name} `)
          .trim()
          .split(' '),
      ]
    return question.length > 2 && others.some((other) => other.startsWith(question)) ? [name.split(' ')] : []
  })
}

function scoreOf(command: PaletteCommand, asked: readonly string[], others: readonly string[][]): Score {
  const title = cut(command.title)
  const beside = cut(command.words ?? '')
  const costs = asked.map((word) => costOf(word, title, beside))
  const found = costs.filter(Number.isFinite)
  const missing = costs.length - found.length
  const sum = found.reduce((total, cost) => total + cost, 0) / found.length
  const named = Math.min(
    ...others.map((words) => {
      const total = words.reduce((all, word) => all + wordCost(word, title, false), 0)
      return OTHERWISE + total / words.length + lengthCost(title, words)
    }),
    command.found_cost ?? Number.POSITIVE_INFINITY,
  )
  const own = found.length === 0 ? Number.POSITIVE_INFINITY : sum + lengthCost(title, asked)
  if (Number.isFinite(named)) return { missing: 0, cost: missing === 0 ? Math.min(own, named) : named }
  // One of several words says something only where it is really there.
  return missing > 0 && sum >= INSIDE ? { missing, cost: Number.POSITIVE_INFINITY } : { missing, cost: own }
}

/** Folded; an e-mail is an email. */
const cut = (text: string): string[] =>
  foldSearch(text)
    .replace(/\be-mail/g, 'email')
    .split(/[^\p{L}\p{N}]+/u)

const costOf = (word: string, title: readonly string[], beside: readonly string[]): number =>
  Math.min(wordCost(word, title, true), BESIDE + wordCost(word, beside, true))

function wordCost(word: string, own: readonly string[], isTyped: boolean): number {
  const parts = word.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '')
  if (parts.length > 1) return Math.max(...parts.map((part) => wordCost(part, own, isTyped)))
  if (own.some((one) => one === word || one === `${word}s` || `${one}s` === word)) return 0
  if (own.some((one) => one.startsWith(word))) return BEGINNING
  if (!isTyped || word.length < LONG) return Number.POSITIVE_INFINITY
  if (own.some((one) => one !== '' && isNearly(one, word))) return MISTYPED
  return own.some((one) => one.includes(word)) ? INSIDE : Number.POSITIVE_INFINITY
}

/** Less than a beginning: among equals, the title that begins so, and then the one that says little else. */
function lengthCost(title: readonly string[], words: readonly string[]): number {
  const begins = title[0]?.startsWith(words[0] ?? '') ? 0 : 0.5
  return begins + Math.min(0.4, Math.max(0, title.length - words.length) * 0.1)
}
