// The wire shapes of exports: what is wanted, and how far a file made in the background is.
import { type Static, Type } from 'typebox'
import { FilterSchema } from '../../engine/filter/filter.schema.ts'
import { SortsSchema } from '../../engine/filter/sort.schema.ts'
import { LICENSES } from '../../engine/waterfall/provenance.schema.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { IdempotencyKey } from '../../platform/http/idempotency-key.schema.ts'
import { FORMATS } from './export-file.ts'
import { FACETS } from './facts.logic.ts'

const oneOf = <const T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...(description ? { description } : {}) })

const WORDS = {
  view:
    'Exports this view: its rows, order and columns. A filter of the request applies in addition; an order or columns of ' +
    'the request replace those of the view.',
  columns:
    'Only these columns, by id, in this order. Absent: those of the view, else all, in the order of the workbook.',
  include:
    'For each computed column also these. Without `provider`, a value that a test run made up begins with `test:` (or is an object with that name).',
  raw: 'Leave text that a spreadsheet would run as a formula as it is. For programs, never for a spreadsheet.',
  bom: 'Begin a CSV file with a byte order mark, without which old spreadsheets do not know UTF-8.',
  values: 'Lists and objects as readable text, or as JSON. Absent: as JSON in JSON Lines, else as readable text.',
  licenses: 'Computed values of other licenses are left blank and counted.',
  without: 'Computed values of these licenses are left blank and counted.',
  unverified: 'Computed values that are `unverified`, such as guesses, are left blank and counted.',
  age: 'Computed values that were fetched longer ago are left blank and counted.',
  attribution:
    'Append the attributions that licenses require to a text file. A spreadsheet always has a sheet for them.',
}

const Age = Type.Integer({ minimum: 0, maximum: 36_500, description: WORDS.age })

export const ExportBody = Type.Object(
  {
    format: oneOf(FORMATS),
    view_id: Type.Optional(Type.String({ description: WORDS.view })),
    filter: Type.Optional(FilterSchema),
    search: Type.Optional(Type.String({ maxLength: 1000 })),
    sort: Type.Optional(SortsSchema),
    row_ids: Type.Optional(Type.Array(Type.String(), { maxItems: 50_000, description: 'Only these rows.' })),
    columns: Type.Optional(Type.Array(Type.String(), { maxItems: 500, description: WORDS.columns })),
    include: Type.Optional(Type.Array(oneOf(FACETS), { maxItems: FACETS.length, description: WORDS.include })),
    licenses: Type.Optional(Type.Array(oneOf(LICENSES), { maxItems: 20, description: WORDS.licenses })),
    without_licenses: Type.Optional(Type.Array(oneOf(LICENSES), { maxItems: 20, description: WORDS.without })),
    without_unverified: Type.Boolean({ default: false, description: WORDS.unverified }),
    max_age_days: Type.Optional(Age),
    values: Type.Optional(oneOf(['display', 'raw'], WORDS.values)),
    raw: Type.Boolean({ default: false, description: WORDS.raw }),
    bom: Type.Boolean({ default: false, description: WORDS.bom }),
    attribution: Type.Boolean({ default: false, description: WORDS.attribution }),
    ...IdempotencyKey,
  },
  { $id: 'ExportBody', additionalProperties: false },
)

const List = (description: string) =>
  Type.Optional(Type.String({ maxLength: 20_000, description: `${description} Comma between them.` }))
const Flag = (description: string) => Type.Boolean({ default: false, description })

export const ExportQuery = Type.Object({
  view_id: Type.Optional(Type.String({ maxLength: 100, description: WORDS.view })),
  filter: Type.Optional(Type.String({ maxLength: 100_000, description: 'A filter as JSON text (see `Filter`).' })),
  search: Type.Optional(Type.String({ maxLength: 1000, description: 'Only rows that hold this text.' })),
  sort: Type.Optional(Type.String({ maxLength: 10_000, description: 'A list of `Sort` as JSON text.' })),
  columns: List(WORDS.columns),
  include: List(`${WORDS.include} ${FACETS.join(', ')}.`),
  licenses: List(WORDS.licenses),
  without_licenses: List(WORDS.without),
  without_unverified: Flag(WORDS.unverified),
  max_age_days: Type.Optional(Age),
  values: Type.Optional(oneOf(['display', 'raw'], WORDS.values)),
  raw: Flag(WORDS.raw),
  bom: Flag(WORDS.bom),
  attribution: Flag(WORDS.attribution),
})

const EXPORT_STATES = ['queued', 'running', 'done', 'cancelled', 'failed'] as const

export const ExportRecord = Type.Object(
  {
    id: Type.String(),
    workbook_id: Type.String(),
    state: oneOf(EXPORT_STATES),
    format: oneOf(FORMATS),
    file_name: Type.String(),
    file_size: Type.Integer({ description: 'Bytes written so far.' }),
    done: Type.Integer({ description: 'Rows written so far.' }),
    total: nullable(Type.Integer(), 'The expected number of rows, when that is known.'),
    withheld: Type.Integer({
      description: 'Values left blank because of their license or age, or because nothing verified them.',
    }),
    url: nullable(Type.String(), 'Where members who can read the workbook can download the file, for a day.'),
    error: nullable(Type.String()),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'ExportRecord' },
)

export type ExportBody = Static<typeof ExportBody>
export type ExportQuery = Static<typeof ExportQuery>
export type ExportRecord = Static<typeof ExportRecord>
