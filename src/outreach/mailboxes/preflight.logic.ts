// What the DNS records of a sending domain mean: SPF, DKIM, DMARC, MX and the reverse name of the server.
import { createPublicKey } from 'node:crypto'
import type { PreflightItem } from './mailbox.schema.ts'

/** Null: DNS gave no answer, which is not the same as no record. */
export type Records = readonly string[] | null

const unknown = (check: PreflightItem['check'], name: string): PreflightItem => ({
  check,
  verdict: 'unknown',
  records: [],
  message: `DNS gave no answer about ${name}.`,
  fix: 'Check again in a few minutes.',
})

const LOOKUPS = /(?:^|\s)[+?~-]?(?:include:|a(?=[\s:/]|$)|mx(?=[\s:/]|$)|ptr(?=[\s:]|$)|exists:|redirect=)/gi

/** `lookups` counts those of included records too; null when they could not be followed. */
export function judgeSpf(domain: string, txt: Records, lookups: number | null): PreflightItem {
  if (txt === null) return unknown('spf', domain)
  const records = txt.filter((one) => /^v=spf1(?:\s|$)/i.test(one))
  const item = { check: 'spf' as const, records: [...records] }
  const [record] = records
  if (record === undefined)
    return {
      ...item,
      verdict: 'fail',
      message: `${domain} has no SPF record.`,
      fix: `Add a TXT record at ${domain}: "v=spf1 include:<your mail service> ~all".`,
    }
  if (records.length > 1)
    return {
      ...item,
      verdict: 'fail',
      message: 'There is more than one SPF record, so none counts.',
      fix: 'Join them into one.',
    }
  if (/(?:^|\s)\+?all(?:\s|$)/i.test(record))
    return {
      ...item,
      verdict: 'fail',
      message: '"+all" lets any server send for this domain.',
      fix: 'End the record with "~all" or "-all".',
    }
  const total = lookups ?? spfLookups(record)
  if (total > 10)
    return {
      ...item,
      verdict: 'fail',
      message: `The record needs ${total} DNS lookups; receivers stop at 10.`,
      fix: 'Remove includes that are not used.',
    }
  if (!/(?:[~-]all|redirect=)/i.test(record))
    return {
      ...item,
      verdict: 'warn',
      message: 'The record does not say what becomes of other senders.',
      fix: 'End it with "~all" or "-all".',
    }
  return { ...item, verdict: 'pass', message: `One SPF record with ${total} of 10 lookups.`, fix: null }
}

export const spfLookups = (record: string): number => record.match(LOOKUPS)?.length ?? 0
export const spfIncludes = (record: string): string[] =>
  [...record.matchAll(/(?:^|\s)[+?~-]?(?:include:|redirect=)([^\s]+)/gi)].map((match) => match[1] as string)

const tagsOf = (record: string): Map<string, string> =>
  new Map(
    record.split(';').flatMap((part): [string, string][] => {
      const at = part.indexOf('=')
      return at === -1 ? [] : [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()]]
    }),
  )

export function judgeDkim(name: string | null, txt: Records): PreflightItem {
  if (name === null)
    return {
      check: 'dkim',
      verdict: 'unknown',
      records: [],
      message: 'No DKIM selector is entered, so the key cannot be looked up.',
      fix: 'Enter the domain and selector that sign your mail, or a key of your own.',
    }
  if (txt === null) return unknown('dkim', name)
  const records = txt.filter((one) => /(?:^|;)\s*p=/.test(one))
  const item = { check: 'dkim' as const, records: [...records] }
  const tags = tagsOf(records[0] ?? '')
  const key = tags.get('p')?.replace(/\s+/g, '')
  if (records.length === 0)
    return {
      ...item,
      verdict: 'fail',
      message: `There is no key at ${name}.`,
      fix: `Add the TXT record of your mail service at ${name}.`,
    }
  if (!key)
    return {
      ...item,
      verdict: 'fail',
      message: 'The key was revoked (p= is empty).',
      fix: 'Publish a new key under another selector.',
    }
  const type = tags.get('k') ?? 'rsa'
  if (type === 'ed25519') return { ...item, verdict: 'pass', message: 'An Ed25519 key is published.', fix: null }
  const bits = rsaBits(key)
  if (bits === null)
    return { ...item, verdict: 'fail', message: 'The published key cannot be read.', fix: 'Copy the record again.' }
  if (bits < 1024)
    return {
      ...item,
      verdict: 'fail',
      message: `The key has ${bits} bits; receivers ignore it.`,
      fix: 'Use a key of 2048 bits.',
    }
  if (bits < 2048)
    return { ...item, verdict: 'warn', message: `The key has ${bits} bits.`, fix: 'Use a key of 2048 bits.' }
  return { ...item, verdict: 'pass', message: `A key of ${bits} bits is published.`, fix: null }
}

function rsaBits(base64: string): number | null {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.modulusLength ?? null
  } catch {
    return null
  }
}

/** `domain` is what messages are from, `signer` the domain that signs: DMARC wants them to belong together. */
export function judgeDmarc(domain: string, txt: Records, signer: string | null): PreflightItem {
  const name = `_dmarc.${domain}`
  if (txt === null) return unknown('dmarc', name)
  const records = txt.filter((one) => /^v=DMARC1\s*(?:;|$)/i.test(one))
  const item = { check: 'dmarc' as const, records: [...records] }
  if (records.length !== 1)
    return {
      ...item,
      verdict: 'fail',
      message:
        records.length === 0
          ? `${domain} has no DMARC record.`
          : 'There is more than one DMARC record, so none counts.',
      fix:
        records.length === 0
          ? `Add a TXT record at ${name}: "v=DMARC1; p=none; rua=mailto:you@${domain}".`
          : 'Keep one.',
    }
  const tags = tagsOf(records[0] as string)
  const policy = tags.get('p')?.toLowerCase()
  if (policy === undefined || !['none', 'quarantine', 'reject'].includes(policy))
    return { ...item, verdict: 'fail', message: 'The record names no policy.', fix: 'Add "p=none" at least.' }
  const isAligned =
    signer === null ||
    signer === domain ||
    (tags.get('adkim') !== 's' && (signer.endsWith(`.${domain}`) || domain.endsWith(`.${signer}`)))
  if (!isAligned)
    return {
      ...item,
      verdict: 'fail',
      message: `Mail from ${domain} signed by ${signer} does not pass DMARC.`,
      fix: `Sign with ${domain}.`,
    }
  if (!tags.has('rua'))
    return {
      ...item,
      verdict: 'warn',
      message: `Policy "${policy}", but no address gets reports.`,
      fix: 'Add "rua=mailto:…" to get reports of servers that send as you.',
    }
  return { ...item, verdict: 'pass', message: `Policy "${policy}" with reports.`, fix: null }
}

export function judgeMx(domain: string, mx: Records): PreflightItem {
  if (mx === null) return unknown('mx', domain)
  const item = { check: 'mx' as const, records: [...mx] }
  if (mx.length === 0 || (mx.length === 1 && (mx[0] === '' || mx[0] === '.')))
    return {
      ...item,
      verdict: 'fail',
      message: `${domain} takes no mail, so replies and bounces are lost.`,
      fix: 'Add an MX record.',
    }
  return { ...item, verdict: 'pass', message: 'Replies can be delivered.', fix: null }
}

/** `pairs`: each address of the server with its reverse names and whether one of them leads back to it. */
export function judgePtr(
  host: string,
  pairs: readonly { address: string; names: Records; confirmed: boolean }[] | null,
): PreflightItem {
  if (pairs === null || pairs.length === 0 || pairs.every(({ names }) => names === null)) return unknown('ptr', host)
  const records = pairs.map(({ address, names }) => `${address} → ${names?.join(', ') || 'no name'}`)
  const item = { check: 'ptr' as const, records }
  if (pairs.some(({ confirmed }) => confirmed))
    return { ...item, verdict: 'pass', message: `${host} has a name that leads back to it.`, fix: null }
  return {
    ...item,
    verdict: 'warn',
    message: `The addresses of ${host} have no reverse name that leads back.`,
    fix: 'If this server delivers to recipients itself, ask its provider for a reverse name. A submission server that relays does not need one.',
  }
}
