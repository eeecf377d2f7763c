import { describe, expect, it } from 'vitest'
import { choicesFor, isMeant, withChoice } from './choices.logic.ts'

const SIZES = ['Small', 'Mid-market', 'Enterprise']

describe('the choices of a column', () => {
  it('are narrowed by what is typed, whatever its case: those that begin with it come first', () => {
    expect(choicesFor('m', SIZES, 'select')).toEqual(['Mid-market', 'Small'])
    expect(choicesFor(' ENT ', SIZES, 'select')).toEqual(['Enterprise'])
    expect(choicesFor('tiny', SIZES, 'select')).toEqual([])
    expect(choicesFor('', SIZES, 'select')).toEqual(SIZES)
    expect(withChoice('ent', 'Enterprise', 'select')).toBe('Enterprise')
  })

  it('put the one that is typed in full before those that go on from it', () => {
    const states = ['Open again', 'Reopen', 'Open']
    expect(choicesFor('open', states, 'select')).toEqual(['Open', 'Open again', 'Reopen'])
    expect(choicesFor('Reopen, Open', states, 'multi_select')).toEqual(['Open', 'Open again'])
  })

  it('are taken by Enter for their beginning, so that a value of its own can be typed that one of them holds', () => {
    expect(['Smart', 'Art deco', undefined].map((one) => isMeant(one, ' art', 'select'))).toEqual([false, true, false])
    expect([isMeant('Small', 'Smart, sm', 'multi_select'), isMeant('Small', 'Smart, ', 'multi_select')]).toEqual([
      true,
      false,
    ])
  })

  it('of a cell that takes several are those that are not there yet, and go to what was chosen before', () => {
    expect(choicesFor('Small, ', SIZES, 'multi_select')).toEqual(['Mid-market', 'Enterprise'])
    expect(choicesFor('Small; mid', SIZES, 'multi_select')).toEqual(['Mid-market'])
    expect(withChoice('Small; mid', 'Mid-market', 'multi_select')).toBe('Small, Mid-market')
  })
})
