// The wire shapes of asking for rows.
import { type Static, Type } from 'typebox'
import { FilterSchema } from '../../engine/filter/filter.schema.ts'
import { SortsSchema } from '../../engine/filter/sort.schema.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { CorrectedSearch, IsPartial, OfView, WorkbookLeadRow } from '../store/rows/row.schema.ts'

const MAX_PAGE = 5000

export const SearchText = Type.String({
  maxLength: 1000,
  description:
    'Only rows that hold every word of this text, in any order and any value, without case and accents; words in quotation marks together.',
})

const ViewId = Type.String({
  maxLength: 100,
  description:
    'A view to start from: its filter counts as well, its search and its order where the request has no other.',
})

/** Which rows; the members of every body that selects rows by what is in them. */
export const WhichRows = {
  view_id: Type.Optional(ViewId),
  filter: Type.Optional(FilterSchema),
  search: Type.Optional(SearchText),
}

export const RowsQuery = Type.Object(
  {
    ...WhichRows,
    sort: Type.Optional(SortsSchema),
    columns: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        maxItems: 500,
        description: 'Only these columns in `data`, `enrichments` and `lead`. Absent: all.',
      }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 100, description: 'Rows in the answer.' }),
    page: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'By number instead of by cursor, from 1. Under a filter, a search or an order the rows before it are passed over one by one.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        maxLength: 6000,
        description: 'The `next_cursor` of an answer to the same question; of another one it is refused (422).',
      }),
    ),
  },
  { $id: 'RowsQuery' },
)

export const FoundRows = Type.Object(
  {
    items: Type.Array(WorkbookLeadRow),
    next_cursor: nullable(Type.String()),
    is_partial: Type.Optional(IsPartial),
    query_total_rows: nullable(
      Type.Integer({ description: 'Rows that match the query; null when that is not known without counting.' }),
    ),
    corrected_search: CorrectedSearch,
    ...OfView,
  },
  { $id: 'WorkbookFoundRows' },
)

export const RowsCount = Type.Object(
  {
    ...WhichRows,
    up_to: Type.Integer({
      minimum: 1,
      maximum: 10_000_000,
      default: 10_000,
      description: 'Count no further than this.',
    }),
    cursor: Type.Optional(
      Type.String({ maxLength: 6000, description: 'The `next_cursor` of an earlier answer, to count on.' }),
    ),
  },
  { $id: 'RowsCount' },
)

export const RowsCounted = Type.Object(
  {
    count: Type.Integer(),
    is_exact: Type.Boolean({ description: 'False when there are more than were counted, or may be.' }),
    next_cursor: nullable(
      Type.String({
        description:
          'Counting stopped because it takes long: send this to continue; `count` then includes the rows counted before.',
      }),
    ),
  },
  { $id: 'RowsCounted' },
)

export const WorkbookPageQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 }),
  page_size: Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 100 }),
  cursor_mode: Type.Boolean({
    default: false,
    description: 'Walk by cursor: begin without one, then send the `next_cursor` of each answer; `page` is ignored.',
  }),
  cursor: Type.Optional(Type.String({ maxLength: 6000, description: 'The `next_cursor` of an earlier answer.' })),
  view_id: Type.Optional(ViewId),
  search: Type.Optional(SearchText),
  filter: Type.Optional(Type.String({ maxLength: 100_000, description: 'A filter as JSON text (see `Filter`).' })),
  sort: Type.Optional(Type.String({ maxLength: 10_000, description: 'A list of `Sort` as JSON text.' })),
})

export const RowsDelete = Type.Object(
  {
    row_ids: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        description: '1 to 5000 ids; an id of a deleted row is no error.',
      }),
    ),
    ...WhichRows,
    expected_count: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'With a filter, search or view: how many rows it stands for. When that is not the number by now, nothing is ' +
          'deleted (409, with the number as `count`).',
      }),
    ),
  },
  {
    $id: 'RowsDelete',
    additionalProperties: false,
    description: 'Either `row_ids`, or what matches: `filter`, `search` and `view_id` together.',
  },
)
export type RowsDelete = Static<typeof RowsDelete>

export type RowsQuery = Static<typeof RowsQuery>
export type RowsCount = Static<typeof RowsCount>
export type WorkbookPageQuery = Static<typeof WorkbookPageQuery>
