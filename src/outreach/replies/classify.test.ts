// What replies mean, by rules.
import { expect, test } from 'vitest'
import { answerOf } from './answer-text.logic.ts'
import { classifyReply } from './classify.logic.ts'
import { returnDate } from './return-date.logic.ts'

const now = new Date('2030-03-01T12:00:00Z')
const of = (text: string, subject = 'Re: Hello', headers: Record<string, string> = {}, country: string | null = null) =>
  classifyReply(
    { subject, text, headers: Object.entries(headers).map(([key, value]) => ({ key, value, originalKey: key })) },
    now,
    country,
  )
const QUOTED =
  '> Dear reader,\n> we read about you.\n>\n> --\n> Unsubscribe: https://x.example/api/outreach/unsubscribe?token=abc'

test.each([
  ['Sounds great, tell me more.', 'interested'],
  ['Klingt gut, gerne nächste Woche.', 'interested'],
  ['Not right now, maybe next quarter.', 'not_now'],
  ['No thanks, we are all set.', 'not_interested'],
  ['I am not the right person, you should contact Ann.', 'wrong_person'],
  ['Bitte keine weiteren E-Mails.', 'unsubscribe'],
  ['Who are you?', 'other'],
])('"%s" is %s', (text, expected) => {
  expect(of(text)).toMatchObject({ kind: 'reply', class: expected })
})

test.each([
  'STOP',
  'Stop.',
  'STOP please',
  'please stop',
  'Stop, thanks!',
  'unsubscribe me pls',
  'STOP\n\nSent from my iPhone',
  'Stop\n\nGet Outlook for iOS',
  'STOP\n\n--\nDana Hill\nHead of Finance',
  'Please take me off this list.\n\nBest regards,\nDana\nAcme Inc, 12 Main Street',
  'I never signed up for this. Remove my email address from your database.',
  "We're not interested, please don't contact us again.",
  'Could you please remove me from your mailing list?',
  'How do I unsubscribe?',
  'I no longer wish to receive these messages.',
  'Afmeld mig venligst',
  'Jeg ønsker ikke at modtage flere mails.',
  'Meld meg av',
  'Vennligst slett meg fra listen.',
  'Poistakaa minut listalta.',
  'En halua enää saada näitä viestejä.',
  'Prosím odhlaste mě z odběru.',
  'Nepište mi prosím.',
  'Leiratkozás',
  'Nem kérek több levelet.',
  'Dezabonare',
  'Nu mai doresc să primesc mesaje.',
  'Lütfen beni listeden çıkarın.',
  'Отпишите меня',
  'Больше не пишите мне, пожалуйста.',
  'Прошу удалить мой адрес.',
  'Не бажаю отримувати ваші листи.',
  'Παρακαλώ διαγράψτε με.',
  '退订',
  '请不要再发邮件给我。',
  '수신거부',
  '더 이상 메일 보내지 마세요.',
])('"%s" wants no more mail', (text) => {
  expect(of(text).class).toBe('unsubscribe')
  expect(of(`${text}\n\nOn Mon, Feb 25, 2030 at 10:00 AM Ann <ann@a.example> wrote:\n${QUOTED}`).class).toBe(
    'unsubscribe',
  )
})

test.each([
  'A demo would be great. How do your customers handle opt-outs?',
  'Does it stop sending once somebody replies STOP?',
  'We stopped working with your rival. What do you cost?',
  'Please send me the deck and remove the old price from it.',
  'I unsubscribed from your newsletter years ago, but this looks useful. Call me?',
  'Non-stop meetings this week, Thursday is fine.',
  'We had to stop the project in May. Can we talk in June?',
  'Do you have a way to take duplicates off my list?',
  'Can we unsubscribe users in bulk through the API?',
  'Wie melden sich Empfänger bei Ihnen ab?',
  'Können Sie mir sagen, ob Kunden sich selbst abmelden?',
  'Nos clients peuvent-ils se désabonner facilement ?',
  '¿Los contactos pueden darse de baja solos?',
  'We can stop by your booth on Tuesday.',
  'Our stop list is long. Does the tool read it?',
  'OK',
])('"%s" is no wish to be left alone', (text) => {
  expect(of(text).class).not.toBe('unsubscribe')
  expect(of(text).class).not.toBe('maybe_unsubscribe')
})

test.each([
  'Your unsubscribe link is broken.',
  'Remove me from this list, but do send me a quote for 20 seats.',
  'Interesting demo. Please stop emailing me.',
])('"%s" is left to a person', (text) => {
  expect(of(text).class).toBe('maybe_unsubscribe')
})

test.each([
  ['Unsubscribe', ''],
  ['STOP', 'Sent from my iPhone'],
  ['unsubscribe', 'Dana Hill'],
  ['Abmelden', '\n\nVon meinem iPhone gesendet'],
  ['配信停止', ''],
])('the subject "%s" above "%s" wants no more mail', (subject, text) => {
  expect(of(text, subject).class).toBe('unsubscribe')
})

test('our own subject, which a reply repeats, asks for nothing', () => {
  expect(of('Yes, tell me more.', 'Re: Stop wasting time').class).toBe('interested')
  expect(of('', 'Re: Unsubscribe').class).toBe('other')
})

test.each([
  'On Mon, 1 Mar 2030 at 10:00, Ann <ann@a.test> wrote:',
  'Am Mo., 1. März 2030 um 10:00 Uhr schrieb Ann <ann@a.test>:',
  'Le lun. 1 mars 2030 à 10:00, Ann <ann@a.test> a écrit :',
  'ma 1. maaliskuuta 2030 klo 10.00 Ann (ann@a.test) kirjoitti:',
  'пн, 1 мар. 2030 г. в 10:00, Ann <ann@a.test>:',
  'Ann <ann@a.test>, 1 Mar 2030 Pzt, 10:00 tarihinde şunu yazdı:',
  '2030년 3월 1일 (월) 오전 10:00, Ann <ann@a.test>님이 작성:',
  'Ann <ann@a.test> 于2030年3月1日周一 10:00写道：',
  'On Mon, 1 Mar 2030 at 10:00, Ann Sender from a very long company\n<ann@a.test> wrote:',
  '-----Ursprüngliche Nachricht-----',
  '________________________________',
  'От: Ann\nОтправлено: 1 марта 2030 г. 10:00\nКому: Bob\nТема: Hello',
  '发件人: Ann <ann@a.test>\n发送时间: 2030年3月1日 10:00\n收件人: Bob\n主题: Hello',
])('what stands below "%s" decides nothing', (header) => {
  const footer = 'Dear Bob,\n\nTell me more.\n\nUnsubscribe: https://x'
  expect(answerOf(`Who are you?\n\n${header}\n\n${footer}`)).toBe('Who are you?')
  expect(of(`Who are you?\n\n${header}\n\n${footer}`).class).toBe('other')
})

test.each([
  ['I am back on 2030-03-20.', '2030-03-20'],
  ['I am out of office and back on 15 December 2030.', '2030-12-15'],
  ['Ich bin bis 15.03.2030 im Urlaub.', '2030-03-15'],
  ['out of office until March 20th', '2030-03-20'],
  ['I return on 3 January', '2031-01-03'],
  ['back on February 31', null],
  ['until 2029-01-01', null],
  ['until 20 February', null],
  ['On leave 12 March to 2 April 2030.', '2030-04-02'],
  ['Away March 12-19, call 555-0199 or room 12/14.', '2030-03-19'],
  ['Absente du 12 au 19 mars inclus.', '2030-03-19'],
  ['Our fair is on 30 June 2030. I am out of office until 19 March.', '2030-03-19'],
  ['Jeg er på ferie til og med 19. marts.', '2030-03-19'],
  ['Tilbake på kontoret 19. mars 2030.', '2030-03-19'],
  ['Olen lomalla 19. maaliskuuta asti.', '2030-03-19'],
  ['Mám dovolenou do 19. března 2030.', '2030-03-19'],
  ['Szabadságon vagyok 2030. március 19-ig.', '2030-03-19'],
  ['Sunt în concediu până la 19 martie.', '2030-03-19'],
  ['19 Mart 2030 tarihine kadar izindeyim.', '2030-03-19'],
  ['Я в отпуске до 19 марта.', '2030-03-19'],
  ['Я у відпустці до 19 березня.', '2030-03-19'],
  ['Είμαι σε άδεια έως 19 Μαρτίου.', '2030-03-19'],
  ['我休假至3月19日。', '2030-03-19'],
  ['2030년 3월 19일까지 휴가입니다.', '2030-03-19'],
])('"%s" names %s', (text, expected) => {
  expect(returnDate(text, now)).toBe(expected)
  expect(of(text, 'Automatic reply: Hello', { 'auto-submitted': 'auto-replied' })).toEqual({
    kind: 'out_of_office',
    class: 'out_of_office',
    return_date: expected,
  })
})

test('the country of the writer says in which order figures stand', () => {
  expect(returnDate('Back on 04/05/2030', now, 'US')).toBe('2030-04-05')
  expect(returnDate('Back on 04/05/2030', now, 'GB')).toBe('2030-05-04')
  expect(returnDate('Back on 12/15/2030', now, 'GB')).toBe('2030-12-15')
  expect(returnDate('Back on 04/05/2030', now)).toBe('2030-04-05')
})

test.each([
  ['Automatisk svar: Hello', 'Jeg er på ferie.'],
  ['Automaattinen vastaus: Hello', 'En ole paikalla, olen lomalla.'],
  ['Automatická odpověď: Hello', 'Jsem mimo kancelář.'],
  ['Automatikus válasz: Hello', 'Szabadságon vagyok.'],
  ['Răspuns automat: Hello', 'Sunt în concediu.'],
  ['Otomatik yanıt: Hello', 'Şu anda izindeyim.'],
  ['Автоответ: Hello', 'Я в отпуске.'],
  ['自动回复: Hello', '我正在休假。'],
  ['자동 회신: Hello', '휴가 중입니다.'],
  ['Αυτόματη απάντηση: Hello', 'Είμαι σε άδεια.'],
])('"%s" is an absence note without any header', (subject, text) => {
  expect(of(text, subject)).toMatchObject({ kind: 'out_of_office', class: 'out_of_office' })
})

test.each([
  'I am out of the office next week, can we talk on the 14th?',
  'Bin bis Mittwoch im Urlaub, danach gerne.',
  'I am on vacation until Monday. Call me then.',
])('"%s" is of a person', (text) => {
  expect(of(text).kind).toBe('reply')
})

test('a receipt of a ticket system is automatic', () => {
  expect(
    of('Your ticket was opened. Unsubscribe here.', 'Ticket 1', { 'auto-submitted': 'auto-generated' }),
  ).toMatchObject({ kind: 'auto_reply', class: 'auto' })
})
