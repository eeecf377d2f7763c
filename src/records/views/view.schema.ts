// The wire shapes of saved views.
import { type Static, Type } from 'typebox'
import { FilterSchema } from '../../engine/filter/filter.schema.ts'
import { SortSchema, SortsSchema } from '../../engine/filter/sort.schema.ts'
import { SHARING_SCOPES, type SharingScope } from '../../identity/sharing.logic.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { SearchText } from '../filters/query.schema.ts'
import { TotalKind } from '../filters/totals.schema.ts'

const ColumnIds = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 500, description })
const Name = Type.String({ minLength: 1, maxLength: 200 })

/** Levels of groups under the first. */
const MAX_SUBGROUPS = 2

const Scope = Type.Unsafe<SharingScope>({
  type: 'string',
  enum: [...SHARING_SCOPES],
  description:
    '`personal`: only its creator sees it. `shared`: every member sees it, members who can edit the workbook can change it. ' +
    '`locked`: every member sees it, its creator and admins can change it.',
})

const ColourRule = Type.Object(
  {
    filter: FilterSchema,
    colour: Type.String({ minLength: 1, maxLength: 40, description: 'A color by name or as #rrggbb.' }),
    column_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'The cells to color. Absent: the whole row.' }),
    ),
  },
  { $id: 'ViewColourRule', description: 'Rows that match get a color; the first rule that matches counts.' },
)

const config = {
  filter: Type.Optional(nullable(FilterSchema)),
  search: Type.Optional(nullable(SearchText)),
  sort: Type.Optional(SortsSchema),
  group: Type.Optional(nullable(SortSchema)),
  subgroups: Type.Optional(
    Type.Array(SortSchema, {
      maxItems: MAX_SUBGROUPS,
      description: 'What the groups are grouped by in turn, the outer one first. Counts only together with `group`.',
    }),
  ),
  column_order: Type.Optional(ColumnIds('Columns in the order of the view; the others follow as in the workbook.')),
  hidden: Type.Optional(ColumnIds('Columns that are not shown.')),
  pinned: Type.Optional(ColumnIds('Columns that stay in sight at the left.')),
  widths: Type.Optional(
    Type.Record(Type.String({ maxLength: 200 }), Type.Integer({ minimum: 20, maximum: 2000 }), {
      description: 'Pixels by column id.',
    }),
  ),
  row_height: Type.Optional(
    Type.Unsafe<'short' | 'medium' | 'tall' | 'extra_tall'>({
      type: 'string',
      enum: ['short', 'medium', 'tall', 'extra_tall'],
    }),
  ),
  totals: Type.Optional(
    Type.Record(Type.String({ maxLength: 200 }), TotalKind, {
      description: 'The total under each column, by column id; see `POST …/rows/totals`.',
    }),
  ),
  colour_rules: Type.Optional(Type.Array(ColourRule, { maxItems: 50 })),
}

const ViewConfig = Type.Object(config)
export type ViewConfig = Static<typeof ViewConfig>

export const ViewCreate = Type.Object(
  { name: Name, scope: Type.Optional(Scope), ...config },
  { $id: 'ViewCreate', description: 'Without a scope it is personal.' },
)

export const ViewUpdate = Type.Object(
  { name: Type.Optional(Name), scope: Type.Optional(Scope), ...config },
  { $id: 'ViewUpdate', description: 'What is absent stays; a filter, a search or a group of null is taken away.' },
)

export const ViewDuplicate = Type.Object(
  { name: Type.Optional(Name) },
  {
    $id: 'ViewDuplicate',
    description: 'The copy is personal. Without a name it gets the name of the view with "copy" added.',
  },
)

export const ViewResponse = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    scope: Scope,
    made_by: nullable(Type.Integer({ description: 'The user who made it.' })),
    ...config,
    warnings: Type.Array(Type.String(), {
      description: 'What of the view no longer counts, such as a condition on a column that was deleted.',
    }),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'WorkbookView' },
)

export const ViewList = Type.Object(
  {
    items: Type.Array(ViewResponse),
    next_cursor: nullable(Type.String({ description: 'Always null: there are few.' })),
  },
  { $id: 'WorkbookViewList' },
)

export type ViewCreate = Static<typeof ViewCreate>
export type ViewUpdate = Static<typeof ViewUpdate>
export type ViewResponse = Static<typeof ViewResponse>
