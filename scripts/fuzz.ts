// `npm run fuzz`: sends hostile requests to a running service of your own for a while. FUZZ_URL, FUZZ_SECONDS, FUZZ_SEED, ADMIN_PASSWORD;
// with FUZZ_DATABASE_URL, the address of its database as its owner, also that what was refused changed nothing.
//
// Blocks of the service's loop are judged beside a process that does nothing: what the machine keeps that one waiting for is not counted.
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { COUNTED } from '../test/counted-state.ts'
import type { Document } from '../test/fuzz.ts'
import { fuzz } from '../test/fuzz-run.ts'

const url = process.env.FUZZ_URL ?? 'http://127.0.0.1:8000'
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)
const seconds = Number(process.env.FUZZ_SECONDS ?? 60)
const administrator = { username: process.env.ADMIN_USERNAME ?? 'admin', password: process.env.ADMIN_PASSWORD ?? '' }

async function logIn(account: typeof administrator): Promise<string> {
  const answer = await fetch(`${url}/auth/token`, { method: 'POST', body: new URLSearchParams(account) })
  if (!answer.ok)
    throw new Error(`The login failed (${answer.status}); ADMIN_PASSWORD names the password of the administrator.`)
  return ((await answer.json()) as { access_token: string }).access_token
}

/** Seconds for which the loop of a process that does nothing stood still at most, since this was asked last. */
async function idleBlock(idle: ChildProcess): Promise<number> {
  const answer = once(idle, 'message')
  idle.send('how long?')
  return ((await answer)[0] as number) / 1e9
}

/** The same of the service, by what it tells itself. */
async function serviceBlock(): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1])
}

async function post(token: string, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`)
}

console.log(
  `Fuzzing ${url} for ${seconds} s with seed ${seed}. Start the service with LIMITS=off, on data you can lose.`,
)
const idle = fork(new URL('../test/idle-loop.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
await once(idle, 'message')
let longest = 0
const store = process.env.FUZZ_DATABASE_URL ? new pg.Client(process.env.FUZZ_DATABASE_URL) : undefined
await store?.connect()
const { requests, statuses, faults } = await fuzz({
  url,
  document: (await (await fetch(`${url}/openapi.json`)).json()) as Document,
  seed,
  until: Date.now() + seconds * 1000,
  // A new administrator with a workspace each time: requests rename accounts, end sessions and delete workspaces.
  async logIn() {
    const account = { username: randomBytes(8).toString('hex'), password: randomBytes(12).toString('hex') }
    await post(await logIn(administrator), '/admin/users', { ...account, role: 'admin' })
    const token = await logIn(account)
    await post(token, '/api/workspaces', { name: account.username })
    return token
  },
  ...(store && { countState: async () => (await store.query(COUNTED)).rows[0] }),
  async longestBlock() {
    const [service, machine] = await Promise.all([serviceBlock(), idleBlock(idle)])
    const block = service - machine
    longest = Math.max(longest, block)
    return block
  },
})
idle.disconnect()
await store?.end()
console.log(`${requests} requests, answers by status: ${JSON.stringify(statuses)}`)
console.log(
  `The longest time that the loop stood still once, beside a process that does nothing: ${Math.round(longest * 1000)} ms`,
)
for (const fault of faults) console.log(`\n${fault}`)
console.log(faults.length === 0 ? 'Nothing came to light.' : `\n${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
