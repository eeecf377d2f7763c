// Replies: matched to what they answer, sorted by what they say, and the sequence ends for their senders.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { readMail } from '../bounces/mail-reading.ts'
import { findDefaultMailbox } from '../mailboxes/mailboxes.reads.ts'
import { openSink, openStage, person, type Sink, STEP, type Stage } from '../outreach.fixture.ts'
import { receiveMail } from './receive.commands.ts'

let database: TestDatabase
let stage: Stage
let sink: Sink
let sequence: string
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  stage = await openStage(database)
  sink = await openSink()
  await stage.sendThrough(sink.port)
  sequence = await stage.startSequence({ steps: [STEP, { ...STEP, delay_hours: 48, same_thread: true }] })
  const company = { email: 'bob@company1.example', contact_person: 'Bob' }
  await stage.enroll(sequence, [
    await stage.addLead(person(1)),
    await stage.addLead(person(1, company)),
    await stage.addLead(person(2)),
  ])
  await stage.deliver()
  await sink.close()
})

const sentTo = (address: string) => {
  const found = sink.messages.find(({ to }) => to[0] === address) as Sink['messages'][0]
  return { from: found.from, id: /^Message-ID: (<[^>]+>)/im.exec(found.raw)?.[1] as string }
}
async function receive(text: string) {
  const raw = Buffer.from(text.replace(/\r?\n/g, '\r\n'))
  const mail = await readMail(raw)
  if (!mail) return 'unreadable'
  return stage.in(async (tx) => {
    const mailbox = await findDefaultMailbox(tx)
    if (!mailbox) throw new Error('no mailbox')
    return receiveMail(
      tx,
      await stage.parts.keys.of(tx),
      mailbox,
      { raw, mail, is_cut: false, received_at: new Date() },
      new Date('2030-03-01T00:00:00Z'),
    )
  })
}
const statuses = async () => {
  const { body } = await stage.admin.get(`/api/outreach/sequences/${sequence}/enrollments`)
  return Object.fromEntries(body.items.map((one: { email: string; status: string }) => [one.email, one.status]))
}
const reply = (to: string, body: string, more = '', from = 'p1@company1.example') =>
  `From: Person <${from}>\nTo: ann@sender.test\nSubject: Re: Hello\nMessage-ID: <reply-${Math.abs(body.length * 31 + from.length)}@company1.example>\nIn-Reply-To: ${to}\n${more}\n${body}\n`

describe('a reply', () => {
  test('ends the sequence for its writer, pauses colleagues and leaves others alone', async () => {
    expect(await receive(reply(sentTo('p1@company1.example').id, 'Sounds good, tell me more.'))).toBe('reply')
    expect(await statuses()).toEqual({
      'p1@company1.example': 'replied',
      'bob@company1.example': 'paused',
      'p2@company2.example': 'waiting',
    })
    const { items } = (await stage.admin.get('/api/outreach/threads')).body
    expect(items).toMatchObject([{ email: 'p1@company1.example', class: 'interested', is_read: false, replies: 1 }])
    const { body } = await stage.admin.get(`/api/outreach/threads/${items[0].id}`)
    expect(body.messages.map(({ direction }: { direction: string }) => direction)).toEqual(['out', 'in'])
    expect(body.lead.company).toBe('Company 1')
  })

  test('that is read twice is kept once', async () => {
    const text = reply(sentTo('p1@company1.example').id, 'Hello')
    expect(await receive(text)).toBe('reply')
    expect(await receive(text)).toBe('repeated')
  })

  test('from a colleague is matched by what it answers, and one from an unknown sender is not taken', async () => {
    expect(
      await receive(reply(sentTo('p1@company1.example').id, 'I am the right one.', '', 'chef@company1.example')),
    ).toBe('reply')
    expect(await receive(reply('<unknown@nowhere.example>', 'Hi', '', 'eve@evil.example'))).toBe('unmatched')
  })

  test('that asks to stop suppresses the address', async () => {
    await receive(reply(sentTo('p1@company1.example').id, 'Please unsubscribe me.'))
    expect((await stage.admin.get('/api/outreach/suppressions')).body.items).toMatchObject([
      { value: 'p1@company1.example', reason: 'unsubscribe', source: 'reply' },
    ])
    const { body } = await stage.admin.get(`/api/outreach/sequences/${sequence}/stats`)
    expect(body.total.unsubscribed).toMatchObject({ count: 1 })
  })

  test('is answered from the inbox, in its thread, from the mailbox of the thread', async () => {
    const { id } = sentTo('p1@company1.example')
    await receive(reply(id, 'How much is it?'))
    const [thread] = (await stage.admin.get('/api/outreach/threads')).body.items
    const again = await openSink()
    await stage.sendThrough(again.port)
    expect(
      (await stage.admin.post(`/api/outreach/threads/${thread.id}/reply`, { text: 'Nothing at all.' })).status,
    ).toBe(200)
    await stage.deliver()
    const raw = again.messages[0]?.raw ?? ''
    expect(again.messages[0]?.to).toEqual(['p1@company1.example'])
    expect(raw).toMatch(/^In-Reply-To: <reply-/m)
    expect(raw).toContain(id)
    expect(raw).not.toMatch(/^List-Unsubscribe/m)
    await again.close()
  })
})

describe('an automatic reply', () => {
  test('with a date moves the next message behind it, and ends nothing', async () => {
    await receive(
      reply(sentTo('p1@company1.example').id, 'I am out of office until March 20.', 'Auto-Submitted: auto-replied\n'),
    )
    expect((await statuses())['p1@company1.example']).toBe('waiting')
    const { items } = (await stage.admin.get('/api/outreach/threads')).body
    expect(items[0]).toMatchObject({ class: 'out_of_office', return_date: '2030-03-20' })
    const { rows } = await stage.in((tx) =>
      tx.client.query(
        `select due_at > '2030-03-20' as later from outbound_messages where workspace_id = $1 and state = 'planned' and address = 'p1@company1.example'`,
        [stage.workspace],
      ),
    )
    expect(rows[0].later).toBe(true)
  })
})

describe('a bounce message', () => {
  const report = (action: string, status: string, to: string, original: string) => `Return-Path: <>
From: MAILER-DAEMON@mx.sender.test (Mail Delivery System)
To: ${to}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B1"

--B1
Content-Type: text/plain

I'm sorry to have to inform you that your message could not be delivered.

--B1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.sender.test
X-Postfix-Queue-ID: 4ABC

Final-Recipient: rfc822; p1@company1.example
Original-Recipient: rfc822;p1@company1.example
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.company1.example
Diagnostic-Code: smtp; 550 ${status} <p1@company1.example>: Recipient address
    rejected: User unknown

--B1
Content-Type: text/rfc822-headers

From: ann@sender.test
To: p1@company1.example
Message-ID: ${original}

--B1--
`
  test('that is final suppresses the address', async () => {
    const { id } = sentTo('p1@company1.example')
    expect(await receive(report('failed', '5.1.1', 'ann@sender.test', id))).toBe('bounce')
    expect((await statuses())['p1@company1.example']).toBe('bounced')
  })

  test('is tied to its message by the envelope sender alone', async () => {
    const { from } = sentTo('p1@company1.example')
    expect(await receive(report('failed', '5.1.1', from, '<cut@off>'))).toBe('bounce')
  })

  test('of a delay, or one that is forged, changes nothing', async () => {
    expect(await receive(report('delayed', '4.4.1', 'ann@sender.test', sentTo('p1@company1.example').id))).toBe(
      'unmatched',
    )
    expect(await receive(report('failed', '5.1.1', 'ann@sender.test', '<made-up@evil.example>'))).toBe('unmatched')
    expect((await stage.admin.get('/api/outreach/suppressions')).body.total).toBe(0)
    expect((await statuses())['p1@company1.example']).toBe('waiting')
  })
})

describe('a complaint report', () => {
  // As RFC 5965 shows it, by a service that hides the address of who complained.
  const report = (type: string, original: string, more = '') => `From: <abuse@mailbox.example>
To: <ann@sender.test>
Subject: FW: Hello
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="part1_13d"

--part1_13d
Content-Type: text/plain; charset="US-ASCII"

This is an email abuse report for an email message received from IP 192.0.2.1.

--part1_13d
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1
Original-Rcpt-To: <p1@company1.example>
${more}
--part1_13d
Content-Type: message/rfc822
Content-Disposition: inline

From: ann@sender.test
To: undisclosed-recipients:;
Message-ID: ${original}
Subject: Hello

Spam Spam Spam

--part1_13d--
`
  const suppressed = async () =>
    (await stage.admin.get('/api/outreach/suppressions')).body.items.map(
      ({ value, reason }: { value: string; reason: string }) => [value, reason],
    )

  test('of abuse ends the sequence of who complained and suppresses the address, once', async () => {
    const { id } = sentTo('p1@company1.example')
    expect(await receive(report('abuse', id))).toBe('complaint')
    expect(await suppressed()).toEqual([['p1@company1.example', 'complaint']])
    expect((await statuses())['p1@company1.example']).not.toBe('waiting')
    expect((await statuses())['p2@company2.example']).toBe('waiting')
    await receive(report('abuse', id))
    expect(await suppressed()).toHaveLength(1)
  })

  test('that says it was no spam, is forged, or is cut in any place suppresses no other lead', async () => {
    const { id } = sentTo('p1@company1.example')
    expect(await receive(report('abuse', '<made-up@evil.example>', 'Original-Rcpt-To: <p2@company2.example>'))).toBe(
      'unmatched',
    )
    await receive(report('not-spam', id))
    expect(await suppressed()).toEqual([])
    const whole = report('abuse', id)
    for (let at = 40; at < whole.length; at += 97) await receive(whole.slice(0, at))
    expect((await suppressed()).every(([value]: [string]) => value === 'p1@company1.example')).toBe(true)
  })
})

describe('a hostile mail', () => {
  test('of 50 MB, with a thousand nested parts, or of garbage does not stop the reading', async () => {
    const { id } = sentTo('p1@company1.example')
    const huge = reply(id, 'x'.repeat(50_000_000))
    expect(await receive(huge)).toBe('reply')
    let bomb = 'Content-Type: text/plain\n\nhi\n'
    for (let n = 0; n < 1000; n++)
      bomb = `Content-Type: multipart/mixed; boundary="b${n}"\n\n--b${n}\n${bomb}\n--b${n}--\n`
    expect(['unreadable', 'unmatched']).toContain(await receive(`From: a@b.example\n${bomb}`))
    expect(await receive(`From: \0\xff<>\nSubject: =?x?y?z?=\nIn-Reply-To: ${id}\n\n\0\ud800`)).toMatch(
      /reply|repeated/,
    )
  })
})
