// Reads an industry, in words or as a code, into NACE Rev. 2 and NAICS 2022. What several parts of a list could be is given as what they share, or not at all.
import { INDUSTRY_NAMES } from './industry-names.ts'
import { NACE_LIST, NACE_SECTIONS, NACE_TO_ISIC } from './nace.ts'
import { NAICS_LIST, NAICS_TO_ISIC, SIC_TO_NAICS } from './naics.ts'

export const CODE_LISTS = ['nace', 'naics', 'sic'] as const
export type CodeList = (typeof CODE_LISTS)[number]

export interface IndustryCode {
  code: string
  title: string
  /** It is what was given, or its own title; else it was brought over from another list. */
  is_given: boolean
}

export interface IndustryReading {
  nace?: IndustryCode
  naics?: IndustryCode
  /** `name`: a usual name of it, which is no title of a list. */
  by: CodeList | 'title' | 'name'
}

interface Lists {
  nace: ReadonlyMap<string, string>
  naics: ReadonlyMap<string, string>
  /** The letter of each division. */
  sections: ReadonlyMap<string, string>
  sic_to_naics: (code: string) => readonly string[]
  naics_to_nace: (code: string) => readonly string[]
  nace_to_naics: (code: string) => readonly string[]
  titles: ReadonlyMap<string, { nace: string[]; naics: string[] }>
  names: ReadonlyMap<string, { nace?: string; naics?: string }>
}

/** Characters. */
const LONGEST = 300
const SAYS_NOTHING = new Set(
  'and of the in for or via to by with industry sector nec services service activities activity'.split(' '),
)

/** The words of a title whatever their order and ending; "Manufacture of" and "Manufacturing" are one. */
function keyOf(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/n\.\s?e\.\s?c\.?/g, ' ')
    .split(/[^a-z0-9]+/)
    .map((word) =>
      word
        .replace(/ies$/, 'y')
        .replace(/(?<=[^s]{2})s$/, '')
        .replace(/^manufactur(?:e|ing|er)$/, 'manufacture'),
    )
    .filter((word) => word !== '' && !SAYS_NOTHING.has(word))
  return [...new Set(words)].sort().join(' ')
}

/** A text of services alone keeps the words that else say nothing. */
const nameKey = (text: string) => keyOf(text) || text.trim().toLowerCase()

function linesOf(text: string): [string, string][] {
  return text
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)])
}

const pairsOf = (text: string) =>
  text
    .trim()
    .split(' ')
    .map((pair): [string, string[]] => {
      const [code = '', codes = ''] = pair.split(':')
      return [code, codes.split(',')]
    })

const dotted = (digits: string) => (digits.length > 2 ? `${digits.slice(0, 2)}.${digits.slice(2)}` : digits)

let made: Lists | undefined

/** Made when first asked for: most processes never read an industry. */
function lists(): Lists {
  made ??= makeLists()
  return made
}

function makeLists(): Lists {
  const nace = new Map(linesOf(NACE_LIST))
  const naics = new Map(linesOf(NAICS_LIST))
  // An industry of five digits that was left out has the title of its only part.
  for (const [code, title] of [...naics])
    if (code.length === 6 && !naics.has(code.slice(0, 5))) naics.set(code.slice(0, 5), title)
  const sections = new Map<string, string>()
  for (const [, letter = '', from = '', to = ''] of NACE_SECTIONS.matchAll(/([A-U])(\d\d)-(\d\d)/g))
    for (let division = Number(from); division <= Number(to); division++) {
      const code = String(division).padStart(2, '0')
      if (nace.has(code)) sections.set(code, letter)
    }
  const classes = [...nace.keys()].filter((code) => code.length === 5)
  const isicOf = new Map(pairsOf(NACE_TO_ISIC))
  const toIsic = (code: string) => isicOf.get(code.replace('.', '')) ?? [code.replace('.', '')]
  const naceOfIsic = grouped(classes.flatMap((code) => toIsic(code).map((isic): [string, string] => [isic, code])))
  const naicsToIsic = new Map(pairsOf(NAICS_TO_ISIC))
  const naicsOfIsic = grouped(
    [...naicsToIsic].flatMap(([code, all]) => all.map((isic): [string, string] => [isic, code])),
  )
  const sicToNaics = new Map(pairsOf(SIC_TO_NAICS))
  const titles = new Map<string, { nace: string[]; naics: string[] }>()
  const note = (list: 'nace' | 'naics', code: string, title: string) => {
    const entry = titles.get(nameKey(title)) ?? { nace: [], naics: [] }
    entry[list].push(code)
    titles.set(nameKey(title), entry)
  }
  for (const [code, title] of nace) note('nace', code, title)
  for (const [code, title] of naics) note('naics', code, title)
  const names = new Map(
    INDUSTRY_NAMES.trim()
      .split('\n')
      .flatMap((line) => {
        const [all = '', codes = ''] = line.split(' = ')
        const [first = '-', second = '-'] = codes.split(', ')
        const entry = { ...(first !== '-' && { nace: first }), ...(second !== '-' && { naics: second }) }
        return all.split(', ').map((name): [string, typeof entry] => [nameKey(name), entry])
      }),
  )
  return {
    nace,
    naics,
    sections,
    // Registers also file by groups, which end with a zero: all of their industries.
    sic_to_naics: (code) =>
      sicToNaics.get(code) ??
      [...sicToNaics].flatMap(([one, all]) =>
        one.startsWith(code.replace(/0{1,2}$/, '')) && code.length === 4 && code.endsWith('0') ? all : [],
      ),
    naics_to_nace: (code) =>
      [...naicsToIsic].flatMap(([six, all]) =>
        isPartOf(six, code) ? all.flatMap((isic) => naceOfIsic.get(isic) ?? []) : [],
      ),
    nace_to_naics: (code) =>
      classes
        .filter((one) => (code.length === 1 ? sections.get(one.slice(0, 2)) === code : one.startsWith(code)))
        .flatMap((one) => toIsic(one).flatMap((isic) => naicsOfIsic.get(isic) ?? [])),
    titles,
    names,
  }
}

function grouped(pairs: readonly [string, string][]): Map<string, string[]> {
  const all = new Map<string, string[]>()
  for (const [key, value] of pairs) {
    const values = all.get(key)
    if (values) values.push(value)
    else all.set(key, [value])
  }
  return all
}

/** `31-33` has what begins with 31, 32 or 33. */
function isPartOf(six: string, code: string): boolean {
  const [from = '', to] = code.split('-')
  return to === undefined ? six.startsWith(from) : six.slice(0, 2) >= from && six.slice(0, 2) <= to
}

/** The most exact code that all of these are a part of; undefined where they share none. */
function sharedNace(codes: readonly string[]): string | undefined {
  const { nace, sections } = lists()
  const prefix = sharedStart(codes).replace(/\.$/, '')
  if (nace.has(prefix)) return prefix
  const letters = new Set(codes.map((code) => (code.length === 1 ? code : sections.get(code.slice(0, 2)))))
  const [letter] = letters
  return letters.size === 1 ? letter : undefined
}

function sharedNaics(codes: readonly string[]): string | undefined {
  const { naics } = lists()
  for (let prefix = sharedStart(codes); prefix.length > 1; prefix = prefix.slice(0, -1))
    if (naics.has(prefix)) return prefix
  return codes.length === 0
    ? undefined
    : [...naics.keys()].find((code) => code.includes('-') && codes.every((one) => isPartOf(one, code)))
}

function sharedStart(codes: readonly string[]): string {
  const [first = '', ...others] = codes
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1
  return first.slice(0, length)
}

function entryOf(list: 'nace' | 'naics', code: string | undefined, is_given: boolean): IndustryCode | undefined {
  const title = code === undefined ? undefined : lists()[list].get(code)
  return code === undefined || title === undefined ? undefined : { code, title, is_given }
}

const both = (by: IndustryReading['by'], nace: IndustryCode | undefined, naics: IndustryCode | undefined) =>
  nace || naics ? { by, ...(nace && { nace }), ...(naics && { naics }) } : undefined

function ofNace(code: string, by: IndustryReading['by'] = 'nace'): IndustryReading | undefined {
  return both(by, entryOf('nace', code, true), entryOf('naics', sharedNaics(lists().nace_to_naics(code)), false))
}

function ofNaics(code: string, by: IndustryReading['by'] = 'naics'): IndustryReading | undefined {
  return both(by, entryOf('nace', sharedNace(lists().naics_to_nace(code)), false), entryOf('naics', code, true))
}

/** First code of each division of SIC 1987, and the sectors of NAICS that took it over. */
const SIC_DIVISIONS: readonly [number, RegExp][] = [
  [9000, /^92/],
  [7000, /^(?:22|48|49|5|6|7|8)/],
  [6000, /^(?:52|53)/],
  [5200, /^(?:44|45|72)/],
  [5000, /^42/],
  [4000, /^(?:22|48|49|51|56)/],
  [2000, /^3/],
  [1500, /^23/],
  [1000, /^21/],
  [100, /^1/],
]

/** Parts of an industry that went to another sector, such as the pressing of discs of software, are left out where others are left. */
function ofSic(code: string): IndustryReading | undefined {
  const all = lists().sic_to_naics(code)
  const [, sectors] = SIC_DIVISIONS.find(([from]) => Number(code) >= from) ?? []
  const own = all.filter((one) => sectors?.test(one))
  const codes = own.length > 0 ? own : all
  const nace = sharedNace(codes.flatMap((one) => lists().naics_to_nace(one)))
  return both('sic', entryOf('nace', nace, false), entryOf('naics', sharedNaics(codes), false))
}

/** Names of lists whose first four digits are those of NACE, and those of the others. */
const LIST_NAMES: readonly [RegExp, CodeList][] = [
  [/^(?:nace(?: ?rev\.? ?2)?|naf|ape|uk ?sic(?: ?2007)?|wz(?: ?2008)?|ateco|noga|sbi|cnae|[oö]nace|nacebel)$/i, 'nace'],
  [/^(?:naics|scian)(?: ?2022)?$/i, 'naics'],
  [/^(?:us ?)?sic(?: ?1987)?$/i, 'sic'],
]

/** The list that a text names; null where it names none of them. */
export function readCodeList(text: string): CodeList | null {
  return LIST_NAMES.find(([name]) => name.test(text.trim()))?.[1] ?? null
}

/** A code with what stands around it: the list before it, the section, dots, the letter of the French list. */
const CODE = /^(?:([\p{L}][\p{L} .0-9]*?)[\s:]+)?([A-U])?\.?(\d{2}(?:\.?\d){0,4}|\d{2}-\d{2})\s?([A-Z])?$/iu

/** Codes that are parts of one another have one title where there is but one part: then the last is as sure as the first. */
function deepest(codes: readonly string[], shared: string | undefined): string | undefined {
  const [last] = [...codes].sort((a, b) => b.length - a.length)
  return codes.every((code) => last?.startsWith(code)) ? last : shared
}

/** What an industry is; words say why it cannot be told. `given` is the list that a code is said to be of. */
export function readIndustry(text: string, given: CodeList | null = null): IndustryReading | string {
  if (text.length > LONGEST) return 'is longer than the name of an industry'
  const trimmed = text.trim()
  const code = CODE.exec(trimmed)
  if (code) return readCode(code, given)
  const { titles, names } = lists()
  const key = nameKey(trimmed)
  const titled = titles.get(key)
  const nace = titled && deepest(titled.nace, sharedNace(titled.nace))
  const naics = titled && deepest(titled.naics, sharedNaics(titled.naics))
  if (nace && naics)
    return { by: 'title', ...both('title', entryOf('nace', nace, true), entryOf('naics', naics, true)) }
  const reading = nace ? ofNace(nace, 'title') : naics ? ofNaics(naics, 'title') : undefined
  if (reading) return reading
  const named = names.get(key)
  const usual = named && both('name', entryOf('nace', named.nace, true), entryOf('naics', named.naics, true))
  return usual ?? 'No industry of NACE or NAICS is surely meant'
}

/** The class of NACE that a code of a European register is of. */
export function naceOf(code: unknown): IndustryCode | undefined {
  const reading = typeof code === 'string' ? readIndustry(code, 'nace') : ''
  return typeof reading === 'string' ? undefined : reading.nace
}

function readCode(
  [, listed, section, written = '', letter]: RegExpExecArray,
  given: CodeList | null,
): IndustryReading | string {
  const named = listed === undefined ? given : readCodeList(listed)
  if (listed !== undefined && named === null) return 'The list of the code is not known'
  if (given !== null && named !== null && named !== given) return 'The code names another list than the one given'
  const digits = written.replaceAll('.', '')
  const isOfNace = section !== undefined || letter !== undefined || written.includes('.')
  const { nace, naics, sic_to_naics } = lists()
  const asNace = dotted(digits.slice(0, 4))
  // The fifth digit and the letter are of the country's own list.
  const fits: Record<CodeList, boolean> = {
    nace: nace.has(asNace) && (isOfNace || digits.length <= 5) && !written.includes('-'),
    naics: !isOfNace && naics.has(digits),
    sic: !isOfNace && sic_to_naics(digits).length > 0,
  }
  const lists_ = CODE_LISTS.filter((list) => fits[list] && (named === null || named === list))
  const [list, ...others] = lists_
  if (list === undefined) return 'No such code in NACE Rev. 2, NAICS 2022 or SIC 1987'
  if (others.length > 0) return `The code ${digits} is in several lists (${lists_.join(', ')}): say which`
  const reading = list === 'nace' ? ofNace(asNace) : list === 'naics' ? ofNaics(digits) : ofSic(digits)
  return reading ?? `What ${list.toUpperCase()} ${digits} covers is in several parts of the other lists`
}
