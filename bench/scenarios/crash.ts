// kill -9 at random moments during one run: nothing lost, nothing paid for twice, and the counters tell the truth.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, login } from '../api.ts'
import type { Programs } from '../build.ts'
import { killFamily } from '../processes.ts'
import { type Program, startProgram } from '../program.ts'
import { type Finding, ms, number } from '../report.ts'
import { type Folder, openFolder, type Stage } from '../stage.ts'
import { openStore, type Store } from '../store.ts'
import {
  addKeys,
  asks,
  awaitEnd,
  createWorkbook,
  freshKeys,
  keyColumn,
  type Run,
  readRun,
  setPerformance,
  startRun,
  type Workbook,
} from '../workbooks.ts'

/** What is killed: the one process that does all; a worker beside an API process; the one process and its database at once. */
const VICTIMS = ['the service', 'a worker process', 'the service and its database'] as const
type Victim = (typeof VICTIMS)[number]

const ROWS_PER_KILL = 500
const SOONEST_MS = 200
const LATEST_MS = 1_500

export async function crash({ programs, options }: Stage): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const victim of VICTIMS) findings.push(...(await torment(programs, victim, options.kills)))
  return findings
}

interface Cast {
  api: Api
  store: Store
  victim: Program
  all: Program[]
}

async function torment(programs: Programs, victim: Victim, kills: number): Promise<Finding[]> {
  const folder = await openFolder()
  const keys = freshKeys(kills * ROWS_PER_KILL)
  let cast = await enter(programs, folder, victim, undefined)
  try {
    await setPerformance(cast.api, { row_concurrency: 50, provider_workers: 50 })
    const workbook = await createWorkbook(cast.api, [keyColumn, asks('sim-100ms')])
    await addKeys(cast.api, workbook, keys)
    const { run_id } = await startRun(cast.api, workbook)
    let done = 0
    for (; done < kills; done++) {
      await sleep(SOONEST_MS + Math.random() * (LATEST_MS - SOONEST_MS))
      if ((await readRun(cast.api, workbook, run_id)).ended_at) break
      await strike(cast, victim)
      cast = await enter(programs, folder, victim, cast)
    }
    const killed = Date.now()
    const run = await awaitEnd(cast.api, workbook, run_id)
    const after = Date.parse(run.ended_at ?? '') - killed
    return await judge(cast.store, folder, workbook, run, keys, `kill -9 of ${victim}, ${done} times`, after)
  } finally {
    await cast.api.close()
    await cast.store.close()
    for (const program of [...cast.all].reverse()) await program.stop()
    await folder.close()
  }
}

async function enter(programs: Programs, folder: Folder, victim: Victim, before: Cast | undefined): Promise<Cast> {
  const start = (role: string) => startProgram(programs.server, folder.path, { ...folder.environment, ROLE: role })
  if (victim === 'a worker process') {
    const api = before?.all[0] ?? (await start('api'))
    const worker = await start('worker')
    return {
      api: before?.api ?? (await login(api.url)),
      store: before?.store ?? (await openStore(folder.environment.DATA_DIR as string)),
      victim: worker,
      all: [api, worker],
    }
  }
  const program = await start('all')
  await before?.api.close()
  await before?.store.close()
  return {
    api: await login(program.url),
    store: await openStore(folder.environment.DATA_DIR as string),
    victim: program,
    all: [program],
  }
}

async function strike({ victim, store }: Cast, what: Victim): Promise<void> {
  const gone = victim.kill()
  if (what === 'the service and its database') killFamily(store.postmaster)
  await gone
}

async function judge(
  store: Store,
  folder: Folder,
  workbook: Workbook,
  run: Run,
  keys: string[],
  title: string,
  afterMs: number,
): Promise<Finding[]> {
  const cells = await store.query<{ kind: string; n: number; cost: number }>(
    `select case when c.status = 'complete' and c.value = to_jsonb('sim-100ms:' || (r.data ->> $2)) then 'right'
        when c.error_class = 'uncertain' then 'uncertain' else 'lost' end as kind, count(*) as n, coalesce(sum(c.cost_micro), 0)::bigint as cost
      from workbook_rows r left join cells c on c.workspace_id = r.workspace_id and c.workbook_id = r.workbook_id and c.row_id = r.id
      where r.workbook_id = $1 group by 1`,
    [workbook.id, workbook.columns[0]],
  )
  const count = (kind: string) => cells.find((each) => each.kind === kind)?.n ?? 0
  const asked = keys.map((key) => folder.peer.asked.get(`sim-100ms ${key}`) ?? 0)
  const twice = asked.filter((times) => times > 1).length
  const neverAsked = asked.filter((times) => times === 0).length
  const wrong = await wrongCounters(store, workbook, run)
  return [
    {
      what: `${title}: ${number(keys.length)} cells, lost`,
      measured: `${number(count('lost'))}; ${number(count('uncertain'))} marked uncertain (${number(neverAsked)} of them never asked)`,
      beside: `ended ${run.status}, ${ms(afterMs)} after the last kill`,
      bar: '0',
      pass: count('lost') === 0 && run.status.startsWith('done'),
    },
    { what: 'the same: calls made twice', measured: number(twice), bar: '0', pass: twice === 0 },
    {
      what: 'the same: counters of run, column and workbook against the cells',
      measured: wrong.length === 0 ? 'exact' : wrong.join('; '),
      bar: 'exact',
      pass: wrong.length === 0,
    },
  ]
}

/** What the counters of a run, its column and its workbook say that the cells do not. */
export async function wrongCounters(store: Store, workbook: Workbook, run: Run): Promise<string[]> {
  const [truth] = await store.query<{
    counts: Record<string, number>
    kept: Record<string, number>
    completed: number
    finished: number
    cost: number
  }>(
    `select (select coalesce(jsonb_object_agg(status, n), '{}') from (select status, count(*) as n from cells where workbook_id = $1 group by 1) c) as counts,
      (select coalesce(jsonb_object_agg(status, n), '{}') from (select status, sum(cells) as n from workbook_column_counts where workbook_id = $1 group by 1 having sum(cells) <> 0) k) as kept,
      (select completed_rows from workbooks where id = $1) as completed,
      (select count(*) from (select from cells where workbook_id = $1 and status = 'complete' group by row_id having count(*) = (
        select count(*) from workbook_columns where workbook_id = $1 and type <> 'input')) f) as finished,
      (select coalesce(sum(amount_micro), 0)::bigint from ledger_lines where workbook_id = $1 and state = 'settled') as cost`,
    [workbook.id],
  )
  if (!truth) return ['nothing to compare with']
  const same = (a: Record<string, number>, b: Record<string, number>) =>
    Object.keys({ ...a, ...b }).every((status) => (a[status] ?? 0) === (b[status] ?? 0))
  const told = (what: string, counted: unknown, really: unknown) =>
    `${what} ${JSON.stringify(counted)}, really ${JSON.stringify(really)}`
  return [
    ...(same(run.counts, truth.counts) ? [] : [told('run', run.counts, truth.counts)]),
    ...(run.done === run.cells ? [] : [told('done', run.done, run.cells)]),
    ...(same(truth.kept, truth.counts) ? [] : [told('column', truth.kept, truth.counts)]),
    ...(truth.completed === truth.finished ? [] : [told('completed rows', truth.completed, truth.finished)]),
    ...(Math.round(run.cost_usd * 1e6) === truth.cost ? [] : [told('cost', run.cost_usd * 1e6, truth.cost)]),
  ]
}
