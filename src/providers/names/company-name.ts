// Takes a company name apart: what people call it, and the legal form it was written with.
import { fixCase } from './company-case.ts'
import { foldForm, LEGAL_FORMS, type LegalForm, MAX_FORM_WORDS, UNSPACED_FORMS } from './legal-forms.ts'

export interface CompanyName {
  /** Blank when nothing but legal forms was there. */
  name: string
  /** Canonical legal forms in the order they were written; empty when there was none. */
  legal_forms: readonly string[]
  /** True when the name was given as a trade name ("X Ltd t/a Y"). */
  trade_name: boolean
}

/** Swedish firms that put the form first; "AB" at the start of other names is part of the name (AB InBev). */
const AB_FIRST = /^AB (?=(volvo|skf|electrolux|sagax|industrivärden|traction|svenska|svensk)\b)/iu

const TRADE_NAME =
  /^.*[\s,(](?:d\/b\/a|dba|d\.b\.a\.?|doing business as|t\/a|t\.a\.|trading as|o\/a|operating as|a\/k\/a|aka|also known as)[\s:]+/iu
const FORMER_NAME =
  /[\s,]*[([]?\s*\b(?:f\/k\/a|fka|formerly known as|formerly|previously known as|ehemals|vormals|anciennement)\b.*$/iu
const TICKER =
  /\s*[([]\s*(?:nyse|nasdaq|nasdaqgs|amex|otc\w*|lse|aim|tsx|tsxv|asx|hkex|sehk|etr|fra|epa|euronext|xetra|jse|nse|bse)\s*:\s*[\w.-]+\s*[)\]]/giu
const LEGAL_NOTE =
  /\s*[([]\s*(?:publ|haftungsbeschränkt|haftungsbeschraenkt|i\.?\s?l\.?|in liquidation|in administration|persero|holding(?=s?\s*[)\]]\s*$)s?|public|private|มหาชน)\s*[)\]]/giu
const TRADEMARKS = /[™®℠©]|\((?:r|tm|sm|c)\)/giu
/** Marks that have no width or only turn the direction of writing. The joiners of Persian and Indic scripts stay. */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u2060\u2066-\u2069\u202A-\u202E\uFEFF]|\p{Cc}/gu
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&nbsp;': ' ',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&lt;': '<',
  '&gt;': '>',
}

/** The name people use and the legal forms around it. Cleaning a cleaned name changes nothing. */
export function readCompanyName(text: string): CompanyName {
  const forms: string[] = []
  let name = tidied(text)
  const trade = TRADE_NAME.exec(name)
  if (trade && name.length > trade[0].length) {
    forms.push(...readCompanyName(trade[0].replace(/[\s,(]+\S+[\s:]+$/u, '')).legal_forms)
    name = name.slice(trade[0].length).replace(/\)$/u, '')
  }
  const current = name.replace(FORMER_NAME, '')
  if (current.trim() !== '') name = current
  name = name
    .replace(TICKER, '')
    .replace(LEGAL_NOTE, (note) => (/^\s*[([]\s*(private|public|holding)/iu.test(note) ? note : ''))
    .trim()
  for (let round = 0; round < 12; round++) {
    const before = name
    name = unquoted(trimmed(name)).replace(/^(.+), (the)$/iu, '$2 $1')
    const cut = cutForm(name)
    if (cut) {
      if (cut.front) forms.unshift(cut.form.name)
      else forms.splice(trade ? forms.length : 0, 0, cut.form.name)
      name = cut.rest
    }
    if (!cut)
      name = name
        .replace(/^the (?=\S+ \S)/iu, '')
        .replace(/^the (?=\S{3,}$)/iu, (article) => (forms.some((form) => /^Co/.test(form)) ? '' : article))
    if (name === before) break
  }
  if (isOnlyForm(name))
    return { name: '', legal_forms: [...forms, LEGAL_FORMS.get(foldForm(name))?.name ?? name], trade_name: false }
  return { name: fixCase(name), legal_forms: forms, trade_name: trade !== null }
}

function tidied(text: string): string {
  return text
    .normalize('NFC')
    .replace(/&(?:amp|nbsp|quot|#39|apos|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/㈱/g, '(株)')
    .replace(/㈲/g, '(有)')
    .replace(/㈜/g, '(주)')
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(TRADEMARKS, '')
    .replace(/(?<=\p{L})-(?=(?:g?mbh|ag|kg)(?:$|[\s,]))/giu, ' ')
    .replace(/[\s\u3000]+/gu, ' ')
    .replace(INVISIBLE, '')
    .trim()
}

/** Without the punctuation that is left where a form was cut off; the dots of "A.B.C." and closing brackets stay. */
function trimmed(name: string): string {
  const text = name
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:.!?*_/|&+–—-]+(?=[\p{L}\p{N}€$£"'«„“(])/u, '')
    .replace(/[\s,;:!?*_/|–—-]+$/u, '')
  const bare = text.replace(/\s+(?:&|\+)$/u, '').replace(/\(\s*\)$/u, '')
  if (/(?:^|[\s.])\p{L}\.$/u.test(bare)) return bare.trim()
  return bare.replace(/\.+$/u, '').trim()
}

function unquoted(name: string): string {
  return /^["'“”„«»‘’](.+)["'“”„«»‘’]$/u.exec(name)?.[1]?.match(/^[^"“”„«»]+$/u)?.[0] ?? name
}

interface Cut {
  rest: string
  form: LegalForm
  front: boolean
}

function cutForm(name: string): Cut | undefined {
  return cutUnspaced(name) ?? cutBack(name.split(' ')) ?? cutFront(name.split(' ')) ?? cutMiddle(name.split(' '))
}

function cutUnspaced(name: string): Cut | undefined {
  for (const text of UNSPACED_FORMS) {
    if (name.length <= text.length) continue
    if (name.endsWith(text)) return { rest: name.slice(0, -text.length), form: { name: text }, front: false }
    if (name.startsWith(text)) return { rest: name.slice(text.length), form: { name: text }, front: true }
  }
  const thai = /^(?:บริษัท|บมจ\.?|บจก\.?|หจก\.?)\s*(\S.*?)\s*จำกัด$/u.exec(name)?.[1]
  if (thai) return { rest: thai, form: { name: 'บริษัทจำกัด' }, front: false }
  const vietnamese = /^công ty (?:tnhh|trách nhiệm hữu hạn|cổ phần|cp)(?: mtv| một thành viên)?\s+(\S.*)$/iu.exec(
    name,
  )?.[1]
  if (vietnamese)
    return {
      rest: vietnamese,
      form: { name: /cổ phần|cp/iu.test(name) ? 'Công ty Cổ phần' : 'Công ty TNHH' },
      front: true,
    }
  return undefined
}

function cutBack(words: readonly string[]): Cut | undefined {
  for (let count = Math.min(MAX_FORM_WORDS, words.length - 1); count > 0; count--) {
    const rest = words.slice(0, -count)
    const form = formOf(words.slice(-count).join(' '), rest.at(-1)?.endsWith(',') ?? false)
    if (form && !isArticle(rest) && !isGeneric(rest)) return { rest: rest.join(' '), form, front: false }
  }
  return undefined
}

function cutFront(words: readonly string[]): Cut | undefined {
  const ab = AB_FIRST.exec(words.join(' '))
  if (ab) return { rest: words.slice(1).join(' '), form: { name: 'AB' }, front: true }
  for (let count = Math.min(MAX_FORM_WORDS, words.length - 1); count > 0; count--) {
    const text = words.slice(0, count).join(' ')
    const form = LEGAL_FORMS.get(foldForm(text)) ?? LEGAL_FORMS.get(`.${foldForm(text)}`)
    if (form?.before && text === text.trim() && /^[^a-z]*$|^[A-Z][a-z]+( [A-Z][a-z]+)?$/.test(text)) {
      return { rest: words.slice(count).join(' '), form, front: true }
    }
  }
  return undefined
}

function cutMiddle(words: readonly string[]): Cut | undefined {
  for (let from = 1; from < words.length - 1; from++) {
    for (let count = Math.min(6, words.length - 1 - from); count > 0; count--) {
      const form = LEGAL_FORMS.get(foldForm(words.slice(from, from + count).join(' ')))
      const next = words[from + count] ?? ''
      const dashed = /^[-–—]$/u.test(next) && form && !form.strict
      if (dashed || (form?.anywhere && /^[\p{L}\p{N}(]/u.test(next))) {
        return { rest: [...words.slice(0, from), ...words.slice(from + count)].join(' '), form, front: false }
      }
    }
  }
  return undefined
}

function formOf(text: string, afterComma: boolean): LegalForm | undefined {
  const key = foldForm(text)
  if (key === '') return undefined
  const form = LEGAL_FORMS.get(`=${text.toLowerCase()}`) ?? LEGAL_FORMS.get(key)
  const dotted = /[./]/.test(text)
  if (form && (!form.strict || dotted || afterComma || text === form.name || text === text.toUpperCase())) return form
  const strict = LEGAL_FORMS.get(`.${key}`)
  return strict && (dotted || afterComma) ? strict : undefined
}

const isArticle = (words: readonly string[]) =>
  words.length === 1 && /^(the|a|an|die|der|das|le|la|les)$/iu.test(words[0] ?? '')
/** "Company" and no name, in scripts where it is no legal form by itself. */
const isGeneric = (words: readonly string[]) =>
  words.length === 1 && /^(חברה|חברת|شركة|фирма|компания)$/u.test(words[0] ?? '')

/** Forms that are never a name; "Inc" is a magazine, and QSC, UAB or SIA are companies too. */
const NAMELESS = new Set([
  'Corp.',
  'Co.',
  'Co., Ltd.',
  'Ltd.',
  'LLC',
  'LLP',
  'PLC',
  'GmbH',
  'GmbH & Co. KG',
  'AG',
  'KG',
  'S.A.',
  'SARL',
  'B.V.',
  'N.V.',
  'Oy',
  'Pvt. Ltd.',
  'Pte. Ltd.',
  'Pty Ltd',
])

function isOnlyForm(name: string): boolean {
  return NAMELESS.has(LEGAL_FORMS.get(foldForm(name))?.name ?? '') || UNSPACED_FORMS.includes(name)
}
