// What a piece of news is about, by rules over its title and first words: funding, people, growth. Each with the words that say so.
import type { JsonObject } from '../../../kernel/json.ts'
import type { SignalType } from '../../signals/signal-types.logic.ts'

export interface NewsFinding {
  type: Extract<SignalType, 'funding' | 'job_change' | 'growth' | 'news'>
  /** Names the event, so that two reports of it are one. */
  key: string
  /** As it stands in the text. */
  quote: string
  /** The text that says it, and the words in it that do. */
  text: string
  told: string
  strength: number
  details: JsonObject
}

const UNITS: Readonly<Record<string, number>> = {
  k: 1e3,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  million: 1e6,
  millionen: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  mrd: 1e9,
}
const AMOUNT =
  /(?<currency>US\$|[$€£]|USD|EUR|GBP|CHF)\s?(?<first>\d+(?:[.,]\d+)*)\s?(?<unit>million|billion|mio|mrd|mn|bn|[kmb])?\b|(?<second>\d+(?:[.,]\d+)*)\s?(?<unit2>million|billion|millionen|mio|mrd|mn|bn|[mb])\.?\s?(?<currency2>dollars?|euros?|pounds?|USD|EUR|GBP|CHF|[€$£])/i
const ROUND =
  /\b(?:pre-?seed|seed|series\s+[A-H]\d?|growth|bridge|venture|angel)\b(?=[\s-]*(?:round|funding|financing|investment|extension|,|\.|$|led|to|at|from|for))/i
const RAISES =
  /\b(?:raises?|raised|raising|secures?|secured|closes?|closed|lands?|landed|nets?|bags?|announces?|announcing|completes?|completed|receives?|gets|sammelt|erhält|lève|boucle)\b/i
const MONEY_WORDS =
  /\b(?:funding|financing|investment|round|capital|seed|series\s+[A-H]|finanzierung(?:srunde)?|levée)\b/i
const ACQUIRES =
  /\b(?<who>(?:\p{Ll}?\p{Lu}|\d)[\p{L}\p{N}&.'-]*(?:\s+[\p{Lu}\d][\p{L}\p{N}&.'-]*){0,4})\s+(?:(?:has\s+)?(?:[Aa]cquires|[Aa]cquired|[Bb]uys|[Bb]ought|[Tt]akes over|übernimmt|kauft|rachète|completes (?:the )?acquisition of)|(?:to|can|may|will|agrees to)\s+(?:[Aa]cquire|[Bb]uy))\s+(?:(?:an?\s+)?(?:[\d.,]+\s?(?:%|[Pp]ercent|[Pp]er cent)?\s+)?(?:(?:of|[Mm]ajority|[Mm]inority|[Cc]ontrolling)\s+)?(?:(?:[Ss]take|[Ss]hare)\s+in\s+)?)?(?:(?:[\p{L}-]+\s+){0,3}(?:[Ss]tart-?[Uu]p|company|firm|maker|provider|app|platform|specialist|rival|agency|studio|developer|vendor|business|retailer|chain|brand|bank|insurer|brewer|lender|supplier|manufacturer|distributor|operator|group|unit)\s+)?(?<what>[\p{Lu}\d][\p{L}\p{N}&.'-]*(?:\s+[\p{Lu}\d][\p{L}\p{N}&.'-]*){0,4})|(?<acquired>(?:is|was|been|to be) acquired by\s+(?<by>[\p{Lu}\d][\p{L}\p{N}&.'-]*(?:\s+[\p{Lu}\d][\p{L}\p{N}&.'-]*){0,4}))/u
const LISTS = /\b(?:goes public|going public|files for (?:an )?IPO|initial public offering|prices (?:its )?IPO)\b/i

/** Case decides what a name is, so that roles and verbs spell both cases out. */
const anyCase = (pattern: string) =>
  pattern.replace(/(?<![\\p{[])\b[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`)
const TITLES = anyCase(
  'chief W(?: W){0,3}? officer|chief of staff|(?:senior |executive )?vice president(?: (?:of|for) W(?: W)?)?|president|chairman|chairwoman|chair|managing director|general manager|head of W(?: W)?|(?:W )?director of W|(?:country|regional|sales|marketing|finance) director|partner|geschäftsführer(?:in)?|chief executive|(?:finance|technology|marketing|operations|operating|product|people|sales|global|legal|security|data) (?:chief|boss)',
).replace(/\bW\b/g, '[\\p{L}&]+')
const ROLE = `(?<role>(?:(?:[Ii]ts |[Oo]ur |[Aa]s |[Tt]he |[Aa]n? |[Nn]ew |[Nn]ext |[Ff]irst |[Ii]nterim |[Gg]lobal |[Gg]roup |[Dd]eputy |[Vv]ice |[Cc]o-)*)(?:C[A-Z]{1,2}O|CHRO|[SE]?VP(?: (?:of )?[\\p{L}&]+)?|${TITLES}))(?![\\p{L}])`
const NAME =
  "(?<name>\\p{Lu}[\\p{L}'’.-]*(?:\\s+(?:van|von|de|der|den|la|di|da|bin|al|el))*(?:\\s+\\p{Lu}[\\p{L}'’.-]*){1,3})"
const APPOINTED: readonly RegExp[] = [
  new RegExp(
    `(?:[Aa]ppoints?|[Aa]ppointed|[Nn]ames?|[Nn]amed|[Hh]ires?|[Hh]ired|[Pp]romotes?|[Pp]romoted|[Ww]elcomes?|[Ee]lects?|[Tt]aps|[Ee]rnennt|[Hh]olt|[Bb]eruft|[Nn]omme)\\s+(?:former [\\p{L}\\p{N} ,.&]{2,60}? )?${NAME},?\\s+(?:[Aa]s|[Tt]o|als|zum|zur|comme|as the company's)\\s+${ROLE}`,
    'u',
  ),
  new RegExp(
    `(?:[Aa]ppoints?|[Nn]ames?|[Hh]ires?|[Ww]elcomes?)\\s+(?:new\\s+)?${ROLE},?\\s*(?::|–|-)?\\s+${NAME}`,
    'u',
  ),
  new RegExp(
    `${NAME},?\\s+(?:(?:has been|is|was)\\s+)?(?:[Jj]oins?|[Jj]oined|[Aa]ppointed|[Nn]amed|[Pp]romoted|[Bb]ecomes?|[Tt]akes over|[Ss]ucceeds\\s+${NAME.replace('?<name>', '?:')})\\s+(?:[\\p{L}\\p{N}&.' ]{2,40}? )?(?:[Aa]s|[Tt]o)\\s+${ROLE}`,
    'u',
  ),
  new RegExp(`${NAME}\\s+(?:[Bb]ecomes|[Nn]amed|[Aa]ppointed)\\s+${ROLE}`, 'u'),
]
const LEAVES = new RegExp(
  `${NAME}\\s+(?:[Ss]teps? down|[Rr]esigns?|[Ll]eaves|[Dd]eparts|[Rr]etires|to leave|to step down)\\s+(?:[\\p{L}\\p{N}&.' ]{2,40}? )?(?:[Aa]s\\s+${ROLE})`,
  'u',
)
/** The role before the name: "Acme CEO Ann Lee steps down". */
const ROLE_LEAVES = new RegExp(
  `${ROLE},?\\s+${NAME},?\\s+(?:is\\s+|to\\s+)?(?:[Ss]teps? down|stepping down|[Rr]esigns?|leaving|leave|[Qq]uits?|[Dd]eparts|[Rr]etires?)(?![\\p{L}])`,
  'u',
)

const GROWTH: readonly (readonly [string, RegExp])[] = [
  [
    'office',
    /\b(?:opens?|opened|opening|to open|launch(?:es|ed)?|inaugurates|eröffnet)\s+(?:(?:a|an|its|our|new|first|second|third|another|\d[\d,.]*(?:st|nd|rd|th|\.)?)\s+)*(?:[\p{L}-]+\s+){0,3}?(?:offices?|headquarters|hubs?|plants?|factory|factories|warehouses?|data cent(?:er|re)s?|branch(?:es)?|locations?|stores?|shops?|restaurants?|labs?|depots?|campus|facility|facilities|showrooms?|lounge|Niederlassung|Filiale|Standort|Büro)\b(?=\s*(?:$|[,.;:!?–-]|(?:in|at|near|for|to|on|next|this|and|outside|with|as|of|by|beside|close)\b))(?:\s+in\s+(?:the\s+)?\p{L}+(?:\s\p{Lu}\p{L}+)?)?/iu,
  ],
  [
    'expansion',
    /\b(?:expands?|expanded|expanding|expansion)\s+(?:(?:its|our|operations|presence|business|team|further)\s+)*(?:in|into|to|across)\s+(?:the\s+)?\p{L}+/iu,
  ],
  [
    'headcount',
    /\b(?:(?:to (?:hire|create|add)|hiring|creates?|plans? to hire)\s+(?:(?:up to |more than |over |around |about )?\d[\d,.]*|(?:even )?more|(?:hundreds|thousands) of)\s+(?:(?!of)[\p{L}-]+\s+){0,2}?(?:people|jobs|employees|positions|engineers|staff|roles|workers|pilots|drivers|developers|apprentices|graduates)|(?:to double|doubles|to triple|triples) (?:its |the )?(?:headcount|workforce|staff|team))\b/iu,
  ],
]
const LAYOFFS =
  /\b(?:lays? off|laid off|layoffs|(?:cuts?|sheds?|axes?|slash(?:es)?|eliminates?|streicht|entlässt|supprime|licencie|baut)\s+(?:(?:up to|more than|about|around|rund|mehr als|plus de)\s+)?\d[\d,. ]*[^.]{0,30}?(?:jobs|staff|workforce|employees|positions|roles|workers|Stellen|Mitarbeiter|emplois|postes|salariés)|(?:stops|freezes|pauses) hiring|hiring freeze|job cuts|redundancies)\b/i

/** The first of what the text says; news when it says none of it. `about` is the title, then the summary. */
export function readNews(title: string, summary: string, month: string): NewsFinding {
  const isAdvice = /^(?:how|why|what|when|who|should|\d+)\b/i.test(title)
  for (const text of isAdvice ? [] : [title, firstSentences(summary)]) {
    const found = fundingIn(text, month) ?? peopleIn(text) ?? growthIn(text, month)
    if (found) return { ...found, text }
  }
  return { type: 'news', key: '', quote: title, text: title, told: title, strength: 30, details: {} }
}

const firstSentences = (text: string) => text.slice(0, 400)

/** As a whole: the quote is the sentence around a match. */
function sentenceAround(text: string, at: number, length: number): string {
  const from = Math.max(0, ...[...text.slice(0, at).matchAll(/[.!?]\s+(?=\p{Lu})/gu)].map((m) => m.index + m[0].length))
  const rest = text.slice(at + length)
  const end = /[.!?](?:\s|$)/.exec(rest)
  return text
    .slice(from, end ? at + length + end.index + 1 : undefined)
    .trim()
    .slice(0, 300)
}

function amountIn(text: string): { usdless: number; currency: string; words: string } | null {
  const { groups, 0: words = '' } = AMOUNT.exec(text) ?? {}
  if (!groups) return null
  const digits = (groups.first ?? groups.second ?? '').replace(/,(?=\d{3}\b)/g, '').replace(',', '.')
  const unit = UNITS[(groups.unit ?? groups.unit2 ?? '').toLowerCase()] ?? 1
  const value = Number(digits) * unit
  return Number.isFinite(value)
    ? { usdless: value, currency: currencyOf(groups.currency ?? groups.currency2 ?? ''), words }
    : null
}

function currencyOf(sign: string): string {
  if (/€|eur/i.test(sign)) return 'EUR'
  if (/£|gbp|pound/i.test(sign)) return 'GBP'
  return /chf/i.test(sign) ? 'CHF' : 'USD'
}

type Told = Omit<NewsFinding, 'text'>

function fundingIn(text: string, month: string): Told | undefined {
  const acquired = ACQUIRES.exec(text)
  if (acquired) {
    const other = acquired.groups?.what ?? acquired.groups?.by ?? ''
    const details = { kind: 'acquisition', other }
    return {
      type: 'funding',
      key: `acquisition:${other.toLowerCase()}`,
      quote: sentenceAround(text, acquired.index, acquired[0].length),
      told: acquired[0],
      strength: 90,
      details,
    }
  }
  const listed = LISTS.exec(text)
  if (listed)
    return {
      type: 'funding',
      key: `ipo:${month}`,
      quote: sentenceAround(text, listed.index, listed[0].length),
      told: listed[0],
      strength: 90,
      details: { kind: 'ipo' },
    }
  const verb = RAISES.exec(text)
  const amount = amountIn(text)
  const round = ROUND.exec(text)?.[0]?.toLowerCase().replace(/\s+/g, ' ') ?? null
  if (!verb || (!amount && !round) || !(MONEY_WORDS.test(text) || round || /\brais|sammelt|lève/i.test(verb[0])))
    return undefined
  // "raises prices by $5" and "raises $500 for charity" are no rounds.
  if (
    (amount && amount.usdless < 50_000 && !round) ||
    /\b(?:charity|prices?|fees?|donat|guidance|forecast|revenue|dividend)\b/i.test(text)
  )
    return undefined
  return {
    type: 'funding',
    key: `round:${round ?? ''}:${amount ? Math.round(amount.usdless / 1e5) : ''}:${month}`,
    quote: sentenceAround(text, verb.index, verb[0].length),
    told: verb[0],
    strength: 90,
    details: { kind: 'round', round, amount: amount?.usdless ?? null, currency: amount?.currency ?? null },
  }
}

function peopleIn(text: string): Told | undefined {
  for (const pattern of APPOINTED) {
    const match = pattern.exec(text)
    if (!match?.groups) continue
    const { name = '', role = '' } = match.groups
    const bare = plainRole(role)
    return {
      type: 'job_change',
      key: personKey(name, bare),
      quote: sentenceAround(text, match.index, match[0].length),
      told: match[0],
      strength: 90,
      details: { person: name, role: bare, direction: 'joins' },
    }
  }
  const left = LEAVES.exec(text) ?? ROLE_LEAVES.exec(text)
  if (!left?.groups?.role) return undefined
  const role = plainRole(left.groups.role)
  return {
    type: 'job_change',
    key: `left:${personKey(left.groups.name ?? '', role)}`,
    quote: sentenceAround(text, left.index, left[0].length),
    told: left[0],
    strength: 70,
    details: { person: left.groups.name ?? '', role, direction: 'leaves' },
  }
}

const plainRole = (role: string) =>
  role
    .replace(/^(?:its|our|as|the|a|an|new|next|first)\s+/gi, '')
    .replace(/^(?:the|a|an|new|next|first)\s+/i, '')
    .trim()

const SHORT_ROLES: Readonly<Record<string, string>> = {
  ceo: 'chief executive officer',
  cfo: 'chief financial officer',
  coo: 'chief operating officer',
  cto: 'chief technology officer',
  cmo: 'chief marketing officer',
  cio: 'chief information officer',
  cpo: 'chief product officer',
  cro: 'chief revenue officer',
  vp: 'vice president',
}
const letters = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()

/** The same for a role that is written short and one that is written out. */
export const personKey = (name: string, role: string) =>
  `person:${letters(name)}:${letters(role)
    .split(' ')
    .filter((word) => !/^(?:of|and|the|for)$/.test(word))
    .map((word) => SHORT_ROLES[word] ?? word)
    .join(' ')}`

function growthIn(text: string, month: string): Told | undefined {
  const cut = LAYOFFS.exec(text)
  if (cut)
    return {
      type: 'growth',
      key: `layoffs:${month}`,
      quote: sentenceAround(text, cut.index, cut[0].length),
      told: cut[0],
      strength: 50,
      details: { kind: 'layoffs', direction: 'down' },
    }
  for (const [kind, pattern] of GROWTH) {
    const match = pattern.exec(text)
    if (match)
      return {
        type: 'growth',
        key: `${kind}:${match[0].toLowerCase().replace(/\s+/g, ' ')}:${month}`,
        quote: sentenceAround(text, match.index, match[0].length),
        told: match[0],
        strength: 50,
        details: { kind, direction: 'up' },
      }
  }
  return undefined
}
