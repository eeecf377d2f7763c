// The wire shapes of leads that come as a file and go as one.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { listOf } from '../../platform/http/paging.ts'
import { JOB_STATUSES, type JobStatus } from '../../platform/queue/work.logic.ts'
import { existingOf, WhichLeads } from '../lead-facts/lead.schema.ts'
import { LEAD_TARGETS } from '../lead-facts/lead-intake.logic.ts'
import { READING } from './import.schema.ts'
import { ImportPreview } from './import-record.schema.ts'

export const LeadImportOptions = Type.Object(
  {
    ...READING,
    mapping: Type.Optional(
      Type.Array(
        Type.Object({
          index: Type.Integer({ minimum: 0, description: 'Number of the column in the file, from 0.' }),
          field: Type.Unsafe<string | null>({
            anyOf: [{ type: 'string', enum: [...LEAD_TARGETS] }, { type: 'null' }],
            description:
              'Null: left out. Parts, such as `first_name` and `last_name`, are joined; `contact_person`, `address` and `email` may ' +
              'come in several columns: the first address is that of the lead, the others stay in `custom`.',
          }),
        }),
        { maxItems: 500, description: 'Absent: by the names of the columns, in any usual spelling.' },
      ),
    ),
    others: Type.Unsafe<'custom' | 'ignore'>({
      type: 'string',
      enum: ['custom', 'ignore'],
      default: 'custom',
      description: 'What happens to columns that are no field: kept in `custom` under their name, or left out.',
    }),
    existing: existingOf('What happens to existing leads, as for `POST /api/lead`.'),
    source: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'The source of new leads, in words; the name of the file when absent.',
      }),
    ),
    wait_seconds: Type.Integer({
      minimum: 0,
      maximum: 60,
      default: 25,
      description:
        'How long the response waits for the end of the import. After that it continues in the background (202).',
    }),
  },
  { $id: 'LeadImportOptions' },
)

export const LeadImportForm = Type.Object({ options: Type.Optional(LeadImportOptions) })

const Taken = {
  rows: Type.Integer({ description: 'Rows of the file that were not blank.' }),
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  suppressed: Type.Integer({ description: 'Matches an erased lead: not stored.' }),
  rejected: Type.Integer(),
  rejected_rows: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() }), {
    description: 'The first hundred.',
  }),
  columns: Type.Array(
    Type.Object({
      name: Type.String(),
      field: Type.Union([Type.String(), Type.Null()], {
        description: 'Where it went: a field, `custom`, or nowhere.',
      }),
      unparsed: Type.Object(
        { count: Type.Integer(), examples: Type.Array(Type.String()) },
        { description: 'Values that the field cannot hold: they were left out.' },
      ),
    }),
  ),
}
const LeadsTaken = Type.Object(Taken)
export type LeadsTaken = Static<typeof LeadsTaken>

export const LeadsImported = Type.Object(
  {
    import_id: Type.String({ description: 'Id for undo; also the `source` in the timelines.' }),
    job_id: Type.String({
      description: 'The same, as `GET /api/jobs/{job_id}` and `GET /api/events?job_id=` know it.',
    }),
    status: Type.Unsafe<JobStatus>({ type: 'string', enum: [...JOB_STATUSES] }),
    ...Taken,
  },
  { $id: 'LeadsImported', description: 'The results so far; complete once `status` is `done`.' },
)

const { import_id: _, identity: __, ...Read } = ImportPreview.properties

export const LeadsPreview = Type.Object(
  {
    ...Read,
    rejected: Type.Integer({ description: 'Rows that would not become leads.' }),
    rejected_rows: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() }), {
      description: 'The first hundred.',
    }),
  },
  {
    $id: 'LeadsPreview',
    description:
      'How a file reads. The `target` of a column is a field of leads (`column`, with its name as `column_id`), `custom` under the ' +
      'name of the column (`new`), or nothing (`skip`); `unparsed` are its values that the field cannot hold: they are left out.',
  },
)

export const LeadImportPath = Type.Object({ lead_import_id: Type.String({ format: 'uuid' }) })

export const LeadsImportUndone = Type.Object(
  {
    deleted: Type.Integer({ description: 'Leads that the import made and that have not changed since.' }),
    restored: Type.Integer({ description: 'Leads that have values again which it had changed.' }),
    kept: Type.Integer({
      description:
        'Leads that stay as they are, wholly or in part: they were changed since, or a text is too long to be on record.',
    }),
  },
  { $id: 'LeadsImportUndone' },
)

export const LeadsUndoStarted = Type.Object(
  {
    job_id: Type.String({
      description: 'The job that undoes it. Its counts and its result say what it did: `GET /api/jobs/{job_id}`.',
    }),
    deleted: Type.Integer({ description: 'So far.' }),
    restored: Type.Integer({ description: 'So far.' }),
    kept: Type.Integer({ description: 'So far.' }),
  },
  { $id: 'LeadsUndoStarted' },
)

const Moment = Type.String({ format: 'date-time' })

export const LeadImport = Type.Object(
  {
    id: Type.String({ description: 'To undo it by.' }),
    file_name: Type.String({ description: 'Blank for rows sent without a file.' }),
    created: Type.Integer(),
    updated: Type.Integer(),
    actor: nullable(Type.Object({ user_id: nullable(Type.Integer()), name: Type.String() })),
    at: Moment,
    undone_at: nullable(Moment, 'When it was undone.'),
  },
  { $id: 'LeadImport', description: 'An import of leads that stored any, also one that broke off.' },
)
export const LeadImportList = listOf(LeadImport, 'LeadImportList')
export type LeadImport = Static<typeof LeadImport>

export const LeadExportQuery = Type.Object({
  ...WhichLeads,
  provenance: Type.Boolean({ default: false, description: 'With where each value is from.' }),
})

export type LeadImportOptions = Static<typeof LeadImportOptions>
export type LeadsPreview = Static<typeof LeadsPreview>
export type LeadsImportUndone = Static<typeof LeadsImportUndone>
export type LeadsImported = Static<typeof LeadsImported>
