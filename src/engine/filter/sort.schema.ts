// The order of rows as callers write it: one shape for queries, views and exports.
import { Type } from 'typebox'
import { FILTER_FACETS, type FilterFacet, SYSTEM_FIELDS } from './filter.schema.ts'

export const MAX_SORTS = 5

export interface Sort {
  /** A column id or a system field. */
  field: string
  on?: FilterFacet
  dir: 'asc' | 'desc'
}

export const SortSchema = Type.Unsafe<Sort>({
  $id: 'Sort',
  type: 'object',
  description:
    'Numbers come before text, and text is ordered by its first 100 characters, without case, letters with their accents beside those ' +
    'without, and numbers inside it by their value (`Item 2` before `Item 10`); a list or an object by its JSON. ' +
    'Blank values are last in both directions, and equal rows are in the order of the workbook.',
  additionalProperties: false,
  required: ['field'],
  properties: {
    field: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: `A column id or one of ${SYSTEM_FIELDS.join(', ')}.`,
      examples: ['$position'],
    },
    on: {
      type: 'string',
      enum: [...FILTER_FACETS],
      description: 'What of an enriched cell to order by, or `invalid`; `value` when absent.',
    },
    dir: { type: 'string', enum: ['asc', 'desc'], default: 'asc' },
  },
})

export const SortsSchema = Type.Array(SortSchema, {
  maxItems: MAX_SORTS,
  description: 'The first decides, the next one among equals. Empty or absent: the order of the workbook.',
})
