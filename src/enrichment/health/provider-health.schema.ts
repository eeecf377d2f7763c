// Wire shapes of how the providers of a workspace are doing.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'

export const PERIODS = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const
export type Period = keyof typeof PERIODS

const Moment = Type.String({ format: 'date-time' })
const count = (description: string) => Type.Integer({ minimum: 0, description })

const Figures = {
  calls: count('Calls without the cache: hits, misses, errors and requests to wait together.'),
  hits: count('Calls that found something.'),
  misses: count('Calls that answered cleanly that there is nothing.'),
  errors: count('Calls that failed, or with an unknown outcome.'),
  throttled: count('Calls that the provider answered with a request to come back later.'),
  cached: count('Questions answered from the cache, without a call.'),
  hit_rate: nullable(Type.Number({ minimum: 0, maximum: 1 }), 'Hits among clean answers; null without any.'),
  error_rate: nullable(Type.Number({ minimum: 0, maximum: 1 }), 'Errors among calls; null without any.'),
  p50_ms: nullable(Type.Integer(), 'Half of the calls took at most so long.'),
  p95_ms: nullable(Type.Integer(), 'Of twenty calls, nineteen took at most so long.'),
  last_at: nullable(Moment, 'When it was last called in this period.'),
  last_error: nullable(
    Type.Object({
      at: Moment,
      reason: nullable(Type.String(), 'The class of failure.'),
      detail: nullable(Type.String(), 'In words.'),
    }),
    'The newest failure in this period.',
  ),
}

const ProviderClosed = Type.Object(
  {
    kind: Type.Unsafe<'throttled' | 'circuit_open'>({
      type: 'string',
      enum: ['throttled', 'circuit_open'],
      description: '`throttled`: it asked to wait; `circuit_open`: it refused the key or failed repeatedly.',
    }),
    reason: nullable(Type.String(), 'The class of failure.'),
    detail: Type.String(),
    since: Moment,
    until: nullable(Moment, 'Then one call tries whether it is well again. Null: when the key changes.'),
    trials: count('How often it stayed closed after such a call.'),
  },
  { $id: 'ProviderClosed' },
)

export const ProviderHealth = Type.Object(
  {
    account: Type.String({ description: 'The account that calls are made with, shared by all of its lookups.' }),
    label: Type.String(),
    integration_id: nullable(Type.String(), 'The integration whose key it takes.'),
    state: Type.Unsafe<'well' | 'throttled' | 'circuit_open'>({
      type: 'string',
      enum: ['well', 'throttled', 'circuit_open'],
      description: '`well`: it is active.',
    }),
    closed: nullable(ProviderClosed, 'Why it is paused; null when it is active.'),
    ...Figures,
    lookups: Type.Array(Type.Object({ id: Type.String(), label: Type.String(), ...Figures }, { $id: 'LookupHealth' })),
  },
  { $id: 'ProviderHealth' },
)
export type ProviderHealth = Static<typeof ProviderHealth>

export const ProviderHealthList = Type.Object(
  {
    items: Type.Array(ProviderHealth),
    next_cursor: nullable(Type.String()),
    from: nullable(Moment, 'The start of the figures; later than requested where there were very many calls.'),
    is_cut: Type.Boolean({
      description: 'There were more attempts than are read; the figures are of the newest.',
    }),
  },
  { $id: 'ProviderHealthList' },
)
export type ProviderHealthList = Static<typeof ProviderHealthList>

export const HealthQuery = Type.Object({
  period: Type.Unsafe<Period>({ type: 'string', enum: Object.keys(PERIODS), default: '24h' }),
})
