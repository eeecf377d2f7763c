// Enrichment with a provider that takes 100 ms, 50 rows under way: how close to the ideal wall time, and to a bare client that makes
// the same calls in the same run and keeps nothing.
import { bareCalls } from '../bare-calls.ts'
import { median } from '../load.ts'
import { type Finding, ms, number } from '../report.ts'
import type { Stage } from '../stage.ts'
import { addKeys, asks, createWorkbook, freshKeys, keyColumn, runToEnd, setPerformance } from '../workbooks.ts'

const ROWS = 2_000
const UNDER_WAY = 50
const ROUNDS = 3

export async function enrich100ms(stage: Stage): Promise<Finding[]> {
  const { api } = stage
  await setPerformance(api, { row_concurrency: UNDER_WAY, provider_workers: UNDER_WAY })
  const workbook = await createWorkbook(api, [keyColumn, asks('sim-100ms')])
  await addKeys(api, workbook, freshKeys(200))
  await runToEnd(api, workbook)
  const ideal = (ROWS * 100) / UNDER_WAY
  const times: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const fresh = await createWorkbook(api, [keyColumn, asks('sim-100ms')])
    await addKeys(api, fresh, freshKeys(ROWS))
    const run = await runToEnd(api, fresh)
    if (run.counts.complete !== ROWS) throw new Error(`Not every cell was filled: ${JSON.stringify(run.counts)}`)
    times.push(run.took_ms)
    bare.push((await bareCalls(stage, ['sim-100ms'], freshKeys(ROWS), UNDER_WAY)).took_ms)
  }
  const share = ideal / median(times)
  return [
    {
      what: `enrichment, ${number(ROWS)} cells at 100 ms, ${UNDER_WAY} under way, POST to end`,
      measured: `${share.toFixed(2)} of ideal (${ms(median(times))}), ${(median(bare) / median(times)).toFixed(2)} of a bare client`,
      beside: `ideal ${ms(ideal)}, bare client ${ms(median(bare))}`,
      bar: '≥ 0.90',
      pass: share >= 0.9,
    },
  ]
}
