// The wire shapes of jobs: what was started in the background, how far it is, and what it brought.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { IdempotencyKey } from '../../platform/http/idempotency-key.schema.ts'
import { listOf, PageQuery } from '../../platform/http/paging.ts'
import { JOB_STATUSES } from '../../platform/queue/work.logic.ts'
import { SOURCE_GROUPS, type SourceGroup } from '../../providers/sources/source.ts'
import { CollectionTried } from '../sources/sources.schema.ts'

const Status = Type.Unsafe<(typeof JOB_STATUSES)[number]>({ type: 'string', enum: [...JOB_STATUSES] })
const Time = Type.String({ format: 'date-time' })

export const Job = Type.Object(
  {
    id: Type.String(),
    job_id: Type.String({ description: 'The same as `id`.' }),
    kind: Type.String({ description: 'Such as `leads.bulk_enrich` or `leads.collect`.' }),
    title: Type.String(),
    status: Status,
    done: Type.Integer(),
    total: nullable(Type.Integer(), 'Null when it is not known.'),
    rate: nullable(Type.Number(), 'Per second since it started; null before that.'),
    eta_seconds: nullable(Type.Integer()),
    message: nullable(Type.String()),
    counts: Type.Record(Type.String(), Type.Number(), { description: 'Its results so far, by outcome.' }),
    workbook_id: nullable(Type.String()),
    query: nullable(Type.Record(Type.String(), Type.Unknown()), 'The request that started the job.'),
    result: nullable(Type.Record(Type.String(), Type.Unknown())),
    error: nullable(Type.String()),
    can_cancel: Type.Boolean(),
    can_retry: Type.Boolean(),
    can_undo: Type.Boolean({ description: 'Whether its changes of leads or rows can be undone.' }),
    undone_at: nullable(Time, 'When all that it did was undone.'),
    cost_usd: Type.Number(),
    created_by: nullable(Type.Object({ user_id: Type.Integer(), name: Type.String() }), 'Null: the service itself.'),
    created_at: Time,
    started_at: nullable(Time),
    finished_at: nullable(Time),
  },
  { $id: 'Job' },
)
export const JobList = listOf(Job, 'JobList')

export const JobPath = Type.Object({ job_id: Type.String() })

export const JobsQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(Status),
  kind: Type.Optional(Type.String({ maxLength: 100 })),
})

export const JobLeadsQuery = Type.Object({
  ...PageQuery,
  outcome: Type.Optional(Type.String({ maxLength: 40, description: 'Only leads that came to this.' })),
})

const JobEvent = Type.Object(
  {
    id: Type.String(),
    at: Time,
    level: Type.Unsafe<'info' | 'warning' | 'error'>({ type: 'string', enum: ['info', 'warning', 'error'] }),
    message: Type.String(),
    details: nullable(Type.Record(Type.String(), Type.Unknown())),
  },
  { $id: 'JobEvent' },
)
const JobReject = Type.Object(
  {
    line: nullable(Type.Integer(), 'Where it stands in its file; null for a record of a source.'),
    record_id: nullable(Type.String(), 'Its id in its source; null for a row of a file.'),
    reason: Type.String(),
    record: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Its values as they came, by name; long ones are cut.',
    }),
  },
  { $id: 'JobReject' },
)
export const JobRejects = listOf(JobReject, 'JobRejects')

export const JobEvents = listOf(JobEvent, 'JobEvents')

export const MOST_COLLECTED = 10_000

export const JobStart = Type.Object(
  {
    ...CollectionTried.properties,
    target: Type.Object(
      {
        kind: Type.Unsafe<'leads'>({ type: 'string', enum: ['leads'], default: 'leads' }),
        tags: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
          maxItems: 20,
          default: [],
          description: 'Tags that every lead gets.',
        }),
        mapping: Type.Optional(
          Type.Record(Type.String({ minLength: 1, maxLength: 500 }), Type.String(), {
            description: 'Lead fields by field of the records. Absent: as the source says, or by their names.',
          }),
        ),
      },
      { default: { kind: 'leads', tags: [] }, description: 'Where the records go: the lead store.' },
    ),
    max_leads: Type.Integer({
      default: 100,
      minimum: 1,
      maximum: MOST_COLLECTED,
      description: 'The job stops there, and says whether the source has more or may have.',
    }),
    ...IdempotencyKey,
  },
  { $id: 'JobStart', additionalProperties: false },
)

const JobSource = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    description: Type.String(),
    group: Type.Unsafe<SourceGroup>({ type: 'string', enum: Object.keys(SOURCE_GROUPS) }),
    group_label: Type.String(),
    license: Type.String(),
    docs_url: Type.String(),
    integration: nullable(
      Type.Object({ id: Type.String(), name: Type.String(), required: Type.Boolean(), configured: Type.Boolean() }),
      'Whose key it takes; null: none.',
    ),
    billed_as: nullable(
      Type.String(),
      'The lookup of the catalog as which each page is billed; null: free, or as its settings say.',
    ),
    page_size: Type.Integer({ description: 'Most records of a page.' }),
    fields: nullable(
      Type.Array(Type.Object({ name: Type.String(), label: Type.String(), lead_field: nullable(Type.String()) })),
      'The kind of its records; null: as in the response.',
    ),
    query: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'A JSON Schema of its settings. `title` and `x-…` are for forms; `x-show-if` names the values of another setting under which one counts.',
    }),
  },
  { $id: 'JobSource' },
)
export const JobSourceList = listOf(JobSource, 'JobSourceList')

export const JobUndone = Type.Object(
  {
    restored: Type.Integer({
      description: 'Leads whose values are as they were before; of an import of rows, values.',
    }),
    deleted: Type.Integer({ description: 'Leads or rows that the job had made.' }),
    kept: Type.Integer({ description: 'What was changed since in the same place, and stays as it is.' }),
  },
  { $id: 'JobUndone' },
)

export type Job = Static<typeof Job>
export type JobStart = Static<typeof JobStart>
