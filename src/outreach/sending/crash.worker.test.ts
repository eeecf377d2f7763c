// A message is sent once whatever happens to the worker, the connection and the answer of the server.

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { openSink, openStage, person, type Sink, type Stage } from '../outreach.fixture.ts'
import { expireLeases, markSent } from './outcome.writes.ts'

const { database } = await openTenant()

/** Passes a conversation on, and cuts it when the client or the server says something. */
async function openCutter(
  target: number,
  cut: { client?: RegExp; server?: RegExp },
): Promise<{ port: number; close(): void }> {
  const open = new Set<Socket>()
  const server: Server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {})
    }
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    client.on('data', (data) => {
      upstream.write(data)
      if (cut.client?.test(data.toString())) setImmediate(end)
    })
    upstream.on('data', (data) => {
      if (cut.server?.test(data.toString())) end()
      else client.write(data)
    })
    client.on('close', () => upstream.end())
    upstream.on('close', () => client.end())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

async function stageWith(sink: Sink, port = sink.port): Promise<{ stage: Stage; sequence: string }> {
  const stage = await openStage(database)
  await stage.sendThrough(port)
  const sequence = await stage.startSequence()
  await stage.enroll(sequence, [await stage.addLead(person(1))])
  return { stage, sequence }
}

const makeDue = (stage: Stage) =>
  stage.in(async (tx) => {
    await tx.client.query(`update outbound_messages set due_at = now() where workspace_id = $1 and state = 'planned'`, [
      stage.workspace,
    ])
    await tx.client.query('update mailboxes set retry_at = null where workspace_id = $1', [stage.workspace])
  })

describe('a server that drops the connection', () => {
  const BEFORE_BODY: [string, { client?: RegExp; server?: RegExp }][] = [
    ['at its greeting', { server: /^220/ }],
    ['at EHLO', { client: /^EHLO/ }],
    ['at the login', { client: /^AUTH/ }],
    ['at the sender', { client: /^MAIL FROM/ }],
    ['at the recipient', { client: /RCPT TO/ }],
    ['when it is asked to take the body', { server: /^354/m }],
  ]
  test.each(BEFORE_BODY)('%s was given nothing, and the message goes out once it answers', async (_where, cut) => {
    const sink = await openSink()
    const cutter = await openCutter(sink.port, cut)
    const { stage } = await stageWith(sink, cutter.port)
    await stage.deliver()
    expect(await stage.states()).toEqual({ planned: 1 })
    expect(sink.messages).toHaveLength(0)
    await stage.sendThrough(sink.port)
    await makeDue(stage)
    await stage.deliver()
    expect(await stage.states()).toEqual({ sent: 1 })
    expect(sink.messages).toHaveLength(1)
    cutter.close()
    await sink.close()
  })

  test('after the body makes the message uncertain: it is shown, and not sent again until a person says so', async () => {
    const sink = await openSink()
    const cutter = await openCutter(sink.port, { server: /queued/ })
    const { stage } = await stageWith(sink, cutter.port)
    await stage.deliver()
    expect(sink.messages).toHaveLength(1)
    expect(await stage.states()).toEqual({ uncertain: 1 })
    await stage.sendThrough(sink.port)
    await makeDue(stage)
    await stage.deliver()
    expect(sink.messages).toHaveLength(1)
    const { items } = (await stage.admin.get('/api/outreach/messages?state=uncertain')).body
    const settled = await stage.admin.post(`/api/outreach/messages/${items[0].id}/settle`, { outcome: 'sent' })
    expect(settled.body.state).toBe('sent')
    expect(
      (await stage.admin.post(`/api/outreach/messages/${items[0].id}/settle`, { outcome: 'not_sent' })).status,
    ).toBe(409)
    await stage.deliver()
    expect(sink.messages).toHaveLength(1)
    cutter.close()
    await sink.close()
  })
})

describe('a worker that dies', () => {
  const claimed = async (state: 'reserved' | 'sending') => {
    const sink = await openSink()
    const { stage } = await stageWith(sink)
    const { rows } = await stage.in((tx) =>
      tx.client.query<{ id: string; claim_id: string; mailbox_id: string }>(
        `update outbound_messages set state = $2, claim_id = gen_random_uuid(), worker_id = gen_random_uuid(), lease_until = now() - interval '1 second',
           mailbox_id = (select id from mailboxes where workspace_id = $1) where workspace_id = $1 returning id, claim_id, mailbox_id`,
        [stage.workspace, state],
      ),
    )
    const row = oneRow(rows)
    await stage.in((tx) =>
      tx.client.query(
        'insert into send_slots (workspace_id, mailbox_id, message_id, is_first, at) values ($1, $2, $3, true, now())',
        [stage.workspace, row.mailbox_id, row.id],
      ),
    )
    return { stage, sink, row }
  }

  test('before the body leaves the message to another', async () => {
    const { stage, sink } = await claimed('reserved')
    await stage.deliver()
    expect(await stage.states()).toEqual({ sent: 1 })
    expect(sink.messages).toHaveLength(1)
    await sink.close()
  })

  test('after the body leaves an uncertain message, which counts towards the limit', async () => {
    const { stage, sink } = await claimed('sending')
    await stage.deliver()
    expect(await stage.states()).toEqual({ uncertain: 1 })
    expect(sink.messages).toHaveLength(0)
    const [mailbox] = (await stage.admin.get('/api/outreach/mailboxes')).body.items
    expect(mailbox.health).toMatchObject({ sent_last_hour: 1, uncertain: 1 })
    await sink.close()
  })

  test('only for a while still says what the server answered', async () => {
    const { stage, sink, row } = await claimed('sending')
    await stage.in((tx) => expireLeases(tx, row.mailbox_id))
    expect(await stage.states()).toEqual({ uncertain: 1 })
    await stage.in((tx) => markSent(tx, [{ ...row, enrollment_id: null, response: 'queued', is_last: false }]))
    expect(await stage.states()).toEqual({ sent: 1 })
    await sink.close()
  })
})

describe('a change of mind while a message is reserved', () => {
  test('an unsubscribe between the claim and the body keeps the body back', async () => {
    let atRecipient = () => {}
    const reached = new Promise<void>((done) => {
      atRecipient = done
    })
    let goOn = () => {}
    const allowed = new Promise<void>((done) => {
      goOn = done
    })
    const sink = await openSink({
      onRcptTo(_address, _session, done) {
        atRecipient()
        void allowed.then(() => done())
      },
    })
    const { stage } = await stageWith(sink)
    const sending = stage.deliver()
    await reached
    expect((await stage.admin.post('/api/outreach/suppressions', { value: 'p1@company1.example' })).status).toBe(201)
    goOn()
    await sending
    expect(sink.messages).toHaveLength(0)
    expect(await stage.states()).toEqual({ cancelled: 1 })
    await sink.close()
  })
})
