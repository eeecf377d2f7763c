// Whatever settings a column may have, opening its form and saving it changes none of them: for each kind of column and each target.
import fc, { type Arbitrary } from 'fast-check'
import { expect, test } from 'vitest'
import { COLUMN_KINDS } from '../../api/column-kinds.generated.ts'
import { OUTPUT_TARGETS } from '../../api/output-targets.generated.ts'
import type { Column } from '../../api/shapes.ts'
import type { SettingSchema } from '../../ui/forms/schema-fields.logic.ts'
import { CUSTOM_KINDS } from '../columns/custom-kinds.logic.ts'
import { readOptions, writeOptions } from './described.logic.ts'
import { newHttp, problemOfHttp, readHttp, writeHttp } from './http/http-draft.logic.ts'
import { readOutput, writeOutput } from './prompt/output-draft.logic.ts'

type Settings = Record<string, unknown>

/** Settings that the schema allows; a member that its form hides is not among them. */
function settingsOf({ properties = {}, required = [] }: SettingSchema): Arbitrary<Settings> {
  const members = Object.entries(properties).filter(([, of]) => of['x-widget'] !== 'none')
  const requiredKeys = members.flatMap(([name, of]) =>
    required.includes(name) || of.default !== undefined ? [name] : [],
  )
  return fc
    .record(Object.fromEntries(members.map(([name, of]) => [name, arbitraryOf(of)])), { requiredKeys })
    .map((settings) => {
      const isShown = (name: string) => {
        const { 'x-show-if': only, default: start } = properties[name] as SettingSchema
        if (!only || start !== undefined) return true
        const other = only.setting
          .split('.')
          .reduce((at: unknown, step) => (at as Settings | undefined)?.[step], settings)
        return only.values.includes((other ?? properties[only.setting]?.default ?? '') as string)
      }
      return Object.fromEntries(Object.entries(settings).filter(([name]) => isShown(name)))
    })
}

function arbitraryOf(of: SettingSchema): Arbitrary<unknown> {
  if (of.const !== undefined) return fc.constant(of.const)
  if (of.enum) return fc.constantFrom(...of.enum)
  if (of.anyOf) return fc.oneof(...of.anyOf.map(arbitraryOf))
  switch (of.type) {
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: 0, max: 500 })
    case 'number':
      return fc.double({ min: 0, max: 2, noNaN: true })
    case 'array':
      return fc.array(arbitraryOf(of.items ?? {}), { minLength: 1, maxLength: 4 })
    case 'object':
      return of.properties
        ? settingsOf(of).filter((settings) => Object.keys(settings).length > 0)
        : fc.dictionary(fc.constantFrom('name', 'domain', 'text'), fc.constantFrom('{{A}}', 'a b'), { minKeys: 1 })
    default:
      return textOf(of)
  }
}

function textOf({ pattern, 'x-exact': isExact }: SettingSchema): Arbitrary<string> {
  if (isExact) return fc.constantFrom('Token ', ' a b ', 'x')
  if (pattern?.endsWith('$')) return fc.stringMatching(new RegExp(pattern))
  return fc.constantFrom('https://a.example/x?y=1', 'https://b.example/{{A}}')
}

test.each(CUSTOM_KINDS)('the settings of a column of the kind %s are written as they were read', (kind) => {
  const schema = COLUMN_KINDS[kind].settings as SettingSchema
  fc.assert(
    fc.property(settingsOf(schema), (settings) => {
      const written = writeOptions(kind, readOptions(kind, settings as Partial<Column>))
      expect(Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined))).toEqual(settings)
    }),
  )
})

const TARGETS = Object.entries(OUTPUT_TARGETS).map(([kind, { settings }]) => ({ kind, settings }))

test.each(TARGETS)('a delivery to $kind is written as it was read', ({ settings }) => {
  fc.assert(
    fc.property(settingsOf(settings as SettingSchema), (target) => {
      const column = { id: 'c1', name: 'Send', type: 'output', target } as unknown as Column
      expect(writeOutput(readOutput(column), true).target).toEqual(target)
    }),
  )
})

test('a key keeps the blank between its prefix and itself, and a user may be blank', () => {
  const draft = { ...newHttp('X'), url: 'https://a.example/{{A}}' }
  const withAuth = (auth: object) => readHttp({ ...writeHttp(draft, false), id: 'c1', auth } as unknown as Column)
  const header = { kind: 'header', name: 'Authorization', prefix: 'Token ', secret: 'S' }
  expect(writeHttp(withAuth(header), true)).toMatchObject({ auth: header })
  expect(problemOfHttp(withAuth({ kind: 'basic', username: '', secret: 'S' }))).toBeNull()
})
