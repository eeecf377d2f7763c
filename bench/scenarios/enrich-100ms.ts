// Enrichment with a provider that takes 100 ms, 50 rows under way: how close to the ideal wall time.
import { median } from '../load.ts'
import { type Finding, ms, number } from '../report.ts'
import type { Stage } from '../stage.ts'
import { addKeys, asks, createWorkbook, freshKeys, keyColumn, runToEnd, setPerformance } from '../workbooks.ts'

const ROWS = 2_000
const UNDER_WAY = 50
const ROUNDS = 3

export async function enrich100ms({ api }: Stage): Promise<Finding[]> {
  await setPerformance(api, { row_concurrency: UNDER_WAY, provider_workers: UNDER_WAY })
  const workbook = await createWorkbook(api, [keyColumn, asks('sim-100ms')])
  await addKeys(api, workbook, freshKeys(200))
  await runToEnd(api, workbook)
  const ideal = (ROWS * 100) / UNDER_WAY
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const fresh = await createWorkbook(api, [keyColumn, asks('sim-100ms')])
    await addKeys(api, fresh, freshKeys(ROWS))
    const run = await runToEnd(api, fresh)
    if (run.counts.complete !== ROWS) throw new Error(`Not every cell was filled: ${JSON.stringify(run.counts)}`)
    times.push(run.took_ms)
  }
  const share = ideal / median(times)
  return [
    {
      what: `enrichment, ${number(ROWS)} cells at 100 ms, ${UNDER_WAY} under way, POST to end`,
      measured: `${share.toFixed(2)} of ideal (${ms(median(times))})`,
      beside: `ideal ${ms(ideal)}`,
      bar: '≥ 0.90',
      pass: share >= 0.9,
    },
  ]
}
