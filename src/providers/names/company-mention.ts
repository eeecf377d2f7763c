// Decides whether a headline is about a company: it looks for its names as whole words, wants a second sign where a name is a plain word, and tells who does what.
import { escapePattern } from '../../kernel/escape-pattern.ts'
import {
  GIVEN_NAMES,
  isInitials,
  isNounWith,
  isPlainWord,
  leadsIn,
  OTHER_FIRM,
  OTHER_FIRM_OF_PLAIN,
} from './plain-words.ts'

export interface CompanyNames {
  names: readonly string[]
  /** The registrable domain; blank where none is known. */
  domain: string
  /** Words that go with the company: its products, people, town or trade. */
  context: readonly string[]
}

/** The given names, and the name that the domain spells where none of them does. */
export function companyNames(given: readonly string[], domain: string, context: readonly string[] = []): CompanyNames {
  const label = domain.replace(/^www\./, '').split('.')[0] ?? ''
  const letters = (text: string) =>
    text
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  // "C3.ai" and "Acme Works" are how those of c3.ai and acmeworks.com are written.
  const spelled = given.some((name) => letters(name).startsWith(letters(label)))
  return {
    names: [...new Set([...given, ...(spelled || label === '' ? [] : [labelName(label)])])],
    domain: domain.toLowerCase(),
    context,
  }
}

/** The label of a domain as newspapers write it: initials in capitals, a plain word with one capital. Any other label stays as it is, since a domain does not show its capitals. */
function labelName(label: string): string {
  if (isPlainWord(label)) return label.replace(/^./, (first) => first.toUpperCase())
  return label.length <= 3 ? label.toUpperCase() : label
}

/** The pattern of a text, with either kind of apostrophe. */
const escaped = (text: string) => escapePattern(text).replace(/['’]/g, "['’]")

/** The pattern of a name as a whole word, which punctuation or a possessive may follow. Names of up to three letters match only in capitals or as they were given. */
function nameSource(name: string): { source: string; flags: string } {
  const isShort = name.replace(/[^\p{L}\p{N}]/gu, '').length <= 3
  // "hp" as a name matches HP and not the unit of power.
  const written = isShort ? [...new Set([...(name === name.toLowerCase() ? [] : [name]), name.toUpperCase()])] : [name]
  return {
    source: `(?<![\\p{L}\\p{N}$€£])(?:${written.map(escaped).join('|')})(?![\\p{L}\\p{N}+#&])`,
    flags: isShort ? 'gu' : 'giu',
  }
}

const isCapital = (word: string) => /^\p{Lu}/u.test(word)

/** Whether most words of the text begin with a capital, so that a capital does not mark a name. */
function isTitleCase(text: string): boolean {
  const words = (text.match(/\p{L}{4,}/gu) ?? []).slice(1)
  return words.length >= 3 && words.filter(isCapital).length > 0.7 * words.length
}

/** Whether the text writes a capitalized word of the name in small letters, as a plain word. */
const isSmall = (written: string, name: string) =>
  [...name.matchAll(/\p{Lu}[\p{L}\p{N}]*/gu)].some(({ index, 0: word }) => {
    const there = written.slice(index, index + word.length)
    return there === there.toLowerCase()
  })

/** The index at which the text uses the name for a company, or -1: a plain word in small letters does not count, nor a part of the name of a person or of another firm. */
function namedAt(text: string, name: string): number {
  const { source, flags } = nameSource(name)
  const isPlain = isPlainWord(name)
  for (const { index, 0: written } of text.matchAll(new RegExp(source, flags))) {
    if (isSmall(written, name) && /\p{Lu}/u.test(text)) continue
    const before = /(?:^|[\s"'“‘(])([\p{L}\p{N}'’.-]+)[ -]$/u.exec(text.slice(0, index))?.[1] ?? ''
    const rest = text.slice(index + written.length)
    const [, next = '', afterNext = ''] = /^ ([\p{L}\p{N}]+)(?: (\p{Lu}))?/u.exec(rest) ?? []
    // The name is the second or the first word of a longer one: "Romy Schneider", "Canon John Smith", "Mainz 05".
    if (isCapital(before) && GIVEN_NAMES.has(before.toLowerCase())) continue
    if (isCapital(before) && !leadsIn(before) && (isPlain || !isTitleCase(text))) continue
    if ((afterNext !== '' && GIVEN_NAMES.has(next.toLowerCase())) || /^0\d$/.test(next)) continue
    if (
      isNounWith(before, rest) ||
      /\b(?:town|city|village|port|province|county|island) of $/i.test(text.slice(0, index))
    )
      continue
    // "Power wheelchair (PWC)": the words before the bracket say what the initials stand for.
    if (isInitials(name) && /\($/.test(text.slice(0, index)) && rest.startsWith(')')) continue
    if (OTHER_FIRM.test(next) || (isPlain && OTHER_FIRM_OF_PLAIN.test(next))) continue
    if (isLongerName(text, index + written.length)) continue
    return index
  }
  return -1
}

const LEGAL =
  /^\s*,?\s*(?:Inc|Corp|Corporation|Ltd|Limited|LLC|PLC|plc|GmbH|AG|SE|S\.?A\.?S?|S\.?p\.?A|B\.?V|N\.?V|AB|Oy|ApS|A\/S|Technologies|Holdings|Systems|Software|Labs|Group|Konzern|Chief|Boss|Chef|International|Global|Europe|America|US|USA|UK|Germany|Deutschland|France|Italia|Italy|España|Spain|India|China|Japan|Brasil|Nederland|Polska)\b/u
const DEED =
  /^(?:['’]s)?(?:,[^,]{3,60},)?\s+(?:(?:has|will|today|also)\s+)*(?:to\s+(?:raise|double|triple|acquire|buy|hire|cut|lay off|open|close|launch|sell|expand|join|name|appoint|shed|axe|create|list)|raises|raised|acquires|acquired|buys|bought|secures|secured|hires|hired|appoints|appointed|names|named|promotes|launch(?:es|ed)|unveils|announces|announced|files for|reports|posts|lays? off|laid off|cuts|sheds|axes|partners|signs|closes|closed|lands|landed|expands|opens|opened|goes public|joins|wins|sues|fined|sued|accused|settles|ships|introduces|taps|recalls|sells|beats|misses|is acquired|was acquired|streicht|baut|übernimmt|kauft|verkauft|ernennt|holt|beruft|eröffnet|entlässt|meldet|schließt|sammelt|lève|rachète|supprime|nomme|ouvre|CEO|CFO|CTO|COO|boss|chief (?:executive|\p{L}+ officer)|shares|stock|profits?|earnings|IPO|spokesperson|board)(?![\p{L}])/iu

/** Whether more words belong to the name, as in the name of a person, place, product or other firm: "Siemens Gamesa", "Mercedes Sosa". */
function isLongerName(text: string, end: number): boolean {
  const after = text.slice(end)
  if (/^-(?:sur|sous|en|le|la|les|de|du|upon|on|am|an|im|in)-/.test(after)) return true
  // A German compound such as "SAP-Finanzchef" is not a longer name.
  if (
    /^-\p{L}*(?:chef(?:in)?|konzern|tochter|aktien?|gruppe|vorstand|werk|zentrale|kund(?:e|en|in))(?!\p{L})/iu.test(
      after,
    )
  )
    return false
  return /^[ -]\p{Lu}\p{Ll}/u.test(after) && !LEGAL.test(after) && !DEED.test(after) && !isTitleCase(text)
}

/** Words before and after a name that show that it is a firm: "fines BA", "Bank ING", "at UBS", "SAP-Chef", "HP, Dell and Lenovo". */
const BEFORE_FIRM =
  /(?:^|[\s"“‘])(?:at|by|against|from|with|for|bei|von|gegen|(?:stake|share) in|says?|acquires?|buy|fines?|sues?|buys?|joins?|leaves?|bans?|hits?|probes?|backs?|picks?|wants?|blames?|urges?|tells?|asks?|orders?|inside|what|how|why|is|can|will|und|and|bank|group|firm|giant|company|\p{L}+(?:maker|er)) $/iu
const AFTER_FIRM = /^(?:['’]s? |-\p{Lu}|,? (?:and|und|&|,) \p{Lu}|, \p{Lu}|: )/u

/** Whether the text has another sign of the company beside a name that is a plain word. */
function hasSecondSign(text: string, at: number, name: string, item: { url: string }, about: CompanyNames): boolean {
  const after = text.slice(at + name.length)
  const written = text.slice(at, at + name.length)
  const places = [`//${about.domain}`, `.${about.domain}/`]
  if (about.domain !== '' && text.toLowerCase().includes(about.domain)) return true
  if (about.domain !== '' && places.some((place) => item.url.toLowerCase().includes(place))) return true
  if (isCapital(written) && (LEGAL.test(after) || DEED.test(after))) return true
  if (isInitials(name) && (BEFORE_FIRM.test(text.slice(0, at)) || AFTER_FIRM.test(after))) return true
  if (/^\s*\((?:NYSE|NASDAQ|Nasdaq|LSE|ETR|EPA|ASX|TSX|OTC)[^)]*\)/.test(after)) return true
  const isWritten = (word: string) => {
    const { source, flags } = nameSource(word)
    return new RegExp(source, flags).test(text)
  }
  return (
    about.context.some(isWritten) ||
    about.names.some((one) => one !== name && !isPlainWord(one) && namedAt(text, one) >= 0)
  )
}

export interface Headline {
  title: string
  summary: string
  url: string
}

/** The title without the newspaper at its end: "(Reuters)", "| TechCrunch". A stock ticker stays. */
const withoutCredit = (title: string) =>
  title.replace(/\s*\((?![^)]*:)[^()]{1,30}\)\s*$/u, '').replace(/\s+[-–|]\s+(?:\p{Lu}[\p{L}\p{N}.]*\s?){1,3}$/u, '')

/** Whether a headline or its summary names the company. */
export function namesCompany(item: Headline, about: CompanyNames): boolean {
  const text = `${withoutCredit(item.title)}. ${item.summary}`
  return about.names.some((name) => {
    const at = namedAt(text, name)
    const isSure = !isPlainWord(name) && !isInitials(name)
    return at >= 0 && (isSure || hasSecondSign(text, at, name, item, about))
  })
}

/** Words after and before a name with which it describes someone else: "Acme rival", "Acme-backed", "former Acme". */
const OF_ANOTHER =
  /^(?:['’]s)?[\s-]*(?:rivals?|competitors?|challengers?|alternatives?|backed|funded|owned|powered|founders?|co-?founders?|alum(?:ni|nus|na)?|alums?|spin-?(?:out|off)s?|investors?|konkurrent(?:en|in)?|manager|customers?|suppliers?|vendors?|partners?|veterans?|clones?|users?|like|style|killers?|reseller)\b/iu
const FORMER =
  /(?:\b(?:former|ex|ehemaliger?|ousted|previously at|formerly of|formerly at|left|leaves|leaving|departs|after)[\s-]+|\b(?:backed|funded|founded|owned|led|advised) by\s+|\b(?:from|beats|sues|overtakes|outbids|challenges|against|than|like)\s+)$/iu
/** The company that someone joins. */
const JOINS = /\b[Jj]oin(?:s|ed)\s+(\p{Lu}[\p{L}\p{N}&.'’-]*(?:\s\p{Lu}[\p{L}\p{N}&.'’-]*)*)\s+(?:as|to)\b/u
const OURS = /(?<![\p{L}])(?:we|we['’]ve|we['’]re|our|us)(?![\p{L}])/iu
const PERSON_DEED = /\b(?:joins?|joined|becomes|promoted|named|appointed|steps? down|retires)\b/i
const STARTS_WITH_DEED = /^(?:announcing|introducing|opening|raising|welcoming|meet|closing|welcome)\b/i

/**
 * Whether the event in a text happened at the company and not at another one that the text names. `found` is the part of the text with the event;
 * on the company's own pages (`isOwn`) "we" and "our" also mean the company.
 */
export function tellsOfCompany(text: string, found: string, about: CompanyNames, isOwn: boolean): boolean {
  const from = Math.max(0, text.indexOf(found))
  const named = about.names.flatMap((name) => {
    const at = namedAt(text, name)
    return at >= 0 ? [{ at, name }] : []
  })
  const isOther = ({ at, name }: { at: number; name: string }) =>
    OF_ANOTHER.test(text.slice(at + name.length)) || FORMER.test(text.slice(0, at))
  const own = named.filter((one) => !isOther(one))
  const [, joined] = JOINS.exec(found) ?? []
  if (joined !== undefined && !OURS.test(joined) && !about.names.some((name) => namedAt(joined, name) >= 0))
    return false
  if (own.length > 0) {
    // The name stands before the event, in it, or right after it: "Acme raises", "joins Acme as CFO", "appointed CEO of Acme".
    const to = from + found.length
    return own.some(({ at, name }) =>
      at <= to ? !anotherBetween(text.slice(at + name.length, from)) : /^\s*(?:of|at|by)\s*$/i.test(text.slice(to, at)),
    )
  }
  const isUnnamedPerson = text.slice(0, from).trim() === '' && joined === undefined && PERSON_DEED.test(found)
  return isOwn && named.length === 0 && (OURS.test(text) || STARTS_WITH_DEED.test(text) || isUnnamedPerson)
}

/** Whether another name stands between the company and the event: "At Acme's fair, Beta raises". */
const anotherBetween = (between: string) =>
  /[,:;–—-]\s*\p{Lu}[\p{L}\p{N}]+(?:\s+\p{Lu}[\p{L}\p{N}]+)*\s*$/u.test(between) ||
  /\b(?:in|by|with|for|from|at|as|while|and|after)\s+\p{Lu}[\p{L}\p{N}]+\s*$/u.test(between)
