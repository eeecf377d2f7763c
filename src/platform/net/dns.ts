// The records of a name in DNS, as text; for what DNS itself tells, not for connecting (`resolver.ts` does that).
import { Resolver } from 'node:dns/promises'
import { type EgressPolicy, publicOnly } from './egress.ts'
import { isPublicName } from './guard.ts'

type Type = 'A' | 'MX' | 'TXT' | 'NS' | 'CNAME' | 'PTR'
type Reply = { ok: true; records: string[]; gone: boolean } | { ok: false; message: string }

/** Never throws. `gone`: there is no such name; no records and not gone: none of this kind. */
export type DnsAsker = (name: string, type: Type, signal: AbortSignal) => Promise<Reply>

/**
 * A name of the operator's own network is answered like one that does not exist.
 * @param servers `ip` or `ip:port` of the DNS servers to ask; absent = those of the machine.
 */
export function createDnsAsker(servers?: string[], policy: EgressPolicy = publicOnly): DnsAsker {
  return async function ask(name, type, signal) {
    if (!isPublicName(name, policy)) return { ok: true, records: [], gone: true }
    // One resolver for each question: cancelling one cancels all that it has under way.
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    if (servers) resolver.setServers(servers)
    const stop = () => resolver.cancel()
    signal.addEventListener('abort', stop, { once: true })
    try {
      if (signal.aborted) return { ok: false, message: 'Stopped before DNS answered.' }
      return { ok: true, records: await recordsOf(resolver, name, type), gone: false }
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? ''
      if (code === 'ENODATA') return { ok: true, records: [], gone: false }
      if (code === 'ENOTFOUND' || code === 'EBADNAME') return { ok: true, records: [], gone: true }
      return { ok: false, message: `DNS gave no answer about ${name} (${code || 'unknown error'}).` }
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}

async function recordsOf(resolver: Resolver, name: string, type: Type): Promise<string[]> {
  switch (type) {
    case 'A':
      return resolver.resolve4(name)
    case 'NS':
      return resolver.resolveNs(name)
    case 'PTR':
      return resolver.reverse(name)
    case 'CNAME':
      return resolver.resolveCname(name)
    case 'TXT':
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    case 'MX': {
      const records = await resolver.resolveMx(name)
      return records.sort((a, b) => a.priority - b.priority).map(({ exchange }) => exchange.toLowerCase())
    }
  }
}
