// The shape of everything that is held about a person.
import { type Static, Type } from 'typebox'
import { Lead, LeadTimeline } from '../../lead-facts/lead.schema.ts'

const Free = Type.Record(Type.String(), Type.Unknown())

export const HeldRecords = Type.Object(
  {
    generated_at: Type.String({ format: 'date-time' }),
    lead: Lead,
    facts: Type.Array(
      Type.Object({ field: Type.String(), value: Type.Unknown(), source: Type.Union([Free, Type.Null()]) }),
      { description: 'Every value with where it is from.' },
    ),
    timeline: Type.Array(LeadTimeline.properties.items.items),
    rows: Type.Array(
      Type.Object({
        workbook_id: Type.String(),
        workbook: Type.String(),
        row_id: Type.String(),
        values: Free,
        cells: Type.Array(
          Type.Object({ column: Type.String(), value: Type.Unknown(), source: Type.Union([Free, Type.Null()]) }),
        ),
      }),
      { description: 'Rows of workbooks that are linked to the person or hold their address or profile.' },
    ),
    lookups: Type.Array(
      Type.Object({
        provider: Type.String(),
        at: Type.String({ format: 'date-time' }),
        outcome: Type.Union([Type.String(), Type.Null()]),
      }),
      { description: 'Providers that were called for these rows.' },
    ),
    others: Type.Array(Type.Object({ title: Type.String(), items: Type.Array(Free) }), {
      description:
        'Data in other parts of the service: claims, calls to providers with their answers, signals, sequences with their ' +
        'basis, messages, and in how many other places the person is named.',
    }),
    is_complete: Type.Boolean({ description: 'False when there are more than a thousand rows.' }),
  },
  { $id: 'HeldAboutPerson' },
)
export type HeldRecords = Static<typeof HeldRecords>
