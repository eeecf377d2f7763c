// Work as triggers: a run ends, a workbook is made, a background job ends.
import { type Static, Type } from 'typebox'
import { refuseField } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { mustFindWorkbook } from '../../records/store/workbooks.reads.ts'
import {
  causeIn,
  defineTrigger,
  EVENT_VARIABLE,
  eventFacts,
  idIn,
  type Occurrence,
  type TriggerEvent,
} from './trigger.ts'

const textIn = (event: TriggerEvent, member: string) =>
  typeof event.payload[member] === 'string' ? (event.payload[member] as string) : null

/** The occurrences of objects that events name by id, with what is read of each now. */
async function byId(
  events: readonly TriggerEvent[],
  member: string,
  read: (ids: string[]) => Promise<Map<string, (at: Date) => Occurrence>>,
): Promise<Occurrence[]> {
  const named = events.flatMap((event) => {
    const id = textIn(event, member)
    return id !== null && isUuid(id) ? [{ id, event }] : []
  })
  if (named.length === 0) return []
  const found = await read([...new Set(named.map(({ id }) => id))])
  return named.flatMap(({ id, event }) => {
    const make = found.get(id)
    return make ? [{ ...make(event.at), cause: causeIn(event.payload) }] : []
  })
}

const RUN_FIELDS = ['id', 'status', 'rows', 'cells', 'done', 'cost_usd', 'counts', 'error'] as const
const WORKBOOK_VARIABLE = { id: 'workbook', name: 'workbook', members: ['id', 'name', 'total_rows'], is_whole: true }

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
  workbook_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Only runs of this workbook.' })),
})

export const runFinished = defineTrigger<typeof RunFinished>({
  kind: 'run.finished',
  label: 'a run ends',
  settings: RunFinished,
  events: ['run.completed', 'run.failed', 'run.cancelled'],
  async check(tx, { workbook_id }, loc) {
    if (workbook_id === undefined) return
    await mustFindWorkbook(tx, workbook_id).catch(() =>
      refuseField([...loc, 'workbook_id'], 'value_error', 'Value error, there is no such workbook', workbook_id),
    )
  },
  variables: async () => [
    { id: 'run', name: 'run', members: RUN_FIELDS, is_whole: true },
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

interface WorkbookRow {
  id: string
  name: string
  source_type: string
  total_rows: number
  created_at: Date
}

const WORKBOOKS = `select id, name, source_type, total_rows, created_at from workbooks where workspace_id = $1 and deleted_at is null`

function occurrenceOfWorkbook({ created_at, ...workbook }: WorkbookRow, at = created_at): Occurrence {
  return {
    key: `workbook.created:${workbook.id}`,
    object: `workbook:${workbook.id}`,
    title: workbook.name,
    at,
    facts: { workbook: { ...workbook }, ...eventFacts('workbook.created', at) },
  }
}

export const workbookCreated = defineTrigger({
  kind: 'workbook.created',
  label: 'a workbook is created',
  settings: Type.Object({}),
  events: ['workbook.created'],
  variables: async () => [
    { ...WORKBOOK_VARIABLE, members: [...WORKBOOK_VARIABLE.members, 'source_type'] },
    EVENT_VARIABLE,
  ],
  read: (tx, _, events) =>
    byId(events, 'workbook_id', async (ids) => {
      const { rows } = await tx.client.query<WorkbookRow>(`${WORKBOOKS} and id = any($2::uuid[])`, [
        tx.workspace_id,
        ids,
      ])
      return new Map(rows.map((row) => [row.id, (at) => occurrenceOfWorkbook(row, at)]))
    }),
  async recent(tx, _, limit) {
    const { rows } = await tx.client.query<WorkbookRow>(`${WORKBOOKS} order by created_at desc limit $2`, [
      tx.workspace_id,
      limit,
    ])
    return rows.map((row) => occurrenceOfWorkbook(row))
  },
  async find(tx, _, key) {
    const { rows } = await tx.client.query<WorkbookRow>(`${WORKBOOKS} and id::text = $2`, [tx.workspace_id, idIn(key)])
    return rows[0] ? occurrenceOfWorkbook(rows[0]) : null
  },
})

const JOB_STATES = ['done', 'failed', 'cancelled'] as const
const JobFinished = Type.Object({
  statuses: Type.Optional(
    Type.Array(Type.String({ enum: [...JOB_STATES] }), { minItems: 1, description: 'Only jobs that ended so.' }),
  ),
})
const JOBS = `select id, kind, title, status, done, total, counts, error, finished_at from jobs
  where workspace_id = $1 and finished_at is not null and ($2::text[] is null or status = any($2))`

interface JobRow {
  id: string
  kind: string
  title: string
  status: string
  done: number
  total: number | null
  counts: JsonObject
  error: string | null
  finished_at: Date
}

function occurrenceOfJob({ finished_at, ...job }: JobRow, at = finished_at): Occurrence {
  return {
    // One that was retried ends again.
    key: `job.finished:${job.id}:${finished_at.getTime()}`,
    object: `job:${job.id}`,
    title: job.title,
    at,
    facts: { job: { ...job }, ...eventFacts('job.finished', at) },
  }
}

const JOB_FIELDS = ['id', 'kind', 'title', 'status', 'done', 'total', 'counts', 'error']

async function readJobs(tx: WorkspaceTx, { statuses }: Static<typeof JobFinished>, and: string, value: unknown) {
  const { rows } = await tx.client.query<JobRow>(`${JOBS} ${and}`, [tx.workspace_id, statuses ?? null, value])
  return rows
}

export const jobFinished = defineTrigger<typeof JobFinished>({
  kind: 'job.finished',
  label: 'a background job ends',
  settings: JobFinished,
  events: ['job.completed', 'job.failed', 'job.cancelled'],
  variables: async () => [{ id: 'job', name: 'job', members: JOB_FIELDS, is_whole: true }, EVENT_VARIABLE],
  read: (tx, settings, events) =>
    byId(events, 'job_id', async (ids) => {
      const rows = await readJobs(tx, settings, 'and id = any($3::uuid[])', ids)
      return new Map(rows.map((row) => [row.id, (at) => occurrenceOfJob(row, at)]))
    }),
  recent: async (tx, settings, limit) =>
    (await readJobs(tx, settings, 'order by finished_at desc limit $3', limit)).map((row) => occurrenceOfJob(row)),
  async find(tx, settings, key) {
    const [, id = ''] = key.split(':')
    const [row] = await readJobs(tx, settings, 'and id::text = $3', id)
    return row ? occurrenceOfJob(row) : null
  },
})
