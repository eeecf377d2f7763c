// Promises of how two versions of a function are compared.
import { expect, test } from 'vitest'
import { compareVersions } from './versions.logic.ts'

const nameOf = (id: string) => `Provider ${id.toUpperCase()}`
const first = {
  inputs: [{ name: 'Domain', required: true }],
  columns: [
    { name: 'Title', type: 'enrichment', provider: 'website-reader' },
    { name: 'Email', type: 'waterfall', steps: [{ provider: 'a' }] },
  ],
  outputs: [{ name: 'Email', column: 'Email' }],
}

test('says which inputs, columns and outputs were added, removed and changed, and what each was', () => {
  const second = {
    inputs: [...first.inputs, { name: 'Country', required: false }],
    columns: [
      {
        name: 'Email',
        type: 'waterfall',
        steps: [{ provider: 'b' }, { provider: 'a' }],
        run_if: { field: 'Domain', op: 'filled' },
      },
      { name: 'Phone', type: 'enrichment' },
    ],
    outputs: [{ name: 'Email', column: 'Email' }],
  }
  const changes = compareVersions(first, second, nameOf)
  expect(changes.map(({ words }) => words)).toEqual([
    'The input “Country” was added',
    'The column “Email” changed: providers, in order; run condition',
    'The column “Phone” was added',
    'The column “Title” was removed',
  ])
  expect(changes[1]?.fields[0]).toEqual({
    name: 'Providers, in order',
    from: [{ provider: 'Provider A' }],
    to: [{ provider: 'Provider B' }, { provider: 'Provider A' }],
  })
})

test('says nothing of two versions that are the same', () => {
  expect(compareVersions(first, structuredClone(first), nameOf)).toEqual([])
})
