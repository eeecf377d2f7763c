import { describe, expect, it } from 'vitest'
import { follow } from './running-work.ts'

const event = (type: string, more: object = {}) => ({
  type,
  ts: '',
  workspace_id: 'w',
  workbook_id: 'b',
  run_id: 'r',
  ...more,
})
const shown = (events: ReturnType<typeof event>[]) =>
  events.reduce(follow, [] as ReturnType<typeof follow>).filter((one) => !one.over)

describe('running work', () => {
  it('is not brought back by progress told after the end', () => {
    expect(shown([event('run.progress', { done: 1, total: 9 })])).toMatchObject([{ done: 1, total: 9 }])
    expect(shown([event('run.progress'), event('run.cancelled'), event('run.progress', { done: 2 })])).toEqual([])
  })

  it('comes back when a paused run goes on', () => {
    expect(
      shown([event('run.paused'), event('run.resumed', { total: 9 }), event('run.progress', { done: 2 })]),
    ).toMatchObject([{ done: 2, total: 9 }])
  })
})
