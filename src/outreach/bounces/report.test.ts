import { describe, expect, it } from 'vitest'
import { readMail } from './mail-reading.ts'
import { readReport } from './report.logic.ts'

const head = (subject: string, type = 'text/plain') =>
  `From: MAILER-DAEMON@mx.example\nTo: ann@sender.example\nSubject: ${subject}\nMIME-Version: 1.0\nContent-Type: ${type}\n\n`
const COPY = 'Message-ID: <1@sender.example>\nSubject: Quick question\n\nHow do you fight spam?\n'

const report = (status: string, said = 'It could not be delivered.') =>
  `${head('Undelivered Mail Returned to Sender', 'multipart/report; report-type=delivery-status; boundary="b"')}` +
  `--b\nContent-Type: text/plain\n\n${said}\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n` +
  `Final-Recipient: rfc822; a@b.example\n${status}\n\n--b\nContent-Type: message/rfc822\n\n${COPY}\n--b--\n`

describe('a mail that a server sends back', () => {
  it.each([
    ['hard', 'a report', report('Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 User unknown')],
    ['delay', 'a delay', report('Action: delayed\nStatus: 4.4.1')],
    [null, 'a delivery', report('Action: delivered\nStatus: 2.0.0')],
    ['soft', 'an action of its own', report('Action: expired\nStatus:\nDiagnostic-Code: Connection timed out')],
    [
      'hard',
      'a report in Japanese',
      report('Action: failed\nStatus: 5.0.0\nDiagnostic-Code: X-Notes; \x1b$B8+$D$+$j$^$;$s\x1b(B'),
    ],
    [
      'hard',
      'a reason in the subject alone',
      `${head('Returned mail: User unknown')}These addresses had errors:\n\na@b.example\n\n${COPY}`,
    ],
    [
      'hard',
      'one of two recipients who is gone',
      `${head('Returned mail')}550 <a@b.example>... User unknown\n421 b.example: Deferred: Connection timed out\n\n${COPY}`,
    ],
    [
      'hard',
      'a forwarded notice',
      `${head('Fwd: Returned mail: see transcript')}Begin forwarded message:\n\n> Subject: Returned mail\n>   (reason: 550 5.1.1 <a@b.example>... User unknown)\n`,
    ],
    [
      'hard',
      'a reason below the headers it cites',
      `${head('Delivery Notification: Delivery has failed')}This relates to a message you sent:\n\n  ${COPY.split('\n\n')[0]?.replace('\n', '\n  ')}\n\nDiagnostic code: smtp; 550 5.7.1 550 User Unknown\n`,
    ],
    [
      'hard',
      'parts whose boundaries are lost',
      `${head('Returned mail', 'multipart/report; boundary="lost"')}550 5.1.1 <a@b.example>... User unknown\n\n${COPY}`,
    ],
    // Text of our own message is never read as the server's reason.
    ['soft', 'a copy that speaks of spam', `${head('Returned mail')}It could not be delivered.\n\n${COPY}`],
  ])('is %s: %s', async (read, _name, raw) => {
    const mail = await readMail(Buffer.from(raw, 'latin1'))
    expect(mail && readReport(mail, true)).toMatchObject({ kind: 'bounce', class: read })
  })

  it('is a complaint where Outlook.com names whom it was sent to', async () => {
    const raw =
      `${head('complaint about message from 192.0.2.1', 'multipart/mixed; boundary="b"')}` +
      `--b\nContent-Type: message/rfc822\n\nX-HmXmrOriginalRecipient: a@b.example\n${COPY}\n--b--\n`
    const mail = await readMail(Buffer.from(raw))
    expect(mail && readReport(mail)).toMatchObject({ kind: 'complaint', original_ids: ['<1@sender.example>'] })
  })
})
