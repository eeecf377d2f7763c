// The wire shapes of sources: where the rows of a workbook come from, when, and what each run brought.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { IdempotencyKey } from '../../platform/http/idempotency-key.schema.ts'
import { listOf, PageQuery } from '../../platform/http/paging.ts'
import { ImportTarget, oneOf } from '../../records/imports/import.schema.ts'
import { UNPARSED } from '../../records/reading/value-reading.logic.ts'
import { IdentityColumns } from '../../records/rows/duplicate-key.schema.ts'
import { RefreshSchedule } from '../refresh/refresh.schema.ts'

export const MODES = ['append', 'upsert', 'mirror'] as const
export const STATES = ['idle', 'running', 'paused', 'error', 'capped'] as const
export const MOST_RECORDS = 100_000

const Time = Type.String({ format: 'date-time' })
const Free = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })
const Name = Type.String({ minLength: 1, maxLength: 200 })
const Adapter = Type.String({ minLength: 1, maxLength: 60, description: 'Id of one of `GET /api/jobs/sources`.' })
const Settings = Free('As the adapter describes them.')

const MappingWanted = Type.Array(
  Type.Object({
    field: Type.String({ minLength: 1, maxLength: 500, description: 'A field of the records.' }),
    target: ImportTarget,
    unparsed: oneOf(
      UNPARSED,
      'Text that is not of the type of its column is kept as text, left out, or rejects its record.',
      'keep',
    ),
  }),
  { maxItems: 300, description: 'Fields that are not named are left out. Absent: as the preview proposes.' },
)

const Mode = oneOf(
  MODES,
  '`append` adds new records and changes no row. `upsert` also updates the rows of records that are known. `mirror` also deletes ' +
    'the rows it made for records that the source has no longer, after a run that certainly read all of them; otherwise the run says why not.',
  'upsert',
)
const Existing = oneOf(
  ['overwrite', 'fill_blanks'],
  'What an update does to values that are there. A blank in the record never takes a value away.',
  'overwrite',
)
const Schedule = nullable(RefreshSchedule, 'Null: it runs only when a user or program starts it.')
const MaxRows = Type.Integer({
  default: 10_000,
  minimum: 1,
  maximum: MOST_RECORDS,
  description: 'Records of one run. A run that stops there says so.',
})
const Identity = nullable(IdentityColumns, 'Sets the duplicate key of the workbook. Null leaves it as it is.')

export const SourceCreate = Type.Object(
  {
    name: Type.Optional(Name),
    adapter: Adapter,
    settings: Settings,
    mapping: Type.Optional(MappingWanted),
    mode: Mode,
    existing: Existing,
    identity: Type.Optional(Identity),
    schedule: Type.Optional(Schedule),
    enabled: Type.Boolean({ default: true, description: 'False pauses its schedule.' }),
    max_rows: MaxRows,
    ...IdempotencyKey,
  },
  { $id: 'SourceCreate', additionalProperties: false },
)

export const SourceUpdate = Type.Object(
  {
    name: Type.Optional(Name),
    settings: Type.Optional(Settings),
    mapping: Type.Optional(MappingWanted),
    mode: Type.Optional(oneOf(MODES)),
    existing: Type.Optional(oneOf(['overwrite', 'fill_blanks'])),
    identity: Type.Optional(Identity),
    schedule: Type.Optional(Schedule),
    enabled: Type.Optional(Type.Boolean()),
    max_rows: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_RECORDS })),
  },
  { $id: 'SourceUpdate', additionalProperties: false },
)

export const SourceRun = Type.Object(
  {
    run_id: Type.String({ description: 'Also the id of the job: follow it on `GET /api/jobs/{job_id}`.' }),
    job_id: Type.String(),
    status: oneOf(['pending', 'running', 'done', 'failed', 'cancelled']),
    capped: Type.Boolean(),
    read_to_end: nullable(
      Type.Boolean(),
      'Whether it is certain that everything which the source has was read. Only then does a mirror delete. Null until the run is done.',
    ),
    not_modified: Type.Boolean({
      description:
        'The server said that the document is as the run before read it, so nothing was read. A run by hand after a change of the workbook reads it again.',
    }),
    warnings: Type.Array(Type.String(), {
      description:
        'What a person should know of the run, such as columns of the file that are gone, or why no row was deleted.',
    }),
    done: Type.Integer(),
    total: nullable(Type.Integer()),
    counts: Type.Record(Type.String(), Type.Number(), {
      description: '`created`, `updated`, `unchanged`, `rejected`, `deleted_before` (its row was deleted), `deleted`.',
    }),
    error: nullable(Type.String()),
    created_at: Time,
    started_at: nullable(Time),
    finished_at: nullable(Time),
  },
  { $id: 'SourceRun' },
)
export const SourceRunList = listOf(SourceRun, 'SourceRunList')

export const Source = Type.Object(
  {
    id: Type.String(),
    workbook_id: Type.String(),
    name: Type.String(),
    adapter: Type.String(),
    adapter_title: Type.String(),
    settings: Settings,
    mapping: Type.Array(Type.Object({ field: Type.String(), column_id: Type.String(), unparsed: oneOf(UNPARSED) })),
    mode: oneOf(MODES),
    existing: oneOf(['overwrite', 'fill_blanks']),
    schedule: nullable(RefreshSchedule),
    enabled: Type.Boolean(),
    max_rows: Type.Integer(),
    cursor: nullable(Type.String(), 'The newest value of the incremental field so far.'),
    state: oneOf(STATES),
    records: Type.Integer({ description: 'Records that are or were rows of the workbook.' }),
    next_run_at: nullable(Time),
    last_run: nullable(SourceRun),
    created_at: Time,
    updated_at: Time,
  },
  { $id: 'WorkbookSource' },
)
export const SourceList = listOf(Source, 'WorkbookSourceList')

export const SourceTried = Type.Object(
  { adapter: Adapter, settings: Settings },
  { $id: 'SourceTried', additionalProperties: false },
)

const Rejected = Type.Object({
  record_id: Type.String(),
  reason: Type.String(),
  record: Free('Its values.'),
})

export const SourcePreview = Type.Object(
  {
    problem: nullable(Type.String(), 'Why the source cannot be read; null when it can.'),
    note: nullable(Type.String()),
    warnings: Type.Array(Type.String(), {
      description:
        'What will be wrong in runs unless it is changed, such as records without an id, or pages that will not be read.',
    }),
    id_proposal: nullable(
      Type.Object({ setting: Type.String(), field: Type.String() }),
      'Where records have no id: the setting that names one, and a field that is there and different in each of them.',
    ),
    fields: Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        type: Type.String(),
        samples: Type.Array(Type.String(), { description: 'The first three values.' }),
        lead_field: nullable(
          Type.String(),
          'The lead field that a collection fills with it; `custom`: it is kept there under its name.',
        ),
      }),
    ),
    records: Type.Array(Free('Values by field.'), { description: 'The first ten.' }),
    rejected: Type.Array(Rejected),
    total: nullable(Type.Integer(), 'Where the source says how many there are.'),
    mapping: Type.Array(Type.Object({ field: Type.String(), target: ImportTarget }), {
      description: 'What is proposed.',
    }),
  },
  { $id: 'SourcePreview' },
)

export const CollectionTried = Type.Object(
  {
    source: Type.String({ minLength: 1, maxLength: 60, description: 'Id of a source of `GET /api/jobs/sources`.' }),
    query: Type.Record(Type.String(), Type.Unknown(), { description: 'As the source describes it.' }),
  },
  { $id: 'CollectionTried', additionalProperties: false },
)

export const SourceRunStart = Type.Object(
  {
    bring_back: Type.Boolean({
      default: false,
      description: 'Records whose rows were deleted get rows again. Otherwise they stay deleted.',
    }),
    max_usd: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1_000_000,
        description:
          'The maximum cost of the run, in US dollars: it ends before the page that would exceed it, and its rows stay. Absent: ' +
          'the budgets alone.',
      }),
    ),
    ...IdempotencyKey,
  },
  { $id: 'SourceRunStart', additionalProperties: false },
)
export type SourceRunStart = Static<typeof SourceRunStart>

const SourceReject = Type.Object(
  { record_id: Type.String(), reason: Type.String(), record: Free('Its values.') },
  { $id: 'SourceReject' },
)
export const SourceRejectList = listOf(SourceReject, 'SourceRejectList')

export const SourcePath = Type.Object({ workbook_id: Type.String(), source_id: Type.String() })
export const SourceRunPath = Type.Object({
  workbook_id: Type.String(),
  source_id: Type.String(),
  source_run_id: Type.String(),
})
export const Page = Type.Object(PageQuery)

export type SourceCreate = Static<typeof SourceCreate>
export type SourceUpdate = Static<typeof SourceUpdate>
export type SourceRecordShape = Static<typeof Source>
export type SourceRunShape = Static<typeof SourceRun>
export type SourcePreviewShape = Static<typeof SourcePreview>
