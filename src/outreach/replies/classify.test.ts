// What replies mean, by rules.
import { expect, test } from 'vitest'
import { answerOf, classifyReply, returnDate } from './classify.logic.ts'

const now = new Date('2030-03-01T12:00:00Z')
const of = (text: string, subject = 'Re: Hello', headers: Record<string, string> = {}) =>
  classifyReply(
    { subject, text, headers: Object.entries(headers).map(([key, value]) => ({ key, value, originalKey: key })) },
    now,
  )

test.each([
  ['Sounds great, tell me more.', 'interested'],
  ['Klingt gut, gerne nächste Woche.', 'interested'],
  ['Not right now, maybe next quarter.', 'not_now'],
  ['No thanks, we are all set.', 'not_interested'],
  ['I am not the right person, you should contact Ann.', 'wrong_person'],
  ['STOP', 'unsubscribe'],
  ['Bitte keine weiteren E-Mails.', 'unsubscribe'],
  ['Who are you?', 'other'],
])('"%s" is %s', (text, expected) => {
  expect(of(text)).toMatchObject({ kind: 'reply', class: expected })
})

test('words that are only quoted decide nothing', () => {
  const text =
    'Who are you?\n\nOn Mon, 1 Mar 2030 at 10:00, Ann <ann@a.test> wrote:\n> Tell me more\n> Unsubscribe: https://x'
  expect(answerOf(text)).toBe('Who are you?')
  expect(of(text).class).toBe('other')
})

test.each([
  ['I am back on 2030-03-20.', '2030-03-20'],
  ['Ich bin bis 15.03.2030 im Urlaub.', '2030-03-15'],
  ['out of office until March 20th', '2030-03-20'],
  ['I return on 3 January', '2031-01-03'],
  ['back on February 31', null],
  ['until 2029-01-01', null],
])('"%s" names %s', (text, expected) => {
  expect(returnDate(text, now)).toBe(expected)
  expect(of(text, 'Automatic reply: Hello', { 'auto-submitted': 'auto-replied' })).toEqual({
    kind: 'out_of_office',
    class: 'out_of_office',
    return_date: expected,
  })
})

test('a receipt of a ticket system is automatic', () => {
  expect(
    of('Your ticket was opened. Unsubscribe here.', 'Ticket 1', { 'auto-submitted': 'auto-generated' }),
  ).toMatchObject({ kind: 'auto_reply', class: 'auto' })
})
