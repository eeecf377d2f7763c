// The promises of a run told in words and figures.
import { describe, expect, it } from 'vitest'
import { type DoneSample, keepRecent, leftOver, outcomes, recentPace } from './run.logic.ts'
import { byWords, comparisons, costOfRow, rowsWith, scopeWords } from './runs.logic.ts'
import type { Run } from './workbook.shapes.ts'

const run = (more: Partial<Run>): Run => ({ run_id: 'r1', status: 'done', ...more })

describe('a run', () => {
  it('is told by its rows, what it took up, and its columns', () => {
    const nameOf = (id: string) => id.toUpperCase()
    expect(scopeWords(run({ rows: 1, mode: 'failed', column_ids: ['a'] }), nameOf)).toBe(
      '1 row, cells that failed, in A',
    )
    expect(scopeWords(run({ rows: 5000, mode: 'all', column_ids: ['a', 'b', 'c'] }), nameOf)).toBe(
      '5,000 rows, all cells again, in A, B and C',
    )
    expect(scopeWords(run({ rows: 2, mode: 'missing', column_ids: ['a', 'b', 'c', 'd'] }), nameOf)).toBe(
      '2 rows, cells without a value, in 4 columns',
    )
  })

  it('calls what it sent elsewhere delivered, and not found', () => {
    const columns = [
      { id: 'a', type: 'enrichment' },
      { id: 'b', type: 'output' },
    ] as never
    const words = (...column_ids: string[]) => outcomes(run({ column_ids, counts: { complete: 2 } }), columns)[0]?.words
    expect(words('a')).toBe('found')
    expect(words('b')).toBe('delivered')
    expect(words('a', 'b')).toBe('found or delivered')
  })

  it('has something left only where it was ended early, and was not undone', () => {
    const part = { cells: 100, done: 40, counts: { complete: 30, cancelled: 10 } }
    expect(leftOver(run({ ...part, status: 'cancelled' }))).toBe(70)
    expect(leftOver(run({ ...part, status: 'budget_stopped', counts: { complete: 35, budget_stopped: 5 } }))).toBe(65)
    expect(leftOver(run({ ...part, status: 'failed' }))).toBe(70)
    expect(leftOver(run({ ...part, status: 'running' }))).toBe(0)
    expect(leftOver(run({ ...part, status: 'done', done: 100 }))).toBe(0)
    expect(leftOver(run({ ...part, status: 'cancelled', undone_at: '2026-01-01T00:00:00Z' }))).toBe(0)
  })

  it('says which user started it, or that no user did', () => {
    expect(byWords(run({ actor: 'ann', by_itself: false }))).toBe(' by ann')
    expect(byWords(run({ actor: 'ann', by_itself: true }))).toBe(' automatically')
    expect(byWords(run({ actor: null }))).toBe('')
  })

  it('stands beside its estimate only when it has ended', () => {
    const estimate = { to_run: 8, cached: 2, expected_usd: 1.5, low_usd: 1, high_usd: 2, seconds_expected: 90 } as never
    const open = run({ estimate, started_at: '2026-01-01T00:00:00Z', counts: { complete: 7 } })
    expect(comparisons(open)).toEqual([])
    const ended = {
      ...open,
      ended_at: '2026-01-01T00:01:00Z',
      cost_usd: 1.25,
      counts: { complete: 7, error: 1, untouched: 4 },
    }
    expect(comparisons(ended).map(({ expected, actual }) => [expected, actual])).toEqual([
      ['10 cells', '8 cells'],
      ['$1.50 ($1.00 to $2.00)', '$1.25'],
      ['2 minutes', '1 minute'],
    ])
  })

  it('says what a row of a column costs', () => {
    expect(costOfRow({ expected_usd: 0, high_usd: 0 })).toBe('It costs nothing.')
    expect(costOfRow(null)).toContain('as soon as there is a row')
    expect(costOfRow({ expected_usd: 0.02, high_usd: 0.05 })).toBe(
      'A row is expected to cost about $0.02, $0.05 at most.',
    )
  })

  it('leads to the rows of one outcome, of this run and no other', () => {
    const one = rowsWith(run({ column_ids: ['a'] }), 'error')
    expect(one).toEqual({
      and: [
        { field: 'a', on: 'run_id', op: 'eq', value: 'r1' },
        { field: 'a', on: 'status', op: 'eq', value: 'error' },
      ],
    })
    expect(rowsWith(run({ column_ids: ['a', 'b'] }), 'error')).toMatchObject({ or: [one, {}] })
  })

  it('tells its rate and the time left by the last seconds, not by those before', () => {
    let samples: DoneSample[] = []
    const see = (second: number, done: number) => {
      samples = keepRecent(samples, { at: second * 1000, done })
    }
    see(0, 0)
    expect(recentPace(samples, 400, 1000)).toBeNull()
    // 300 at once, then two a second.
    for (let second = 1; second <= 30; second++) see(second, 300 + second * 2)
    expect(recentPace(samples, 400, 30_000)).toEqual({ rate: 2, eta_seconds: 20 })
    expect(samples.length).toBeLessThan(13)
    // It stands still.
    for (let second = 31; second <= 45; second++) see(second, 360)
    expect(recentPace(samples, 400, 45_000)).toEqual({ rate: 0, eta_seconds: null })
  })
})
