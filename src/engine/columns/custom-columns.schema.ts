// Columns that make a lookup of their own settings: HTTP requests and questions to models.
import { type Static, Type } from 'typebox'
import { Common, Enriched, TemplateText } from './column-parts.schema.ts'

const MOST_PARTS = 50
export const Templates = (description: string) =>
  Type.Record(Type.String({ minLength: 1, maxLength: 100 }), TemplateText, { maxProperties: MOST_PARTS, description })
export const choice = <T extends string>(values: readonly T[], usual: T, description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], default: usual, description })

export const CUSTOM_FIELD_TYPES = ['text', 'number', 'boolean', 'date', 'email', 'url', 'phone', 'json'] as const
const FieldName = Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,59}$' })
const FieldKind = Type.Unsafe<(typeof CUSTOM_FIELD_TYPES)[number]>({
  type: 'string',
  enum: [...CUSTOM_FIELD_TYPES],
  default: 'text',
})
export const Output = Type.Optional(
  Type.String({
    maxLength: 60,
    description: 'The field that becomes the value. Absent: the only field, else all as an object.',
  }),
)
export const Required = Type.Optional(
  Type.Array(TemplateText, {
    maxItems: MOST_PARTS,
    description:
      'References without whose values a row is skipped, such as `{{Domain}}`. Absent: see the type of the column.',
  }),
)
export const SecretName = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_-]{0,59}$',
  description: 'Name of a secret of the workspace, see `GET /api/settings/secrets`. Its value never appears anywhere.',
})
export const Seconds = (usual: number, most: number) =>
  Type.Integer({ minimum: 1, maximum: most, default: usual, description: 'Seconds one row may take.' })
export const CacheDays = (usual: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 365, default: usual, description })

export const HttpAuth = Type.Union(
  [
    Type.Object({ kind: Type.Literal('bearer'), secret: SecretName }),
    Type.Object({
      kind: Type.Literal('header'),
      name: Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$" }),
      secret: SecretName,
      prefix: Type.Optional(Type.String({ maxLength: 50 })),
    }),
    Type.Object({
      kind: Type.Literal('query'),
      name: Type.String({ minLength: 1, maxLength: 100 }),
      secret: SecretName,
    }),
    Type.Object({
      kind: Type.Literal('basic'),
      username: Type.String({
        maxLength: 200,
        description: 'The text before the colon; the secret follows after it.',
      }),
      secret: SecretName,
    }),
    Type.Object({
      kind: Type.Literal('oauth_client'),
      token_url: Type.String({ maxLength: 2000, pattern: '^https?://', examples: ['https://login.example.com/token'] }),
      client_id: Type.String({ minLength: 1, maxLength: 500 }),
      secret: SecretName,
      scope: Type.Optional(Type.String({ maxLength: 1000 })),
      credentials_in: choice(['body', 'header'], 'body', 'Where the token request carries the credentials.'),
    }),
  ],
  { $id: 'HttpAuth', description: 'How requests authenticate. Without it they send no credentials.' },
)

const TotalPath = Type.Optional(
  Type.String({
    maxLength: 500,
    description: 'The path of how many items there are in all: no page is asked for after so many.',
  }),
)

const HttpPages = Type.Union(
  [
    Type.Object({
      kind: Type.Literal('next_link'),
      path: Type.Optional(
        Type.String({
          maxLength: 500,
          description: "The path of the next page's address. Absent: the Link header.",
        }),
      ),
    }),
    Type.Object({
      kind: Type.Literal('cursor'),
      path: Type.String({ maxLength: 500, description: "The path of the next page's cursor." }),
      param: Type.String({ minLength: 1, maxLength: 100, description: 'The query parameter it is sent as.' }),
    }),
    Type.Object({
      kind: Type.Literal('number'),
      param: Type.String({ minLength: 1, maxLength: 100 }),
      first: Type.Integer({ minimum: 0, maximum: 1000, default: 1 }),
      total: TotalPath,
    }),
    Type.Object({
      kind: Type.Literal('offset'),
      param: Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The query parameter that gets how many items were read.',
      }),
      total: TotalPath,
    }),
  ],
  {
    $id: 'HttpPages',
    description:
      'How further pages are found: a link, a cursor, numbers, or an offset. Reading ends where the API says so: no link or cursor, a page ' +
      'without items, status 404 or 400 beyond the last page, the total, a page whose items were all there before, or a place that was asked before. ' +
      'An item that is on two pages is taken once.',
  },
)

export const HttpColumn = Type.Object(
  {
    ...Common,
    type: Type.Literal('http'),
    method: choice(
      ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      'GET',
      'Methods other than GET are sent for every row separately.',
    ),
    url: Type.String({
      minLength: 1,
      maxLength: 4000,
      description:
        'Address with references in path and query, each encoded as one part of it. Scheme and host are fixed unless `any_host`.',
    }),
    any_host: Type.Optional(
      Type.Boolean({
        description: 'The row decides the host of the request. Excludes `auth`: a secret is sent to one host only.',
      }),
    ),
    query: Type.Optional(Templates('Query parameters; those without a value are left out.')),
    headers: Type.Optional(Templates('Headers; those without a value are left out. Keys belong into `auth`.')),
    body: Type.Optional(
      Type.String({
        maxLength: 20_000,
        description:
          'JSON with references. One inside of quotes stays inside whatever its value is; one outside becomes the JSON value.',
      }),
    ),
    form: Type.Optional(Templates('Fields of a form, in place of `body`.')),
    auth: Type.Optional(HttpAuth),
    pages: Type.Optional(HttpPages),
    items: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'The path of the list that the pages continue, such as `data.items`.',
      }),
    ),
    max_pages: Type.Integer({ minimum: 1, maximum: 50, default: 5 }),
    fields: Type.Array(
      Type.Object({
        name: FieldName,
        path: Type.String({
          maxLength: 500,
          description:
            'Such as `data.items[0].email`, `items[].name` for one of every item, or `["@odata.count"]` for a name as it is written. ' +
            'A member that is called "a.b" comes before the b of a. Empty: the whole answer.',
        }),
        type: FieldKind,
      }),
      { maxItems: MOST_PARTS, default: [], description: 'The fields to keep of the response. Empty: all of it.' },
    ),
    output: Output,
    miss: Type.Optional(
      Type.Object(
        {
          statuses: Type.Optional(Type.Array(Type.Integer({ minimum: 100, maximum: 599 }), { maxItems: 20 })),
          empty: Type.Optional(Type.String({ maxLength: 500, description: 'A path: nothing there is a miss.' })),
        },
        { description: 'What means "nothing found" rather than an error. Absent: status 404.' },
      ),
    ),
    error: Type.Optional(
      Type.Object(
        {
          statuses: Type.Optional(Type.Array(Type.Integer({ minimum: 100, maximum: 599 }), { maxItems: 20 })),
          path: Type.Optional(Type.String({ maxLength: 500, description: 'A path: something there is an error.' })),
          values: Type.Optional(
            Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
              maxItems: 20,
              description: 'Only these values at the path, such as `error` at `status`, or `false` at `success`.',
            }),
          ),
        },
        {
          description:
            'What is an error though its status is good, such as `{"error": "quota exceeded"}`. The class of the error (`quota`, `auth`, `vendor_error`) ' +
            'follows from its words. It is never cached, and the mode `failed` asks again. Absent: an answer without a value for any field is an error ' +
            'where it has one of the usual shapes (`error`, `errors`, a failed `status`, `success: false`) and does not say that nothing was found.',
        },
      ),
    ),
    required: Required,
    price_usd: Type.Optional(
      Type.Union([Type.Number({ minimum: 0, maximum: 1000 }), Type.Literal('unknown')], {
        description:
          'Of one request. Absent: free. `unknown`: it is charged for, but the price is not known; see `allow_unknown_prices` of budgets.',
      }),
    ),
    billing: choice(['on_hit', 'per_call'], 'per_call', 'Whether a miss costs too.'),
    per_second: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1000 })),
    concurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 64 })),
    timeout_seconds: Seconds(30, 120),
    cache_days: CacheDays(1, 'Days an answer to GET may be used again.'),
    repeat_safe: Type.Optional(
      Type.Boolean({ description: 'Asking twice costs and changes nothing. Absent: true of a GET without a price.' }),
    ),
    ...Enriched,
  },
  {
    $id: 'HttpColumn',
    description:
      'A column that calls any HTTP API. A row without a value that the address needs is skipped, unless `required` says otherwise.',
  },
)

export const Model = Type.String({
  pattern: '^[a-z0-9-]+/[^\\s]{1,190}$',
  examples: ['ollama/llama3.2'],
  description: 'Vendor and model, as `GET /api/settings/models` lists them: `openai/…`, `anthropic/…`, `ollama/…`.',
})

export const AskedField = Type.Object(
  {
    name: FieldName,
    type: FieldKind,
    description: Type.Optional(Type.String({ maxLength: 1000, description: 'Explains the field to the model.' })),
    options: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: 100,
        description: 'The only answers allowed, of a text field.',
      }),
    ),
  },
  { $id: 'AskedField' },
)
export const AskedFields = Type.Array(AskedField, {
  minItems: 1,
  maxItems: 30,
  description: 'The fields of the answer. Other output of the model is dropped; an answer of another type is refused.',
})

export const AiColumn = Type.Object(
  {
    ...Common,
    type: Type.Literal('ai'),
    model: Model,
    prompt: Type.String({
      minLength: 1,
      maxLength: 20_000,
      description:
        'What to do. `{{Column}}` names a value; the values themselves follow the prompt as data, never as instructions.',
    }),
    fields: AskedFields,
    output: Output,
    required: Required,
    temperature: Type.Number({ minimum: 0, maximum: 2, default: 0 }),
    max_tokens: Type.Integer({ minimum: 16, maximum: 32_000, default: 1000, description: 'Longest answer.' }),
    timeout_seconds: Seconds(60, 300),
    cache_days: CacheDays(30, 'Days an answer to the same prompt, values and model may be used again.'),
    ...Enriched,
  },
  { $id: 'AiColumn', description: 'A column that calls a model. A row in which no reference has a value is skipped.' },
)

export type HttpColumn = Static<typeof HttpColumn>
export type AiColumn = Static<typeof AiColumn>
export type AskedField = Static<typeof AskedField>
