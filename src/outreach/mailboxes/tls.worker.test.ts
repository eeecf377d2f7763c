// TLS is what the mailbox says: a server or attacker between that does not offer it, or has no right certificate, gets no login and no mail.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { openSink, openStage, person, type Sink, type Stage } from '../outreach.fixture.ts'

let folder: string
const logins: string[] = []
const secure: boolean[] = []
const { database } = await openTenant()
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-tls-'))
})
afterAll(async () => {
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/** A certificate that signs itself, for a name. */
function certificateFor(name: string) {
  const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`]
  execFileSync('openssl', [...made, '-addext', `subjectAltName=DNS:${name}`, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  })
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
}

async function open(options: SMTPServerOptions, ca?: string): Promise<{ stage: Stage; sink: Sink }> {
  logins.length = 0
  secure.length = 0
  const sink = await openSink({
    onAuth(auth, session, done) {
      logins.push(auth.username ?? '')
      secure.push(session.secure)
      done(null, { user: auth.username ?? '' })
    },
    ...options,
  })
  const stage = await openStage(database, ca ? { ca } : {})
  await stage.sendThrough(sink.port, { smtp_use_tls: true })
  return { stage, sink }
}

async function staysHere({ stage, sink }: { stage: Stage; sink: Sink }, words = /./): Promise<string> {
  const sequence = await stage.startSequence()
  await stage.enroll(sequence, [await stage.addLead(person(1))])
  await stage.deliver()
  expect(logins).toEqual([])
  expect(sink.messages).toEqual([])
  expect(await stage.states()).toEqual({ planned: 1 })
  const tried = (await stage.admin.post('/api/outreach/smtp/config/test', {})).body
  expect(tried.ok).toBe(false)
  expect(JSON.stringify(tried)).toMatch(words)
  expect(logins).toEqual([])
  await sink.close()
  return tried.stage
}

test('a server that does not offer it gets neither a login nor a message, and is said to have no STARTTLS', async () => {
  expect(await staysHere(await open({ disabledCommands: ['STARTTLS'] }), /offers no STARTTLS/)).toBe('tls')
})

test('a server that offers it and then does not begin it gets neither', async () => {
  const at = await open({ disabledCommands: [] })
  // As an attacker between would: the offer is there, what follows is not TLS.
  const { createServer } = await import('node:net')
  const said: string[] = []
  const liar = createServer((socket) => {
    socket.write('220 mail.test ESMTP\r\n')
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const line = bytes.toString('latin1')
      said.push(line)
      if (/^EHLO/i.test(line)) socket.write('250-mail.test\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN\r\n')
      else if (/^STARTTLS/i.test(line)) socket.write('454 TLS not available\r\n')
      else socket.write('250 ok\r\n')
    })
  })
  await new Promise<void>((done) => liar.listen(0, '127.0.0.1', done))
  await at.stage.sendThrough((liar.address() as { port: number }).port, { smtp_use_tls: true })
  expect(await staysHere(at)).toBe('tls')
  expect(said.some((line) => /AUTH|MAIL FROM/i.test(line))).toBe(false)
  liar.close()
})

test('a certificate that no authority vouches for or of another name ends the conversation', async () => {
  const own = certificateFor('mail.test')
  expect(await staysHere(await open({ disabledCommands: [], ...own }))).toBe('tls')
  const other = certificateFor('other.test')
  expect(await staysHere(await open({ disabledCommands: [], ...other }, other.cert))).toBe('tls')
})

test('with the right certificate the login goes inside it, and the message too', async () => {
  const own = certificateFor('mail.test')
  const { stage, sink } = await open({ disabledCommands: [], ...own }, own.cert)
  const sequence = await stage.startSequence()
  await stage.enroll(sequence, [await stage.addLead(person(1))])
  await stage.deliver()
  expect(secure).toEqual([true])
  expect(sink.messages).toHaveLength(1)
  await sink.close()
})
