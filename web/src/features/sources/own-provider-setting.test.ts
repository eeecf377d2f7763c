// The promises of the setting that names an own provider.
import { expect, it } from 'vitest'
import { type SettingSchema, settingFields, settingsOf } from '../../ui/forms/schema-fields.logic.ts'
import { inputLines } from './sources.logic.ts'

const SCHEMA: SettingSchema = {
  properties: {
    provider: { type: 'string', title: 'Provider', 'x-widget': 'own-provider' },
    inputs: { type: 'string', title: 'Inputs', 'x-widget': 'multiline' },
  },
  required: ['provider'],
}

it('lays out the inputs of a provider, one a line, with the values of its sample', () => {
  const inputs = [{ name: 'full_name' }, { name: 'domain' }]
  expect(inputLines({ inputs })).toBe('full_name:\ndomain:')
  expect(inputLines({ inputs, sample: { domain: 'acme.example' } })).toBe('full_name:\ndomain: acme.example')
})

it('is a field of its own kind, sent as the id that was chosen', () => {
  const fields = settingFields(SCHEMA)
  expect(fields.map(({ kind }) => kind)).toEqual(['own-provider', 'multiline'])
  expect(settingsOf(fields, { provider: 'own-acme', inputs: 'domain: acme.example' })).toEqual({
    provider: 'own-acme',
    inputs: 'domain: acme.example',
  })
})
