// Whether an answer with a good status is an error all the same: by the rule that a column, provider or source has, else by the usual shapes.

import { answerAt } from '../../engine/values/path.ts'
import { textOf } from '../../engine/values/value.ts'
import type { FailureClass } from '../../engine/waterfall/outcome.ts'
import { isEmpty, type Json } from '../../kernel/json.ts'
import { failed, type LookupAnswer } from './kit.ts'
import { record } from './reply-values.ts'

/** What is an error, in the shape in which `miss` says what is none found. */
export interface ErrorRule {
  statuses?: number[]
  /** Something here is an error; with `values`, only one of these. */
  path?: string
  values?: string[]
}

export interface SaidError {
  class: Extract<FailureClass, 'quota' | 'auth' | 'vendor_error'>
  /** For a person. */
  message: string
  /** The rule that makes of every such answer an error. */
  rule: ErrorRule
}

const QUOTA =
  /quota|credits?\b|rate.?limit|too.?many|throttl|limit.{0,20}(?:exceed|reach|hit)|exceed.{0,20}limit|insufficient.{0,10}(?:fund|balance)|payment.?required|out of (?:calls|requests)|usage.?cap|\b(?:402|429)\b/i
const AUTH =
  /unauthori[sz]ed|authenticat|not.?authori[sz]ed|(?:invalid|missing|expired|wrong|bad|revoked).{0,12}(?:key|token|credential|password|signature)|(?:key|token|credential).{0,15}(?:invalid|missing|expired|wrong|revoked)|forbidden|access.?denied|permission|\b(?:401|403)\b/i
const MISS =
  /not.?found|no.?(?:results?|match(?:es)?|data|records?|hits?|such|one)\b|nothing.?found|unknown.?(?:person|company|domain|e-?mail|user)|(?:does|do).?n.?.?t.?exist|could.?n.?.?t.?find|\b404\b/i

const WORDS = [
  'message',
  'msg',
  'detail',
  'details',
  'description',
  'error_description',
  'reason',
  'title',
  'text',
  'code',
  'type',
]
const ERROR_MEMBER = /^(?:errors?|fault|exception|error_?(?:message|code|description|type|msg))$/i
/** Members that stand beside an error and are no data. */
const AROUND_ERROR =
  /^(?:status|status_?code|code|success|ok|message|msg|detail|details|reason|title|type|description|request_?id|trace_?id|timestamp|time|date|path|instance|documentation_?url|docs?|help|version|meta)$/i
const FAILED_WORD = /^(?:error|errored|fail|failed|failure|denied|ko)$/i

/** The error that a rule finds; the words of the API say which. */
export function errorByRule(rule: ErrorRule | undefined, answer: Json, status?: number): SaidError | null {
  if (!rule) return null
  const isStatus = status !== undefined && rule.statuses?.includes(status) === true
  if (!isStatus && (rule.path === undefined || !holds(rule, answer))) return null
  const words =
    wordsOf(answer) || (isStatus ? `status ${status}` : textOf(answerAt(answer, rule.path ?? '')).slice(0, 200))
  return { class: classOf(words), message: messageOf(words), rule }
}

function holds({ path = '', values }: ErrorRule, answer: Json): boolean {
  const found = answerAt(answer, path)
  if (values && values.length > 0) {
    const said = found === null ? '' : textOf(found).trim().toLowerCase()
    return values.some((one) => one.trim().toLowerCase() === said)
  }
  return !isEmpty(found) && found !== false
}

/** The usual shapes of errors: `error`, `errors`, a failed `status`, `success: false`. An API that says it found nothing has no error. */
export function usualError(answer: Json): SaidError | null {
  const rule = usualRule(answer)
  if (rule === null) return null
  const words = wordsOf(answer) || textOf(answerAt(answer, rule.path ?? '')).slice(0, 200)
  const kind = classOf(words)
  if (kind === 'vendor_error' && MISS.test(words)) return null
  return { class: kind, message: messageOf(words), rule }
}

function usualRule(answer: Json): ErrorRule | null {
  for (const [name, value] of Object.entries(record(answer)) as [string, Json][]) {
    if (/^(?:errors?|fault|exception)$/i.test(name) && !isEmpty(value) && value !== false && value !== 0)
      return value === true ? { path: name, values: ['true'] } : { path: name }
    if (/^status$/i.test(name) && typeof value === 'string' && FAILED_WORD.test(value.trim()))
      return { path: name, values: [value.trim()] }
    if (/^(?:success|ok)$/i.test(name) && (value === false || value === 'false'))
      return { path: name, values: ['false'] }
    if (/^(?:status|status_?code)$/i.test(name) && typeof value === 'number' && value >= 400 && value < 600)
      return { path: name, values: [String(value)] }
  }
  return null
}

/** Whether there is nothing in an answer but an error and what goes with it. */
export const isErrorOnly = (answer: Json): boolean =>
  Object.entries(record(answer)).every(
    ([name, value]) => isEmpty(value) || ERROR_MEMBER.test(name) || AROUND_ERROR.test(name),
  )

export const failedBy = ({ class: kind, message }: SaidError): LookupAnswer => failed(kind, message)

const classOf = (words: string): SaidError['class'] =>
  QUOTA.test(words) ? 'quota' : AUTH.test(words) ? 'auth' : 'vendor_error'

const messageOf = (words: string) => `The API answered with an error: ${words.replace(/[.\s]+$/, '')}.`

/** What the API says of its error, with its code, at most 300 characters. */
function wordsOf(answer: Json): string {
  const said: string[] = []
  const add = (value: unknown, depth: number): void => {
    if (said.length > 5 || depth > 2) return
    if (typeof value === 'string' || typeof value === 'number') said.push(String(value).trim())
    else if (Array.isArray(value)) for (const one of value.slice(0, 3)) add(one, depth)
    else
      for (const [name, one] of Object.entries(record(value)))
        if (WORDS.includes(name.toLowerCase())) add(one, depth + 1)
  }
  const members = Object.entries(record(answer))
  for (const [name, value] of members) if (ERROR_MEMBER.test(name)) add(value, 0)
  for (const [name, value] of members) if (WORDS.includes(name.toLowerCase())) add(value, 1)
  for (const [name, value] of members)
    if (/^status_?code$|^status$/i.test(name) && typeof value === 'number') add(value, 0)
  return [...new Set(said.filter((one) => one !== ''))].join(', ').slice(0, 300)
}
