// Makes a column of a sentence without a model, where a rule knows what is meant: calculations, and outcomes that providers find.

import { nameKey } from '../../engine/values/template.ts'
import type { MeantColumns } from '../../enrichment/catalog/suggest-inputs.logic.ts'
import { FIELDS, type FieldName } from '../../providers/kit/fields.ts'
import type { DeclaredProvider } from '../../records/own-providers/own-provider.logic.ts'
import type { InputMeaning } from '../../records/reading/column-meaning.logic.ts'
import type { NewColumn } from '../../records/store/workbook.schema.ts'
import { findColumn, providersOf } from '../requests/find-column.logic.ts'

export interface ExistingColumn {
  name: string
  type: string
  input_type?: string
}

export interface ColumnProposal {
  column: NewColumn
  explanation: string
  notes?: string[]
}

interface Rule {
  when: RegExp
  /** What the column is called, before the name of the column it reads. */
  name: string
  formula: (ref: string, column: ExistingColumn) => string
  /** A column that stands for something else is not calculated from: a person's name has no domain. */
  reads?: readonly InputMeaning[]
}

const NAMES: readonly InputMeaning[] = ['person', 'first_name', 'last_name']
const EMAILS: readonly InputMeaning[] = ['email', 'role_email']

const call =
  (name: string, ...more: string[]) =>
  (ref: string) =>
    `${name}(${[ref, ...more].join(', ')})`

/** The first that fits counts: what says more stands first. */
const RULES: readonly Rule[] = [
  { when: /\b(duplicates?|doubles?|twice)\b/, name: 'Duplicate', formula: (ref) => `COUNTIF(${ref}, ${ref}) > 1` },
  { when: /\bfirst names?\b|\bgiven names?\b/, name: 'First name', reads: NAMES, formula: call('FIRST_NAME') },
  { when: /\b(last names?|surnames?|family names?)\b/, name: 'Last name', reads: NAMES, formula: call('LAST_NAME') },
  { when: /\binitials\b/, name: 'Initials', formula: call('INITIALS') },
  {
    when: /\b(free|private|personal) (e-?mails?|address(es)?|mail)\b/,
    name: 'Private address',
    reads: EMAILS,
    formula: call('IS_FREE_EMAIL'),
  },
  { when: /\bseniority\b|\bhow senior\b/, name: 'Seniority', reads: [], formula: call('SENIORITY') },
  { when: /\bdepartment\b/, name: 'Department', reads: [], formula: call('DEPARTMENT') },
  {
    when: /\bcountry codes?\b|\biso (code|country)\b/,
    name: 'Country code',
    reads: ['country'],
    formula: call('COUNTRY_CODE'),
  },
  { when: /\bcountry names?\b/, name: 'Country name', reads: ['country'], formula: call('COUNTRY_NAME') },
  {
    when: /\be\.?164\b|\binternational (form|format|phone|number)\b/,
    name: 'Phone number',
    reads: ['phone'],
    formula: call('E164'),
  },
  {
    when: /\bclean(ed)? (company )?(name|company)\b|\bwithout (the )?legal form\b/,
    name: 'Clean name',
    reads: ['company'],
    formula: call('CLEAN_COMPANY'),
  },
  {
    when: /\bdomains?\b|\bhost(name)?\b/,
    name: 'Domain',
    reads: [...EMAILS, 'domain', 'website'],
    formula: (ref, { name, input_type }) =>
      input_type === 'email' || /mail/i.test(name) ? `EMAIL_DOMAIN(${ref})` : `ROOT_DOMAIN(${ref})`,
  },
  { when: /\b(upper ?case|capitals?|capital letters)\b/, name: 'Upper case', formula: call('UPPER') },
  { when: /\b(lower ?case|small letters)\b/, name: 'Lower case', formula: call('LOWER') },
  { when: /\b(title|proper) case\b|\bcapitali[sz]e\b/, name: 'Proper case', formula: call('PROPER') },
  { when: /\b(trim|extra (spaces|blanks))\b/, name: 'Trimmed', formula: call('TRIM') },
  { when: /\bslug\b/, name: 'Slug', formula: call('SLUG') },
  { when: /\bdays since\b|\bdays ago\b/, name: 'Days since', formula: (ref) => `DATEDIF(${ref}, TODAY())` },
  { when: /\b(which|the) year\b|\byear of\b/, name: 'Year', formula: call('YEAR') },
  { when: /\b(length|how many (letters|characters))\b/, name: 'Length', formula: call('LEN') },
  { when: /\bhow many items\b|\bcount the items\b/, name: 'Count', formula: call('COUNT') },
  { when: /\b(is|are) (empty|blank|missing)\b/, name: 'Empty', formula: call('ISBLANK') },
]

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

export function columnByRules(
  instruction: string,
  columns: readonly ExistingColumn[],
  meant: MeantColumns,
  catalog: readonly DeclaredProvider[],
): ColumnProposal | undefined {
  const text = ` ${instruction.toLowerCase().replace(/\s+/g, ' ').trim()} `
  const mentioned = mentionedIn(instruction, columns)
  const head = headOf(text)
  // "Find the work email from Full name" where there is a column of that name: another one is wanted, not a part of this.
  const isAnother = head !== text && isVerbAlone(without(head, mentioned))
  const made =
    condition(instruction, mentioned) ??
    several(text, mentioned) ??
    (isAnother ? outcome(head, meant, catalog) : undefined) ??
    single(text, mentioned, meant) ??
    outcome(wantedIn(text, mentioned), meant, catalog)
  return made && { ...made, column: { ...made.column, name: freeName(made.column.name, columns) } }
}

/** Columns that the sentence names, in its order; a longer name wins over one inside of it. */
function mentionedIn(instruction: string, columns: readonly ExistingColumn[]): ExistingColumn[] {
  let rest = instruction.toLowerCase()
  const found: { column: ExistingColumn; at: number }[] = []
  for (const column of [...columns].sort((a, b) => b.name.length - a.name.length)) {
    const name = column.name.toLowerCase()
    const at = rest.indexOf(name)
    const isWord =
      at >= 0 && !/[\p{L}\p{N}]/u.test(rest[at - 1] ?? '') && !/[\p{L}\p{N}]/u.test(rest[at + name.length] ?? '')
    if (!isWord) continue
    found.push({ column, at })
    rest = rest.replace(name, '\u0000'.repeat(name.length))
  }
  return found.sort((a, b) => a.at - b.at).map(({ column }) => column)
}

const ref = ({ name }: ExistingColumn) => `{{${name}}}`
const formula = (name: string, expression: string, explanation: string): ColumnProposal => ({
  column: { type: 'formula', name: name.slice(0, 200), expression },
  explanation,
})

const SIGNS: readonly [RegExp, string][] = [
  [/^(at least|>=|not less than|or more)$/, '>='],
  [/^(at most|<=|not more than)$/, '<='],
  [/^(greater than|more than|over|above|bigger than|larger than|>)$/, '>'],
  [/^(less than|under|below|smaller than|fewer than|<)$/, '<'],
  [/^(is not|not equal to|<>|!=)$/, '<>'],
  [/^(equals|equal to|is|=)$/, '='],
]
const SIGN_WORDS =
  'at least|>=|not less than|at most|<=|not more than|greater than|more than|over|above|bigger than|larger than|>|less than|under|below|smaller than|fewer than|<>|!=|<|not equal to|is not|equals|equal to|=|is'

/** "If Employees is over 50 then large else small". */
function condition(instruction: string, mentioned: readonly ExistingColumn[]): ColumnProposal | undefined {
  const [column] = mentioned
  if (!column) return undefined
  const pattern = new RegExp(
    `\\bif\\b.*?(?:is\\s+|are\\s+)?(?<sign>${SIGN_WORDS})\\s+(?<value>"[^"]*"|[\\w.%-]+)\\s*,?\\s*(?:then\\s+)?(?<yes>"[^"]*"|[^,"]+?)\\s*,?\\s+(?:else|otherwise)\\s+(?<no>"[^"]*"|.+?)\\s*\\.?$`,
    'i',
  )
  const { sign = '', value = '', yes = '', no = '' } = pattern.exec(instruction)?.groups ?? {}
  if (!value || !yes || !no) return undefined
  const operator = SIGNS.find(([words]) => words.test(sign.toLowerCase()))?.[1]
  if (operator === undefined) return undefined
  const literal = (text: string) => {
    const plain = text.trim().replace(/^"(.*)"$/s, '$1')
    return /^-?\d+(\.\d+)?$/.test(plain) && !text.trim().startsWith('"') ? plain : quoted(plain)
  }
  const expression = `IF(${ref(column)} ${operator} ${literal(value)}, ${literal(yes)}, ${literal(no)})`
  return formula(`${column.name} class`, expression, `Calculated from ${column.name}: ${expression}`)
}

/** Several columns put together or calculated with. */
function several(text: string, mentioned: readonly ExistingColumn[]): ColumnProposal | undefined {
  if (mentioned.length < 2) return undefined
  const refs = mentioned.map(ref)
  const names = mentioned.map(({ name }) => name).join(' and ')
  const [first, second] = refs
  if (/ (combine|join|concatenate|put together|merge) /.test(text)) {
    const separator = /comma/.test(text) ? ', ' : /slash/.test(text) ? '/' : /dash|hyphen/.test(text) ? '-' : ' '
    return formula(names, `JOIN(${quoted(separator)}, ${refs.join(', ')})`, `Puts ${names} together.`)
  }
  if (/ (sum|add|total|plus) /.test(text))
    return formula(`Sum of ${names}`, `SUM(${refs.join(', ')})`, `Adds ${names}.`)
  if (/ average | mean /.test(text))
    return formula(`Average of ${names}`, `AVERAGE(${refs.join(', ')})`, `The mean of ${names}.`)
  if (/ (difference|minus|subtract) /.test(text))
    return formula('Difference', `${first} - ${second}`, `${names}, the second taken from the first.`)
  if (/ (multiply|times|product) /.test(text)) return formula('Product', `${first} * ${second}`, `Multiplies ${names}.`)
  if (/ (divide|ratio|per) /.test(text))
    return formula('Ratio', `${first} / ${second}`, `Divides the first of ${names} by the second.`)
  if (/ (first|whichever) .*(filled|not (empty|blank)|there) | fall ?back /.test(text))
    return formula(names, `COALESCE(${refs.join(', ')})`, `The first of ${names} that is filled.`)
  return undefined
}

function single(
  text: string,
  mentioned: readonly ExistingColumn[],
  { columns, meanings }: MeantColumns,
): ColumnProposal | undefined {
  const [column] = mentioned
  if (!column) return undefined
  const holds = / (contains?|includes?|mentions?) "?([^"]+?)"? $/.exec(text)
  if (holds?.[2] && !mentioned.some(({ name }) => name.toLowerCase() === holds[2]))
    return formula(
      `${column.name} contains ${holds[2]}`,
      `CONTAINS(${ref(column)}, ${quoted(holds[2])})`,
      `Whether ${column.name} contains "${holds[2]}".`,
    )
  const id = columns.find(({ name }) => nameKey(name) === nameKey(column.name))?.id
  const meaning = meanings.find((one) => one.id === id)?.meaning
  const wanted = wantedIn(text, mentioned)
  const rule = RULES.find(({ when }) => when.test(wanted))
  if (!rule || (meaning !== undefined && rule.reads !== undefined && !rule.reads.includes(meaning))) return undefined
  const expression = rule.formula(ref(column), column)
  return formula(rule.name, expression, `Calculated from ${column.name}: ${expression}`)
}

/** What the sentence wants, without the names of columns and without what it is to be made from. */
function wantedIn(text: string, mentioned: readonly ExistingColumn[]): string {
  const bare = without(text, mentioned)
  const head = headOf(bare)
  return isVerbAlone(head) ? bare : head
}

const without = (text: string, columns: readonly ExistingColumn[]) =>
  columns.reduce((rest, { name }) => rest.replace(name.toLowerCase(), ' '), text)

/** The words in front of what it is to be made from. */
const headOf = (text: string): string => {
  const at = text.search(/ (?:from|using|by|with|based on|out of|given) /)
  return at < 0 ? text : text.slice(0, at + 1)
}

const VERBS =
  /^(?:(?:please|can you|find|get|look up|search|enrich|fetch|add|make|take|extract|calculate|compute|the|a|an|me|column|for|new) ?)*$/
const isVerbAlone = (text: string) => VERBS.test(text.replace(/[^\p{L}]+/gu, ' ').trim())

/** A column that calls the lookups for the fields that the sentence names, if the workbook has their inputs. */
function outcome(text: string, meant: MeantColumns, catalog: readonly DeclaredProvider[]): ColumnProposal | undefined {
  if (!/ (find|get|look up|search|enrich|fetch|add) | what is | who is /.test(text)) return undefined
  for (const field of fieldsNamedIn(text)) {
    const column = findColumn(field, meant, catalog)
    if (column)
      return {
        column,
        explanation: `Asks for ${FIELDS[field].label.toLowerCase()}: ${providersOf(column).join(', then ')}.`,
      }
  }
  return undefined
}

/** Fields that the sentence names, the longest words first. */
function fieldsNamedIn(text: string): FieldName[] {
  const named = (Object.keys(FIELDS) as FieldName[]).flatMap((field) => {
    const { label, synonyms } = FIELDS[field]
    const words = [label.toLowerCase(), ...synonyms].filter(
      (phrase) => text.includes(` ${phrase} `) || text.includes(` ${phrase}s `),
    )
    const longest = Math.max(0, ...words.map((phrase) => phrase.length))
    return longest > 0 ? [{ field, longest }] : []
  })
  return named.sort((a, b) => b.longest - a.longest).map(({ field }) => field)
}

export function freeName(wanted: string, columns: readonly ExistingColumn[]): string {
  const taken = new Set(columns.map(({ name }) => nameKey(name)))
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted} ${number}`
    if (!taken.has(nameKey(name))) return name
  }
}
