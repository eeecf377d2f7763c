// Reads the registrable domain out of a URL, an e-mail address, a bare domain or running text, by the Public Suffix List.
import { domainToASCII } from 'node:url'
import { parse } from 'tldts'
import { isFreeMail, isProfileHost, isSoldSuffix } from './shared-hosts.ts'

export type DomainReading =
  | {
      ok: true
      /** Registrable domain in A-labels; null for a site on a shared domain (acme.github.io). */
      domain: string | null
      /** Host without www, in A-labels. */
      host: string
      suffix: string
      known_suffix: boolean
    }
  | { ok: false; reason: string }

/** Names that never leave a network (RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476) and their homely relatives. */
const RESERVED = /(^|\.)(local|localhost|localdomain|internal|intranet|lan|home|corp|private|invalid|onion|alt|arpa)$/

const LONGEST_ADDRESS = 2048

/** A bare domain in text, with or without a path; a name that starts with "www" is a web address already. */
const BARE = /^(?!www\.)[\p{L}\p{N}][\p{L}\p{N}.-]*\.\p{L}{2,24}(\/\S*)?$/iu

/** A host name that reads as it is written: no capitals, no other scripts, no number at its end, which could be an address. */
const PLAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/

/** The registrable domain (ICANN section of the Public Suffix List, and the endings sold below a domain) of a host name in any case or script; null when it has none. */
export function registrableDomain(host: string): string | null {
  const ascii = domainToASCII(host.normalize('NFC').trim().replace(/\.$/, ''))
  if (ascii === '' || ascii.startsWith('.')) return null
  const sold = parse(ascii, { allowPrivateDomains: true })
  if (sold.publicSuffix !== null && isSoldSuffix(sold.publicSuffix)) return sold.domain
  return parse(ascii, { allowPrivateDomains: false }).domain
}

/** What one host name is worth. */
export function readHost(name: string): DomainReading {
  const ascii = isPlain(name)
    ? name
    : domainToASCII(
        name
          .normalize('NFC')
          .replace(/[。．｡]/g, '.')
          .replace(/\.+$/, ''),
      )
  if (ascii === '' || ascii.length > 253) return no('not a domain')
  const hosted = parse(ascii, { allowPrivateDomains: true })
  // Only where a private ending was found can the list without those say anything else.
  const icann = hosted.isPrivate ? parse(ascii, { allowPrivateDomains: false }) : hosted
  if (icann.isIp || /^[\d.]+$/.test(ascii) || ascii.startsWith('[')) return no('an IP address, not a domain')
  if (RESERVED.test(ascii)) return no('a reserved or private name, not a public domain')
  if (!ascii.split('.').every((label) => LABEL.test(label))) return no('not a domain')
  if (icann.domain === null || icann.publicSuffix === null) return no('a public ending without a name before it')
  const host = ascii.replace(/^(www\d{0,2}|ww\d?|wwww)\.(?=.+\.)/, '')
  const registrable = /^www\d{0,2}$/.test(icann.domainWithoutSuffix ?? '') && host === icann.publicSuffix
  if (registrable) return no('a public ending without a name before it')
  const suffix = icann.publicSuffix
  if (isSoldSuffix(host)) return no('a public ending without a name before it')
  if (hosted.isPrivate && hosted.publicSuffix !== null && host !== hosted.publicSuffix) {
    const domain = isSoldSuffix(hosted.publicSuffix) ? hosted.domain : null
    return { ok: true, domain, host, suffix, known_suffix: true }
  }
  return { ok: true, domain: icann.domain, host, suffix, known_suffix: icann.isIcann === true }
}

/** The domain of an e-mail address, written plainly, as `mailto:` or as `Name <address>`; free mail is refused. */
export function readEmailDomain(text: string): DomainReading {
  const reading = readMailHost(text)
  if (reading.ok && isFreeMail(reading.domain ?? reading.host)) return no(`${reading.domain} is a free mail provider`)
  return reading
}

/** As {@link readEmailDomain}, of any provider. */
export function readMailHost(text: string): DomainReading {
  if (text.length > LONGEST_ADDRESS) return no('too long for an address')
  const address = /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text.replace(/^mailto:/i, '')
  const host = /^[^\s@<>]+@([^\s@<>/?#]+)/u.exec(address.trim())?.[1]
  if (!host) return no('not an e-mail address')
  return readHost(host.replace(/[>,;.]+$/, ''))
}

/** The domain of a web address, typed with or without scheme, path and typing slips. A profile on another site is refused unless `profiles`. */
export function readWebDomain(text: string, profiles = false): DomainReading {
  if (text.length > LONGEST_ADDRESS) return no('too long for an address')
  // Imports bring domains by the million, and most are written like this: a tenth of the time.
  if (isPlain(text)) return readHost(text)
  const typed = text
    .trim()
    .replace(/^["'<([]+|["'>)\],;]+$/g, '')
    .replace(/^(view-source|url|web|website|site|homepage|www)\s*[:=]\s+/i, '')
    .replace(/^h?t{1,2}ps?[:;]?\/{1,3}(?=\S)/i, 'http://')
    .replace(/^http:\/\/(h?t{1,2}ps?[:;]?\/{1,3})/i, 'http://')
    .replace(/^\/\//, 'http://')
    .replace(/^(https?:\/\/)?www[,;\s]\s*(?=\S+\.)/i, 'www.')
  const schemed = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed)
  if (schemed && !/^https?:/i.test(typed)) return no('not a web address')
  if (/\s/.test(typed)) return no('not a web address')
  let url: URL
  try {
    url = new URL(schemed ? typed : `http://${typed}`)
  } catch {
    return no('not a web address')
  }
  if (!url.hostname.includes('.') && !url.hostname.startsWith('[')) return no('not a domain')
  const reading = readHost(url.hostname)
  if (!reading.ok) return reading
  const path = url.pathname.replace(/^\/+|\/+$/g, '').replace(/^(index|home|default)(\.\w+)?$/i, '')
  const owner = reading.domain ?? reading.host
  if (!profiles && path !== '' && isProfileHost(owner, reading.host))
    return no(`a page on ${owner}, not the company's own site`)
  return reading
}

/** The first company domain that running text mentions: web addresses first, then e-mail addresses, then bare domains with a known ending. */
export function readTextDomain(text: string): DomainReading {
  const words = text.split(/[\s<>"'(),;[\]{}|]+/u).map((word) => word.replace(/^[.:!?*-]+|[.:!?*-]+$/g, ''))
  const short = words.filter((word) => word.includes('.') && word.length <= 300).slice(0, 60)
  const url = /^(https?:\/\/|www\.)/i
  const known = (reading: DomainReading) => (reading.ok && !reading.known_suffix ? no('unknown ending') : reading)
  const readings = [
    ...short.filter((word) => url.test(word)).map((word) => readWebDomain(word)),
    ...short.filter((word) => word.includes('@')).map((word) => known(readEmailDomain(word))),
    ...short.filter((word) => BARE.test(word)).map((word) => known(readWebDomain(word))),
  ]
  return (
    readings.find((reading) => reading.ok && reading.domain !== null) ??
    readings.find((reading) => reading.ok) ??
    readings[0] ??
    no('no domain in the text')
  )
}

/** A-labels are left to the caller, which checks them. */
function isPlain(text: string): boolean {
  return PLAIN.test(text) && !text.includes('xn--')
}

function no(reason: string): DomainReading {
  return { ok: false, reason }
}
