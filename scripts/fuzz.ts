// `npm run fuzz`: sends hostile requests to a running service of your own for a while. FUZZ_URL, FUZZ_SECONDS, FUZZ_SEED, ADMIN_PASSWORD.
import { randomBytes } from 'node:crypto'
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

async function post(token: string, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`)
}

console.log(
  `Fuzzing ${url} for ${seconds} s with seed ${seed}. Start the service with LIMITS=off, on data you can lose.`,
)
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
})
console.log(`${requests} requests, answers by status: ${JSON.stringify(statuses)}`)
for (const fault of faults) console.log(`\n${fault}`)
console.log(faults.length === 0 ? 'Nothing came to light.' : `\n${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
