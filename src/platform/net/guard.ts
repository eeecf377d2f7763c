// The address guard: which URLs may be called, and which resolved addresses may be connected to.
import { isIP } from 'node:net'
import { type IpAddress, isPublic, parseAddress } from './addresses.ts'
import { type EgressPolicy, isAllowed } from './egress.ts'
import { NetError } from './failure.ts'
import type { AddressResolver } from './resolver.ts'

export type UrlCheck = { ok: true; url: URL } | { ok: false; message: string }

/** The addresses a connection may be made to, each of them checked. */
export interface ConnectionTarget {
  addresses: string[]
  port: number
}

const openPorts: ReadonlySet<number> = new Set([80, 443, 8080, 8443])
const maxUrlLength = 8192

// Names that never belong to the public internet, whatever a resolver answers (RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476).
const localSuffix =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|arpa|onion|alt|invalid|i2p)$/
const metadataName = /^(?:instance-data\.ec2\.internal|metadata\.(?:tencentyun|platformequinix|packet)\.(?:com|net))$/

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

/** The host of a URL without the brackets of IPv6 and without trailing dots. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
}

function isLocalName(host: string): boolean {
  return !host.includes('.') || localSuffix.test(host) || metadataName.test(host)
}

/** Whether DNS may be asked about a name for a tenant: what stands in the zones of the operator's network is nothing to them. */
export function isPublicName(name: string, policy: EgressPolicy): boolean {
  const host = name.toLowerCase().replace(/\.+$/, '')
  const isOpened = (opened: string) => host === opened || host.endsWith(`.${opened}`)
  return (
    !isLocalName(host) ||
    [...policy.hostMap.keys()].some(isOpened) ||
    policy.allow.some((entry) => entry.kind === 'host' && isOpened(entry.host))
  )
}

/**
 * Checks what can be known without resolving: http or https, no user or password, a usual port unless the operator opened
 * another, no local name, no address that is neither public nor opened. Use the returned URL object for the request, so
 * that nothing parses the text a second time.
 */
export function checkUrl(input: string | URL, policy: EgressPolicy): UrlCheck {
  const refuse = (message: string): UrlCheck => ({ ok: false, message })
  let url: URL
  try {
    url = new URL(input)
  } catch {
    return refuse('The URL cannot be read')
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse('Only http and https URLs can be fetched')
  if (url.username !== '' || url.password !== '')
    return refuse('A URL with a user name or password in it is not fetched')
  if (url.href.length > maxUrlLength) return refuse('The URL is too long')
  url.hash = ''
  const host = hostOf(url)
  if (host === '' || (isIP(host) !== 0 && !parseAddress(host))) return refuse('The URL has no usable host')
  const reason = checkHost(host, portOf(url), policy)
  return reason === null ? { ok: true, url } : refuse(reason)
}

/** What can be known of a host without resolving it: why it is not called, or null. `ports` as for {@link resolveTarget}. */
export function checkHost(host: string, port: number, policy: EgressPolicy, ports = openPorts): string | null {
  const address = parseAddress(host)
  if (address) return refusalOf(host, address, port, policy, ports)
  if (policy.hostMap.has(host)) return null
  const opened = policy.allow.some(
    (entry) => (entry.port === null || entry.port === port) && (entry.kind === 'range' || entry.host === host),
  )
  if (!opened && isLocalName(host)) return `${host} is not a name on the public internet`
  return opened || ports.has(port) ? null : `Port ${port} is not open for outgoing requests`
}

/** Why this address must not be connected to under this name and port; null when it may. */
function refusalOf(
  host: string,
  address: IpAddress | null,
  port: number,
  policy: EgressPolicy,
  ports = openPorts,
): string | null {
  if (address && isAllowed(policy, host, address, port)) return null
  if (!address || !isPublic(address)) return `${host} is not on the public internet`
  // A name the operator resolves may be local and lie on any port; what it leads to has been checked above.
  if (policy.hostMap.has(host)) return null
  if (!parseAddress(host) && isLocalName(host)) return `${host} is not a name on the public internet`
  return ports.has(port) ? null : `Port ${port} is not open for outgoing requests`
}

/**
 * Resolves a host that passed {@link checkUrl} and checks every address it has; one address that is not allowed refuses
 * them all. `ports` are those that are open on the public internet. Throws a NetError of kind `blocked`, `no_host` or `dns`.
 */
export async function resolveTarget(
  host: string,
  port: number,
  policy: EgressPolicy,
  resolve: AddressResolver,
  ports = openPorts,
): Promise<ConnectionTarget> {
  const mapped = policy.hostMap.get(host)
  const target: ConnectionTarget = {
    addresses: mapped ? [mapped.address] : parseAddress(host) ? [host] : await resolve(host),
    port: mapped?.port ?? port,
  }
  if (target.addresses.length === 0) throw new NetError('no_host', `${host} has no address in DNS`)
  for (const text of target.addresses) {
    const reason = refusalOf(host, parseAddress(text), target.port, policy, ports)
    if (reason) throw new NetError('blocked', reason)
  }
  return target
}
