// Promises of a described column: its cost is said before it is added, and every kind is told by what it does.
import { expect, test } from 'vitest'
import { kindWords } from '../../columns/custom-kinds.logic.ts'
import { asColumn, type ColumnSuggestion, costWords, linesOf } from './described.logic.ts'

const made = (column: object, cost: Partial<ColumnSuggestion['cost_per_row']> = {}): ColumnSuggestion => ({
  column: { name: 'X', ...column } as ColumnSuggestion['column'],
  explanation: '',
  made_by: 'rules',
  needs: [],
  notes: [],
  cost_per_row: { low_usd: 0, high_usd: 0, has_unknown: false, ...cost },
})

test.each([
  [
    made({ type: 'formula', expression: 'UPPER({{A}})' }),
    'Formula',
    'Free: it is calculated',
    ['Formula: UPPER({{A}})'],
  ],
  [
    made(
      { type: 'waterfall', output: 'work_email', steps: [{ provider: 'a' }, { provider: 'b' }] },
      { high_usd: 0.05 },
    ),
    ...(['Waterfall', 'Free to $0.05 per row', ['Asks: a, then b']] as const),
  ],
  [
    made({ type: 'ai', model: 'openai/x', prompt: 'Judge {{A}}', fields: [{ name: 'size' }] }, { has_unknown: true }),
    ...([
      'Prompt to a model',
      'For each row what the model costs',
      ['Prompt: Judge {{A}}', 'Answers: size', 'Asks: openai/x'],
    ] as const),
  ],
  [
    made({ type: 'http', method: 'POST', url: 'https://a.example', body: '{}', fields: [] }),
    ...(['Request to an API', 'Free per row', ['Asks: POST https://a.example', 'Body: {}']] as const),
  ],
  [
    made({ type: 'enrichment', provider: 'a' }, { low_usd: 0.01, high_usd: 0.01, has_unknown: true }),
    ...(['One provider', '$0.01 per row, and an unknown price', ['Asks: a']] as const),
  ],
])('a column is told by kind, cost and what it does: %#', (one, kind, cost, lines) => {
  expect(kindWords(one.column)).toBe(kind)
  expect(costWords(one)).toBe(cost)
  expect(linesOf(one).map(({ label, text }) => `${label}: ${text}`)).toEqual(lines)
  expect(asColumn(one)).toMatchObject({ id: '', name: 'X' })
})
