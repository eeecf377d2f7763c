// The laws of the API: what holds for every operation of the description, so that no endpoint has to promise it again.
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { addWorkspace } from '../../test/database.ts'
import { openTenant } from '../../test/open-tenant.ts'
import { type Operation, operationsOf, type Reply, specsOf } from '../../test/operations.ts'
import { addPerson, callAs } from '../../test/running-install.ts'
import { addTenant, type Ids, type Tenant, UNKNOWN } from '../../test/tenant.ts'
import { CAPABILITIES } from '../identity/capabilities.logic.ts'
import type { WorkspaceRole } from '../platform/ctx.ts'

const document = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'))
const all = operationsOf(document)
// Provisioning speaks SCIM: its own tokens and errors, whose promises are kept in identity/scim.
const provisioning = all.filter(({ spec }) => spec.security?.some((way) => 'scimToken' in (way as object)))
const operations = all.filter((operation) => !provisioning.includes(operation))
const guarded = operations.filter(({ isPublic }) => !isPublic)
const byAdmins = operations.filter(({ isAdmin }) => isAdmin)
const inWorkspace = guarded.filter(({ capability }) => capability !== undefined)
const ROLES = Object.keys(CAPABILITIES) as WorkspaceRole[]

let ours: Tenant
let theirs: Tenant
let refreshToken: string
let adminToken: string
const userIds = {} as Record<WorkspaceRole, number>
const tokens = {} as Record<WorkspaceRole, string>
const { service } = await openTenant({ LIMITS: 'off' })
beforeAll(async () => {
  ours = await addTenant(service, 'Ours')
  theirs = await addTenant(service, 'Theirs')
  for (const role of ROLES) {
    const session = await addPerson(service, ours.ids.ws_id, role)
    tokens[role] = session.access_token
    userIds[role] = session.user_id
    refreshToken = session.refresh_token
  }
  adminToken = (await addPerson(service, undefined, undefined, { role: 'admin' })).access_token
})

/** The callers it accepts. */
const tokenFor = ({ isAdmin, tokenKind }: Operation) =>
  (tokenKind && ours.tokens[tokenKind]) || (isAdmin ? adminToken : tokens.owner)

describe('the description', () => {
  test('a running server answers the committed description', async () => {
    expect(await (await fetch(`${service.url}/openapi.json`)).json()).toEqual(document)
  })

  test.each(all)('$name has an id, a known tag, a summary, a description and parameters with types', (operation) => {
    const { spec } = operation
    expect(spec.operationId).toMatch(/^[a-z][a-z0-9_]*$/)
    expect(document.tags.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(spec.tags ?? ['?']))
    expect(spec.summary).toMatch(/^[A-Z].*[^.]$/)
    for (const parameter of spec.parameters ?? []) expect(parameter.schema).not.toEqual({})
    // A sentence at least, and not the summary again.
    expect(spec.description ?? '').toMatch(/^[A-Z`0-9].{8,}[.`)]/s)
    expect(spec.description).not.toBe(spec.summary)
  })

  test('every address below /api/workbooks is served below /api/v2/workbooks too', async () => {
    const paths = Object.entries(document.paths as Record<string, object>)
    const listed = paths.flatMap(([path, methods]) =>
      path.startsWith('/api/workbooks') ? Object.keys(methods).map((method) => ({ path, method })) : [],
    )
    expect(listed.length).toBeGreaterThan(100)
    const missing: string[] = []
    for (const { path, method } of listed) {
      const url = path.replace('/api/', '/api/v2/').replace(/\{\w+\}/g, 'x')
      const { status } = await fetch(service.url + url, { method: method.toUpperCase() })
      if (status !== 401) missing.push(`${method} ${url}: ${status}`)
    }
    expect(missing).toEqual([])
  })

  // Each with the reason why a second one does no harm.
  const HARMLESS: [reason: string, ids: string[]][] = [
    [
      'answers a question and stores nothing',
      [
        'query_rows',
        'count_rows',
        'total_columns',
        'preview_recipe',
        'preview_replace_in_rows',
        'group_rows',
        'list_run_rows',
        'list_automation_events',
        'estimate_run',
        'find_duplicates',
        'preview_identity',
        'preview_column_type',
        'preview_column',
        'preview_scoring',
        'preview_steps',
        'preview_mcp_authorization',
        'suggest_order',
        'simulate_order',
        'scim_search',
        'scim_search_users',
        'scim_search_groups',
      ],
    ],
    ['makes tokens of a login, which are many', ['login', 'refresh_token']],
    [
      'begins what ends by itself after minutes',
      [
        'start_sso',
        'start_identity_link',
        'start_passkey_login',
        'begin_passkey',
        'begin_totp',
        'answer_mcp_authorization',
      ],
    ],
    [
      'says a state, which is the same the second time',
      ['switch_workspace', 'leave_workspace', 'mark_notices', 'tell_presence', 'cancel_export', 'unsubscribe'],
    ],
    ['takes a code that is good once', ['answer_second_factor', 'confirm_totp', 'remove_totp', 'renew_recovery_codes']],
    [
      'is taken once by what its address or message names',
      [
        'accept_invitation',
        'receive_callback',
        'receive_bounce',
        'receive_webhook',
        'finish_sso',
        'link_identity',
        'add_passkey',
        'finish_passkey_login',
      ],
    ],
  ]

  test('every POST takes an Idempotency-Key, or has a reason why a second one does no harm', () => {
    const posts = specsOf<Operation['spec']>(document).flatMap(({ method, spec }) => (method === 'POST' ? [spec] : []))
    const open = posts.filter(
      ({ parameters }) => !parameters?.some(({ name }) => name.toLowerCase() === 'idempotency-key'),
    )
    expect(open.map(({ operationId }) => operationId).sort()).toEqual(HARMLESS.flatMap(([, ids]) => ids).sort())
  })

  // What is misspelled would be left out, and the whole workbook run, deleted or sent away in place of ten rows.
  const COSTLY =
    /^(delete|undo|redo|restore|settle)_|^(estimate_run|list_run_rows|start_export|update_retention|suggest_order|simulate_order)$|(budgets?|price)$/
  test.each(
    operations.filter(
      ({ name, capability, changes, body }) =>
        changes && body === 'json' && (capability === 'runs.execute' || COSTLY.test(name)),
    ),
  )('$name spends, deletes or undoes, and takes no member that it does not name', ({ spec }) => {
    const { $ref, ...own } = spec.requestBody?.content['application/json']?.schema ?? {}
    const schema = $ref ? document.components.schemas[$ref.split('/').at(-1) ?? ''] : own
    expect(schema.additionalProperties).toBe(false)
  })

  test('a path or headers that are too long are answered as described', async () => {
    const long = 'x'.repeat(600)
    const told = await fetch(`${service.url}/api/workbooks/${long}`, {
      headers: { authorization: `Bearer ${tokens.owner}` },
    })
    expect([told.status, document.paths['/api/workbooks/{workbook_id}'].get.responses]).toEqual([
      414,
      expect.objectContaining({ 414: expect.anything(), 431: expect.anything() }),
    ])
    const wide = await fetch(`${service.url}/api/workbooks`, { headers: { 'x-wide': 'x'.repeat(20_000) } })
    expect(wide.status).toBe(431)
    for (const { spec } of all) expect(Object.keys(spec.responses)).toContain('431')
  })

  test('a run of a workbook without a column to run is refused as described, before it starts too', async () => {
    const call = callAs(service, tokens.owner)
    const { id } = (await call('POST', '/api/workbooks', { name: 'Bare' })).body
    for (const [method, path] of [
      ['POST', 'run'],
      ['POST', 'run/estimate'],
      ['GET', 'run/estimate'],
      ['POST', 'run/rows'],
    ] as const) {
      const body = method === 'GET' ? undefined : path === 'run/rows' ? { planned: 'to_run' } : {}
      const { status } = await call(method, `/api/workbooks/${id}/${path}`, body)
      const { responses } = document.paths[`/api/workbooks/{workbook_id}/${path}`][method.toLowerCase()]
      expect([path, status]).toEqual([path, 409])
      expect(Object.keys(responses)).toContain('409')
    }
  })

  test('no two operations have the same id', () => {
    const ids = all.map(({ spec }) => spec.operationId)
    expect(ids).toEqual([...new Set(ids)])
  })

  test.each(all)('$name says what every answer holds', ({ spec, isPublic }) => {
    const successes = Object.entries(spec.responses).filter(([status]) => status.startsWith('2'))
    expect(successes.length).toBeGreaterThan(0)
    for (const [status, response] of successes) {
      if (status === '204') continue
      const schemas = Object.values(response.content ?? {}).map(({ schema }) => schema)
      expect(schemas.length).toBeGreaterThan(0)
      for (const schema of schemas) expect(Object.keys(schema ?? {})).not.toEqual([])
    }
    if (!isPublic) expect(Object.keys(spec.responses)).toEqual(expect.arrayContaining(['401']))
  })
})

describe('who may enter', () => {
  test.each(
    guarded,
  )('$name answers 401 without a token, with a made-up one and with a refresh token', async (operation) => {
    for (const token of [undefined, 'x.y.z', refreshToken]) {
      const answer = await operation.knock(service.url, { token, ids: ours.ids })
      expect(answer.status, answer.text).toBe(401)
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
      expect(answer.json()).toEqual({ detail: expect.any(String) })
    }
  })

  test.each(byAdmins)('$name is for platform administrators, and 403 for every other user', async (operation) => {
    const stranger = await operation.knock(service.url, { token: tokens.owner, ids: ours.ids })
    expect(stranger.status, stranger.text).toBe(403)
    const answer = await operation.knock(service.url, { token: adminToken, ids: UNKNOWN })
    expect(answer.status, answer.text).toSatisfy((status) => ![401, 403, 500].includes(status as number))
  })

  test.each(
    provisioning,
  )('$name answers 401 in the words of SCIM without a token of the directory', async (operation) => {
    for (const token of [undefined, 'x.y.z', tokens.owner]) {
      const answer = await operation.knock(service.url, { token, ids: ours.ids })
      expect(answer.status, answer.text).toBe(401)
      expect(answer.headers.get('content-type')).toMatch(/^application\/scim\+json/)
      expect(answer.json()).toMatchObject({ status: '401', detail: expect.any(String) })
    }
  })

  test.each(
    inWorkspace.filter(({ takesWorkspace }) => takesWorkspace),
  )('$name is 404 in a workspace of others, like in one that does not exist', async (operation) => {
    const knock = (workspace: string) => operation.knock(service.url, { token: tokens.owner, ids: ours.ids, workspace })
    const foreign = await knock(theirs.ids.ws_id)
    expect(foreign.status, foreign.text).toBe(404)
    expect(seen(await knock(UNKNOWN.ws_id))).toEqual(seen(foreign))
  })

  const naming = guarded.flatMap((operation) => [
    ...operation.bodiesNaming(UNKNOWN).map(([member]) => ({ operation, name: operation.name, member })),
    ...operation.queryIds.map((member) => ({ operation, name: operation.name, member: `?${member}` })),
  ])
  test.each(naming)('$name answers to $member of others like to one that does not exist', async (one) => {
    const { operation, member } = one
    const knock = (ids: Ids) => {
      const parameter = member.slice(1) as keyof Ids
      const how = member.startsWith('?')
        ? { query: { [parameter]: ids[parameter] ?? '' } }
        : { raw: new Map(operation.bodiesNaming(ids)).get(member) ?? '' }
      return operation.knock(service.url, { token: tokenFor(operation), ids: ours.ids, ...how })
    }
    const [foreign, unknown] = [await knock(theirs.ids), await knock(UNKNOWN)]
    expect(seen(foreign)).toEqual(seen(unknown))
    expect(foreign.status).not.toBe(500)
  })

  test.each(
    guarded.filter(({ ids, isAdmin }) => ids.length > 0 && !isAdmin),
  )('$name is 404 for what belongs to others, byte for byte like for what does not exist', async (operation) => {
    for (const [foreign, unknown] of strangers(operation)) {
      const knock = (ids: Ids) => operation.knock(service.url, { token: tokenFor(operation), ids })
      const answer = await knock(foreign)
      expect(answer.status, answer.text).toBe(404)
      expect(seen(await knock(unknown))).toEqual(seen(answer))
    }
  })

  const matrix = inWorkspace.flatMap((operation) => ROLES.map((role) => ({ operation, name: operation.name, role })))
  test.each(matrix)('$name lets a member with the role $role in only when the role covers it', async (one) => {
    const { operation, role } = one
    const isAllowed = CAPABILITIES[role].has(operation.capability ?? '')
    // Callers that are accepted name what does not exist, so that nothing changes.
    const ids = isAllowed && operation.ids.length > 0 ? { ...UNKNOWN } : ours.ids
    if (isAllowed && operation.ids[0] === 'ws_id') ids.ws_id = await spareWorkspace(role)
    const workspace = operation.takesWorkspace ? { workspace: ours.ids.ws_id } : {}
    const answer = await operation.knock(service.url, { token: tokens[role], ids, ...workspace })
    if (isAllowed) expect(answer.status, answer.text).toSatisfy((status) => ![401, 403, 500].includes(status as number))
    else expect(answer.status, answer.text).toBe(403)
  })
})

describe('what is refused', () => {
  test.each(
    operations.filter(({ body }) => body === 'json'),
  )('$name answers 422 to a wrong body', async (operation) => {
    for (const [body, type] of operation.wrongBodies()) {
      const answer = await operation.knock(service.url, { token: tokenFor(operation), ids: ours.ids, raw: body })
      expect(answer.status, `${body}: ${answer.text}`).toBe(422)
      expect(answer.json().detail).toContainEqual(
        expect.objectContaining({ loc: expect.arrayContaining(['body']), msg: expect.any(String), type }),
      )
    }
  })

  test.each(
    guarded,
  )('$name refuses a member and a parameter that it does not know, before it does anything', async (operation) => {
    const raw = operation.bodyWith('not_a_member')
    const answer = await operation.knock(service.url, {
      token: tokenFor(operation),
      ids: ours.ids,
      query: { not_a_parameter: '1' },
      ...(raw !== undefined && { raw }),
    })
    expect(answer.status, answer.text).toBe(422)
    const places = [...(raw === undefined ? [] : [['body', 'not_a_member']]), ['query', 'not_a_parameter']]
    for (const loc of places)
      expect(answer.json().detail).toContainEqual(expect.objectContaining({ loc, type: 'extra_forbidden' }))
  })

  test.each(
    operations.filter(({ body }) => body === 'form'),
  )('$name answers 422 to an empty form', async (operation) => {
    const answer = await operation.knock(service.url, { token: tokenFor(operation), ids: ours.ids, raw: '' })
    expect(answer.status, answer.text).toBe(422)
    expect(answer.json().detail).toContainEqual(expect.objectContaining({ type: 'missing' }))
  })

  const typed = operations.flatMap((operation) =>
    operation.typedQuery().map((parameter) => ({ operation, name: operation.name, parameter })),
  )
  test.each(typed)('$name answers 422 to nonsense in $parameter', async ({ operation, parameter }) => {
    const answer = await operation.knock(service.url, {
      token: tokenFor(operation),
      ids: ours.ids,
      query: { [parameter]: 'nonsense' },
    })
    expect(answer.status, answer.text).toBe(422)
    expect(answer.json().detail).toContainEqual(expect.objectContaining({ loc: ['query', parameter] }))
  })

  test.each(
    operations.filter(({ ids }) => ids.length > 0),
  )('$name finds nothing under an id that no database could hold', async (operation) => {
    for (const odd of ['9007199254740993', '-1', '%00', 'x'.repeat(400), "' or 1=1 --"]) {
      const ids = Object.fromEntries(Object.keys(ours.ids).map((name) => [name, odd])) as unknown as Ids
      const answer = await operation.knock(service.url, { token: tokenFor(operation), ids })
      expect(answer.status, `${odd}: ${answer.text}`).toSatisfy((status) => [404, 422].includes(status as number))
    }
  })
})

/** All that a caller can tell answers apart by. */
function seen({ status, text, headers }: Reply) {
  const own = [...headers].filter(
    ([name]) => !['date', 'x-request-id', 'event-position', 'content-length'].includes(name),
  )
  // A fault of validation says back what was sent.
  const sent = [...Object.values(theirs.ids), ...Object.values(UNKNOWN)].filter((id) => id.length > 8)
  const words = sent.reduce((all, id) => all.replaceAll(id, '…'), text)
  return { status, text: status < 400 ? '' : words, headers: status < 400 ? [] : own }
}

/** A workspace that no other test needs, with the member of that role in it. */
async function spareWorkspace(role: WorkspaceRole): Promise<string> {
  const id = await addWorkspace(service.database, 'Spare')
  await service.database.inControl((tx) =>
    tx.client.query('insert into memberships (workspace_id, user_id, role) values ($1, $2, $3)', [
      id,
      userIds[role],
      role,
    ]),
  )
  return id
}

/** Theirs in every place, and theirs below what is ours; each beside the same request for unknown ids. */
function strangers(operation: Operation): [Ids, Ids][] {
  const pairs: [Ids, Ids][] = [[theirs.ids, UNKNOWN]]
  for (const name of operation.ids.slice(1)) {
    // Columns are numbered in each workbook again, so theirs are called like ours.
    if (name === 'column_id')
      pairs.push([
        { ...ours.ids, column_id: 'c99' },
        { ...ours.ids, column_id: 'c98' },
      ])
    else
      pairs.push([
        { ...ours.ids, [name]: theirs.ids[name] },
        { ...ours.ids, [name]: UNKNOWN[name] },
      ])
  }
  return pairs
}
