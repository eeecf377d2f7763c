// The wire shapes of rows, their enriched cells, and one page of a workbook.
import { type Static, Type } from 'typebox'
import { ResearchEvidence } from '../../../engine/columns/kinds/research.kind.ts'
import { INVALID_REASONS } from '../../../engine/filter/invalid-value.ts'
import { CELL_STATUSES } from '../../../engine/values/row.ts'
import { nullable } from '../../../platform/http/checks/nullable.ts'
import { WorkbookResponse } from '../workbook.schema.ts'

const Free = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

export const Provenance = Type.Object(
  {
    source: Type.Optional(nullable(Type.String())),
    provider: Type.Optional(nullable(Type.String())),
    method: Type.Optional(
      nullable(Type.String({ description: 'api, crawl, registry, inferred, ai, manual or import.' })),
    ),
    source_url: Type.Optional(nullable(Type.String())),
    license: Type.Optional(
      nullable(
        Type.String({
          description:
            'CC0-1.0, CC-BY-4.0, CC-BY-SA-4.0, ODbL-1.0, OGL-3.0, public-record, scraped, proprietary-api, ' +
            'user-provided, inferred or unknown.',
        }),
      ),
    ),
    attribution: Type.Optional(nullable(Type.String())),
    confidence: Type.Optional(nullable(Type.Number())),
    fetched_at: Type.Optional(nullable(Type.String({ format: 'date-time' }))),
    expires_at: Type.Optional(nullable(Type.String({ format: 'date-time' }))),
    run_id: Type.Optional(nullable(Type.String())),
  },
  { $id: 'Provenance', additionalProperties: true, description: 'Where a fact came from and under which license.' },
)

const EnrichmentOverlay = Type.Object(
  {
    value: Type.Unknown({ description: 'Of a cell being worked on, or whose last try failed, the value before.' }),
    status: Type.Unsafe<string>({ type: 'string', enum: [...CELL_STATUSES] }),
    provenance: nullable(Provenance),
    research: nullable(ResearchEvidence),
    provider: nullable(Type.String()),
    reason: nullable(
      Type.String({
        description:
          'Why it was skipped, failed or is stale, as a word: a stale cell keeps its value and says `input_changed`, `settings_changed` or `expired`.',
      }),
    ),
    detail: nullable(Type.String({ description: 'The same in words.' })),
    error: nullable(Type.Object({ class: Type.String(), message: Type.String() })),
    test: Type.Optional(
      Type.Literal(true, {
        description: 'Made up by a test run, or computed from what was: no fact. Absent otherwise.',
      }),
    ),
    confidence: nullable(Type.Number({ description: '0 to 1.' })),
    cost_usd: nullable(Type.Number({ description: 'Null is unknown: a provider with an unknown price was called.' })),
    run_id: nullable(Type.String()),
    updated_at: nullable(Type.String({ format: 'date-time' })),
    resumes_at: Type.Optional(
      Type.String({ format: 'date-time', description: 'When a throttled or waiting cell continues.' }),
    ),
  },
  { $id: 'EnrichmentOverlay', description: 'One computed cell.' },
)

export const WorkbookLeadRow = Type.Object(
  {
    row_id: Type.String(),
    position: Type.Number({ description: 'The order of rows; not dense.' }),
    data: Free("The row's own values by column id."),
    enrichments: Type.Record(Type.String(), EnrichmentOverlay, {
      description: 'Computed cells by column id; a column that never ran on this row has none.',
    }),
    lead: Free(
      'The linked record of the lead store, or the values of `data` under lead-field names (company, domain, website, ' +
        'email, phone, contact_person, contact_title, city, state, country …), found by column name and type.',
    ),
    invalid: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          'Values of `data` that do not fit the type of their column, by column id, with the reason: ' +
          `${INVALID_REASONS.join(', ')}. They are kept as they came. Absent when all fit.`,
      }),
    ),
    lead_id: nullable(Type.Integer()),
    entity_id: nullable(Type.String(), 'The company or person that its lead is one record of.'),
    source: nullable(Free('The source of the row: provider, record_id, fetched_at.')),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'WorkbookLeadRow' },
)

/** What a response says of the requested view. */
export const IsPartial = Type.Boolean({
  description:
    'True when the search for rows reached its time limit: the page may have fewer rows than ' +
    'asked for, or none, and `next_cursor` continues after the last row that was read.',
})

export const CorrectedSearch = nullable(
  Type.String(),
  'What was searched for instead, where nothing holds the words of `search` and something has a word that differs by a letter.',
)

export const OfView = {
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description: 'What of the view no longer counts, such as a condition on a deleted column.',
    }),
  ),
  index: Type.Optional(
    Type.Unsafe<'none' | 'building' | 'ready'>({
      type: 'string',
      enum: ['none', 'building', 'ready'],
      description:
        'With a view: `ready` when its index is complete, `building` while it is being built and rows still come from a scan ' +
        'of the workbook, `none` where no index is needed or there are too many views.',
    }),
  ),
}

export const WorkbookWithLeadsResponse = Type.Object(
  {
    workbook: WorkbookResponse,
    rows: Type.Array(WorkbookLeadRow),
    page: Type.Integer(),
    page_size: Type.Integer(),
    total_rows: Type.Integer(),
    has_more: Type.Optional(Type.Boolean()),
    next_cursor: Type.Optional(nullable(Type.String())),
    is_partial: Type.Optional(IsPartial),
    query_total_rows: Type.Optional(
      nullable(Type.Integer({ description: 'Rows that match; null when that is not known without counting.' })),
    ),
    corrected_search: Type.Optional(CorrectedSearch),
    ...OfView,
  },
  { $id: 'WorkbookWithLeadsResponse' },
)

const RowData = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'Values by column id or column name. A blank value empties the cell. Computed columns are not written here.',
})

/** What makes several calls one act, to be undone as one. */
export const Act = {
  change_id: Type.Optional(
    Type.String({
      description: 'The `change_id` that an earlier call of the same act answered: both are undone together.',
    }),
  ),
  label: Type.Optional(
    Type.String({ maxLength: 100, description: 'What the list of activity calls it, such as “Paste 40 cells”.' }),
  ),
}

export const RowsCreate = Type.Object(
  {
    rows: Type.Array(Type.Object({ data: RowData }), { minItems: 1, description: '1 to 1000 rows.' }),
    before: Type.Optional(Type.String({ description: 'Id of the row above which they are put.' })),
    after: Type.Optional(
      Type.String({ description: 'Id of the row below which they are put. Without either they go to the end.' }),
    ),
    dedupe: Type.Optional(
      Type.Unsafe<'skip' | 'update' | 'create'>({
        type: 'string',
        enum: ['skip', 'update', 'create'],
        description:
          'What happens to a row that the workbook knows already by its identity (`PUT …/identity`), or that came earlier in ' +
          'the same request: the known one is left as it is, gets the values that are not blank, or (`create`, when absent) ' +
          'another one is added.',
      }),
    ),
    ...Act,
  },
  { $id: 'RowsCreate' },
)

export const RowsUpdate = Type.Object(
  {
    rows: Type.Array(Type.Object({ row_id: Type.String(), data: RowData }), {
      minItems: 1,
      description: '1 to 1000 rows, all or none; values that are not named stay.',
    }),
    ...Act,
  },
  { $id: 'RowsUpdate' },
)

const ChangeId = nullable(Type.String({ description: 'What to undo this by; null: nothing was changed.' }))

export const RowsDeleted = Type.Object(
  {
    deleted: Type.Integer({ description: 'How many are deleted so far.' }),
    change_id: ChangeId,
    state: Type.Union([Type.Literal('done'), Type.Literal('deleting')], {
      description:
        '`deleting`: in the background; see `GET /api/work` and the activity of the workbook under `change_id`.',
    }),
  },
  { $id: 'RowsDeleted' },
)
export type RowsDeleted = Static<typeof RowsDeleted>
export const RowsWritten = Type.Object(
  {
    items: Type.Array(WorkbookLeadRow, {
      description: 'Each row once, in the order of the workbook; none when `return` is `minimal`.',
    }),
    change_id: ChangeId,
    outcomes: Type.Optional(
      Type.Array(
        Type.Object({
          row_id: Type.String(),
          outcome: Type.Unsafe<'created' | 'updated' | 'unchanged'>({
            type: 'string',
            enum: ['created', 'updated', 'unchanged'],
          }),
        }),
        { description: 'Of added rows: what became of each, in the order of the request.' },
      ),
    ),
  },
  { $id: 'WorkbookRowsWritten' },
)

export const CellUpdate = Type.Object({ value: Type.Unknown(), change_id: Act.change_id }, { $id: 'CellUpdate' })

export const CellResponse = Type.Object(
  {
    row_id: Type.String(),
    column_id: Type.String(),
    value: Type.Unknown(),
    enrichment: nullable(EnrichmentOverlay),
    change_id: ChangeId,
  },
  { $id: 'CellResponse', description: 'One cell; `enrichment` is null for an input column and for a pending cell.' },
)

export type RowsCreate = Static<typeof RowsCreate>
export type RowsUpdate = Static<typeof RowsUpdate>
