// Verifier of our own: spelling, known kinds of addresses, DNS, and where port 25 is open what the mail server says.
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { isRoleName } from '../../engine/values/role-names.ts'
import { isWildcardName } from '../domains/domain-doubts.ts'
import {
  failed,
  found,
  type Inputs,
  type LookupAnswer,
  notFound,
  type VisitLookup,
  type VisitTools,
} from '../kit/kit.ts'
import { EMAIL } from '../kit/vendor-inputs.ts'
import { openApi } from '../kit/vendor-terms.ts'
import { readWrittenAddress } from './address-syntax.ts'
import { mailPartiesOf } from './mail-providers.ts'
import { type EmailVerdict, verdictOf } from './verdicts.ts'

/** True for an address of a function, such as info@, in place of a person. */
export function isRoleAddress(email: string): boolean {
  return isRoleName(email.trim().slice(0, Math.max(0, email.trim().lastIndexOf('@'))))
}

/** Thousands of names: read when the first address is checked. */
let disposable: ReadonlySet<string> | undefined
/** No mailbox has this name, so a server that accepts it accepts everything. */
const NOBODY = 'no-such-mailbox-7f3a91c2'
const MAILBOX_GONE =
  /5\.1\.[0-9]+|unknown|no such|not exist|does ?n[o']t exist|not found|invalid|disabled|unavailable|rejected: user/i
/** About us and not about the mailbox. */
const ABOUT_US = /spam|block|blacklist|reputation|banned|denied|policy|relay|ip address|dnsbl|spf|reverse|5\.7\./i

export const emailVerifier: VisitLookup = {
  ...openApi('millrace'),
  id: 'email-verifier',
  label: 'Email verifier',
  description:
    'Checks an address by spelling, known lists, DNS and, where port 25 is open, its mail server; sends no mail and costs nothing.',
  docs_url: 'https://www.rfc-editor.org/rfc/rfc5321',
  inputs: [EMAIL],
  outputs: [{ field: 'email_status' }, { field: 'email_verdict' }, { field: 'mail_provider' }],
  license: 'inferred',
  method: 'inferred',
  cache_days: 14,
  timeout_ms: 60_000,
  limits: { concurrency: 16 },
  sample: {
    inputs: { email: 'ada@example.com' },
    values: { email_status: 'valid', email_verdict: 'the mail server takes it' },
  },
  visit: verify,
}

async function verify({ email = '' }: Inputs, tools: VisitTools): Promise<LookupAnswer> {
  const address = email.trim().replace(/^mailto:/i, '')
  const written = readWrittenAddress(address)
  if (!written) return verdict('invalid', 'it is not written as an address can be')
  const { local, host: domain } = written
  disposable ??= disposableEmailBlocklistSet()
  if (disposable.has(domain) || disposable.has(written.domain ?? domain))
    return verdict('disposable', 'the domain gives out mailboxes for minutes')

  const mx = await tools.dns(domain, 'MX')
  if (!mx.ok) return failed('vendor_error', mx.message, true)
  if (mx.gone) return verdict('invalid', 'there is no such domain')
  let hosts = mx.records
  if (hosts.length === 0) {
    // Without MX, mail goes to the address of the name itself (RFC 5321 section 5.1).
    const a = await tools.dns(domain, 'A')
    if (!a.ok) return failed('vendor_error', a.message, true)
    if (a.records.length === 0) return verdict('invalid', 'the domain takes no mail')
    if (await isWildcardName(domain, tools.dns))
      return notFound(
        'The address is well written; whether its domain takes mail is not known: its zone answers for any name',
      )
    hosts = [domain]
  }
  if (hosts.every((host) => host === '')) return verdict('invalid', 'the domain says that it takes no mail')
  const { provider } = mailPartiesOf(hosts)
  if (written.is_international)
    return unknown('its mailbox has letters that not every mail server takes, and servers are not asked about those')
  const isRole = isRoleName(local)
  return onServer(
    hosts.filter((host) => host !== ''),
    local,
    domain,
    isRole,
    provider,
    tools,
  )
}

async function onServer(
  hosts: string[],
  local: string,
  domain: string,
  isRole: boolean,
  provider: string | null,
  tools: VisitTools,
): Promise<LookupAnswer> {
  const more = { mail_provider: provider }
  const cannotTell = (why: string) =>
    isRole ? verdict('role', 'an address of a function, not of a person', more) : unknown(why)
  if (!tools.smtp) return cannotTell('mail servers are not asked from here')
  const host = hosts[0] as string
  const reply = await tools.smtp({ host, recipients: [`${local}@${domain}`, `${NOBODY}@${domain}`] })
  if (!reply.ok) {
    if (reply.reason === 'aborted') return failed('timeout', reply.message, true)
    return cannotTell(reply.message.replace(/\.$/, ''))
  }
  const [wanted, nobody] = reply.replies
  if (!wanted) return cannotTell('the mail server did not say')
  const takes = wanted.code >= 200 && wanted.code < 300
  if (takes && nobody && nobody.code < 300)
    return isRole
      ? verdict('role', 'an address of a function; the mail server takes every address', more)
      : verdict('catch_all', 'the mail server takes every address of the domain', more)
  if (takes && (!nobody || nobody.code >= 500))
    return isRole
      ? verdict('role', 'an address of a function, and the mail server takes it', more)
      : verdict('valid', 'the mail server takes it', more)
  if (wanted.code === 552 || /5\.2\.2|full|quota/i.test(wanted.text))
    return verdict('risky', 'the mailbox is full', more)
  if (wanted.code >= 550 && MAILBOX_GONE.test(wanted.text) && !ABOUT_US.test(wanted.text))
    return verdict('invalid', 'the mail server knows no such mailbox', more)
  return cannotTell(`the mail server would not say (${wanted.code})`)
}

function verdict(word: EmailVerdict, why: string, more: { mail_provider?: string | null } = {}): LookupAnswer {
  const answer = verdictOf('Our verifier', why, word)
  if (answer.kind !== 'found') return answer
  return found({ ...answer.values, ...more }, answer.confidence, { verified: true })
}

function unknown(why: string): LookupAnswer {
  return notFound(`The address is well written and its domain takes mail; the mailbox could not be checked: ${why}`)
}
