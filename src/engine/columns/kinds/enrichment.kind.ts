// A column that calls one provider of the catalog.
import { type Static, Type } from 'typebox'
import { AcceptRule, Common, Enriched, StepInputs } from '../column-parts.schema.ts'
import { ASKING_EFFECTS, defineKind, mapRecord } from './column-kind.ts'

export const EnrichmentColumn = Type.Object(
  {
    ...Common,
    type: Type.Literal('enrichment'),
    provider: Type.String({ minLength: 1, maxLength: 100, description: 'Id of a lookup in the catalog.' }),
    output: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The output field to keep. Absent: the whole answer as an object, for use as `{{Name.field}}`.',
      }),
    ),
    inputs: StepInputs,
    accept: Type.Optional(AcceptRule),
    ...Enriched,
  },
  { $id: 'EnrichmentColumn', description: 'A column that calls one provider.' },
)

export type EnrichmentColumn = Static<typeof EnrichmentColumn>

export const enrichment = defineKind({
  schema: EnrichmentColumn,
  filled_by: 'catalog',
  says: 'one provider',
  words: { short: 'one provider', long: 'One provider' },
  effects: { ...ASKING_EFFECTS, provider: 'answer', output: 'answer', inputs: 'answer', accept: 'answer' },
  mapTemplates: (column, rewrite) => ({ ...column, inputs: mapRecord(['inputs'], column.inputs, rewrite) }),
})
