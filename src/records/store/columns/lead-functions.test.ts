// Promises of the functions that know about leads; those of the others are tested beside the engine's language.
import { describe, expect, test } from 'vitest'
import { signatureOf } from '../../../engine/formula/functions.ts'
import { compute } from '../../../engine/formula/sample.fixture.ts'
import { readDepartment, readSeniority } from '../../../providers/names/job-title.ts'
import { FORMULA_FUNCTIONS } from './formula-table.logic.ts'
import { LEAD_FUNCTIONS } from './lead-functions.logic.ts'

describe('every function does what its documentation says', () => {
  for (const fn of LEAD_FUNCTIONS) {
    test(signatureOf(fn), () => {
      expect(fn.says).toMatch(/^[^\n]{5,200}[.]$/)
      expect(fn.examples.length).toBeGreaterThan(0)
      for (const [source, value] of fn.examples)
        expect([source, compute(source, {}, FORMULA_FUNCTIONS)]).toEqual([source, { ok: true, value }])
      const blank = compute(`${fn.name}({{x}})`, { x: null }, FORMULA_FUNCTIONS)
      expect(blank).toEqual({ ok: true, value: null })
      const odd = compute(`${fn.name}({{x}})`, { x: '\u0000 ((( @@ ' }, FORMULA_FUNCTIONS)
      expect(odd.ok).toBe(true)
    })
  }
})

test.each([
  ['CEO', 'c_suite', 'executive'],
  ['Co-Founder & CTO', 'founder', 'engineering'],
  ['Founder', 'founder', 'executive'],
  ['VP of Sales', 'vp', 'sales'],
  ['Senior Vice President, Human Resources', 'vp', 'human_resources'],
  ['Head of Growth Marketing', 'head', 'marketing'],
  ['Director, Software Engineering', 'director', 'engineering'],
  ['Senior Data Scientist', 'senior', 'data'],
  ['Account Executive', undefined, 'sales'],
  ['Customer Success Manager', 'manager', 'customer_success'],
  ['Vertriebsleiter', undefined, 'sales'],
  ['Geschäftsführerin', 'c_suite', 'executive'],
  ['Marketing Intern', 'intern', 'marketing'],
  ['Executive Assistant to the CEO', 'entry', 'executive'],
  ['IT Manager', 'manager', 'it'],
  ['Chief Financial Officer', 'c_suite', 'finance'],
  ['General Counsel', undefined, 'legal'],
  ['Plumber', undefined, undefined],
  ['', undefined, undefined],
])('%s', (title, seniority, department) => {
  expect([readSeniority(title), readDepartment(title)]).toEqual([seniority, department])
})
