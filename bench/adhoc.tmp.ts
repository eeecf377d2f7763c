import { execSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { buildPrograms } from './build.ts'
import { openStage } from './stage.ts'
import { addKeys, asks, createWorkbook, freshKeys, keyColumn, runToEnd, setPerformance } from './workbooks.ts'

const ROWS = Number(process.argv[2] ?? 5000)
const prov = process.argv[3] ?? 'sim-5ms'
const stage = await openStage(await buildPrograms(), { rows: 0, kills: 0 })
const { api, store } = stage
for (const q of readFileSync('/tmp/0005.sql', 'utf8').split(';\n'))
  if (q.trim() && process.env.SEED) await store.query(q)
await setPerformance(api, { row_concurrency: 64, provider_workers: 64 })
const warm = await createWorkbook(api, [keyColumn, asks(prov)])
await addKeys(api, warm, freshKeys(1000))
await runToEnd(api, warm)
const big = await createWorkbook(api, [keyColumn, asks(prov)])
await addKeys(api, big, freshKeys(ROWS))
const ticks = (pid: number) => {
  const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(f[11]) + Number(f[12])) * 10
}
const kids = () => execSync(`pgrep -P ${store.postmaster}`).toString().trim().split('\n').map(Number)
const log = stage.folder.environment.DATA_DIR + '/postgres.log'
if (process.argv[4] === 'log') {
  await store.query(`alter system set log_min_duration_statement=0`)
  await store.query('select pg_reload_conf()')
}
await new Promise((r) => setTimeout(r, 500))
const at = readFileSync(log).length
const c0 = ticks(stage.program.pid),
  d0 = new Map(kids().map((k) => [k, ticks(k)])),
  x0 = (await store.query<any>('select pg_current_xact_id()::text::bigint as n'))[0].n
const me0 = process.cpuUsage()
const run = await runToEnd(api, big)
const me = process.cpuUsage(me0)
const c1 = ticks(stage.program.pid)
let d = 0
for (const k of kids()) d += ticks(k) - (d0.get(k) ?? 0)
const x1 = (await store.query<any>('select pg_current_xact_id()::text::bigint as n'))[0].n
console.log({
  took: run.took_ms,
  rate: (ROWS / run.took_ms) * 1000,
  counts: run.counts,
  server_cpu_ms_per_1000: ((c1 - c0) / ROWS) * 1000,
  db_cpu_ms_per_1000: (d / ROWS) * 1000,
  bench_cpu_per_1000: ((me.user + me.system) / 1000 / ROWS) * 1000,
  writing_tx_per_1000: ((x1 - x0) / ROWS) * 1000,
})
if (process.argv[4] === 'log') {
  const text = readFileSync(log, 'utf8').slice(at)
  const stat = new Map<string, [number, number, number]>()
  const name = ''
  for (const m of text.matchAll(/duration: ([\d.]+) ms(?: {2}(\w+)(?: ([^:]+))?: ([^\n]*))?/g)) {
    const k = (m[2] ?? '') + ' ' + (m[3] ?? '') + ' ' + (m[4] ?? '').slice(0, 60)
    const s = stat.get(k) ?? [0, 0, 0]
    s[0]++
    s[1] += Number(m[1])
    s[2] = Math.max(s[2], Number(m[1]))
    stat.set(k, s)
  }
  for (const [k, [n, t, mx]] of [...stat].sort((a, b) => b[1][1] - a[1][1]).slice(0, 22))
    console.log(
      String(n).padStart(6),
      t.toFixed(0).padStart(8) + ' ms',
      (t / n).toFixed(2).padStart(7),
      mx.toFixed(0).padStart(6),
      k,
    )
}
await stage.close()
