import { describe, expect, it } from 'vitest'
import type { Schemas } from '../../api/shapes.ts'
import {
  bindingBudgets,
  effectWords,
  leftWords,
  limitWords,
  partsOf,
  readAmount,
  subjectWords,
  toneOf,
  warningWords,
} from './budget.logic.ts'

const budget = (more: Partial<Schemas['Budget']> = {}): Schemas['Budget'] => ({
  id: 'b',
  scope: 'workspace',
  workbook_id: null,
  column_id: null,
  user_id: null,
  token_id: null,
  name: null,
  period: 'month',
  kind: 'hard',
  limit_usd: 100,
  allow_unknown_prices: false,
  span: '2026-03',
  spent_usd: 0,
  reserved_usd: 0,
  uncertain_usd: 0,
  left_usd: 100,
  share: 0,
  ...more,
})

describe('amounts', () => {
  it('are read as people type them, to the sixth decimal', () => {
    expect(['12.50', '$1,200', ' 0,005 ', '$ 3', '0', '1,234,567.5'].map(readAmount)).toEqual([
      12.5, 1200, 0.005, 3, 0, 1_234_567.5,
    ])
    for (const no of ['', '-1', '1.0000001', 'ten', '1e3', '1.2.3']) expect(readAmount(no)).toBeUndefined()
  })
})

describe('a budget', () => {
  it('says what it is for, and that it is gone when it is', () => {
    expect(subjectWords(budget())).toBe('The whole workspace')
    expect(subjectWords(budget({ scope: 'workbook', name: 'Leads' }))).toBe('Leads')
    expect(subjectWords(budget({ scope: 'user' }))).toBe('A person that is gone')
    expect(subjectWords(budget({ scope: 'token', name: 'wbi_…4f2a' }))).toBe('Rows by wbi_…4f2a')
    expect(limitWords(budget({ period: 'run', limit_usd: 2.5 }))).toBe('$2.50 for each run')
  })

  it('says what happens at the limit', () => {
    expect(effectWords(budget())).toContain('Lookups with an unknown price are not called')
    expect(effectWords(budget({ limit_usd: 0 }))).toContain('No call that costs anything is made')
    expect(effectWords(budget({ kind: 'soft' }))).toContain('It stops nothing')
  })

  it('is near from 80 percent and over at 100', () => {
    expect([79.9, 80, 99.9, 100, 140].map((share) => toneOf(budget({ share })))).toEqual([
      'good',
      'near',
      'near',
      'over',
      'over',
    ])
  })

  it('shows parts that never fill more than its bar', () => {
    const parts = partsOf(budget({ spent_usd: 80, uncertain_usd: 15, reserved_usd: 30 }))
    expect(parts.map(({ share }) => share)).toEqual([80, 15, 5])
    expect(partsOf(budget({ limit_usd: 0, spent_usd: 1 })).map(({ share }) => share)).toEqual([100, 0, 0])
  })

  it('warns with the one that stops most', () => {
    expect(warningWords([budget()])).toBeNull()
    const soft = budget({ kind: 'soft', share: 120, name: null })
    const hard = budget({ share: 84.9, scope: 'workbook', name: 'Leads' })
    expect(warningWords([soft, hard])).toEqual({
      tone: 'near',
      words: 'The budget $100.00 a month for “Leads” is 84% used. 1 more is nearly or wholly used.',
    })
    expect(warningWords([budget({ share: 100 })])?.words).toContain('Calls that cost money are stopped')
  })
})

describe('the budgets that a run draws on', () => {
  const mine = { workbookId: 'w', columnIds: ['c2'], userId: 7 }

  it('are those of the workspace, its workbook, its columns and the user who starts it, the tightest first', () => {
    const all = [
      budget({ id: 'all', left_usd: 9 }),
      budget({ id: 'book', scope: 'workbook', workbook_id: 'w', left_usd: 2 }),
      budget({ id: 'other book', scope: 'workbook', workbook_id: 'x' }),
      budget({ id: 'column', scope: 'column', workbook_id: 'w', column_id: 'c2', left_usd: 5 }),
      budget({ id: 'other column', scope: 'column', workbook_id: 'w', column_id: 'c3' }),
      budget({ id: 'me', scope: 'user', user_id: 7, left_usd: 1 }),
      budget({ id: 'another', scope: 'user', user_id: 8 }),
      budget({ id: 'token', scope: 'token', token_id: 't' }),
    ]
    expect(bindingBudgets(all, mine).map(({ id }) => id)).toEqual(['me', 'book', 'column', 'all'])
  })

  it('are told by what is left of them', () => {
    const left = { left_usd: 3.2, limit_usd: 10 }
    expect(leftWords(budget({ ...left, scope: 'workbook' }))).toBe('This workbook: $3.20 left of $10.00 a month')
    expect(leftWords(budget({ ...left, scope: 'column', name: 'Leads → Email', kind: 'soft' }))).toBe(
      '“Email”: $3.20 left of $10.00 a month (only tells)',
    )
    expect(leftWords(budget({ ...left, period: 'run' }))).toBe('The whole workspace: at most $10.00 for each run')
  })
})
