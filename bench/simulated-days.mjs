// Loaded into a worker of the simulated days before everything else: its clock is ahead by what CLOCK_FILE says in ms, and DNS knows no records.
import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'

let ahead = 0
function read() {
  const text = readFileSync(process.env.CLOCK_FILE, 'utf8')
  // Empty for a moment while it is written.
  if (text !== '') ahead = Number(text)
}
read()
setInterval(read, 20).unref()

const RealDate = Date
const realNow = Date.now
const now = () => realNow() + ahead
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, as) => Reflect.construct(target, given.length === 0 ? [now()] : given, as),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})

for (const name of ['resolve4', 'resolveCname', 'resolveMx', 'resolveNs', 'resolveTxt', 'reverse'])
  Resolver.prototype[name] = async () => {
    throw Object.assign(new Error('there are no records'), { code: 'ENODATA' })
  }
