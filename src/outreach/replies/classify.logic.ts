// What a reply means, by rules: automatic or not, out of office until when, unsubscribe, wrong person, not now, interested.
import type { Email } from 'postal-mime'

export const CLASSES = [
  'interested',
  'not_now',
  'not_interested',
  'wrong_person',
  'unsubscribe',
  'out_of_office',
  'auto',
  'other',
] as const
export type ReplyClass = (typeof CLASSES)[number]

export interface ReplyClassification {
  kind: 'reply' | 'auto_reply' | 'out_of_office'
  class: ReplyClass
  /** `YYYY-MM-DD`, of an out-of-office reply that names its end. */
  return_date: string | null
}

/** The words of the answer itself: without quoted text and signatures. */
export function answerOf(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const end = lines.findIndex(
    (line, at) =>
      /^\s*>/.test(line) ||
      /^-{2,}\s*(?:original message|ursprüngliche nachricht|message d'origine)\s*-{2,}$/i.test(line.trim()) ||
      /^_{10,}$/.test(line.trim()) ||
      /^--\s?$/.test(line) ||
      /^(?:on|am|le|el|op|il)\b.{5,200}\b(?:wrote|schrieb|a écrit|escribió|schreef|ha scritto)\s*:?\s*$/i.test(
        `${line} ${lines[at + 1] ?? ''}`.trim(),
      ) ||
      (/^(?:from|von|de|van|da):\s.+@/i.test(line) && at > 0),
  )
  return (end === -1 ? lines : lines.slice(0, end)).join('\n').trim()
}

const AUTO_SUBJECT =
  /^(?:\s*(?:re|aw|fwd?):\s*)*(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response)|automatische antwort|réponse automatique|respuesta automática|out of (?:the )?office|abwesen|away from|on (?:vacation|leave|holiday))/i
const OOO_WORDS =
  /\b(?:out of (?:the )?office|on (?:annual |parental |maternity |sick )?leave|on vacation|on holidays?|away (?:from|until)|back (?:in the office )?on|abwesend|nicht im (?:büro|hause)|im urlaub|außer haus|absent du bureau|en congés?|fuera de la oficina|de vacaciones)\b/i

/** `now` gives a date without a year its year. */
export function classifyReply(mail: Pick<Email, 'headers' | 'subject' | 'text'>, now: Date): ReplyClassification {
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value.toLowerCase() ?? ''
  const subject = mail.subject ?? ''
  const text = answerOf(mail.text ?? '').slice(0, 5_000)
  const submitted = header('auto-submitted')
  const isAutomatic =
    (submitted !== '' && submitted !== 'no') ||
    header('x-autoreply') !== '' ||
    header('x-autorespond') !== '' ||
    header('x-auto-response-suppress') !== '' ||
    /auto_reply|bulk|list|junk/.test(header('precedence')) ||
    AUTO_SUBJECT.test(subject)
  if (isAutomatic) {
    if (AUTO_SUBJECT.test(subject) || OOO_WORDS.test(`${subject}\n${text}`))
      return { kind: 'out_of_office', class: 'out_of_office', return_date: returnDate(`${subject}\n${text}`, now) }
    return { kind: 'auto_reply', class: 'auto', return_date: null }
  }
  return { kind: 'reply', class: classOf(text), return_date: null }
}

const RULES: [ReplyClass, RegExp][] = [
  [
    'unsubscribe',
    /\b(?:unsubscribe|remove me|take me off|stop (?:e-?mailing|contacting|writing|sending)|do not (?:contact|e-?mail|write)|don'?t (?:contact|e-?mail|write to) me|opt[- ]?out|abmelden|austragen|keine (?:weiteren )?(?:e-?mails|mails|nachrichten)|désinscri\w*|désabonn\w*|darme de baja|disiscriv\w*)\b/i,
  ],
  [
    'wrong_person',
    /\b(?:wrong person|not the right (?:person|contact)|no longer (?:work|with|at)|(?:has|have) left the company|you should (?:contact|talk to|speak (?:to|with))|falsche[rn]? ansprechpartner|nicht (?:mehr )?zuständig|pas la bonne personne)\b/i,
  ],
  [
    'not_now',
    /\b(?:not (?:right )?now|next (?:quarter|year|month)|later this year|get back (?:to me )?in|reach out (?:again )?in|circle back|bad timing|no budget|(?:derzeit|aktuell|momentan) (?:nicht|kein)|später (?:noch ?mal|wieder)|pas pour le moment)\b/i,
  ],
  [
    'not_interested',
    /\b(?:not interested|no interest|no,? thank(?:s| you)|we'?re (?:all set|good|happy with)|not (?:a fit|for us|relevant)|please stop|kein interesse|nicht interessiert|pas intéressé|no (?:me|nos) interesa)\b/i,
  ],
  [
    'interested',
    /\b(?:interested|sounds (?:good|great|interesting)|tell me more|send (?:me )?(?:more|the|some|over)|let'?s (?:talk|chat|meet|connect|schedule)|book (?:a|some) time|set up a call|happy to (?:talk|chat|meet)|what (?:does|is) (?:it|the) (?:cost|price|pricing)|calendar|demo|gerne|klingt (?:gut|interessant)|interesse an|volontiers|me interesa)\b/i,
  ],
]

function classOf(text: string): ReplyClass {
  // A single word is a command; in a long text it is more often part of something else.
  if (/^\s*(?:stop|unsubscribe|remove|abmelden)\s*[.!]*\s*$/i.test(text)) return 'unsubscribe'
  return RULES.find(([, words]) => words.test(text))?.[0] ?? 'other'
}

const MONTHS: Record<string, number> = {
  jan: 1,
  feb: 2,
  mar: 3,
  mär: 3,
  apr: 4,
  may: 5,
  mai: 5,
  jun: 6,
  jul: 7,
  aug: 8,
  sep: 9,
  oct: 10,
  okt: 10,
  nov: 11,
  dec: 12,
  dez: 12,
}
const UNTIL = /(?:until|till|back|return(?:ing)?|bis|wieder|zurück|ab dem|jusqu'au|hasta|from)\b[^.\n]{0,40}?/i

export function returnDate(text: string, now: Date): string | null {
  const after = (pattern: string) => new RegExp(`${UNTIL.source}${pattern}`, 'iu').exec(text)
  const iso = after('(\\d{4})-(\\d{2})-(\\d{2})')
  if (iso) return dated(Number(iso[1]), Number(iso[2]), Number(iso[3]), now)
  const dotted = after('(\\d{1,2})\\.\\s?(\\d{1,2})\\.(\\d{4})?')
  if (dotted) return dated(dotted[3] ? Number(dotted[3]) : null, Number(dotted[2]), Number(dotted[1]), now)
  const names = '(jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\\p{L}*'
  const monthFirst = after(`${names}\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?`)
  if (monthFirst)
    return dated(
      monthFirst[3] ? Number(monthFirst[3]) : null,
      MONTHS[(monthFirst[1] as string).toLowerCase()] ?? 0,
      Number(monthFirst[2]),
      now,
    )
  const dayFirst = after(`(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?${names}\\.?(?:,?\\s+(\\d{4}))?`)
  if (dayFirst)
    return dated(
      dayFirst[3] ? Number(dayFirst[3]) : null,
      MONTHS[(dayFirst[2] as string).toLowerCase()] ?? 0,
      Number(dayFirst[1]),
      now,
    )
  return null
}

/** Null for a day that does not exist, is past, or more than a year away. */
function dated(year: number | null, month: number, day: number, now: Date): string | null {
  const at = (of: number) => new Date(Date.UTC(of, month - 1, day))
  let date = at(year ?? now.getUTCFullYear())
  const today = new Date(now.toISOString().slice(0, 10))
  if (year === null && date < today) date = at(now.getUTCFullYear() + 1)
  if (date.getUTCMonth() !== month - 1 || date < today || date.getTime() - today.getTime() > 366 * 86_400_000)
    return null
  return date.toISOString().slice(0, 10)
}
