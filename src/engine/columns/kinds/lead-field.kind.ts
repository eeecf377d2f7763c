// A column that shows a field of the lead of its row.
import { type Static, Type } from 'typebox'
import { Common } from '../column-parts.schema.ts'
import { defineKind } from './column-kind.ts'

export const LeadFieldColumn = Type.Object(
  {
    ...Common,
    type: Type.Literal('lead_field'),
    field: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Name of a field of leads (`GET /api/meta/lead-fields`).',
    }),
  },
  {
    $id: 'LeadFieldColumn',
    description:
      'A column that shows a field of the lead that the row is linked to, and follows when it changes. Rows of workbooks made over ' +
      'the lead store and of synced ones (`sync_to_leads`) are linked; on others the cell is `not_found`.',
  },
)

export type LeadFieldColumn = Static<typeof LeadFieldColumn>

export const leadField = defineKind({
  schema: LeadFieldColumn,
  filled_by: 'cells',
  says: 'a field of the lead of the row',
  words: { short: 'field of the lead', long: 'Field of the lead' },
  offer: {
    place: 30,
    label: 'Field of the lead',
    note: 'Shown from the lead store, and follows it',
    search_words: 'crm contact company person',
    icon: 'contact',
    // The field that is chosen names it.
    column_name: '',
  },
  bound: true,
  effects: null,
  mapTemplates: (column) => column,
})
