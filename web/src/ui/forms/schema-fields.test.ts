// The fields of a form are what the schema of the settings says, and showing settings changes none of them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorsAt, shownFields } from './form-fields.logic.ts'
import {
  areSaidAt,
  errorsUnder,
  type SettingSchema,
  settingFields,
  settingOf,
  settingsOf,
  valuesOf,
} from './schema-fields.logic.ts'

const LIST = { path: '/api/webhooks/endpoints', value: 'id', label: 'name' }
const schema: SettingSchema = {
  type: 'object',
  required: ['endpoint_id', 'text'],
  properties: {
    endpoint_id: { type: 'string', title: 'Endpoint', 'x-list': LIST },
    text: { type: 'string', 'x-widget': 'multiline' },
    title: { type: 'string' },
    max_usd: { type: 'number' },
    wait: { type: 'boolean', default: false },
    dedupe: { anyOf: [{ type: 'string', enum: ['create', 'skip'] }], 'x-labels': { skip: 'Leave alone' } },
    types: { type: 'array', items: { type: 'string', enum: ['funding', 'news'] } },
    values: { type: 'object' },
    filter: { type: 'object', 'x-widget': 'none' },
  },
}

test('each setting has the editor that its schema asks for, and what other parts of the page set has none', () => {
  expect(settingFields(schema).map(({ name, kind: editor, isOptional }) => [name, editor, isOptional])).toEqual([
    ['endpoint_id', 'listed', false],
    ['text', 'multiline', false],
    ['title', 'text', true],
    ['max_usd', 'number', true],
    ['wait', 'boolean', false],
    ['dedupe', 'choice', false],
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
      const shown = valuesOf(given)
      const back = settingFields(schema).flatMap((field) => {
        const value = shown[field.name]
        return value === undefined ? [] : [[field.name, settingOf(field, value)]]
      })
      expect(Object.fromEntries(back)).toEqual(given)
    }),
  )
})

test('a number that is emptied is left out, and so is a choice that is taken back; what is no number is sent to be refused', () => {
  const [number, choice] = ['max_usd', 'dedupe'].map((one) => settingFields(schema).find(({ name }) => name === one))
  if (!number || !choice) throw new Error('the fields are missing')
  expect([settingOf(number, ' '), settingOf(number, '2,50'), settingOf(number, '0')]).toEqual([undefined, '2,50', 0])
  expect([settingOf(choice, ''), settingOf(choice, 'skip')]).toEqual([undefined, 'skip'])
})

test('a field is called as the schema says, its values too, and else by their names', () => {
  const [endpoint, , title, , , dedupe] = settingFields(schema)
  expect([endpoint?.label, title?.label]).toEqual(['Endpoint', 'Title'])
  expect(dedupe?.options?.map(({ label }) => label)).toEqual(['Create', 'Leave alone'])
})

test('what is sent leaves out blanks, hidden settings and ticks that stand as they began', () => {
  const fields = settingFields({
    properties: {
      by: { type: 'string', enum: ['a', 'b'], default: 'a' },
      only_b: { type: 'string', 'x-show-if': { setting: 'by', values: ['b'] } },
      words: { type: 'array', items: { type: 'string' } },
      on: { type: 'boolean', default: true },
      off: { type: 'boolean' },
    },
  })
  expect(settingsOf(fields, { only_b: 'x', words: ' one, two\n/a,b/i\n', on: true, off: true })).toEqual({
    by: 'a',
    words: ['one', 'two', '/a,b/i'],
    off: true,
  })
})

test('a list is what its lines say, and one that was left alone is sent as it is stored', () => {
  const list = { kind: 'list' }
  const entries = ['Acme, Inc.', 'Beta']
  const shown = String(valuesOf({ entries }).entries)
  expect(settingOf(list, shown, entries)).toEqual(entries)
  expect(settingOf(list, `${shown}\nC, D`, entries)).toEqual([...entries, 'C', 'D'])
  expect(settingOf(list, '/jobs/, /careers/')).toEqual(['/jobs/', '/careers/'])
  expect(settingOf(list, 'one, /\\d{1,3} sold/i, /a\\/b,c/')).toEqual(['one', '/\\d{1,3} sold/i', '/a\\/b,c/'])
  expect(settingOf(list, '/blog, /news/2024')).toEqual(['/blog', '/news/2024'])
})

const WATCHED: SettingSchema = {
  properties: {
    keywords: { type: 'array', items: { type: 'string' } },
    least_percent: { type: 'number' },
    only_leaders: { type: 'boolean' },
    selector: { type: 'string' },
    only: { type: 'string', enum: ['added', 'removed'] },
  },
}

test('settings are sent as their types, and blank ones not at all', () => {
  const fields = settingFields(WATCHED)
  const config = settingsOf(fields, { keywords: 'sales, ops\nlegal', least_percent: '5', only_leaders: true })
  expect(config).toEqual({ keywords: ['sales', 'ops', 'legal'], least_percent: 5, only_leaders: true })
  expect(settingsOf(fields, valuesOf(config))).toEqual(config)
  expect(settingsOf(fields, { keywords: ' ', least_percent: ' ', only_leaders: false })).toEqual({})
  // The server says at the field that it is no number.
  expect(settingsOf(fields, { least_percent: '2,50' })).toEqual({ least_percent: '2,50' })
})

test('a selector keeps its commas, and so does a pattern on a line of its own', () => {
  const fields = settingFields(WATCHED)
  const config = settingsOf(fields, { selector: '.a, .b', only: 'added', keywords: 'sold, seats\n/\\d{1,3} left/i' })
  expect(config).toEqual({ selector: '.a, .b', only: 'added', keywords: ['sold', 'seats', '/\\d{1,3} left/i'] })
  expect(settingsOf(fields, valuesOf(config))).toEqual(config)
})

test('a refused part of a setting is said at the setting', () => {
  const refused = { 'config.ignore.0': 'is no pattern', target: 'is blank', 'config.around': 'is too long' }
  expect(errorsUnder('config', refused)).toEqual({ ignore: 'is no pattern', around: 'is too long' })
  expect(areSaidAt(['target', 'config.ignore', 'config.around'], refused)).toBe(true)
  expect([areSaidAt(['target'], refused), areSaidAt(['target'], {})]).toEqual([false, false])
})

const REQUEST: SettingSchema = {
  properties: {
    auth: {
      title: 'Authentication',
      'x-blank': 'Nothing',
      'x-labels': { bearer: 'Bearer token' },
      anyOf: [
        {
          properties: { kind: { const: 'bearer' }, secret: { type: 'string', title: 'Key' } },
          required: ['kind', 'secret'],
        },
        {
          properties: {
            kind: { const: 'basic' },
            user: { type: 'string' },
            secret: { type: 'string', title: 'Password' },
          },
          required: ['kind', 'secret'],
        },
      ],
    },
    miss: {
      type: 'object',
      properties: {
        statuses: { type: 'array', items: { type: 'integer' } },
        words: { type: 'array', items: { type: 'string' }, 'x-widget': 'lines' },
      },
    },
    price: { anyOf: [{ type: 'number' }, { const: 'unknown' }], 'x-widget': 'price' },
    repeats: { type: 'boolean', 'x-widget': 'yes-no', 'x-blank': 'As usual' },
  },
}

test('members of objects and of kinds are fields of their own, and become the objects again', () => {
  const fields = settingFields(REQUEST)
  for (const settings of [
    {},
    { auth: { kind: 'bearer', secret: 'S' }, price: 'unknown', repeats: false },
    {
      auth: { kind: 'basic', secret: 'S', user: 'me' },
      miss: { statuses: [404, 410], words: ['a, b', 'c'] },
      price: 0.5,
    },
  ])
    expect(settingsOf(fields, valuesOf(settings))).toEqual(settings)
})

test('going to another kind and back loses nothing, and each kind names its own', () => {
  const fields = settingFields(REQUEST)
  const typed = { 'auth.kind': 'basic', 'auth.secret': 'S', 'auth.user': 'me' }
  const labels = (kind: string) => shownFields(fields, { ...typed, 'auth.kind': kind }).map(({ label }) => label)
  expect(labels('')).toEqual(['Authentication', 'Statuses', 'Words', 'Price', 'Repeats'])
  expect(labels('bearer')).toContain('Key')
  expect(labels('basic')).toContain('Password')
  expect(settingsOf(fields, { ...typed, 'auth.kind': 'bearer' })).toEqual({ auth: { kind: 'bearer', secret: 'S' } })
  expect(settingsOf(fields, typed)).toEqual({ auth: { kind: 'basic', secret: 'S', user: 'me' } })
})

test('a refusal is said at its field, by whatever path the server names it', () => {
  const fields = settingFields(REQUEST)
  const refused = {
    auth: 'no host',
    'auth.basic.secret': 'gone',
    'miss.statuses.1': 'Enter a whole number.',
    'other.0.name': 'elsewhere',
  }
  expect(errorsAt(fields, refused)).toEqual({
    'auth.kind': 'no host',
    'auth.secret': 'gone',
    'miss.statuses': 'Enter a whole number.',
  })
})
