import { expect, it } from 'vitest'
import { type RefusalClass, readRefusal } from './smtp-reply.logic.ts'

/** The class, the basic code, and what the server said; a status beside it is of the server that reports. */
const REFUSALS: readonly [RefusalClass, number | null, string, string?][] = [
  ['hard', 550, '550 5.1.1 <a@b.example>: Recipient address rejected: User unknown in virtual mailbox table'],
  ['hard', 550, '550 No such user here'],
  ['hard', 553, '553 Invalid recipient a@b.example (Mode: normal)', '5.7.1'],
  ['hard', 450, '450 4.1.1 <a@b.example>: Recipient address rejected: User unknown in virtual alias table'],
  ['hard', 556, '556 a@b.example'],
  ['hard', null, 'DNS lookup failure: host b.example not found'],
  ['hard', null, 'No MX record found for domain=b.example', '5.4.4'],
  ['hard', null, 'The domain b.example does not receive email: returned Null MX', '4.0.0'],
  ['hard', null, 'an MX or SRV record indicated no SMTP service'],
  ['hard', 521, '521 5.3.2 <a@b.example>: System not accepting network messages'],
  ['hard', null, 'ユーザー a (a@b.example) は Domino ディレクトリには見つかりません。', '5.0.0'],
  ['full', 552, '552 5.2.2 Mailbox full'],
  ['full', 550, '550 5.1.1 Quota exceeded', '5.2.2'],
  ['blocked', 550, '550 Rejected'],
  ['blocked', 542, '542 a@b.example Rejected'],
  ['blocked', 550, '550 5.2.0 Message filtered'],
  ['blocked', 550, '550 5.2.0 <ann@sender.example> From:'],
  ['blocked', 554, '554 IP=192.0.2.1 - A problem occurred. (BL)'],
  ['blocked', 550, '550 5.7.1 Invalid recipient, or so we say for policy'],
  ['blocked', 501, 'Connected to 192.0.2.1 but my name was rejected. Remote host said: 501 5.0.0 Invalid domain name'],
  ['blocked', null, 'Το γκρουπ ενδέχεται να μην υπάρχει. https://groups.google.com/support/'],
  ['soft', 554, '554 Transaction failed'],
  ['soft', 550, '550 5.3.5 Internal System Error'],
  ['soft', 554, '554 Service currently unavailable'],
  ['soft', 550, '550 Mailbox is frozen'],
  ['soft', 550, '550 5.4.316 Message expired, connection refused'],
  ['soft', 554, '554 5.4.6 Too many hops'],
  ['soft', 550, '550 5.6.9 improper use of 8-bit data in message header'],
  ['soft', 552, '552 5.3.4 Message too large'],
  ['soft', 421, '421 4.3.2 Service not available, closing transmission channel'],
  ['soft', null, 'Name service error for domain b.example: Host not found, try again'],
  ['soft', null, 'connect to b.example[192.0.2.1]:25: Connection timed out'],
  ['soft', null, 'procmail failed with 75'],
]

it.each(REFUSALS)('takes as %s: %s %s', (refusal, code, said, status) => {
  expect(status === undefined ? readRefusal(code, said) : readRefusal(code, said, status)).toBe(refusal)
})
