// A waterfall of three providers with known hit rates: exactly the calls that are needed, and how close to the ideal, and to a bare
// client that makes the same calls in the same run and keeps nothing.
import { bareCalls } from '../bare-calls.ts'
import { median } from '../load.ts'
import { type Finding, ms, number } from '../report.ts'
import { knows } from '../simulator/peer.ts'
import type { Stage } from '../stage.ts'
import { addKeys, asksInTurn, createWorkbook, freshKeys, keyColumn, runToEnd, setPerformance } from '../workbooks.ts'

const ROWS = 2_000
const UNDER_WAY = 20
const LATENCY_MS = 20
const ROUNDS = 3
const PROVIDERS = ['sim-30', 'sim-50', 'sim-all']

export async function waterfall(stage: Stage): Promise<Finding[]> {
  const { api, peer } = stage
  await setPerformance(api, { row_concurrency: UNDER_WAY, provider_workers: UNDER_WAY })
  const columns = [keyColumn, asksInTurn(PROVIDERS)]
  const warm = await createWorkbook(api, columns)
  await addKeys(api, warm, freshKeys(200))
  await runToEnd(api, warm)
  const shares: number[] = []
  const sharesOfBare: number[] = []
  const bareShares: number[] = []
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
    const ideal = (needed * LATENCY_MS) / UNDER_WAY
    shares.push(ideal / run.took_ms)
    const bare = await bareCalls(stage, PROVIDERS, keys, UNDER_WAY)
    if (bare.calls !== needed) throw new Error(`The bare client made ${bare.calls} calls, and ${needed} are needed.`)
    sharesOfBare.push(bare.took_ms / run.took_ms)
    bareShares.push(ideal / bare.took_ms)
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
      measured: `${median(shares).toFixed(2)} of ideal, ${median(sharesOfBare).toFixed(2)} of a bare client`,
      beside: `bare client ${median(bareShares).toFixed(2)} of ideal`,
      bar: '≥ 0.85',
      pass: median(shares) >= 0.85,
    },
  ]
}

function callsFor(key: string): number {
  if (knows('sim-30', key, 0.3)) return 1
  return knows('sim-50', key, 0.5) ? 2 : 3
}
