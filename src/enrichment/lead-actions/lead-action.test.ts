// What a lead waterfall takes: all that a column takes, but for what a job of leads does not do.
import { expect, test } from 'vitest'
import { compileChecker } from '../../platform/http/checks/validate.ts'
import { LeadActionWrite } from './lead-action.schema.ts'

test('exploration is refused: a job of leads keeps no budget for it', () => {
  const waterfall = {
    id: 'about',
    name: 'About',
    output: 'description',
    into: { description: 'description' },
    steps: [{ provider: 'said', inputs: { key: '{{Company}}' } }],
  }
  const faultsOf = (more: object) =>
    compileChecker(LeadActionWrite).read({ waterfalls: [{ ...waterfall, ...more }] }, 'body', {
      odd: true,
      flat: false,
    }).errors
  expect(faultsOf({})).toEqual([])
  expect(faultsOf({ explore: { percent: 10, usd_per_month: 1 } })).toMatchObject([
    { type: 'extra_forbidden', loc: ['body', 'waterfalls', 0, 'explore'] },
  ])
})
