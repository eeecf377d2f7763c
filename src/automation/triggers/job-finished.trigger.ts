// A background job ends.
import { type Static, Type } from 'typebox'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { byId } from './named-events.ts'
import { defineTrigger, EVENT_VARIABLE, eventFacts, type Occurrence } from './trigger.ts'

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

export const jobFinishedTrigger = defineTrigger({
  kind: 'job.finished',
  place: 80,
  label: 'a background job ends',
  settings: JobFinished,
  events: ['job.completed', 'job.failed', 'job.cancelled'],
  variables: async () => [
    { id: 'job', name: 'job', members: JOB_FIELDS, numbers: ['done', 'total'], is_whole: true },
    EVENT_VARIABLE,
  ],
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
