// Rules of acceptance that people write, and free guesses before any provider is paid.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ColumnConfig } from '../columns/columns.schema.ts'
import { planSpec } from '../columns/columns.ts'
import { guessProblem } from '../columns/free-guess.ts'
import type { WaterfallColumn } from '../columns/kinds/waterfall.kind.ts'
import { acceptFormulaProblem, holdsFor } from './accept-formula.ts'
import type { Answer } from './answer.ts'

const answer = (values: Answer['values'], more: Partial<Answer> = {}): Answer => ({
  step_id: 's',
  provider: 'p',
  value: values.email ?? null,
  values,
  confidence: 0.7,
  confidence_by_field: {},
  places_by_field: {},
  verified: false,
  verdict: null,
  rejected: false,
  origin: { method: 'api', license: 'unknown' },
  evidence: null,
  cached: false,
  ...more,
})

describe('accepting by a formula', () => {
  it('reads the fields of the answer and what is said of it, in any case', () => {
    const rule = 'AND({{Employee_Count}} > 10, {{confidence}} >= 0.5)'
    expect(holdsFor(rule, answer({ employee_count: 11 }))).toBe(true)
    expect(holdsFor(rule, answer({ employee_count: 11 }, { confidence: 0.4 }))).toBe(false)
    expect(holdsFor(rule, answer({ employee_count: 9 }))).toBe(false)
    expect(holdsFor(rule, answer({}))).toBe(false)
    expect(holdsFor('{{verified}}', answer({}, { verified: true }))).toBe(true)
    expect(holdsFor('{{value}} = "a@b.c"', answer({ email: 'a@b.c' }))).toBe(true)
  })

  it('refuses a text that is no formula, fields that no provider gives, and rules that depend on the time', () => {
    expect(acceptFormulaProblem('{{email}} <> ""', ['email'])).toBeNull()
    for (const wrong of ['{{email}} >', '{{nobody}} = 1', 'NOW() > 1', 'FETCH("http://x")'])
      expect(acceptFormulaProblem(wrong, ['email']), wrong).not.toBeNull()
  })

  it('says yes or no to any answer and never fails', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (values, text) => {
        for (const rule of ['{{value}} > 3', '{{email}}.a = "x"', '1 / {{confidence}} > 0', text])
          expect(typeof holdsFor(rule, answer(values as Answer['values']))).toBe('boolean')
      }),
    )
  })
})

const company: ColumnConfig = { id: 'c1', name: 'Domain', type: 'input', input_type: 'text' }
const finders: WaterfallColumn = {
  id: 'c2',
  name: 'Mail',
  type: 'waterfall',
  output: 'work_email',
  free_guess: true,
  steps: [
    { provider: 'paid', inputs: { domain: '{{Domain}}', full_name: '{{Name}}' } },
    { provider: 'dear', inputs: { email: '{{Domain}}' } },
  ],
}
const plan = (column: WaterfallColumn) => planSpec(column, [company, column], { max_providers: 2 })

describe('a free guess', () => {
  it('goes before every provider, is kept only if it is verified, and takes no provider’s place', () => {
    const spec = plan(finders)
    expect(spec?.steps.map(({ id, provider, verifies }) => [id, provider, verifies])).toEqual([
      ['free-guess', 'email-pattern', undefined],
      ['free-guess+email-verifier', 'email-verifier', 'free-guess'],
      ['paid', 'paid', undefined],
      ['dear', 'dear', undefined],
    ])
    expect(spec?.steps[0]).toMatchObject({
      accept: { kind: 'verified' },
      inputs: { company_domain: {}, full_name: {} },
    })
    expect(spec?.max_providers).toBe(3)
    const own = plan({ ...finders, verify: { provider: 'checker', input: 'address' } })
    expect(own?.steps[1]).toMatchObject({ provider: 'checker', value_input: 'address' })
  })

  it('is made only where it can be: for an address, by a domain and a name, once', () => {
    expect(guessProblem(finders)).toBeNull()
    expect(guessProblem({ ...finders, output: 'phone' })).toContain('work_email')
    expect(guessProblem({ ...finders, steps: finders.steps.slice(1) })).toContain('nothing to guess by')
    const already = { ...finders, steps: [{ provider: 'email-pattern', inputs: {} }, ...finders.steps] }
    expect(plan(already)?.steps.map(({ id }) => id)).toEqual(['email-pattern', 'paid', 'dear'])
    expect(plan({ ...finders, free_guess: false })?.steps).toHaveLength(2)
  })
})
