// What a refusal of a mail server says, in the session or in a mail that comes back: the one reader of codes and words (RFC 5321, RFC 3463).

/**
 * `hard`: there is no such mailbox. `full`: there is, and it takes nothing now. `blocked`: mail like this is not wanted. `soft`: anything
 * else that went wrong, which says nothing about the address.
 */
export type RefusalClass = 'hard' | 'full' | 'blocked' | 'soft'

const FULL =
  /\b(?:(?:mailbox|account|inbox|mail ?drop|quota|user|recipient)\b[^.;\n]{0,60}\b(?:full|over(?: its)?(?: the)? (?:quota|storage|limit)|exceed(?:s|ed|ing)?|out of (?:storage|space)|insufficient)|over(?: the)?(?: maximum)?(?: allowed)?(?: disk)?[ -]?quota|(?:disk|user|mailbox|storage)? ?quota (?:exceeded|has been exceeded|full)|exceed(?:s|ed|ing)?[^.;\n]{0,40}\b(?:quota|storage)|mailbox(?: size)? limit|out of storage|not enough (?:storage|space|disk)|insufficient (?:storage|disk space|mailbox)|mailfull|over ?quota|boîte (?:aux lettres )?(?:est )?pleine|postfach (?:ist )?(?:voll|überfüllt)|buzón (?:está )?lleno)\b/i
// A refusal for policy says nothing about the address, whatever else the text says.
const BLOCKED =
  /\b(?:spam\w*|spf|dkim|dmarc|bimi|(?:un)?authenticated|authentication|black ?list\w*|block ?list\w*|deny ?list|rbl|dnsbl|spamhaus|spamcop|barracuda|senderscore|reputation|policy|policies|banned|blocked|block|denied|prohibited|grey ?list\w*|gr[ae]ylist\w*|rate ?limit\w*|relay(?:ing)?|virus\w*|malware|phish\w*|ptr|reverse (?:dns|ip|host ?name|lookup)|rdns|unsolicited|bulk|suspicious|complaints?|not allowed|not permitted|not authori[sz]ed|unauthori[sz]ed|refused by|access restrict\w*|content (?:rejected|filter\w*|restriction)|message (?:content )?rejected|not accepting (?:mail|messages|connections)|(?:mail|message|service|e-?mail) (?:was |has been )?(?:rejected|refused?|rejete\w*)|connection rejected|refused? to accept|unverif\w+|(?:helo|ehlo)\b[^.;\n]{0,40}\b(?:rejected|invalid|denied|needed)|too many (?:connections|messages|recipients)|5322|2822|unwanted|mismatch\w*|protocol violation|invalid ip|client host rejected|my name was rejected)\b|\(bl\)|groups\.google\.com\/support/i
const NO_SUCH =
  /\b(?:user|recipient|mailbox|address|account|alias|inbox|destination|addressee|mail ?drop|person|employee)\b[^.;:\n]{0,60}\b(?:unknown|not (?:be )?(?:found|located)|does ?n[o']t exist|does not exist|doesn't exist|doesn’t exist|not exist|invalid|disabled|deactivated|inactive|not active|unavailable|no longer|undeliverable|not (?:known|valid|listed|our customer|a (?:known|valid|local)|here|recogni[sz]ed))\b|\b(?:unknown|no such|invalid|non-?existent|bad|not a valid|unrouteable|unroutable|illegal|inactive|undeliverable|unrecogni[sz]ed) ?(?:or \w+ )?(?:local |recipient |destination |user |virtual |e-?mail |mail ?)?(?:users?|recipients?|mailbox|address(?:es)?|account|person|alias|destination|domain|host|mail ?box|inbox|part|here)\b|\b(?:host|domain|name)\b[^.;:\n]{0,40}\b(?:unknown|not found|does not (?:exist|resolve)|nxdomain|no (?:mx|mail exchanger))\b|\bno (?:mailbox|recipients?|user|account|such)\b|\b(?:nxdomain|nullmx|null mx|does not accept mail|unable to (?:find|resolve) (?:the )?(?:mail ?host|domain|host|recipient)|couldn't find any host|cannot find (?:your |any |the )?(?:host|domain|recipient|user)|not listed in (?:domino|public|the)|no longer (?:active|valid|in (?:use|service)|on this|employed|available|works?|accept)|does not (?:have|exist)|has (?:moved|left)|not a known user|isn't a valid|user not local|domain is not reachable|doesn't have an? \S+ account|(?:account|mailbox|user|recipient)(?:\(s\))?(?: account)? (?:has been |is )?(?:disabled|discontinued|deactivated|suspended|closed|terminated)|disabled recipient|invalid (?:final )?delivery userid|host not found|name not found|wasn't found|was not found|unknown in)\b|\bnicht im [^.;\n]{0,40}verzeichnis\b|n'est pas (?:répertorié|listé)|リストにありません|存在しません|見つかりません|宛先不明|не найден|не существует/i
const SURELY_NO_SUCH =
  /\b(?:user unknown|unknown user|no such (?:user|mailbox|recipient|account|address|person)|user not found|(?:user|mailbox|recipient|account|address) does ?n[o']t exist|(?:user|mailbox|recipient|account|address|domain) does not exist|host unknown|host not found|unknown (?:address|recipient)|recipient not found|address (?:not found|unknown)|couldn't find any host|domain is not reachable|no valid recipients?|does not accept mail)\b/i

/** There is no such domain, or it takes no mail (RFC 7505). */
const NO_MAIL_DOMAIN =
  /\b(?:null ?mx|no mx (?:records?|hosts?)|nxdomain|host \S+ not found|(?:doesn't|does not) receive e?-?mail|(?:couldn't|could not|cannot) find a mail exchanger|not accepting network messages|(?:indicated|has|offers) no smtp service)\b/i
/** A refusal that gives no reason. */
const REFUSED = /\b(?:rejected|refused|filtered)\b/i
/** The server has trouble of its own. */
const OF_SERVER =
  /\b(?:transaction failed|(?:service|system|resources?) (?:is )?(?:currently |temporarily )?unavailable|(?:internal|system|server|software|queue|disk|configuration) (?:\w+ )?(?:error|failure)|frozen|locked|too many hops)\b/i

/** Too large, too fast or in a circle: it is the message or the moment, not the address. */
const TOO_LARGE =
  /\b(?:message (?:size|length|too (?:large|big)|exceeds)|(?:size|length) exceeds|too (?:large|big) for|exceeds? (?:administrative limit|the maximum (?:message )?size|size limit|max(?:imum)? size)|maximum message|insufficient disk space)\b/i
const OF_MESSAGE =
  /\b(?:message (?:size|length|too (?:large|big)|exceeds)|(?:size|length) exceeds|too (?:large|big) for|exceeds? (?:administrative limit|the maximum (?:message )?size|size limit|max(?:imum)? size)|maximum (?:message|hop)|ma ?ximum hop count|hop count|mail loop|routing loop|forwarded more than|at a rate that|receiving mail (?:at|too)|insufficient disk space|no such file or directory|try again later|not found, try again|connection refused|temporar\w*|timed? ?out|unexpected name server)\b/i
const HARD_STATUS = /^5\.1\.(?:0|1|2|3|6|10)$|^5\.2\.1$|^5\.4\.4$|^5\.7\.13$/
/** What is said of the sender is no word on the recipient. */
const OF_SENDER =
  /\b(?:domain of sender|sender(?:'s)? (?:address|domain|id)|mail from|return[- ]path|envelope[- ]from|sender)\b[^;\n]{0,80}\b(?:does not|doesn't|not (?:exist|found|resolv\w*)|rejected|invalid|unknown|unresolv\w*|denied)/i
/** Exchange Online words an unknown recipient as a denial. */
const DENIED_RECIPIENT = /\b5\.4\.1\b.*recipient address rejected: access denied/i

/** `status` is the enhanced code, in the text or beside it. `code` is null where the text is all there is. */
export function readRefusal(
  code: number | null,
  said: string,
  status: string | null = enhancedStatus(said),
): RefusalClass {
  // What one gateway writes before the words of every server it asked.
  const text = said.replace(/\b5\.1\.0 - unknown address error\b/i, '')
  const isOfMessage = OF_MESSAGE.test(text)
  const isSurelyGone = SURELY_NO_SUCH.test(text)
  const isGone = isSurelyGone || NO_SUCH.test(text)
  // A loop, and an account that is locked for a time, are no word on mail like ours.
  const isElse =
    /\b(?:hop count|mail loop|routing loop|(?:recipient|user)\S*(?: \S+)?(?: account)? (?:is |has been )?(?:temporar\w+ )?(?:blocked|locked))\b/i.test(
      text,
    )
  const isBlocked = BLOCKED.test(text) && !isElse
  // A full mailbox has an owner, whatever code the server chose.
  if (/^[45]\.2\.2$/.test(status ?? '') || /\b[45]\.2\.2\b(?!\.)/.test(text)) return 'full'
  if (FULL.test(text) && !TOO_LARGE.test(text) && !isSurelyGone) return 'full'
  if (isSurelyGone && !isBlocked && !isOfMessage && /\b55\d\b/.test(text)) return 'hard'
  // An address that is not known stays so, whatever the first digit.
  if (/^4\.1\.1$/.test(status ?? '') && isSurelyGone && !isOfMessage) return 'hard'
  if (code === 556 || (NO_MAIL_DOMAIN.test(text) && !OF_SENDER.test(text) && !isOfMessage)) return 'hard'
  if ((code !== null && code < 500) || status?.startsWith('4.'))
    return isBlocked && !isGone && !/try (?:again )?later/i.test(text) ? 'blocked' : 'soft'
  if (DENIED_RECIPIENT.test(text) || status === '5.7.13') return 'hard'
  if (OF_SENDER.test(text) || /^5\.1\.[78]$/.test(status ?? '')) return 'blocked'
  if (status?.startsWith('5.7.') && isElse) return 'soft'
  // A class that the server did not name itself is a guess of the one that reports it, and words tell more.
  const isOwnStatus = status !== null && text.includes(status)
  if (status?.startsWith('5.7.')) return (isSurelyGone || (isGone && !isOwnStatus)) && !isBlocked ? 'hard' : 'blocked'
  if (/\b5\.7\.\d+\b/.test(text) && !isSurelyGone) return 'blocked'
  if (HARD_STATUS.test(status ?? '')) {
    if (isOfMessage && !isSurelyGone) return 'soft'
    return isBlocked && !isGone ? 'blocked' : 'hard'
  }
  if (isBlocked && !isSurelyGone) return 'blocked'
  // The server did not understand us.
  if (code !== null && code < 505) return 'soft'
  if (isOfMessage || OF_SERVER.test(text) || /^5\.[3-6]\./.test(status ?? ''))
    return isGone && !isOfMessage ? 'hard' : 'soft'
  // What a server refuses for good, and neither for the address nor for itself, it refuses for what we are or write.
  const isForGood = code !== null && code >= 550
  return isGone ? 'hard' : isForGood || REFUSED.test(text) ? 'blocked' : 'soft'
}

export function enhancedStatus(text: string): string | null {
  return /(?:^|[\s#(\-:;"])([245]\.\d{1,3}\.\d{1,3})(?=$|[\s:;,)\]"-])/.exec(text)?.[1] ?? null
}

const BACKOFF_MINUTES = [5, 15, 60, 180, 360, 720]

/** When to try again after the nth attempt; null: never. Greylisting lets mail through after minutes, full mailboxes after hours. */
export function retryAfterMinutes(attempts: number): number | null {
  return BACKOFF_MINUTES[attempts - 1] ?? null
}
