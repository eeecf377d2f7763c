// Scoring rules: those a workspace starts with, and what makes rules wrong.
import { checkFilter } from '../../engine/filter/filter-check.ts'
import type { FieldError } from '../../kernel/errors.ts'
import { isLeadField } from '../../records/lead-facts/lead-field.logic.ts'
import type { ScoringRules } from './scoring.schema.ts'

export const DEFAULT_RULES: ScoringRules = {
  fit: [
    {
      id: 'decides',
      name: 'Decides on purchases',
      filter: {
        or: ['chief', 'ceo', 'cto', 'cfo', 'coo', 'founder', 'owner', 'president', 'head of', 'director', 'vp'].map(
          (value) => ({ field: 'contact_title', op: 'contains' as const, value }),
        ),
      },
      points: 30,
    },
    { id: 'industry', name: 'Industry is known', filter: { field: 'specialization', op: 'not_empty' }, points: 15 },
    { id: 'size', name: 'Size is known', filter: { field: 'company_size', op: 'not_empty' }, points: 15 },
    {
      id: 'email',
      name: 'Email address is valid',
      filter: { field: 'email_status', op: 'eq', value: 'valid' },
      points: 20,
    },
    {
      id: 'reachable',
      name: 'Has an email address or phone number',
      filter: {
        or: [
          { field: 'email', op: 'not_empty' },
          { field: 'phone', op: 'not_empty' },
        ],
      },
      points: 20,
    },
    { id: 'dead', name: 'Is given up', filter: { field: 'status', op: 'eq', value: 'dead' }, points: -100 },
  ],
  intent: [
    { id: 'funding', name: 'Raised money', kind: 'funding', points: 40, half_life_days: 60 },
    { id: 'hiring', name: 'Is hiring', kind: 'hiring', points: 30, half_life_days: 30 },
    { id: 'job_change', name: 'Changed jobs', kind: 'job_change', points: 30, half_life_days: 45 },
    { id: 'other', name: 'Anything else that happened', kind: '*', points: 15, half_life_days: 30 },
  ],
  weights: { fit: 0.6, intent: 0.4 },
  tiers: { hot: 70, warm: 45, cold: 20 },
}

/** All that is wrong with rules, with its place in the body. */
export function problemsOf({ fit, intent, weights, tiers }: ScoringRules): FieldError[] {
  const problems: FieldError[] = []
  const add = (loc: (string | number)[], msg: string, input: unknown) =>
    problems.push({ loc: ['body', ...loc], type: 'value_error', msg, input })
  const ids = new Set<string>()
  for (const [list, rules] of [['fit', fit] as const, ['intent', intent] as const])
    rules.forEach(({ id }, index) => {
      if (ids.has(id)) add([list, index, 'id'], `Two rules have the id "${id}"`, id)
      ids.add(id)
    })
  fit.forEach(({ filter }, index) => {
    for (const { loc, ...problem } of checkFilter(filter, isLeadField))
      problems.push({ ...problem, loc: ['body', 'fit', index, 'filter', ...loc] })
  })
  const kinds = new Set<string>()
  intent.forEach(({ kind }, index) => {
    if (kinds.has(kind)) add(['intent', index, 'kind'], `Two rules are about "${kind}"`, kind)
    kinds.add(kind)
  })
  if (weights.fit + weights.intent === 0) add(['weights'], 'At least one of the weights must be above 0', weights)
  if (!(tiers.hot > tiers.warm && tiers.warm > tiers.cold))
    add(['tiers'], 'hot must be above warm, and warm above cold', tiers)
  return problems
}

/** The weights scaled so that they sum to 1. */
export function sharesOf({ weights }: Pick<ScoringRules, 'weights'>): { fit: number; intent: number } {
  const sum = weights.fit + weights.intent
  return { fit: weights.fit / sum, intent: weights.intent / sum }
}
