// Wire shapes of the figures of a sequence.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'

const Rate = Type.Object({
  count: Type.Integer(),
  rate: nullable(Type.Number(), 'Share of the messages sent; null before the first.'),
  low: nullable(Type.Number(), 'With 95 % certainty it is not below.'),
  high: nullable(Type.Number(), 'With 95 % certainty it is not above.'),
})
export type Rate = Static<typeof Rate>
const Figures = {
  sent: Type.Integer(),
  replied: Rate,
  bounced: Rate,
  unsubscribed: Rate,
  complained: Rate,
}
const Variant = Type.Object({ variant_id: Type.String(), weight: Type.Integer(), ...Figures })

export const SequenceStats = Type.Object(
  {
    enrolled: Type.Integer(),
    by_status: Type.Record(Type.String(), Type.Integer()),
    total: Type.Object(Figures),
    uncertain: Type.Integer(),
    blocked: Type.Integer(),
    steps: Type.Array(
      Type.Object({
        step_id: Type.String(),
        step_number: Type.Integer(),
        ...Figures,
        variants: Type.Array(Variant),
        conclusion: Type.String({ description: 'Whether the variants differ by more than chance, in a sentence.' }),
        is_significant: Type.Boolean(),
      }),
    ),
  },
  { $id: 'SequenceStats' },
)
