// Asking mail servers about mailboxes, against servers on loopback that keep to RFC 5321 and some that do not.
import type net from 'node:net'
import { expect, it } from 'vitest'
import { publicOnly } from './egress.ts'
import { loopbackOpen, peersOfTest } from './peers.fixture.ts'
import { createSmtpAsker } from './smtp.ts'

const { serveTcp } = peersOfTest()
const live = () => new AbortController().signal
const TO = ['ada@example.com', 'nobody@example.com']

/** A mail server that knows one mailbox, and says what it was told. */
function mailServer(said: string[], answers: Record<string, string> = {}) {
  return (socket: net.Socket) => {
    socket.write(answers.hello ?? '220-mx.example.com\r\n220 ready\r\n')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        said.push(line)
        const word = line.split(/[ :]/)[0] ?? ''
        const usual = /^RCPT TO:<ada@/.test(line)
          ? '250 2.1.5 OK\r\n'
          : word === 'RCPT'
            ? '550 5.1.1 No such user\r\n'
            : word === 'EHLO'
              ? '250-mx.example.com\r\n250-PIPELINING\r\n250 8BITMIME\r\n'
              : '250 OK\r\n'
        socket.write(answers[word] ?? usual)
      }
    })
  }
}

async function asker(handler: (socket: net.Socket) => void, more: object = {}) {
  const { port } = await serveTcp(handler)
  return createSmtpAsker({
    policy: { ...loopbackOpen, hostMap: new Map([['mx.example.com', { address: '127.0.0.1', port }]]) },
    resolve: async () => [],
    helo: 'check.example.org',
    connectTimeoutMs: 1_000,
    replyTimeoutMs: 300,
    now: () => new Date(),
    gapMs: 0,
    ...more,
  })
}
const probe = { host: 'mx.example.com', recipients: TO }

it('tells what the server says to each recipient, and sends no mail', async () => {
  const said: string[] = []
  const ask = await asker(mailServer(said))
  expect(await ask(probe, live())).toEqual({
    ok: true,
    replies: [
      { code: 250, text: '2.1.5 OK' },
      { code: 550, text: '5.1.1 No such user' },
    ],
  })
  expect(said.slice(0, 4)).toEqual([
    'EHLO check.example.org',
    'MAIL FROM:<>',
    'RCPT TO:<ada@example.com>',
    'RCPT TO:<nobody@example.com>',
  ])
  expect(said.join()).not.toMatch(/DATA/)
})

it('talks to servers of before 2001, and stops with those that will not talk', async () => {
  const old = await asker(mailServer([], { EHLO: '502 what?\r\n' }))
  expect(await old(probe, live())).toMatchObject({ ok: true })
  const stern = await asker(mailServer([], { MAIL: '550 5.7.1 We do not like you\r\n' }))
  expect(await stern(probe, live())).toMatchObject({
    ok: false,
    reason: 'refused',
    message: expect.stringContaining('5.7.1'),
  })
})

it('does not wait for a server that hangs, ends or never stops talking', async () => {
  for (const handler of [
    (socket: net.Socket) => void socket.write('220 wait'),
    (socket: net.Socket) => void socket.end(),
    (socket: net.Socket) => void socket.write(`220-${'x'.repeat(40_000)}`),
  ]) {
    const ask = await asker(handler)
    expect(await ask(probe, live())).toMatchObject({ ok: false, reason: 'refused' })
  }
})

it('connects to no server outside the public internet, and sends no line that an address brings along', async () => {
  const said: string[] = []
  const closed = await asker(mailServer(said), { policy: publicOnly, resolve: async () => ['127.0.0.1'] })
  expect(await closed(probe, live())).toMatchObject({ ok: false, reason: 'silent' })
  const ask = await asker(mailServer(said))
  for (const recipient of [
    'a\r\nDATA@example.com',
    'a>@example.com',
    'a b@example.com',
    'ä@example.com',
    'a@b\r\n.com',
  ])
    expect(await ask({ ...probe, recipients: [recipient] }, live())).toMatchObject({ ok: false, reason: 'refused' })
  expect(said).toEqual([])
})

it('gives up at once after three servers in a row that refuse the connection', async () => {
  // Nothing listens on port 1, and nothing may.
  const hosts = ['a', 'b', 'c', 'd', 'e'].map((name) => `mx.${name}.com`)
  const hostMap = new Map(hosts.map((host) => [host, { address: '127.0.0.1', port: 1 }]))
  const ask = createSmtpAsker({
    policy: { ...loopbackOpen, hostMap },
    resolve: async () => [],
    helo: 'check.example.org',
    connectTimeoutMs: 500,
    now: () => new Date(),
    gapMs: 0,
  })
  const said: string[] = []
  for (const host of hosts) {
    const reply = await ask({ ...probe, host }, live())
    expect(reply).toMatchObject({ ok: false, reason: 'silent' })
    if (!reply.ok) said.push(reply.message)
  }
  expect(said.map((message) => /port 25 seems to be closed/.test(message))).toEqual([false, false, false, true, true])
})

it('stops when it is told to', async () => {
  const stop = new AbortController()
  const ask = await asker((socket) => {
    socket.write('220 ready\r\n')
    socket.once('data', () => stop.abort())
  })
  expect(await ask(probe, stop.signal)).toMatchObject({ ok: false, reason: 'aborted' })
})
