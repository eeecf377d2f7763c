// Wire shapes of models and their prices.
import { type Static, Type } from 'typebox'

const Usd = Type.Number({ minimum: 0, maximum: 10_000, description: 'US dollars for a million tokens.' })
const ModelId = Type.String({
  pattern: '^[a-z0-9-]+/[^\\s]{1,190}$',
  examples: ['ollama/llama3.2'],
  description: 'Such as `openai/…` or `ollama/…`.',
})

export const ModelItem = Type.Object(
  {
    id: ModelId,
    vendor: Type.String(),
    vendor_name: Type.String(),
    input_usd: Type.Union([Type.Number(), Type.Null()], {
      description: 'For a million tokens; null is unknown, never free.',
    }),
    output_usd: Type.Union([Type.Number(), Type.Null()]),
    price_source: Type.Unsafe<'workspace' | 'own' | 'unknown'>({
      type: 'string',
      enum: ['workspace', 'own', 'unknown'],
      description: '`workspace`: entered here; `own`: it runs on a machine of one’s own, at no price.',
    }),
    listed: Type.Boolean({ description: 'The vendor lists it now; false for one that only has a price.' }),
  },
  { $id: 'ModelItem' },
)
export type ModelItem = Static<typeof ModelItem>

export const ModelList = Type.Object(
  {
    items: Type.Array(ModelItem),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
    vendors: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        configured: Type.Boolean(),
        problem: Type.Union([Type.String(), Type.Null()], { description: 'Why its models could not be listed.' }),
      }),
    ),
  },
  { $id: 'ModelList' },
)

export const ModelPriceUpdate = Type.Object(
  { model: ModelId, input_usd: Usd, output_usd: Usd },
  { $id: 'ModelPriceUpdate', additionalProperties: false },
)
export const ModelQuery = Type.Object({ model: ModelId })

export const ModelPriceResponse = Type.Object(
  { model: Type.String(), input_usd: Usd, output_usd: Usd, changed_at: Type.String({ format: 'date-time' }) },
  { $id: 'ModelPrice' },
)
