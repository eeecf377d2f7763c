// The outside world of a test run: nothing leaves this machine, whatever a lookup tries.
import type { Tools } from './outside.ts'

const MESSAGE = 'This is a test run, so nothing is sent to others'
const refuse = async () => ({ ok: false as const, reason: 'blocked' as const, message: MESSAGE, sent: false })

/** The clock of the tools, and no way out: HTTP, pages and names are refused, and there are no mail servers. */
export function withoutOutside({ now }: Pick<Tools, 'now'>): Tools {
  return { now, http: refuse, fetchPage: refuse, dns: async () => ({ ok: false, message: MESSAGE }) }
}
