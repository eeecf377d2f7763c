// The words of an answer itself, in any language: without what is quoted below it, without signature, and without what a phone adds.

const ADDRESS = /[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+/
const TIME_OF_DAY = /\b\d{1,2}\s?[:.h]\s?\d{2}\b/
const DATE = /\b(?:19|20)\d{2}\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b/
const LABEL = /^[>*\s]*\p{L}[\p{L} .-]{0,24}\s?[:：]\*?\s*\S/u

/** The line above a quotation names its writer or its moment, and ends with a colon, in every language. */
const isHeader = (line: string) =>
  line.length <= 300 &&
  /[:：]\s*$/.test(line) &&
  /\d/.test(line) &&
  (ADDRESS.test(line) || (TIME_OF_DAY.test(line) && DATE.test(line)))

/** A header of two or three lines stands by itself, after an empty one. */
function isBrokenHeader(lines: readonly string[], at: number): boolean {
  const [first = '', second = '', third = ''] = lines.slice(at, at + 3).map((line) => line.trim())
  if (first === '' || second === '' || (at > 0 && (lines[at - 1] as string).trim() !== '')) return false
  return isHeader(`${first} ${second}`) || (third !== '' && isHeader(`${first} ${second} ${third}`))
}

/** The lines of a mail program that say who wrote what is below: sender, moment, recipient, subject. */
function isBlock(lines: readonly string[], at: number): boolean {
  const block = lines.slice(at, at + 6)
  const end = block.findIndex((line) => !LABEL.test(line))
  const labelled = end === -1 ? block : block.slice(0, end)
  return labelled.length >= 3 && labelled.some((line) => ADDRESS.test(line) || TIME_OF_DAY.test(line))
}

function startsQuote(lines: readonly string[], at: number): boolean {
  const line = (lines[at] as string).trim()
  return (
    line.startsWith('>') ||
    /^-{2,}\s?[^-\n]{3,60}\s?-{2,}$/.test(line) ||
    /^_{10,}$/.test(line) ||
    /^--\s?$/.test(line) ||
    // The footer of every message that was sent.
    /\/api\/outreach\/unsubscribe\?token=/.test(line) ||
    isHeader(line) ||
    isBrokenHeader(lines, at) ||
    isBlock(lines, at)
  )
}

const OF_PHONE =
  /^(?:(?:sent|sendt|get outlook|sent using)\b.{0,20}\b(?:from|for|fra|via|using)\b|von (?:meinem|unterwegs)|gesendet (?:von|mit|über)|diese nachricht wurde von mein|envoyé (?:de|depuis|à partir)|télécharger outlook|enviad[oa] (?:desde|do|a partir|pelo|por)|inviato (?:da|dal)|verstuurd (?:vanaf|vanuit|met)|verzonden (?:vanaf|met|vanuit)|wysłan[eo] (?:z|ze)|skickat från|lähetetty|odesláno|poslano|küldve|trimis|gönderildi|отправлено|надіслано|στάλθηκε|outlook (?:for|pour|für)|.{0,30}から送信|发自我的|發自我的|나의 .{0,20}에서 보냄)/iu

export function answerOf(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const end = lines.findIndex((_, at) => startsQuote(lines, at))
  const own = end === -1 ? lines : lines.slice(0, end)
  while (own.length > 0 && ((own.at(-1) as string).trim() === '' || OF_PHONE.test((own.at(-1) as string).trim())))
    own.pop()
  return own.join('\n').trim()
}

const GREETING_AT_END =
  /^(?:(?:with )?(?:best|kind(?:est)?|warm(?:est)?)(?: (?:wishes|regards))?|regards|cheers|thanks?(?: (?:you|a lot|so much|and regards|in advance))?|many thanks|sincerely|yours(?: \w+)?|mit (?:freundlichen|besten|herzlichen) grü(?:ß|ss)en|(?:viele|beste|freundliche|liebe|schöne) grü(?:ß|ss)e|gru(?:ß|ss)|mfg|vg|lg|danke(?: .{0,20})?|cordialement|bien (?:à vous|cordialement)|salutations|merci(?: .{0,20})?|(?:un )?saludos?(?: .{0,15})?|atentamente|gracias(?: .{0,15})?|(?:cordiali|distinti) saluti|saluti|grazie(?: .{0,15})?|(?:met )?(?:vriendelijke|hartelijke) groet(?:en)?|groet(?:en|jes)?|bedankt|atenciosamente|att\.?|abraços?|obrigad[oa]|cumprimentos|pozdrawiam|z poważaniem|dziękuję|(?:med )?(?:vänlig|bästa) hälsning(?:ar)?|(?:vänliga )?hälsningar|mvh|tack|(?:med )?venlig hilsen|terveisin|s pozdravem|üdvözlettel|cu stimă|saygılarımla|с уважением|з повагою|με εκτίμηση|此致|敬具|よろしくお願い.{0,10})[\s,.!]*$/iu

/** Without the greeting at its end and what follows it: the name, the company, the telephone. */
export function withoutGreeting(answer: string): string {
  const lines = answer.split('\n')
  const end = lines.findIndex((line, at) => at > 0 && GREETING_AT_END.test(line.trim()))
  return (end === -1 ? lines : lines.slice(0, end)).join('\n').trim()
}
