// Tools for runs: what one would cost, start under a cap, how it goes, stop, undo, errors, and why a cell holds what it holds.

import { type Static, Type } from 'typebox'
import type { ErrorGroups, RunDetail, RunList, RunStarted, StopAll } from '../../enrichment/runs/planning/run.schema.ts'
import type { CellTrace } from '../../enrichment/trace/trace.schema.ts'
import { cutText } from '../../kernel/cut-text.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { columnsOfWorkbook } from './columns-of.reads.ts'
import { columnId, filterById } from './named-rows.logic.ts'
import { ColumnName, Cursor, DryRun, Limit, MaxUsd, Notice, pageOf, RowId, Which, WorkbookId } from './parts.schema.ts'
import { defineTool, type Tool, type ToolContext, UNTRUSTED } from './tool.ts'

const Money = { low_usd: Type.Number(), expected_usd: Type.Number(), high_usd: Type.Number() }

const Estimated = {
  rows: Type.Integer(),
  cells: Type.Integer(),
  to_run: Type.Integer({ description: 'Cells for which at least one provider is called.' }),
  already_fresh: Type.Integer(),
  missing_input: Type.Integer(),
  not_ready: Type.Integer({ description: 'Cells whose providers all lack a key or are paused.' }),
  ...Money,
  unknown_prices: Type.Array(Type.String()),
  seconds_expected: Type.Number(),
}

const RunWanted = {
  workbook_id: WorkbookId,
  columns: Type.Optional(
    Type.Array(ColumnName, { minItems: 1, maxItems: 100, description: 'Absent: every enriched column.' }),
  ),
  row_ids: Type.Optional(Type.Array(RowId, { minItems: 1, maxItems: 1000, description: 'Absent: every row.' })),
  ...Which,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'Only the first rows that have something to run. Try 10 first.',
    }),
  ),
  mode: Type.Unsafe<'missing' | 'failed' | 'stale' | 'all'>({
    type: 'string',
    enum: ['missing', 'failed', 'stale', 'all'],
    default: 'missing',
    description:
      'missing: cells without an outcome for their row; failed: errors again; stale: values whose inputs or settings changed or that are too old; all: everything again.',
  }),
}

type Wanted = Static<ReturnType<typeof Type.Object<typeof RunWanted>>>

async function bodyOf({ read }: ToolContext, { workbook_id, columns, filter, ...rest }: Wanted) {
  const all = await read((tx) => columnsOfWorkbook(tx, workbook_id))
  return {
    ...rest,
    ...(columns && { column_ids: columns.map((name, at) => columnId(all, name, ['columns', at])) }),
    ...(filter && { filter: filterById(filter, all) }),
  }
}

const estimated = ({ rows, cells, estimate }: Omit<RunStarted, 'run_id' | 'status'>) => ({ rows, cells, ...estimate })

const RunState = Type.Object({
  run_id: Type.String(),
  status: Type.String({
    description: 'queued, running or paused; done, done_with_errors, cancelled, failed or budget_stopped at the end.',
  }),
  ended: Type.Boolean(),
  rows: Type.Integer(),
  cells: Type.Integer(),
  done: Type.Integer(),
  counts: Type.Record(Type.String(), Type.Integer(), { description: 'Cells by what became of them.' }),
  cost_usd: Type.Number(),
  max_usd: nullable(Type.Number()),
  eta_seconds: nullable(Type.Number()),
  error: nullable(Type.String()),
})

type RunLike = Static<typeof RunList>['items'][number]
const stateOf = ({ ended_at, ...run }: RunLike) => ({ ...run, ended: ended_at !== null })
const Run = { workbook_id: WorkbookId, run_id: Type.String({ maxLength: 100 }) }

export const RUN_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'estimate_run',
    title: 'Estimate a run',
    description:
      'How many cells a run would ask providers for, and what it would cost. Changes nothing. Use it before start_run.',
    capability: 'workbooks:read',
    kind: 'read',
    is_ours: true,
    operations: ['estimate_run'],
    input: Type.Object(RunWanted),
    output: Type.Object(Estimated),
    async run(context, args) {
      const { workbook_id } = args
      const body = await bodyOf(context, args)
      const estimate = await context.operate<RunStarted['estimate']>('estimate_run', { params: { workbook_id }, body })
      return estimated({ rows: estimate.rows_in_scope, cells: estimate.cells_in_scope, estimate })
    },
  }),
  defineTool({
    name: 'start_run',
    title: 'Run enriched columns',
    description:
      'Asks providers for the cells of enriched columns, in the background, and answers at once with run_id; follow it with get_run. ' +
      'Never costs more than max_usd: always send it. dry_run tells the plan and the cost and starts nothing.',
    capability: 'runs:execute',
    kind: 'spend',
    operations: ['start_run'],
    input: Type.Object({ ...RunWanted, max_usd: MaxUsd, dry_run: DryRun }),
    output: Type.Object({ run_id: nullable(Type.String()), status: Type.String(), ...Estimated }),
    says: ({ columns, limit, max_usd }) =>
      `Run ${columns ? (columns as string[]).map((name) => `"${name}"`).join(', ') : 'every enriched column'}` +
      `${limit ? ` for ${limit} rows` : ''}${max_usd === undefined ? '' : `, for at most $${max_usd}`}`,
    async run(context, { max_usd, dry_run, ...args }) {
      const { workbook_id } = args
      const body = { ...(await bodyOf(context, args)), ...(max_usd !== undefined && { max_usd }), dry_run }
      const started = await context.operate<RunStarted>('start_run', { params: { workbook_id }, body })
      return { run_id: started.run_id, status: started.status, ...estimated(started) }
    },
  }),
  defineTool({
    name: 'get_run',
    title: 'The status of a run',
    description: 'Status, progress, counts and cost of a run.',
    capability: 'workbooks:read',
    kind: 'read',
    operations: ['get_run'],
    input: Type.Object(Run),
    output: RunState,
    run: async ({ operate }, params) => stateOf(await operate<Static<typeof RunDetail>>('get_run', { params })),
  }),
  defineTool({
    name: 'list_runs',
    title: 'List runs',
    description: 'Runs of a workbook, newest first.',
    capability: 'workbooks:read',
    kind: 'read',
    operations: ['list_runs'],
    input: Type.Object({ workbook_id: WorkbookId, limit: Limit(), cursor: Cursor }),
    output: Type.Object(pageOf(RunState)),
    async run({ operate }, { workbook_id, ...query }) {
      const found = await operate<Static<typeof RunList>>('list_runs', { params: { workbook_id }, query })
      return { items: found.items.map(stateOf), next_cursor: found.next_cursor }
    },
  }),
  defineTool({
    name: 'stop_run',
    title: 'Stop runs',
    description: 'Cancels one run, or every run of the workbook when no run_id is given. What was found stays.',
    capability: 'runs:execute',
    kind: 'write',
    operations: ['cancel_run', 'stop_workbook'],
    input: Type.Object({ workbook_id: WorkbookId, run_id: Type.Optional(Type.String({ maxLength: 100 })) }),
    output: Type.Object({ cancelled: Type.Array(Type.String()) }),
    says: ({ run_id }) => (run_id ? 'Stop the run' : 'Stop every run of the workbook'),
    async run({ operate }, { workbook_id, run_id }) {
      if (run_id === undefined) return operate<Static<typeof StopAll>>('stop_workbook', { params: { workbook_id } })
      await operate('cancel_run', { params: { workbook_id, run_id } })
      return { cancelled: [run_id] }
    },
  }),
  defineTool({
    name: 'undo_run',
    title: 'Undo a run',
    description: 'Puts back every value that is still as the run left it. What the run cost stays spent.',
    capability: 'workbooks:write',
    kind: 'write',
    operations: ['undo_run'],
    input: Type.Object(Run),
    output: Type.Object({ words: Type.String(), state: Type.String(), cells: Type.Integer() }),
    says: () => 'Undo what the run wrote',
    run: ({ operate }, params) => operate<{ words: string; state: string; cells: number }>('undo_run', { params }),
  }),
  defineTool({
    name: 'list_errors',
    title: 'List errors',
    description: 'What went wrong in a workbook or in one run, grouped by cause, with what can be done about it.',
    capability: 'workbooks:read',
    kind: 'read',
    operations: ['list_workbook_errors', 'list_run_errors'],
    input: Type.Object({ workbook_id: WorkbookId, run_id: Type.Optional(Type.String({ maxLength: 100 })) }),
    output: Type.Object({
      notice: Notice,
      items: Type.Array(
        Type.Object({
          column_name: Type.String(),
          provider: nullable(Type.String()),
          status: Type.String(),
          reason: nullable(Type.String()),
          message: nullable(Type.String()),
          cells: Type.Integer(),
          row_ids: Type.Array(Type.String()),
          advice: Type.String(),
        }),
      ),
    }),
    async run({ operate }, { workbook_id, run_id }) {
      const id = run_id === undefined ? 'list_workbook_errors' : 'list_run_errors'
      const params = { workbook_id, ...(run_id !== undefined && { run_id }) }
      const { items } = await operate<Static<typeof ErrorGroups>>(id, { params })
      return { notice: UNTRUSTED, items }
    },
  }),
  defineTool({
    name: 'explain_cell',
    title: 'Explain a cell',
    description:
      'Why a cell holds what it holds: condition, what it was made of, which providers were called, what they answered and cost.',
    capability: 'workbooks:read',
    kind: 'read',
    operations: ['get_cell_trace'],
    input: Type.Object({ workbook_id: WorkbookId, row_id: RowId, column: ColumnName }),
    output: Type.Object({
      notice: Notice,
      column_name: Type.String(),
      status: Type.String(),
      value: Type.Unknown(),
      reason: nullable(Type.String()),
      detail: nullable(Type.String()),
      cost_usd: nullable(Type.Number()),
      condition: Type.Object({ text: nullable(Type.String()), holds: nullable(Type.Boolean()) }),
      made_of: Type.Array(Type.Object({ name: Type.String(), value: Type.Unknown(), label: nullable(Type.String()) })),
      attempts: Type.Array(
        Type.Object({
          label: Type.String(),
          outcome: nullable(Type.String()),
          reason: nullable(Type.String()),
          detail: nullable(Type.String()),
          accepted: nullable(Type.Boolean()),
          cached: Type.Boolean(),
          cost_usd: nullable(Type.Number()),
          started_at: Type.String(),
        }),
      ),
    }),
    async run({ operate, read }, { workbook_id, row_id, column }) {
      const all = await read((tx) => columnsOfWorkbook(tx, workbook_id))
      const params = { workbook_id, row_id, column_id: columnId(all, column) }
      const { value, lineage, attempts, ...trace } = await operate<CellTrace>('get_cell_trace', { params })
      const made_of = lineage.slice(0, 50).map((node) => ({ ...node, value: brief(node.value) }))
      return { notice: UNTRUSTED, ...trace, value: brief(value), made_of, attempts: attempts.slice(0, 50) }
    },
  }),
]

function brief(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return text.length <= 1000 ? (value ?? null) : `${cutText(text, 1000)}…`
}
