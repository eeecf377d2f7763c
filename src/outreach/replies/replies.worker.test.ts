// Replies: matched to what they answer, sorted by what they say, and the sequence ends for their senders.
import { beforeEach, describe, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { readMail } from '../bounces/mail-reading.ts'
import { findDefaultMailbox } from '../mailboxes/mailboxes.reads.ts'
import { openSink, openStage, person, type Sink, STEP, type Stage } from '../outreach.fixture.ts'
import { receiveMail } from './receive.commands.ts'
import { DAY_BACK, RETURNED } from './returned-mail.fixture.ts'

let stage: Stage
let sink: Sink
let sequence: string
const { database } = await openTenant()
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
async function receive(text: string, now = new Date('2030-03-01T00:00:00Z')) {
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
      now,
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
    expect(items).toMatchObject([{ company: 'Company 1', sequence_name: expect.any(String) }])
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
      tx.client.query<{ later: boolean }>(
        `select due_at > '2030-03-20' as later from outbound_messages where workspace_id = $1 and state = 'planned' and address = 'p1@company1.example'`,
        [stage.workspace],
      ),
    )
    expect(rows[0]?.later).toBe(true)
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
      'bounce',
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

describe('of sixteen mails that come back', () => {
  test('each is taken for what it is, and none for a reply', async () => {
    const again = await openSink()
    await stage.sendThrough(again.port)
    const many = await stage.startSequence({ steps: [STEP, { ...STEP, delay_hours: 48, same_thread: true }] })
    const people = RETURNED.map((_, n) => person(n + 20))
    await stage.enroll(many, await Promise.all(people.map((one) => stage.addLead(one))))
    await stage.deliver()
    await again.close()
    const taken: [string, string][] = []
    for (const [n, { name, write }] of RETURNED.entries()) {
      const to = people[n]?.email as string
      const found = again.messages.find((one) => one.to[0] === to) as Sink['messages'][0]
      const id = /^Message-ID: (<[^>]+>)/im.exec(found.raw)?.[1] as string
      taken.push([name, await receive(write({ from: found.from, id, to }), new Date())])
    }
    expect(taken).toEqual(RETURNED.map(({ name, is }) => [name, is === 'absence' ? 'reply' : 'bounce']))
    const { body: stats } = await stage.admin.get(`/api/outreach/sequences/${many}/stats`)
    expect(stats.total.replied.count).toBe(0)
    const { rows } = await stage.in((tx) =>
      tx.client.query<{
        email: string
        status: string
        class: string | null
        away: string | null
        waits: string | null
      }>(
        `select e.email, e.status, m.bounce_class as class, to_char(i.return_date, 'YYYY-MM-DD') as away,
           (select to_char(n.due_at, 'YYYY-MM-DD') from outbound_messages n where n.workspace_id = $1 and n.enrollment_id = e.id and n.state = 'planned') as waits
         from enrollments e join outbound_messages m on m.workspace_id = $1 and m.enrollment_id = e.id and m.state = 'sent'
         left join inbound_messages i on i.workspace_id = $1 and i.enrollment_id = e.id
         where e.workspace_id = $1 and e.sequence_id = $2`,
        [stage.workspace, many],
      ),
    )
    const byAddress = new Map(rows.map((row) => [row.email, row]))
    expect(RETURNED.map(({ name }, n) => ({ name, ...byAddress.get(people[n]?.email as string) }))).toMatchObject(
      RETURNED.map(({ name, is }) => ({
        name,
        status: is === 'hard' ? 'bounced' : 'waiting',
        ...(is === 'absence' ? { away: DAY_BACK, waits: DAY_BACK.replace(/15$/, '16') } : { class: is, away: null }),
      })),
    )
  })

  test('real mail to the sender about a bounce is a reply', async () => {
    const { id } = sentTo('p1@company1.example')
    const text = 'Your last mail was returned: 550 user unknown. I use another address now, write to me here.'
    expect(await receive(reply(id, text))).toBe('reply')
    expect((await statuses())['p1@company1.example']).toBe('replied')
    expect((await stage.admin.get('/api/outreach/suppressions')).body.total).toBe(0)
  })

  test('what came to the return address and is neither is shown to a person, with the sequence paused', async () => {
    const { from } = sentTo('p2@company2.example')
    const text = `From: Robot <robot@elsewhere.example>\nTo: ${from}\nSubject: Zxq\nMessage-ID: <z@elsewhere.example>\n\nKwa heri.`
    expect(await receive(text)).toBe('reply')
    const { items } = (await stage.admin.get('/api/outreach/threads')).body
    expect(items).toMatchObject([{ email: 'p2@company2.example', class: 'other', kind: 'auto_reply', is_read: false }])
    expect((await statuses())['p2@company2.example']).toBe('paused')
    const { body } = await stage.admin.get(`/api/outreach/sequences/${sequence}/stats`)
    expect(body.total.replied.count).toBe(0)
  })
})

describe('a reply that may ask for no more mail', () => {
  const unsure = 'Your unsubscribe link did not work.'
  const thread = async () => (await stage.admin.get('/api/outreach/threads')).body.items[0]
  const suppressions = async () => (await stage.admin.get('/api/outreach/suppressions')).body.items

  test('suppresses nothing and pauses the sequence until a person decides', async () => {
    await receive(reply(sentTo('p1@company1.example').id, unsure))
    expect(await thread()).toMatchObject({ class: 'maybe_unsubscribe', status: 'paused' })
    expect(await suppressions()).toEqual([])
    const { id } = await thread()
    await stage.admin.patch(`/api/outreach/threads/${id}`, { class: 'unsubscribe' })
    expect(await suppressions()).toMatchObject([{ value: 'p1@company1.example', reason: 'unsubscribe' }])
    expect((await statuses())['p1@company1.example']).toBe('unsubscribed')
  })

  test('is a reply like any other once a person says so', async () => {
    await receive(reply(sentTo('p1@company1.example').id, unsure))
    await stage.admin.patch(`/api/outreach/threads/${(await thread()).id}`, { class: 'interested' })
    expect((await statuses())['p1@company1.example']).toBe('replied')
    expect(await suppressions()).toEqual([])
  })

  test('and was read wrongly is taken back by an admin, with the reason on record; one by the link never', async () => {
    await receive(reply(sentTo('p1@company1.example').id, 'Please remove me from the list.'))
    const [one] = await suppressions()
    expect(one).toMatchObject({ can_delete: false, can_take_back: true })
    const path = `/api/outreach/suppressions/${one.id}/take-back`
    expect((await stage.editor.post(path, { reason: 'A joke among friends' })).status).toBe(403)
    expect((await stage.admin.post(path, {})).status).toBe(422)
    expect((await stage.admin.post(path, { reason: 'A joke among friends' })).status).toBe(204)
    expect(await suppressions()).toEqual([])
    expect(await thread()).toMatchObject({ class: 'other', status: 'replied' })
    const { rows } = await stage.in((tx) =>
      tx.client.query(`select after from audit_log where workspace_id = $1 and act = 'suppression.taken_back'`, [
        stage.workspace,
      ]),
    )
    expect(rows).toEqual([{ after: { why: 'A joke among friends' } }])
    const { raw } = sink.messages.find(({ to }) => to[0] === 'p2@company2.example') as Sink['messages'][0]
    const token = /unsubscribe\?token=3?D?([\w-]+)/.exec(raw.replace(/=\r?\n/g, ''))?.[1]
    expect((await stage.anyone.post(`/api/outreach/unsubscribe?token=${token}`)).status).toBe(200)
    const [link] = await suppressions()
    expect(link).toMatchObject({ can_take_back: false })
    expect(
      (await stage.admin.post(`/api/outreach/suppressions/${link.id}/take-back`, { reason: 'No reason' })).status,
    ).toBe(409)
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
