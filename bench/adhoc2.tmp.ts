import { readFileSync } from 'node:fs'
import { buildPrograms } from './build.ts'
import { openStage } from './stage.ts'
import { addKeys, asks, createWorkbook, freshKeys, keyColumn, runToEnd, setPerformance } from './workbooks.ts'

const stage = await openStage(await buildPrograms(), { rows: 0, kills: 0 })
const { api, store } = stage
for (const s of [
  "session_preload_libraries='auto_explain'",
  'auto_explain.log_min_duration=0',
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
  "log_error_verbosity='default'",
])
  await store.query('alter system set ' + s)
await store.query('select pg_reload_conf()')
await store.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name='millrace'`)
await new Promise((r) => setTimeout(r, 2000))
for (const q of readFileSync('/tmp/0005.sql', 'utf8').split(';\n'))
  if (q.trim() && process.env.SEED) await store.query(q)
await setPerformance(api, { row_concurrency: 64, provider_workers: 64 })
const big = await createWorkbook(api, [keyColumn, asks('sim-5ms')])
await addKeys(api, big, freshKeys(5000))
const log = stage.folder.environment.DATA_DIR + '/postgres.log'
const at = readFileSync(log).length
const run = await runToEnd(api, big)
console.log(run.took_ms)
const text = readFileSync(log, 'utf8').slice(at)
const parts = text.split(/duration: /).filter((p) => p.includes('pg_advisory_xact_lock_shared'))
console.log(parts.length)
const q = parts[Math.floor(parts.length * 0.8)]!
console.log(q.slice(0, 20), q.slice(q.search(/(Merge|Hash|Nested|Subquery|CTE Scan|Left|Anti).*cost=/)).slice(0, 9000))
await stage.close()
