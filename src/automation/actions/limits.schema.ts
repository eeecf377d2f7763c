// What a rule may do at most: runs, rows, money, and rules in a row.
import { type Static, Type } from 'typebox'

const limitFields = {
  per_hour: Type.Integer({
    default: 100,
    minimum: 1,
    maximum: 1_000_000,
    description: 'The most runs that begin in an hour. What is more waits.',
  }),
  max_rows: Type.Integer({
    default: 1_000,
    minimum: 1,
    maximum: 10_000,
    description: 'The most rows that one action may run.',
  }),
  usd_per_day: Type.Number({
    default: 10,
    minimum: 0,
    maximum: 1_000_000,
    description: 'The most its runs may spend in a day (UTC).',
  }),
  max_depth: Type.Integer({
    default: 3,
    minimum: 0,
    maximum: 10,
    description:
      'The longest chain of rules that may lead to the event, this rule included. 0: only events of users and other programs.',
  }),
}
export const Limits = Type.Object(limitFields, { $id: 'AutomationLimits', additionalProperties: false })
export type Limits = Static<typeof Limits>
export const USUAL_LIMITS: Limits = { per_hour: 100, max_rows: 1_000, usd_per_day: 10, max_depth: 3 }
