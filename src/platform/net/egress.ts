// The egress policy: which addresses that are not public the operator opens, and which names the operator resolves.
import { type AddressRange, type IpAddress, inRange, parseAddress, parseRange } from './addresses.ts'

/** One entry of `EGRESS_ALLOW`: a range or a host name, on one port or (null) on all. */
export type AllowEntry =
  | { kind: 'range'; range: AddressRange; port: number | null }
  | { kind: 'host'; host: string; port: number | null }

/** Where the operator sends a name; port null keeps the port of the URL. */
export interface HostTarget {
  address: string
  port: number | null
}

export interface EgressPolicy {
  allow: readonly AllowEntry[]
  hostMap: ReadonlyMap<string, HostTarget>
}

/** A setting read from text: what could be read, and for each part that could not, the rest of a sentence that starts with the setting's name. */
export interface ParsedSetting<T> {
  value: T
  problems: string[]
}

/** Nothing but the public internet. */
export const publicOnly: EgressPolicy = { allow: [], hostMap: new Map() }

const hostName = /^(?!-)[a-z0-9_-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9_-]{1,63}(?<!-))*$/

/** A host name as the guard compares it: lower case, punycode, no trailing dot; null when it is not a name. */
function normalHost(text: string): string | null {
  if (/[\s/?#@\\:[\]%]/.test(text)) return null
  let host: string
  try {
    host = new URL(`http://${text}/`).hostname
  } catch {
    return null
  }
  host = host.replace(/\.+$/, '')
  return host.length <= 253 && hostName.test(host) ? host : null
}

/** Splits `host`, `host:port`, `1.2.3.4:port`, `[v6]:port` and bare IPv6; null when the port is not 1..65535. */
function splitPort(text: string): { host: string; port: number | null } | null {
  const match = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(text)
  if (!match) return parseRange(text) ? { host: text, port: null } : null
  const port = match[3] === undefined ? null : Number(match[3])
  if (port !== null && (port < 1 || port > 65535)) return null
  return { host: match[1] ?? match[2] ?? '', port }
}

function entriesOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Reads `EGRESS_ALLOW`: comma-separated host names, addresses or CIDR ranges, each with an optional `:port`. */
export function parseEgressAllow(text: string): ParsedSetting<AllowEntry[]> {
  const value: AllowEntry[] = []
  const problems: string[] = []
  for (const entry of entriesOf(text)) {
    const split = splitPort(entry)
    const range = split && parseRange(split.host)
    const host = split && !range && !/^[\d./]+$/.test(split.host) ? normalHost(split.host) : null
    if (split && range) value.push({ kind: 'range', range, port: split.port })
    else if (split && host) value.push({ kind: 'host', host, port: split.port })
    else problems.push(`holds "${entry}", which is not a host, host:port, address or CIDR range`)
  }
  return { value, problems }
}

/** Reads `EGRESS_HOST_MAP`: `name=ip:port` or `name=ip`, comma-separated; IPv6 with a port in brackets. */
export function parseHostMap(text: string): ParsedSetting<Map<string, HostTarget>> {
  const value = new Map<string, HostTarget>()
  const problems: string[] = []
  for (const entry of entriesOf(text)) {
    const equals = entry.indexOf('=')
    const name = equals < 0 ? null : normalHost(entry.slice(0, equals).trim())
    const target = equals < 0 ? null : splitPort(entry.slice(equals + 1).trim())
    if (!name || parseAddress(name)) problems.push(`holds "${entry}", which does not start with a host name and "="`)
    else if (!target || !parseAddress(target.host)) {
      problems.push(`holds "${entry}", which has no IP address, with or without a port, after the "="`)
    } else if (value.has(name)) problems.push(`gives "${name}" twice`)
    else value.set(name, { address: target.host, port: target.port })
  }
  return { value, problems }
}

/** True when the operator opened this address, reached under this name, on this port. */
export function isAllowed(policy: EgressPolicy, host: string, address: IpAddress, port: number): boolean {
  return policy.allow.some(
    (entry) =>
      (entry.port === null || entry.port === port) &&
      (entry.kind === 'range' ? inRange(address, entry.range) : entry.host === host),
  )
}
