// The column that a model may write, as a schema, and the column that is made of it.
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { NewColumn } from '../../records/store/workbook.schema.ts'
import { buildRequest, type HttpAuth, isMethod, secretNameOf } from '../requests/http-column.logic.ts'
import type { ColumnProposal } from './column-rules.logic.ts'

const nullable = (type: string, description: string, more: JsonObject = {}): JsonObject => ({
  type: [type, 'null'],
  description,
  ...more,
})

/** In the words that every vendor's strict mode takes: all members required, what does not apply null. */
export const GENERATED: JsonObject = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: ['formula', 'ai', 'http', 'find'] },
    name: { type: 'string', description: 'Of the column, short.' },
    explanation: { type: 'string', description: 'For the person, one sentence.' },
    expression: nullable('string', 'Of a formula.'),
    prompt: nullable('string', 'Of ai.'),
    fields: nullable('array', 'Of ai: what is to be answered.', {
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'Letters, digits and underscores.' },
          type: { type: 'string', enum: ['text', 'number', 'boolean', 'date', 'url', 'json'] },
          description: { type: 'string' },
        },
        required: ['name', 'type', 'description'],
        additionalProperties: false,
      },
    }),
    url: nullable('string', 'Of http.'),
    method: nullable('string', 'Of http.', { enum: ['GET', 'POST', null] }),
    body: nullable('string', 'Of http with another method than GET: JSON with references.'),
    auth: nullable('string', 'Of http: how the key is sent.', {
      enum: ['none', 'bearer', 'header', 'query', 'basic', null],
    }),
    auth_name: nullable('string', 'Of http: the name of that header or parameter.'),
    outcome: nullable('string', 'Of find.'),
  },
  required: [
    'kind',
    'name',
    'explanation',
    'expression',
    'prompt',
    'fields',
    'url',
    'method',
    'body',
    'auth',
    'auth_name',
    'outcome',
  ],
  additionalProperties: false,
}

/** The secret is named after the host, whatever the model would call it. */
function authOf(kind: string, name: string, url: string): HttpAuth | null {
  const secret = secretNameOf(url)
  if (kind === 'bearer') return { kind, secret }
  if (kind === 'basic') return { kind, username: '', secret }
  return (kind === 'header' || kind === 'query') && name !== '' ? { kind, name, secret } : null
}

export function readGenerated(json: Json, model: string): ColumnProposal | { outcome: string } | { wrong: string } {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return { wrong: 'it is not a JSON object' }
  const text = (member: string) => (typeof json[member] === 'string' ? (json[member] as string).trim() : '')
  const name = text('name').slice(0, 200) || 'New column'
  const explanation = text('explanation').slice(0, 1000)
  const column = (rest: object): ColumnProposal => ({ column: { name, ...rest } as NewColumn, explanation })
  switch (json.kind) {
    case 'formula':
      return text('expression')
        ? column({ type: 'formula', expression: text('expression') })
        : { wrong: 'a formula needs "expression"' }
    case 'ai': {
      const fields =
        Array.isArray(json.fields) && json.fields.length > 0 ? json.fields : [{ name: 'answer', type: 'text' }]
      const usual = { temperature: 0, max_tokens: 1000, timeout_seconds: 60, cache_days: 30 }
      return text('prompt')
        ? column({ type: 'ai', model, prompt: text('prompt'), fields, ...usual })
        : { wrong: 'ai needs "prompt"' }
    }
    case 'http': {
      if (!/^https?:\/\//.test(text('url'))) return { wrong: 'http needs "url" with http:// or https://' }
      const method = text('method') || 'GET'
      if (!isMethod(method)) return { wrong: '"method" has to be GET, POST, PUT, PATCH or DELETE' }
      const made = buildRequest({
        name,
        method,
        url: text('url'),
        query: {},
        headers: {},
        auth: authOf(text('auth'), text('auth_name'), text('url')),
        ...(text('body') && { body: text('body') }),
      })
      return { column: made.column, explanation, notes: made.notes }
    }
    case 'find':
      return text('outcome') ? { outcome: text('outcome') } : { wrong: 'find needs "outcome"' }
    default:
      return { wrong: '"kind" has to be formula, ai, http or find' }
  }
}
