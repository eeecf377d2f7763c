// A run of columns ends.
import { Type } from 'typebox'
import { refuseField } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import { shownAs } from '../../kernel/setting-form.ts'
import { mustFindWorkbook } from '../../records/store/workbooks.reads.ts'
import { SUBJECTS } from '../subjects.ts'
import { byId, WORKBOOK_VARIABLE } from './named-events.ts'
import { beginsWith, defineTrigger, EVENT_VARIABLE, eventFacts, idIn, type Occurrence } from './trigger.ts'

const RUN_FIELDS = ['id', 'status', 'rows', 'cells', 'done', 'cost_usd', 'counts', 'error'] as const

const RUNS = `/* along: workbooks (workspace_id, id, name, total_rows) where workspace_id = $1 */
  select r.id, r.status, r.rows, r.cells, r.done, r.cost_micro, r.counts, r.error, r.ended_at, r.workbook_id,
  w.name, w.total_rows from runs r join workbooks w on w.workspace_id = r.workspace_id and w.id = r.workbook_id
  where r.workspace_id = $1 and r.ended_at is not null`

interface RunRow {
  id: string
  status: string
  rows: number
  cells: number
  done: number
  cost_micro: number
  counts: JsonObject
  error: string | null
  ended_at: Date
  workbook_id: string
  name: string
  total_rows: number
}

function occurrenceOfRun(
  { workbook_id, name, total_rows, cost_micro, ended_at, ...run }: RunRow,
  at = ended_at,
): Occurrence {
  const facts = {
    run: { ...run, cost_usd: usdFromMicro(cost_micro) },
    workbook: { id: workbook_id, name, total_rows },
    ...eventFacts('run.finished', at),
  }
  return { key: `run.finished:${run.id}`, object: `workbook:${workbook_id}`, title: `Run of ${name}`, at, facts }
}

const RunFinished = Type.Object({
  workbook_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Only runs of this workbook.',
      ...shownAs({ ...SUBJECTS.workbook_id.form, hint: '', blank: 'Any workbook' }),
    }),
  ),
})

export const runFinishedTrigger = defineTrigger({
  kind: 'run.finished',
  place: 60,
  label: 'a run ends',
  begins: (_, name) => beginsWith('a run ends', ' in', name('workbook_id')),
  settings: RunFinished,
  events: ['run.completed', 'run.failed', 'run.cancelled'],
  async check(tx, { workbook_id }, loc) {
    if (workbook_id === undefined) return
    await mustFindWorkbook(tx, workbook_id).catch(() =>
      refuseField([...loc, 'workbook_id'], 'value_error', 'Value error, there is no such workbook', workbook_id),
    )
  },
  variables: async () => [
    { id: 'run', name: 'run', members: RUN_FIELDS, numbers: ['rows', 'cells', 'done', 'cost_usd'], is_whole: true },
    WORKBOOK_VARIABLE,
    EVENT_VARIABLE,
  ],
  read: (tx, { workbook_id }, events) =>
    byId(events, 'run_id', async (ids) => {
      const { rows } = await tx.client.query<RunRow>(
        `${RUNS} and r.id = any($2::uuid[]) and ($3::text is null or r.workbook_id::text = $3)`,
        [tx.workspace_id, ids, workbook_id ?? null],
      )
      return new Map(rows.map((row) => [row.id, (at) => occurrenceOfRun(row, at)]))
    }),
  async recent(tx, { workbook_id }, limit) {
    const { rows } = await tx.client.query<RunRow>(
      `${RUNS} and ($2::text is null or r.workbook_id::text = $2) order by r.created_at desc limit $3`,
      [tx.workspace_id, workbook_id ?? null, limit],
    )
    return rows.map((row) => occurrenceOfRun(row))
  },
  async find(tx, { workbook_id }, key) {
    const { rows } = await tx.client.query<RunRow>(
      `${RUNS} and r.id::text = $2 and ($3::text is null or r.workbook_id::text = $3)`,
      [tx.workspace_id, idIn(key), workbook_id ?? null],
    )
    return rows[0] ? occurrenceOfRun(rows[0]) : null
  },
})
