import { describe, expect, it } from 'vitest'
import type { ColumnTestResult } from './evals.schema.ts'
import { changeOf, isAsExpected, outcomeOf } from './expectations.logic.ts'

const exact = (value: unknown) => ({ value, how: 'exact' as const })
const result = (outcome: ColumnTestResult['outcome']) => ({ outcome }) as ColumnTestResult

describe('an expectation', () => {
  it('is met by the same answer, whatever its case and the blanks around it, and by nothing else', () => {
    expect(isAsExpected(exact('Large '), ' large')).toBe(true)
    expect(isAsExpected(exact('large'), 'larger')).toBe(false)
    expect(isAsExpected(exact(5), '5')).toBe(true)
    expect(isAsExpected(exact(true), false)).toBe(false)
    expect(isAsExpected(exact({ a: 1, b: [2] }), { b: [2], a: 1 })).toBe(true)
    expect(isAsExpected(exact(['a']), 'a')).toBe(false)
  })

  it('of nothing is met by nothing only, however it is compared', () => {
    for (const how of ['exact', 'contains', 'number'] as const) {
      expect(isAsExpected({ value: null, how }, null)).toBe(true)
      expect(isAsExpected({ value: '', how }, 'x')).toBe(false)
      expect(isAsExpected({ value: 'x', how }, null)).toBe(false)
    }
  })

  it('can be a part of the text, or a number that may be a little off', () => {
    expect(isAsExpected({ value: 'steel', how: 'contains' }, 'Makes Steel pipes')).toBe(true)
    expect(isAsExpected({ value: 'steel', how: 'contains' }, 'Makes iron pipes')).toBe(false)
    const about = { value: 1000, how: 'number' as const, tolerance: 50 }
    expect([951, '1050', 1051, 'many'].map((got) => isAsExpected(about, got))).toEqual([true, true, false, false])
    expect(isAsExpected({ value: 0.3, how: 'number' }, 0.1 + 0.2)).toBe(true)
  })
})

describe('a pinned test', () => {
  const expected = { size: exact('large'), staff: { value: 10, how: 'number' as const } }
  const row = { status: 'complete', reason: null, fields: { size: 'large', staff: 10 } }

  it('says which answers are wrong, and does not blame a prompt for what was never answered', () => {
    expect(outcomeOf(expected, row)).toEqual({ outcome: 'passed', wrong: [] })
    expect(outcomeOf(expected, { ...row, fields: { size: 'large' } })).toEqual({ outcome: 'failed', wrong: ['staff'] })
    expect(outcomeOf({ size: exact(null) }, { ...row, status: 'not_found', fields: null }).outcome).toBe('passed')
    expect(outcomeOf(expected, { ...row, status: 'error', reason: 'unmapped' }).outcome).toBe('failed')
    for (const [status, reason] of [
      ['error', 'vendor_error'],
      ['skipped', 'no_key'],
      ['throttled', null],
    ] as const)
      expect(outcomeOf(expected, { status, reason, fields: null }).outcome).toBe('not_asked')
  })

  it('gets better or worse only between two runs that were judged', () => {
    expect(changeOf(result('passed'), result('failed'))).toBe('better')
    expect(changeOf(result('failed'), result('passed'))).toBe('worse')
    expect(changeOf(result('passed'), result('passed'))).toBeNull()
    expect(changeOf(result('failed'), result('not_asked'))).toBeNull()
    expect(changeOf(result('failed'), null)).toBeNull()
  })
})
