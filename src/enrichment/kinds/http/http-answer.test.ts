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
