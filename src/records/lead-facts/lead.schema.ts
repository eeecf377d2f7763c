// The wire shapes of leads.
import { type Static, type TSchema, Type } from 'typebox'
import { FilterSchema } from '../../engine/filter/filter.schema.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { listOf, PageQuery } from '../../platform/http/paging.ts'
import { SearchText } from '../filters/query.schema.ts'
import { CorrectedSearch, Provenance } from '../store/rows/row.schema.ts'
import { LEAD_FIELDS, LEAD_KINDS, LEAD_STATUSES, type LeadField, MAX_ITEMS } from './lead-field.logic.ts'
import { KEY_KINDS } from './lead-keys.logic.ts'
import { EXISTING, type ExistingPolicy } from './merge.logic.ts'

const oneOf = <T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...(description !== undefined && { description }) })

const MAX_SAFE = Number.MAX_SAFE_INTEGER
const LeadId = Type.Integer({ minimum: 1, maximum: MAX_SAFE })
export const LeadPath = Type.Object({ lead_id: LeadId })

function shapeOf({ type, max, options }: LeadField): TSchema {
  if (options) return oneOf(options)
  if (type === 'multi_select') return Type.Array(Type.String({ minLength: 1, maxLength: max }), { maxItems: MAX_ITEMS })
  if (type === 'number') return Type.Number({ minimum: 0, maximum: 100 })
  return type === 'json' ? Type.Record(Type.String(), Type.Unknown()) : Type.String({ maxLength: max })
}

const shown = Object.fromEntries(
  LEAD_FIELDS.map((field) => [field.name, nullable(shapeOf(field), field.description)]),
) as Record<string, TSchema>
const written = Object.fromEntries(Object.entries(shown).map(([name, schema]) => [name, Type.Optional(schema)]))

export const Lead = Type.Object(
  {
    id: LeadId,
    ...shown,
    provenance: Type.Record(Type.String(), Provenance, { description: 'Where each value came from, by field.' }),
    entity_id: nullable(
      Type.String(),
      'The company or person that the lead is one record of (`GET /api/entities/{entity_id}`); null until it was compared.',
    ),
    merged_into: nullable(
      Type.Integer(),
      'The lead that stands for this one since the two were merged: lists show that one, and both answer with the same values.',
    ),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Lead', description: 'A company or a person; what is not known is null.' },
)

export const LeadList = Type.Object(
  {
    ...listOf(Lead, 'LeadList').properties,
    total: nullable(
      Type.Integer(),
      'How many leads match the query; null when that is not known without counting, and where there are more than are counted.',
    ),
    total_at_least: nullable(
      Type.Integer(),
      'Of more than 10,000 leads that match a query no more are counted: 10,000 then, else null.',
    ),
    corrected_search: CorrectedSearch,
  },
  { $id: 'LeadList' },
)

export const existingOf = (description: string) =>
  Type.Unsafe<ExistingPolicy>({ type: 'string', enum: [...EXISTING], default: 'overwrite', description })

const part = (description: string) => Type.Optional(nullable(Type.String({ maxLength: 500 }), description))

export const LeadUpsert = Type.Object(
  {
    ...written,
    first_name: part('Joined with the other parts of the name to `contact_person`, unless that is sent as well.'),
    middle_name: part('A part of the name.'),
    infix: part('A part of the name, as `van der`.'),
    last_name: part('A part of the name.'),
    second_last_name: part('A part of the name.'),
    name_prefix: part('An academic title. A salutation is kept in `custom`.'),
    name_suffix: part('A part of the name, as `Jr.` or `PhD`.'),
    house_number: part('A part of `address`.'),
    address_line_2: part('A part of `address`.'),
    postcode: part('A part of `address`; without a street it is kept in `custom`.'),
    existing: existingOf(
      'What happens to an existing lead: sent values replace its own, only fill missing ones, or the lead is left as it is. ' +
        'Lists grow, `custom` is merged by name.',
    ),
  },
  { $id: 'LeadUpsert', description: 'A null is no value: it clears nothing.' },
)

export const LeadUpdate = Type.Object(written, {
  $id: 'LeadUpdate',
  description:
    'What is absent stays; null clears. Lists are replaced whole; of `custom` the names sent are changed, and null takes one away.',
})

export const LeadSaved = Type.Object(
  {
    outcome: oneOf(['created', 'updated', 'unchanged']),
    matched_by: nullable(oneOf(KEY_KINDS), 'The key that matched the lead; null for a new one.'),
    lead: Lead,
  },
  { $id: 'LeadSaved' },
)

export const StatusChange = Type.Object(
  {
    status: oneOf(LEAD_STATUSES),
    note: Type.Optional(
      nullable(Type.String({ maxLength: 2000 }), 'Kept in the timeline. `@` and a username notifies that member.'),
    ),
  },
  { $id: 'LeadStatusChange' },
)

const filterText = Type.String({
  maxLength: 100_000,
  description: 'A filter as JSON text (see `Filter`); fields by name.',
})

export const WhichLeads = {
  search: Type.Optional(SearchText),
  filter: Type.Optional(filterText),
  status: Type.Optional(oneOf(LEAD_STATUSES, 'Only leads of this status.')),
  kind: Type.Optional(oneOf(LEAD_KINDS, 'Only leads of this kind.')),
}

export const LeadsQuery = Type.Object({
  ...WhichLeads,
  sort: Type.Optional(
    Type.String({ maxLength: 10_000, description: 'A list of `Sort` as JSON text; newest first when absent.' }),
  ),
  ...PageQuery,
  cursor: Type.Optional(Type.String({ maxLength: 6000, description: 'The `next_cursor` of the page before.' })),
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'By number instead of by cursor, from 1: the leads before it are passed over one by one.',
    }),
  ),
  count: Type.Boolean({
    default: false,
    description: 'Counts the leads that match the query, up to 10,000 (`total`, `total_at_least`).',
  }),
})

export const FacetsQuery = Type.Object({
  ...WhichLeads,
  fields: Type.Optional(
    Type.String({
      maxLength: 1000,
      description:
        'Names of fields with a comma between them, such as `city,custom.Plan`. When absent, a handful of fields and the names in `custom` that most leads have.',
    }),
  ),
  limit: Type.Integer({ default: 20, minimum: 1, maximum: 100, description: 'Values of each field.' }),
})

export const LeadFacets = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        field: Type.String(),
        values: Type.Array(
          Type.Object({ value: Type.Unknown(), count: Type.Integer(), filter: Type.Optional(FilterSchema) }),
          { description: 'The most frequent first; each with the filter that finds its leads.' },
        ),
        blank: Type.Integer({ description: 'Leads without a value.' }),
        more: Type.Boolean({ description: 'There are more values than requested.' }),
      }),
    ),
    is_estimate: Type.Boolean({
      description:
        'Whether only a part of the leads was counted, because there are very many, and the counts scaled up to all.',
    }),
    next_cursor: Type.Null(),
  },
  { $id: 'LeadFacets' },
)

export const CustomFieldList = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        field: Type.String({ description: 'As filters, orders and facets name it.' }),
        name: Type.String({ description: 'Its name in `custom`.' }),
        leads: Type.Integer({ description: 'Leads that have a value under it.' }),
      }),
    ),
    is_estimate: Type.Boolean({ description: 'Whether only a part of the leads was counted, as in facets.' }),
    next_cursor: Type.Null(),
  },
  { $id: 'CustomFieldList' },
)

const Counts = Type.Record(Type.String(), Type.Integer())

export const LeadStats = Type.Object(
  {
    total: Type.Integer(),
    by_kind: Counts,
    by_status: Counts,
    by_score_tier: Counts,
    with_email: Type.Integer(),
    with_phone: Type.Integer(),
    with_domain: Type.Integer(),
    average_score: nullable(Type.Number()),
    added_last_7_days: Type.Integer(),
  },
  { $id: 'LeadStats' },
)

export const SimilarQuery = Type.Object({
  limit: Type.Integer({
    default: 10,
    description: 'Leads in the answer: 1 to 100. A number outside is moved into that range.',
  }),
})

export const SimilarLeads = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        match: oneOf(['specialization', 'city'], 'What they have in common: the first of the two that they share.'),
        score: Type.Number({ description: '0 to 1; more that agrees is more.' }),
        lead: Lead,
      }),
    ),
    next_cursor: Type.Null(),
  },
  { $id: 'SimilarLeads' },
)

const LeadChange = Type.Object(
  {
    id: Type.String(),
    kind: oneOf(['created', 'updated', 'status', 'note']),
    fields: Type.Array(Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() }), {
      description: 'What changed. Long text is cut.',
    }),
    note: nullable(Type.String()),
    source: Type.Record(Type.String(), Type.Unknown(), {
      description: '`kind` is `api`, `import`, `workbook`, `undo` or `service`; with the ids of what it names.',
    }),
    actor: nullable(
      Type.Object({ user_id: nullable(Type.Integer()), name: Type.String() }),
      'Null: the service itself.',
    ),
    at: Type.String({ format: 'date-time' }),
  },
  { $id: 'LeadChange' },
)
export const LeadTimeline = listOf(LeadChange, 'LeadTimeline')

export const EraseQuery = Type.Object({
  merged: Type.Boolean({ default: false, description: 'Whether the records that were merged with it are erased too.' }),
})

export const LeadErased = Type.Object(
  {
    erased: Type.Boolean(),
    rows: Type.Integer({ description: 'Rows of workbooks that went with it.' }),
    cache_entries: Type.Integer({ description: 'Answers and pages kept of it.' }),
    suppressed_keys: Type.Integer({
      description: 'Hashes that identify it, so that it is refused when it comes again.',
    }),
    to_decide: Type.Array(
      Type.Object({
        what: Type.String({ description: 'For example `view`, `column`, `row`, `sequence`.' }),
        id: Type.String(),
        workbook_id: Type.Union([Type.String(), Type.Null()]),
      }),
      {
        description:
          'What still names the person because others wrote it for a purpose of their own, such as a formula or the name of a ' +
          'view, or rows with the same full name and nothing else of the person. Look at each and change or delete it. At most ' +
          '200 of a kind.',
      },
    ),
  },
  { $id: 'LeadErased' },
)

export const LeadFieldList = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        type: Type.String({ description: 'As the `input_type` of input columns.' }),
        description: Type.String(),
        options: Type.Optional(Type.Array(Type.String())),
        max_length: nullable(Type.Integer()),
        identifies: Type.Boolean({ description: 'Whether it identifies leads.' }),
        joins: Type.Boolean({
          description: 'Whether several columns of a file may go to it: parts of it, or several e-mail addresses.',
        }),
      }),
    ),
    next_cursor: Type.Null(),
  },
  { $id: 'LeadFieldList' },
)

/** As stored, and as answered: every field, null where the lead has no value. */
export type LeadRecord = Record<string, unknown> & {
  id: number
  provenance: Record<string, object>
  entity_id: string | null
  merged_into: number | null
  created_at: string
  updated_at: string
}
export type LeadUpsert = { existing: ExistingPolicy } & Record<string, unknown>
export type LeadUpdate = Record<string, unknown>
export type StatusChange = Static<typeof StatusChange>
export type LeadsQuery = Static<typeof LeadsQuery>
export type FacetsQuery = Static<typeof FacetsQuery>

export const LeadRelatives = Type.Object(
  {
    company: nullable(Lead, 'Of a person: the company with the same domain.'),
    people: Type.Array(Lead, { description: 'People with the same domain, colleagues of a person.' }),
  },
  { $id: 'LeadRelatives' },
)
