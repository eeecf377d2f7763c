// Which edits say something against the source of the value before.
import { expect, test } from 'vitest'
import type { Json } from '../../kernel/json.ts'
import { evidenceOfEdits } from './source-evidence.commands.ts'

const edited = (field: string, before: Json, after: Json) =>
  evidenceOfEdits([
    {
      id: 1,
      fields: [{ field, before, after, from: { provider: 'finder' } }],
      provenance: { [field]: { method: 'manual' } },
    },
  ]).length === 1

test('an edit speaks against a source that said something else', () => {
  expect(edited('city', 'Bonn', 'Köln')).toBe(true)
  expect(edited('employees', 12, 13)).toBe(true)
  expect(edited('technologies', ['React', 'Vue'], ['React', 'Svelte'])).toBe(true)
  expect(edited('custom', { floor: '2', desk: 'A' }, { floor: '3', desk: 'A' })).toBe(true)
})

test('an edit that writes it otherwise, adds to it or takes it away does not', () => {
  expect(edited('company', 'acme inc', 'Acme  Inc')).toBe(false)
  expect(edited('website', 'https://www.acme.com/', 'acme.com')).toBe(false)
  expect(edited('city', 'Bonn', null)).toBe(false)
  expect(edited('technologies', ['React'], ['react', 'Vue'])).toBe(false)
  expect(edited('custom', { floor: '2' }, { floor: '2', desk: 'A' })).toBe(false)
  expect(edited('custom', { floor: '2', desk: 'A' }, { floor: '2' })).toBe(false)
})
