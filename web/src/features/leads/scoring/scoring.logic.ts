// Scoring rules as the editor holds them.
import type { Schemas } from '../../../api/shapes.ts'
import type { FilterField } from '../../columns/filters/fields.logic.ts'
import type { CustomField, LeadField } from '../leads.logic.ts'

export function rulesOf({ fit, intent, weights, tiers }: Schemas['Scoring']): Schemas['ScoringRulesInput'] {
  return { fit, intent, weights, tiers }
}

const SORTS: Partial<Record<string, FilterField['sort']>> = {
  number: 'number',
  currency: 'number',
  date: 'date',
  datetime: 'instant',
}

/** What a condition can compare: the fields, and the values of a workspace's own. */
export function scoringFields(fields: readonly LeadField[], custom: readonly CustomField[]): FilterField[] {
  const own = custom.map(({ field, name }): FilterField => ({ id: field, name, computed: false, sort: 'text' }))
  const known = fields.map(
    ({ name, label, type, options }): FilterField => ({
      id: name,
      name: label,
      computed: false,
      ...(options ? { sort: 'choice', options } : { sort: SORTS[type] ?? 'text' }),
    }),
  )
  return [...known, ...own]
}

/** An id that no rule has. */
export function freshId({ fit, intent }: Schemas['ScoringRulesInput']): string {
  const taken = new Set([...fit, ...intent].map(({ id }) => id))
  for (let number = 1; ; number++) if (!taken.has(`rule-${number}`)) return `rule-${number}`
}
