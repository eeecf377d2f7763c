// What an `http` column makes of an answer: a value, a miss, or an API that answers in another way than it did.
import { expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../kernel/json.ts'
import { readAnswer } from './http-lookup.ts'
import type { HttpSettings } from './http-request.logic.ts'

const comesTo = (answer: Json, more: JsonObject = {}) => {
  const fields = [{ name: 'name', path: 'data.name', type: 'text' }]
  return readAnswer({ fields, ...more } as unknown as HttpSettings, answer)
}

it('takes a blank or a member that is left out for a miss', () => {
  expect(comesTo({ data: { name: 'A' } })).toMatchObject({ kind: 'found', values: { name: 'A' } })
  const blanks: Json[] = [
    { data: { name: null } },
    { data: { mail: 'a' } },
    { data: {} },
    { data: null },
    { data: [] },
    {},
  ]
  for (const answer of blanks) expect(comesTo(answer)).toMatchObject({ kind: 'not_found' })
})

it('tells of an answer of another make, unless the column says that it is a miss', () => {
  const changed = { result: { name: 'A' } }
  expect(comesTo(changed)).toMatchObject({ kind: 'failed', class: 'unmapped' })
  expect(comesTo({ data: 'A' })).toMatchObject({ kind: 'failed', class: 'unmapped' })
  expect(comesTo(changed, { miss: { empty: 'data' } })).toMatchObject({ kind: 'not_found' })
  // One field that has its place is enough.
  const fields = [
    { name: 'name', path: 'data.name', type: 'text' },
    { name: 'mail', path: 'result.mail', type: 'text' },
  ]
  expect(comesTo(changed, { fields })).toMatchObject({ kind: 'not_found' })
})

const NAME = [{ name: 'name', path: 'data.name', type: 'text' }]
const FLAT = [{ name: 'name', path: 'name', type: 'text' }]

it.each<[Json, string]>([
  [{ error: 'quota exceeded' }, 'quota'],
  [{ error: { code: 429, message: 'Too many requests' }, data: null }, 'quota'],
  [{ success: false, message: 'You have run out of credits' }, 'quota'],
  [{ status: 'error', message: 'Rate limit reached' }, 'quota'],
  [{ errors: [{ message: 'Invalid API key' }], data: null }, 'auth'],
  [{ ok: false, error: 'not_authorized' }, 'auth'],
  [{ status: 401, title: 'Unauthorized' }, 'auth'],
  [{ status: 'fail', data: {} }, 'vendor_error'],
  [{ error: true, message: 'Something went wrong' }, 'vendor_error'],
])('takes %j for an error that is not kept, and not for a miss, as there is no value in it', (answer, kind) => {
  for (const fields of [NAME, FLAT, []])
    expect(comesTo(answer, { fields }), JSON.stringify(fields)).toMatchObject({
      kind: 'failed',
      class: kind,
      retryable: false,
    })
})

it('takes an answer that has values, or says that nothing was found, for what it is', () => {
  expect(comesTo({ error: 'partial', data: { name: 'A' } })).toMatchObject({ kind: 'found' })
  expect(comesTo({ errors: [], success: true, data: {} })).toMatchObject({ kind: 'not_found' })
  expect(comesTo({ success: false, error: 'No results found' }, { fields: FLAT })).toMatchObject({ kind: 'not_found' })
  expect(comesTo({ status: 'ok', error: null, error_count: 0 }, { fields: FLAT })).toMatchObject({ kind: 'not_found' })
  // What the column calls a miss stays one, unless the words tell of the quota or the key.
  const miss = { miss: { empty: 'data' } }
  expect(comesTo({ error: 'We could not say', data: null }, miss)).toMatchObject({ kind: 'not_found' })
  expect(comesTo({ error: 'quota exceeded', data: null }, miss)).toMatchObject({ kind: 'failed', class: 'quota' })
})

it('goes by the rule of the column where it has one', () => {
  const rule = (error: JsonObject) => ({ error, fields: FLAT })
  expect(comesTo({ state: 'BLOCKED', name: 'A' }, rule({ path: 'state', values: ['blocked'] }))).toMatchObject({
    kind: 'failed',
  })
  expect(comesTo({ state: 'fine', name: 'A' }, rule({ path: 'state', values: ['blocked'] }))).toMatchObject({
    kind: 'found',
  })
  expect(comesTo({ done: false, name: 'A' }, rule({ path: 'done', values: ['false'] }))).toMatchObject({
    kind: 'failed',
  })
  expect(comesTo({ warning: 'quota exceeded', name: 'A' }, rule({ path: 'warning' }))).toMatchObject({
    kind: 'failed',
    class: 'quota',
  })
  expect(comesTo({ error: 'quota exceeded' }, rule({ path: 'warning' })), 'the usual shapes stand back').toMatchObject({
    kind: 'not_found',
  })
})
