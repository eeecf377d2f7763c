// The wire shapes of an import's options: how to read the file, where its columns go, what happens to rows that exist.
import { type Static, Type } from 'typebox'
import { MAX_COLUMN_NAME } from '../../engine/columns/column-parts.schema.ts'
import { Choice, INPUT_TYPES, MOST_CHOICES, NumberFormat } from '../../engine/columns/kinds/input.kind.ts'
import { DATE_ORDERS, DECIMALS, UNPARSED } from '../reading/value-reading.logic.ts'
import { NORMALISERS } from '../store/identity.logic.ts'

export const oneOf = <const T extends string>(values: readonly T[], description?: string, fallback?: T) =>
  Type.Unsafe<T>({
    type: 'string',
    enum: [...values],
    ...(description ? { description } : {}),
    ...(fallback ? { default: fallback } : {}),
  })

export const Index = Type.Integer({ minimum: 0, description: 'Number of the column in the file, from 0.' })

const ignore_plus_tags = Type.Optional(
  Type.Boolean({ description: 'For `email`: `ann+news@acme.com` is `ann@acme.com`.' }),
)

/** What an identity may have beside its first column. */
export const MORE_IDENTITY = {
  ignore_plus_tags,
  also: Type.Optional(
    Type.Array(Type.Object({ index: Index, normaliser: oneOf(NORMALISERS), ignore_plus_tags }), {
      maxItems: 4,
      description: 'Columns that have to agree as well.',
    }),
  ),
}

export const ImportTarget = Type.Union(
  [
    Type.Object({ kind: Type.Literal('column'), column_id: Type.String() }),
    Type.Object({
      kind: Type.Literal('new'),
      name: Type.String({ minLength: 1, maxLength: MAX_COLUMN_NAME }),
      input_type: oneOf(INPUT_TYPES),
      currency: Type.Optional(
        Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'], description: 'Of a currency column, by ISO 4217.' }),
      ),
      number_format: NumberFormat,
      options: Type.Optional(
        Type.Array(Choice, {
          maxItems: MOST_CHOICES,
          description: 'The choices of a select or multi_select column. Absent: those of the file, if they are few.',
        }),
      ),
    }),
    Type.Object({ kind: Type.Literal('skip') }),
  ],
  {
    $id: 'ImportTarget',
    description: 'Where a column of the file goes: a column of the workbook, a new one, or nowhere.',
  },
)

const ImportMapping = Type.Object(
  {
    index: Index,
    target: ImportTarget,
    unparsed: Type.Optional(
      oneOf(
        UNPARSED,
        'What happens to text that is not of the type of its column: it is kept as text, left out, or refuses its row. `keep` when absent.',
      ),
    ),
    date_order: Type.Optional(
      oneOf(DATE_ORDERS, 'Whether 03/04/2026 is in April (dmy) or in March (mdy). Absent: derived from the file.'),
    ),
    decimal: Type.Optional(
      oneOf(DECIMALS, 'The decimal separator: with a comma, 1.234 is a thousand. Absent: derived from the file.'),
    ),
  },
  { $id: 'ImportMapping' },
)

/** How a file is read, whatever its rows become. */
export const READING = {
  encoding: Type.Optional(Type.String({ maxLength: 40, description: 'Detected when absent.' })),
  delimiter: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1,
      pattern: '^[^"\\r\\n]$',
      description: 'Comma, semicolon, tab and bar are detected.',
    }),
  ),
  header: Type.Optional(Type.Boolean({ description: 'Whether the first row names the columns.' })),
  skip_rows: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        'Rows before the table, such as a title above the names, that are left out; blank rows do not count. Absent: as the file shows, ' +
        'none where `header` is given.',
    }),
  ),
  sheet: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Name of the sheet of a spreadsheet. When absent the first that is shown and has rows.',
    }),
  ),
  blank_words: Type.Optional(
    Type.Boolean({
      description:
        'Whether `n/a`, `#N/A`, `-`, `–`, `none` and `null` are blanks; in columns of names `Null` and `None` are names. Absent: in every ' +
        'format but JSON, which has a null of its own.',
    }),
  ),
  trim: Type.Optional(
    Type.Boolean({ description: 'Whether blanks at the ends of texts are left out. Not when absent.' }),
  ),
  identical_rows: Type.Optional(
    oneOf(['keep', 'skip'], 'Rows that have the same values as an earlier row, all of them. `keep` when absent.'),
  ),
}

export const ImportOptions = Type.Object(
  {
    ...READING,
    mapping: Type.Optional(
      Type.Array(ImportMapping, {
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
            ...MORE_IDENTITY,
          }),
          Type.Null(),
        ],
        {
          description: 'The duplicate key, within the workbook and within the file. Null adds every row.',
        },
      ),
    ),
    policy: Type.Optional(
      Type.Object({
        existing: oneOf(
          ['overwrite', 'fill_blanks', 'newer', 'skip'],
          'What happens to a row that exists: its values are overwritten, only its blanks filled, overwritten only when the ' +
            'row of the file is newer by the date in `newer_by`, or nothing. A blank in the file never takes a value away.',
          'overwrite',
        ),
        newer_by: Type.Optional(
          Type.Integer({
            minimum: 0,
            description: 'For `newer`: number of the column of the file whose date decides.',
          }),
        ),
        new_rows: oneOf(['create', 'skip'], undefined, 'create'),
        duplicates: oneOf(
          ['merge', 'first', 'last'],
          'Rows of the file that are the same: each adds what it has in turn, or only the first or the last of them counts.',
          'merge',
        ),
      }),
    ),
  },
  { $id: 'ImportOptions' },
)

export const ImportForm = Type.Object({ options: Type.Optional(ImportOptions) })

export type ImportTarget = Static<typeof ImportTarget>
export type ImportOptions = Static<typeof ImportOptions>
