// Kills the sender at random moments, round after round, while it hands messages to a server that counts: none may arrive twice, none may
// be lost, no more than the limit may arrive within an hour, and what nobody knows has to be shown. Run: npx tsx bench/outreach-chaos.ts
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { livePostmaster } from '../src/platform/db/embedded.postmaster.ts'
import { type Api, login } from './api.ts'
import { buildPrograms, type Programs } from './build.ts'
import { killFamily } from './processes.ts'
import { endPrograms, type Program, startProgram } from './program.ts'
import { type Folder, openFolder } from './stage.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    messages: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '3' },
  },
})
const [rounds, messages, kills] = [values.rounds, values.messages, values.kills].map(Number) as [number, number, number]

interface Sink {
  port: number
  /** How often each recipient was accepted. */
  taken: Map<string, number>
  close(): void
}

async function openSink(): Promise<Sink> {
  const taken = new Map<string, number>()
  const server = new SMTPServer({
    ...{ disabledCommands: ['STARTTLS'], allowInsecureAuth: true, disableReverseLookup: true, logger: false },
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? ''
        taken.set(to, (taken.get(to) ?? 0) + 1)
        // The answer is late now and then, so that kills meet the moment between acceptance and commit.
        setTimeout(() => done(null, 'queued'), randomInt(4) === 0 ? randomInt(40) : 0)
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.server.address() as { port: number }
  return { port: address.port, taken, close: () => server.close() }
}

interface Count {
  sent: number
  uncertain: number
  twice: number
  lost: number
  left: number
  total: number
}

async function playRound(
  api: Api,
  sink: Sink,
  round: number,
  start: () => Promise<Program>,
  worker: { now: Program },
): Promise<Count> {
  sink.taken.clear()
  const before = Number(await countSlots(api))
  // The limit ends the last round short of all its messages, so that it is seen to hold.
  const limit = round === rounds ? Math.floor(messages / 2) : 1_000_000
  await api.send('PUT', '/api/outreach/smtp/config', {
    ...{
      smtp_email: 'a@sender.example',
      smtp_host: '127.0.0.1',
      smtp_port: sink.port,
      smtp_use_tls: false,
      smtp_password: 'x',
    },
    smtp_max_per_hour: round === rounds ? before + limit : 1_000_000,
  })
  const sequence = await api.send<{ id: string }>('POST', '/api/outreach/sequences', {
    name: `Round ${round}`,
    steps: [{ kind: 'email', subject: 'Hello {{first_name}}', body: 'Hi {{first_name}}' }],
    settings: {
      ...{ consent_basis: 'consent', days: [1, 2, 3, 4, 5, 6, 7], window_start: '00:00', window_end: '24:00' },
      ...{ min_gap_seconds: 0, gap_jitter_seconds: 0, max_per_day: null },
    },
  })
  const rows = Array.from({ length: messages }, (_, n) => ({
    Contact: `Person ${round}x${n}`,
    Email: `p${n}@r${round}.example`,
    Kind: 'person',
  }))
  for (let at = 0; at < rows.length; at += 500)
    await api.send('POST', '/api/leads/import', { rows: rows.slice(at, at + 500) })
  const enrolled = await api.send<{ enrolled: number }>('POST', `/api/outreach/sequences/${sequence.id}/enroll-from`, {
    filter: { field: 'email', op: 'ends_with', value: `@r${round}.example` },
  })
  await api.send('POST', `/api/outreach/sequences/${sequence.id}/start`)
  for (let kill = 0; kill < kills; kill++) {
    const seen = sink.taken.size
    for (let tries = 0; tries < 600 && sink.taken.size === seen && sink.taken.size < Math.min(messages, limit); tries++)
      await sleep(50)
    await sleep(randomInt(1_200))
    await worker.now.kill()
    worker.now = await start()
  }
  const state = async (name: string) => (await figures(api, sequence.id))[name] ?? 0
  for (let tries = 0; tries < 400; tries++) {
    const open = (await state('planned')) + (await state('reserved')) + (await state('sending'))
    if (open === 0 || (round === rounds && (await state('sent')) + (await state('uncertain')) >= limit)) break
    await sleep(250)
  }
  await sleep(round === rounds ? 3_000 : 0)
  const found = await figures(api, sequence.id)
  const counts = [...sink.taken.values()]
  const sent = found.sent ?? 0
  const uncertain = found.uncertain ?? 0
  const arrived = sink.taken.size
  const left = Math.max(0, enrolled.enrolled - sent - uncertain)
  if (round === rounds && arrived > limit) throw new Error(`the limit of ${limit} was passed: ${arrived} arrived`)
  return {
    ...{ sent, uncertain, left, total: enrolled.enrolled },
    twice: counts.filter((times) => times > 1).length,
    // What is said to be sent and never arrived, or arrived and is neither sent nor uncertain.
    lost: Math.max(0, sent - arrived) + Math.max(0, arrived - sent - uncertain) + (round === rounds ? 0 : left),
  }
}

async function countSlots(api: Api): Promise<number> {
  const { items } = await api.get<{ items: { health: { sent_last_hour: number } }[] }>('/api/outreach/mailboxes')
  return items[0]?.health.sent_last_hour ?? 0
}

async function figures(api: Api, sequenceId: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const name of ['planned', 'reserved', 'sending', 'sent', 'uncertain', 'failed', 'blocked']) {
    let cursor: string | null = null
    do {
      const page: { items: unknown[]; next_cursor: string | null } = await api.get(
        `/api/outreach/messages?limit=500&state=${name}&sequence_id=${sequenceId}${cursor ? `&cursor=${cursor}` : ''}`,
      )
      found[name] = (found[name] ?? 0) + page.items.length
      cursor = page.next_cursor
    } while (cursor)
  }
  return found
}

async function play({ server }: Programs, folder: Folder): Promise<boolean> {
  const sink = await openSink()
  const environment = { ...folder.environment, LIMITS: 'off', EGRESS_ALLOW: '127.0.0.1' }
  const service = await startProgram(server, folder.path, { ...environment, ROLE: 'api' })
  const start = () => startProgram(server, folder.path, { ...environment, ROLE: 'worker' })
  const worker = { now: await start() }
  const api = await login(service.url)
  await api.send('PUT', '/api/outreach/settings', { postal_address: 'Chaos Ltd, 1 Main Street' })
  let isGood = true
  for (let round = 1; round <= rounds; round++) {
    const began = performance.now()
    const { sent, uncertain, twice, lost, left, total } = await playRound(api, sink, round, start, worker)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(
      `round ${round}: ${total} enrolled, ${sent} sent, ${uncertain} uncertain, ${left} left by the limit, ${twice} twice, ${lost} lost, ${seconds} s`,
    )
    isGood &&= twice === 0 && lost === 0
  }
  sink.close()
  await api.close()
  return isGood
}

const folder = await openFolder('millrace-outreach-chaos-')
async function end(code: number): Promise<never> {
  await endPrograms()
  const server = await livePostmaster(`${folder.environment.DATA_DIR}/postgres`)
  if (server) killFamily(server.pid)
  await folder.close().catch(() => {})
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(130))
const isGood = await buildPrograms()
  .then((programs) => play(programs, folder))
  .catch((error) => {
    console.error(error)
    return false
  })
await end(isGood ? 0 : 1)
