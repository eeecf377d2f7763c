// The passwords of a mailbox leave for the servers that they were entered for, and for no other.
import { afterAll, expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { openStage, type Stage } from '../outreach.fixture.ts'

let stage: Stage
const { database } = await openTenant()
afterAll(async () => {
  await stage?.close()
})

const CONFIG = '/api/outreach/smtp/config'
const refused = (field: string) => ({
  status: 422,
  body: { detail: [{ loc: ['body', field], type: 'value_error' }] },
})

test('another server needs the password again, and a server that is taken away takes its password along', async () => {
  stage = await openStage(database)
  const { admin } = stage
  const put = (change: object) => admin.put(CONFIG, change)
  const made = await put({ smtp_email: 'ann@a.example', smtp_host: 'mail.a.example', smtp_password: 'secret' })
  expect(made.status, made.text).toBe(200)
  const mailbox = `/api/outreach/mailboxes/${made.body.mailbox_id}`
  const patch = (change: object) => admin.patch(mailbox, change)

  expect(await put({ smtp_host: 'mail.b.example', smtp_password: ' ' })).toMatchObject(refused('smtp_password'))
  expect(await patch({ host: 'mail.b.example' })).toMatchObject(refused('smtp_password'))
  expect((await admin.get(CONFIG)).body).toMatchObject({ smtp_host: 'mail.a.example', password_set: true })
  expect((await put({ smtp_host: 'MAIL.a.example', smtp_port: 465 })).status).toBe(200)

  // Without a password of its own the inbox is opened with that of SMTP.
  expect(await patch({ imap_host: 'imap.b.example' })).toMatchObject(refused('imap_password'))
  expect((await patch({ imap_host: 'mail.a.example' })).status).toBe(200)
  expect((await patch({ imap_host: 'imap.a.example', imap_password: 'secret too' })).status).toBe(200)
  expect(await patch({ imap_host: 'imap.b.example' })).toMatchObject(refused('imap_password'))

  expect((await patch({ host: null, imap_host: null })).body).toMatchObject({
    smtp_password_set: false,
    imap_password_set: false,
  })
  expect((await patch({ host: 'mail.b.example', imap_host: 'imap.b.example' })).status).toBe(200)
})

test('no line break gets into a header of a mail, wherever its text is entered', async () => {
  stage = await openStage(database)
  const { admin } = stage
  const made = await admin.put(CONFIG, { smtp_email: 'ann@a.example', smtp_from_name: 'Ann Émile, "Sales"' })
  expect(made.status, made.text).toBe(200)
  const mailbox = `/api/outreach/mailboxes/${made.body.mailbox_id}`
  const sequence = (await admin.post('/api/outreach/sequences', { name: 'First' })).body.id
  const step = (subject: string) => ({ name: 'S', steps: [{ subject, body: 'Hello' }] })
  const variants = (subject: string) => ({ name: 'S', steps: [{ variants: [{ subject, body: 'Hello' }] }] })
  for (const text of ['Ann\r\nBcc: all@a.example', 'Ann\nBcc: x', 'Ann\rX: y', 'Ann\u2028X: y', 'Ann\u0085X'])
    for (const [method, path, body] of [
      ['put', CONFIG, { smtp_from_name: text }],
      ['put', CONFIG, { smtp_email: `${text}@a.example` }],
      ['post', '/api/outreach/mailboxes', { from_name: text }],
      ['post', '/api/outreach/mailboxes', { reply_to: `${text}@a.example` }],
      ['patch', mailbox, { from_name: text }],
      ['patch', mailbox, { email: `${text}@a.example` }],
      ['patch', mailbox, { reply_to: `${text}@a.example` }],
      ['post', '/api/outreach/sequences', step(text)],
      ['post', '/api/outreach/sequences', variants(text)],
      ['patch', `/api/outreach/sequences/${sequence}`, step(text)],
      ['patch', `/api/outreach/drafts/${sequence}`, { subject: text }],
    ] as const) {
      const answer = await admin[method](path, body)
      expect([method, path, answer.status]).toEqual([method, path, 422])
      expect(answer.text).toContain('line break')
    }
  expect((await admin.get(CONFIG)).body.smtp_from_name).toBe('Ann Émile, "Sales"')
})
