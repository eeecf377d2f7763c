// Labels of the public bounces, from what go-sisimai expects of its own reader, in our classes.
//
//   npx tsx bench/quality/bounce-labels.ts <checkout of set-of-emails> <checkout of go-sisimai> <folder for mails and labels.tsv>
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where a reason leaves classes open, each of them is right. */
const CLASSES: Record<string, string> = {
  userunknown: 'hard',
  hostunknown: 'hard',
  hasmoved: 'hard',
  notaccept: 'hard',
  suppressed: 'hard',
  suspend: 'hard soft',
  filtered: 'hard blocked',
  mailboxfull: 'full',
  systemfull: 'full soft',
  mesgtoobig: 'full soft',
  exceedlimit: 'full soft',
  spamdetected: 'blocked',
  badreputation: 'blocked',
  blocked: 'blocked',
  authfailure: 'blocked',
  requireptr: 'blocked',
  norelaying: 'blocked',
  policyviolation: 'blocked',
  virusdetected: 'blocked',
  notcompliantrfc: 'blocked',
  rejected: 'blocked',
  securityerror: 'blocked soft',
  contenterror: 'blocked soft',
  syntaxerror: 'blocked soft',
  toomanyconn: 'blocked soft',
  speeding: 'blocked soft',
  failedstarttls: 'blocked soft',
  expired: 'soft',
  networkerror: 'soft',
  systemerror: 'soft',
  mailererror: 'soft',
  feedback: 'complaint',
}

/** Labels that the mail's own words contradict. */
const CORRECTED: Record<string, string> = {
  // The report says `550 5.1.1 User Unknown`, and nothing of a full mailbox.
  'rfc3464-01.eml': 'hard',
  // `NXDOMAIN, domain name not found`: labeled as a fault of the network, elsewhere as an unknown host.
  'rhost-gsuite-04.eml': 'hard',
  'rhost-gsuite-05.eml': 'hard',
  'rfc3464-53.eml': 'hard',
  'rfc3464-54.eml': 'hard',
  'rfc3464-64.eml': 'hard',
  // `550 Unknown user`, labeled as rejected by what that provider is known to mean.
  'rhost-nttdocomo-02.eml': 'hard',
  'rhost-nttdocomo-03.eml': 'hard',
  // `421 Service not available` and `421 Service refused, please try later` at the greeting, labeled as blocked.
  'lhost-postfix-49.eml': 'soft',
  'lhost-postfix-50.eml': 'soft',
  'rhost-franceptt-10.eml': 'soft',
  'rhost-franceptt-11.eml': 'soft',
  // The server says that it still tries.
  'lhost-exim-38.eml': 'delay',
  'lhost-exim-41.eml': 'delay',
  // The Japanese of `not listed in Domino Directory`, of which the labels know nothing.
  'lhost-domino-02.eml': 'hard',
  'lhost-notes-02.eml': 'hard',
}

const STILL_TRIES =
  /^action:\s*delayed|warning: could not send|will (?:keep|continue) (?:to )?try|still trying|will (?:be )?retr|retried for|has been delayed|is delayed for|warning message only|delivery (?:incomplete|delayed)/im

export interface BounceLabel {
  file: string
  /** As labeled, and as corrected by the words of the mail. */
  labeled: string[]
  classes: string[]
}

export function readBounceLabels(folder: string): BounceLabel[] {
  return readFileSync(join(folder, 'labels.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [file = '', labeled = '', classes = ''] = line.split('\t')
      return { file, labeled: labeled.split(' '), classes: classes.split(' ') }
    })
}

function writeBounceLabels(emails: string, reader: string, folder: string): number {
  const reasons = new Map<string, Set<string>>()
  for (const name of readdirSync(join(reader, 'fact')).filter((one) => one.endsWith('_test.go'))) {
    const server = name.replace(/^\d+-|_test\.go$/g, '')
    const [open = ''] = readFileSync(join(reader, 'fact', name), 'utf8').split('secretlist')
    for (const [, number, reason = ''] of open.matchAll(/\{"(\d+)",\s*\d+,\s*"[^"]*",\s*"[^"]*"\s*,\s*"([a-z]+)"/g)) {
      const file = `${server}-${number}.eml`
      reasons.set(file, (reasons.get(file) ?? new Set()).add(reason))
    }
  }
  mkdirSync(folder, { recursive: true })
  const lines = [...reasons].sort().flatMap(([file, all]) => {
    const from = join(emails, 'maildir/bsd', file)
    const named = [...all].map((reason) => CLASSES[reason]?.split(' '))
    // What is no bounce, and what the reader itself does not know, is left out.
    if (!existsSync(from) || named.some((one) => one === undefined)) return []
    copyFileSync(from, join(folder, file))
    const labeled = [...new Set(named.flatMap((one) => one ?? []))]
    const text = readFileSync(from, 'latin1')
    const isDelay = STILL_TRIES.test(text) && !/^action:\s*failed/im.test(text)
    // A delay has a reason too: that of a network is no class of its own.
    if (isDelay && labeled.join() === 'soft') labeled.pop()
    if (isDelay) labeled.push('delay')
    return `${file}\t${labeled.join(' ')}\t${CORRECTED[file] ?? labeled.join(' ')}\n`
  })
  writeFileSync(join(folder, 'labels.tsv'), lines.join(''))
  return lines.length
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [emails, reader, folder] = process.argv.slice(2)
  if (!emails || !reader || !folder) throw new Error('Give two checkouts and a folder.')
  console.log(`${writeBounceLabels(emails, reader, folder)} labels`)
}
