// The wire shapes of ingest: the token of a workbook, the rows sent with it, and the outcome of each.
import { type Static, Type } from 'typebox'
import type { Json } from '../../kernel/json.ts'

/** Rows of one call; more are refused with 413. */
export const MAX_INGEST_ROWS = 500

const UNKNOWN_KEYS = ['ignore', 'add_column', 'reject'] as const
export type UnknownKeys = (typeof UNKNOWN_KEYS)[number]

const unknownKeys = (description: string) =>
  Type.Unsafe<UnknownKeys>({ type: 'string', enum: [...UNKNOWN_KEYS], description })

const Time = (description: string) => Type.String({ format: 'date-time', description })

export const IngestTokenRequest = Type.Object(
  {
    unknown_keys: Type.Optional(
      unknownKeys(
        'What happens to members that no column is called: left out, added as a text column, or the row is rejected. ' +
          'Absent: as with the token before, `ignore` for the first.',
      ),
    ),
  },
  { $id: 'IngestTokenRequest' },
)

const facts = {
  id: Type.String({ description: 'Names it in budgets and in the ledger. The next token has another.' }),
  hint: Type.String({ description: 'The last four characters of the token.' }),
  unknown_keys: unknownKeys('What happens to members that no column is called.'),
  created_at: Time('When it was made.'),
  last_used_at: Type.Union([Time('When it was used last, to the minute.'), Type.Null()]),
  held_by: Type.Union([Type.String(), Type.Null()], {
    description: 'The user who created it or took it over; null when the account is deleted.',
  }),
  ends_at: Type.Union([Time('When it ends.'), Type.Null()], {
    description:
      'Set while the token has no holder: the holder has left, is locked, or may no longer change workbooks. The token ends then unless another ' +
      'member takes it over.',
  }),
}

export const IngestToken = Type.Object(facts, { $id: 'IngestToken' })

export const IngestTokenMade = Type.Object(
  {
    ...facts,
    token: Type.String({ description: 'Shown only once; a hash of it is stored.' }),
    url: Type.String({ description: 'Where rows are sent.' }),
    curl: Type.String({ description: 'A command line that sends a row.' }),
  },
  { $id: 'IngestTokenMade' },
)

export const IngestRequest = Type.Object(
  {
    rows: Type.Array(Type.Unsafe<Json>({}), {
      minItems: 1,
      'x-item-faults': MAX_INGEST_ROWS,
      description:
        `1 to ${MAX_INGEST_ROWS} objects with values by column name or id; more are refused with 413. A body that is such a list, or ` +
        'one such object, is taken as well.',
    }),
    unknown_keys: Type.Optional(unknownKeys('In place of what the token was made with.')),
    existing: Type.Unsafe<'overwrite' | 'fill_blanks' | 'skip'>({
      type: 'string',
      enum: ['overwrite', 'fill_blanks', 'skip'],
      default: 'overwrite',
      description:
        'What happens to a row that the workbook knows already by its identity. Members that are null or blank never ' +
        'take a value away.',
    }),
  },
  { $id: 'IngestRequest' },
)

const Outcome = Type.Object(
  {
    row_id: Type.Union([Type.String(), Type.Null()], { description: 'Null when it was rejected.' }),
    outcome: Type.Unsafe<'created' | 'updated' | 'unchanged' | 'rejected'>({
      type: 'string',
      enum: ['created', 'updated', 'unchanged', 'rejected'],
    }),
    reason: Type.Union([Type.String(), Type.Null()], { description: 'In words, why it was rejected.' }),
  },
  { $id: 'IngestOutcome' },
)

const count = () => Type.Integer({ minimum: 0 })

export const IngestResult = Type.Object(
  {
    rows: Type.Array(Outcome, { description: 'What became of each row, in the order sent.' }),
    created: count(),
    updated: count(),
    unchanged: count(),
    rejected: count(),
    ignored_keys: Type.Array(Type.String(), { description: 'Members that were left out, at most 100.' }),
  },
  { $id: 'IngestResult' },
)

export type IngestRequest = Static<typeof IngestRequest>
export type IngestResult = Static<typeof IngestResult>
export type IngestToken = Static<typeof IngestToken>

/** A list of rows, or a single row, as the whole body means the same as `{rows}`. */
export function asIngestRequest(body: unknown): unknown {
  if (Array.isArray(body)) return { rows: body }
  const isRow = typeof body === 'object' && body !== null && !('rows' in body) && Object.keys(body).length > 0
  return isRow ? { rows: [body] } : body
}
