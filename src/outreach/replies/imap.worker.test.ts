// Reading a mailbox over IMAP from a real Dovecot (Debian: dovecot-imapd). Skipped, and said so, where it is not installed.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { openSink, openStage, person, type Stage } from '../outreach.fixture.ts'
import { readMailboxInbox } from './read-inbox.ts'
import { RETURNED } from './returned-mail.fixture.ts'

const DOVECOT = '/usr/sbin/dovecot'
const canRun = existsSync(DOVECOT) && process.getuid?.() === 0
if (!canRun)
  process.stderr.write('Skipped: reading mail over IMAP needs Dovecot (apt-get install dovecot-imapd) and root.\n')

let stage: Stage
let folder: string
let server: ChildProcess | undefined
let port: number
const { database } = await openTenant()
beforeAll(async () => {
  if (!canRun) return
  folder = mkdtempSync(join(tmpdir(), 'millrace-dovecot-'))
  chmodSync(folder, 0o755)
  port = await freePort()
  const mails = ['mail', 'mail/.Sent'].flatMap((name) => [name, `${name}/new`, `${name}/cur`, `${name}/tmp`])
  for (const name of ['run', 'state', ...mails]) mkdirSync(join(folder, name), { mode: 0o755 })
  for (const name of mails) chownSync(join(folder, name), 65534, 65534)
  writeFileSync(
    join(folder, 'dovecot.conf'),
    `base_dir = ${folder}/run
state_dir = ${folder}/state
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
log_path = ${folder}/log
mail_location = maildir:${folder}/mail
first_valid_uid = 1
passdb {
  driver = static
  args = password=secret
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    special_use = \\Sent
    auto = create
  }
}
userdb {
  driver = static
  args = uid=65534 gid=65534 home=${folder}
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
  chroot =
}
service anvil {
  chroot =
}
`,
  )
  server = spawn(DOVECOT, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' })
  await untilOpen(port)
  stage = await openStage(database)
})
afterAll(async () => {
  server?.kill('SIGTERM')
  if (folder) rmSync(folder, { recursive: true, force: true })
})

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as AddressInfo
      probe.close(() => done(free))
    })
  })
}

function untilOpen(at: number): Promise<void> {
  return new Promise((done) => {
    const attempt = () => {
      const socket = connect(at, '127.0.0.1', () => {
        socket.destroy()
        done()
      })
      socket.on('error', () => setTimeout(attempt, 50))
    }
    attempt()
  })
}

let delivered = 0
function arrive(text: string, into = 'mail'): void {
  const path = join(folder, into, 'new', `${1_700_000_000 + ++delivered}.${delivered}.host`)
  writeFileSync(path, text.replace(/\r?\n/g, '\r\n'))
  chownSync(path, 65534, 65534)
}

const imap = () => ({
  imap_host: 'mail.test',
  imap_port: port,
  imap_use_tls: false,
  imap_username: 'ann',
  imap_password: 'secret',
})

test.skipIf(!canRun)('takes in each mail once, also a very large one, and never marks it as read', async () => {
  const sink = await openSink()
  await stage.sendThrough(sink.port)
  const [mailbox] = (await stage.admin.get('/api/outreach/mailboxes')).body.items
  expect((await stage.admin.patch(`/api/outreach/mailboxes/${mailbox.id}`, imap())).status).toBe(200)
  const read = () => readMailboxInbox(stage.parts, stage.workspace, mailbox.id, new AbortController().signal)
  expect(await read()).toEqual({ read: 0, matched: 0 })

  const sequence = await stage.startSequence()
  await stage.enroll(sequence, [await stage.addLead(person(1)), await stage.addLead(person(2))])
  await stage.deliver()
  const ids = sink.messages.map(({ raw }) => /^Message-ID: (<[^>]+>)/im.exec(raw)?.[1])
  arrive(
    `From: p1@company1.example\nTo: ann@sender.test\nMessage-ID: <r1@x>\nIn-Reply-To: ${ids[0]}\nSubject: Re: Hello\n\nInteresting!\n`,
  )
  arrive('From: news@letters.example\nTo: ann@sender.test\nMessage-ID: <n1@x>\nSubject: News\n\nBuy!\n')
  arrive(
    `From: p2@company2.example\nTo: ann@sender.test\nMessage-ID: <r2@x>\nIn-Reply-To: ${ids[1]}\nSubject: Re: Hello\n\n${'a line of text\n'.repeat(200_000)}`,
  )
  expect(await read()).toEqual({ read: 3, matched: 2 })
  expect(await read()).toEqual({ read: 0, matched: 0 })
  const { items } = (await stage.admin.get('/api/outreach/threads')).body
  expect(items).toHaveLength(2)
  const large = items.find(({ email }: { email: string }) => email === 'p2@company2.example')
  const { messages } = (await stage.admin.get(`/api/outreach/threads/${large.id}`)).body
  expect(messages.find(({ direction }: { direction: string }) => direction === 'in').is_cut).toBe(true)
  await sink.close()
})

test.skipIf(!canRun)(
  'an uncertain message that stands in the Sent folder is sent, any other stays uncertain',
  async () => {
    const other = await openStage(database)
    const sink = await openSink()
    await other.sendThrough(sink.port)
    const [mailbox] = (await other.admin.get('/api/outreach/mailboxes')).body.items
    expect((await other.admin.patch(`/api/outreach/mailboxes/${mailbox.id}`, imap())).status).toBe(200)
    const read = () => readMailboxInbox(other.parts, other.workspace, mailbox.id, new AbortController().signal)
    await read()
    const sequence = await other.startSequence()
    await other.enroll(sequence, [await other.addLead(person(1)), await other.addLead(person(2))])
    await other.deliver()
    await other.in((tx) =>
      tx.client.query(`update outbound_messages set state = 'uncertain', sent_at = null where workspace_id = $1`, [
        other.workspace,
      ]),
    )
    const uncertain = async () => (await other.admin.get('/api/outreach/messages?state=uncertain')).body.items
    const before = await uncertain()
    expect(before).toHaveLength(2)
    const { rows } = await other.in((tx) =>
      tx.client.query<{ message_id: string }>(
        'select message_id from outbound_messages where workspace_id = $1 and id = $2',
        [other.workspace, before[0].id],
      ),
    )
    arrive(`From: ann@sender.test\nMessage-ID: ${rows[0]?.message_id}\nSubject: Hello\n\nDear\n`, 'mail/.Sent')
    await read()
    expect((await uncertain()).map(({ id }: { id: string }) => id)).toEqual([before[1].id])
    expect(await other.states()).toEqual({ sent: 1, uncertain: 1 })
    await Promise.all([sink.close(), other.close()])
  },
)

test.skipIf(!canRun)('bounces, delays and absence notes in a mailbox are no replies', async () => {
  const other = await openStage(database)
  const sink = await openSink()
  await other.sendThrough(sink.port)
  const [mailbox] = (await other.admin.get('/api/outreach/mailboxes')).body.items
  expect((await other.admin.patch(`/api/outreach/mailboxes/${mailbox.id}`, imap())).status).toBe(200)
  const read = () => readMailboxInbox(other.parts, other.workspace, mailbox.id, new AbortController().signal)
  await read()
  const sequence = await other.startSequence()
  const people = RETURNED.map((_, n) => person(n + 40))
  await other.enroll(sequence, await Promise.all(people.map((one) => other.addLead(one))))
  await other.deliver()
  for (const [n, { write }] of RETURNED.entries()) {
    const to = people[n]?.email as string
    const found = sink.messages.find((one) => one.to[0] === to)
    arrive(write({ from: found?.from ?? '', id: /^Message-ID: (<[^>]+>)/im.exec(found?.raw ?? '')?.[1] ?? '', to }))
  }
  expect(await read()).toEqual({ read: RETURNED.length, matched: RETURNED.length })
  const { body } = await other.admin.get(`/api/outreach/sequences/${sequence}/stats`)
  expect(body.total.replied.count).toBe(0)
  const { items } = (await other.admin.get('/api/outreach/threads')).body
  expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(
    RETURNED.filter(({ is }) => is === 'absence').map(() => 'out_of_office'),
  )
  await Promise.all([sink.close(), other.close()])
})
