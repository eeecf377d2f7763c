// Asks DNS for everything a receiver will look at, and judges what it finds.
import type { DnsAsker } from '../../platform/net/dns.ts'
import type { PreflightItem } from './mailbox.schema.ts'
import {
  judgeDkim,
  judgeDmarc,
  judgeMx,
  judgePtr,
  judgeSpf,
  type Records,
  spfIncludes,
  spfLookups,
} from './preflight.logic.ts'

export interface PreflightOf {
  domain: string
  host: string | null
  dkim_domain: string | null
  dkim_selector: string | null
}

const MOST_INCLUDES = 20

export async function runPreflight(dns: DnsAsker, of: PreflightOf, signal: AbortSignal): Promise<PreflightItem[]> {
  const ask = async (name: string, type: Parameters<DnsAsker>[1]): Promise<Records> => {
    const reply = await dns(name, type, signal)
    return reply.ok ? reply.records : null
  }
  const { domain, host, dkim_domain, dkim_selector } = of
  const dkimName = dkim_selector === null ? null : `${dkim_selector}._domainkey.${dkim_domain ?? domain}`
  const [spf, dkim, dmarc, mx, ptr] = await Promise.all([
    ask(domain, 'TXT').then(async (txt) => judgeSpf(domain, txt, txt && (await countLookups(txt)))),
    dkimName === null ? judgeDkim(null, null) : ask(dkimName, 'TXT').then((txt) => judgeDkim(dkimName, txt)),
    ask(`_dmarc.${domain}`, 'TXT').then((txt) =>
      judgeDmarc(domain, txt, dkim_selector === null ? null : (dkim_domain ?? domain)),
    ),
    ask(domain, 'MX').then((records) => judgeMx(domain, records)),
    host === null ? judgePtr('the server', null) : reverse(host),
  ])
  return [spf, dkim, dmarc, mx, ptr]

  /** Counts the lookups of the record and of all that it includes; null when one of those gave no answer. */
  async function countLookups(txt: readonly string[]): Promise<number | null> {
    const first = txt.find((one) => /^v=spf1(?:\s|$)/i.test(one))
    if (first === undefined) return null
    let total = spfLookups(first)
    const waiting = spfIncludes(first)
    for (let followed = 0; waiting.length > 0 && followed < MOST_INCLUDES; followed++) {
      const included = await ask(waiting.shift() as string, 'TXT')
      if (included === null) return null
      const record = included.find((one) => /^v=spf1(?:\s|$)/i.test(one)) ?? ''
      total += spfLookups(record)
      waiting.push(...spfIncludes(record))
    }
    return total
  }

  async function reverse(name: string): Promise<PreflightItem> {
    const addresses = await ask(name, 'A')
    if (addresses === null) return judgePtr(name, null)
    const pairs = await Promise.all(
      addresses.slice(0, 4).map(async (address) => {
        const names = await ask(address, 'PTR')
        const back = await Promise.all((names ?? []).slice(0, 3).map((one) => ask(one, 'A')))
        return { address, names, confirmed: back.some((found) => found?.includes(address)) }
      }),
    )
    return judgePtr(name, pairs)
  }
}
