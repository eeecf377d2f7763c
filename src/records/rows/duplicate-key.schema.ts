// The wire shapes of the duplicate key: the identity of a workbook and what it would make of the rows that are there.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { IdempotencyKey } from '../../platform/http/idempotency-key.schema.ts'
import { NORMALISERS, type Normaliser } from '../store/identity.logic.ts'

/** Columns that make up one identity. */
const MAX_PARTS = 5

const Part = Type.Object(
  {
    column_id: Type.String({ minLength: 1, maxLength: 100, description: 'An input column, filled by users.' }),
    normaliser: Type.Unsafe<Normaliser>({
      type: 'string',
      enum: [...NORMALISERS],
      default: 'text',
      description:
        'What counts as the same. `text`: without regard to case and blanks; `domain`: `https://www.acme.com/about` and ' +
        '`acme.com`; `email`; `phone`: however it is written; `linkedin`: the public id in any address of a profile or company ' +
        'page; `external_id`: exactly, with its case.',
    }),
    ignore_plus_tags: Type.Optional(
      Type.Boolean({ description: 'For `email`: `ann+news@acme.com` is `ann@acme.com`.' }),
    ),
  },
  { $id: 'IdentityColumn' },
)

export const IdentityColumns = Type.Array(Part, {
  minItems: 1,
  maxItems: MAX_PARTS,
  description: 'Two rows are the same when they agree in all of these. A row with one of them blank is like no other.',
})

export const IdentityWanted = Type.Object(
  { columns: nullable(IdentityColumns, 'Null: no duplicate key; every row is added.') },
  { $id: 'WorkbookIdentityWanted' },
)

export const IdentityTried = Type.Object({ columns: IdentityColumns }, { $id: 'WorkbookIdentityTried' })

export const IdentityState = Type.Object(
  {
    columns: nullable(IdentityColumns, 'Null: no duplicate key.'),
    state: Type.Unsafe<'none' | 'ready' | 'building'>({
      type: 'string',
      enum: ['none', 'ready', 'building'],
      description:
        '`building`: existing rows are getting their keys. Writes continue; requests that need the keys (imports by this ' +
        'identity, ingest, `dedupe`) get 503.',
    }),
    done_rows: nullable(Type.Integer({ description: 'Rows looked through so far, while building.' })),
    total_rows: Type.Integer(),
  },
  { $id: 'WorkbookIdentity' },
)

export const IdentityPreview = Type.Object(
  {
    checked_rows: Type.Integer({ description: 'Rows read, from the first on.' }),
    total_rows: Type.Integer(),
    complete: Type.Boolean({ description: 'False: the workbook has more rows than were read.' }),
    keyed: Type.Integer({ description: 'Rows that have a key.' }),
    blank: Type.Integer({ description: 'Rows without one: a column is blank or holds nothing of the kind.' }),
    duplicate_groups: Type.Integer({ description: 'Identities that several rows have.' }),
    duplicate_rows: Type.Integer({
      description: 'Rows whose identity an earlier row has. They stay; only the earlier one is found.',
    }),
    samples: Type.Array(
      Type.Object({
        rows: Type.Array(
          Type.Object({
            row_id: Type.String(),
            position: Type.Number(),
            values: Type.Array(Type.Unknown(), { description: 'In the order of the requested columns.' }),
          }),
          { description: 'The first few.' },
        ),
        count: Type.Integer({ description: 'How many rows share this identity.' }),
      }),
      { description: 'The first groups of rows that would be the same.' },
    ),
  },
  { $id: 'WorkbookIdentityPreview' },
)

export const DuplicatesFound = Type.Object(
  {
    groups: Type.Integer({ description: 'Identities that several rows have.' }),
    duplicate_rows: Type.Integer({ description: 'Rows whose identity an earlier row has.' }),
    row_ids: Type.Array(Type.String(), {
      description: 'The rows of the first groups, the first of each before those that repeat it; at most 200.',
    }),
  },
  { $id: 'WorkbookDuplicates' },
)

export const DuplicatesSettle = Type.Object(
  {
    columns: IdentityColumns,
    act: Type.Unsafe<'merge' | 'delete'>({
      type: 'string',
      enum: ['merge', 'delete'],
      description:
        '`merge`: the first row of each group takes what it lacks in its input columns from the others, which are deleted; ' +
        '`delete`: all but the first are deleted. Cells that were computed for the others go with them.',
    }),
    expected_count: Type.Integer({
      minimum: 0,
      description:
        'The number of rows to remove: `duplicate_rows` of the preview. If it differs: 409, and nothing happens.',
    }),
    ...IdempotencyKey,
  },
  { $id: 'WorkbookDuplicatesSettle', additionalProperties: false },
)

export const DuplicatesSettled = Type.Object(
  {
    deleted: Type.Integer(),
    changed: Type.Integer({ description: 'Rows that took values from others.' }),
    left: Type.Integer({ description: 'Duplicates that are still there: one call takes 5,000 rows.' }),
    change_id: nullable(Type.String(), 'Undoes all of it.'),
  },
  { $id: 'WorkbookDuplicatesSettled' },
)

export type DuplicatesFound = Static<typeof DuplicatesFound>
export type DuplicatesSettle = Static<typeof DuplicatesSettle>
export type DuplicatesSettled = Static<typeof DuplicatesSettled>
export type IdentityWanted = Static<typeof IdentityWanted>
export type IdentityState = Static<typeof IdentityState>
export type IdentityPreview = Static<typeof IdentityPreview>
export type WantedPart = Static<typeof Part>
