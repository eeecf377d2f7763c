// Bounces, delays and absence notes as servers and mail programs write them, for one message: to its return address, or to its sender.

export interface SentMessage {
  /** The envelope sender, which carries the token. */
  from: string
  /** The Message-ID. */
  id: string
  to: string
}

export interface ReturnedMail {
  name: string
  /** What the message becomes, and what the mail is taken for. */
  is: 'hard' | 'full' | 'blocked' | 'soft' | 'delay' | 'absence'
  write: (sent: SentMessage) => string
}

/** The day that notes of absence name: the fifteenth of next month. */
const today = new Date()
const back = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 15))
/** YYYY-MM-DD. */
export const DAY_BACK = back.toISOString().slice(0, 10)
const monthOfBack = back.getUTCMonth() + 1
const named = (locale: string) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(back)

const mail = (headers: string[], body: string) => `${headers.join('\n')}\n\n${body}\n`
const daemon = ({ from }: SentMessage, subject: string, more: string[] = []) => [
  'Return-Path: <>',
  'From: Mail Delivery System <MAILER-DAEMON@mx.receiver.example>',
  `To: ${from}`,
  `Subject: ${subject}`,
  ...more,
]
const copy = ({ id, to }: SentMessage) =>
  `Received: from mx.sender.test\nFrom: Ann <ann@sender.test>\nTo: ${to}\nMessage-ID: ${id}\nSubject: Hello\n\nNo such luck with spam filters, mailbox full of ideas.`

export const RETURNED: ReturnedMail[] = [
  {
    name: 'qmail',
    is: 'hard',
    write: (sent) =>
      mail(
        daemon(sent, 'failure notice'),
        `Hi. This is the qmail-send program at mx.receiver.example.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<${sent.to}>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\n${copy(sent)}`,
      ),
  },
  {
    name: 'Exim',
    is: 'hard',
    write: (sent) =>
      mail(
        daemon(sent, 'Mail delivery failed: returning message to sender', [
          `X-Failed-Recipients: ${sent.to}`,
          'Auto-Submitted: auto-replied',
        ]),
        `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ${sent.to}\n    host mx.receiver.example [192.0.2.1]\n    SMTP error from remote mail server after RCPT TO:<${sent.to}>:\n    550 5.1.1 User unknown\n\n------ This is a copy of the message, including all the headers. ------\n\n${copy(sent)}`,
      ),
  },
  {
    name: 'Exim, a warning',
    is: 'delay',
    write: (sent) =>
      mail(
        daemon(sent, 'Warning: message 1abc-2 delayed 24 hours', ['Auto-Submitted: auto-replied']),
        `This message was created automatically by mail delivery software.\nA message that you sent has not yet been delivered to one or more of its\nrecipients after more than 24 hours on the queue.\n\n  ${sent.to}\n    Delay reason: Connection timed out\n\nNo action is required on your part. Delivery attempts will continue for\nsome time.`,
      ),
  },
  {
    name: 'Postfix',
    is: 'full',
    write: (sent) =>
      mail(
        daemon(sent, 'Undelivered Mail Returned to Sender', [
          'Auto-Submitted: auto-replied',
          'MIME-Version: 1.0',
          'Content-Type: multipart/report; report-type=delivery-status; boundary="B"',
        ]),
        `--B\nContent-Type: text/plain\n\nI'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients.\n\n--B\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.receiver.example\n\nFinal-Recipient: rfc822; ${sent.to}\nAction: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 Mailbox over quota\n\n--B\nContent-Type: message/rfc822\n\n${copy(sent)}\n\n--B--`,
      ),
  },
  {
    name: 'Sendmail, still trying',
    is: 'delay',
    write: (sent) =>
      mail(
        daemon(sent, 'Warning: could not send message for past 4 hours', [
          'MIME-Version: 1.0',
          'Content-Type: multipart/report; report-type=delivery-status; boundary="B"',
        ]),
        `--B\nContent-Type: text/plain\n\n    **********************************************\n    **      THIS IS A WARNING MESSAGE ONLY      **\n    **  YOU DO NOT NEED TO RESEND YOUR MESSAGE  **\n    **********************************************\n\n--B\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.receiver.example\n\nFinal-Recipient: RFC822; ${sent.to}\nAction: delayed\nStatus: 4.2.0\nWill-Retry-Until: Tue, 1 Dec 2026 10:00:00 +0000\n\n--B--`,
      ),
  },
  {
    name: 'Exchange',
    is: 'blocked',
    write: (sent) =>
      mail(
        [
          'From: postmaster@receiver.example',
          `To: ${sent.from}`,
          'Subject: Undeliverable: Hello',
          'MIME-Version: 1.0',
          'Content-Type: multipart/report; report-type=delivery-status; boundary="B"',
          `In-Reply-To: ${sent.id}`,
        ],
        `--B\nContent-Type: text/html\n\n<html><body><h1>Your message couldn't be delivered</h1><p>The organization rejected your message.</p></body></html>\n\n--B\nContent-Type: message/delivery-status\n\nReporting-MTA: dns;EX01.receiver.example\n\nFinal-Recipient: rfc822;${sent.to}\nAction: failed\nStatus: 5.7.1\nDiagnostic-Code: smtp;550 5.7.1 Message rejected as spam by Content Filtering.\n\n--B--`,
      ),
  },
  {
    name: 'Gmail',
    is: 'hard',
    write: (sent) =>
      mail(
        [
          'Return-Path: <>',
          'From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
          `To: ${sent.from}`,
          `X-Failed-Recipients: ${sent.to}`,
          'Auto-Submitted: auto-replied',
          'Subject: Delivery Status Notification (Failure)',
          `References: ${sent.id}`,
        ],
        `** Address not found **\n\nYour message wasn't delivered to ${sent.to} because the address couldn't be found, or is unable to receive mail.\n\nThe response from the remote server was:\n550 5.1.1 The email account that you tried to reach does not exist.`,
      ),
  },
  {
    name: 'a server that writes HTML only',
    is: 'hard',
    write: (sent) =>
      mail(
        daemon(sent, 'Delivery failure', ['MIME-Version: 1.0', 'Content-Type: text/html']),
        `<html><head><title>Failure</title></head><body><p>Your e-mail to <b>${sent.to}</b> was not delivered.</p><p>Reason: 550 No such user here</p></body></html>`,
      ),
  },
  {
    name: 'a server with a null return path and no report',
    is: 'soft',
    write: (sent) =>
      mail(
        [
          'Return-Path: <>',
          'From: "System" <no-reply@relay.example>',
          `To: ${sent.from}`,
          'Subject: Returned mail: see transcript for details',
        ],
        `   ----- The following addresses had permanent fatal errors -----\n<${sent.to}>\n\n   ----- Transcript of session follows -----\n451 4.3.0 Temporary lookup failure\n`,
      ),
  },
  {
    name: 'a server that strips the token, and writes to the sender',
    is: 'hard',
    write: (sent) =>
      mail(
        daemon({ ...sent, from: 'ann@sender.test' }, 'Undelivered Mail Returned to Sender', [
          'MIME-Version: 1.0',
          'Content-Type: multipart/mixed; boundary="B"',
        ]),
        `--B\nContent-Type: text/plain\n\n<${sent.to}>: host mx.receiver.example said: 550 5.1.1 Recipient not found\n\n--B\nContent-Type: text/rfc822-headers\n\nFrom: ann@sender.test\nMessage-ID: ${sent.id}\n\n--B--`,
      ),
  },
  {
    name: 'Outlook, in English',
    is: 'absence',
    write: ({ to, from, id }) =>
      mail(
        [
          `From: ${to}`,
          `To: ${from}`,
          'Subject: Automatic reply: Hello',
          'X-Auto-Response-Suppress: All',
          `In-Reply-To: ${id}`,
        ],
        `I am out of the office and back on ${named('en-GB')} ${back.getUTCFullYear()}.`,
      ),
  },
  {
    name: 'Outlook, in French, without a header',
    is: 'absence',
    write: ({ to, id }) =>
      mail(
        [
          `From: ${to}`,
          'To: ann@sender.test',
          'Subject: =?utf-8?Q?R=C3=A9ponse_automatique_=3A_Hello?=',
          `In-Reply-To: ${id}`,
          'Content-Type: text/plain; charset=utf-8',
        ],
        `Bonjour, je suis absente jusqu'au ${named('fr')}.`,
      ),
  },
  {
    name: 'Exchange, in Portuguese',
    is: 'absence',
    write: ({ to, from }) =>
      mail(
        [
          `From: ${to}`,
          `To: ${from}`,
          'Subject: =?utf-8?Q?Resposta_autom=C3=A1tica=3A_Hello?=',
          'Auto-Submitted: auto-replied',
          'Content-Type: text/plain; charset=utf-8',
        ],
        `Estarei ausente até ${named('pt')}.`,
      ),
  },
  {
    name: 'a vacation program, with a null return path',
    is: 'absence',
    write: ({ to, from }) =>
      mail(
        ['Return-Path: <>', `From: ${to}`, `To: ${from}`, 'Subject: away from my mail', 'Precedence: bulk'],
        `I am on vacation until ${DAY_BACK}.`,
      ),
  },
  {
    name: 'a note in German, with a range',
    is: 'absence',
    write: ({ to, id }) =>
      mail(
        [
          `From: ${to}`,
          'To: ann@sender.test',
          'Subject: Abwesenheitsnotiz: Hello',
          'Auto-Submitted: auto-generated',
          `In-Reply-To: ${id}`,
          'Content-Type: text/plain; charset=utf-8',
        ],
        `Ich bin vom 7. - 15.${monthOfBack}. im Urlaub.`,
      ),
  },
  {
    name: 'a note in Japanese',
    is: 'absence',
    write: ({ to, id }) =>
      mail(
        [
          `From: ${to}`,
          'To: ann@sender.test',
          'Subject: =?utf-8?B?6Ieq5YuV5b+c562UOiBIZWxsbw==?=',
          `In-Reply-To: ${id}`,
          'Content-Type: text/plain; charset=utf-8',
        ],
        `${monthOfBack}月15日まで休暇をいただいております。`,
      ),
  },
]
