// Kills the sender at random moments, round after round, while it hands messages to a server that counts: none may arrive twice, none may
// be lost, no more than the limit may arrive within an hour, and what nobody knows has to be shown. Run: npx tsx bench/outreach-chaos.ts
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { type Api, login } from './api.ts'
import { buildPrograms, type Programs } from './build.ts'
import { endOf } from './chaos-end.ts'
import { type Program, startProgram } from './program.ts'
import { type Folder, openFolder } from './stage.ts'
import { openStore, type Store } from './store.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    messages: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '3' },
    installs: { type: 'string', default: '1' },
  },
})
const [rounds, messages, kills] = [values.rounds, values.messages, values.kills].map(Number) as [number, number, number]
/** Most of a round is waiting for leases to end, so several installs can play their rounds side by side. */
const installs = Number(values.installs)

interface Sink {
  port: number
  /** How often each recipient was accepted. */
  taken: Map<string, number>
  close(): void
}

async function openSink(): Promise<Sink> {
  const taken = new Map<string, number>()
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
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
  /** Messages that the API shows as uncertain. */
  shown: number
  /** What else became of messages, by state. */
  others: Record<string, number>
}

async function playRound(
  api: Api,
  store: Store,
  sink: Sink,
  round: number,
  rounds: number,
  start: () => Promise<Program>,
  worker: { now: Program },
): Promise<Count> {
  sink.taken.clear()
  const before = Number(await countSlots(api))
  // The limit ends the last round short of all its messages, so that it is seen to hold.
  const limit = round === rounds ? Math.floor(messages / 2) : 1_000_000
  await api.send('PUT', '/api/outreach/smtp/config', {
    smtp_email: 'a@sender.example',
    smtp_host: '127.0.0.1',
    smtp_port: sink.port,
    smtp_use_tls: false,
    smtp_password: 'x',
    smtp_max_per_hour: round === rounds ? before + limit : 1_000_000,
  })
  const sequence = await api.send<{ id: string }>('POST', '/api/outreach/sequences', {
    name: `Round ${round}`,
    steps: [{ kind: 'email', subject: 'Hello {{first_name}}', body: 'Hi {{first_name}}' }],
    settings: {
      consent_basis: 'consent',
      days: [1, 2, 3, 4, 5, 6, 7],
      window_start: '00:00',
      window_end: '24:00',
      min_gap_seconds: 0,
      gap_jitter_seconds: 0,
      max_per_day: null,
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
  for (let tries = 0; tries < 400; tries++) {
    const { planned = 0, reserved = 0, sending = 0, sent = 0, uncertain = 0 } = await figures(store, sequence.id)
    if (planned + reserved + sending === 0 || (round === rounds && sent + uncertain >= limit)) break
    await sleep(250)
  }
  await sleep(round === rounds ? 3_000 : 0)
  const { sent = 0, uncertain = 0, ...others } = await figures(store, sequence.id)
  const counts = [...sink.taken.values()]
  const arrived = sink.taken.size
  const left = Math.max(0, enrolled.enrolled - sent - uncertain)
  if (round === rounds && arrived > limit) throw new Error(`the limit of ${limit} was passed: ${arrived} arrived`)
  return {
    sent,
    uncertain,
    left,
    total: enrolled.enrolled,
    shown: await countShown(api, sequence.id),
    others,
    twice: counts.filter((times) => times > 1).length,
    // What is said to be sent and never arrived, or arrived and is neither sent nor uncertain.
    lost: Math.max(0, sent - arrived) + Math.max(0, arrived - sent - uncertain) + (round === rounds ? 0 : left),
  }
}

async function countSlots(api: Api): Promise<number> {
  const { items } = await api.get<{ items: { health: { sent_last_hour: number } }[] }>('/api/outreach/mailboxes')
  return items[0]?.health.sent_last_hour ?? 0
}

/** How many messages are in which state, all at one moment: read state by state, one that moves meanwhile is counted twice or not at all. */
async function figures(store: Store, sequenceId: string): Promise<Record<string, number>> {
  const rows = await store.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from outbound_messages where sequence_id = $1 group by state',
    [sequenceId],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

async function countShown(api: Api, sequenceId: string): Promise<number> {
  let [count, cursor]: [number, string | null] = [0, null]
  do {
    const page: { items: unknown[]; next_cursor: string | null } = await api.get(
      `/api/outreach/messages?limit=500&state=uncertain&sequence_id=${sequenceId}${cursor ? `&cursor=${cursor}` : ''}`,
    )
    count += page.items.length
    cursor = page.next_cursor
  } while (cursor)
  return count
}

async function play({ server }: Programs, folder: Folder, name: string, rounds: number): Promise<boolean> {
  const sink = await openSink()
  const environment = { ...folder.environment, LIMITS: 'off', EGRESS_ALLOW: '127.0.0.1' }
  const service = await startProgram(server, folder.path, { ...environment, ROLE: 'api' })
  const start = () => startProgram(server, folder.path, { ...environment, ROLE: 'worker' })
  const worker = { now: await start() }
  const api = await login(service.url)
  const store = await openStore(folder.environment.DATA_DIR as string)
  await api.send('PUT', '/api/outreach/settings', { postal_address: 'Chaos Ltd, 1 Main Street' })
  let isGood = true
  for (let round = 1; round <= rounds; round++) {
    const began = performance.now()
    const { sent, uncertain, shown, twice, lost, left, total, others } = await playRound(
      api,
      store,
      sink,
      round,
      rounds,
      start,
      worker,
    )
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(
      `${name}round ${round}: ${total} enrolled, ${sent} sent, ${uncertain} uncertain (${shown} shown), ${left} left by the limit, ` +
        `${twice} twice, ${lost} lost, ${seconds} s${left > 0 ? ` ${JSON.stringify(others)}` : ''}`,
    )
    isGood &&= twice === 0 && lost === 0 && shown === uncertain
  }
  sink.close()
  await store.close()
  await api.close()
  return isGood
}

const folders = await Promise.all(Array.from({ length: installs }, () => openFolder('millrace-outreach-chaos-')))
const end = endOf(folders)
const roundsOf = (at: number) => Math.floor(rounds / installs) + (at < rounds % installs ? 1 : 0)
const nameOf = (at: number) => (installs > 1 ? `install ${at + 1}, ` : '')
const isGood = await buildPrograms()
  .then((programs) => Promise.all(folders.map((folder, at) => play(programs, folder, nameOf(at), roundsOf(at)))))
  .then((all) => all.every(Boolean))
  .catch((error) => {
    console.error(error)
    return false
  })
await end(isGood ? 0 : 1)
