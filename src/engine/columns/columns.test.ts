// One plan for every enriched column.
import { describe, expect, it } from 'vitest'
import type { ColumnConfig } from './columns.schema.ts'
import { planSpec, renameReferences, withIds } from './columns.ts'

const company: ColumnConfig = { id: 'c1', name: 'Company', type: 'input', input_type: 'text' }
const waterfall: ColumnConfig = {
  id: 'c2',
  name: 'Domain',
  type: 'waterfall',
  output: 'domain',
  steps: [
    { provider: 'guess', inputs: { name: '{{company}}' } },
    { provider: 'paid', inputs: { name: '{{Company}} {{Gone}}' }, enabled: false },
    { provider: 'guess', inputs: { name: 'x' } },
  ],
}

describe('the plan of a column', () => {
  it('has no steps for a column that people fill', () => {
    expect(planSpec(company, [company], { max_providers: 8 })).toBeNull()
  })

  it('makes a waterfall of one step out of an enrichment', () => {
    const column: ColumnConfig = {
      id: 'c3',
      name: 'Site',
      type: 'enrichment',
      provider: 'site',
      inputs: { url: '{{DOMAIN}}' },
    }
    expect(planSpec(column, [company, waterfall, column], { max_providers: 8 })).toMatchObject({
      column_id: 'c3',
      output: null,
      accept: { kind: 'any' },
      steps: [{ id: 'site', provider: 'site', inputs: { url: { parts: [{ column_id: 'c2', path: [] }] } } }],
    })
  })

  it('keeps the order of the steps, leaves out those switched off, and takes the limit of the workspace', () => {
    const spec = planSpec(waterfall, [company, waterfall], { max_providers: 8 })
    expect(spec?.steps.map((step) => step.id)).toEqual(['guess', 'guess-2'])
    expect(spec?.max_providers).toBe(8)
    expect(planSpec({ ...waterfall, max_providers: 0 }, [], { max_providers: 8 })?.max_providers).toBe(0)
  })

  it('gives every step an id of its own', () => {
    const ids = withIds([{ provider: 'a' }, { id: 'a', provider: 'b' }, { provider: 'a' }]).map((step) => step.id)
    expect(new Set(ids).size).toBe(3)
    expect(ids[1]).toBe('a')
  })
})

it('a renamed column is renamed in every step', () => {
  const renamed = renameReferences(waterfall, 'Company', 'Firm', (name) => name.toLowerCase() === 'company')
  expect(renamed.type === 'waterfall' && renamed.steps.map((step) => step.inputs.name)).toEqual([
    '{{Firm}}',
    '{{Firm}} {{Gone}}',
    'x',
  ])
})
