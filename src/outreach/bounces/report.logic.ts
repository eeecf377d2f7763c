// Reads mail that servers send back out of a parsed mail: bounces and delays in the form of any server, and feedback reports (RFC 5965).
// What they say is a claim: callers match it to a message of their own before they believe it.
import type { Email } from 'postal-mime'
import { enhancedStatus, type RefusalClass, readRefusal } from '../mailboxes/smtp-reply.logic.ts'
import { textOf } from './mail-reading.ts'

/** `delay`: it has not come back, the server still tries. */
export type BounceClass = RefusalClass | 'delay'

export interface BounceReport {
  kind: 'bounce'
  /** Null where it tells of a delivery. */
  class: BounceClass | null
  /** What the server said, for people. */
  detail: string
  /** Message-IDs of the message that came back, from the part or the lines that hold it, the likeliest first. */
  original_ids: string[]
}

export interface ComplaintReport {
  kind: 'complaint'
  feedback_type: string
  original_ids: string[]
}

const MOST_TEXT = 200_000
const MOST_RECIPIENTS = 50
const MOST_DETAIL = 500

type Parsed = Pick<Email, 'attachments' | 'headers' | 'text' | 'html' | 'subject' | 'from'>

/**
 * Null for a mail that is neither. `isReturned`: it came to the return address of a message, where nothing but servers and automatic
 * answers write; elsewhere only what a mail server sends in its own name is read as a bounce. Malformed parts are passed over.
 */
export function readReport(mail: Parsed, isReturned = false): BounceReport | ComplaintReport | null {
  const parts = (mail.attachments ?? []).map(({ mimeType, content }) => ({
    type: (mimeType ?? '').toLowerCase(),
    text: partText(content),
  }))
  const own = ownText(mail)
  const original_ids = originalIds(mail, parts, own)
  const feedback = parts.find(({ type }) => type === 'message/feedback-report')
  if (feedback || parts.some(isJunkReport)) {
    const [fields] = groupsOf(feedback?.text ?? '')
    const feedback_type = fields?.get('feedback-type')?.toLowerCase() ?? 'other'
    return { kind: 'complaint', feedback_type, original_ids }
  }
  const said = reasonText(own)
  const status = parts.find(
    ({ type }) => type === 'message/delivery-status' || type === 'message/global-delivery-status',
  )
  const read = status && (isReturned || isFromServer(mail)) ? readStatus(status.text, said) : null
  if (read) return { kind: 'bounce', ...read, original_ids }
  if (
    !isBounceLike(
      mail,
      said,
      isReturned,
      parts.some(({ type }) => ORIGINAL.has(type)),
    )
  )
    return null
  const lines = telling(said)
  const isDelay = DELAY.test(`${mail.subject ?? ''}\n${said}`) && !FAILED.test(`${mail.subject ?? ''}\n${said}`)
  return {
    kind: 'bounce',
    class: isDelay ? 'delay' : classOf(lines, mail.subject ?? ''),
    detail: inOneLine(lines),
    original_ids,
  }
}

/** What the lines say together; what they do not, one by one, as those of several recipients; what none does, the subject. */
function classOf(lines: string, subject: string): RefusalClass {
  const read = (text: string) => readRefusal(replyCode(text), text)
  return [lines, ...lines.split('\n'), subject].map(read).find((one) => one !== 'soft') ?? 'soft'
}

const SERVER_NAME =
  /^(?:mailer[-_.]?daemon|mail[-_.]?daemon|mdaemon|post[-_.]?master|mailerdaemon|mail[-_.]?delivery(?:[-_.]?(?:system|subsystem))?|microsoftexchange[0-9a-f]+|bounces?|double-bounce|mail-?system|root|mailadmin)(?:[+=-].*)?$/i
const SERVER_TITLE =
  /\b(?:mail(?:er)? (?:delivery (?:system|subsystem|service)|daemon|system|administrator)|mailer-daemon|postmaster|system administrator|internet mail delivery|mail router|delivery subsystem|microsoft outlook)\b/i

const headerOf = ({ headers }: Pick<Parsed, 'headers'>, name: string) =>
  (headers ?? []).find(({ key }) => key === name)?.value.trim() ?? null

const localPart = (mail: Parsed) => (mail.from?.address ?? '').split('@')[0] ?? ''

/** A mail server writes it in its own name: by its address, by the null sender, or as the report it is. */
function isFromServer(mail: Parsed): boolean {
  return (
    SERVER_NAME.test(localPart(mail)) ||
    /^<\s*>/.test(headerOf(mail, 'return-path') ?? '') ||
    SERVER_TITLE.test(mail.from?.name ?? '') ||
    headerOf(mail, 'x-failed-recipients') !== null ||
    /multipart\/report/i.test(headerOf(mail, 'content-type') ?? '')
  )
}

const BOUNCE_SUBJECT =
  /\b(?:undeliver(?:ed|able)|(?:non|un)-?deliver(?:y|able)|delivery (?:status notification|failure|failed|report|problem|delayed|notification)|delivery[- ]has[- ]failed|mail(?: delivery)? (?:failure|failed|error|returned|system error)|returned (?:mail|to sender|e-?mail)|failure (?:notice|delivery)|failed (?:mail|delivery|recipients?)|could not (?:be )?(?:deliver|send)|message (?:delivery|undeliverable|status|delayed)|warning: (?:could not send|message)|not delivered|rejected (?:message|mail)|bounced?|dsn|delayed mail|mail could not be delivered|unzustellbar|nicht zugestellt|zustellung|non remis|non-?remise|échec de la remise|no se (?:puede|pudo) entregar|devuelto|mancato recapito|non recapitabile|niet bestelbaar|onbestelbaar|niedostarcz\w*|kan inte levereras|oleverans\w*|não entregue|falha (?:na|de) entrega|недоставлен\w*|配信不能|配信できません|エラーメール|配送失败|退信)/i
const BOUNCE_WORDS =
  /\b(?:(?:could ?n[o']t|could not|cannot|can't|unable to|was(?: not|n't)|were not|not be|failed to|has not been|hasn't been) (?:be )?(?:able to )?deliver(?:ed)?|undeliverable|delivery (?:to the following|failed|has failed|attempts?)|permanent (?:fatal )?errors?|your (?:message|mail|e-?mail) (?:to|could|was|has|cannot)[^\n]{0,80}(?:returned|rejected|blocked|bounced|undeliver\w*|delivered|delayed)|this (?:is a permanent error|message was created automatically by mail delivery)|konnte nicht zugestellt werden|n'a pas pu être (?:remis|distribué|délivré)|no (?:ha podido|pudo|se ha podido) (?:ser )?entrega\w*|non è stato possibile (?:consegnare|recapitare)|kon niet worden (?:bezorgd|afgeleverd)|nie (?:została|mogła zostać) dostarczona|kunde inte levereras|não (?:pôde|pode|foi possível) (?:ser )?entreg\w*)/i
const DELAY =
  /\b(?:delayed|(?:has )?not (?:yet )?been delivered (?:yet|after)|not yet been delivered|will (?:continue to|keep|still) ?(?:be )?(?:try|retr\w*|attempt)|will be (?:retried|attempted)|warning: (?:could not send|message)|still (?:being )?(?:trying|retried|in the queue)|do(?:es)? not need to resend|no action is required on your part|wird weiterhin versucht|verzögert|retard(?:é|ée) de|重试)/i
const FAILED =
  /\b(?:giving up|gave up|\(failure\)|but it was rejected|permanent failure|given up|permanent(?:ly)?(?: fatal)? (?:error|failure|failed)|failed permanently|will not be retried|maximum (?:retry|delivery|time)|(?:too old|retry time(?:out)?|retry timeout) exceeded|cannot be delivered|could not be delivered(?! (?:yet|for))|returned to sender|undeliverable|unable to deliver)/i

function isBounceLike(mail: Parsed, said: string, isReturned: boolean, hasCopy: boolean): boolean {
  const isServer = isFromServer(mail)
  if (!isServer && !isReturned) return false
  if (headerOf(mail, 'x-failed-recipients') !== null) return true
  if (isReturned && SERVER_NAME.test(localPart(mail))) return true
  const isWorded = BOUNCE_SUBJECT.test(mail.subject ?? '') || BOUNCE_WORDS.test(said)
  if (isWorded) return true
  // A code and a copy of the message are what a server sends back, in whatever language it does.
  return isServer && (hasCopy || replyCode(said) !== null || enhancedStatus(said) !== null)
}

/** Actions of RFC 3464 that are no failure; a word of a server's own, as `expired`, is one. */
const SUCCESSES = new Set(['delivered', 'relayed', 'expanded'])

function readStatus(text: string, said: string): Pick<BounceReport, 'class' | 'detail'> | null {
  const recipients = groupsOf(text)
    .filter((group) => group.has('action') || group.has('final-recipient') || group.has('status'))
    .slice(0, MOST_RECIPIENTS)
  if (recipients.length === 0) return null
  const read = recipients.map((group) => {
    const diagnostic = (group.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '')
    const status = /\b([245])\.(\d{1,3})\.(\d{1,3})\b/.exec(group.get('status') ?? '')?.[0] ?? null
    return { action: (group.get('action') ?? 'failed').toLowerCase().split(/[\s(]/)[0] ?? '', status, diagnostic }
  })
  const one =
    read.find(({ action }) => action === 'failed') ?? read.find(({ action }) => action === 'delayed') ?? read[0]
  if (!one) return null
  const detail = inOneLine(one.diagnostic || telling(said) || (one.status ?? ''))
  if (one.action === 'delayed') return { class: 'delay', detail }
  if (SUCCESSES.has(one.action) && !one.status?.startsWith('5.')) return { class: null, detail }
  const words = one.diagnostic || telling(said)
  // 5.0.0 and 4.0.0 say no more than the action does; the server said more in its reply.
  const inWords = enhancedStatus(one.diagnostic)
  const isVague = one.status === null || /^[45]\.0\.\d+$/.test(one.status)
  const status = isVague ? (inWords ?? one.status) : one.status
  return { class: readRefusal(replyCode(one.diagnostic), words, status), detail }
}

/** The code of a reply in a text: where it stands as servers write it. */
function replyCode(text: string): number | null {
  const found = /(?:^|[\s:;("'])([45]\d\d)(?=[\s-]+(?:[245]\.\d|[A-Za-z<"'[(#])|[,:;)]|\s*$)/m.exec(text)?.[1]
  return found === undefined ? null : Number(found)
}

/** Where servers begin the copy of the message that came back. */
const COPY =
  /^\s*(?:-{2,}\s*(?:below this line is a copy|this is a copy|original message|returned message|the (?:header|body|transcript of session follows.*original)|message header|undelivered message|unsent message|start of message|ursprüngliche|included is a copy)|(?:original|received) (?:message )?headers?:|received:\s+(?:from|by)\s|return-path:\s|your (?:original )?message (?:follows|is (?:attached|included|reproduced))|(?:included (?:below|is)|below|here) (?:is|this line is) (?:a|the) copy|the (?:original|following) message (?:is|was|follows)|header of (?:your|the) (?:original )?message|>\s|message-id:\s)/im

const beforeCopy = (text: string) => {
  const at = COPY.exec(text)?.index
  return at === undefined || at < 20 ? text : text.slice(0, at)
}

/** What a server wrote above the copy. Where that gives no reason, replies of servers that stand in forwarded or quoted notices below it. */
function reasonText(own: string): string {
  const before = beforeCopy(own)
  if (before.split('\n').some(isTelling)) return before
  const replies = own
    .slice(before.length)
    .split('\n')
    .filter((line) => SERVER_REPLY.test(line))
  return [before, ...replies.slice(0, MOST_RECIPIENTS)].join('\n')
}

/** The reply of a server with its code, in the places where servers cite it. */
const SERVER_REPLY =
  /(?:reason|diagnostic[- ]code)\b[^\n]{0,20}[:;]\s*[45]\d\d[ -]|<<<\s*[45]\d\d[ -]|\b(?:said|talk to me):\s*[45]\d\d[ -]|^\W*[45]\d\d[ -][45]\.\d{1,3}\.\d{1,3}\s/i

/** Outlook.com reports complaints without a part for them (JMRP). */
const isJunkReport = ({ type, text }: { type: string; text: string }) =>
  ORIGINAL.has(type) && /^x-hmxmroriginalrecipient:/im.test(text)

const isTelling = (line: string) =>
  /(?:^|[\s:;("])[45]\d\d(?:[\s-]|$)/.test(line) || enhancedStatus(line) !== null || readRefusal(null, line) !== 'soft'

/** The lines that tell why, which stand among polite ones. */
function telling(said: string): string {
  const lines = said.split('\n').map((line) => line.trim())
  const worded = lines.filter((line) => line !== '' && isTelling(line))
  return (worded.length > 0 ? worded : lines.filter((line) => line !== '')).join('\n').slice(0, 2_000)
}

const inOneLine = (text: string) => text.replaceAll('\n', ' ').slice(0, MOST_DETAIL)

const ownText = (mail: Parsed) => textOf(mail).replace(/\r\n?/g, '\n').slice(0, MOST_TEXT)

function partText(content: ArrayBuffer | string | Uint8Array): string {
  const read = typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8')
  // Japanese servers write reports in the charset of their notices.
  const text = read.includes('\x1b$') ? new TextDecoder('iso-2022-jp').decode(Buffer.from(read, 'latin1')) : read
  return text.slice(0, MOST_TEXT)
}

/** Groups of header fields with a blank line between them; folded lines are joined. */
function groupsOf(text: string): Map<string, string>[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]+(?=\S)/g, ' ')
    .split(/\n\s*\n/)
    .map((block) => {
      const fields = new Map<string, string>()
      for (const line of block.split('\n')) {
        const at = line.indexOf(':')
        const name = line.slice(0, at).trim().toLowerCase()
        if (at > 0 && !fields.has(name)) fields.set(name, line.slice(at + 1).trim())
      }
      return fields
    })
    .filter((fields) => fields.size > 0)
}

const ORIGINAL = new Set([
  'message/rfc822',
  'text/rfc822-headers',
  'message/global',
  'message/global-headers',
  'text/rfc822-header',
])

function originalIds(mail: Parsed, parts: readonly { type: string; text: string }[], own: string): string[] {
  const texts = [...parts.filter(({ type }) => ORIGINAL.has(type)).map(({ text }) => text), own]
  const found = texts.flatMap((text) => {
    const id = /^[\s>]*message-id:\s*(<[^>\s]{1,500}>)/im.exec(text.replace(/\r?\n[ \t]+/g, ' '))?.[1]
    return id === undefined ? [] : [id]
  })
  const named = `${headerOf(mail, 'in-reply-to') ?? ''} ${headerOf(mail, 'references') ?? ''}`
  return [...new Set([...found, ...(named.match(/<[^<>\s]{1,500}>/g) ?? [])])].slice(0, 10)
}
