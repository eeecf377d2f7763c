// Kills workers at random moments of the polls of a simulated world, day after day of its clock: every event planted there must be found exactly
// once and told once, nothing else, and no host may be asked by two at once. Run: npx tsx bench/watches-chaos.ts
import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Company, WORLD_HOSTS, watchesOf } from '../src/monitoring/polls/company.fixture.ts'
import { openWorld, type World } from '../src/monitoring/polls/world.fixture.ts'
import { compareFound, type FoundSignal, openYear } from '../src/monitoring/polls/year.fixture.ts'
import { randomFrom } from '../test/random.ts'
import { type Api, login } from './api.ts'
import { buildPrograms, type Programs } from './build.ts'
import { makeCertificate } from './certificate.ts'
import { endOf } from './chaos-end.ts'
import { type Program, startProgram } from './program.ts'
import { type Folder, openFolder } from './stage.ts'
import { openStore, type Store } from './store.ts'

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '40' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
})
const [days, kills, seed] = [values.days, values.kills, values.seed].map(Number) as [number, number, number]
const DAY = 86_400_000
const NAMES = ['acmeworks', 'boltline', 'cranefold', 'drumfield']
/** What is due within so long is polled together. */
const TOGETHER_MS = DAY / 4
const GIVE_UP_MS = 180_000

interface Stage {
  store: Store
  world: World
  companies: Company[]
  workers: Program[]
  start: () => Promise<Program>
  clock: { now: () => number; moveTo: (at: number) => void }
  /** By the clock of the world, with how many polls were at work. */
  killed: { at: number; polls: number }[]
}

async function nextPoll(store: Store): Promise<number> {
  const [row] = await store.query<{ next_at: Date | null }>(
    "select min(next_at) as next_at from schedules where kind = 'watch.poll' and not paused",
  )
  return row?.next_at?.getTime() ?? Number.POSITIVE_INFINITY
}

async function pollsAtWork(store: Store): Promise<number> {
  const [row] = await store.query<{ n: number }>("select count(*)::int as n from queue where kind = 'watch.poll'")
  return row?.n ?? 0
}

/** Kills one of the workers while it polls, and starts another. */
async function kill({ store, world, workers, start, clock, killed }: Stage): Promise<void> {
  const before = world.log.length
  const began = performance.now()
  while (world.log.length === before && performance.now() - began < GIVE_UP_MS) await sleep(5)
  // While a request is under way, or a little later: between two of a poll, or while one is committed.
  await sleep(randomInt(2) === 0 ? randomInt(40) : randomInt(600))
  const polls = await pollsAtWork(store)
  const at = randomInt(workers.length)
  await workers[at]?.kill()
  killed.push({ at: clock.now(), polls })
  workers[at] = await start()
}

/** Until nothing is being polled and nothing is due. */
async function settle({ store, clock }: Stage): Promise<void> {
  const began = performance.now()
  while ((await pollsAtWork(store)) > 0 || (await nextPoll(store)) <= clock.now()) {
    if (performance.now() - began > GIVE_UP_MS) throw new Error('the polls that are due do not end')
    await sleep(100)
  }
}

async function live(stage: Stage): Promise<void> {
  const { store, world, companies, clock } = stage
  const start = clock.now()
  const plan = {
    days,
    rate: 0.5,
    quiet_days: 12,
    once: {
      6: (company: Company) => company.firstInFrance(),
      11: (company: Company) => company.adopt(),
      15: (company: Company) => company.naming(),
    },
  }
  const begin = openYear(companies, world, plan, randomFrom(seed))
  const killDays = new Set(Array.from({ length: kills }, (_, n) => 1 + Math.floor((n * (days - 1)) / kills)))
  let left = kills
  for (let day = 0; ; ) {
    const next = await nextPoll(store)
    if (next > start + days * DAY) return
    const isFirst = day === 0
    clock.moveTo(isFirst ? clock.now() : Math.max(clock.now(), next + TOGETHER_MS))
    for (; start + day * DAY <= clock.now(); day++) {
      begin(day)
      if (killDays.has(day) && left > 0) {
        left--
        await kill(stage)
      }
    }
    await settle(stage)
  }
}

/** What the log of the world says of politeness: how often a host was asked by two at once, too soon, or again without need. */
function judgeLog({ world, killed }: Stage): { together: number; hasty: number; again: number; needless: number } {
  const sites = new Set(NAMES.map((name) => `${name}.com`))
  const lastOfHost = new Map<string, number>()
  const lastOfPath = new Map<string, number>()
  const sum = { together: 0, hasty: 0, again: 0, needless: 0 }
  for (const { host, path, at, beside, status } of world.log) {
    if (beside > 0) sum.together++
    const before = lastOfHost.get(host)
    // A second between two requests to a site, which takes a moment to get there.
    if (before !== undefined && sites.has(host) && at - before < 950) sum.hasty++
    lastOfHost.set(host, at)
    if (status >= 400 || status === 0) continue
    const same = lastOfPath.get(`${host}${path}`)
    lastOfPath.set(`${host}${path}`, at)
    if (same === undefined || at - same >= 0.9 * DAY) continue
    // An answer that a killed worker did not store is fetched once more.
    sum.again++
    if (!killed.some((one) => one.at >= same && one.at <= at)) sum.needless++
  }
  return sum
}

async function judge(stage: Stage): Promise<boolean> {
  const { store, companies, world, killed } = stage
  const found = await store.query<FoundSignal & { id: string }>('select id::text, type, title, company from signals')
  const { missing, unplanted } = compareFound(companies, found)
  const told = await store.query<{ id: string; times: number }>(
    `select payload ->> 'signal_id' as id, count(*)::int as times from (select type, payload from events
       union all select type, payload from outbox) e where type = 'signal.created' group by 1`,
  )
  const twice = told.filter(({ times }) => times > 1).length
  const untold = found.length - told.length
  const { together, hasty, again, needless } = judgeLog(stage)
  const planted = companies.reduce((sum, { expected }) => sum + expected.length, 0)
  const midway = killed.filter(({ polls }) => polls > 0).length
  console.log(`${days} days, seed ${seed}: ${killed.length} kills, ${midway} of them while polls were at work`)
  console.log(
    `${planted} events planted, ${found.length} signals: ${missing.length} missing, ${unplanted.length} not planted`,
  )
  for (const one of [...missing, ...unplanted]) console.log(`  ${JSON.stringify(one)}`)
  console.log(`told of: ${twice} twice, ${untold} never`)
  console.log(
    `${world.log.length} requests: ${together} beside another to the same host, ${hasty} too soon, ${again} again after a kill, ${needless} again without one`,
  )
  return (
    [missing.length, unplanted.length, twice, untold, together, hasty, needless].every((count) => count === 0) &&
    planted > 0 &&
    midway > 0
  )
}

async function play({ server }: Programs, folder: Folder): Promise<boolean> {
  const clockFile = join(folder.path, 'clock')
  let ahead = 0
  const clock = {
    now: () => Date.now() + ahead,
    moveTo(at: number) {
      ahead += Math.max(0, at - clock.now())
      writeFileSync(clockFile, String(ahead))
    },
  }
  clock.moveTo(clock.now())
  const hosts = [...NAMES.map((name) => `${name}.com`), ...WORLD_HOSTS]
  const certificate = makeCertificate(folder.path, hosts)
  const world = await openWorld(hosts, clock.now, {}, certificate)
  const companies = NAMES.map((name) => new Company(name, world, clock.now))
  // Long enough that kills meet requests under way.
  for (const pages of world.pages.values()) for (const page of pages.values()) page.delay_ms = 20 + randomInt(60)
  const environment = {
    ...folder.environment,
    EGRESS_HOST_MAP: hosts.map((host) => `${host}=127.0.0.1:${world.port}`).join(','),
    EGRESS_ALLOW: `127.0.0.1:${world.port}`,
    NODE_EXTRA_CA_CERTS: certificate.path,
  }
  const service = await startProgram(server, folder.path, { ...environment, ROLE: 'api' })
  const api: Api = await login(service.url)
  const store = await openStore(folder.environment.DATA_DIR as string)
  const clockwork = `--import=${join(import.meta.dirname, 'simulated-days.mjs')}`
  const start = () =>
    startProgram(server, folder.path, {
      ...environment,
      ROLE: 'worker',
      CLOCK_FILE: clockFile,
      NODE_OPTIONS: clockwork,
    })
  for (const name of NAMES)
    for (const watch of watchesOf(name)) await api.send('POST', '/api/watches', { ...watch, interval: 'daily' })
  const stage: Stage = {
    store,
    world,
    companies,
    start,
    clock,
    killed: [],
    workers: [await start(), await start()],
  }
  try {
    await live(stage)
    return await judge(stage)
  } finally {
    await store.close()
    await api.close()
    await world.close()
  }
}

const folder = await openFolder('millrace-watches-chaos-')
const end = endOf([folder])
const isGood = await buildPrograms()
  .then((programs) => play(programs, folder))
  .catch((error) => {
    console.error(error)
    return false
  })
await end(isGood ? 0 : 1)
