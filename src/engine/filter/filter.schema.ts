// The filter tree: one shape for rows, views, run scopes, run conditions, exports and automations.
import { Type } from 'typebox'

export const FILTER_OPS = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'in',
  'not_in',
  'is_empty',
  'not_empty',
] as const

export const FILTER_FACETS = [
  'value',
  'status',
  'reason',
  'error_class',
  'provider',
  'confidence',
  'cost_usd',
  'license',
  'run_id',
  'updated_at',
  'invalid',
] as const

export const SYSTEM_FIELDS = ['$row_id', '$position', '$created_at', '$updated_at', '$lead_id', '$source'] as const

export type FilterOp = (typeof FILTER_OPS)[number]
export type FilterFacet = (typeof FILTER_FACETS)[number]
export type FilterScalar = string | number | boolean

export interface FilterLeaf {
  /** A column id or a system field. */
  field: string
  on?: FilterFacet
  op: FilterOp
  /** A scalar; a list of scalars for `in` and `not_in`; absent for `is_empty` and `not_empty`. */
  value?: FilterScalar | FilterScalar[]
}

export type Filter = { and: Filter[] } | { or: Filter[] } | { not: Filter } | FilterLeaf

/**
 * The wire shape. It is loose about which members go together, so that an error names the one wrong member instead of
 * every alternative; `checkFilter` says the rest. Refers to itself by name: publish it as the component `Filter`.
 */
export const FilterSchema = Type.Unsafe<Filter>({
  $id: 'Filter',
  type: 'object',
  description:
    'A condition on rows: `{and: [...]}`, `{or: [...]}`, `{not: {...}}` or `{field, on?, op, value?}`. ' +
    'At most 8 levels and 100 comparisons. Text compares without case; two sides that both look like plain decimal ' +
    'numbers compare as numbers; a list matches when any item does; `ne`, `not_contains` and `not_in` are exactly the ' +
    'opposite of `eq`, `contains` and `in`, so they match empty cells.',
  additionalProperties: false,
  properties: {
    and: { type: 'array', items: { $ref: 'Filter' }, description: 'All of them. An empty list matches every row.' },
    or: { type: 'array', items: { $ref: 'Filter' }, description: 'Any of them. An empty list matches no row.' },
    not: { $ref: 'Filter' },
    field: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: `A column id or one of ${SYSTEM_FIELDS.join(', ')}.`,
    },
    on: {
      type: 'string',
      enum: [...FILTER_FACETS],
      description:
        'What of an enriched cell to compare; `value` when absent. A cell that was never run is empty in all. `invalid` is of ' +
        'columns that people fill: why a value does not fit the type (`not_a_number` …), empty for one that does; so ' +
        '`not_empty` finds all that do not. It is no condition of a column.',
    },
    op: { type: 'string', enum: [...FILTER_OPS] },
    value: {
      description:
        'Text, number or boolean; a list of 1 to 1000 of them for `in` and `not_in`; absent for `is_empty` and ' +
        '`not_empty`. Times are compared with a date or an RFC 3339 date-time, and by `gt`, `gte`, `lt` and `lte` also with ' +
        'so many days before now: `-P30D`; so are the dates in a column, by their days in UTC.',
    },
  },
})
