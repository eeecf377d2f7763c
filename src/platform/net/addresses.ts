// IP addresses and ranges: parsing, membership, and which addresses of the internet are public (IANA special-purpose registries).

/** An address as a number with its family. IPv4 is never silently widened to IPv6 or the other way round. */
export interface IpAddress {
  family: 4 | 6
  value: bigint
}

/** A range in CIDR form; bits beyond the prefix are zero. */
export interface AddressRange {
  family: 4 | 6
  base: bigint
  prefix: number
}

const decimalOctet = /^(?:0|[1-9]\d{0,2})$/
const hexGroup = /^[0-9a-f]{1,4}$/i

/** Strict dotted-quad IPv4 (no octal, hex or short forms) or IPv6 text without brackets and zone; null for anything else. */
export function parseAddress(text: string): IpAddress | null {
  if (text.includes(':')) {
    const value = parseIpv6(text)
    return value === null ? null : { family: 6, value }
  }
  const value = parseIpv4(text)
  return value === null ? null : { family: 4, value }
}

function parseIpv4(text: string): bigint | null {
  const octets = text.split('.')
  if (octets.length !== 4) return null
  let value = 0n
  for (const octet of octets) {
    if (!decimalOctet.test(octet) || Number(octet) > 255) return null
    value = value * 256n + BigInt(octet)
  }
  return value
}

function parseIpv6(text: string): bigint | null {
  let source = text
  const lastColon = source.lastIndexOf(':')
  if (source.includes('.', lastColon)) {
    const tail = parseIpv4(source.slice(lastColon + 1))
    if (tail === null) return null
    source = `${source.slice(0, lastColon + 1)}${(tail >> 16n).toString(16)}:${(tail & 0xffffn).toString(16)}`
  }
  const halves = source.split('::')
  if (halves.length > 2) return null
  const head = halves[0] ? halves[0].split(':') : []
  const tail = halves[1] ? halves[1].split(':') : []
  const missing = 8 - head.length - tail.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null
  let value = 0n
  for (const group of [...head, ...Array<string>(missing).fill('0'), ...tail]) {
    if (!hexGroup.test(group)) return null
    value = value * 65536n + BigInt(`0x${group}`)
  }
  return value
}

/** `10.0.0.0/8`, `fd00::/8`, or a single address as a range of one; bits beyond the prefix are dropped. Null when it is neither. */
export function parseRange(text: string): AddressRange | null {
  const slash = text.indexOf('/')
  const address = parseAddress(slash < 0 ? text : text.slice(0, slash))
  if (!address) return null
  const width = address.family === 4 ? 32 : 128
  const length = slash < 0 ? String(width) : text.slice(slash + 1)
  if (!decimalOctet.test(length) || Number(length) > width) return null
  const drop = BigInt(width - Number(length))
  return { family: address.family, base: (address.value >> drop) << drop, prefix: Number(length) }
}

export function inRange(address: IpAddress, range: AddressRange): boolean {
  if (address.family !== range.family) return false
  const drop = BigInt((range.family === 4 ? 32 : 128) - range.prefix)
  return address.value >> drop === range.base >> drop
}

function ranges(...texts: string[]): AddressRange[] {
  return texts.map((text) => {
    const range = parseRange(text)
    if (!range) throw new Error(`not a range: ${text}`)
    return range
  })
}

const specialIpv4 = ranges(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's host agent: a public number that answers instance metadata on the inside.
  '168.63.129.16/32',
)

// Only 2000::/3 is handed out as global unicast, so everything outside it is special without being listed.
const globalUnicast = ranges('2000::/3')[0] as AddressRange
const specialIpv6 = ranges('2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20')

// DNS64 resolvers of IPv6-only networks answer with these for every IPv4 site, so the embedded address decides.
const nat64 = ranges('64:ff9b::/96')[0] as AddressRange

/**
 * True when the address may belong to a host on the public internet: not in any special-purpose range (IANA registries for
 * IPv4 and IPv6, RFC 6890 and its updates), not multicast, not an IPv4-mapped, IPv4-compatible, 6to4 or Teredo form.
 */
export function isPublic(address: IpAddress): boolean {
  if (address.family === 4) return !specialIpv4.some((range) => inRange(address, range))
  if (inRange(address, nat64)) return isPublic({ family: 4, value: address.value & 0xffffffffn })
  return inRange(address, globalUnicast) && !specialIpv6.some((range) => inRange(address, range))
}
