// A sequence through a real Postfix (Debian: postfix), and the bounce message that it makes itself. Skipped, and said so, where it is not installed.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { readMail } from '../bounces/mail-reading.ts'
import { findDefaultMailbox } from '../mailboxes/mailboxes.reads.ts'
import { openSink, openStage, person, type Sink, type Stage } from '../outreach.fixture.ts'
import { receiveMail } from './receive.commands.ts'

const POSTFIX = '/usr/sbin/postfix'
const canRun = existsSync(POSTFIX) && process.getuid?.() === 0
if (!canRun) process.stderr.write('Skipped: sending through Postfix needs it (apt-get install postfix) and root.\n')

let stage: Stage
let sink: Sink
let folder: string
let server: ChildProcess | undefined
let port: number

/** Only what relays and bounces. */
const SERVICES = `pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
`

const { database } = await openTenant()
beforeAll(async () => {
  if (!canRun) return
  stage = await openStage(database)
  sink = await openSink({
    authOptional: true,
    onRcptTo({ address }, _session, done) {
      const isGone = address.endsWith('@company1.example')
      done(isGone ? Object.assign(new Error('5.1.1 User unknown'), { responseCode: 550 }) : null)
    },
  })
  folder = mkdtempSync(join(tmpdir(), 'millrace-postfix-'))
  chmodSync(folder, 0o755)
  for (const name of ['conf', 'queue']) mkdirSync(join(folder, name))
  port = await freePort()
  writeFileSync(join(folder, 'conf/master.cf'), `${port} inet n - n - - smtpd\n${SERVICES}`)
  writeFileSync(
    join(folder, 'conf/main.cf'),
    `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
mail_owner = postfix
setgid_group = postdrop
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.sender.test
mydestination =
local_recipient_maps =
mynetworks = 127.0.0.0/8
relayhost = [127.0.0.1]:${sink.port}
smtpd_relay_restrictions = permit_mynetworks, reject
smtp_host_lookup = native
smtp_tls_security_level = none
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
alias_maps =
alias_database =
`,
  )
  server = spawn(POSTFIX, ['-c', join(folder, 'conf'), 'start-fg'], { stdio: 'ignore' })
  while (!(await isOpen(port))) await new Promise((done) => setTimeout(done, 50))
})
afterAll(async () => {
  // Its master leaves the group of who started it.
  if (server) execFileSync(POSTFIX, ['-c', join(folder, 'conf'), 'stop'], { stdio: 'ignore' })
  await sink?.close()
  await stage?.close()
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

function isOpen(at: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(at, '127.0.0.1', () => {
      socket.destroy()
      done(true)
    })
    socket.on('error', () => done(false))
  })
}

test.skipIf(!canRun)('what Postfix bounces ends the sequence of that recipient alone', async () => {
  await stage.sendThrough(port, { smtp_password: '' })
  const sequence = await stage.startSequence()
  await stage.enroll(sequence, [await stage.addLead(person(1)), await stage.addLead(person(2))])
  await stage.deliver()
  expect(await stage.states()).toEqual({ sent: 2 })
  await expect.poll(() => sink.messages.length).toBe(2)
  const [bounce] = sink.messages.filter(({ from }) => from === '')
  const [passed] = sink.messages.filter(({ from }) => from !== '')
  expect(passed?.to).toEqual(['p2@company2.example'])
  expect(passed?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  // Back to the envelope sender, which carries the token of the message.
  expect(bounce?.to[0]).toMatch(/^ann\+b[0-9a-f]{32}@sender\.test$/)
  const raw = Buffer.from(bounce?.raw ?? '')
  const mail = await readMail(raw)
  const take = () =>
    stage.in(async (tx) => {
      const mailbox = await findDefaultMailbox(tx)
      if (!mailbox || !mail) throw new Error('there is no mailbox or no mail')
      const key = await stage.parts.keys.of(tx)
      return receiveMail(tx, key, mailbox, { raw, mail, is_cut: false, received_at: new Date() }, new Date())
    })
  expect(await take()).toBe('bounce')
  await take()
  const { items } = (await stage.admin.get('/api/outreach/suppressions')).body
  expect(items).toMatchObject([{ value: 'p1@company1.example', reason: 'bounce' }])
  const { body } = await stage.admin.get(`/api/outreach/sequences/${sequence}/enrollments`)
  const statuses = Object.fromEntries(
    body.items.map(({ email, status }: { email: string; status: string }) => [email, status]),
  )
  expect(statuses).toEqual({ 'p1@company1.example': 'bounced', 'p2@company2.example': 'completed' })
})
