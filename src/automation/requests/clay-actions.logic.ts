// The actions of a Clay table: which of our columns each becomes, and that column.

import { meantColumns } from '../../enrichment/catalog/suggest-inputs.logic.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { readJson } from '../../kernel/read-json.ts'
import { FIELDS, type FieldName } from '../../providers/kit/fields.ts'
import type { Lookup } from '../../providers/kit/kit.ts'
import { findColumn } from './find-column.logic.ts'
import { buildRequest, isMethod, METHODS, secretNameOf } from './http-column.logic.ts'
import type { ReferenceResolver } from './script-formula.logic.ts'
import { NotRead, readScript } from './script-syntax.logic.ts'
import { templateOf } from './script-template.logic.ts'

export interface ClayField {
  id: string
  /** As Clay calls it, and as it is called here. */
  name: string
  column: string
  kind: 'source' | 'input' | 'formula' | 'action'
  input_type: string
  settings: JsonObject
  /** For a column of the source: which member of its result is used. */
  brings?: string
}

const object = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** What an action is given, by name: an expression, or expressions by name. */
export type Bindings = ReadonlyMap<string, { formula: string; map: Readonly<Record<string, string>> }>

export function bindingsOf({ settings }: ClayField): Bindings {
  const given = Array.isArray(settings.inputsBinding) ? settings.inputsBinding.map(object) : []
  return new Map(
    given.map(({ name, formulaText, formulaMap }) => {
      const map = Object.entries(object(formulaMap)).filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string',
      )
      return [text(name), { formula: text(formulaText), map: Object.fromEntries(map) }]
    }),
  )
}

type Kind =
  | { is: 'http' }
  | { is: 'ai' }
  | { is: 'research' }
  | { is: 'find'; field: FieldName }
  | { is: 'none'; reason: string }

/** Vendors' finders by the job they do; the first that fits counts. */
const JOBS: readonly (readonly [RegExp, FieldName])[] = [
  [/(validate|verify|verification|validation).*e?mail|e?mail.*(validat|verif)/, 'email_status'],
  [/mobile|phone/, 'mobile_phone'],
  [/work-email|find-e?mail|e?mail-finder|professional-email/, 'work_email'],
  [/find-(company-)?domain|company-domain|domain-from/, 'company_domain'],
  [/technolog|tech-stack/, 'technologies'],
]

const NONE: readonly (readonly [RegExp, string])[] = [
  [
    /lookup-.*row|lookup-.*table/,
    'a lookup into another table; add a lookup column once that table is a workbook here',
  ],
  [/route-row|send-table/, 'it writes rows into another table; add a delivery to a workbook'],
  [/^(hubspot|salesforce|pipedrive)-(create|update|upsert)/, 'it writes to a CRM; add a delivery column'],
  [/campaign|sequence|enroll/, 'it enrolls people in a campaign; add a delivery to a sequence'],
  [/personal-email/, 'it looks for private addresses, which no provider here does'],
]

export function actionKind({ settings }: ClayField): Kind {
  const key = text(settings.actionKey).toLowerCase()
  if (/^http-api/.test(key)) return { is: 'http' }
  if (/claygent|web-research/.test(key)) return { is: 'research' }
  if (/^(use-ai|chat-?gpt|openai|anthropic|gemini)/.test(key)) {
    const use = text(
      object(
        (Array.isArray(settings.inputsBinding) ? settings.inputsBinding : [])
          .map(object)
          .find((one) => one.name === 'useCase'),
      ).formulaText,
    )
    return { is: /claygent|research/i.test(`${use} ${text(settings.useCase)}`) ? 'research' : 'ai' }
  }
  const none = NONE.find(([pattern]) => pattern.test(key))
  if (none) return { is: 'none', reason: none[1] }
  const job = JOBS.find(([pattern]) => pattern.test(key))
  if (job) return { is: 'find', field: job[1] }
  return { is: 'none', reason: `Clay’s action ${key.slice(0, 80) || 'without a name'} has no counterpart here` }
}

/** A literal that a binding gives, such as a method; '' for anything else. */
function literal(bindings: Bindings, name: string): string {
  const { formula = '' } = bindings.get(name) ?? {}
  try {
    const script = readScript(formula)
    return script.is === 'text' ? script.value : ''
  } catch (error) {
    if (error instanceof NotRead) return ''
    throw error
  }
}

function template(formula: string, resolve: ReferenceResolver): string {
  return formula.trim() === '' ? '' : templateOf(readScript(formula), resolve)
}

export function requestOf(field: ClayField, bindings: Bindings, resolve: ReferenceResolver) {
  const method = (literal(bindings, 'method') || 'GET').toUpperCase()
  if (!isMethod(method)) throw new NotRead(`its method is none of ${METHODS.join(', ')}`)
  const url = template(bindings.get('url')?.formula ?? '', resolve)
  if (!/^https?:\/\/[^/{]/.test(url)) throw new NotRead('its address does not begin with a host that is written out')
  const pairs = (name: string) =>
    Object.fromEntries(
      Object.entries(bindings.get(name)?.map ?? {}).flatMap(([key, formula]) => {
        const value = template(formula, resolve)
        return value === '' ? [] : [[key, value]]
      }),
    )
  const body = method === 'GET' ? '' : template(bindings.get('body')?.formula ?? '', resolve)
  const account = text(field.settings.authAccountId) !== ''
  const secret = secretNameOf(url)
  const made = buildRequest({
    name: field.column,
    method,
    url,
    query: pairs('queryString'),
    headers: pairs('headers'),
    ...(body !== '' && { body }),
    auth: account ? { kind: 'bearer', secret } : null,
  })
  const enter = `enter the key of its account as the secret ${secret}, bound to the host, and check how it is sent.`
  return {
    column: made.column as unknown as JsonObject,
    secrets: made.secrets,
    notes: account ? [enter, ...made.notes] : made.notes,
  }
}

export function askedOf(type: 'ai' | 'research', bindings: Bindings, resolve: ReferenceResolver, model: string) {
  const asked = ['prompt', 'claygentPrompt', 'question', 'mission'].find((name) => bindings.get(name)?.formula)
  if (asked === undefined) throw new NotRead('its prompt is not in the file')
  const parts = ['systemPrompt', asked].flatMap((name) => {
    const { formula = '' } = bindings.get(name) ?? {}
    return formula.trim() === '' ? [] : [promptOf(formula, resolve)]
  })
  const usual = { temperature: 0, cache_days: 30, fields: aiFieldsOf(bindings) as unknown as Json }
  const limits =
    type === 'ai' ? { max_tokens: 1000, timeout_seconds: 60 } : { max_steps: 8, max_tokens: 1500, timeout_seconds: 180 }
  const named = literal(bindings, 'model')
  return {
    column: { type, model, prompt: parts.join('\n\n').slice(0, 20_000), ...usual, ...limits } as JsonObject,
    notes: named === '' ? [] : [`it asked ${named.slice(0, 60)} in Clay and asks ${model} here.`],
  }
}

/** A prompt is an expression that joins texts and values, or, in some files, the text itself. */
function promptOf(formula: string, resolve: ReferenceResolver): string {
  try {
    return template(formula, resolve)
  } catch (error) {
    if (!(error instanceof NotRead) || /^\s*["'`(]|\+\s*["'`]/.test(formula)) throw error
    return formula.replace(/\{\{([^{}]+)\}\}/g, (_, ref: string) => `{{${resolve(ref.trim(), [])}}}`)
  }
}

const TYPES: Record<string, string> = {
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  array: 'json',
  object: 'json',
}

interface AnswerField {
  name: string
  type: string
  description?: string
  options?: string[]
}

/** What a prompt is to answer: the members of its JSON schema, else one text. */
export function aiFieldsOf(bindings: Bindings): AnswerField[] {
  const { map = {} } = bindings.get('answerSchemaType') ?? {}
  const properties = object(object(schemaIn(map.jsonSchema ?? '')).properties)
  const taken = new Set<string>()
  const fields = Object.entries(properties).flatMap(([key, value]): AnswerField[] => {
    const name = key
      .replace(/\W+/g, '_')
      .replace(/^(?=\d)/, '_')
      .slice(0, 60)
    if (!/^[A-Za-z_]/.test(name) || taken.has(name)) return []
    taken.add(name)
    const { type, description, enum: given } = object(value)
    const options = (Array.isArray(given) ? given : []).map(text).filter((one) => one !== '' && one.length <= 200)
    const kind = Object.hasOwn(TYPES, text(type)) ? (TYPES[text(type)] ?? 'text') : 'text'
    return [
      {
        name,
        type: kind,
        ...(text(description) && { description: text(description).slice(0, 1000) }),
        ...(kind === 'text' && options.length > 0 && { options: [...new Set(options)].slice(0, 100) }),
      },
    ]
  })
  return fields.length > 0 ? fields.slice(0, 30) : [{ name: 'answer', type: 'text' }]
}

/** A JSON schema in a text, that may itself be written as a text. */
function schemaIn(formula: string): Json | undefined {
  try {
    const script = readScript(formula)
    const value = script.is === 'text' ? readJson(script.value).value : undefined
    return typeof value === 'string' ? readJson(value).value : value
  } catch {
    return undefined
  }
}

const inWords = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()

/** `asks` is the same for two finders that ask for the same with the same. */
export function findOf(field: FieldName, bindings: Bindings, resolve: ReferenceResolver, catalog: readonly Lookup[]) {
  const given = [...bindings].flatMap(([name, { formula }]) => {
    try {
      const value = template(formula, resolve)
      return value.includes('{{') ? [{ name: inWords(name), template: value }] : []
    } catch (error) {
      if (error instanceof NotRead) return []
      throw error
    }
  })
  // Inputs of Clay's actions are called by what they hold, as columns are; their values are not known.
  const columns = given.map(({ name, template: id }) => ({ id, name, values: [] }))
  const column = findColumn(field, meantColumns(columns, 0), catalog, (template) => template)
  const label = FIELDS[field].label.toLowerCase()
  if (!column) throw new NotRead(`no provider here finds ${label} from what it is given; see the catalog`)
  const asks = `${field} ${[...new Set(given.map((one) => one.template))].sort().join(' ')}`
  return {
    column: column as unknown as JsonObject,
    asks,
    notes: [`it asks the providers of this workspace for ${label}, and not Clay’s.`],
  }
}
