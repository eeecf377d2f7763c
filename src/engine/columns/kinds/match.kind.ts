// A column that says which lead, or which row of another workbook, a row is.
import { type Static, Type } from 'typebox'
import { Common, choice, Enriched, Required, TemplateText } from '../column-parts.schema.ts'
import { refsOf } from '../template-parts.ts'
import { ASKING_EFFECTS, defineCustomKind, mapRecord, mapRequired } from './column-kind.ts'

/** What two are compared by, in the names of lead fields. */
export const MATCH_VALUES = [
  'company',
  'domain',
  'email',
  'phone',
  'contact_person',
  'linkedin_url',
  'address',
  'city',
  'postcode',
  'state',
  'country',
  'date_of_birth',
  'external_id',
] as const

/** What an answer has, the name first. */
export const MATCH_OUTPUTS = ['name', 'lead_id', 'entity_id', 'row_id', 'probability', 'why'] as const

export const MatchColumn = Type.Object(
  {
    ...Common,
    type: Type.Literal('match'),
    against: Type.Union(
      [
        Type.Object({ kind: Type.Literal('leads') }, { description: 'The lead store.' }),
        Type.Object({
          kind: Type.Literal('workbook'),
          workbook_id: Type.String({
            format: 'uuid',
            description: 'Another workbook, whose input columns are read by their names and types. It is only read.',
          }),
        }),
      ],
      { description: 'Where the match is searched.' },
    ),
    of: choice(['company', 'person'], 'company', 'What a row is.'),
    values: Type.Record(Type.String({ pattern: `^(${MATCH_VALUES.join('|')})$` }), TemplateText, {
      minProperties: 1,
      description: `What is known of the row, by name: ${MATCH_VALUES.join(', ')}.`,
    }),
    min_probability: Type.Number({
      minimum: 0.5,
      maximum: 1,
      default: 0.9,
      description: 'Less likely ones are no match.',
    }),
    output: Type.Optional(
      Type.Unsafe<(typeof MATCH_OUTPUTS)[number]>({
        type: 'string',
        enum: [...MATCH_OUTPUTS],
        description: 'What becomes the value. Absent: all, as an object.',
      }),
    ),
    required: Required,
    ...Enriched,
  },
  {
    $id: 'MatchColumn',
    description:
      'A column that matches each row with a lead or with a row of another workbook. A shared identifier decides first; otherwise ' +
      'all fields that agree and differ are weighed. When two candidates are equally good there is no ' +
      'match, and the cell names both. Free. An answer is `stale` as soon as what it names changes or goes, or another comes that it could be; ' +
      'it is matched again when the column runs.',
  },
)

export type MatchColumn = Static<typeof MatchColumn>

export const match = defineCustomKind({
  schema: MatchColumn,
  filled_by: 'itself',
  says: 'which lead, or which row of another workbook, a row is',
  words: { short: 'match', long: 'Match' },
  offer: {
    place: 40,
    label: 'Match',
    note: 'Which lead, or which row of another workbook, a row is, however it is written',
    search_words: 'same duplicate entity identity lookup fuzzy link',
    icon: 'waypoints',
    column_name: 'Match',
  },
  effects: {
    ...ASKING_EFFECTS,
    against: 'answer',
    of: 'answer',
    values: 'answer',
    min_probability: 'answer',
    output: 'answer',
    required: 'answer',
  },
  mapTemplates: (column, rewrite) => ({
    ...column,
    values: mapRecord(['values'], column.values, rewrite),
    ...mapRequired(column.required, rewrite),
  }),
  target: ({ against }) => against.kind,
  target_words: { leads: 'Match with leads', '*': 'Match with a workbook' },
  needs: ({ values }) => ({ required: [], any: refsOf(Object.values(values)) }),
  output: ({ output }) => output ?? null,
})
