// Outreach: messages of a sequence handed to a local SMTP server over five connections, beside nodemailer that only sends; and 50,000 leads
// enrolled at once.
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { login } from '../api.ts'
import { processorTime } from '../processes.ts'
import { startProgram } from '../program.ts'
import { type Finding, number } from '../report.ts'
import { openFolder, type Stage } from '../stage.ts'
import { openStore } from '../store.ts'

const MESSAGES = 3_000
const ENROLLMENTS = 50_000
const GIVE_UP_MS = 180_000
const BODY = 'Dear {{first_name}},\n\nwe read about {{company}} and would like to talk.\n\nAnn'

export async function outreach({ programs }: Stage): Promise<Finding[]> {
  const folder = await openFolder()
  const sink = await openSink()
  const program = await startProgram(programs.server, folder.path, {
    ...folder.environment,
    EGRESS_ALLOW: `127.0.0.1:${sink.port}`,
    EGRESS_HOST_MAP: `mail.example=127.0.0.1:${sink.port}`,
  })
  const api = await login(program.url)
  const store = await openStore(folder.environment.DATA_DIR as string)
  try {
    const bare = await sendBare(sink)
    const addLeads = (count: number, domain: string) =>
      store.query(
        `with made as (insert into leads (workspace_id, data) select $1, jsonb_build_object('kind', 'person', 'status', 'new',
           'contact_person', 'Person Number' || n, 'company', 'Company ' || n, 'email', 'p' || n || '@company' || n || '.' || $3::text)
           from generate_series(1, $2::int) n returning id, data)
         insert into lead_texts select $1, id, lead_text(data) from made`,
        [api.workspace_id, count, domain],
      )
    await addLeads(MESSAGES, 'example')
    const ids = await store.query<{ id: number }>('select id from leads where workspace_id = $1', [api.workspace_id])
    await api.send('PUT', '/api/outreach/smtp/config', {
      smtp_email: 'ann@sender.example',
      smtp_from_name: 'Ann',
      smtp_host: 'mail.example',
      smtp_port: sink.port,
      smtp_password: 'secret',
      smtp_use_tls: false,
      smtp_max_per_hour: 1_000_000,
    })
    await api.send('PUT', '/api/outreach/settings', { postal_address: 'Sender Ltd, 1 Main Street, Springfield' })
    const always = { days: [1, 2, 3, 4, 5, 6, 7], window_start: '00:00', window_end: '24:00' }
    const addSequence = (name: string) =>
      api.send<{ id: string }>('POST', '/api/outreach/sequences', {
        name,
        steps: [{ subject: 'Hello {{first_name}}', body: BODY }],
        settings: { ...always, min_gap_seconds: 0, gap_jitter_seconds: 0, consent_basis: 'legitimate_interest' },
      })
    const { id } = await addSequence('Bench')
    for (let n = 0; n < ids.length; n += 1_000)
      await api.send('POST', `/api/outreach/sequences/${id}/enroll`, {
        lead_ids: ids.slice(n, n + 1_000).map((one) => Number(one.id)),
      })
    sink.reset()
    await api.send('POST', `/api/outreach/sequences/${id}/start`)
    const seconds = await sink.until(MESSAGES)
    await addLeads(ENROLLMENTS, 'test')
    const many = await addSequence('Many')
    const [began, worked] = [performance.now(), processorTime(program.pid)]
    const { enrolled } = await api.send<{ enrolled: number }>(
      'POST',
      `/api/outreach/sequences/${many.id}/enroll-from`,
      {
        filter: { field: 'email', op: 'ends_with', value: '.test' },
      },
    )
    const planned = (performance.now() - began) / 1000
    const processor = processorTime(program.pid) - worked
    const service = MESSAGES / seconds
    const share = service / bare
    return [
      {
        what: `${number(MESSAGES)} messages of a sequence to a local SMTP server, 5 connections`,
        measured: `${share.toFixed(2)} of bare nodemailer (${number(service)}/s)`,
        beside: `${number(bare)}/s`,
        bar: '≥ 0.50',
        pass: share >= 0.5,
      },
      {
        what: 'messages that left twice',
        measured: number(sink.repeated()),
        bar: '0',
        pass: sink.repeated() === 0,
      },
      {
        what: `${number(ENROLLMENTS)} leads enrolled by one request: planned`,
        measured: `${number(enrolled)} in ${number(planned, 1)} s (${number(processor, 1)} s of the processor)`,
        bar: '≤ 10 s',
        pass: planned <= 10 && enrolled === ENROLLMENTS,
      },
    ]
  } finally {
    await api.close()
    await store.close()
    await program.stop()
    await sink.close()
    await folder.close()
  }
}

/** Messages a second that nodemailer hands over when there is nothing else to do. */
async function sendBare(sink: Sink): Promise<number> {
  const transport = createTransport({
    host: '127.0.0.1',
    port: sink.port,
    pool: true,
    maxConnections: 5,
    maxMessages: Number.MAX_SAFE_INTEGER,
    ignoreTLS: true,
    auth: { user: 'ann@sender.example', pass: 'secret' },
  })
  sink.reset()
  for (let n = 0; n < MESSAGES; n++)
    void transport.sendMail({
      from: 'Ann <ann@sender.example>',
      to: `p${n}@company${n}.example`,
      subject: `Hello ${n}`,
      text: BODY,
    })
  const seconds = await sink.until(MESSAGES)
  transport.close()
  return MESSAGES / seconds
}

interface Sink {
  port: number
  reset(): void
  /** Seconds from the reset until so many messages came. */
  until(count: number): Promise<number>
  repeated(): number
  close(): Promise<void>
}

async function openSink(): Promise<Sink> {
  let began = 0
  let last = 0
  let count = 0
  let seen = new Set<string>()
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        last = performance.now()
        count++
        for (const { address } of session.envelope.rcptTo) seen.add(address)
        done(null, 'queued')
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.server.address() as AddressInfo).port,
    reset() {
      ;[began, count, seen] = [performance.now(), 0, new Set()]
    },
    async until(wanted) {
      while (count < wanted && performance.now() - began < GIVE_UP_MS) await sleep(50)
      return count < wanted ? Number.POSITIVE_INFINITY : (last - began) / 1000
    },
    repeated: () => count - seen.size,
    close: () => new Promise((done) => server.close(() => done())),
  }
}
