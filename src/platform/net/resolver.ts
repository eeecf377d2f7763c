// Name resolution for outgoing requests, kept off the thread pool that password hashing and file access share.
import { lookup, Resolver } from 'node:dns/promises'
import { NetError } from './failure.ts'

/** All addresses of a name, as text; throws a NetError of kind `dns` when there are none. */
export type AddressResolver = (name: string) => Promise<string[]>

const secondFamilyGraceMs = 250
const machineLookups = 2

/**
 * Asks DNS for A and AAAA at once; a name DNS does not know is then looked up as the machine does (hosts file, search
 * domains), two at a time because each of those holds a thread. Equal questions share one answer while it is under way.
 * @param servers `ip` or `ip:port` of the DNS servers to ask, and only those; absent = the machine's way.
 */
export function createResolver(servers?: string[]): AddressResolver {
  const dns = new Resolver({ timeout: 1500, tries: 2 })
  if (servers) dns.setServers(servers)
  const underWay = new Map<string, Promise<string[]>>()
  const waiting: (() => void)[] = []
  let lookups = 0

  async function askMachine(name: string): Promise<string[]> {
    while (lookups >= machineLookups) await new Promise<void>((resume) => waiting.push(resume))
    lookups += 1
    try {
      return (await lookup(name, { all: true })).map((found) => found.address)
    } finally {
      lookups -= 1
      waiting.shift()?.()
    }
  }

  async function resolve(name: string): Promise<string[]> {
    let found = await askDns(dns, name)
    if (found.length === 0 && !servers) found = await askMachine(name).catch(() => [])
    if (found.length === 0) throw new NetError('dns', `${name} was not found in DNS`)
    return found
  }

  return (name) => {
    const asked = underWay.get(name) ?? resolve(name).finally(() => underWay.delete(name))
    underWay.set(name, asked)
    return asked
  }
}

/** Both families; once one has given addresses the other has a short grace, since some servers never answer AAAA. */
function askDns(dns: Resolver, name: string): Promise<string[]> {
  return new Promise((done) => {
    const found: string[] = []
    let open = 2
    let grace: NodeJS.Timeout | undefined
    const take = (addresses: string[]) => {
      found.push(...addresses)
      open -= 1
      if (open === 0) {
        clearTimeout(grace)
        done([...found])
      } else if (addresses.length > 0) grace = setTimeout(() => done([...found]), secondFamilyGraceMs)
    }
    dns.resolve4(name).then(take, () => take([]))
    dns.resolve6(name).then(take, () => take([]))
  })
}
