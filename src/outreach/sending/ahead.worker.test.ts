// Messages that are marked some turns ahead: what is marked is sent once or shown as uncertain, and a late unsubscribe still counts.
import { beforeEach, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { openSink, openStage, person, type Sink, type Stage } from '../outreach.fixture.ts'

const MESSAGES = 100
/** Five connections, and ten times as many ahead. */
const MOST_MARKED = 55
/** Always ahead, and asked once more before each body. */
const LATE = { moment_ms: Number.POSITIVE_INFINITY, fresh_ms: 0 }

let stage: Stage
let letGo: () => void
let held: Promise<void>
const { database } = await openTenant()
beforeEach(async () => {
  stage = await openStage(database)
  held = new Promise((done) => {
    letGo = done
  })
})

async function enrolThrough(sink: Sink): Promise<void> {
  await stage.sendThrough(sink.port)
  const sequence = await stage.startSequence()
  const leads = await Promise.all(Array.from({ length: MESSAGES }, (_, n) => stage.addLead(person(n))))
  await stage.enroll(sequence, leads)
}
const addresses = (taken: string[]) => [...taken].sort()
const everybody = addresses(Array.from({ length: MESSAGES }, (_, n) => `p${n}@company${n}.example`))

/** A server that answers the first eight bodies, then none of the next five until it is let go. */
function openPausing(taken: string[]): Promise<Sink> {
  return openSink({
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        const count = taken.push(session.envelope.rcptTo[0]?.address ?? '')
        if (count > 8 && count <= 13) void held.then(() => done(null, 'queued'))
        else done(null, 'queued')
      })
    },
  })
}

test('what a worker marked and did not hand over is uncertain, and neither it nor another sends it', async () => {
  const taken: string[] = []
  const sink = await openPausing(taken)
  await enrolThrough(sink)
  const slow = stage.deliver({ pace: LATE })
  await expect.poll(() => taken.length).toBe(13)
  await expect.poll(async () => (await stage.states()).sent).toBe(8)
  await expect.poll(async () => (await stage.states()).sending).toBeGreaterThan(5)
  expect((await stage.states()).sending).toBeLessThanOrEqual(MOST_MARKED)
  // As if it had been frozen for longer than its lease.
  await stage.in((tx) =>
    tx.client.query(
      `update outbound_messages set lease_until = now() - interval '1 second' where workspace_id = $1 and state in ('reserved', 'sending')`,
      [stage.workspace],
    ),
  )
  await stage.deliver()
  const between = await stage.states()
  expect(between.uncertain).toBeGreaterThan(5)
  letGo()
  await slow
  const { sent = 0, uncertain = 0, ...others } = await stage.states()
  expect(others).toEqual({})
  // The slow worker heard the outcome of the five that were under way; what it had only marked stays uncertain.
  expect(sent + uncertain).toBe(MESSAGES)
  expect(uncertain).toBeGreaterThan(0)
  expect(new Set(taken).size).toBe(taken.length)
  expect(taken).toHaveLength(sent)
  await sink.close()
})

test('who unsubscribes while the message is marked and waits is not sent it when the answer is no longer fresh', async () => {
  let waiting = 0
  const taken: string[] = []
  const sink = await openSink({
    onRcptTo(_address, _session, done) {
      waiting++
      void held.then(() => done())
    },
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        taken.push(session.envelope.rcptTo[0]?.address ?? '')
        done(null, 'queued')
      })
    },
  })
  await enrolThrough(sink)
  const sending = stage.deliver({ pace: LATE })
  const marked = () =>
    stage.in(async (tx) => {
      const { rows } = await tx.client.query<{ address: string }>(
        `select address from outbound_messages where workspace_id = $1 and state = 'sending' order by due_at, id`,
        [stage.workspace],
      )
      return rows.map(({ address }) => address)
    })
  await expect.poll(() => waiting).toBe(5)
  await expect.poll(async () => (await marked()).length).toBeGreaterThan(5)
  const late = (await marked()).at(-1) as string
  expect((await stage.admin.post('/api/outreach/suppressions', { value: late })).status).toBe(201)
  letGo()
  await sending
  expect(addresses(taken)).toEqual(everybody.filter((one) => one !== late))
  expect(await stage.states()).toEqual({ sent: MESSAGES - 1, cancelled: 1 })
  await sink.close()
})

test('a worker that is stopped gives back what it marked and did not hand over', async () => {
  const taken: string[] = []
  const sink = await openPausing(taken)
  await enrolThrough(sink)
  const stop = new AbortController()
  const slow = stage.deliver({ pace: LATE }, stop.signal)
  await expect.poll(() => taken.length).toBe(13)
  stop.abort()
  letGo()
  await slow
  expect(await stage.states()).toEqual({ sent: 13, planned: MESSAGES - 13 })
  await stage.deliver()
  expect(addresses(taken)).toEqual(everybody)
  await sink.close()
})
