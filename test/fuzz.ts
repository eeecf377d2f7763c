// Hostile requests made from the API description by a seed: each differs in one or two places from one that is valid.

import { specsOf } from './operations.ts'
import type { Random } from './random.ts'
import type { Schema } from './sample.ts'
import { sampleOf } from './sample.ts'

export interface Document {
  security?: unknown[]
  paths: Record<string, Record<string, OperationSpec>>
  components: { schemas: Record<string, Schema>; parameters?: Record<string, object> }
}

interface OperationSpec {
  operationId: string
  security?: unknown[]
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, unknown>
}

export interface Target {
  id: string
  path: string
  method: string
  isPublic: boolean
  spec: OperationSpec
}

export interface HostileRequest {
  method: string
  /** Path and query, as on the wire. */
  url: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | undefined
}

/** The operations of the description; an alias path counts as its own. */
export function targetsOf(document: Document): Target[] {
  return specsOf(document).map(({ path, method, spec }) => ({
    id: `${method} ${path}`,
    path,
    method,
    isPublic: !spec.security?.length,
    spec,
  }))
}

/** Never to be seen in an answer; it stands wherever a request can carry a secret. */
export const SECRET = 'canary-8f14e45fceea167a'

const MEBI = 1024 * 1024
const nested = (depth: number, leaf: unknown = 1): unknown => {
  let value = leaf
  for (let level = 0; level < depth; level++) value = level % 2 ? { a: value } : [value]
  return value
}

/** Written into JSON as they are, since no value of ours could hold them. */
const RAW = /"\u{1F9E8}([^"]*)"/gu
const raw = (text: string) => `\u{1F9E8}${text}`

const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\ufffe\uffff',
  '\u202egnp.exe',
  'Zu\u0308rich \u{1F468}\u200d\u{1F469}\u200d\u{1F467} \u0645\u0631\u062d\u0628\u0627',
  "' or 1=1; drop table users --",
  '../../../etc/passwd',
  '%00%ff%c0%af',
  '__proto__',
  'constructor',
  '{{',
  '{{Website}}',
  '{{a.b.c}}{{}}}}',
  '=cmd|calc!A1',
  '<script>alert(1)</script>',
  'null',
  'NaN',
  '1e999',
  '9007199254740993',
  '-1',
  '99999999999999999999999999',
  '2026-02-30T25:61:61Z',
  '01900000-0000-7000-8000-000000000000',
  'c1',
  '$row_id',
  '(a+)+$',
  '\r\nset-cookie: a=b',
  'x'.repeat(300),
  '\u00e9'.repeat(5000),
]
const HUGE_TEXT = 'x'.repeat(MEBI - 4096)

const VALUES: unknown[] = [
  ...TEXTS,
  null,
  true,
  false,
  0,
  -1,
  1.5,
  -0,
  2 ** 31,
  2 ** 53,
  1e308,
  raw('9007199254740993'),
  raw('1e999'),
  raw('-1e999'),
  raw('123456789012345678901234567890'),
  [],
  {},
  [null],
  [[]],
  { and: [] },
  { not: { not: { not: {} } } },
  { field: 'c1', op: 'contains', value: {} },
  { field: '$position', op: 'gt', value: raw('1e400') },
  { length: 1e9 },
  nested(60),
  Array.from({ length: 2000 }, (_, n) => n),
  Array.from({ length: 1500 }, () => ({})),
]

const BODIES: (string | Uint8Array<ArrayBuffer>)[] = [
  '',
  ' ',
  'null',
  '[]',
  '"text"',
  '1',
  '{',
  '{"a":1,}',
  '{"name":"a","name":"b","name":{}}',
  '{"__proto__":{"is_admin":true},"constructor":{"prototype":{"x":1}}}',
  '\ufeff{}',
  '{"name":"\\ud800","x":"\\u0000"}',
  '1e999',
  '['.repeat(100_000),
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  JSON.stringify({ name: HUGE_TEXT, data: HUGE_TEXT }).slice(0, MEBI - 2),
  `{"name":"${'x'.repeat(2 * MEBI)}"}`,
  Uint8Array.of(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00),
  Uint8Array.of(0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d),
]

const MEDIA = [
  'application/json',
  'application/json; charset=klingon',
  'application/scim+json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'application/octet-stream',
  ';;;',
  'x'.repeat(2000),
]

const HEADERS: [string, string][] = [
  ['x-workspace-id', "' or 1=1 --"],
  ['x-workspace-id', 'x'.repeat(4000)],
  ['idempotency-key', ''],
  ['idempotency-key', 'k'.repeat(256)],
  ['idempotency-key', '\u00e9'],
  ['idempotency-key', '"'],
  ['last-event-id', '99999999999999999999'],
  ['last-event-id', '-1'],
  ['accept', 'text/html'],
  ['content-encoding', 'gzip'],
  ['x-request-id', 'x'.repeat(1000)],
  ['x-forwarded-for', '127.0.0.1, evil'],
  ['x-http-method-override', 'DELETE'],
  ['range', 'bytes=0-1,2-3,-99999999999'],
  ['if-none-match', '*'],
  ['cookie', `a=${'b'.repeat(5000)}`],
]

/** What makes values by a seed: those that fit a schema, and the same with one or two places spoilt. */
export function makerOf(random: Random, schemas: Record<string, Schema>, ids: Record<string, string>) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const chance = (of: number) => random() < of
  return { pick, chance, fitting, spoil }

  /** A value that fits, with some of what is optional; secrets are canaries. */
  function fitting(schema: Schema, depth = 0): unknown {
    if (schema.$ref) return fitting(schemas[schema.$ref.replace(/^#\/(components\/schemas|\$defs)\//, '')] ?? {}, depth)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices && depth < 6) return fitting(pick(choices), depth + 1)
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => fitting(part, depth)))
    if (schema.enum) return pick(schema.enum)
    if (schema.type === 'array' && schema.items && depth < 6)
      return Array.from({ length: Math.floor(random() * 3) }, () => fitting(schema.items ?? {}, depth + 1))
    if (schema.type !== 'object' || !schema.properties || depth >= 6) return leaf(schema)
    const filled: Record<string, unknown> = {}
    for (const [name, one] of Object.entries(schema.properties)) {
      if (/password|secret|token/.test(name) && isOpenText(one)) filled[name] = SECRET
      else if (schema.required?.includes(name) || chance(0.5)) filled[name] = known(name) ?? fitting(one, depth + 1)
    }
    return filled
  }

  /** Text of any form. A number of tokens is no secret, and the name that a secret goes by, which has a form, is none. */
  function isOpenText(schema: Schema): boolean {
    if (schema.$ref) return isOpenText(schemas[schema.$ref.replace(/^#\/(components\/schemas|\$defs)\//, '')] ?? {})
    return (schema.anyOf ?? schema.oneOf)?.some(isOpenText) ?? (schema.type === 'string' && !schema.pattern)
  }

  function leaf(schema: Schema): unknown {
    // No sample can be made up for a pattern.
    return schema.pattern && !schema.examples ? pick(TEXTS) : sampleOf(schema, schemas)
  }

  /** Real ids get a request past the first door. */
  function known(name: string): unknown {
    if (/^(column|row|run)_ids$/.test(name) && chance(0.7)) return [ids[name.slice(0, -1)]]
    if (/^(column|row)_id$/.test(name) && chance(0.7)) return ids[name]
    return undefined
  }

  function spoil(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || chance(0.25)) return chance(0.01) ? HUGE_TEXT : pick(VALUES)
    if (Array.isArray(value)) {
      if (value.length === 0 || chance(0.2)) return [...value, pick(VALUES)]
      const at = Math.floor(random() * value.length)
      return value.map((one, n) => (n === at ? spoil(one) : one))
    }
    const names = Object.keys(value)
    const name = pick(names.length > 0 ? names : ['x'])
    const more: Record<string, unknown> = chance(0.1) ? { [pick(TEXTS)]: pick(VALUES) } : {}
    return { ...value, ...more, [name]: spoil((value as Record<string, unknown>)[name]) }
  }
}

/** `ids` are what stands in paths when nothing is wrong with them; without a token the request is anonymous. */
export function hostileRequest(
  target: Target,
  document: Document,
  random: Random,
  ids: Record<string, string>,
  token: string,
): HostileRequest {
  const { pick, chance, fitting, spoil } = makerOf(random, document.components.schemas, ids)

  const path = target.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    chance(0.15) ? inPath(pick(TEXTS)) : encodeURIComponent(ids[name] ?? 'x'),
  )
  const query = queryOf()
  const takesIngestToken = target.spec.security?.some((way) => 'ingestToken' in (way as object))
  const bearer = takesIngestToken ? ids.ingest_token : token
  const headers: Record<string, string> = target.isPublic ? {} : { authorization: `Bearer ${bearer}` }
  const [media, content] = Object.entries(target.spec.requestBody?.content ?? {})[0] ?? []
  let body: HostileRequest['body']
  if (content && media) {
    headers['content-type'] = media
    body = bodyOf(media, content.schema)
  } else if (chance(target.spec.operationId === 'receive_webhook' ? 0.9 : 0.1) && target.method !== 'GET') {
    headers['content-type'] = pick(MEDIA)
    body = pick(BODIES)
  }
  if (chance(0.1)) {
    const [name, value] = pick(HEADERS)
    headers[name] = value
  }
  return { method: target.method, url: `${path}${query}`, headers, body }

  function queryOf(): string {
    const parts: string[] = []
    for (const { name, in: place, required, schema } of target.spec.parameters ?? []) {
      const known = ids[`${target.spec.operationId}.${name}`]
      if (place !== 'query' || (!required && chance(known === undefined ? 0.5 : 0.1))) continue
      const value = known !== undefined && chance(0.9) ? known : chance(0.6) ? pick(TEXTS) : fitting(schema)
      if (chance(0.05)) parts.push(`${name}[]=${inQuery(value)}`, `${name}[__proto__]=1`, name)
      else parts.push(`${name}=${chance(0.05) ? '%ff%00%' : inQuery(value)}`)
      if (chance(0.05)) parts.push(`${name}=${inQuery(pick(TEXTS))}`)
    }
    if (chance(0.03)) parts.push(`q=${'y'.repeat(12_000)}`)
    return parts.length > 0 ? `?${parts.join('&')}` : ''
  }

  function bodyOf(type: string, schema: Schema): HostileRequest['body'] {
    const valid = fitting(schema)
    if (chance(0.12)) headers['content-type'] = pick(MEDIA)
    if (chance(0.12)) return pick(BODIES)
    if (target.spec.operationId === 'receive_bounce' && chance(0.5)) return hostileMail(random)
    const spoilt = chance(0.9) ? spoil(valid) : valid
    if (type === 'multipart/form-data') return formOf(spoilt)
    if (type !== 'application/json') return new URLSearchParams(flat(spoilt)).toString()
    return wireText(spoilt)
  }

  function formOf(value: unknown): string {
    headers['content-type'] = 'multipart/form-data; boundary=x'
    const options = (value as { options?: unknown } | null)?.options ?? pick(VALUES)
    const text = (JSON.stringify(options) ?? '').replace(RAW, '$1')
    const parts = [`content-disposition: form-data; name="options"\r\n\r\n${text}`]
    const file = `content-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n${fileText()}`
    if (chance(0.9)) parts.push(file)
    if (chance(0.1)) parts.reverse()
    return `${parts.map((part) => `--x\r\n${part}\r\n`).join('')}${chance(0.9) ? '--x--\r\n' : ''}`
  }

  function fileText(): string {
    const marks = [',', ';', '\t', '"', '"', '\n', '\r\n', '\r', ...TEXTS]
    return `Website,Note\n${Array.from({ length: Math.floor(random() * 40) }, () => pick(marks)).join('')}\n`
  }
}

/** Written as it goes on the wire, with the numbers and nestings that no value of ours could hold. */
export const wireText = (value: unknown): string => (JSON.stringify(value) ?? 'null').replace(RAW, '$1')

/** What JSON can hold and no program wants to: too deep, too large, out of every range. */
export const EXTREMES: readonly unknown[] = [
  raw(`${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  raw('1e400'),
  raw('-1e400'),
  raw('1152921504606846976'),
  2 ** 60,
  'a\0b',
  null,
  true,
  [],
  {},
  [[{}]],
  { not_declared: 1 },
]

const MAIL_HEADERS = [
  'From',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'In-Reply-To',
  'References',
  'Auto-Submitted',
  'Return-Path',
  'X-Original-To',
]

/** A mail, of which most is wrong: headers without end, parts that never close, reports that say nonsense. */
export function hostileMail(random: Random): string {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const chance = (of: number) => random() < of
  const odd = () =>
    pick([
      ...TEXTS,
      '<a@b.example>',
      '"x" <a@b.example>',
      '=?utf-8?B?////?=',
      '=?x?q?=00=ff?=',
      '<'.repeat(2_000),
      'a,'.repeat(2_000),
    ])
  const headers = MAIL_HEADERS.filter(() => chance(0.7)).map((name) => `${name}: ${odd()}`)
  const part = (type: string, text: string) =>
    `--x\r\nContent-Type: ${type}\r\n${chance(0.2) ? 'Content-Transfer-Encoding: base64\r\n' : ''}\r\n${text}\r\n`
  const report = ['Final-Recipient', 'Original-Recipient', 'Action', 'Status', 'Diagnostic-Code', 'Feedback-Type']
    .filter(() => chance(0.8))
    .map((name) => `${name}: ${pick([odd(), 'rfc822; a@b.example', 'failed', '5.1.1', 'abuse', 'smtp; 550 no'])}`)
    .join('\r\n')
  const parts = [
    part('text/plain; charset=klingon', odd()),
    part('text/html', `<style>${'<'.repeat(500)}${odd()}`),
    part('message/delivery-status', report),
    part('message/feedback-report', report),
    part('message/rfc822', `Message-ID: ${odd()}\r\n\r\n${odd()}`),
    part(`multipart/mixed; boundary=y`, '--y\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n'.repeat(200)),
  ].filter(() => chance(0.5))
  const type = chance(0.8) ? 'multipart/report; boundary=x' : pick(MEDIA)
  return `${[...headers, `Content-Type: ${type}`].join('\r\n')}\r\n\r\n${parts.join('')}${chance(0.7) ? '--x--\r\n' : ''}`
}

function flat(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(Object(value)).map(([name, one]) => [name, typeof one === 'string' ? one : JSON.stringify(one)]),
  )
}

/** Encoded, except what no encoder takes; dots alone would be taken for the way up by the client. */
function inPath(text: string): string {
  return inQuery(text) || '%20'
}

function inQuery(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // Half a surrogate pair cannot be encoded.
  return encodeURIComponent(Buffer.from(text).toString())
}
