// A composed message, read by parsers and a DKIM verifier that are not the composer's: nothing in a value gets out of its header.
import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import MailComposer from 'nodemailer/lib/mail-composer'
import { expect, test } from 'vitest'
import { composeMessage, readDkimKey } from '../mailboxes/compose.ts'
import { MAILBOX_DEFAULTS } from '../mailboxes/mailbox.schema.ts'
import { bytesOf } from '../mailboxes/mime.ts'
import { renderMessage, withFooter } from '../templates/message.logic.ts'
import { readMail } from './parsed.fixture.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`

const compose = (more: Partial<Parameters<typeof composeMessage>[0]> = {}) =>
  composeMessage({
    mailbox: {
      email: 'ann@sender.test',
      from_name: 'Ann',
      settings: { ...MAILBOX_DEFAULTS, dkim_domain: 'sender.test', dkim_selector: 's1' },
    },
    dkim_private_key: readDkimKey(pem),
    to: 'bob@example.org',
    subject: 'Hello',
    text: 'Hello\n',
    html: null,
    message_id: '<1@sender.test>',
    in_reply_to: null,
    references: [],
    token: 'a'.repeat(32),
    date: new Date('2030-01-01T00:00:00Z'),
    unsubscribe_url: `https://outreach.test/api/outreach/unsubscribe?token=${'x'.repeat(107)}`,
    ...more,
  })

test('its DKIM signature verifies, and covers both unsubscribe headers', async () => {
  const { raw } = await compose({ html: '<p>Hello</p>' })
  const resolver = async (name: string) => {
    if (name !== 's1._domainkey.sender.test') throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
    return [[record]]
  }
  // It comes without types.
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js' as string)
  const { results } = await dkimVerify(raw, { resolver })
  expect(results).toHaveLength(1)
  expect(results[0].status.result).toBe('pass')
  const signed = results[0].signingHeaders.keys.toLowerCase()
  for (const name of ['from', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']) expect(signed).toContain(name)
})

test('a message that cannot be signed is not sent unsigned', async () => {
  await expect(compose({ dkim_private_key: 'no key' })).rejects.toThrow(/DKIM/)
})

test('the bytes of a message are those that nodemailer writes', async () => {
  const line = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 120 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '',
      ' ',
      'trailing \t ',
      '.',
      '=',
      'a'.repeat(200),
      'ä'.repeat(90),
      'one\r\ntwo',
      'one\rtwo',
      '用户 '.repeat(40),
    ),
  )
  const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'))
  await fc.assert(
    fc.asyncProperty(text, fc.option(text), line, async (plain, html, subject) => {
      const mail = new MailComposer({ to: 'bob@example.org', subject, text: plain, ...(html !== null && { html }) })
      const compiled = mail.compile()
      expect(bytesOf(compiled).toString('latin1')).toBe((await compiled.build()).toString('latin1'))
    }),
    { numRuns: 500 },
  )
})

test('no value of a lead gets out of its place: headers stay as they are, whatever the lead holds', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      'a\r\nBcc: eve@evil.example',
      'x\n\n<script>',
      '=?utf-8?q?=0D=0ABcc:_e@e.example?=',
      '\u2028Bcc: a@b',
      '"; Bcc: x@y.z',
      '{{company}}{a|b}',
    ),
  )
  await fc.assert(
    fc.asyncProperty(text, text, async (name, company) => {
      const lead = { contact_person: name, company }
      const wording = { subject: '{{full_name|x}}, {{company|y}}', body: 'Hi {{full_name|x}} of {{company|y}}' }
      const message = renderMessage(wording, lead, { name, email: 'ann@sender.test' }, 'seed')
      const { raw } = await compose({
        subject: message.subject,
        text: withFooter(message.text, { postal_address: company || 'a', unsubscribe_url: 'https://a.test' }),
        mailbox: { email: 'ann@sender.test', from_name: name, settings: MAILBOX_DEFAULTS },
      })
      const head = raw.toString('latin1').split('\r\n\r\n')[0] ?? ''
      const names = head.split(/\r\n(?![ \t])/).map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
      expect(names.filter((one) => ['bcc', 'cc', 'x-evil'].includes(one))).toEqual([])
      for (const one of ['from', 'to', 'subject', 'message-id', 'date', 'list-unsubscribe', 'list-unsubscribe-post'])
        expect(names.filter((other) => other === one)).toHaveLength(1)
      const mail = await readMail(raw)
      expect(mail.to?.map(({ address }) => address)).toEqual(['bob@example.org'])
      expect(mail.from?.address).toBe('ann@sender.test')
    }),
    { numRuns: 200 },
  )
})
