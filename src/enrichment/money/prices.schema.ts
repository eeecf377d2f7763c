// Wire shapes of what a workspace pays for lookups.
import { type Static, Type } from 'typebox'

const UnitPrice = Type.Union([Type.Number(), Type.Null()], {
  description: 'US dollars per billed call, at most 6 decimals; null is unknown, which is not free.',
})
const Rule = Type.String({ description: 'free, on_hit, on_verified, per_call or vendor_reports.' })

export const LookupPrice = Type.Object(
  {
    id: Type.String({ description: 'The lookup.' }),
    price_usd: UnitPrice,
    billing_rule: Rule,
    source: Type.Unsafe<'catalogue' | 'workspace'>({
      type: 'string',
      enum: ['catalogue', 'workspace'],
      description: 'Whether the price is the one of the catalog or was set in this workspace.',
    }),
    catalogue: Type.Object(
      { price_usd: UnitPrice, billing_rule: Rule },
      { description: 'What holds once nothing is set.' },
    ),
    rules: Type.Array(Type.String(), {
      description: 'The billing rules that may be set for it; none where it is free.',
    }),
    changed_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  },
  { $id: 'LookupPrice' },
)
export type LookupPrice = Static<typeof LookupPrice>

export const PriceUpdate = Type.Object(
  {
    price_usd: Type.Number({
      minimum: 0,
      maximum: 10_000,
      multipleOf: 0.000001,
      description: 'US dollars per billed call, at most 6 decimals.',
    }),
    billing_rule: Type.Optional(
      Type.String({ maxLength: 40, description: 'One of `rules`; the rule of the catalog unless given.' }),
    ),
  },
  { $id: 'PriceUpdate', additionalProperties: false },
)
export type PriceUpdate = Static<typeof PriceUpdate>
