// A provider that a workspace defines itself: its inputs, the HTTP request with references to them, and what is read of the answer.
import { type Static, Type } from 'typebox'
import { CUSTOM_FIELD_TYPES, choice, Templates } from './column-parts.schema.ts'
import { HttpColumn } from './kinds/http.kind.ts'

const MOST_INPUTS = 20
const request = HttpColumn.properties

const ValueType = Type.Unsafe<(typeof CUSTOM_FIELD_TYPES)[number]>({ type: 'string', enum: [...CUSTOM_FIELD_TYPES] })
const Label = Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Absent: made from the name.' }))

const OwnInput = Type.Object(
  {
    name: Type.String({
      pattern: '^[a-z][a-z0-9_]{0,59}$',
      description:
        'Its name in the request: `{{domain}}`. Well-known names (`domain`, `full_name`, `linkedin_url` …) are spelled the ' +
        'same way for every provider before it is called.',
    }),
    label: Label,
    type: Type.Optional(ValueType),
    required: Type.Boolean({ default: true, description: 'Without a value the provider is skipped.' }),
    help: Type.Optional(Type.String({ maxLength: 300 })),
  },
  { $id: 'OwnProviderInput', additionalProperties: false },
)

const OwnField = Type.Object(
  {
    name: Type.String({
      pattern: '^[A-Za-z_][A-Za-z0-9_]{0,59}$',
      description: 'A field of the catalog, such as `work_email`, can be combined with other providers in waterfalls.',
    }),
    label: Label,
    path: request.fields.items.properties.path,
    type: Type.Optional({
      ...ValueType,
      description: 'Absent: the type of the field in the catalog, else text.',
    }),
    values: Type.Optional(
      Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Type.String({ maxLength: 200 }), {
        maxProperties: 50,
        description:
          'Words of the API and what they mean here, such as `{"deliverable": "valid"}`. Others stay as they are.',
      }),
    ),
  },
  { $id: 'OwnProviderField', additionalProperties: false },
)

const Verified = Type.Object(
  {
    path: Type.String({ minLength: 1, maxLength: 500 }),
    values: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 20 }),
  },
  { additionalProperties: false, description: 'Where the answer says that the value was checked, and how.' },
)

export const OwnProviderDefinition = Type.Object(
  {
    description: Type.String({ maxLength: 1000, default: '' }),
    docs_url: Type.Optional(Type.String({ maxLength: 2000, pattern: '^https?://' })),
    inputs: Type.Array(OwnInput, { minItems: 1, maxItems: MOST_INPUTS }),
    one_of: Type.Optional(
      Type.Array(Type.Array(Type.String({ maxLength: 60 }), { minItems: 2, maxItems: MOST_INPUTS }), {
        maxItems: 5,
        description: 'Of each group at least one input is needed.',
      }),
    ),
    method: choice(['GET', 'POST'], 'GET', 'A provider reads; what changes something belongs into an output column.'),
    url: request.url,
    any_host: request.any_host,
    query: request.query,
    headers: request.headers,
    body: request.body,
    form: Type.Optional(Templates('Fields of a form, in place of `body`.')),
    auth: request.auth,
    pages: request.pages,
    items: request.items,
    max_pages: request.max_pages,
    miss: request.miss,
    error: request.error,
    fields: Type.Array(OwnField, { minItems: 1, maxItems: 50, description: 'What is read of the answer.' }),
    confidence: Type.Number({ minimum: 0, maximum: 1, default: 0.8, description: 'How sure its answers are.' }),
    verified: Type.Optional(Verified),
    license: choice(
      [
        'unknown',
        'proprietary-api',
        'public-record',
        'CC0-1.0',
        'CC-BY-4.0',
        'CC-BY-SA-4.0',
        'ODbL-1.0',
        'OGL-3.0',
        'scraped',
      ],
      'unknown',
      'What may be done with its answers.',
    ),
    price_usd: request.price_usd,
    billing: request.billing,
    per_second: request.per_second,
    concurrency: request.concurrency,
    timeout_seconds: request.timeout_seconds,
    cache_days: Type.Integer({
      minimum: 0,
      maximum: 365,
      default: 30,
      description: 'Days an answer may be used again.',
    }),
    repeat_safe: request.repeat_safe,
    sample: Type.Optional(
      Type.Record(Type.String({ maxLength: 60 }), Type.String({ maxLength: 2000 }), {
        maxProperties: MOST_INPUTS,
        description: 'Inputs to test it with.',
      }),
    ),
  },
  {
    $id: 'OwnProviderDefinition',
    additionalProperties: false,
    description: 'A request as a provider of the workspace. Secrets are named and never part of it.',
  },
)
export type OwnProviderDefinition = Static<typeof OwnProviderDefinition>
