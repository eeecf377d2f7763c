// Names of firms as words: without the legal form at the end, with spelled letters joined.

const FORMS = new Set(
  `inc incorporated corp corporation co company cie ltd limited llc llp lp lllp pllc plc gmbh ggmbh mbh ug ag kg kgaa ohg gbr ek ev eg se sa sas sasu sarl eurl sl slu srl spa
  snc bv nv vof cv oy oyj ab as asa aps kft zrt bt nyrt doo dd sro pty pte pvt private public kk kabushiki kaisha yk sdn bhd berhad tbk pt cv ooo oao zao pao ltda eireli
  aktiengesellschaft gesellschaft partnerschaft holdingsgesellschaft anonyme societe sociedad limitada anonima cooperative coop`.split(
    /\s+/,
  ),
)
const JOINTS = new Set(['and', 'und', 'et', 'y', 'e', 'the', 'der', 'die', 'das', 'le', 'la', 'les'])

/** One word for the ways in which a word of trade is written, shortened or in the plural. */
const TRADE_WORDS: ReadonlyMap<string, string> = new Map(
  `manufacturing mfg manufacturers manufacturer mfrs|engineering eng engg engr engrg engineers|chemical chem chems chemicals|international intl internat
  national natl|technology tech techs technologies|industries inds indus|services svc svcs serv service|systems sys syst system|associates assoc assocs
  association assn|brothers bros|management mgmt mgt mgmnt|development dev devel developments|distribution distrib distr|products prod prods product
  pharmaceutical pharm pharma pharmaceuticals|laboratories lab labs laboratory|university univ|hospital hosp|center ctr cntr centre|government govt
  communications comms communication|construction constr|marketing mktg|transport transp transportation|logistics logist|building bldg|builders bldrs
  equipment equip eqpt|machinery mach|insurance ins|financial fin|group grp gruppe groupe|holding hldg hldgs holdings|enterprises enterprise
  american amer|properties props property|investment invest investments|solutions solns solution|telecommunications telecom telecomm|department dept
  supplies supply|electronics electronic|materials material|partners partner|works wks|gebruder gebr|gesellschaft ges`
    .split(/[|\n]/)
    .flatMap((line) => {
      const [word = '', ...others] = line.trim().split(' ')
      return others.map((other): [string, string] => [other, word])
    }),
)
const inFull = (word: string) => TRADE_WORDS.get(word) ?? word

/** From a folded name. A name that is nothing but a legal form keeps it. */
export function firmTokens(folded: string): string[] {
  const joined = joinLetters(folded.split(' ').filter((word) => word !== ''))
  let end = joined.length
  while (end > 1 && (FORMS.has(joined[end - 1] as string) || JOINTS.has(joined[end - 1] as string))) end--
  const words = joined.flatMap((word, at) => (at < end && !JOINTS.has(word) ? [inFull(word)] : []))
  return words.length > 0 ? words : joined
}

/** `i b m` is written `ibm`. */
function joinLetters(words: readonly string[]): string[] {
  const joined: string[] = []
  let run = ''
  for (const word of [...words, '']) {
    if (word.length === 1 && /\p{L}/u.test(word)) {
      run += word
      continue
    }
    if (run !== '') joined.push(run)
    run = ''
    if (word !== '') joined.push(word)
  }
  return joined
}

/** The first letters of its words, of names with at least three of them; of `of` and `for` too, as usage varies, only without. */
export function acronymOf(tokens: readonly string[]): string | null {
  const words = tokens.filter((word) => !['of', 'for', 'in', 'de', 'fur', 'du', 'des'].includes(word))
  return words.length < 3 ? null : words.map((word) => word[0]).join('')
}

/** The first letters of a name of two words: many names have them, so that they tell something only together with a place or the like. */
export const initialsOf = (tokens: readonly string[]) =>
  tokens.length === 2 ? tokens.map((word) => word[0]).join('') : null

export function isAcronymOf(a: readonly string[], b: readonly string[]): boolean {
  const short = a[0]
  if (a.length !== 1 || short === undefined || short.length < 2 || b.length < 2) return false
  return short === acronymOf(b) || short === b.map((word) => word[0]).join('')
}

const NUMBER = /^\d+$/

/** Two that count what they are called after otherwise, as in `kita sonne 1` and `kita sonne 2`. */
export function areNumberedApart(a: readonly string[], b: readonly string[]): boolean {
  const [one, other] = [a, b].map((words) => words.filter((word) => NUMBER.test(word)).join(' '))
  return one !== '' && other !== '' && one !== other
}

/** Word by word the same, save for some that are shortened: `acme mfg intl` is `acme manufacturing international`. */
export function isShortenedName(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length || a.length < 2) return false
  let same = 0
  for (const [at, word] of a.entries()) {
    const other = b[at] as string
    if (word === other) same++
    else if (!isShortOf(word, other) && !isShortOf(other, word)) return false
  }
  return same > 0 && same < a.length
}

/** A beginning (`chem`), or the first letter with consonants after it, in their order (`mfg`, `intl`). */
function isShortOf(short: string, long: string): boolean {
  if (short.length < 3 || short.length > 5 || long.length < short.length + 3 || short[0] !== long[0]) return false
  if (long.startsWith(short)) return true
  if (/[aeiouy]/.test(short.slice(1))) return false
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return at === short.length
}

/** Words by which the firms of a group tell themselves apart. */
const GROUP_WORDS: ReadonlySet<string> = new Set(
  `holding holdings group gruppe groupe services service international properties property immobilien realty capital ventures invest investment investments
  beteiligung beteiligungen verwaltung verwaltungs finance financial leasing logistics logistik trading distribution retail foundation stiftung subsidiary
  europe america americas asia africa usa uk deutschland germany france italia espana austria schweiz suisse polska nederland emea apac north south east west
  central regional global labs digital solutions academy consulting bank insurance energy media`
    .split(/\s+/)
    .map(inFull),
)

/** One is the other with a word more that tells a firm of a group from another. */
export function isOfGroup(a: readonly string[], b: readonly string[]): boolean {
  const [more, others] = [groupWordsOnlyIn(a, b), groupWordsOnlyIn(b, a)]
  return more + others > 0 && more + others < Math.max(a.length, b.length)
}

/** How many words only the first has; no number of words when one of them is no word of a group. */
function groupWordsOnlyIn(a: readonly string[], b: readonly string[]): number {
  let count = 0
  for (const word of a) {
    if (b.includes(word)) continue
    if (!GROUP_WORDS.has(word)) return Number.POSITIVE_INFINITY
    count++
  }
  return count
}
