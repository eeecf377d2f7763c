// Wire shapes of a workspace's own secrets: names and times, never a value.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'

const Name = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_-]{0,59}$',
  description: 'Letters, digits, `_` and `-`, beginning with a letter.',
})

const Hosts = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
  maxItems: 50,
  description:
    'Where it may be sent: `api.example.com`, `api.example.com:8443`, or `*.example.com` for every host below one. Nothing is sent anywhere ' +
    'else, by redirects either. Without any, it is sent nowhere. Absent in a request: as it is.',
})

const Columns = nullable(
  Type.Array(Type.Object({ workbook_id: Type.String({ format: 'uuid' }), column_id: Type.String({ maxLength: 20 }) }), {
    maxItems: 200,
  }),
  'The only columns that may use it; null: every column.',
)

export const SecretQuery = Type.Object({ name: Name })

export const SecretUpdate = Type.Object(
  {
    name: Name,
    value: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 10_000,
        'x-secret': true,
        description: 'Sealed before it is stored, and never given out again. Absent: the one that is stored stays.',
      }),
    ),
    keep_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        description: 'So long the value before signs webhooks beside a new one; 24 when absent.',
      }),
    ),
    hosts: Type.Optional(Hosts),
    columns: Type.Optional(Columns),
  },
  { $id: 'SecretUpdate' },
)

const UsedBy = Type.Array(
  Type.Object({
    workbook_id: Type.String(),
    workbook: Type.String(),
    column_id: Type.String(),
    column: Type.String(),
    hosts: Type.Array(Type.String(), { description: 'Where the column sends it, as far as its settings tell.' }),
  }),
  { description: 'The columns that name it.' },
)

const Providers = Type.Array(
  Type.Object({ id: Type.String(), name: Type.String(), hosts: Type.Array(Type.String()) }),
  { description: 'The providers of the workspace that name it, and the hosts they send it to.' },
)

export const SecretResponse = Type.Object(
  {
    name: Type.String(),
    hosts: Hosts,
    columns: Columns,
    updated_at: Type.String({ format: 'date-time' }),
    used_by: UsedBy,
    providers: Providers,
  },
  { $id: 'SecretResponse' },
)
export type SecretUpdate = Static<typeof SecretUpdate>
export type SecretResponse = Static<typeof SecretResponse>

export const SecretList = Type.Object(
  {
    items: Type.Array(SecretResponse),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
    total: Type.Integer(),
    missing: Type.Array(Type.Object({ name: Type.String(), used_by: UsedBy, providers: Providers }), {
      description:
        'Names that columns and providers use and that were never entered or were removed: these columns do not run.',
    }),
  },
  { $id: 'SecretList' },
)
