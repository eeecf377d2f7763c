// The wire shapes of importing a file: how to read it, where its columns go, what would happen, what happened.
import { type Static, Type } from 'typebox'
import { INPUT_TYPES, MAX_COLUMN_NAME } from '../../engine/columns.schema.ts'
import { NORMALISERS } from '../workbooks/identity.logic.ts'
import { WorkbookColumn } from '../workbooks/workbook.schema.ts'

const oneOf = <const T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...(description ? { description } : {}) })

const Index = Type.Integer({ minimum: 0, description: 'Number of the column in the file, from 0.' })

export const ImportTarget = Type.Union(
  [
    Type.Object({ kind: Type.Literal('column'), column_id: Type.String() }),
    Type.Object({
      kind: Type.Literal('new'),
      name: Type.String({ minLength: 1, maxLength: MAX_COLUMN_NAME }),
      input_type: oneOf(INPUT_TYPES),
    }),
    Type.Object({ kind: Type.Literal('skip') }),
  ],
  {
    $id: 'ImportTarget',
    description: 'Where a column of the file goes: a column of the workbook, a new one, or nowhere.',
  },
)

export const ImportOptions = Type.Object(
  {
    encoding: Type.Optional(Type.String({ maxLength: 40, description: 'Found by itself when absent.' })),
    delimiter: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1,
        pattern: '^[^"\\r\\n]$',
        description: 'Comma, semicolon, tab or bar are found by themselves.',
      }),
    ),
    header: Type.Optional(Type.Boolean({ description: 'Whether the first row names the columns.' })),
    mapping: Type.Optional(
      Type.Array(Type.Object({ index: Index, target: ImportTarget }), {
        maxItems: 500,
        description: 'Columns that are not named are left out. Absent: as the preview proposes.',
      }),
    ),
    identity: Type.Optional(
      Type.Union(
        [
          Type.Object({
            index: Index,
            normaliser: oneOf(
              NORMALISERS,
              'What counts as the same: `https://www.acme.com/about` and `acme.com` as domain.',
            ),
          }),
          Type.Null(),
        ],
        {
          description:
            'The column by which rows are recognised, in the workbook and within the file. Null adds every row.',
        },
      ),
    ),
    policy: Type.Optional(
      Type.Object({
        existing: Type.Unsafe<'overwrite' | 'fill_blanks' | 'skip'>({
          type: 'string',
          enum: ['overwrite', 'fill_blanks', 'skip'],
          default: 'overwrite',
          description: 'What happens to a row that exists. A blank in the file never takes a value away.',
        }),
        new_rows: Type.Unsafe<'create' | 'skip'>({ type: 'string', enum: ['create', 'skip'], default: 'create' }),
      }),
    ),
  },
  { $id: 'ImportOptions' },
)

export const ImportForm = Type.Object({ options: Type.Optional(ImportOptions) })

export const ImportColumn = Type.Object(
  {
    index: Index,
    name: Type.String(),
    samples: Type.Array(Type.String(), { description: 'The first three values that are not blank.' }),
    fill_rate: Type.Number({ description: '0 to 1.' }),
    guessed_type: oneOf(INPUT_TYPES),
    target: ImportTarget,
  },
  { $id: 'ImportColumn' },
)

export const ImportWarning = Type.Object(
  { code: Type.String(), message: Type.String() },
  { $id: 'ImportWarning', description: 'Something about the file that a person should see before importing it.' },
)

export const ImportPreview = Type.Object(
  {
    encoding: Type.String(),
    delimiter: Type.String(),
    header: Type.Boolean(),
    columns: Type.Array(ImportColumn),
    rows: Type.Array(Type.Array(Type.String()), { description: 'The first 20 rows as read.' }),
    warnings: Type.Array(ImportWarning),
    total_rows: Type.Union([Type.Integer(), Type.Null()]),
  },
  { $id: 'ImportPreview' },
)

export const ImportResult = Type.Object(
  {
    import_id: Type.String(),
    created: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    skipped: Type.Integer(),
    rejected: Type.Integer(),
    columns_created: Type.Array(WorkbookColumn),
    rejected_rows: Type.Array(
      Type.Object({ line: Type.Integer(), reason: Type.String(), values: Type.Array(Type.String()) }),
      { description: 'The first 100.' },
    ),
    rejected_url: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'ImportResult', description: 'Every row of the file is counted once.' },
)

export type ImportTarget = Static<typeof ImportTarget>
export type ImportOptions = Static<typeof ImportOptions>
export type ImportColumn = Static<typeof ImportColumn>
export type ImportWarning = Static<typeof ImportWarning>
export type ImportPreview = Static<typeof ImportPreview>
export type ImportResult = Static<typeof ImportResult>
