import { describe, expect, it } from 'vitest'
import { choicesFor, isTyping, withChoice } from './choices.logic.ts'

const SIZES = ['Small', 'Mid-market', 'Enterprise']

describe('the choices of a column', () => {
  it('are narrowed by what is typed, whatever its case: those that begin with it come first', () => {
    expect(choicesFor('m', SIZES, 'select')).toEqual(['Mid-market', 'Small'])
    expect(choicesFor(' ENT ', SIZES, 'select')).toEqual(['Enterprise'])
    expect(choicesFor('tiny', SIZES, 'select')).toEqual([])
    expect(choicesFor('', SIZES, 'select')).toEqual(SIZES)
    expect(withChoice('ent', 'Enterprise', 'select')).toBe('Enterprise')
  })

  it('of a cell that takes several are those that are not there yet, and go to what was chosen before', () => {
    expect(choicesFor('Small, ', SIZES, 'multi_select')).toEqual(['Mid-market', 'Enterprise'])
    expect(choicesFor('Small; mid', SIZES, 'multi_select')).toEqual(['Mid-market'])
    expect(withChoice('Small; mid', 'Mid-market', 'multi_select')).toBe('Small, Mid-market')
    expect([isTyping('Small, ', 'multi_select'), isTyping('Small, m', 'multi_select')]).toEqual([false, true])
  })
})
