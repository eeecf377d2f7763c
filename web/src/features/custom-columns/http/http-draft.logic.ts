// The draft of an HTTP column: what a new one begins with, how a stored one is read, what is sent, and what it still lacks.
import type { Column } from '../../../api/shapes.ts'
import type { FormValues } from '../../../ui/forms/form-fields.logic.ts'
import type { HttpDraft, HttpField } from '../../columns/custom.shapes.ts'
import { isItem, nameIn, stepsIn } from '../../columns/values/path.logic.ts'
import type { DraftOf } from '../../columns/workbook.shapes.ts'
import { problemOfOptions, readOptions, writeOptions } from '../described.logic.ts'
import {
  BLANK,
  problemOfNames,
  problemOfPairs,
  readCommon,
  readPairs,
  settle,
  textAt,
  writeCommon,
  writePairs,
} from '../draft-parts.logic.ts'

export function newHttp(name: string): HttpDraft {
  return {
    ...BLANK,
    kind: 'http',
    name,
    method: 'GET',
    url: '',
    any_host: false,
    query: [],
    headers: [],
    sends: 'nothing',
    body: '',
    form: [],
    fields: [],
    output: '',
    options: readOptions('http'),
  }
}

export function readHttp(column: Column): HttpDraft {
  return {
    ...newHttp(column.name),
    ...readCommon(column),
    method: (textAt(column, 'method') || 'GET') as HttpDraft['method'],
    url: textAt(column, 'url'),
    any_host: column.any_host === true,
    query: readPairs(column.query),
    headers: readPairs(column.headers),
    sends: column.form ? 'form' : typeof column.body === 'string' ? 'json' : 'nothing',
    body: textAt(column, 'body'),
    form: readPairs(column.form),
    fields: (column.fields as HttpField[] | undefined) ?? [],
    output: textAt(column, 'output'),
    options: readOptions('http', column),
  }
}

const textIn = (options: FormValues, name: string) => String(options[name] ?? '').trim()
/** How it authenticates; blank where it does not. */
export const authKind = ({ options }: Pick<HttpDraft, 'options'>): string => textIn(options, 'auth.kind')
const entriesIn = (typed: string) =>
  typed
    .split(/[\n,]+/)
    .map((one) => one.trim())
    .filter(Boolean)

/** "something at error", "false at success". */
export const ruleWords = (path: string, values: readonly string[]) =>
  `${values.length > 0 ? values.join(' or ') : 'something'} at ${path}`

/** What means an error, for the line of the part that is closed. */
export function errorWords({ options }: Pick<HttpDraft, 'options'>): string {
  const path = textIn(options, 'error.path')
  const statuses = entriesIn(textIn(options, 'error.statuses'))
  if (path === '' && statuses.length === 0) return 'the usual shapes, without a value'
  const values = entriesIn(textIn(options, 'error.values'))
  return [path && ruleWords(path, values), statuses.length > 0 && `status ${statuses.join(', ')}`]
    .filter(Boolean)
    .join(' · ')
}

/** The URL alone already asks for nothing more than its host; the parts that other choices hide are not sent. */
export function writeHttp(draft: HttpDraft, isStored: boolean): DraftOf<'http'> {
  const sends = draft.method === 'GET' ? 'nothing' : draft.sends
  const { price_usd, ...options } = writeOptions('http', draft.options)
  return settle(
    {
      ...writeCommon(draft),
      type: 'http',
      method: draft.method,
      url: draft.url.trim(),
      any_host: draft.any_host || undefined,
      query: writePairs(draft.query),
      headers: writePairs(draft.headers),
      body: sends === 'json' ? draft.body : undefined,
      form: sends === 'form' ? (writePairs(draft.form) ?? {}) : undefined,
      fields: draft.fields.map(({ name, path, type }) => ({ name: name.trim(), path: path.trim(), type })),
      output: draft.fields.length > 1 && draft.output ? draft.output : undefined,
      ...options,
      price_usd: price_usd === 0 ? undefined : price_usd,
      ...(draft.method !== 'GET' && { pages: undefined, items: undefined }),
    },
    isStored,
  ) as DraftOf<'http'>
}

/** Scheme and host as every row asks them; null while a row could choose, or nothing is written yet. */
export function hostOf(url: string): string | null {
  const found = /^https?:\/\/([^/?#\\\s@{}]+)(?=[/?#]|$)/i.exec(url.trim())
  return found?.[1]?.toLowerCase() ?? null
}

/** The texts with references that are really sent. */
export const templatesOf = ({ url, query, headers, body, form, sends, method }: HttpDraft): string[] => [
  url,
  ...[...query, ...headers].map(({ value }) => value),
  ...(method === 'GET' ? [] : sends === 'json' ? [body] : sends === 'form' ? form.map(({ value }) => value) : []),
]

/** Test data makes no calls, so the secret need not be chosen yet. */
export const onTestHttp = (draft: HttpDraft): HttpDraft => ({
  ...draft,
  options: { ...draft.options, 'auth.secret': textIn(draft.options, 'auth.secret') || 'none' },
})

/** Why it cannot be saved or tried yet; null when it can. */
export function problemOfHttp(draft: HttpDraft): string | null {
  const { url, options, fields } = draft
  if (draft.name.trim() === '') return 'Give the column a name.'
  if (url.trim() === '') return 'Write the address to ask, or paste a curl command.'
  if (!draft.any_host && hostOf(url) === null)
    return 'The address begins with https:// and a host that is written out, then a /.'
  if (draft.any_host && authKind(draft) !== '') return 'A secret is sent to one written-out host only.'
  if (draft.method !== 'GET' && draft.sends === 'json' && draft.body.trim() === '') return 'Write the JSON to send.'
  const pairs = problemOfPairs(draft.query, 'parameter') ?? problemOfPairs(draft.headers, 'header')
  if (pairs) return pairs
  const misnamed = problemOfNames(fields, 'fields')
  if (misnamed) return misnamed
  const statuses = [...entriesIn(textIn(options, 'miss.statuses')), ...entriesIn(textIn(options, 'error.statuses'))]
  if (statuses.some((part) => !/^[1-5]\d\d$/.test(part))) return 'Statuses are numbers such as 404.'
  if (textIn(options, 'error.values') !== '' && textIn(options, 'error.path') === '')
    return 'Say at which path the values are that mean an error.'
  const isCounted = ['number', 'offset'].includes(textIn(options, 'pages.kind'))
  if (draft.method === 'GET' && isCounted && textIn(options, 'items') === '')
    return 'Counted pages need the path of the items.'
  return problemOfOptions('http', draft.method === 'GET' ? options : { ...options, 'pages.kind': '' })
}

/** A name for a field at a path: its last word, with a number when it is taken. */
export function fieldName(path: string, taken: readonly string[]): string {
  const words = (stepsIn(path) ?? [])
    .filter((step) => !isItem(step))
    .map(nameIn)
    .filter(Boolean)
  const plain =
    (words.at(-1) ?? 'value')
      .replace(/[^A-Za-z0-9_]+/g, '_')
      .replace(/^_+(?=[A-Za-z])/, '')
      .replace(/^(\d)/, '_$1')
      .slice(0, 50) || 'value'
  let name = plain
  for (let number = 2; taken.includes(name); number += 1) name = `${plain}_${number}`
  return name
}
