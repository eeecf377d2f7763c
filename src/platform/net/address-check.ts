// The address guard for what is saved: an address that no call may go to is refused where it is entered, by the guard of the calls.
import type { AddressCheck } from '../db/database.ts'
import type { EgressPolicy } from './egress.ts'
import { checkHost, checkUrl } from './guard.ts'
import { MAIL_PORTS } from './mail-dialer.ts'

const PLACEHOLDER = /\{\{[^{}]*\}\}/g

/** Names are not resolved: what they lead to is checked at each call, and may be another address by then. */
export function createAddressCheck(policy: EgressPolicy): AddressCheck {
  return {
    web(address) {
      const authority = /^[a-z][a-z0-9+.-]*:[\\/]*([^\\/?#]*)/i.exec(address.trim())?.[1] ?? ''
      // Which host it is, is known when it is called.
      if (authority.includes('{{')) return null
      const check = checkUrl(address.replace(PLACEHOLDER, 'x'), policy)
      return check.ok ? null : check.message
    },
    mail: (host, port) => checkHost(host.trim().toLowerCase().replace(/\.+$/, ''), port, policy, MAIL_PORTS),
  }
}
