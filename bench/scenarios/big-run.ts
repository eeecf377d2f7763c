// A run over the big workbook: how soon it is accepted, how soon the first result is there, and whether memory stays flat.
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../load.ts'
import { memoryOf } from '../memory.ts'
import { type Finding, ms, number } from '../report.ts'
import type { Stage } from '../stage.ts'
import { asks, readRun, setPerformance, startRun } from '../workbooks.ts'

const WATCHED_S = 20
const GROWN = 1.25

export async function bigRun(stage: Stage): Promise<Finding[]> {
  const { api, program } = stage
  const big = await stage.big()
  await setPerformance(api, { row_concurrency: 50, provider_workers: 50 })
  const column = await api.send<{ id: string }>(
    'POST',
    `/api/workbooks/${big.id}/columns`,
    asks('sim-100ms', 'Late fact'),
  )
  const begun = performance.now()
  const { run_id } = await startRun(api, big, { column_ids: [column.id] })
  const accepted = performance.now() - begun
  while ((await readRun(api, big, run_id)).done === 0) await sleep(10)
  const first = performance.now() - begun
  const memory: number[] = []
  for (let second = 0; second < WATCHED_S; second++) {
    await sleep(1_000)
    memory.push(memoryOf([program.pid]) ?? 0)
  }
  await api.send('POST', `/api/workbooks/${big.id}/runs/${run_id}/cancel`)
  const third = Math.floor(WATCHED_S / 3)
  const early = median(memory.slice(0, third))
  const late = median(memory.slice(-third))
  return [
    {
      what: `run over ${number(big.rows)} rows: POST`,
      measured: ms(accepted),
      bar: '≤ 500 ms',
      pass: accepted <= 500,
    },
    { what: 'the same: first result at 100 ms', measured: ms(first), bar: '≤ 2 s', pass: first <= 2_000 },
    {
      what: `the same: memory of the server over ${WATCHED_S} s`,
      measured: `${number(late)} MB at the end`,
      beside: `${number(early)} MB at the beginning`,
      bar: `flat (≤ ${GROWN} ×)`,
      pass: late <= early * GROWN,
    },
  ]
}
