// Sending: a message is sent once, when it may be, as it was written, and its outcome is on record.

import { describe, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { acceptLeadPairs, decideLeadPair } from '../../records/entities/decide.commands.ts'
import { writeSettings } from '../../records/entities/entities.commands.ts'
import { matchJob } from '../../records/entities/match.jobs.ts'
import { LEADS_MERGED } from '../../records/entities/merged.jobs.ts'
import { scanLeads } from '../../records/entities/scan.jobs.ts'
import { enqueueDirtyRows } from '../../records/store/dirty-rows/dirty-rows.commands.ts'
import { leadMatching } from '../../records/store/dirty-rows/dirty-rows.jobs.ts'
import { findDefaultMailbox } from '../mailboxes/mailboxes.reads.ts'
import { ALWAYS, openSink, openStage, person, type Sink, STEP, type Stage } from '../outreach.fixture.ts'
import { receiveMail } from '../replies/receive.commands.ts'
import { mergedJob } from './merged.handlers.ts'
import { holdBack } from './outcome.writes.ts'
import { readMail } from './parsed.fixture.ts'

const { database } = await openTenant()

async function open(
  sinkOptions: Parameters<typeof openSink>[0] = {},
  config = {},
): Promise<{ stage: Stage; sink: Sink }> {
  const stage = await openStage(database)
  const sink = await openSink(sinkOptions)
  await stage.sendThrough(sink.port, config)
  return { stage, sink }
}

describe('a sequence', () => {
  test('sends its message to an enrolled lead, with both unsubscribe headers, a text part and the postal address', async () => {
    const { stage, sink } = await open()
    const sequence = await stage.startSequence()
    const lead = await stage.addLead(person(1))
    expect((await stage.enroll(sequence, [lead])).body).toMatchObject({ enrolled: 1, blocked: [] })
    await stage.deliver()
    expect(sink.messages).toHaveLength(1)
    const { from, to, raw } = sink.messages[0] as Sink['messages'][0]
    expect(to).toEqual(['p1@company1.example'])
    expect(from).toMatch(/^ann\+b[0-9a-f]{32}@sender\.test$/)
    const mail = await readMail(raw)
    expect(mail.subject).toBe('Hello Person')
    expect(mail.from).toMatchObject({ address: 'ann@sender.test', name: 'Ann' })
    expect(mail.text).toMatch(/Dear Person,\s+we read about Company 1\./)
    expect(mail.text).toContain('Sender Ltd, 1 Main Street, Springfield')
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe')).toMatch(/^<https:\/\/outreach\.test\/api\/outreach\/unsubscribe\?token=[\w-]+>$/)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail.text).toContain(header('list-unsubscribe')?.slice(1, -1))
    expect(await stage.states()).toEqual({ sent: 1 })
    const { body } = await stage.admin.get(`/api/outreach/sequences/${sequence}/enrollments`)
    expect(body.items[0]).toMatchObject({ status: 'completed', sent: 1 })
    await stage.deliver()
    expect(sink.messages).toHaveLength(1)
    await sink.close()
  })

  test('sends a follow-up in the same thread when its delay is over', async () => {
    const { stage, sink } = await open()
    const sequence = await stage.startSequence({
      steps: [STEP, { delay_hours: 48, same_thread: true, subject: '', body: 'Did you see my note, {{first_name}}?' }],
    })
    await stage.enroll(sequence, [await stage.addLead(person(2))])
    await stage.deliver()
    await stage.deliver()
    expect(sink.messages).toHaveLength(1)
    await stage.in((tx) =>
      tx.client.query(`update outbound_messages set due_at = now() where workspace_id = $1 and state = 'planned'`, [
        stage.workspace,
      ]),
    )
    await stage.deliver()
    const [first, second] = await Promise.all(sink.messages.map(({ raw }) => readMail(raw)))
    expect(second?.subject).toBe(`Re: ${first?.subject}`)
    expect(second?.inReplyTo).toBe(first?.messageId)
    expect(second?.references).toContain(first?.messageId)
    await sink.close()
  })

  test('never sends a message with a missing value, and says which it is', async () => {
    const { stage, sink } = await open()
    const sequence = await stage.startSequence()
    await stage.enroll(sequence, [await stage.addLead({ ...person(3), company: undefined })])
    await stage.deliver()
    expect(sink.messages).toHaveLength(0)
    const { body } = await stage.admin.get('/api/outreach/messages?state=blocked')
    expect(body.items[0].error).toBe('{{company}} has no value')
    await sink.close()
  })
})

test('a call to make names the lead, and not the variable', async () => {
  const { stage, sink } = await open()
  const steps = [
    { kind: 'call', note: 'Call {{first_name}} of {{company}} about {{nothing_known}}' },
    { ...STEP, delay_hours: 24 },
  ]
  const sequence = await stage.startSequence({ steps })
  await stage.enroll(sequence, [await stage.addLead(person(7))])
  const { items } = (await stage.admin.get('/api/outreach/tasks')).body
  expect(items).toMatchObject([{ kind: 'call', note: expect.stringMatching(/^Call Person of Company 7 about/) }])
  expect(items[0].note).not.toContain('{{')
  await sink.close()
})

test('the figures of a sequence count the same replies as its results', async () => {
  const { stage, sink } = await open()
  const steps = [STEP, { ...STEP, delay_hours: 1 }]
  const sequence = await stage.startSequence({ steps })
  await stage.enroll(sequence, await Promise.all([1, 2, 3].map((n) => stage.addLead(person(n)))))
  await stage.deliver()
  // One lead that answered moves on to another status, and one answered twice.
  const set = (text: string) => stage.in((tx) => tx.client.query(text, [stage.workspace]))
  await set(`update outbound_messages set replied_at = now() where workspace_id = $1 and state = 'sent'`)
  await set(`update enrollments set status = 'unsubscribed' where workspace_id = $1`)
  const shown = (await stage.admin.get(`/api/outreach/sequences/${sequence}`)).body
  const stats = (await stage.admin.get(`/api/outreach/sequences/${sequence}/stats`)).body
  expect([shown.counts.replied, stats.total.replied.count]).toEqual([3, 3])
  await sink.close()
})

test('no sequence starts, and none sends, where one click could not unsubscribe', async () => {
  const stage = await openStage(database, { publicUrl: 'http://outreach.test' })
  const sink = await openSink()
  await stage.sendThrough(sink.port)
  const made = await stage.admin.post('/api/outreach/sequences', { name: 'First', steps: [STEP], settings: ALWAYS })
  const refused = await stage.admin.post(`/api/outreach/sequences/${made.body.id}/start`)
  expect([refused.status, refused.body.problems]).toEqual([
    409,
    [{ code: 'no_unsubscribe', message: expect.stringContaining('https://') }],
  ])
  // One that was started before sends nothing, and says why.
  await stage.in((tx) =>
    tx.client.query(`update sequences set status = 'active', started_at = now() where workspace_id = $1`, [
      stage.workspace,
    ]),
  )
  await stage.enroll(made.body.id, [await stage.addLead(person(1))])
  await stage.deliver()
  expect([sink.messages, await stage.states()]).toEqual([[], { blocked: 1 }])
  await sink.close()
})

describe('the hourly limit', () => {
  test('is exact to the message, also for workers that send at the same time', async () => {
    const { stage, sink } = await open({}, { smtp_max_per_hour: 7 })
    const sequence = await stage.startSequence()
    const leads = await Promise.all(Array.from({ length: 30 }, (_, n) => stage.addLead(person(n))))
    await stage.enroll(sequence, leads)
    await Promise.all([stage.deliver(), stage.deliver(), stage.deliver()])
    expect(sink.messages).toHaveLength(7)
    const again = await stage.deliver()
    expect(sink.messages).toHaveLength(7)
    expect(again?.getTime()).toBeGreaterThan(Date.now() + 3_500_000)
    await stage.in((tx) =>
      tx.client.query(`update send_slots set at = at - interval '61 minutes' where workspace_id = $1`, [
        stage.workspace,
      ]),
    )
    await stage.deliver()
    expect(sink.messages).toHaveLength(14)
    expect(new Set(sink.messages.map(({ to }) => to[0])).size).toBe(14)
    await sink.close()
  })
})

describe('a server that refuses', () => {
  const refusing = (code: number, text: string) => ({
    onRcptTo(_address: unknown, _session: unknown, done: (error?: Error | null) => void) {
      done(Object.assign(new Error(text), { responseCode: code }))
    },
  })

  test('for now is asked again later, and nothing is counted as sent', async () => {
    const { stage, sink } = await open(refusing(451, '4.7.1 Greylisted, try again'))
    const sequence = await stage.startSequence()
    await stage.enroll(sequence, [await stage.addLead(person(4))])
    await stage.deliver()
    expect(await stage.states()).toEqual({ planned: 1 })
    const { rows } = await stage.in((tx) =>
      tx.client.query(
        'select attempts, due_at > now() as later, (select count(*)::int from send_slots where workspace_id = $1) as slots from outbound_messages where workspace_id = $1',
        [stage.workspace],
      ),
    )
    expect(rows[0]).toEqual({ attempts: 1, later: true, slots: 0 })
    await sink.close()
  })

  test('for now keeps the message with its mailbox: when that is deleted, the enrollment is stopped and says so', async () => {
    const { stage, sink } = await open(refusing(451, '4.7.1 Greylisted, try again'))
    const sequence = await stage.startSequence()
    await stage.enroll(sequence, [await stage.addLead(person(6))])
    await stage.deliver()
    const [mailbox] = (await stage.admin.get('/api/outreach/mailboxes')).body.items
    expect((await stage.admin.delete(`/api/outreach/mailboxes/${mailbox.id}`)).status).toBeLessThan(300)
    expect(await stage.states()).toEqual({ cancelled: 1 })
    const { items } = (await stage.admin.get(`/api/outreach/sequences/${sequence}/enrollments`)).body
    expect(items[0]).toMatchObject({ status: 'stopped', status_reason: 'mailbox_deleted' })
    await sink.close()
  })

  test('an unknown recipient for good is not asked again, and the address is suppressed', async () => {
    const { stage, sink } = await open(refusing(550, '5.1.1 No such user here'))
    const sequence = await stage.startSequence()
    await stage.enroll(sequence, [await stage.addLead(person(5))])
    await stage.deliver()
    expect(await stage.states()).toEqual({ failed: 1 })
    const { body } = await stage.admin.get('/api/outreach/suppressions')
    expect(body.items).toMatchObject([{ value: 'p5@company5.example', reason: 'bounce', can_delete: false }])
    await sink.close()
  })

  test('the login stops the mailbox until a new password is entered', async () => {
    const { stage, sink } = await open({}, { smtp_password: 'wrong' })
    const sequence = await stage.startSequence()
    await stage.enroll(sequence, [await stage.addLead(person(6))])
    expect(await stage.deliver()).toBeNull()
    const [mailbox] = (await stage.admin.get('/api/outreach/mailboxes')).body.items
    expect(mailbox).toMatchObject({ state: 'stopped', state_reason: 'login_refused' })
    expect(await stage.states()).toEqual({ planned: 1 })
    await stage.admin.put('/api/outreach/smtp/config', { smtp_password: 'secret' })
    await stage.deliver()
    expect(sink.messages).toHaveLength(1)
    await sink.close()
  })
})

describe('of leads that were merged after they were enrolled', () => {
  const SAME = { linkedin_url: 'https://www.linkedin.com/in/wilhelmina-quill', contact_person: 'Wilhelmina Quill' }
  const AUTOMATIC = { auto_merge: true, merge_threshold: 0.5, review_threshold: 0.1 }
  const match = async (stage: Stage) => {
    await matchJob(database).work({}, testRun({ workspace_id: stage.workspace }))
  }
  const surestPair = async (stage: Stage) =>
    Number(
      (
        await database.asOwner<{ id: number }>(
          'select id from entity_pairs where workspace_id = $1 order by weight desc',
          [stage.workspace],
        )
      )[0]?.id,
    )
  const WAYS: Record<string, (stage: Stage) => Promise<unknown>> = {
    async 'by a person'(stage) {
      await match(stage)
      const pair = await surestPair(stage)
      await stage.in((tx) => decideLeadPair(tx, pair, 'merge'))
    },
    async 'as one of many above a probability'(stage) {
      await match(stage)
      await stage.in((tx) => acceptLeadPairs(tx, { probability: 0.2, dry_run: false }))
    },
    async 'by itself as it is written'(stage) {
      await stage.in((tx) => writeSettings(tx, AUTOMATIC))
      await match(stage)
    },
    async 'by a scan'(stage) {
      await stage.in((tx) => writeSettings(tx, AUTOMATIC))
      await scanLeads(database, { ...testRun({ workspace_id: stage.workspace }), workspace_id: stage.workspace })
    },
  }

  async function twoOfOne() {
    const { stage, sink } = await open()
    const steps = [STEP, { ...STEP, delay_hours: 24 }]
    const sequence = await stage.startSequence({ steps })
    const one = await stage.addLead(person(1, SAME))
    const two = await stage.addLead(person(1, { ...SAME, email: 'mina@elsewhere.example' }))
    await stage.in((tx) => enqueueDirtyRows(tx, leadMatching, tx.workspace_id, { lead_ids: [one, two] }))
    const enrollments = async (of = sequence) =>
      Object.fromEntries(
        (await stage.admin.get(`/api/outreach/sequences/${of}/enrollments`)).body.items.map(
          (item: { lead_id: number; status: string; status_reason: string | null }) => [
            item.lead_id,
            [item.status, item.status_reason].filter(Boolean).join(' '),
          ],
        ),
      )
    /** What the tickets of merges do. */
    const settle = async () => {
      const tickets = await database.asOwner<{ payload: never }>(
        'delete from queue where workspace_id = $1 and kind = $2 returning payload',
        [stage.workspace, LEADS_MERGED.name],
      )
      for (const { payload } of tickets)
        await mergedJob(stage.parts).work(payload, testRun({ workspace_id: stage.workspace }))
      return tickets.length
    }
    const due = () =>
      stage.in((tx) =>
        tx.client.query(`update outbound_messages set due_at = now() where workspace_id = $1 and state = 'planned'`, [
          stage.workspace,
        ]),
      )
    const sent = () => sink.messages.map(({ to }) => to[0])
    return { stage, sink, sequence, one, two, enrollments, settle, due, sent }
  }

  test.each(Object.keys(WAYS))('%s, the one enrolled later stops at once', async (way) => {
    const { stage, sink, sequence, one, two, enrollments, settle, sent } = await twoOfOne()
    await stage.enroll(sequence, [one])
    await stage.enroll(sequence, [two])
    await WAYS[way]?.(stage)
    expect(await settle()).toBe(1)
    expect(await enrollments()).toEqual({ [one]: 'scheduled', [two]: 'stopped merged' })
    await stage.deliver()
    expect(sent()).toEqual(['p1@company1.example'])
    await sink.close()
  })

  test('none is written to that the merge found planned, even before its ticket is worked', async () => {
    const { stage, sink, sequence, one, two, enrollments, sent } = await twoOfOne()
    await stage.enroll(sequence, [one, two])
    await WAYS['by a person']?.(stage)
    await stage.deliver()
    expect(sent()).toEqual(['p1@company1.example'])
    expect(await enrollments()).toEqual({ [one]: 'waiting', [two]: 'stopped merged' })
    await sink.close()
  })

  test('the sequence goes on with the one that it wrote to first', async () => {
    const { stage, sink, sequence, one, two, enrollments, settle, due, sent } = await twoOfOne()
    await stage.enroll(sequence, [one])
    await stage.in((tx) =>
      tx.client.query(`update outbound_messages set due_at = now() + interval '1 day' where workspace_id = $1`, [
        stage.workspace,
      ]),
    )
    await stage.enroll(sequence, [two])
    await stage.deliver()
    await WAYS['by a person']?.(stage)
    await settle()
    expect(await enrollments()).toEqual({ [one]: 'stopped merged', [two]: 'waiting' })
    await due()
    await stage.deliver()
    expect(sent()).toEqual(['mina@elsewhere.example', 'mina@elsewhere.example'])
    await sink.close()
  })

  test.each(['unsubscribe', 'complaint', 'manual'])('%s of one address stops the other', async (reason) => {
    const { stage, sink, sequence, one, two, enrollments, settle, sent } = await twoOfOne()
    const other = await stage.startSequence({ name: 'Second' })
    await stage.enroll(sequence, [one])
    await stage.enroll(other, [two])
    await WAYS['by a person']?.(stage)
    await settle()
    const answer = await stage.admin.post('/api/outreach/suppressions', { value: 'p1@company1.example', reason })
    expect(answer.status, answer.text).toBe(201)
    const ended = { unsubscribe: 'unsubscribed', complaint: 'complained', manual: 'stopped' }[reason]
    expect(await enrollments(other)).toEqual({ [two]: `${ended} suppressed` })
    await stage.deliver()
    expect(sent()).toEqual([])
    const third = await stage.startSequence({ name: 'Third' })
    const { blocked } = (await stage.enroll(third, [two])).body
    expect(blocked).toMatchObject([{ reason: 'suppressed', detail: expect.stringContaining(`lead ${one}`) }])
    await sink.close()
  })

  test('a reply to one pauses the other in its sequence', async () => {
    const { stage, sink, sequence, one, two, enrollments, settle, sent } = await twoOfOne()
    const other = await stage.startSequence({ name: 'Second', settings: { allow_other_sequences: true } })
    await stage.enroll(sequence, [one])
    await WAYS['by a person']?.(stage)
    await settle()
    await stage.deliver()
    await stage.enroll(other, [two])
    const message = /^Message-ID: (<[^>]+>)/im.exec(sink.messages[0]?.raw ?? '')?.[1]
    const raw = Buffer.from(
      `From: p1@company1.example\r\nTo: ann@sender.test\r\nSubject: Re: Hello\r\nIn-Reply-To: ${message}\r\n\r\nTell me more.\r\n`,
    )
    const received = { raw, mail: await readMail(raw), is_cut: false, received_at: new Date() }
    await stage.in(async (tx) => {
      const mailbox = await findDefaultMailbox(tx)
      if (mailbox) await receiveMail(tx, await stage.parts.keys.of(tx), mailbox, received, new Date())
    })
    expect(await enrollments(other)).toEqual({ [two]: 'paused replied_elsewhere' })
    await stage.deliver()
    expect(sent()).toEqual(['p1@company1.example'])
    // What came due in the pause waits for a person, and leaves when they say so.
    expect(await enrollments(other)).toEqual({ [two]: 'paused replied_elsewhere' })
    const [paused] = (await stage.admin.get(`/api/outreach/sequences/${other}/enrollments`)).body.items
    const resumed = await stage.admin.post(`/api/outreach/enrollments/${paused.id}/resume`)
    expect(resumed.status, resumed.text).toBe(200)
    // A worker that read the pause before it ended holds nothing back after.
    await stage.in(async (tx) => {
      const { rows } = await tx.client.query<{ id: string }>(
        `select id from outbound_messages where enrollment_id = $1 and state = 'planned'`,
        [paused.id],
      )
      expect(rows).not.toEqual([])
      for (const { id } of rows) await holdBack(tx, id)
    })
    await stage.deliver()
    expect(sent()).toEqual(['p1@company1.example', 'mina@elsewhere.example'])
    await sink.close()
  })

  test('what was suppressed before the merge stops the other with it, a bounce does not', async () => {
    for (const [reason, ended] of [
      ['unsubscribe', 'unsubscribed suppressed'],
      ['bounce', 'scheduled'],
    ]) {
      const { stage, sink, sequence, two, enrollments, settle, sent } = await twoOfOne()
      await stage.admin.post('/api/outreach/suppressions', { value: 'p1@company1.example', reason })
      await stage.enroll(sequence, [two])
      await WAYS['by a person']?.(stage)
      await settle()
      expect(await enrollments()).toEqual({ [two]: ended })
      await stage.deliver()
      expect(sent()).toEqual(reason === 'bounce' ? ['mina@elsewhere.example'] : [])
      await sink.close()
    }
  })
})

describe('a message that waits for approval', () => {
  test('and lacks a value blocks its lead loudly, and goes on once the value is there', async () => {
    const { stage, sink } = await open()
    const sequence = await stage.startSequence({ settings: { require_approval: true } })
    const lead = await stage.addLead(person(1, { company: undefined }))
    await stage.enroll(sequence, [lead])
    const enrolled = async () =>
      (await stage.admin.get(`/api/outreach/sequences/${sequence}/enrollments`)).body.items[0]
    expect(await enrolled()).toMatchObject({ status: 'blocked', status_reason: '{{company}} has no value' })
    expect((await stage.admin.get('/api/outreach/messages?state=blocked')).body.items).toMatchObject([
      { to: 'p1@company1.example', error: '{{company}} has no value' },
    ])
    const { rows } = await stage.in((tx) =>
      tx.client.query(`select 1 from outbox where payload ->> 'error' = '{{company}} has no value'`),
    )
    expect(rows).toHaveLength(1)
    const { id } = await enrolled()
    const resume = () => stage.admin.post(`/api/outreach/enrollments/${id}/resume`)
    const refused = await resume()
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('{{company}} has no value')])
    expect((await enrolled()).status).toBe('blocked')
    await stage.in((tx) =>
      tx.client.query(`update leads set data = data || '{"company": "Acme"}' where workspace_id = $1 and id = $2`, [
        stage.workspace,
        lead,
      ]),
    )
    expect((await resume()).status).toBe(200)
    const [draft] = (await stage.admin.get('/api/outreach/drafts')).body.items
    expect(draft.text).toContain('we read about Acme')
    await stage.admin.post(`/api/outreach/drafts/${draft.id}/approve`)
    await stage.deliver()
    expect(sink.messages).toHaveLength(1)
    await sink.close()
  })
})

describe('a lead that another sequence writes to', () => {
  test('is held back with the name of that sequence, unless this one allows it', async () => {
    const { stage, sink } = await open()
    const lead = await stage.addLead(person(1))
    await stage.enroll(await stage.startSequence({ name: 'Spring' }), [lead])
    const held = await stage.enroll(await stage.startSequence(), [lead])
    expect(held.body).toMatchObject({ enrolled: 0, blocked: [{ lead_id: lead, reason: 'in_other_sequence' }] })
    expect(held.body.blocked[0].detail).toContain('"Spring"')
    const allowed = await stage.enroll(await stage.startSequence({ settings: { allow_other_sequences: true } }), [lead])
    expect(allowed.body).toMatchObject({
      enrolled: 1,
      warnings: [{ message: 'The sequence "Spring" writes to this person too' }],
    })
    await sink.close()
  })
})

describe('the zone of a recipient', () => {
  test('is said to be assumed where the country has several', async () => {
    const { stage, sink } = await open()
    const sequence = await stage.startSequence({ settings: { use_recipient_time_zone: true } })
    const ofCountry = async (n: number, country: string) =>
      (await stage.enroll(sequence, [await stage.addLead(person(n, { country }))])).body.warnings.map(
        ({ message }: { message: string }) => message,
      )
    expect(await ofCountry(1, 'United States')).toEqual(['US has several time zones; America/Chicago is assumed'])
    expect(await ofCountry(2, 'Germany')).toEqual([])
    await sink.close()
  })
})

describe('an address with letters beyond ASCII', () => {
  test.each([
    [true, []],
    [false, ['jürgen@company1.example']],
  ])('is written to only where the server takes it (SMTPUTF8 hidden: %s)', async (hideSMTPUTF8, expected) => {
    const { stage, sink } = await open({ hideSMTPUTF8 })
    const sequence = await stage.startSequence()
    await stage.enroll(sequence, [await stage.addLead(person(1, { email: 'jürgen@company1.example' }))])
    await stage.deliver()
    expect(sink.messages.flatMap(({ to }) => to)).toEqual(expected)
    const { items } = (await stage.admin.get('/api/outreach/messages')).body
    expect(items[0].state).toBe(hideSMTPUTF8 ? 'failed' : 'sent')
    if (hideSMTPUTF8) expect(items[0].error).toMatch(/does not offer SMTPUTF8/)
    expect((await stage.admin.get('/api/outreach/suppressions')).body.total).toBe(0)
    await sink.close()
  })
})
