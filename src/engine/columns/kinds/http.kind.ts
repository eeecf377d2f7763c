// A column that calls any HTTP API.
import { type Static, Type } from 'typebox'
import { jsonTemplateProblem } from '../../values/json-template.ts'
import { NO_PATH, parsePath } from '../../values/path.ts'
import { hasReferences } from '../../values/render.ts'
import {
  CacheDays,
  Common,
  choice,
  Enriched,
  FieldKind,
  FieldName,
  MOST_PARTS,
  Output,
  Required,
  Seconds,
  SecretName,
  Templates,
} from '../column-parts.schema.ts'
import { fillTemplate, fixedHost, refsOf } from '../template-parts.ts'
import {
  ASKING_EFFECTS,
  defineCustomKind,
  type Fault,
  fieldOutput,
  fieldProblems,
  HTTP_CALL_EFFECTS,
  mapRecord,
  mapRequired,
} from './column-kind.ts'

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

export type HttpColumn = Static<typeof HttpColumn>

export const http = defineCustomKind({
  schema: HttpColumn,
  filled_by: 'itself',
  says: 'any API',
  words: { short: 'API call', long: 'Request to an API' },
  offer: {
    place: 30,
    label: 'Call an API',
    note: 'Call any API or paste curl',
    search_words: 'rest json',
    icon: 'globe',
    column_name: 'HTTP request',
    for_any_question: true,
  },
  names_secrets: true,
  effects: {
    ...ASKING_EFFECTS,
    ...HTTP_CALL_EFFECTS,
    output: 'answer',
    required: 'answer',
  },
  mapTemplates(column, rewrite) {
    const { query, headers, body, form, required } = column
    return {
      ...column,
      url: rewrite(column.url, ['url']),
      ...(query && { query: mapRecord(['query'], query, rewrite) }),
      ...(headers && { headers: mapRecord(['headers'], headers, rewrite) }),
      ...(body !== undefined && { body: rewrite(body, ['body']) }),
      ...(form && { form: mapRecord(['form'], form, rewrite) }),
      ...mapRequired(required, rewrite),
    }
  },
  target: ({ url }) => fixedHost(url) ?? 'any',
  target_words: { any: 'HTTP request', '*': '*' },
  needs: ({ url }) => ({ required: refsOf([url]), any: [] }),
  output: (column) => (column.fields.length === 0 ? 'response' : fieldOutput(column)),
  problems(column, fault) {
    requestProblems(column, fault)
    fieldProblems(column, fault)
  },
})

/** Names under which keys travel. A literal there would show the key to every member who sees the column. */
const KEY_NAMES =
  /^(authorization|proxy-authorization|cookie|key|auth|sig|.*(api[-_]?key|token|secret|password|signature).*)$/i
/** Set by the connection itself; letting a column say them would let it speak for another request. */
const OWN_HEADERS = /^(host|content-length|transfer-encoding|connection|upgrade|te|trailer|expect|keep-alive)$/i
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/

function requestProblems(column: HttpColumn, fault: Fault): void {
  const { url, method, body, form, auth, any_host, pages, items } = column
  const host = fixedHost(url)
  if (host === null && !any_host) {
    fault(
      ['url'],
      'scheme and host have to be written out, with a / after them, before the first reference; or set any_host',
    )
  }
  if (any_host && auth)
    fault(['auth'], 'a secret is only sent to a host that is written out in the address; take any_host or auth away')
  const example = fillTemplate(url, {}, () => 'x')
  if (host !== null && !URL.canParse(example)) fault(['url'], 'this is not a web address')
  else if (host !== null) {
    for (const [name, value] of new URL(example).searchParams)
      if (KEY_NAMES.test(name) && value !== 'x')
        fault(
          ['url'],
          `"${name}" looks like a key, and every member who sees the column would see it; use auth with a secret`,
        )
  }
  for (const part of ['query', 'headers'] as const) {
    for (const [name, template] of Object.entries(column[part] ?? {})) {
      if (KEY_NAMES.test(name) && !hasReferences(template))
        fault(
          [part, name],
          'this looks like a key, and every member who sees the column would see it; use auth with a secret',
        )
      if (part === 'headers' && !HEADER_NAME.test(name)) fault([part, name], 'this is not the name of a header')
      if (part === 'headers' && OWN_HEADERS.test(name))
        fault([part, name], 'this header is set by the connection itself')
    }
  }
  if (body !== undefined && form !== undefined) fault(['form'], 'a request has a body or a form, not both')
  if (method === 'GET' && (body !== undefined || form !== undefined)) fault(['method'], 'a GET has no body')
  const wrong = body === undefined ? null : jsonTemplateProblem(body)
  if (wrong !== null) fault(['body'], `this is not JSON around the references: ${wrong}`)
  const paths: [(string | number)[], string | undefined][] = [
    ...column.fields.map(({ path }, index): [(string | number)[], string] => [['fields', index, 'path'], path]),
    [['items'], items],
    [['miss', 'empty'], column.miss?.empty],
    [['error', 'path'], column.error?.path],
    [['pages', 'path'], pages && 'path' in pages ? pages.path : undefined],
    [['pages', 'total'], pages && 'total' in pages ? pages.total : undefined],
  ]
  for (const [loc, path] of paths) if (path !== undefined && parsePath(path) === null) fault(loc, NO_PATH)
  if ((pages?.kind === 'number' || pages?.kind === 'offset') && items === undefined)
    fault(['items'], 'counted pages end where a page has no items, so it has to be said where those are')
  if (pages && method !== 'GET') fault(['pages'], 'only answers to GET have further pages')
}
