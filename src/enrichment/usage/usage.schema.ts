// Wire shapes of how providers were used.
import { type Static, Type } from 'typebox'
import { listOf, PageQuery } from '../../platform/http/paging.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

const UsageItem = Type.Object(
  {
    day: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
      description: 'Of UTC; null when days are added up.',
    }),
    provider: Type.Union([Type.String(), Type.Null()], { description: 'Null when providers are added up.' }),
    calls: count('Calls without the cache: hits, misses and errors together.'),
    hits: count('Calls that found something.'),
    misses: count('Calls that answered cleanly that there is nothing.'),
    errors: count('Calls that failed, or with an unknown outcome.'),
    cached: count('Questions answered from the cache, without a call.'),
    cost_usd: Type.Number({ minimum: 0, description: 'Of the calls whose price is known.' }),
    unpriced: count('Calls with an unknown price.'),
  },
  { $id: 'UsageItem' },
)
export type UsageItem = Static<typeof UsageItem>

export const UsageList = listOf(UsageItem, 'UsageList')

const Day = (description: string) => Type.Optional(Type.String({ format: 'date', description }))

export const UsageQuery = Type.Object({
  from: Day('First day; 30 days before the last one unless given.'),
  to: Day('Last day; today unless given.'),
  group: Type.Unsafe<'day' | 'provider' | 'day_provider'>({
    type: 'string',
    enum: ['day', 'provider', 'day_provider'],
    default: 'day',
    description: 'One item per day, newest first; per provider; or per day and provider.',
  }),
  ...PageQuery,
})
export type UsageQuery = Static<typeof UsageQuery>
