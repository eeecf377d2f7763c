// Wire shapes of runs: what to run, what it would take, how it goes.
import { type Static, Type } from 'typebox'
import { FilterSchema } from '../../../engine/filter/filter.schema.ts'
import { Estimate, PLANNED_OUTCOMES, type PlannedOutcome } from '../../../engine/money/estimate.schema.ts'
import { nullable } from '../../../platform/http/checks/nullable.ts'
import { IdempotencyKey } from '../../../platform/http/idempotency-key.schema.ts'
import { WhichRows } from '../../../records/filters/query.schema.ts'
import { MAX_USD } from '../../money/budgets.schema.ts'
import { RunActual } from '../../money/ledger.schema.ts'

const Moment = Type.String({ format: 'date-time' })

const RUN_MODES = ['missing', 'failed', 'stale', 'all'] as const
const RUN_STATUSES = [
  'queued',
  'running',
  'paused',
  'done',
  'done_with_errors',
  'cancelled',
  'failed',
  'budget_stopped',
] as const

const RunMode = Type.Unsafe<(typeof RUN_MODES)[number]>({
  type: 'string',
  enum: [...RUN_MODES],
  default: 'missing',
  description:
    '`missing` fills cells without an outcome and those whose inputs changed since, `failed` repeats errors, `stale` renews answers whose ' +
    'inputs or settings changed since or that are past their age limit, ' +
    '`all` calls again for everything except values that a user typed.',
})

const scopeFields = {
  column_ids: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      minItems: 1,
      maxItems: 500,
      description: 'Absent: every enriched column.',
    }),
  ),
  row_ids: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 10_000, description: 'Absent: every row.' }),
  ),
  ...WhichRows,
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'Only the first rows that have something to run.' }),
  ),
  sample: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Only this many rows with something to run, spread evenly over the scope: to test a run.',
    }),
  ),
  mode: RunMode,
}

const TestRun = Type.Boolean({
  description:
    'A test run: every provider, page, mail server and model is answered from recorded samples, free and always the same, and nothing ' +
    'leaves the service; only what is computed in it is computed. Each value, and what is computed from it, is marked (`test`, `provider` begins with `test:`), never replaces a real one, ' +
    'and is a blank to every other run.',
})

export const RunRequest = Type.Object(
  {
    ...scopeFields,
    max_usd: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: MAX_USD,
        multipleOf: 0.000001,
        description:
          'The most the run may cost, in US dollars. No call is made that could go past it; the run then ends as `budget_stopped`.',
      }),
    ),
    allow_unknown_prices: Type.Optional(
      Type.Boolean({
        description: 'Under `max_usd`, lookups with an unknown price are not called, unless this is true.',
      }),
    ),
    test: Type.Optional(TestRun),
    dry_run: Type.Optional(
      Type.Boolean({
        description:
          'Stores nothing and makes no calls: the answer says what the run would do, row by row for the first rows.',
      }),
    ),
    ...IdempotencyKey,
  },
  { $id: 'RunRequest', additionalProperties: false },
)
export type RunRequest = Static<typeof RunRequest>

export const RunRowsRequest = Type.Object(
  {
    ...scopeFields,
    test: Type.Optional(TestRun),
    planned: Type.Unsafe<PlannedOutcome>({
      type: 'string',
      enum: [...PLANNED_OUTCOMES],
      description: 'The count of the estimate whose rows are listed.',
    }),
    most: Type.Integer({ minimum: 1, maximum: 1000, default: 1000, description: 'Rows in the answer.' }),
    cursor: Type.Optional(
      Type.String({ maxLength: 1000, description: 'The `next_cursor` of an answer to the same question.' }),
    ),
  },
  { $id: 'RunRowsRequest', additionalProperties: false },
)
export type RunRowsRequest = Static<typeof RunRowsRequest>

export const RunRows = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          row_id: Type.String(),
          column_id: Type.String({ description: 'The first column whose cell on the row is counted so.' }),
          why: nullable(Type.String()),
        },
        { $id: 'RunRow' },
      ),
    ),
    next_cursor: nullable(
      Type.String({
        description: 'Continues with the rows after these; there may be one after an answer without rows.',
      }),
    ),
  },
  { $id: 'RunRows' },
)
export type RunRows = Static<typeof RunRows>

export const EstimateQuery = Type.Object({
  column_ids: Type.Optional(Type.String({ maxLength: 10_000, description: 'Column ids, separated by commas.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  sample: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  view_id: WhichRows.view_id,
  search: WhichRows.search,
  mode: RunMode,
  test: Type.Optional(TestRun),
})

export const RunEstimate = Type.Object(
  {
    ...Estimate.properties,
    sampled: Type.Boolean({ description: 'The counts were projected from a sample of the rows.' }),
    looked_at: Type.Optional(
      Type.Integer({
        description:
          'With `limit` or `sample`, when fewer rows than requested were found: the number of rows that were read, and there are ' +
          'more. Name rows or a filter to reach them.',
      }),
    ),
  },
  { $id: 'RunEstimate' },
)
export type RunEstimate = Static<typeof RunEstimate>

const PlannedCell = Type.Object(
  {
    row_id: Type.String(),
    column_id: Type.String(),
    would: Type.Unsafe<'ask' | 'wait' | 'skip' | 'leave'>({
      type: 'string',
      enum: ['ask', 'wait', 'skip', 'leave'],
      description: '`wait`: for another column of the run, then call or skip. `leave`: the cell stays as it is.',
    }),
    why: nullable(Type.String()),
    providers: Type.Array(Type.String(), {
      description: 'In the order they would be called, until one has the answer.',
    }),
  },
  { $id: 'PlannedCell' },
)

export const RunStarted = Type.Object(
  {
    run_id: nullable(Type.String({ description: 'Null after a dry run.' })),
    status: Type.String({ description: 'Of the run; `dry_run` when none was started.' }),
    rows: Type.Integer(),
    cells: Type.Integer(),
    estimate: RunEstimate,
    plan: Type.Optional(Type.Array(PlannedCell, { description: 'Of a dry run: the cells of the first 20 rows.' })),
  },
  { $id: 'RunStarted' },
)
export type RunStarted = Static<typeof RunStarted>

export const CellRunRequest = Type.Object(
  {
    force: Type.Optional(
      Type.Boolean({
        description:
          'Ignore the cache, deliver rows again that were delivered, and replace values that a user typed. That can be undone.',
      }),
    ),
    test: Type.Optional(TestRun),
    after_step: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Id of a step of the waterfall: only the steps after it are called.',
      }),
    ),
    ...IdempotencyKey,
  },
  { $id: 'CellRunRequest', additionalProperties: false },
)
export type CellRunRequest = Static<typeof CellRunRequest>

export const RunResponse = Type.Object(
  {
    run_id: Type.String(),
    workbook_id: Type.String(),
    status: Type.Unsafe<(typeof RUN_STATUSES)[number]>({ type: 'string', enum: [...RUN_STATUSES] }),
    ending: nullable(
      Type.Unsafe<(typeof RUN_STATUSES)[number]>({
        type: 'string',
        enum: [...RUN_STATUSES],
        description:
          'What the run will be when its last call is stopped or answered, and booked. Null: it is not ending.',
      }),
    ),
    mode: RunMode,
    column_ids: Type.Array(Type.String()),
    rows: Type.Integer(),
    cells: Type.Integer({ description: 'Cells the run checks.' }),
    done: Type.Integer({ description: 'Cells it is through with.' }),
    counts: Type.Record(Type.String(), Type.Integer(), { description: 'Cells by what became of them.' }),
    cost_usd: Type.Number({
      description:
        'US dollars, as far as prices are known: at least so much. `actual.unpriced` of a single run counts the calls of unknown price.',
    }),
    max_usd: nullable(Type.Number({ description: 'The most it may cost; null without such a limit.' })),
    estimate: nullable(RunEstimate),
    rate: nullable(Type.Number({ description: 'Cells per second so far.' })),
    eta_seconds: nullable(Type.Number()),
    actor_user_id: nullable(Type.Integer()),
    actor: nullable(Type.String({ description: 'The name of the user who started it.' })),
    test: Type.Boolean({
      description: 'Recorded samples answered; nothing outside of the service was called.',
    }),
    by_itself: Type.Boolean({ description: 'Started by new or changed rows, for a column with auto-run.' }),
    undone_at: nullable(
      Type.String({
        format: 'date-time',
        description: 'When it was undone, as long as it can be redone (30 days); null when it was not undone.',
      }),
    ),
    error: nullable(Type.String()),
    created_at: Moment,
    started_at: nullable(Moment),
    ended_at: nullable(Moment),
  },
  { $id: 'RunResponse' },
)
export type RunResponse = Static<typeof RunResponse>

/** The rows of the request. */
const RunScope = Type.Object(
  {
    row_ids: nullable(Type.Integer({ description: 'How many rows were named; null where none were.' })),
    view_id: nullable(Type.String()),
    filter: nullable(FilterSchema),
    limit: nullable(Type.Integer()),
    sample: nullable(Type.Integer()),
  },
  { $id: 'RunScope', description: 'The rows of the run. All null: every row.' },
)
export type RunScope = Static<typeof RunScope>

export const RunDetail = Type.Object(
  {
    ...RunResponse.properties,
    scope: RunScope,
    actor_token_id: nullable(
      Type.String({
        description:
          'The access token that started it or resumed it last, or the ingest token that sent the rows of an automatic run.',
      }),
    ),
    actual: RunActual,
  },
  { $id: 'RunDetail', description: 'A run with its actual cost, by the ledger, and the estimate.' },
)

export const RunList = Type.Object(
  { items: Type.Array(RunResponse), next_cursor: nullable(Type.String()) },
  { $id: 'RunList' },
)

export const ErrorGroup = Type.Object(
  {
    column_id: Type.String(),
    column_name: Type.String(),
    provider: nullable(Type.String()),
    status: Type.String({ description: '`error`, `throttled` or `budget_stopped`.' }),
    reason: nullable(Type.String()),
    message: nullable(Type.String({ description: 'As one of the cells has it.' })),
    cells: Type.Integer(),
    row_ids: Type.Array(Type.String(), { description: 'Of the first five cells.' }),
    advice: Type.String({ description: 'What can be done about it.' }),
    retry: Type.Object(
      { column_ids: Type.Array(Type.String()), mode: RunMode, filter: FilterSchema },
      { description: 'The body of POST …/run that takes up exactly these cells again.' },
    ),
  },
  { $id: 'ErrorGroup' },
)
export type ErrorGroup = Static<typeof ErrorGroup>

export const ErrorGroups = Type.Object(
  { items: Type.Array(ErrorGroup), next_cursor: nullable(Type.String()) },
  { $id: 'ErrorGroups' },
)

export const StopAll = Type.Object(
  { cancelled: Type.Array(Type.String(), { description: 'Ids of the runs that were ended.' }) },
  { $id: 'RunsStopped' },
)
