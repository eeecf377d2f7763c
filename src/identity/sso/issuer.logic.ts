// What may be the address of an identity provider, and an e-mail domain: rules that administrators meet in forms.
import { refuseField } from '../../kernel/errors.ts'
import { isPublic, parseAddress } from '../../platform/net/addresses.ts'
import type { EgressPolicy } from '../../platform/net/egress.ts'
import { checkUrl, hostOf } from '../../platform/net/guard.ts'

/** Without TLS a provider is called only where the operator opened its address, which is not on the public internet; and nothing else for it. */
export function isPlainAllowed(issuer: URL, url: URL, policy: EgressPolicy): boolean {
  if (issuer.protocol !== 'http:') return false
  return [issuer, url].every((one) => {
    const host = hostOf(one)
    const address = parseAddress(host)
    if (address) return !isPublic(address) && checkUrl(one, policy).ok
    return policy.hostMap.has(host) || policy.allow.some((entry) => entry.kind === 'host' && entry.host === host)
  })
}

/** These Microsoft addresses accept every tenant: any tenant's admin could claim any identity. */
const EVERYBODYS = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i

/** The issuer as it is compared with tokens, letter for letter. Refuses (422) what cannot be one. */
export function readIssuer(given: string, policy: EgressPolicy): string {
  const issuer = given.trim().replace(/\/\.well-known\/openid-configuration$/, '')
  const fault = (words: string): never => refuseField(['issuer'], 'value_error', `Value error, ${words}`, given)
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return fault('the issuer is an address that begins with https://')
  if (`${url.search}${url.hash}${url.username}${url.password}` !== '')
    fault('the issuer holds no query, fragment, user name or password')
  if (EVERYBODYS.test(issuer)) fault('name your own tenant: at this address the users of every tenant log in')
  const check = checkUrl(url, policy)
  if (!check.ok) fault(check.message)
  if (url.protocol === 'http:' && !isPlainAllowed(url, url, policy))
    fault('the issuer is an address that begins with https://')
  return issuer
}

/** A domain as e-mail addresses end with it: lower case, punycode. Undefined for anything else. */
export function domainName(given: string): string | undefined {
  const text = given.trim().replace(/^@/, '').replace(/\.$/, '')
  if (!/^[^\s/?#@\\:[\]%]{3,253}$/.test(text) || !URL.canParse(`http://${text}/`)) return undefined
  const host = new URL(`http://${text}/`).hostname
  const isName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(host)
  return isName && !parseAddress(host) ? host : undefined
}

/** The domain of an e-mail address; undefined where there is not exactly one sign of it. */
export function domainOf(email: string): string | undefined {
  const parts = email.split('@')
  return parts.length === 2 && parts[0] !== '' ? domainName(parts[1] ?? '') : undefined
}
