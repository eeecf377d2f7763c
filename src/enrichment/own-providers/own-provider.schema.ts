// Wire shapes of a workspace's own providers: records, the file they are shared as, and tests.
import { type Static, Type } from 'typebox'
import { HttpColumn } from '../../engine/columns/kinds/http.kind.ts'
import { OwnProviderDefinition } from '../../engine/columns/own-provider.schema.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { IdempotencyKey } from '../../platform/http/idempotency-key.schema.ts'
import { countedListOf } from '../../platform/http/paging.ts'
import { ErrorProposal } from '../kinds/try/try.schema.ts'

export const OwnProviderPath = Type.Object({ own_provider_id: Type.String({ maxLength: 100 }) })

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Unique in the workspace without regard to case.',
})

const ProviderSecret = Type.Object(
  {
    name: Type.String({ description: 'As in `GET /api/settings/secrets`.' }),
    hosts: Type.Array(Type.String(), { description: 'Where the request sends it.' }),
    state: Type.Unsafe<'ready' | 'missing' | 'host_not_allowed'>({
      type: 'string',
      enum: ['ready', 'missing', 'host_not_allowed'],
      description: '`missing`: it has no value; `host_not_allowed`: it may not be sent to all of these hosts.',
    }),
  },
  { $id: 'OwnProviderSecret' },
)

const ProviderUse = Type.Object(
  {
    kind: Type.Unsafe<'column' | 'function' | 'lead_action' | 'source'>({
      type: 'string',
      enum: ['column', 'function', 'lead_action', 'source'],
    }),
    name: Type.String({ description: 'For display, such as `Work email in Leads`.' }),
    workbook_id: nullable(Type.String()),
    column_id: nullable(Type.String()),
    action: nullable(Type.String()),
  },
  { $id: 'OwnProviderUse' },
)

const Time = Type.String({ format: 'date-time' })

export const OwnProviderRecord = Type.Object(
  {
    id: Type.String({ description: 'What steps name as their `provider`; never changes.' }),
    name: Type.String(),
    version: Type.Integer({
      description:
        'Increases when the request or its reading changes; cached answers of an earlier request are not used any more.',
    }),
    definition: OwnProviderDefinition,
    ready: Type.Boolean({ description: 'Can be called now: its secret is entered.' }),
    secrets: Type.Array(ProviderSecret),
    used_by: Type.Array(ProviderUse),
    created_at: Time,
    updated_at: Time,
  },
  { $id: 'OwnProvider' },
)

export const OwnProviderList = countedListOf(OwnProviderRecord, 'OwnProviderList')

export const OwnProviderCreate = Type.Object(
  { name: Name, definition: OwnProviderDefinition, ...IdempotencyKey },
  { $id: 'OwnProviderCreate', additionalProperties: false },
)

export const OwnProviderUpdate = Type.Object(
  {
    name: Type.Optional(Name),
    definition: Type.Optional(OwnProviderDefinition),
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The version that was read: 409 when it has changed since.' }),
    ),
  },
  { $id: 'OwnProviderUpdate', additionalProperties: false },
)

export const OwnProviderFile = Type.Object(
  {
    millrace_provider: Type.Literal(1, { description: 'The version of this format.' }),
    id: Type.String({ maxLength: 100, pattern: '^own-[a-z0-9]+(-[a-z0-9]+)*$', examples: ['own-acme'] }),
    name: Name,
    definition: OwnProviderDefinition,
    secrets: Type.Array(
      Type.Object({ name: Type.String({ maxLength: 60 }), hosts: Type.Array(Type.String({ maxLength: 255 })) }),
      { maxItems: 10, default: [], description: 'What has to be entered, and for which hosts. Never a value.' },
    ),
  },
  {
    $id: 'OwnProviderFile',
    additionalProperties: false,
    description:
      'A provider to share. Names of secrets are in it; values, and user names of basic authentication, never.',
  },
)

export const OwnProviderImport = Type.Object(
  {
    file: OwnProviderFile,
    name: Type.Optional(Name),
    existing: Type.Unsafe<'keep' | 'replace'>({
      type: 'string',
      enum: ['keep', 'replace'],
      default: 'keep',
      description:
        'When the workspace has a provider of this id: `keep` it and add another, or `replace` its definition.',
    }),
    secret: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z][A-Za-z0-9_-]{0,59}$',
        description: 'The secret of this workspace to use in the place of the one that the file names.',
      }),
    ),
    username: Type.Optional(
      Type.String({ maxLength: 200, description: 'For basic authentication: files never hold it.' }),
    ),
    ...IdempotencyKey,
  },
  { $id: 'OwnProviderImport', additionalProperties: false },
)

const { id: _i, name: _n, ...http } = HttpColumn.properties
export const OwnProviderDraftRequest = Type.Object(
  {
    workbook_id: Type.Optional(Type.String({ description: 'With `column_id`: an `http` column that is saved.' })),
    column_id: Type.Optional(Type.String()),
    column: Type.Optional(
      Type.Object(
        {
          ...http,
          id: Type.Optional(Type.String({ maxLength: 100 })),
          name: Type.Optional(Type.String({ maxLength: 200 })),
        },
        { description: 'An `http` column as it would be saved.' },
      ),
    ),
    ...IdempotencyKey,
  },
  { $id: 'OwnProviderDraftRequest', additionalProperties: false },
)

const { inputs, fields } = OwnProviderDefinition.properties

export const OwnProviderDraft = Type.Object(
  {
    definition: Type.Object(
      { ...OwnProviderDefinition.properties, inputs: Type.Array(inputs.items), fields: Type.Array(fields.items) },
      { description: 'As it would be saved, except that there may be no inputs or fields yet, or too many.' },
    ),
    inputs: Type.Record(Type.String(), Type.String(), {
      description: 'By input: the reference of its column, such as `{{Domain}}`.',
    }),
  },
  { $id: 'OwnProviderDraft', description: 'The request of a column with its references as inputs. Nothing is stored.' },
)

const TestInputs = Type.Record(Type.String({ maxLength: 60 }), Type.String({ maxLength: 4000 }), { maxProperties: 20 })

export const OwnProviderTestRequest = Type.Object(
  { inputs: Type.Optional({ ...TestInputs, description: 'Absent: the sample of the definition.' }), ...IdempotencyKey },
  { $id: 'OwnProviderTestRequest', additionalProperties: false },
)
export const UnsavedTestRequest = Type.Object(
  { definition: OwnProviderDefinition, inputs: Type.Optional(TestInputs), ...IdempotencyKey },
  { $id: 'UnsavedOwnProviderTestRequest', additionalProperties: false },
)

export const OwnProviderTest = Type.Object(
  {
    status: Type.String({ description: '`found`, `not_found`, `skipped`, `throttled` or `error`.' }),
    values: Type.Record(Type.String(), Type.Unknown(), { description: 'By field.' }),
    verified: Type.Boolean(),
    reason: nullable(Type.String()),
    detail: nullable(Type.String()),
    cost_usd: nullable(Type.Number({ description: 'Null is unknown.' })),
    duration_ms: Type.Integer(),
    request: nullable(Type.Record(Type.String(), Type.Unknown()), 'What was sent, secrets masked.'),
    response: nullable(Type.Record(Type.String(), Type.Unknown()), 'The response, with secrets masked.'),
    answer: Type.Unknown({ description: 'The whole answer, to pick fields from; null when there is none.' }),
    error_proposal: nullable(
      ErrorProposal,
      'Without `error` in the definition: the answer looks like an error, and the rule that makes errors of all such answers.',
    ),
  },
  { $id: 'OwnProviderTest' },
)

export type OwnProviderRecord = Static<typeof OwnProviderRecord>
export type ProviderUse = Static<typeof ProviderUse>
export type OwnProviderUpdate = Static<typeof OwnProviderUpdate>
export type OwnProviderFile = Static<typeof OwnProviderFile>
export type OwnProviderImport = Static<typeof OwnProviderImport>
export type OwnProviderTest = Static<typeof OwnProviderTest>
export type OwnProviderDraftRequest = Static<typeof OwnProviderDraftRequest>
