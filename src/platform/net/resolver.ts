// Name resolution for outgoing requests, kept off the thread pool that password hashing and file access share.
import { lookup, Resolver } from 'node:dns/promises'
import { NetError } from './failure.ts'

/** All addresses of a name, as text; throws a NetError when there are none: `no_host` where DNS says so, `dns` where it did not answer. */
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
    const { found, denial } = await askDns(dns, name)
    if (found.length > 0) return found
    const local = servers ? [] : await askMachine(name).catch(() => [])
    if (local.length > 0) return local
    if (denial === null) throw new NetError('dns', `DNS gave no answer about ${name}`)
    throw new NetError('no_host', `${name} ${denial === 'no_name' ? 'does not exist' : 'has no address'} in DNS`)
  }

  return (name) => {
    const asked = underWay.get(name) ?? resolve(name).finally(() => underWay.delete(name))
    underWay.set(name, asked)
    return asked
  }
}

interface DnsAnswer {
  found: string[]
  /** What DNS said in place of addresses; null where it did not answer for both families. */
  denial: 'no_name' | 'no_address' | null
}

/** Both families; once one has given addresses the other has a short grace, since some servers never answer AAAA. */
function askDns(dns: Resolver, name: string): Promise<DnsAnswer> {
  return new Promise((done) => {
    const found: string[] = []
    const denials: (string | undefined)[] = []
    const answer = () => {
      const isGone = denials.some((code) => code === 'ENOTFOUND' || code === 'EBADNAME')
      const isDenied = denials.length === 2 && (isGone || denials.every((code) => code === 'ENODATA'))
      done({ found: [...found], denial: !isDenied ? null : isGone ? 'no_name' : 'no_address' })
    }
    let open = 2
    let grace: NodeJS.Timeout | undefined
    const take = (addresses: string[]) => {
      found.push(...addresses)
      open -= 1
      if (open === 0) {
        clearTimeout(grace)
        answer()
      } else if (addresses.length > 0) grace = setTimeout(answer, secondFamilyGraceMs)
    }
    const deny = ({ code }: { code?: string }) => {
      denials.push(code)
      take([])
    }
    dns.resolve4(name).then(take, deny)
    dns.resolve6(name).then(take, deny)
  })
}
