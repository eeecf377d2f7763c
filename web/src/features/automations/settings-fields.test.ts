// The fields of a trigger or an action are what its schema says, and showing a rule changes none of its settings.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Part } from './automations.api.ts'
import { settingFields, settingOf, shownValues } from './settings-fields.logic.ts'

const kind = {
  kind: 'webhook',
  label: 'Send a webhook',
  settings: {
    type: 'object',
    required: ['endpoint_id', 'text'],
    properties: {
      endpoint_id: { type: 'string' },
      text: { type: 'string' },
      title: { type: 'string' },
      max_usd: { type: 'number' },
      wait: { type: 'boolean', default: false },
      dedupe: { anyOf: [{ type: 'string', enum: ['create', 'skip'] }] },
      types: { type: 'array', items: { type: 'string', enum: ['funding', 'news'] } },
      values: { type: 'object', additionalProperties: { type: 'string' } },
      filter: { type: 'object' },
      idempotency_key: { type: 'string' },
    },
  },
}

test('each setting has the editor that its schema asks for, and what other parts of the page set has none', () => {
  expect(settingFields(kind).map(({ name, kind: editor, isOptional }) => [name, editor, isOptional])).toEqual([
    ['endpoint_id', 'listed', false],
    ['text', 'text_with_references', false],
    ['title', 'text_with_references', true],
    ['max_usd', 'number', true],
    ['wait', 'boolean', false],
    ['dedupe', 'choice', true],
    ['types', 'several', true],
    ['values', 'pairs', true],
  ])
})

test('what a plain editor shows becomes the setting that it was', () => {
  const settings = fc.record(
    {
      max_usd: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
      wait: fc.boolean(),
      dedupe: fc.constantFrom('create', 'skip'),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(settings, (given) => {
      const shown = shownValues({ kind: 'webhook', ...given } as Part)
      const back = settingFields(kind).flatMap((field) => {
        const value = shown[field.name]
        return value === undefined ? [] : [[field.name, settingOf(field, value)]]
      })
      expect(Object.fromEntries(back)).toEqual(given)
    }),
  )
})

test('a number that is emptied or no number is left out, and so is a choice that is taken back', () => {
  const [number, choice] = ['max_usd', 'dedupe'].map((one) => settingFields(kind).find(({ name }) => name === one))
  if (!number || !choice) throw new Error('the fields are missing')
  expect([settingOf(number, ' '), settingOf(number, 'ten'), settingOf(number, '0')]).toEqual([undefined, undefined, 0])
  expect([settingOf(choice, ''), settingOf(choice, 'skip')]).toEqual([undefined, 'skip'])
})
