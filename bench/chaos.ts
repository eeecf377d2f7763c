// What `npm run chaos` runs: round after round something is killed at a random moment while runs are under way, and in the end
// nothing may be lost, and no call made twice that had an answer or may have been billed.

import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { randomFrom } from '../test/random.ts'
import { type Api, login } from './api.ts'
import { buildPrograms, type Programs } from './build.ts'
import { endOf, killDatabase } from './chaos-end.ts'
import { type Program, startProgram } from './program.ts'
import { wrongCounters } from './scenarios/crash.ts'
import { type Folder, openFolder } from './stage.ts'
import { openStore, type Store } from './store.ts'
import {
  addKeys,
  asks,
  asksInTurn,
  awaitEnd,
  createWorkbook,
  freshKeys,
  keyColumn,
  readRun,
  setPerformance,
  startRun,
  type Workbook,
} from './workbooks.ts'

const VICTIMS = ['a worker', 'both workers', 'the service', 'the database', 'everything'] as const
type Victim = (typeof VICTIMS)[number]

const SOONEST_MS = 150
const LATEST_MS = 1_800
const COLUMNS = [keyColumn, asks('sim-100ms'), asksInTurn(['sim-30', 'sim-50', 'sim-all'])]
const OF_TURNS = ['sim-30', 'sim-50', 'sim-all']

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    rows: { type: 'string', default: '400' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    minutes: { type: 'string', default: '15' },
  },
})
const [rounds, rows, seed, minutes] = [values.rounds, values.rows, values.seed, values.minutes].map(Number) as [
  number,
  number,
  number,
  number,
]

interface Played {
  workbook: Workbook
  run_id: string
  keys: string[]
}

interface Cast {
  service: Program
  workers: [Program, Program]
}

async function enter({ server }: Programs, folder: Folder, before?: Cast): Promise<Cast> {
  const environment = { ...folder.environment, PORT: before ? new URL(before.service.url).port : '0' }
  const start = (role: string) => startProgram(server, folder.path, { ...environment, ROLE: role })
  const standing = async (program: Program | undefined, role: string) => (program?.lives() ? program : start(role))
  const service = await standing(before?.service, 'api')
  const workers = [await standing(before?.workers[0], 'worker'), await standing(before?.workers[1], 'worker')]
  return { service, workers: workers as Cast['workers'] }
}

async function strike(victim: Victim, { service, workers }: Cast, folder: Folder, draw: () => number): Promise<void> {
  const one = workers[draw() < 0.5 ? 0 : 1]
  const programs: Record<Victim, Program[]> = {
    'a worker': [one],
    'both workers': [...workers],
    'the service': [service],
    'the database': [],
    everything: [service, ...workers],
  }
  const gone = programs[victim].map((program) => program.kill())
  if (victim === 'the database' || victim === 'everything') await killDatabase(folder)
  await Promise.all(gone)
}

/** Retries while the service restarts. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (tries >= 120) throw error
      await sleep(500)
    }
  }
}

/** Resolves when calls are being made; a run that has none left to make is told apart by its time. */
async function underWay({ peer }: Folder): Promise<void> {
  const before = peer.calls()
  for (let tries = 0; tries < 300 && peer.calls() === before; tries++) await sleep(50)
}

async function begin(api: Api): Promise<Played> {
  const keys = freshKeys(rows)
  const workbook = await patiently(() => createWorkbook(api, COLUMNS))
  await patiently(() => addKeys(api, workbook, keys))
  const { run_id } = await patiently(() => startRun(api, workbook))
  return { workbook, run_id, keys }
}

interface Count {
  cells: number
  lost: number
  uncertain: number
  repeated: number
  wrong: string[]
}

async function judge(store: Store, api: Api, folder: Folder, { workbook, run_id, keys }: Played): Promise<Count> {
  const run = await readRun(api, workbook, run_id)
  const [key, single, turns] = workbook.columns
  const kinds = await store.query<{ kind: string; n: number }>(
    `select case when c.status = 'complete' and c.value #>> '{}' = any(case wanted.id when $3 then array['sim-100ms:' || (r.data ->> $2)]
          else (select array_agg(p || ':' || (r.data ->> $2)) from unnest($5::text[]) p) end) then 'right'
        when c.error_class = 'uncertain' then 'uncertain' else 'lost' end as kind, count(*) as n
      from workbook_rows r cross join unnest(array[$3, $4]) wanted(id)
      left join cells c on c.workspace_id = r.workspace_id and c.workbook_id = r.workbook_id and c.row_id = r.id and c.column_id = wanted.id
      where r.workbook_id = $1 group by 1`,
    [workbook.id, key, single, turns, OF_TURNS],
  )
  const count = (kind: string) => kinds.find((each) => each.kind === kind)?.n ?? 0
  const calls = keys.flatMap((each) =>
    ['sim-100ms', ...OF_TURNS].map((id) => folder.peer.asked.get(`${id} ${each}`) ?? 0),
  )
  const [open] = await store.query<{ n: number }>(
    `select (select count(*) from ledger_lines where workbook_id = $1 and state = 'reserved')
      + (select count(*) from reservations where workbook_id = $1) as n`,
    [workbook.id],
  )
  return {
    cells: kinds.reduce((sum, { n }) => sum + n, 0),
    lost: count('lost'),
    uncertain: count('uncertain'),
    repeated: calls.filter((times) => times > 1).length,
    wrong: [
      ...(await wrongCounters(store, workbook, run)),
      ...(open?.n ? [`${open.n} calls still reserved`] : []),
      ...(run.status.startsWith('done') ? [] : [`the run ended ${run.status}`]),
    ],
  }
}

async function play(programs: Programs, folder: Folder): Promise<boolean> {
  const draw = randomFrom(seed)
  let cast = await enter(programs, folder)
  const api = await login(cast.service.url)
  await setPerformance(api, { row_concurrency: 40, provider_workers: 40 })
  const played = [await begin(api)]
  for (let round = 1; round <= rounds; round++) {
    const current = played.at(-1) as Played
    if ((await patiently(() => readRun(api, current.workbook, current.run_id))).ended_at) played.push(await begin(api))
    await underWay(folder)
    const victim = VICTIMS[Math.floor(draw() * VICTIMS.length)] as Victim
    const after = SOONEST_MS + Math.floor(draw() * (LATEST_MS - SOONEST_MS))
    await sleep(after)
    await strike(victim, cast, folder, draw)
    console.log(`round ${round}: killed ${victim} after ${after} ms, ${folder.peer.calls()} calls so far`)
    cast = await enter(programs, folder, cast)
  }
  for (const { workbook, run_id } of played) await patiently(() => awaitEnd(api, workbook, run_id, 120))
  const store = await openStore(folder.environment.DATA_DIR as string)
  const counts = await Promise.all(played.map((each) => judge(store, api, folder, each)))
  await store.close()
  await api.close()
  const sum = (of: (count: Count) => number) => counts.reduce((total, count) => total + of(count), 0)
  const wrong = counts.flatMap((count) => count.wrong)
  console.log(
    `${rounds} rounds, seed ${seed}, ${played.length} runs, ${sum(({ cells }) => cells)} cells, ${folder.peer.calls()} calls: ` +
      `${sum(({ lost }) => lost)} lost, ${sum(({ repeated }) => repeated)} repeated; ` +
      `${sum(({ uncertain }) => uncertain)} marked uncertain; counters ${wrong.length === 0 ? 'exact' : wrong.join('; ')}`,
  )
  return sum(({ lost, repeated }) => lost + repeated) === 0 && wrong.length === 0
}

const folder = await openFolder('millrace-chaos-')
const end = endOf([folder])
setTimeout(() => {
  console.error(`Not over after ${minutes} minutes, seed ${seed}.`)
  void end(1)
}, minutes * 60_000).unref()
console.log(`seed ${seed}`)
const isGood = await buildPrograms()
  .then((programs) => play(programs, folder))
  .catch((error) => {
    console.error(error)
    return false
  })
await end(isGood ? 0 : 1)
