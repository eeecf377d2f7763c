// Ten thousand workspaces whose runs share some workers, under a simulated clock: the claims of chunks, who takes what and who makes room are
// the product's own, on a real PostgreSQL; the rows take their time in the simulation. It tells how long runs wait beside a run of ten million
// rows and without it, whether any starves, and what a claim costs. Run: npx tsx bench/tenants-simulation.ts
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { claimChunk, type Lease, releaseChunk, renewLeases } from '../src/enrichment/runs/worker/chunks.writes.ts'
import { type HeldPlace, RUN_PLACES, runToLeave, wishFor } from '../src/enrichment/runs/worker/run-places.logic.ts'
import { newId } from '../src/kernel/ids.ts'
import { type ConnectionAddress, type Database, openDatabase } from '../src/platform/db/database.ts'
import { startEmbedded } from '../src/platform/db/embedded.ts'
import { migrate, RUNTIME_ROLE } from '../src/platform/db/migrate.ts'
import { readMigrations } from '../src/platform/db/migration-files.ts'
import { createLog } from '../src/platform/log.ts'
import { openTurns } from '../src/platform/queue/turns.ts'
import { randomFrom } from '../test/random.ts'

const { values: asked } = parseArgs({
  options: {
    tenants: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '10000' },
    workers: { type: 'string', default: '4' },
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
})
const [TENANTS, RUNS, WORKERS, MINUTES, SEED] = [
  asked.tenants,
  asked.runs,
  asked.workers,
  asked.minutes,
  asked.seed,
].map(Number) as [number, number, number, number, number]
/** Rows that one workspace has under way in a worker, and rows that a worker gets through in a second at most. */
const ROW_CONCURRENCY = 10
const ROWS_PER_SECOND = 1_500
const GIANT_ROWS = 10_000_000
/** One row after the other, a run would take so long at most. */
const LONGEST_MS = 6 * 3_600_000
const RENEWAL_MS = 1_000

interface SimulatedRun {
  id: string
  tenant: number
  at: number
  rows: number
  /** Milliseconds that the provider takes for a row. */
  latency: number
  chunks: number
  open: number
  first?: number
  end?: number
}

interface HeldChunk extends HeldPlace {
  lease: Lease
  run: SimulatedRun
  left: number
  /** When its last rows end, of a run that makes room. */
  ends_at?: number
}

const chunkRowsOf = (rows: number) => (rows >= 8_192 ? 2_048 : 256)

/** Runs as they come: tenants by Zipf's law, most runs small and few very large, providers from 50 ms to 30 s a row. */
function drawRuns(random: () => number, withGiant: boolean): SimulatedRun[] {
  const weights = Array.from({ length: TENANTS }, (_, rank) => 1 / (rank + 1) ** 1.05)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  const upTo = weights.map((weight) => (sum += weight / total))
  const tenantAt = (share: number) => {
    let [low, high] = [0, TENANTS - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((upTo[middle] ?? 1) < share) low = middle + 1
      else high = middle
    }
    return low
  }
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const drawRun = (at: number, tenant: number, rows: number, latency: number): SimulatedRun => {
    const chunks = Math.ceil(rows / chunkRowsOf(rows))
    return { id: newId(), tenant, at, rows, latency, chunks, open: chunks }
  }
  const runs = Array.from({ length: RUNS }, () => {
    const latency = Math.min(30_000, Math.max(50, Math.round(300 * Math.exp(1.2 * normal()))))
    const rows = Math.max(1, Math.round(50 * Math.exp(1.8 * normal())))
    return drawRun(
      random() * MINUTES * 60_000,
      tenantAt(random()),
      Math.min(rows, Math.ceil(LONGEST_MS / latency)),
      latency,
    )
  }).sort((a, b) => a.at - b.at)
  return withGiant ? [drawRun(0, TENANTS - 1, GIANT_ROWS, 100), ...runs] : runs
}

interface Worker {
  id: string
  held: Map<string, HeldChunk>
  leaving: Set<string>
  turns: ReturnType<typeof openTurns<'runs'>>
  /** Until when its chunks were advanced, and when the next of them ends. */
  at: number
  next: number
}

const keyOf = ({ run_id, seq }: Lease) => `${run_id}:${seq}`
const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

async function simulate(database: Database, owner: pg.Client, withGiant: boolean) {
  const random = randomFrom(SEED)
  const runs = drawRuns(random, withGiant)
  const workspaces = Array.from({ length: TENANTS }, () => newId())
  await owner.query(`insert into workspaces (id, name, slug) select id, 'Simulated', id from unnest($1::uuid[]) id`, [
    workspaces,
  ])
  await owner.query(
    `insert into workbooks (workspace_id, id, name) select id, id, 'Simulated' from unnest($1::uuid[]) id`,
    [workspaces],
  )
  const byId = new Map(runs.map((run) => [run.id, run]))
  const rest = new Map<string, number>()
  const workers = Array.from({ length: WORKERS }, (): Worker => {
    return { id: newId(), held: new Map(), leaving: new Set(), turns: openTurns<'runs'>(), at: 0, next: Infinity }
  })
  const claims: number[] = []
  let [now, renewed, active, mostActive, mostHeld] = [0, performance.now(), 0, 0, 0]

  /** Rows a second of each workspace in a worker: its own limit, or its share where the worker is full. */
  function ratesOf(worker: Worker): Map<string, { rate: number; chunks: number }> {
    const rates = new Map<string, { rate: number; chunks: number }>()
    for (const { workspace_id, run, ends_at } of worker.held.values()) {
      if (ends_at !== undefined) continue
      const one = rates.get(workspace_id)
      if (one) one.chunks++
      else rates.set(workspace_id, { rate: (ROW_CONCURRENCY * 1000) / run.latency, chunks: 1 })
    }
    const wanted = [...rates.values()].reduce((sum, { rate }) => sum + rate, 0)
    if (wanted > ROWS_PER_SECOND) for (const one of rates.values()) one.rate *= ROWS_PER_SECOND / wanted
    return rates
  }

  /** Lets time pass in a worker, and says when something ends in it. */
  function advance(worker: Worker): void {
    let rates = ratesOf(worker)
    for (const chunk of worker.held.values()) {
      const one = rates.get(chunk.workspace_id)
      if (one && chunk.ends_at === undefined)
        chunk.left = Math.max(0, chunk.left - ((now - worker.at) / 1000) * (one.rate / one.chunks))
    }
    worker.at = now
    for (const chunk of worker.held.values())
      if (worker.leaving.has(chunk.run_id) && chunk.ends_at === undefined) chunk.ends_at = now + chunk.run.latency
    rates = ratesOf(worker)
    worker.next = Infinity
    for (const chunk of worker.held.values()) {
      const one = rates.get(chunk.workspace_id)
      const ends = chunk.ends_at ?? now + (one ? (chunk.left * 1000 * one.chunks) / one.rate : 0)
      worker.next = Math.min(worker.next, Math.max(now, ends))
    }
  }

  async function release(worker: Worker): Promise<void> {
    for (const [key, chunk] of [...worker.held]) {
      await renew()
      const isDone = chunk.left < 0.001
      if (!isDone && (chunk.ends_at === undefined || chunk.ends_at > now + 0.001)) continue
      worker.held.delete(key)
      const { run, lease } = chunk
      if (isDone) run.open--
      else rest.set(key, chunk.left)
      const isOver = run.open === 0
      await database.inSystem(async (tx) => {
        if (!(await releaseChunk(tx, lease, worker.id, isDone ? 'done' : 'ready')))
          throw new Error('a worker lost a chunk that it held')
        if (isOver)
          await tx.client.query(
            `update runs set status = 'done', ended_at = now() where workspace_id = $1 and id = $2`,
            [lease.workspace_id, run.id],
          )
      })
      if (isOver) {
        run.end = now
        active--
      }
      if (![...worker.held.values()].some(({ run_id }) => run_id === run.id)) worker.leaving.delete(run.id)
    }
  }

  async function claim(worker: Worker): Promise<boolean> {
    const held = [...worker.held.values()]
    const leave = runToLeave(RUN_PLACES, held, worker.leaving, now)
    if (leave !== undefined) worker.leaving.add(leave)
    const wish = wishFor(RUN_PLACES, held, worker.leaving)
    if (!wish) return false
    const begun = performance.now()
    const leases = held.map(({ lease }) => lease)
    const lease = await claimChunk(database, worker.id, { ...wish, after: worker.turns.after('runs') }, leases)
    claims.push(performance.now() - begun)
    if (!lease) return false
    worker.turns.served('runs', [lease.workspace_id])
    const run = byId.get(lease.run_id) as SimulatedRun
    run.first ??= now
    const size = chunkRowsOf(run.rows)
    const left = rest.get(keyOf(lease)) ?? Math.min(size, run.rows - (lease.seq - 1) * size)
    const { workspace_id, run_id } = lease
    worker.held.set(keyOf(lease), { workspace_id, run_id, since: now, lease, run, left })
    mostHeld = Math.max(mostHeld, worker.held.size)
    return true
  }

  /** The leases are of the real clock. */
  async function renew(): Promise<void> {
    if (performance.now() - renewed < RENEWAL_MS) return
    for (const worker of workers)
      await renewLeases(
        database,
        worker.id,
        [...worker.held.values()].map(({ lease }) => lease),
      )
    renewed = performance.now()
  }

  async function start(run: SimulatedRun): Promise<void> {
    const workspace = workspaces[run.tenant]
    // A workbook of its own, so that runs of one tenant do not wait for each other.
    await owner.query(
      `with r as (insert into runs (workspace_id, id, workbook_id, status, mode, column_ids, scope, max_position, rows, cells)
          values ($1, $2, $2, 'queued', 'missing', '{c2}', '{}', $3::int, $3::int, $3::int))
        insert into run_chunks (workspace_id, run_id, seq, from_position, to_position)
          select $1, $2, n, 0, 1 from generate_series(1, $4::int) n`,
      [workspace, run.id, run.rows, run.chunks],
    )
    mostActive = Math.max(mostActive, ++active)
  }

  const small = () => runs.filter((run) => run.rows < GIANT_ROWS)
  let coming = 0
  // The giant has no end within the hour: what counts ends with the last of the others.
  while (small().some((run) => run.end === undefined) || coming < runs.length) {
    const arrival = runs[coming]?.at ?? Infinity
    const due = workers.reduce((first, worker) => (worker.next < first.next ? worker : first))
    // A full worker looks every two seconds who has to make room.
    const look = workers.some(({ held }) => held.size > RUN_PLACES.chunks) ? now + 2_000 : Infinity
    now = Math.max(now, Math.min(arrival, due.next, look))
    if (now === Infinity) throw new Error('nothing goes on, and runs are open: they starve')
    if (arrival <= now) await start(runs[coming++] as SimulatedRun)
    for (const worker of workers) advance(worker)
    for (const worker of workers) if (worker.next <= now) await release(worker)
    for (const worker of workers) {
      while (await claim(worker)) await renew()
      advance(worker)
    }
    await renew()
  }
  await owner.query(`update runs set status = 'cancelled', ended_at = now() where ended_at is null`)
  await owner.query('delete from run_chunks')

  const ended = small()
  const sortedBy = (of: (run: SimulatedRun) => number, which = ended) => which.map(of).sort((a, b) => a - b)
  const waits = sortedBy((run) => (run.first ?? Infinity) - run.at)
  // Runs of one chunk, and of tenants that had no other run meanwhile: these wait for others alone.
  const isAlone = (run: SimulatedRun) =>
    run.chunks === 1 &&
    runs.every(
      (other) =>
        other === run || other.tenant !== run.tenant || other.at >= (run.end ?? 0) || (other.end ?? 0) <= run.at,
    )
  const idealOf = (run: SimulatedRun) => Math.max(run.latency, (run.rows * run.latency) / ROW_CONCURRENCY)
  const slowdowns = sortedBy((run) => ((run.end ?? Infinity) - run.at) / idealOf(run), ended.filter(isAlone))
  claims.sort((a, b) => a - b)
  return {
    'largest number of active runs': mostActive,
    'wait for the first row, p50; p99; at most': [0.5, 0.99, 1].map((share) => `${Math.round(at(waits, share))} ms`),
    'runs of one chunk: time ÷ time without other workspaces, p50; p99; at most': [0.5, 0.99, 1].map((share) =>
      at(slowdowns, share).toFixed(1),
    ),
    'claims; ms of the real clock, p50; p99': [
      claims.length,
      ...[0.5, 0.99].map((share) => at(claims, share).toFixed(1)),
    ],
    'chunks in a worker at most': mostHeld,
    'rows of the giant run that were worked on': withGiant
      ? ((runs[0] as SimulatedRun).chunks - (runs[0] as SimulatedRun).open) * 2_048
      : 0,
    'minutes simulated': Math.round(now / 60_000),
  }
}

const folder = await mkdtemp(join(tmpdir(), 'millrace-tenants-'))
const log = createLog('silent')
const server = await startEmbedded({ dataDir: folder, log })
try {
  const admin = new pg.Client(server.connection)
  await admin.connect()
  await admin.query('create database simulation')
  await admin.end()
  const connection: ConnectionAddress = { ...server.connection, database: 'simulation' }
  await migrate(
    connection,
    readMigrations(fileURLToPath(new URL('../src/platform/db/migrations', import.meta.url))),
    log,
  )
  const owner = new pg.Client(connection)
  await owner.connect()
  owner.on('error', () => {})
  const addresses = { web: () => null, mail: () => null }
  const database = await openDatabase({
    connection,
    role: RUNTIME_ROLE,
    poolSize: 4,
    log,
    addresses,
    pooler: undefined,
    raced: [],
  })
  for (const withGiant of [false, true]) {
    process.stdout.write(`${withGiant ? `Beside a run of ${GIANT_ROWS} rows` : 'Alone'}\n`)
    for (const [what, told] of Object.entries(await simulate(database, owner, withGiant)))
      process.stdout.write(`  ${what}: ${[told].flat().join('; ')}\n`)
  }
  await database.close()
  await owner.end()
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`)
  process.exitCode = 1
} finally {
  await server.close()
  await rm(folder, { recursive: true, force: true })
}
