// Where a run goes on: by the ids of actions, whatever was changed in the rule meanwhile.
import { describe, expect, it } from 'vitest'
import type { StepRecord } from '../actions/action.ts'
import type { Action } from '../actions/registry.ts'
import { allActions, levelsOf, numberActions } from '../actions/tree.logic.ts'
import { idsBefore, nextStep } from './path.logic.ts'

const notify = (title: string, id?: number) => ({ kind: 'notify', to: 'admins', title, ...(id && { id }) }) as Action
const branch = (yes: Action[], otherwise: Action[], id?: number) =>
  ({ kind: 'branch', condition: { and: [] }, yes, no: otherwise, ...(id && { id }) }) as Action
const outcome = (of: number, if_failed: string, on_failure: Action[] = []) =>
  ({ kind: 'await_outcome', of, timeout_hours: 1, if_failed, on_failure }) as Action

const done = (output: StepRecord['output'] = {}): StepRecord => ({ status: 'done', output, error: null })
const next = (actions: Action[], path: Record<number, StepRecord>) => {
  const step = nextStep(numberActions(actions), new Map(Object.entries(path).map(([id, one]) => [Number(id), one])))
  return step.kind === 'do' ? step.action.id : step
}

describe('ids of actions', () => {
  it('are numbers in the order of the rule where none is given, and else new ones that were never used', () => {
    const ids = (actions: Action[], last?: number) => allActions(numberActions(actions, last)).map(({ id }) => id)
    expect(ids([notify('a'), branch([notify('b')], [notify('c')]), notify('d')])).toEqual([1, 2, 3, 4, 5])
    expect(ids([notify('new'), notify('a', 1), branch([notify('new')], [], 2)], 7)).toEqual([8, 1, 2, 9])
    expect(levelsOf([branch([branch([notify('a')], [])], [])])).toBe(2)
  })
})

describe('a run goes on', () => {
  const tree = [notify('a'), branch([notify('b'), notify('c')], [notify('d')]), notify('e')]
  it.each([
    ['with the first action', {}, 1],
    ['into the way that was taken', { 1: done(), 2: done({ way: 'yes' }) }, 3],
    ['into the other way', { 1: done(), 2: done({ way: 'no' }) }, 5],
    ['after the branch when its way is done', { 1: done(), 2: done({ way: 'no' }), 5: done() }, 6],
    ['with the action that waits', { 1: { status: 'waiting', output: {}, error: null } as StepRecord }, 1],
    ['nowhere when all is done', { 1: done(), 2: done({ way: 'no' }), 5: done(), 6: done() }, { kind: 'end' }],
  ])('%s', (_, path, wanted) => {
    expect(next(tree, path)).toEqual(wanted)
  })

  it('after the last action on record, and never with one that was put before it since', () => {
    const path = { 1: done(), 2: done() }
    expect(next([notify('new', 4), notify('a', 1), notify('b', 2), notify('c', 3)], path)).toBe(3)
    // The action at which it waited is gone.
    expect(next([notify('a', 1), notify('c', 3)], path)).toBe(3)
    expect(next([notify('c', 3), notify('b', 2), notify('a', 1)], path)).toEqual({ kind: 'end' })
  })

  it.each([
    ['continue', 4],
    ['end', { kind: 'end' }],
    ['fail', expect.objectContaining({ kind: 'fail', words: 'Action 1 failed: no answer' })],
  ])('after a failure as the rule says: %s', (if_failed, wanted) => {
    const rule = [notify('a'), outcome(1, if_failed, [notify('sorry')]), notify('c')]
    const failed: Record<number, StepRecord> = {
      1: { status: 'failed', output: { outcome: 'failed' }, error: 'no answer' },
      2: done({ outcome: 'failed', error: 'no answer' }),
    }
    expect(next(rule, failed)).toBe(3)
    expect(next(rule, { ...failed, 3: done() })).toEqual(wanted)
  })

  it('with an action that failed and is tried again', () => {
    expect(next([notify('a'), notify('b')], { 1: { status: 'failed', output: null, error: 'x' } })).toBe(1)
  })
})

it('an action may refer to what may have been done before it, and not to the other way of its branch', () => {
  const before = idsBefore(numberActions([notify('a'), branch([notify('b')], [notify('c')]), notify('d')]))
  expect([...(before.get(4) ?? [])]).toEqual([1, 2])
  expect([...(before.get(5) ?? [])]).toEqual([1, 2, 3, 4])
})
