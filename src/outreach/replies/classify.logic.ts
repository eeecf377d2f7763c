// What a reply means, by rules: automatic or not, out of office until when, unsubscribe, wrong person, not now, interested.
import type { Email } from 'postal-mime'
import { readAutomatic } from './absence.logic.ts'
import { answerOf } from './answer-text.logic.ts'
import { returnDate } from './return-date.logic.ts'
import { readUnsubscribeWish } from './unsubscribe-wish.logic.ts'

export const CLASSES = [
  'interested',
  'not_now',
  'not_interested',
  'wrong_person',
  'unsubscribe',
  'maybe_unsubscribe',
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

/** `now` completes a date without a year; `country`, that of the writer, decides the order of day and month in figures. */
export function classifyReply(
  mail: Pick<Email, 'headers' | 'subject' | 'text'>,
  now: Date,
  country: string | null = null,
): ReplyClassification {
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value.toLowerCase() ?? ''
  const subject = mail.subject ?? ''
  const answer = answerOf(mail.text ?? '').slice(0, 5_000)
  const automatic = readAutomatic({ header, subject, answer })
  if (automatic === 'absence') {
    const return_date = returnDate(`${subject}\n${answer}`, now, country)
    return { kind: 'out_of_office', class: 'out_of_office', return_date }
  }
  if (automatic === 'other') return { kind: 'auto_reply', class: 'auto', return_date: null }
  const wish = readUnsubscribeWish(subject, mail.text ?? '')
  if (wish === 'no') return { kind: 'reply', class: classOf(answer), return_date: null }
  return { kind: 'reply', class: wish === 'yes' ? 'unsubscribe' : 'maybe_unsubscribe', return_date: null }
}

const RULES: [ReplyClass, RegExp][] = [
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

const classOf = (answer: string): ReplyClass => RULES.find(([, words]) => words.test(answer))?.[0] ?? 'other'
