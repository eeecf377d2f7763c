// What a model has to answer, as a JSON Schema, and whether it did: field by field, type by type, option by option.
import type { Json, JsonObject } from '../../kernel/json.ts'
import { readJson } from '../../kernel/read-json.ts'
import type { FieldType } from '../kit/fields.ts'

export interface WantedField {
  name: string
  type: FieldType
  description?: string
  options?: string[]
}

/** In the words that every vendor's strict mode takes: all members required, unknown ones null. */
export function answerSchema(fields: readonly WantedField[]): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
    required: fields.map(({ name }) => name),
    additionalProperties: false,
  }
}

const FORMS: Record<FieldType, { type: string; words: string }> = {
  text: { type: 'string', words: '' },
  number: { type: 'number', words: '' },
  boolean: { type: 'boolean', words: '' },
  date: { type: 'string', words: 'A date as YYYY-MM-DD.' },
  email: { type: 'string', words: 'An e-mail address.' },
  url: { type: 'string', words: 'A web address with https://.' },
  phone: { type: 'string', words: 'A telephone number with its country code.' },
  json: { type: 'array', words: 'A list of texts.' },
}

function schemaOf({ type, description, options }: WantedField): JsonObject {
  const form = FORMS[type]
  const words = [description, form.words].filter(Boolean).join(' ')
  return {
    type: [form.type, 'null'],
    ...(type === 'json' && { items: { type: 'string' } }),
    ...(options && { enum: [...options, null] }),
    ...(words && { description: words }),
  }
}

/** The JSON in what a model said: alone, in a fence, or with words around it. */
export function jsonIn(said: string): Json | undefined {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(said)?.[1]
  const braces = said.includes('{') ? said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1) : undefined
  for (const text of [said, fenced, braces]) {
    const value = text === undefined ? undefined : readJson(text).value
    if (value !== undefined) return value
  }
  return undefined
}

/** The values of an answer, blanks left out, or everything that is wrong with it. */
export function readAnswer(fields: readonly WantedField[], said: string): { values: JsonObject } | { wrong: string[] } {
  const json = jsonIn(said)
  if (json === undefined || json === null || typeof json !== 'object' || Array.isArray(json))
    return { wrong: ['it is not a JSON object'] }
  const values: JsonObject = {}
  const wrong: string[] = []
  for (const field of fields) {
    const given = Object.hasOwn(json, field.name) ? (json[field.name] ?? null) : null
    if (given === null || given === '') continue
    const value = fitting(field, given)
    if (value === undefined) wrong.push(`"${field.name}" has to be ${wordsFor(field)} or null`)
    else values[field.name] = value
  }
  return wrong.length > 0 ? { wrong } : { values }
}

const PATTERNS: Partial<Record<FieldType, RegExp>> = {
  date: /^\d{4}(-\d{2}(-\d{2})?)?$/,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  url: /^https?:\/\/\S+$/i,
  phone: /^\+?[\d\s().-]{5,30}$/,
}

function fitting({ type, options }: WantedField, value: Json): Json | undefined {
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined
  if (type === 'json') return Array.isArray(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (options) return options.find((option) => option.toLowerCase() === text.toLowerCase())
  return (PATTERNS[type]?.test(text) ?? true) ? text : undefined
}

function wordsFor({ type, options }: WantedField): string {
  if (options) return `one of ${options.map((option) => JSON.stringify(option)).join(', ')}`
  return type === 'json' ? 'a list' : `a ${type} value`
}
