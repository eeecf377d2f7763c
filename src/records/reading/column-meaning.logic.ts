// What the columns of a table stand for, by their headers and by what their values are: the one place where inputs are suggested from.
import { readEmail } from '../../engine/values/email.ts'
import { isRoleName } from '../../engine/values/role-names.ts'
import { readTextDomain, readWebDomain } from '../../providers/domains/domain.ts'
import { readCompanyName } from '../../providers/names/company-name.ts'
import { readPersonName } from '../../providers/names/person-name.ts'
import { readCountry } from '../../providers/places/country.ts'
import { leadTargetsOf, plain } from '../store/columns/lead-fields.logic.ts'
import { guessType } from './guess.logic.ts'

/** What a column can be that an input asks for. `role_email` is a mailbox of the company; `person_profile` a page of LinkedIn. */
export const MEANINGS = [
  'company',
  'domain',
  'website',
  'person',
  'first_name',
  'last_name',
  'email',
  'role_email',
  'phone',
  'country',
  'company_size',
  'person_profile',
  'company_profile',
  'vat_id',
  'lei',
  'siren',
  'ticker',
  'github',
] as const
export type InputMeaning = (typeof MEANINGS)[number]

/** A column with the values of some rows, blank where a row has none; the rows are the same for all columns. */
export interface SampledColumn {
  id: string
  name: string
  /** The type of a column that people fill. */
  input_type?: string | undefined
  /** The field that a column of lookups finds; null where it finds something of its own. */
  output?: string | null | undefined
  values: readonly string[]
}

export interface ColumnMeaning {
  id: string
  meaning: InputMeaning
  /** 0..1: of two columns that mean the same, the higher is meant. */
  strength: number
  /** Rows of the sample whose value can be used as that. */
  usable: number
}

/** Values of one column that are usable, by what they would have to be. */
const IS: Record<InputMeaning, (text: string) => boolean> = {
  company: (text) => /\p{L}|\d/u.test(text) && text.length <= 200 && !text.includes('@') && !/^https?:/i.test(text),
  domain: isSite,
  website: isSite,
  person: isPerson,
  first_name: isNamePart,
  last_name: isNamePart,
  email: (text) => readEmail(text) !== null,
  role_email: (text) => readEmail(text) !== null,
  phone: (text) => text.replace(/\D/g, '').length >= 6 && !/\p{L}{4}/u.test(text),
  country: (text) => readCountry(text) !== undefined,
  company_size: (text) => /\d/.test(text) && text.length <= 40,
  person_profile: (text) => /(?:^|[/.])linkedin\.com\/(?:in|pub)\/[^/\s]/i.test(text),
  company_profile: (text) => /(?:^|[/.])linkedin\.com\/(?:company|school|showcase)\/[^/\s]/i.test(text),
  vat_id: (text) =>
    /^[A-Z]{2}[\s.-]?[0-9A-Z][0-9A-Z\s.+*-]{6,14}$/i.test(text) && /\d{5}/.test(text.replace(/\W/g, '')),
  lei: (text) => /^[0-9A-Z]{18}\d{2}$/i.test(text),
  siren: (text) => /^\d{9}(?:\d{5})?$/.test(text.replace(/\s/g, '')),
  ticker: (text) => /^(?:[A-Z]{2,8}\s*[:.]\s*)?[A-Z0-9]{1,6}(?:[.-][A-Z]{1,3})?$/.test(text),
  github: (text) => /github\.com\/[^/\s]/i.test(text) || /^@?[a-z\d](?:[a-z\d-]{0,38})$/i.test(text),
}

export function isUsable(meaning: InputMeaning, text: string): boolean {
  const trimmed = text.trim()
  return trimmed !== '' && IS[meaning](trimmed)
}

/** A header alone is believed where this share of the values can be used. */
const ENOUGH = 0.5
/** Without a header that says so, nearly all of the values have to say it. */
const NEARLY_ALL = 0.8

/** The meaning of each column that has one; a column never has two. */
export function readMeanings(columns: readonly SampledColumn[]): ColumnMeaning[] {
  const table = columns.map(lookThrough)
  const targets = leadTargetsOf(columns.map(({ name }) => name))
  const context = { table, targets }
  return table.flatMap((column, index) => {
    const read = meaningOf(column, targets[index], context)
    if (!read) return []
    const usable = column.values.filter((text) => isUsable(read.meaning, text)).length
    return [{ id: column.id, usable, ...read }]
  })
}

type Reading = Pick<ColumnMeaning, 'meaning' | 'strength'>

interface ReadColumn extends SampledColumn {
  words: string
  filled: string[]
  share: (is: (text: string) => boolean) => number
}

interface TableContext {
  table: readonly ReadColumn[]
  targets: readonly (string | undefined)[]
}

function lookThrough(column: SampledColumn): ReadColumn {
  const filled = column.values.map((value) => value.trim()).filter((value) => value !== '')
  return {
    ...column,
    words: ` ${folded(column.name)} `,
    filled,
    share: (is) => (filled.length === 0 ? 0 : filled.filter(is).length / filled.length),
  }
}

const folded = (name: string) => plain(name.replaceAll('#', ' number ')).normalize('NFD').replace(/\p{M}/gu, '')

/** Whose it is that is not the row's own: our people, other firms, former ones. In the languages of the headers. */
const NOT_THE_ROWS =
  / (?:owners?|rep|representative|assigned|assignee|created|modified|updated|added|entered|manager|managers|sdr|bdr|ae|csm|author|referr(?:er|ed|al)|recruiter|interviewer|reports|supervisor|assistant|parent|former|previous|past|old|ultimate|subsidiary|competitors?|partner|investors?|reseller|registrar|hosting|invoice|emergency|spouse|besitzer|zustandig|erstellt|bearbeiter|betreuer|muttergesellschaft|proprietaire|cree|responsable|propietario|creado|asignado|proprietario|eigenaar|wlasciciel|vorheriger?) /

/** Addresses of pages that are no company's site. */
const OTHER_PAGES =
  / (?:source|logo|image|img|photo|picture|avatar|icon|thumbnail|job|jobs|posting|career|careers|article|news|post|press|cv|resume|profile|link|links|privacy|terms|unsubscribe|tracking|redirect|api|webhook|file|document|pdf|map|maps|menu|booking|reservation|review|reviews|blog|rss|feed|video|calendar|calendly|meeting|quelle|bild|foto|stellenanzeige|fuente|imagen|lien|afbeelding|zdjecie|facebook|twitter|instagram|youtube|tiktok|pinterest|crunchbase|xing|yelp|wikipedia|github|linkedin|glassdoor|demo|docs|support|login) /

/** Headers that say a person or a firm without saying which: the values tell. */
const SOMEBODY =
  /^(?:name|names|nom|nome|nombre|naam|ad|adi|isim|имя|名前|이름|名称|customer|client|lead|prospect|account|kunde|interessent|cliente|klant|klient|musteri|vendor|supplier|lieferant|fournisseur|proveedor|fornitore|leverancier|dostawca|tedarikci|brand|startup|merchant|seller|exhibitor|sponsor|member|mitglied|membre|miembro|aussteller|entity|contact|kontakt|contacto|contatto|contato|store|shop|restaurant|hotel|clinic|practice|venue|agency|target|place|school|university|клиент|客户|客戶|고객|顧客|取引先)s?(?: (?:name|nom|nome|nombre|naam))?$/

/** Headers that can only be a person's. */
const OF_A_PERSON =
  /^(?:attendee|speaker|candidate|founder|co founder|ceo|cto|cfo|cmo|managing director|participant|guest|teilnehmer|kandidat|candidat|candidato|participante|decision maker|geschaftsfuhrer|gerente|dirigeant)s?(?: (?:full )?(?:name|nom|nome|nombre|naam))?$/

/** The meanings of fields of leads; a person's whole name and a site are looked at more closely. */
const OF_TARGET: { [target: string]: InputMeaning | undefined } = {
  company: 'company',
  domain: 'domain',
  website: 'website',
  contact_person: 'person',
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  phone: 'phone',
  country: 'country',
  company_size: 'company_size',
}

const OF_OUTPUT: { [field: string]: InputMeaning | undefined } = {
  company_name: 'company',
  legal_name: 'company',
  company_domain: 'domain',
  website: 'website',
  full_name: 'person',
  first_name: 'first_name',
  last_name: 'last_name',
  work_email: 'email',
  company_email: 'role_email',
  phone: 'phone',
  mobile_phone: 'phone',
  country: 'country',
  country_name: 'country',
  employee_count: 'company_size',
  employee_range: 'company_size',
  lei: 'lei',
  vat_id: 'vat_id',
  stock_ticker: 'ticker',
}

/** Numbers by which registers and platforms know a firm. */
const NUMBERS: readonly [InputMeaning, RegExp][] = [
  ['lei', / (?:lei|legal entity identifier|lei code|lei number) /],
  [
    'vat_id',
    / (?:vat|vat id|vat number|vat no|vat code|eu vat|ust id|ust idnr|ustid|ust id nr|umsatzsteuer id|umsatzsteuer identifikationsnummer|numero de tva|numero tva|tva intracommunautaire|partita iva|p iva|nif iva|btw nummer|btw|numer vat|nip ue) $/,
  ],
  ['siren', / (?:siren|siret|numero siren|numero siret|no siren|no siret) /],
  ['ticker', / (?:ticker|stock symbol|symbol|ticker symbol|stock ticker|borsenkurzel) $/],
  ['github', /^ (?:github|github url|github org|github organization|github organisation|github profile) $/],
]

function meaningOf(column: ReadColumn, target: string | undefined, context: TableContext): Reading | null {
  if (column.output !== undefined) return meaningOfOutput(column)
  if (NOT_THE_ROWS.test(column.words)) return null
  const profile = profileMeaning(column)
  if (profile) return profile
  if (target === 'linkedin_url') return meaningOfProfileHeader(column)
  const number = NUMBERS.find(([meaning, header]) => header.test(column.words) && believed(column, meaning))
  if (number) return { meaning: number[0], strength: 0.9 }
  const email = emailMeaning(column, target, context)
  if (email) return email
  const site = siteMeaning(column, target, context)
  if (site) return site
  const phone = phoneMeaning(column, target)
  if (phone) return phone
  const named = target === undefined ? undefined : OF_TARGET[target]
  if (named === 'first_name' || named === 'last_name')
    return believed(column, named) && column.share(isFirmName) < 0.2 ? { meaning: named, strength: 0.9 } : null
  if (named === 'country' || named === 'company_size')
    return believed(column, named) ? { meaning: named, strength: headerStrength(column) } : null
  if (named === 'company') return companyMeaning(column)
  if (named === 'person' || SOMEBODY.test(column.words.trim()) || OF_A_PERSON.test(column.words.trim()))
    return whoMeaning(column, named === 'person', context)
  return null
}

/** A column without a value yet is believed by its header. */
const believed = (column: ReadColumn, meaning: InputMeaning, least = ENOUGH) =>
  column.filled.length === 0 || column.share(IS[meaning]) >= least

/** A header with fewer words beside the telling ones is meant before one with more. */
const headerStrength = ({ words }: ReadColumn) => 0.95 - 0.04 * Math.min(8, words.trim().split(' ').length)

function meaningOfOutput({ output, filled, share }: ReadColumn): Reading | null {
  const meaning = typeof output === 'string' ? OF_OUTPUT[output] : undefined
  if (!meaning && output === 'linkedin_url') {
    if (share(IS.person_profile) >= ENOUGH) return { meaning: 'person_profile', strength: 0.85 }
    return null
  }
  if (!meaning) return null
  return filled.length === 0 || share(IS[meaning]) >= 0.2
    ? { meaning, strength: meaning === 'domain' ? 0.96 : 0.85 }
    : null
}

function profileMeaning({ filled, share }: ReadColumn): Reading | null {
  if (filled.length === 0) return null
  if (share(IS.person_profile) >= NEARLY_ALL) return { meaning: 'person_profile', strength: 0.9 }
  if (share(IS.company_profile) >= NEARLY_ALL) return { meaning: 'company_profile', strength: 0.9 }
  return null
}

/** `LinkedIn` says whose page it is only where a word beside it does, or the values do. */
function meaningOfProfileHeader({ words, filled, share }: ReadColumn): Reading | null {
  if (filled.length === 0)
    return / person | profile | lead | contact /.test(words) ? { meaning: 'person_profile', strength: 0.7 } : null
  if (share(IS.person_profile) >= ENOUGH) return { meaning: 'person_profile', strength: 0.8 }
  if (share(IS.company_profile) >= ENOUGH) return { meaning: 'company_profile', strength: 0.8 }
  return null
}

function emailMeaning(column: ReadColumn, target: string | undefined, { table }: TableContext): Reading | null {
  const { filled, share, words } = column
  const isNamed = target === 'email' || column.input_type === 'email'
  if (filled.length === 0)
    return isNamed ? { meaning: isRoleHeader(words) ? 'role_email' : 'email', strength: 0.7 } : null
  const least = isNamed ? ENOUGH : NEARLY_ALL
  if (share(IS.email) < least) return null
  const isAlone = table.every((other) => other === column || other.share(IS.email) < NEARLY_ALL)
  if (!isNamed && !isAlone) return null
  const roles = share((text) => isRoleName(readEmail(text)?.address.split('@')[0] ?? ''))
  if (roles >= 0.6 || isRoleHeader(words)) return { meaning: 'role_email', strength: 0.8 }
  const beside = / (?:secondary|other|additional|alternate|alternative|private|personal|privat|home|2|3|second) /.test(
    words,
  )
  const named = isNamed
    ? / (?:work|business|professional|beruflich|geschaftlich|professionnel) /.test(words)
      ? 0.95
      : 0.9
    : 0.7
  return { meaning: 'email', strength: beside ? 0.5 : named }
}

const isRoleHeader = (words: string) =>
  / (?:company|general|info|corporate|office|generic|firma|empresa|societe|azienda|bedrijf) /.test(words)

function siteMeaning(column: ReadColumn, target: string | undefined, { table }: TableContext): Reading | null {
  const { filled, share, words } = column
  const isNamed = target === 'domain' || target === 'website'
  if (filled.length === 0) {
    if (!isNamed && (column.input_type !== 'url' || OTHER_PAGES.test(words))) return null
    return { meaning: target === 'domain' ? 'domain' : 'website', strength: isNamed ? 0.9 : 0.5 }
  }
  if (isNamed ? share(isSite) < ENOUGH : share(isPublicSite) < NEARLY_ALL) return null
  const hosts = new Set(filled.flatMap((text) => readSite(text)?.host ?? []))
  // One host in all rows is a platform with a page for each; hosts under one domain are shops of their own.
  if (filled.length >= 4 && hosts.size <= filled.length * 0.3) return null
  if (!isNamed && filled.length >= 4 && hosts.size < filled.length * NEARLY_ALL) return null
  if (!isNamed && OTHER_PAGES.test(words)) return null
  if (!isNamed) {
    const others = table.filter(
      (other) => other !== column && other.output === undefined && other.share(isPublicSite) >= NEARLY_ALL,
    )
    const roots = share((text) => !/^(?:https?:\/\/)?[^/]+\/[^/?#]/i.test(text))
    if (others.length > 0 || roots < ENOUGH) return null
  }
  const isBare = share((text) => !/[/:]/.test(text)) >= NEARLY_ALL
  return {
    meaning: target === 'domain' || (target === undefined && isBare) ? 'domain' : 'website',
    strength: isNamed ? headerStrength(column) : 0.6,
  }
}

function phoneMeaning(column: ReadColumn, target: string | undefined): Reading | null {
  if (/ fax | telefax | faxnummer /.test(column.words)) return null
  const isNamed = target === 'phone' || column.input_type === 'phone'
  if (isNamed) return believed(column, 'phone') ? { meaning: 'phone', strength: headerStrength(column) } : null
  if (target !== undefined || column.filled.length === 0) return null
  return guessType(column.filled, '') === 'phone' ? { meaning: 'phone', strength: 0.5 } : null
}

function companyMeaning(column: ReadColumn): Reading | null {
  if (!believed(column, 'company', NEARLY_ALL)) return null
  if (column.filled.length > 0 && column.share((text) => !/\p{L}/u.test(text)) > 0.5) return null
  return { meaning: 'company', strength: headerStrength(column) }
}

/** Which of the two a name is, from what stands beside it in the row and from how it is written; null where neither is clear. */
function whoMeaning(column: ReadColumn, isPersonHeader: boolean, { table, targets }: TableContext): Reading | null {
  const { share, words, filled } = column
  const isWhole = isPersonHeader && !SOMEBODY.test(words.trim())
  const sure = isWhole || OF_A_PERSON.test(words.trim())
  const hasOther = (wanted: readonly string[]) =>
    targets.some((target, at) => table[at] !== column && wanted.includes(target ?? ''))
  const hasCompany = hasOther(['company'])
  const hasParts = hasOther(['last_name'])
  if (filled.length === 0) {
    if (sure || (isPersonHeader && hasCompany)) return { meaning: 'person', strength: 0.6 }
    return null
  }
  if (share((text) => /\p{L}/u.test(text)) < NEARLY_ALL || share((text) => text.length > 120) > 0.1) return null
  const persons = share(isPerson)
  const firms = share(isFirmName)
  const ofSite = spelled(column, table, isSite, (text) => hostOf(text)?.split('.')[0] ?? '')
  const ofMail = spelled(column, table, IS.email, (text) => {
    const local = readEmail(text)?.address.split('@')[0] ?? ''
    return isRoleName(local) ? '' : local
  })
  const strength = isWhole ? 0.9 : 0.7
  if (firms >= 0.2 || (ofSite >= 0.4 && ofMail < 0.3))
    return hasCompany || OF_A_PERSON.test(words.trim()) ? null : { meaning: 'company', strength }
  if (persons < 0.6)
    return hasPersonFacts(hasOther) || sure ? null : companyByContext(column, hasOther, hasCompany, strength)
  if (ofMail >= 0.3) return { meaning: 'person', strength }
  if (sure || hasCompany || hasParts || hasPersonFacts(hasOther)) return { meaning: 'person', strength }
  return companyByContext(column, hasOther, hasCompany, strength)
}

const hasPersonFacts = (hasOther: (wanted: readonly string[]) => boolean) =>
  hasOther(['contact_title', 'first_name', 'last_name'])

/** A name beside a site, an industry or a number of people, and beside nothing of a person, is a firm's. */
function companyByContext(
  { words }: ReadColumn,
  hasOther: (wanted: readonly string[]) => boolean,
  hasCompany: boolean,
  strength: number,
): Reading | null {
  if (
    hasCompany ||
    OF_A_PERSON.test(words.trim()) ||
    / (?:contact|kontakt|contacto|contatto|contato|lead) /.test(words)
  )
    return null
  return hasOther(['domain', 'website', 'company_size', 'specialization'])
    ? { meaning: 'company', strength: strength - 0.1 }
    : null
}

/** In which share of the rows a column of such values spells this one: acme.com beside Acme Ltd. */
function spelled(
  column: ReadColumn,
  table: readonly ReadColumn[],
  is: (text: string) => boolean,
  wordOf: (text: string) => string,
): number {
  let best = 0
  for (const other of table) {
    if (other === column || other.share(is) < ENOUGH) continue
    let both = 0
    let same = 0
    for (const [row, text] of column.values.entries()) {
      const word = squeezed(wordOf((other.values[row] ?? '').trim()))
      if (text.trim() === '' || word.length < 3) continue
      both++
      const name = squeezed(readCompanyName(text).name)
      const last = squeezed(text.trim().split(/\s+/).at(-1) ?? '')
      if (name.length >= 3 && (word.includes(name) || name.includes(word) || (last.length >= 3 && word.includes(last))))
        same++
    }
    if (both >= 2) best = Math.max(best, same / both)
  }
  return best
}

const squeezed = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

function hostOf(text: string): string | undefined {
  const reading = readWebDomain(text)
  return reading.ok ? (reading.domain ?? reading.host) : undefined
}

/** What a lookup can be asked with: also a host of a private network, or under a suffix that is newer than this version. */
function isSite(text: string): boolean {
  return readSite(text) !== null
}

/** Without a header that says so, `report.final` and `3.7.x` are no sites. */
function isPublicSite(text: string): boolean {
  return readSite(text)?.known_suffix === true
}

function readSite(text: string) {
  if (text.includes('@') || /\s/.test(text) || !text.includes('.')) return null
  const reading = readWebDomain(text)
  return reading.ok ? reading : null
}

const WORD =
  /^(?:\p{Lu}|\p{Lo}|\p{Lt}|[a-zßà-öø-ÿ]['’]?\p{Lu}|van|von|de|der|den|del|della|di|da|dos|la|le|el|al|bin|ter|ten|zu|y|e)/u

function isPerson(text: string): boolean {
  // Several people in one cell are no person's name; "Reis, Ana" is.
  if (text.split(/[,;]/).filter((part) => part.trim().includes(' ')).length > 1) return false
  const name = readPersonName(text)
  if (typeof name === 'string' || name.full === '') return false
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\s·・]{2,8}$/u.test(text)) return true
  const words = name.full.split(/\s+/)
  if (words.length < 2 || words.length > 6 || /[&/|+:;]|\band\b|\bthe\b/i.test(name.full)) return false
  return text === text.toLowerCase() || words.every((word) => WORD.test(word))
}

function isNamePart(text: string): boolean {
  return text.length <= 60 && !/[\p{Nd}@/:]/u.test(text) && /\p{L}/u.test(text) && text.split(/\s+/).length <= 4
}

/** Written as firms are: a legal form, or a word of what firms do at its end. */
function isFirmName(text: string): boolean {
  if (readCompanyName(text).legal_forms.length > 0 && text.trim().split(/\s+/).length > 1) return true
  const read = readPersonName(text)
  return typeof read === 'string' && /company/.test(read)
}

/** Running text that names sites: what a reader of text can use. */
export const namesSites = (column: SampledColumn): boolean => {
  const filled = column.values.filter((text) => text.trim() !== '')
  const naming = filled.filter((text) => /\.\p{L}/u.test(text) && readTextDomain(text).ok)
  return filled.length > 0 && naming.length >= filled.length * ENOUGH
}
