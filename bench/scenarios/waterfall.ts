// A waterfall of three providers with known hit rates: exactly the calls that are needed, and how close to the ideal.
import { median } from '../load.ts'
import { type Finding, ms, number } from '../report.ts'
import { knows } from '../simulator/peer.ts'
import type { Stage } from '../stage.ts'
import { addKeys, asksInTurn, createWorkbook, freshKeys, keyColumn, runToEnd, setPerformance } from '../workbooks.ts'

const ROWS = 2_000
const UNDER_WAY = 20
const LATENCY_MS = 20
const ROUNDS = 3

export async function waterfall({ api, peer }: Stage): Promise<Finding[]> {
  await setPerformance(api, { row_concurrency: UNDER_WAY, provider_workers: UNDER_WAY })
  const columns = [keyColumn, asksInTurn(['sim-30', 'sim-50', 'sim-all'])]
  const warm = await createWorkbook(api, columns)
  await addKeys(api, warm, freshKeys(200))
  await runToEnd(api, warm)
  const shares: number[] = []
  let minimal = 0
  let made = 0
  for (let round = 0; round < ROUNDS; round++) {
    const keys = freshKeys(ROWS)
    const fresh = await createWorkbook(api, columns)
    await addKeys(api, fresh, keys)
    const before = peer.calls()
    const run = await runToEnd(api, fresh)
    const needed = keys.reduce((sum, key) => sum + callsFor(key), 0)
    made += peer.calls() - before
    minimal += needed
    if (run.counts.complete !== ROWS) throw new Error(`Not every cell was filled: ${JSON.stringify(run.counts)}`)
    shares.push((needed * LATENCY_MS) / UNDER_WAY / run.took_ms)
  }
  return [
    {
      what: `waterfall of three (30 %, 50 %, 100 %), ${number(ROWS)} rows: calls`,
      measured: number(made),
      beside: `needed ${number(minimal)}`,
      bar: 'exactly the needed ones',
      pass: made === minimal,
    },
    {
      what: `the same: wall time, ${ms(LATENCY_MS)} a call, ${UNDER_WAY} rows under way`,
      measured: `${median(shares).toFixed(2)} of ideal`,
      bar: '≥ 0.85',
      pass: median(shares) >= 0.85,
    },
  ]
}

function callsFor(key: string): number {
  if (knows('sim-30', key, 0.3)) return 1
  return knows('sim-50', key, 0.5) ? 2 : 3
}
