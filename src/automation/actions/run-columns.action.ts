// Runs enriched columns, of the row that the event is about or of many rows.
import { type Static, Type } from 'typebox'
import type { Filter } from '../../engine/filter/filter.schema.ts'
import type { RunRequest } from '../../enrichment/runs/planning/run.schema.ts'
import { prepareRun } from '../../enrichment/runs/planning/run.scope.ts'
import { startRunIn } from '../../enrichment/runs/start-run.commands.ts'
import { refuse, refuseField } from '../../kernel/errors.ts'
import { microFromUsd, usdFromMicro } from '../../kernel/money.ts'
import { shownAs } from '../../kernel/setting-form.ts'
import { mustReadWorkbook, readColumns } from '../../records/store/workbooks.reads.ts'
import { SUBJECTS } from '../subjects.ts'
import { type ActionContext, defineAction, objectId, quoted } from './action.ts'
import { mustKnowWorkbook } from './action-values.ts'

const RunColumns = Type.Object({
  workbook_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Absent: the workbook that the event is about.',
      ...shownAs({ ...SUBJECTS.workbook_id.form, hint: '', blank: 'The one that the event is about' }),
    }),
  ),
  column_ids: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      minItems: 1,
      maxItems: 500,
      description: 'Absent: all enriched ones.',
      ...shownAs({ title: 'Columns', hint: '', editor: 'enriched-columns', blank: 'all of them' }),
    }),
  ),
  rows: Type.String({
    enum: ['this', 'all'],
    default: 'this',
    description: '`this`: the row that the event is about. `all`: every row, or those of `view_id` or `filter`.',
    ...shownAs({
      hint: '',
      labels: { this: 'The row of the event', all: 'All' },
      start_about: { row: 'this', '*': 'all' },
    }),
  }),
  view_id: Type.Optional(Type.String({ maxLength: 100, ...shownAs({ editor: 'none' }) })),
  filter: Type.Optional(Type.Unsafe<Filter>({ $ref: 'Filter', ...shownAs({ editor: 'none' }) })),
  mode: Type.String({
    enum: ['missing', 'failed', 'stale', 'all'],
    default: 'missing',
    ...shownAs({
      labels: { missing: 'Only empty cells', failed: 'Only failed cells', stale: 'Only stale cells', all: 'All' },
    }),
  }),
  max_usd: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      description: 'The most this run may cost.',
      ...shownAs({ title: 'Spend at most (USD)', hint: '', placeholder: 'No limit of its own' }),
    }),
  ),
  wait: Type.Boolean({
    default: true,
    description: 'Whether later actions wait for the end of the run.',
    ...shownAs({ title: 'Wait for its end before the next action', hint: '' }),
  }),
})
type RunColumns = Static<typeof RunColumns>

/** The request for the run, within the limits of the rule. @throws Refusal when there is nothing to run on */
function runRequest(input: RunColumns, acting: ActionContext): { workbook: string; request: RunRequest } {
  const { workbook: facts } = acting.facts
  const own = facts !== null && typeof facts === 'object' && !Array.isArray(facts) ? facts.id : undefined
  const workbook = input.workbook_id ?? (typeof own === 'string' ? own : undefined)
  if (workbook === undefined) return refuse('conflict', 'The event is about no workbook. Name one in the action.')
  const row = objectId(acting, 'row')
  if (input.rows === 'this' && (row === null || (input.workbook_id !== undefined && input.workbook_id !== own)))
    return refuse('conflict', 'The event is about no row of this workbook. Choose all rows, a view or a filter.')
  const most = Math.min(microFromUsd(input.max_usd ?? Number.MAX_SAFE_INTEGER / 1e6), acting.left_micro)
  return {
    workbook,
    request: {
      mode: input.mode as RunRequest['mode'],
      max_usd: usdFromMicro(Math.max(0, most)),
      ...(input.column_ids && { column_ids: input.column_ids }),
      ...(input.rows === 'this' && row !== null
        ? { row_ids: [row] }
        : { limit: Math.min(acting.limits.max_rows, 10_000) }),
      ...(input.rows === 'all' && input.view_id !== undefined && { view_id: input.view_id }),
      ...(input.rows === 'all' && input.filter && { filter: input.filter }),
    },
  }
}

export const runColumnsAction = defineAction({
  kind: 'run_columns',
  place: 10,
  label: 'Run columns',
  description: 'Fills enriched columns, within what the rule may spend.',
  for_token: 'runs:execute',
  settings: RunColumns,
  words: (_, { name }) => `run columns${quoted(' of', name('workbook_id'))}`,
  plain: ['workbook_id', 'column_ids', 'rows', 'view_id', 'filter', 'mode'],
  async check(tx, { workbook_id, column_ids, rows }, loc, trigger) {
    const own = typeof trigger.workbook_id === 'string' ? trigger.workbook_id : undefined
    if (rows === 'this' && !String(trigger.kind).startsWith('row.'))
      refuseField([...loc, 'rows'], 'value_error', 'Value error, only events about rows have a row; choose all rows')
    const wanted = workbook_id ?? own
    if (wanted === undefined) return
    const id = await mustKnowWorkbook(tx, wanted, loc)
    const known = new Set((await readColumns(tx, id)).map((column) => column.id))
    for (const [index, column] of (column_ids ?? []).entries())
      if (!known.has(column))
        refuseField([...loc, 'column_ids', index], 'value_error', 'Value error, there is no such column', column)
  },
  async preview(tx, input, acting) {
    const { workbook, request } = runRequest(input, acting)
    const { estimate, rows, estimated } = await prepareRun(acting.parts, tx, workbook, request)
    const { name } = await mustReadWorkbook(tx, workbook)
    const columns = estimated.specs.length
    const what = `${columns} ${columns === 1 ? 'column' : 'columns'} on ${rows} ${rows === 1 ? 'row' : 'rows'}`
    const text = `Would run ${what} of "${name}", ${estimate.to_run} lookups`
    return { text, estimate_usd: estimate.expected_usd }
  },
  async act(tx, input, acting) {
    const { workbook, request } = runRequest(input, acting)
    const { run_id, status, rows, cells, estimate } = await startRunIn(acting.parts, tx, workbook, request)
    await tx.client.query(
      'insert into automation_causes (workspace_id, id, run_id, depth) values ($1, $2, $3, $4) on conflict do nothing',
      [tx.workspace_id, run_id, acting.run_id, acting.depth],
    )
    const output = { run_id, workbook_id: workbook, rows, cells, expected_usd: estimate.expected_usd }
    if (status === 'done') return { output: { ...output, status } }
    // What it can cost at most counts against the day until what it did cost is known.
    const reserved_micro = Math.min(microFromUsd(estimate.high_usd), microFromUsd(request.max_usd ?? 0))
    if (!input.wait) return { output: { ...output, status }, cost_micro: reserved_micro }
    return { output, awaits: { run_id, reserved_micro } }
  },
})
