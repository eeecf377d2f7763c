// What a refusal of a mail server says: that the address is dead, that mail is unwanted, or to come back later (RFC 5321, RFC 3463).
export type SmtpRefusal = 'dead_address' | 'rejected' | 'temporary'

const DEAD_STATUS = /^5\.1\.(?:0|1|2|3|6|10)$|^5\.2\.1$|^5\.4\.4$/
// A refusal for policy says nothing about the address, whatever else the text says.
const POLICY =
  /\b(?:spam|spf|dkim|dmarc|black ?list|block ?list|rbl|reputation|policy|polic[yi]es|authenticat|banned|blocked|denied by|greylist|rate ?limit|relay|content|virus|ptr|reverse dns)\b/i
const DEAD_WORDS =
  /\b(?:user|recipient|mailbox|address|account|alias|inbox)\b[^.;]{0,60}\b(?:unknown|not (?:be )?found|does ?n[o']t exist|doesn't exist|not exist|invalid|disabled|inactive|unavailable|no longer|rejected|undeliverable|not (?:known|valid|listed))\b|\b(?:unknown|no such|invalid|non-?existent|bad destination)\b[^.;]{0,30}\b(?:user|recipient|mailbox|address|account|person|domain)\b|\bdoes not (?:have|exist)\b|\bno mailbox\b/i
const FULL = /^[45]\.2\.2$/

/** `status` is the enhanced code, in the text or beside it. */
export function readRefusal(
  code: number | null,
  text: string,
  status: string | null = enhancedStatus(text),
): SmtpRefusal {
  if (code !== null && code < 500) return 'temporary'
  if (status !== null) {
    if (status.startsWith('4.')) return 'temporary'
    // A full mailbox has an owner.
    if (FULL.test(status)) return 'rejected'
    if (status.startsWith('5.7.')) return 'rejected'
    if (DEAD_STATUS.test(status)) return POLICY.test(text) && !DEAD_WORDS.test(text) ? 'rejected' : 'dead_address'
  }
  if (POLICY.test(text) && !/\b(?:user unknown|no such user)\b/i.test(text)) return 'rejected'
  return DEAD_WORDS.test(text) ? 'dead_address' : 'rejected'
}

export function enhancedStatus(text: string): string | null {
  return /(?:^|[\s#(])([245]\.\d{1,3}\.\d{1,3})(?=$|[\s:;,)\]-])/.exec(text)?.[1] ?? null
}

const BACKOFF_MINUTES = [5, 15, 60, 180, 360, 720]

/** When to try again after the nth attempt; null: never. Greylisting lets mail through after minutes, full mailboxes after hours. */
export function retryAfterMinutes(attempts: number): number | null {
  return BACKOFF_MINUTES[attempts - 1] ?? null
}
