// Every way out, led inward: by the address that it is given, by a name that resolves to this machine, by a redirect, and by the addresses
// that an answer names. None reaches what listens here. The ways are taken from what the code declares of where it goes, so that a new one
// fails this test until it is tried here too.
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { addWorkspace } from '../../test/database.ts'
import { openTenant } from '../../test/open-tenant.ts'
import { addPerson, type Call, callAs } from '../../test/running-install.ts'
import { until } from '../../test/until.ts'
import { DESTINATION_KINDS } from '../automation/access/access.schema.ts'
import { MODEL } from '../automation/assistant/assistant.fixture.ts'
import { OUTPUT_TARGETS } from '../engine/columns/kinds/output-targets/targets.generated.ts'
import { must, startVendor } from '../enrichment/kinds/kinds.fixture.ts'
import { answers, reads, says } from '../enrichment/kinds/research/research.fixture.ts'
import { WATCH_KINDS } from '../monitoring/kinds/catalog.ts'
import { createLog } from '../platform/log.ts'
import { catalog, integrationsOf } from '../providers/catalog.ts'
import { salesforce } from '../providers/crm/salesforce.ts'
import { lookupDestinations } from '../providers/destinations.ts'
import type { AccountForm } from '../providers/kit/kit.ts'
import { MODEL_INTEGRATIONS } from '../providers/models/model-vendors.ts'
import { SOURCES } from '../providers/sources/catalog.ts'

/** How a way is led: the address itself, its name, a redirect from outside, or what an answer from outside names. */
const LEADS = ['address', 'name', 'redirect', 'answer'] as const
type Lead = (typeof LEADS)[number]

/** Where a way is sent. */
interface Aim {
  lead: Lead
  host: string
  /** With a path that tells what kind of answer is wanted. */
  url(path?: string): string
  /** A port that is open to this kind of server, which leads to the same place. */
  port: number
}

/** One aim after the other; what rows give is one run of them all. */
type Way = ((aim: Aim) => Promise<unknown>) | { rows: (aim: Aim) => string; column: object }

const SPELLINGS = [
  '127.0.0.1',
  '[::1]',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '[::ffff:7f00:1]',
  'localhost',
  '0.0.0.0',
]

const knocks: string[] = []
/** What must not be reached: HTTP, SMTP and IMAP alike connect first. */
const trap = await listening(
  createServer((socket) => {
    knocks.push('a connection')
    socket.on('data', (chunk) => knocks.push(String(chunk).slice(0, 200)))
    socket.on('error', () => {})
    setTimeout(() => socket.destroy(), 50)
  }),
  '::',
)
const INWARD = `http://127.0.0.1:${trap.port}`

/** Hosts outside that were asked. */
const asked = new Set<string>()
const outer = await listening(
  createHttpServer((request, reply) => {
    const host = (request.headers.host ?? '').split(':')[0] ?? ''
    const path = (request.url ?? '').split('?')[0] ?? ''
    asked.add(host)
    request.resume()
    const send = (type: string, body: string) => void reply.writeHead(200, { 'content-type': type }).end(body)
    if (path === '/robots.txt' && !host.startsWith('robots')) return void reply.writeHead(404).end()
    if (host.includes('redirect') || path === '/robots.txt')
      return void reply.writeHead(302, { location: `${INWARD}${path}` }).end()
    if (path.includes('openid-configuration')) {
      const endpoint = (name: string) => `${INWARD}/${name}`
      const metadata = {
        issuer: `http://${host}`,
        authorization_endpoint: `http://${host}/authorize`,
        token_endpoint: endpoint('token'),
        jwks_uri: endpoint('keys'),
        userinfo_endpoint: endpoint('userinfo'),
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }
      return send('application/json', JSON.stringify(metadata))
    }
    if (path.endsWith('.xml'))
      return send('application/xml', `<sitemapindex><sitemap><loc>${INWARD}/map.xml</loc></sitemap></sitemapindex>`)
    if (path.endsWith('.json'))
      return send('application/json', JSON.stringify({ items: [{ id: 1 }], next: `${INWARD}/next`, name: 'A' }))
    return send(
      'text/html',
      `<html><head><title>A</title><link rel="icon" href="${INWARD}/icon.png">
       <link rel="alternate" type="application/rss+xml" href="${INWARD}/feed">
       <meta http-equiv="refresh" content="0;url=${INWARD}/refresh"></head>
       <body><a href="${INWARD}/about">About us</a><a href="${INWARD}/team">Team</a><a href="${INWARD}/careers">Careers</a></body></html>`,
    )
  }),
  '127.0.0.1',
)
/** Mail servers outside that say no: of checks of addresses, of what is sent, and of what is read. */
const mailServers = await Promise.all(
  ['checked', 'sent', 'read'].map(async (what) => {
    const host = `mail-${what}.com`
    const server = createServer((socket) => {
      asked.add(host)
      socket.on('error', () => {})
      socket.end('554 no\r\n')
    })
    return { host, ...(await listening(server, '127.0.0.1')) }
  }),
)
const models = await startVendor()

async function listening(server: Server, host: string): Promise<{ port: number }> {
  await new Promise<void>((done) => server.listen(0, host, done))
  afterAll(() => void server.close())
  return { port: (server.address() as AddressInfo).port }
}

const isAddress = (form: AccountForm) => form.fields.some(({ kind }) => kind === 'url')
const forms: AccountForm[] = [...integrationsOf(catalog), ...MODEL_INTEGRATIONS, salesforce].filter(isAddress)
const goes = await Promise.all(catalog.map(async (one) => ({ one, ...(await lookupDestinations(one)) })))
const byRow = goes.filter(({ row_places }) => row_places.some((place) => place !== 'dns')).map(({ one }) => one)
const byAddress = SOURCES.filter(({ settings }) =>
  Object.values<{ pattern?: string }>(settings.properties as never).some(({ pattern }) => pattern === '^https?://'),
)
const takesUrl = ({ schema }: { schema: { properties: object } }) =>
  'url' in schema.properties || /webhook/i.test(JSON.stringify(schema.properties))

/** What has to be tried, as the declarations have it; and the kinds of places of the page that shows what leaves. */
const DECLARED = [
  ...byRow.map(({ id }) => `lookup ${id}`),
  ...forms.map(({ id }) => `account ${id}`),
  ...byAddress.map(({ id }) => `source ${id}`),
  ...Object.entries(OUTPUT_TARGETS).flatMap(([kind, target]) => (takesUrl(target) ? [`output ${kind}`] : [])),
  ...WATCH_KINDS.filter(([, kind]) => kind.target.at_service !== true).map(([kind]) => `watch ${kind}`),
]

/** Their hosts are those of the vendor, whatever a row or a secret says: they ask nothing here. */
const AT_VENDORS = /^(lookup (recruitee|personio|teamtailor|bamboohr|breezy)-jobs|output slack)$/
/** Where it is seen that they went out, when not at the host that they were given. */
const SEEN_AT: Record<string, string> = {
  'lookup email-verifier': 'mail-checked.com',
  'mailbox smtp': 'mail-sent.com',
  'mailbox imap': 'mail-read.com',
  'watch robots': 'robots.com',
}

const { service } = await (async () => {
  const names = (at: number) => LEADS.slice(1).map((lead) => hostOf(lead, at))
  const map = Array.from({ length: 120 }, (_, at) => names(at)).flat()
  const to = (host: string) => (host.startsWith('name') ? trap.port : outer.port)
  return openTenant(
    {
      LIMITS: 'off',
      MAIL_CHECK_NAME: 'ours.test',
      EGRESS_ALLOW: [outer, models, ...mailServers].map(({ port }) => `127.0.0.1:${port}`).join(','),
      EGRESS_HOST_MAP: [
        ...map.map((host) => `${host}=127.0.0.1:${to(host)}`),
        `robots.com=127.0.0.1:${outer.port}`,
        `mail-in.com=127.0.0.1:${trap.port}`,
        ...mailServers.map(({ host, port }) => `${host}=127.0.0.1:${port}`),
        `models.com=127.0.0.1:${models.port}`,
      ].join(','),
    },
    {
      log: createLog('silent'),
      // Domains whose mail server is inside, and one whose is not.
      dns: async (name, type) => ({
        ok: true,
        records: type === 'MX' ? [name.startsWith('name') ? 'mail-in.com' : 'mail-checked.com'] : [],
        gone: false,
      }),
    },
  )
})()
afterAll(() => models.close())

function hostOf(lead: Lead, at: number): string {
  return `${lead}${at}.com`
}

let turn = 0
function aimAt(lead: Lead, at: number): Aim {
  const spelled = SPELLINGS[turn++ % SPELLINGS.length] as string
  const host = lead === 'address' ? spelled : hostOf(lead, at)
  const origin = lead === 'address' ? `http://${host}:${trap.port}` : `http://${host}`
  return { lead, host, url: (path = '/') => `${origin}${path}`, port: lead === 'address' ? trap.port : 587 }
}

const workspace = await addWorkspace(service.database, 'Hostile')
const { call } = await addPerson(service, workspace, 'admin')
const anyone: Call = callAs(service)

const FIELDS = [{ name: 'name', path: 'name' }]
const column = (name: string, more: object): object => ({ name, type: 'http', fields: FIELDS, ...more })
/** Runs a column over rows of one value. */
async function runs(values: string[], more: object): Promise<void> {
  const columns_config = [{ name: 'Given', type: 'input', input_type: 'text' }, more]
  const made = await call('POST', '/api/workbooks', { name: 'Out', columns_config })
  if (made.status !== 201) return refusedWell(made.status, made.text)
  await must(call('POST', `/api/workbooks/${made.body.id}/rows`, { rows: values.map((c1) => ({ data: { c1 } })) }), 201)
  await must(call('POST', `/api/workbooks/${made.body.id}/run`, {}), 202)
}
/** Saves, and where that was taken, does what is done with it. */
async function saves(method: string, path: string, body: object, then?: (id: string) => Promise<unknown>) {
  const made = await call(method, path, body)
  if (made.status >= 300) return refusedWell(made.status, made.text)
  await then?.(made.body?.id ?? made.body?.mailbox_id ?? '')
}
const refusals: string[] = []
function refusedWell(status: number, text: string): void {
  if (![422, 409].includes(status)) throw new Error(`answered ${status}: ${text}`)
  refusals.push(text)
}
const emptyBook = async () =>
  (await must(call('POST', '/api/workbooks', { name: 'Empty', columns_config: [] }), 201)).id as string
const watch = (kind: string, target: string, config: object = {}) =>
  saves('POST', '/api/watches', { kind, target, config }, (id) => call('POST', `/api/watches/${id}/poll`, {}))
const mailbox = (settings: object) => saves('PUT', '/api/outreach/smtp/config', settings)

/** By what is declared. */
const wayOf = (declared: string): Way => {
  const [kind, id] = declared.split(' ') as [string, string]
  switch (kind) {
    case 'lookup': {
      const [input = ''] = Object.keys(catalog.find((one) => one.id === id)?.sample.inputs ?? {})
      const given = ({ host, url }: Aim) => (input === 'email' ? `ann@${host}` : url())
      return {
        rows: given,
        column: { name: 'Found', type: 'enrichment', provider: id, inputs: { [input]: '{{Given}}' } },
      }
    }
    case 'account': {
      const form = forms.find((one) => one.id === id)
      const others = form?.fields.flatMap(({ name, kind: of, required }) =>
        of !== 'url' && required ? [[name, 'x']] : [],
      )
      const path = `/api/settings/workspace-integrations/${id}`
      return ({ url }) =>
        saves('PUT', path, { values: { ...Object.fromEntries(others ?? []), base_url: url('') } }, () =>
          call('POST', `${path}/test`, {}),
        )
    }
    case 'source': {
      const setting = id === 'overpass' ? 'service_url' : 'url'
      const more: Record<string, object> = {
        overpass: { area: 'Berlin', tag: 'shop', with_website: false },
        'http-api': { items_path: 'items', paging: 'next_url', next_path: 'next', auth: 'none', method: 'GET' },
      }
      const end = id === 'sitemap' ? '/map.xml' : '/list.json'
      return ({ url }) => call('POST', '/api/jobs', { source: id, query: { ...more[id], [setting]: url(end) } })
    }
    case 'output': {
      const values = { name: '{{Given}}' }
      if (id === 'slack')
        return async ({ url, host }) =>
          saves('PUT', '/api/settings/secrets', { name: 'HOOK', value: url('/hook'), hosts: [host] }, () =>
            runs(['a'], { name: 'Sent', type: 'output', target: { kind: 'slack', secret: 'HOOK', text: '{{Given}}' } }),
          )
      return async ({ url, host }) =>
        saves('PUT', '/api/settings/secrets', { name: 'KEY', value: 'a secret', hosts: [host] }, () =>
          runs(['a'], { name: 'Sent', type: 'output', target: { kind: id, url: url('/hook'), secret: 'KEY', values } }),
        )
    }
    default: {
      const of = WATCH_KINDS.find(([name]) => name === id)?.[1]
      const isFed = of !== undefined && 'feeds' in of.config.properties
      return async ({ url }) => {
        await watch(id, url())
        if (isFed) await watch(id, 'acme.example', { feeds: [url('/feed')] })
      }
    }
  }
}

/** What no declaration lists one by one, with the kind of place of that page that it is. */
const WAYS: Record<string, Way> = {
  'column http': {
    rows: ({ url }) => url('').slice('http://'.length),
    column: column('Out', { url: 'http://{{Given}}/a.json', any_host: true }),
  },
  'column fixed': ({ url }) => runs(['a'], column('Out', { url: url('/a.json') })),
  'column pages': ({ url }) =>
    runs(['a'], column('Out', { url: url('/a.json'), items: 'items', pages: { kind: 'next_link', path: 'next' } })),
  'column token': async ({ url, host }) =>
    saves('PUT', '/api/settings/secrets', { name: 'TOKEN', value: 'a secret', hosts: [host] }, () =>
      runs(
        ['a'],
        column('Out', {
          url: url('/a.json'),
          auth: { kind: 'oauth_client', token_url: url('/token.json'), client_id: 'c', secret: 'TOKEN' },
        }),
      ),
    ),
  own_provider: ({ url, lead }) => {
    const definition = { inputs: [{ name: 'domain' }], url: url('/a.json?d={{domain}}'), fields: FIELDS }
    return saves('POST', '/api/settings/own-providers', { name: `Own ${lead}`, definition }, (id) =>
      call('POST', `/api/settings/own-providers/${id}/test`, { inputs: { domain: 'a.example' } }),
    )
  },
  webhook: ({ url }) =>
    saves('POST', '/api/webhooks/endpoints', { url: url('/hook') }, (id) =>
      call('POST', `/api/webhooks/endpoints/${id}/test`, {}),
    ),
  'mailbox smtp': ({ lead, host, port }) => {
    const smtp_host = { address: host.replace(/[[\]]/g, ''), name: host, redirect: 'mail-sent.com', answer: '' }[lead]
    if (smtp_host === '') return Promise.resolve()
    const config = { smtp_email: 'ann@ours.test', smtp_host, smtp_port: port, smtp_use_tls: false, smtp_password: 'p' }
    return mailbox(config).then(() => call('POST', '/api/outreach/smtp/config/test', { to: 'bob@ours.test' }))
  },
  'mailbox imap': async ({ lead, host, port }) => {
    const imap_host = { address: host.replace(/[[\]]/g, ''), name: host, redirect: 'mail-read.com', answer: '' }[lead]
    if (imap_host === '') return
    const imap_port = lead === 'address' ? port : 143
    const made = { email: 'bob@ours.test', host: 'mail-sent.com', port: 587, use_tls: false, smtp_password: 'p' }
    await saves('POST', '/api/outreach/mailboxes', {
      ...made,
      imap_host,
      imap_port,
      imap_use_tls: false,
    })
  },
  notice: async ({ url }) => {
    const person = await addPerson(service, workspace, 'editor')
    const chosen = await person.call('PUT', '/api/notices/preferences', {
      chat_url: url('/hook'),
      chat_when: 'at_once',
    })
    if (chosen.status >= 300) return refusedWell(chosen.status, chosen.text)
    const book = await emptyBook()
    const trigger = { kind: 'row.added', workbook_id: book }
    const actions = [{ kind: 'notify', to: [person.user_id], title: 'New' }]
    await must(call('POST', '/api/automations', { name: 'Tell', trigger, actions }), 201)
    await must(call('POST', `/api/workbooks/${book}/rows`, { rows: [{ data: {} }] }), 201)
  },
  company_icon: async ({ host }) => {
    await must(call('PUT', '/api/settings/company-icons', { enabled: true }), 200)
    await call('POST', '/api/company-icons', { domains: [host] })
  },
  identity_provider: ({ url }) => {
    const made = { name: 'ID', issuer: url(''), client_id: 'c', client_secret: 's' }
    return saves('POST', '/api/settings/sso/providers', made, async (id) => {
      await call('POST', `/api/settings/sso/providers/${id}/test`, {})
      const began = await anyone('POST', `/auth/sso/providers/${id}/start`, {})
      if (began.status !== 200) return
      const cookie = began.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ')
      const state = new URL(began.body.url).searchParams.get('state')
      const parameters = { code: 'x', state }
      await anyone('POST', '/auth/sso/finish', { provider_id: id, parameters }, { cookie })
    })
  },
  'watch robots': ({ lead }) => (lead === 'redirect' ? watch('website', 'http://robots.com/') : Promise.resolve()),
  documentation: async ({ url }) =>
    call('POST', `/api/workbooks/${await emptyBook()}/generate-column`, { instruction: 'x', docs_url: url('/a.json') }),
  research: async ({ url, host }) => {
    const home = await addWorkspace(service.database)
    const admin = await addPerson(service, home, 'admin')
    const values = { base_url: 'http://models.com/v1', api_key: 'k' }
    await must(admin.call('PUT', '/api/settings/workspace-integrations/openai-compatible', { values }), 200)
    let turns = 0
    models.says(() => says(turns++ === 0 ? reads(url()) : answers(null)))
    const columns_config = [
      { name: 'Given', type: 'input', input_type: 'text' },
      { name: 'Read', type: 'research', model: MODEL, prompt: 'Read {{Given}}', fields: [{ name: 'size' }] },
    ]
    const { id } = await must(admin.call('POST', '/api/workbooks', { name: host, columns_config }), 201)
    await must(admin.call('POST', `/api/workbooks/${id}/rows`, { rows: [{ data: { c1: url() } }] }), 201)
    const { run_id } = await must(admin.call('POST', `/api/workbooks/${id}/run`, {}), 202)
    await until(
      () => must(admin.call('GET', `/api/workbooks/${id}/runs/${run_id}`), 200),
      ({ ended_at }) => ended_at !== null,
    )
  },
}

/** Kinds of places that consist of others here. */
const PARTS: Partial<Record<(typeof DESTINATION_KINDS)[number], RegExp>> = {
  model: /^account openai-compatible$/,
  crm: /^account salesforce$/,
}

test('each kind of place that something may leave for is tried', () => {
  const tried = [...DECLARED, ...Object.keys(WAYS)]
  const missing = DESTINATION_KINDS.filter(
    (kind) => !tried.some((name) => (PARTS[kind] ?? new RegExp(`^${kind}\\b`)).test(name)),
  )
  expect(missing).toEqual([])
})

test('no way out leads inward: not by its address or name, not by a redirect, and not by what an answer names', async () => {
  const ways = [...DECLARED.map((name) => [name, wayOf(name)] as const), ...Object.entries(WAYS)]
  const take = async ([name, way]: (typeof ways)[number], at: number) => {
    const aims = LEADS.map((lead) => aimAt(lead, at))
    if ('rows' in way) return runs(aims.map(way.rows), way.column)
    for (const aim of aims)
      await way(aim).catch((error: Error) => {
        throw new Error(`${name} by ${aim.lead}: ${error.message}`)
      })
  }
  // Accounts are the settings of one workspace, and a script for the model is of one question: those go one after the other.
  const isAlone = ([name]: (typeof ways)[number]) => /^(account|output|mailbox|research|column token)/.test(name)
  const together = ways.map((way, at) => ({ way, at }))
  for (const { way, at } of together.filter(({ way }) => isAlone(way))) await take(way, at)
  await Promise.all(together.filter(({ way }) => !isAlone(way)).map(({ way, at }) => take(way, at)))
  await service.database.asOwner(`update schedules set next_at = now() where kind = 'outreach.read_inbox'`)
  await until(
    () =>
      service.database.asOwner<{ what: string }>(
        `select kind as what from queue where state = 'leased' or (state = 'ready' and attempts = 0 and run_at <= now())
         union all select kind from schedules where kind = 'outreach.read_inbox' and next_at <= now()
         union all select 'event' from outbox union all select 'run' from runs where ended_at is null
         union all select 'job' from jobs where finished_at is null
         union all select 'rule' from automation_runs where status in ('pending', 'running')`,
      ),
    (open) => open.length === 0,
  )
  expect(knocks).toEqual([])
  // Each did go out: what is not asked at all would prove nothing.
  const isSeen = (name: string, at: number) =>
    [SEEN_AT[name] ?? '', ...LEADS.slice(2).map((lead) => hostOf(lead, at))].some((host) => asked.has(host))
  const idle = ways.flatMap(([name], at) => (isSeen(name, at) || AT_VENDORS.test(name) ? [] : [name]))
  expect(idle, refusals.join('\n')).toEqual([])
})
