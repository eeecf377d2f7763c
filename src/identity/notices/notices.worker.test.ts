// Notices from the transaction that tells them to an inbox, a mail server and a chat on loopback.
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { openInstallMail } from '../../platform/mail/mail.ts'
import { enqueueDue } from '../../platform/queue/schedules.ts'
import { deliveryParts, type Receiver, startReceiver } from '../webhooks/receivers.fixture.ts'
import { notifyMentions } from './mentions.commands.ts'
import { markNotices, notify, setPreferences } from './notices.commands.ts'
import { preferencesWire, readNotices, readPreferences, type StoredPreferences } from './notices.reads.ts'
import { noticeJobs } from './notices.worker.ts'
import { readDigests, requestSending } from './sending.commands.ts'

let parts: ReturnType<typeof deliveryParts>
let chat: Receiver
let smtp: SMTPServer
let mail: ReturnType<typeof openInstallMail>
const mails: string[] = []
const ME = 1

const { database, workspaceId: workspace } = await openTenant()
beforeAll(async () => {
  parts = deliveryParts(database)
  chat = await startReceiver()
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (bytes) => {
        text += bytes
      })
      stream.on('end', () => {
        mails.push(text)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()))
  const { port } = smtp.server.address() as { port: number }
  mail = openInstallMail({ url: `smtp://127.0.0.1:${port}`, from: 'Millrace <notices@example.com>' })
  await database.inControl((tx) =>
    tx.client.query("insert into memberships (workspace_id, user_id, role) values ($1, $2, 'admin')", [workspace, ME]),
  )
})
afterAll(async () => {
  await mail.close()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
  await chat.close()
  await parts.client.close()
})

const inside = <T>(work: (tx: WorkspaceTx) => Promise<T>) => database.inWorkspace(workspace, work)
const tell = (title: string, more: object = {}) =>
  inside((tx) => notify(tx, { topic: 'budgets', to: 'admins', title, ...more }, parts.now()))
const inbox = () => inside((tx) => readNotices(tx, ME, { limit: 50 }))

const slug = async () =>
  (await database.asOwner<{ slug: string }>('select slug from workspaces where id = $1', [workspace]))[0]?.slug

/** Works on what is due by the clock of the test: schedules first, then their tickets. */
async function send(): Promise<void> {
  await database.inSystem((tx) => enqueueDue(tx, parts.now()))
  await workOn('notices.digest')
  await workOn('notices.send')
}

async function workOn(kind: string): Promise<void> {
  const mailFor = async () => mail.send ?? null
  const job = noticeJobs({ ...parts, mailFor, publicUrl: 'https://millrace.example' }).find(
    (one) => one.kind.name === kind,
  )
  // The database dates tickets of schedules by its own clock.
  const due = await database.asOwner<{ id: string; payload: never }>(
    "delete from queue where kind = $1 and (run_at <= $2 or kind = 'notices.digest') returning id, payload",
    [kind, parts.now()],
  )
  for (const { id, payload } of due) {
    const signal = new AbortController().signal
    await job?.work(payload, { id, workspace_id: workspace, attempt: 1, signal } as never)
  }
}

const digests = () =>
  database.asOwner<{ subject: string; cron: string; time_zone: string; next_at: Date; last_at: Date | null }>(
    "select subject, cron, time_zone, next_at, last_at from schedules where kind = 'notices.digest' order by subject",
  )

it('a notice is in the inbox once for its key, and is marked by its owner alone', async () => {
  await tell('The budget is used', { key: 'k1' })
  await tell('The budget is used', { key: 'k1' })
  const { items, unread } = await inbox()
  expect([items.map(({ title }) => title), unread]).toEqual([['The budget is used'], 1])
  expect(await inside((tx) => markNotices(tx, 99, { read: true }, parts.now()))).toBe(0)
  expect(await inside((tx) => markNotices(tx, ME, { read: true }, parts.now()))).toBe(1)
  expect((await inbox()).unread).toBe(0)
})

it('mail goes out at once, chat as a digest, neither in quiet hours, and each notice once', async () => {
  parts.clock.at = new Date('2026-05-04T12:00:00Z')
  await inside((tx) =>
    setPreferences(tx, parts, ME, {
      email: 'ann@example.com',
      email_when: 'at_once',
      chat_url: chat.url,
      chat_when: 'daily',
      time_zone: 'UTC',
      quiet_from: '22:00',
      quiet_to: '07:00',
      digest_at: '08:00',
    }),
  )
  await tell('First <b>notice</b>\r\nBcc: x@example.com', { link: '/leads' })
  await send()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('To: ann@example.com')
  const pages = `https://millrace.example/w/${await slug()}`
  const unfolded = mails[0]?.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  expect(unfolded).toContain(`${pages}/leads`)
  expect(unfolded).toContain(`${pages}/notices?tab=settings`)
  const [headers] = (mails[0] ?? '').split(/\r?\n\r?\n/)
  expect(headers).not.toMatch(/^Bcc:/m)
  expect(chat.received).toHaveLength(0)
  parts.clock.at = new Date('2026-05-04T23:00:00Z')
  await tell('At night')
  await send()
  expect(mails).toHaveLength(1)
  parts.clock.at = new Date('2026-05-05T07:00:00Z')
  await send()
  expect(mails).toHaveLength(2)
  parts.clock.at = new Date('2026-05-05T08:00:00Z')
  await send()
  await send()
  expect(chat.received).toHaveLength(1)
  const { text } = JSON.parse(chat.received[0]?.body ?? '{}')
  expect(text).toContain('First &lt;b&gt;notice&lt;/b&gt;')
  expect(text).toContain('At night')
  expect(text).toContain(`<${pages}/leads|Open>`)
  expect(mails).toHaveLength(2)
})

it('a digest is a schedule in the time zone of its person, and goes with the wish for it', async () => {
  parts.clock.at = new Date('2026-07-01T12:00:00Z')
  const prefer = (changes: object) => inside((tx) => setPreferences(tx, parts, ME, changes))
  await prefer({ chat_when: 'weekly', time_zone: 'America/New_York', digest_at: '07:30' })
  expect(await digests()).toMatchObject([
    { subject: '1:chat', cron: '30 7 * * 1', time_zone: 'America/New_York', next_at: new Date('2026-07-06T11:30:00Z') },
  ])
  const before = chat.received.length
  await tell('For the digest of the week')
  parts.clock.at = new Date('2026-07-06T11:30:00Z')
  await database.inSystem((tx) => enqueueDue(tx, parts.now()))
  parts.clock.at = new Date('2026-07-06T11:30:01Z')
  await tell('Too late for it')
  await send()
  const taken = chat.received.slice(before).map(({ body }) => body)
  expect(taken).toEqual([expect.stringContaining('For the digest of the week')])
  expect(taken[0]).not.toContain('Too late for it')
  const own = (await inside((tx) => readPreferences(tx, [ME]))).get(ME) as StoredPreferences
  expect(preferencesWire(own, await inside((tx) => readDigests(tx, ME)), true)).toMatchObject({
    email_next_at: null,
    email_last_at: null,
    chat_next_at: '2026-07-13T11:30:00.000Z',
    chat_last_at: '2026-07-06T11:30:00.000Z',
  })
  await prefer({ chat_when: 'off' })
  expect(await digests()).toEqual([])
})

it('a digest that its receiver did not take is tried again, with what belongs to it', async () => {
  const prefer = (changes: object) => inside((tx) => setPreferences(tx, parts, ME, changes))
  parts.clock.at = new Date('2026-08-03T06:00:00Z')
  await prefer({ chat_when: 'daily', time_zone: 'UTC', digest_at: '08:00' })
  await tell('Of the night')
  const before = chat.received.length
  const usual = chat.answer
  chat.answer = (response) => response.writeHead(503).end()
  parts.clock.at = new Date('2026-08-03T08:00:00Z')
  await expect(send()).rejects.toThrow('503')
  chat.answer = usual
  parts.clock.at = new Date('2026-08-03T08:20:00Z')
  await tell('Of the morning')
  await inside((tx) => requestSending(tx, ME, 'chat', parts.now()))
  await workOn('notices.send')
  const taken = chat.received.slice(before + 1).map(({ body }) => body)
  expect(taken).toEqual([expect.stringContaining('Of the night')])
  expect(taken[0]).not.toContain('Of the morning')
  await prefer({ chat_when: 'off' })
})

it('digests that the version before planned as tickets go out on time, and by their schedule from then on', async () => {
  parts.clock.at = new Date('2026-09-01T12:00:00Z')
  await inside((tx) => setPreferences(tx, parts, ME, { chat_when: 'daily', digest_at: '08:00', time_zone: 'UTC' }))
  await tell('Told by the version before')
  // What that version left: a ticket for the time of the digest, and no schedule.
  await database.asOwner("delete from schedules where kind = 'notices.digest'")
  await database.asOwner("delete from queue where kind in ('notices.send', 'notices.digest')")
  parts.clock.at = new Date('2026-09-02T08:00:00Z')
  await inside((tx) => requestSending(tx, ME, 'chat', parts.now()))
  const before = chat.received.length
  await send()
  expect(chat.received.slice(before)).toHaveLength(1)
  expect(await digests()).toMatchObject([{ subject: '1:chat', next_at: new Date('2026-09-03T08:00:00Z') }])
  await inside((tx) => requestSending(tx, ME, 'chat', parts.now()))
  await tell('For the next one')
  await send()
  expect(chat.received.slice(before)).toHaveLength(1)
})

it('who left the workspace gets no digest any more', async () => {
  await inside((tx) => requestSending(tx, ME, 'chat', parts.now()))
  expect(await digests()).toMatchObject([{ subject: '1:chat', cron: '0 8 * * *' }])
  await database.asOwner('delete from memberships where user_id = $1', [ME])
  parts.clock.at = new Date('2030-01-01T00:00:00Z')
  await send()
  expect(await digests()).toEqual([])
  await database.inControl((tx) =>
    tx.client.query("insert into memberships (workspace_id, user_id, role) values ($1, $2, 'admin')", [workspace, ME]),
  )
})

it('a topic that a person turned off is not told at all', async () => {
  await inside((tx) => setPreferences(tx, parts, ME, { topics: { budgets: false } }))
  const before = (await inbox()).items.length
  await tell('Nobody hears this')
  expect((await inbox()).items).toHaveLength(before)
})

it('the address of a chat is sealed, and one on a private address is refused', async () => {
  const [row] = await database.asOwner<{ chat_url: Buffer }>('select chat_url from notice_preferences')
  expect(row?.chat_url.includes('127.0.0.1')).toBe(false)
  const strict = deliveryParts(database, '')
  await expect(inside((tx) => setPreferences(tx, strict, ME, { chat_url: 'https://10.0.0.1/x' }))).rejects.toThrow()
  await strict.client.close()
})

it('members whom a note mentions are told once; users of other workspaces and the writer are not', async () => {
  const people = await database.asOwner<{ id: number; username: string }>(
    `insert into users (username, password_hash) select 'Mention ' || n, '' from generate_series(1, 3) n returning id, username`,
  )
  const [ann, bob, stranger] = people.map(({ id }) => id) as [number, number, number]
  await database.inControl((tx) =>
    tx.client.query(
      "insert into memberships (workspace_id, user_id, role) select $1, x, 'member' from unnest($2::bigint[]) x",
      [workspace, [ann, bob]],
    ),
  )
  const actor = {
    kind: 'user',
    user_id: ann ?? null,
    name: 'Mention 1',
    token_id: null,
    ip: null,
    request_id: null,
  } as const
  const note = { about: 'the lead Acme', link: '/leads?lead=1', key: 'lead:1' }
  const text = 'Call them, @mention 2! (@Mention 1, @Mention 3 and @Mention 22 know more)'
  const write = () =>
    database.inWorkspace({ workspace_id: workspace, actor }, (tx) => notifyMentions(tx, { ...note, text }, parts.now()))
  expect(await write()).toEqual([bob])
  await write()
  const told = await database.asOwner("select user_id, title, text from notices where topic = 'mentions'")
  expect(told).toEqual([{ user_id: bob, title: 'Mention 1 mentioned you: the lead Acme', text }])
  expect(stranger).toBeDefined()
})
