// What it costs to let the right people in: page reads with and without row-level security, logins, and a directory's requests.
import { PASSWORD } from '../api.ts'
import { load, type Measured, median, quantile } from '../load.ts'
import { type Finding, ms, number } from '../report.ts'
import type { Stage } from '../stage.ts'
import type { Store } from '../store.ts'

const PAGE = 100
const ROUNDS = 5
const LOGINS = 40
const LOOP = { clients: 8, seconds: 2 }
const DIRECTORY = { clients: 4, seconds: 3 }
/** What Entra asks of those it provisions. */
const PER_SECOND = 25

export async function access(stage: Stage): Promise<Finding[]> {
  return [...(await pages(stage)), ...(await logins(stage)), ...(await directory(stage))]
}

/**
 * The same process with the policies of all tables on and off by turns. A page read is under no rate limit and leaves no
 * line in the audit log, so the policies are all that tells the two apart; the login is looked at in both.
 */
async function pages({ api, store, big }: Stage): Promise<Finding[]> {
  const { id, rows } = await big()
  const count = Math.floor(rows / PAGE)
  const path = (n: number) => `/api/workbooks/${id}?page_size=${PAGE}&page=${1 + ((n * 7919) % count)}`
  const target = { url: api.url, headers: api.headers, path }
  const tables = await guarded(store)
  const guardedRates: Measured[] = []
  const bareRates: Measured[] = []
  await load(target, LOOP)
  try {
    for (let round = 0; round < ROUNDS; round++) {
      guardedRates.push(await load(target, LOOP))
      await policies(store, tables, 'disable')
      bareRates.push(await load(target, LOOP))
      await policies(store, tables, 'enable')
    }
  } finally {
    await policies(store, tables, 'enable')
  }
  const rate = (measured: Measured[]) => median(measured.map(({ per_second }) => per_second))
  const cost = 1 - median(guardedRates.map(({ per_second }, n) => per_second / (bareRates[n] as Measured).per_second))
  return [
    {
      what: `page of ${PAGE} rows, signed in, 8 clients: cost of row-level security (no limit and no audit line apply to reads)`,
      measured: `${number(cost * 100, 1)} % (${number(rate(guardedRates))}/s)`,
      beside: `${number(rate(bareRates))}/s without`,
      bar: '≤ 25 %',
      pass: cost <= 0.25,
    },
  ]
}

async function guarded(store: Store): Promise<string[]> {
  const found = await store.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relrowsecurity and relkind in ('r', 'p') order by 1`,
  )
  return found.map(({ name }) => name)
}

async function policies(store: Store, tables: string[], act: 'enable' | 'disable'): Promise<void> {
  for (const name of tables) await store.query(`alter table ${name} ${act} row level security`)
}

async function logins({ api }: Stage): Promise<Finding[]> {
  const logIn = async () => {
    const begun = performance.now()
    const body = new URLSearchParams({ username: 'admin', password: PASSWORD })
    const answer = await fetch(`${api.url}/auth/token`, { method: 'POST', body })
    if (answer.status !== 200) throw new Error(`A login was answered ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
    return performance.now() - begun
  }
  await logIn()
  const alone: number[] = []
  for (let n = 0; n < 10; n++) alone.push(await logIn())
  const started = performance.now()
  const times: number[] = []
  const client = async () => {
    for (let n = 0; n < LOGINS / 4; n++) times.push(await logIn())
  }
  await Promise.all(Array.from({ length: 4 }, client))
  const rate = (LOGINS / (performance.now() - started)) * 1000
  times.sort((a, b) => a - b)
  return [
    {
      what: 'login, one at a time; and 4 at once',
      measured: `${ms(median(alone))}; ${number(rate, 1)}/s`,
      beside: `p99 ${ms(quantile(times, 0.99))}`,
    },
  ]
}

async function directory({ api }: Stage): Promise<Finding[]> {
  const made = await api.send<{ token: string; base_url: string }>('POST', '/api/settings/scim-tokens', {
    name: 'Bench',
  })
  const users = `${new URL(made.base_url).pathname}/Users`
  const headers = { authorization: `Bearer ${made.token}` }
  const prefix = `p${Date.now()}`
  const name = (n: number) => `${prefix}-${n}@example.com`
  const user = (n: number) => JSON.stringify({ userName: name(n), name: { givenName: 'Ann', familyName: `No ${n}` } })
  const created = await load({ url: api.url, method: 'POST', headers, path: () => users, body: user }, DIRECTORY)
  const first = await fetch(`${api.url}${users}?filter=${encodeURIComponent(`userName eq "${name(0)}"`)}`, { headers })
  const [{ id }] = ((await first.json()) as { Resources: [{ id: string }] }).Resources
  const get = (path: (n: number) => string) => load({ url: api.url, headers, path }, DIRECTORY)
  const filter = (text: string) => `${users}?count=100&filter=${encodeURIComponent(text)}`
  const change = (n: number) =>
    JSON.stringify({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'displayName', value: `Ann ${n}` }],
    })
  const found: [string, Measured][] = [
    ['create', created],
    ['GET', await get(() => `${users}/${id}`)],
    ['filter userName eq', await get((n) => filter(`userName eq "${name(n % 50)}"`))],
    ['filter userName co', await get((n) => filter(`userName co "-${n % 50}@"`))],
    [
      'PATCH',
      await load({ url: api.url, method: 'PATCH', headers, path: () => `${users}/${id}`, body: change }, DIRECTORY),
    ],
  ]
  return found.map(([what, { per_second, p99 }]) => ({
    what: `SCIM, 4 clients: ${what}`,
    measured: `${number(per_second)}/s (p99 ${ms(p99)})`,
    bar: `≥ ${PER_SECOND}/s`,
    pass: per_second >= PER_SECOND,
  }))
}
