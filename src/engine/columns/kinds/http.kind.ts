// A column that calls any HTTP API.
import { type Static, Type } from 'typebox'
import { type SettingForm, showIf, shownAs } from '../../../kernel/setting-form.ts'
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

/** A secret that requests carry, and where they go. */
const Secret = (title: string, sent_to: string) => ({
  ...SecretName,
  ...shownAs({
    title,
    hint: 'Masked in every trace, and sent to the host of the address only.',
    editor: 'secret',
    sent_to,
    missing: 'Choose the secret that the request carries.',
  }),
})
const Member = (options: object, form: SettingForm) =>
  Type.String({ ...options, ...shownAs({ hint: '', code: true, ...form }) })

export const HttpAuth = Type.Union(
  [
    Type.Object({ kind: Type.Literal('bearer'), secret: Secret('Key', '{url}') }),
    Type.Object({
      kind: Type.Literal('header'),
      name: Member(
        { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$" },
        { title: 'Header', placeholder: 'X-Api-Key', missing: 'Name the header that carries the secret.' },
      ),
      prefix: Type.Optional(
        Member({ maxLength: 50 }, { title: 'In front of the key', placeholder: 'nothing', exact: true }),
      ),
      secret: Secret('Key', '{url}'),
    }),
    Type.Object({
      kind: Type.Literal('query'),
      name: Member(
        { minLength: 1, maxLength: 100 },
        { title: 'Parameter', placeholder: 'api_key', missing: 'Name the parameter that carries the secret.' },
      ),
      secret: Secret('Key', '{url}'),
    }),
    Type.Object({
      kind: Type.Literal('basic'),
      username: Member(
        { maxLength: 200, default: '', description: 'The text before the colon; the secret follows after it.' },
        { title: 'User', hint: 'May be blank where the API takes only a key.', exact: true },
      ),
      secret: Secret('Password or key', '{url}'),
    }),
    Type.Object({
      kind: Type.Literal('oauth_client'),
      token_url: Member(
        { maxLength: 2000, pattern: '^https?://', examples: ['https://login.example.com/token'] },
        {
          title: 'Address of tokens',
          placeholder: 'https://login.example.com/oauth/token',
          missing: 'The token is fetched with an address and a client id.',
        },
      ),
      client_id: Member(
        { minLength: 1, maxLength: 500 },
        { title: 'Client id', missing: 'The token is fetched with an address and a client id.' },
      ),
      scope: Type.Optional(Member({ maxLength: 1000 }, { title: 'Scope', placeholder: 'none' })),
      credentials_in: {
        ...choice(['body', 'header'], 'body', 'Where the token request carries the credentials.'),
        ...shownAs({
          title: 'Credentials in',
          hint: '',
          labels: { body: 'The body', header: 'A header (Basic)' },
        }),
      },
      secret: Secret('Client secret', '{url} {auth.token_url}'),
    }),
  ],
  {
    $id: 'HttpAuth',
    description: 'How requests authenticate. Without it they send no credentials.',
    ...shownAs({
      title: 'Authentication',
      hint: '',
      blank: 'Nothing',
      labels: {
        bearer: 'Bearer token',
        header: 'Key in a header',
        query: 'Key in the address',
        basic: 'User and password (Basic)',
        oauth_client: 'OAuth client credentials',
      },
    }),
  },
)

const PATH = { maxLength: 500 }
const Param = (placeholder: string, description = 'The query parameter that it is sent as.') =>
  Member(
    { minLength: 1, maxLength: 100, description },
    { title: 'Sent as the parameter', placeholder, missing: 'Say as which parameter it is sent.' },
  )
const TotalPath = Type.Optional(
  Member(
    {
      ...PATH,
      description: 'The path of how many items there are in all: no page is asked for after so many.',
    },
    { title: 'Where the total is', hint: 'With it no request goes beyond the last item.', placeholder: 'meta.total' },
  ),
)

const HttpPages = Type.Union(
  [
    Type.Object({
      kind: Type.Literal('next_link'),
      path: Type.Optional(
        Member(
          { ...PATH, description: "The path of the next page's address. Absent: the Link header." },
          { title: 'Where the link is', hint: 'Blank takes the Link header.', placeholder: 'meta.next' },
        ),
      ),
    }),
    Type.Object({
      kind: Type.Literal('cursor'),
      path: Member(
        { ...PATH, description: "The path of the next page's cursor." },
        { title: 'Where the cursor is', placeholder: 'meta.next', missing: 'Say where the cursor is.' },
      ),
      param: Param('cursor'),
    }),
    Type.Object({
      kind: Type.Literal('number'),
      param: Param('page'),
      first: Type.Integer({ minimum: 0, maximum: 1000, default: 1, ...shownAs({ title: 'The first one is' }) }),
      total: TotalPath,
    }),
    Type.Object({
      kind: Type.Literal('offset'),
      param: Param('offset', 'The query parameter that gets how many items were read.'),
      total: TotalPath,
    }),
  ],
  {
    $id: 'HttpPages',
    description:
      'How further pages are found: a link, a cursor, numbers, or an offset. Reading ends where the API says so: no link or cursor, a page ' +
      'without items, status 404 or 400 beyond the last page, the total, a page whose items were all there before, or a place that was asked before. ' +
      'An item that is on two pages is taken once.',
    ...shownAs({
      title: 'Further pages',
      hint: '',
      blank: 'One page',
      labels: {
        next_link: 'Follow a link to the next page',
        cursor: 'Send a cursor',
        number: 'Count the pages',
        offset: 'Count the items',
      },
    }),
  },
)

const PAGED = ['next_link', 'cursor', 'number', 'offset']
const Statuses = (form: SettingForm) =>
  Type.Optional(Type.Array(Type.Integer({ minimum: 100, maximum: 599 }), { maxItems: 20, ...shownAs(form) }))

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
    items: Type.Optional({
      ...Member(
        { ...PATH, description: 'The path of the list that the pages continue, such as `data.items`.' },
        { title: 'Where the items are', placeholder: 'data.items' },
      ),
      ...showIf('pages.kind', ...PAGED),
    }),
    max_pages: Type.Integer({
      minimum: 1,
      maximum: 50,
      default: 5,
      ...shownAs({ title: 'Pages at most' }),
      ...showIf('pages.kind', ...PAGED),
    }),
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
          statuses: Statuses({ title: 'These statuses', hint: '404 unless you say else.', placeholder: '404' }),
          empty: Type.Optional(
            Member(
              { ...PATH, description: 'A path: nothing there is a miss.' },
              { title: 'Or nothing at this path', placeholder: 'data.items' },
            ),
          ),
        },
        {
          description: 'What means "nothing found" rather than an error. Absent: status 404.',
          ...shownAs({ title: 'What means “nothing found”' }),
        },
      ),
    ),
    error: Type.Optional(
      Type.Object(
        {
          path: Type.Optional(
            Member(
              { ...PATH, description: 'A path: something there is an error.' },
              {
                title: 'Something at this path',
                hint: 'Though the status is good. Such answers are not kept, and are asked again.',
                placeholder: 'error',
              },
            ),
          ),
          values: Type.Optional(
            Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
              maxItems: 20,
              description: 'Only these values at the path, such as `error` at `status`, or `false` at `success`.',
              ...shownAs({
                title: 'Only these values',
                hint: 'One a line. Blank takes any.',
                editor: 'lines',
                placeholder: 'error',
                code: true,
              }),
            }),
          ),
          statuses: Statuses({
            title: 'Or these statuses',
            hint: 'Besides those that are errors anyway, 400 and above.',
            placeholder: '202, 206',
          }),
        },
        {
          ...shownAs({ title: 'What means an error' }),
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
        ...shownAs({
          title: 'US dollars for one request',
          hint: 'Estimates, budgets and the ledger count with it. Blank is free.',
          editor: 'price',
        }),
      }),
    ),
    billing: {
      ...choice(['per_call', 'on_hit'], 'per_call', 'Whether a miss costs too.'),
      ...shownAs({
        title: 'Billed',
        hint: '',
        labels: { per_call: 'For every request', on_hit: 'Only when something is found' },
      }),
    },
    per_second: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1000,
        ...shownAs({ title: 'Requests a second', placeholder: 'no limit' }),
      }),
    ),
    concurrency: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 64, ...shownAs({ title: 'At once', placeholder: 'as the run' }) }),
    ),
    timeout_seconds: Seconds(30, 120),
    cache_days: CacheDays(1, 'Days an answer to GET may be used again.', { title: 'Days an answer is good', hint: '' }),
    repeat_safe: Type.Optional(
      Type.Boolean({
        description: 'Asking twice costs and changes nothing. Absent: true of a GET without a price.',
        ...shownAs({
          title: 'Ask again when a request fails',
          hint: 'Only requests that change and cost nothing twice are safe to repeat.',
          editor: 'yes-no',
          blank: 'As usual: a free GET, and what was not sent',
          labels: { true: 'Yes, it is safe', false: 'Never' },
          wide: true,
        }),
      }),
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
