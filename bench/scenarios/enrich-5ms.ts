// Enrichment with a provider that takes 5 ms, every answer durable: cells a second and transactions for them.
import { type Finding, number } from '../report.ts'
import type { Stage } from '../stage.ts'
import { countTransactions } from '../store.ts'
import { addKeys, asks, createWorkbook, freshKeys, keyColumn, runToEnd, setPerformance } from '../workbooks.ts'

const ROWS = 20_000
/** Each look is a transaction too, and no part of a run: a page is told by events. */
const LOOK_MS = 1_000

export async function enrich5ms({ api, store }: Stage): Promise<Finding[]> {
  await setPerformance(api, { row_concurrency: 64, provider_workers: 64 })
  const workbook = await createWorkbook(api, [keyColumn, asks('sim-5ms')])
  await addKeys(api, workbook, freshKeys(1_000))
  await runToEnd(api, workbook)
  const big = await createWorkbook(api, [keyColumn, asks('sim-5ms')])
  await addKeys(api, big, freshKeys(ROWS))
  // What a service at rest does while the count is waited for is no part of the run either; what it does besides in the run is.
  const earlier = await countTransactions(store)
  const before = await countTransactions(store)
  const run = await runToEnd(api, big, {}, LOOK_MS)
  const transactions = ((await countTransactions(store)) - before - (before - earlier)) / (ROWS / 1000)
  if (run.counts.complete !== ROWS) throw new Error(`Not every cell was filled: ${JSON.stringify(run.counts)}`)
  const rate = (ROWS / run.took_ms) * 1000
  return [
    {
      what: `enrichment, ${number(ROWS)} cells at 5 ms, 64 under way, durable`,
      measured: `${number(rate)} cells/s`,
      bar: '≥ 2,000',
      pass: rate >= 2000,
    },
    {
      what: 'transactions for it, all kinds, progress and idle ones included',
      measured: `${number(transactions, 1)} per 1,000 cells`,
      bar: '≤ 20',
      pass: transactions <= 20,
    },
  ]
}
