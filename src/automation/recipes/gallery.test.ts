// Promises to authors of recipes: a file with a mistake is refused with the place of each.
import { expect, test } from 'vitest'
import { parseRecipe } from './gallery.ts'

const GOOD = `millrace: 1
name: Good
category: research
description: Says what it does.
columns:
  - { name: Company, type: input, input_type: text }
  - { name: Upper, type: formula, expression: "UPPER({{Company}})" }
sample_rows:
  - { Company: Acme }
`

test('a recipe is a definition with a category and sample rows', () => {
  const { purpose, columns, definition, sample_rows } = parseRecipe('good', GOOD)
  expect({ purpose, ids: columns.map(({ id }) => id), sample_rows }).toEqual({
    purpose: 'Says what it does.',
    ids: ['c1', 'c2'],
    sample_rows: [{ Company: 'Acme' }],
  })
  expect(Object.keys(definition)).toEqual(['millrace', 'name', 'description', 'columns'])
})

test.each([
  ['category: research', 'category: pets', 'category: There is no such category'],
  ['input_type: text', 'input_typ: text', 'columns.0.input_typ'],
  ['millrace: 1', 'millrace: 2', 'millrace'],
  ['- { Company: Acme }', '- { Compny: Acme }', 'sample_rows.0.Compny: There is no column of this name to type into'],
  ['  - { Company: Acme }', '  Acme', 'sample_rows: A list of rows is wanted'],
])('with %s changed to %s it is refused there', (from, to, fault) => {
  expect(() => parseRecipe('odd', GOOD.replace(from, to))).toThrow(fault)
})
