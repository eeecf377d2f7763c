// A workspace with outreach for tests: a real database, the real sender, and a mail server on loopback that keeps what it takes.
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { buildTestApp, type Caller, callerOf } from '../../test/app.ts'
import { addWorkspace, type TestDatabase } from '../../test/database.ts'
import type { WorkspaceId } from '../kernel/ids.ts'
import type { WorkspaceTx } from '../platform/db/database.ts'
import { createLog } from '../platform/log.ts'
import { createDnsAsker, type DnsAsker } from '../platform/net/dns.ts'
import { parseEgressAllow, parseHostMap } from '../platform/net/egress.ts'
import { createMailDialer } from '../platform/net/mail-dialer.ts'
import { createVault } from '../platform/secrets/vault.ts'
import { createOutreachKeys } from './keys/workspace-key.ts'
import type { OutreachParts } from './outreach.parts.ts'
import { outreachRoutes } from './room.ts'
import { type DeliveryOptions, deliverFrom } from './sending/deliver.ts'

export interface Sink {
  port: number
  /** What was accepted, in order: the envelope and the bytes. */
  messages: { from: string; to: string[]; raw: string }[]
  connections: number
  close(): Promise<void>
}

/** A server that takes everything from `user` / `secret`, unless `options` say otherwise. */
export async function openSink(options: SMTPServerOptions = {}): Promise<Sink> {
  const messages: Sink['messages'] = []
  const sink: Sink = { port: 0, messages, connections: 0, close: async () => {} }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onConnect(_session, done) {
      sink.connections++
      done()
    },
    onAuth({ username, password }, _session, done) {
      if (password === 'secret') done(null, { user: username })
      else done(new Error('Invalid username or password'))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        messages.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        done(null, 'queued')
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  sink.port = (server.server.address() as AddressInfo).port
  sink.close = () => new Promise((done) => server.close(() => done()))
  return sink
}

export interface Stage {
  parts: OutreachParts
  workspace: WorkspaceId
  admin: Caller
  editor: Caller
  anyone: Caller
  in<T>(work: (tx: WorkspaceTx) => Promise<T>): Promise<T>
  /** Sends what may be sent now from the default mailbox; when it has to look again. */
  deliver(options?: DeliveryOptions, signal?: AbortSignal): Promise<Date | null>
  addLead(data: Record<string, unknown>): Promise<number>
  /** A started sequence with one message unless `body` says otherwise, through a mailbox at `port`. */
  startSequence(body?: Record<string, unknown>): Promise<string>
  sendThrough(port: number, config?: Record<string, unknown>): Promise<void>
  enroll(
    sequenceId: string,
    leadIds: number[],
    more?: Record<string, unknown>,
  ): Promise<Awaited<ReturnType<Caller['post']>>>
  states(): Promise<Record<string, number>>
  close(): Promise<void>
}

const NO_HTTP = { ok: false, reason: 'blocked', message: 'no HTTP in this test', sent: false } as const

export const ALWAYS = {
  days: [1, 2, 3, 4, 5, 6, 7],
  window_start: '00:00',
  window_end: '24:00',
  min_gap_seconds: 0,
  gap_jitter_seconds: 0,
  consent_basis: 'legitimate_interest',
}

export const STEP = { subject: 'Hello {{first_name}}', body: 'Dear {{first_name}},\n\nwe read about {{company}}.' }

export async function openStage(
  database: TestDatabase,
  more: { dns?: DnsAsker; ca?: string; publicUrl?: string; vaultKey?: Buffer } = {},
): Promise<Stage> {
  const vault = createVault(more.vaultKey ?? Buffer.alloc(32, 7))
  const policy = { allow: parseEgressAllow('127.0.0.1').value, hostMap: parseHostMap('mail.test=127.0.0.1').value }
  const parts: OutreachParts = {
    database,
    vault,
    keys: createOutreachKeys(vault),
    log: createLog('silent'),
    now: () => new Date(),
    dialer: createMailDialer({ policy, resolve: async () => ['127.0.0.1'], ...(more.ca && { ca: more.ca }) }),
    dns: more.dns ?? createDnsAsker(['127.0.0.1:9']),
    http: async () => NO_HTTP,
    accounts: { find: async () => ({}) },
    toolsFor: () => ({
      http: async () => NO_HTTP,
      fetchPage: async () => NO_HTTP,
      dns: async () => NO_HTTP,
      now: Date.now,
    }),
    manners: new Map(),
    publicUrl: more.publicUrl ?? 'https://outreach.test',
  }
  const app = await buildTestApp(outreachRoutes(parts))
  const workspace = await addWorkspace(database)
  const admin = callerOf(app, workspace, 'admin')
  const inWorkspace = <T>(work: (tx: WorkspaceTx) => Promise<T>) => database.inWorkspace(workspace, work)
  const stage: Stage = {
    parts,
    workspace,
    admin,
    in: inWorkspace,
    editor: callerOf(app, workspace, 'editor'),
    anyone: callerOf(app, '', 'viewer'),
    async deliver(options, signal = new AbortController().signal) {
      const { rows } = await inWorkspace((tx) =>
        tx.client.query<{ id: string }>('select id from mailboxes where workspace_id = $1 and is_default', [workspace]),
      )
      return deliverFrom(parts, workspace, rows[0]?.id as string, signal, options)
    },
    async addLead(data) {
      const { rows } = await inWorkspace((tx) =>
        tx.client.query<{ id: number }>(
          `with made as (insert into leads (workspace_id, id, data) values ($1, nextval('lead_ids'), $2) returning id)
           insert into lead_texts select $1, id, lead_text($2) from made returning lead_id as id`,
          [workspace, data],
        ),
      )
      return rows[0]?.id as number
    },
    async sendThrough(port, config = {}) {
      const answer = await admin.put('/api/outreach/smtp/config', {
        smtp_email: 'ann@sender.test',
        smtp_from_name: 'Ann',
        smtp_host: 'mail.test',
        smtp_port: port,
        smtp_use_tls: false,
        smtp_password: 'secret',
        smtp_max_per_hour: 1_000_000,
        ...config,
      })
      if (answer.status !== 200) throw new Error(answer.text)
      await admin.put('/api/outreach/settings', { postal_address: 'Sender Ltd, 1 Main Street, Springfield' })
    },
    async startSequence(body = {}) {
      const { settings = {}, ...rest } = body
      const created = await admin.post('/api/outreach/sequences', {
        name: 'First',
        steps: [STEP],
        ...rest,
        settings: { ...ALWAYS, ...(settings as object) },
      })
      if (created.status !== 201) throw new Error(created.text)
      const started = await admin.post(`/api/outreach/sequences/${created.body.id}/start`)
      if (started.status !== 200) throw new Error(started.text)
      return created.body.id
    },
    enroll: (sequenceId, lead_ids, body = {}) =>
      admin.post(`/api/outreach/sequences/${sequenceId}/enroll`, { lead_ids, ...body }),
    async states() {
      const { rows } = await inWorkspace((tx) =>
        tx.client.query<{ state: string; count: number }>(
          'select state, count(*)::int as count from outbound_messages where workspace_id = $1 group by state',
          [workspace],
        ),
      )
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
    },
    close: () => app.close(),
  }
  return stage
}

export const person = (number: number, more: Record<string, unknown> = {}) => ({
  kind: 'person',
  contact_person: `Person Number${number}`,
  company: `Company ${number}`,
  email: `p${number}@company${number}.example`,
  ...more,
})
