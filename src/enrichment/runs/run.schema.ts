// Wire shapes of runs: what to run, what it would take, how it goes.
import { type Static, type TSchema, Type } from 'typebox'
import { Estimate } from '../../engine/estimate.schema.ts'
import { WhichRows } from '../../records/query/query.schema.ts'

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Moment = Type.String({ format: 'date-time' })
const Usd = Type.Number({ description: 'US dollars, at most 6 decimals.' })

export const RUN_MODES = ['missing', 'failed', 'stale', 'all'] as const
export const RUN_STATUSES = [
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
    '`missing` fills cells without an outcome, `failed` repeats errors, `stale` renews answers past their age limit, ' +
    '`all` asks again for everything that nobody typed over.',
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
  mode: RunMode,
}

export const RunRequest = Type.Object(
  {
    ...scopeFields,
    idempotency_key: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'As the header Idempotency-Key.' }),
    ),
  },
  { $id: 'RunRequest' },
)
export type RunRequest = Static<typeof RunRequest>

export const EstimateQuery = Type.Object({
  column_ids: Type.Optional(Type.String({ maxLength: 10_000, description: 'Column ids, separated by commas.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  mode: RunMode,
})

export const RunEstimate = Type.Object(
  {
    ...Estimate.properties,
    sampled: Type.Boolean({ description: 'The counts were projected from a sample of the rows.' }),
  },
  { $id: 'RunEstimate' },
)
export type RunEstimate = Static<typeof RunEstimate>

export const RunStarted = Type.Object(
  {
    run_id: Type.String(),
    status: Type.String(),
    rows: Type.Integer(),
    cells: Type.Integer(),
    estimate: RunEstimate,
  },
  { $id: 'RunStarted' },
)

export const RunResponse = Type.Object(
  {
    run_id: Type.String(),
    workbook_id: Type.String(),
    status: Type.Unsafe<(typeof RUN_STATUSES)[number]>({ type: 'string', enum: [...RUN_STATUSES] }),
    mode: RunMode,
    column_ids: Type.Array(Type.String()),
    rows: Type.Integer(),
    cells: Type.Integer({ description: 'Cells the run looks at.' }),
    done: Type.Integer({ description: 'Cells it is through with.' }),
    counts: Type.Record(Type.String(), Type.Integer(), { description: 'Cells by what became of them.' }),
    cost_usd: Usd,
    estimate: Nullable(RunEstimate),
    rate: Nullable(Type.Number({ description: 'Cells per second so far.' })),
    eta_seconds: Nullable(Type.Number()),
    actor_user_id: Nullable(Type.Integer()),
    error: Nullable(Type.String()),
    created_at: Moment,
    started_at: Nullable(Moment),
    ended_at: Nullable(Moment),
  },
  { $id: 'RunResponse' },
)
export type RunResponse = Static<typeof RunResponse>

export const RunList = Type.Object(
  { items: Type.Array(RunResponse), next_cursor: Nullable(Type.String()) },
  { $id: 'RunList' },
)

export const StopAll = Type.Object(
  { cancelled: Type.Array(Type.String(), { description: 'Ids of the runs that were ended.' }) },
  { $id: 'RunsStopped' },
)
