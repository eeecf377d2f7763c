// The wire shapes of imports: the preview of a file, the plan row by row, and the result.
import { type Static, Type } from 'typebox'
import { INPUT_TYPES } from '../../engine/columns/kinds/input.kind.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { listOf } from '../../platform/http/paging.ts'
import { DATE_ORDERS, DECIMALS } from '../reading/value-reading.logic.ts'
import { NORMALISERS } from '../store/identity.logic.ts'
import { WorkbookColumn } from '../store/workbook.schema.ts'
import { ImportOptions, ImportTarget, Index, MORE_IDENTITY, oneOf } from './import.schema.ts'

const Unparsed = Type.Object({ count: Type.Integer(), examples: Type.Array(Type.String()) })

export const ImportColumn = Type.Object(
  {
    index: Index,
    name: Type.String(),
    samples: Type.Array(Type.String(), { description: 'The first three values that are not blank.' }),
    fill_rate: Type.Number({ description: '0 to 1.' }),
    guessed_type: oneOf(INPUT_TYPES),
    target: ImportTarget,
    unparsed: Type.Object(Unparsed.properties, {
      description: 'Values among the first `checked_rows` that are not of the type of the proposed target.',
    }),
    date_order: nullable(
      oneOf([...DATE_ORDERS, 'ambiguous']),
      'The order of dates such as 03/04/2026, derived from the file; `ambiguous`: the user has to choose. Null: no such ' +
        'dates.',
    ),
    decimal: nullable(
      oneOf([...DECIMALS, 'ambiguous']),
      'The decimal separator, derived from the file; `ambiguous`: values such as 1.500 can mean thousands, and the user has to ' +
        'choose. Until then they are kept as text. Null: no such numbers.',
    ),
  },
  { $id: 'ImportColumn' },
)

export const ImportWarning = Type.Object(
  { code: Type.String(), message: Type.String() },
  { $id: 'ImportWarning', description: 'A warning about the file, to be shown before the import.' },
)

export const ImportPreview = Type.Object(
  {
    import_id: Type.String({
      description: 'The stored file. Read it again with corrections, plan it, commit the plan.',
    }),
    format: oneOf(['csv', 'xlsx', 'jsonl', 'json']),
    encoding: Type.String(),
    delimiter: nullable(Type.String(), 'Null where it means nothing.'),
    header: Type.Boolean(),
    skip_rows: Type.Integer({ description: 'Rows before the table that are left out.' }),
    sheet: nullable(Type.String()),
    sheets: Type.Array(Type.Object({ name: Type.String(), hidden: Type.Boolean() }), {
      description: 'The sheets of a spreadsheet; empty for any other file.',
    }),
    columns: Type.Array(ImportColumn),
    rows: Type.Array(Type.Array(Type.String()), { description: 'The first 20 rows as read.' }),
    identity: nullable(
      Type.Object({ index: Index, normaliser: oneOf(NORMALISERS), ...MORE_IDENTITY }),
      'A suggested duplicate key: that of the workbook, else one that holds e-mail addresses, domains or ids, each once.',
    ),
    blank_words: Type.Boolean({ description: 'Whether words for nothing, such as `n/a`, are read as blanks.' }),
    trim: Type.Boolean({ description: 'Whether blanks at the ends of texts are left out.' }),
    blanks: Type.Object(Unparsed.properties, { description: 'Cells with a word for nothing that read as blank.' }),
    identical_rows: Type.Integer({ description: 'Rows with the same values as an earlier one.' }),
    warnings: Type.Array(ImportWarning),
    checked_rows: Type.Integer(),
    total_rows: nullable(Type.Integer()),
  },
  { $id: 'ImportPreview' },
)

const { import_id: _, ...Preview } = ImportPreview.properties
/** Of a file that is not stored. */
export const FilePreview = Type.Object(Preview, { $id: 'FilePreview' })

export const OUTCOMES = ['create', 'update', 'unchanged', 'skip', 'reject'] as const

export const ImportPlan = Type.Object(
  {
    create: Type.Integer(),
    update: Type.Integer(),
    unchanged: Type.Integer(),
    skip: Type.Integer(),
    reject: Type.Integer(),
    duplicates: Type.Integer({
      description: 'Rows that are the same as another row of the file; counted above as well.',
    }),
    columns_created: Type.Array(WorkbookColumn),
    unparsed: Type.Array(Type.Object({ index: Index, name: Type.String(), ...Unparsed.properties })),
    made_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'ImportPlan', description: 'What a commit will do. Every row of the file is counted once.' },
)

const Counts = {
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  skipped: Type.Integer(),
  rejected: Type.Integer(),
}

export const ImportResult = Type.Object(
  {
    import_id: Type.String(),
    ...Counts,
    columns_created: Type.Array(WorkbookColumn),
    rejected_rows: Type.Array(
      Type.Object({ line: Type.Integer(), reason: Type.String(), values: Type.Array(Type.String()) }),
      { description: 'The first 100.' },
    ),
    rejected_url: nullable(
      Type.String(),
      'Where all rejected rows can be fetched as CSV, for a day. Null when there are none.',
    ),
  },
  { $id: 'ImportResult', description: 'Every row of the file is counted once.' },
)

export const STATES = [
  'uploading',
  'ready',
  'planning',
  'planned',
  'committing',
  'done',
  'cancelled',
  'failed',
] as const

export const ImportRecord = Type.Object(
  {
    id: Type.String(),
    workbook_id: Type.String(),
    state: oneOf(STATES),
    file_name: Type.String(),
    file_size: Type.Integer(),
    done: Type.Integer({ description: 'Rows of the file planned or written so far.' }),
    total: nullable(Type.Integer(), 'Rows of the file, when that is known.'),
    plan: nullable(ImportPlan),
    result: nullable(ImportResult, 'The result; for a cancelled import, what was kept.'),
    error: nullable(Type.String()),
    created_at: Type.String({ format: 'date-time' }),
    job_id: nullable(
      Type.String(),
      'The job that plans it, or that commits its plan: with progress, log and cancel at `/api/jobs/{job_id}`. Null: there was none.',
    ),
  },
  { $id: 'ImportRecord', description: 'A file to be imported into a workbook. It is kept for a day.' },
)

export const ImportPlanRow = Type.Object(
  {
    line: Type.Integer(),
    outcome: oneOf(OUTCOMES),
    row_id: nullable(Type.String(), 'The matching row of the workbook, or the one to be created.'),
    reason: nullable(Type.String()),
    values: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'By column id: what will be written, or what the file has. Of a rejected row as read, by number of the column.',
    }),
  },
  { $id: 'ImportPlanRow' },
)
export const ImportPlanRowList = listOf(ImportPlanRow, 'ImportPlanRowList')

export const ImportAgain = Type.Object({ options: ImportOptions }, { $id: 'ImportAgain' })

export type ImportColumn = Static<typeof ImportColumn>
export type ImportWarning = Static<typeof ImportWarning>
export type FilePreview = Static<typeof FilePreview>
export type ImportPreview = Static<typeof ImportPreview>
export type ImportPlan = Static<typeof ImportPlan>
export type ImportResult = Static<typeof ImportResult>
export type ImportRecord = Static<typeof ImportRecord>
export type ImportPlanRow = Static<typeof ImportPlanRow>
