// Scoring rules as the editor holds them.
import type { Schemas } from '../../../api/shapes.ts'
import type { FilterField } from '../../columns/filters/fields.logic.ts'
import type { LeadField } from '../leads.logic.ts'

export function rulesOf({ fit, intent, weights, tiers }: Schemas['Scoring']): Schemas['ScoringRulesInput'] {
  return { fit, intent, weights, tiers }
}

const SORTS: Partial<Record<string, FilterField['sort']>> = {
  number: 'number',
  currency: 'number',
  date: 'date',
  datetime: 'instant',
}

/** What a condition can compare. */
export function scoringFields(fields: readonly LeadField[]): FilterField[] {
  return fields.map(({ name, label, type, options }) => ({
    id: name,
    name: label,
    computed: false,
    ...(options ? { sort: 'choice', options } : { sort: SORTS[type] ?? 'text' }),
  }))
}

/** An id that no rule has. */
export function freshId({ fit, intent }: Schemas['ScoringRulesInput']): string {
  const taken = new Set([...fit, ...intent].map(({ id }) => id))
  for (let number = 1; ; number++) if (!taken.has(`rule-${number}`)) return `rule-${number}`
}
