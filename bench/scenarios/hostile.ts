// Providers that answer badly: rate limits, errors, hangs, resets, garbage, wrong types, far too much.
import { type Finding, ms, number } from '../report.ts'
import { FAULTS } from '../simulator/peer.ts'
import type { Stage } from '../stage.ts'
import { addKeys, asks, createWorkbook, freshKeys, keyColumn, runToEnd, setPerformance } from '../workbooks.ts'

const ROWS = 1_000

export async function hostile({ api, peer, store }: Stage): Promise<Finding[]> {
  await setPerformance(api, { row_concurrency: 50, provider_workers: 50 })
  const workbook = await createWorkbook(api, [keyColumn, asks('sim-hostile')])
  const keys = freshKeys(ROWS)
  await addKeys(api, workbook, keys)
  const run = await runToEnd(api, workbook)
  const right = () => countRight(store, workbook.id)
  const first = await right()
  const again = await runToEnd(api, workbook, { mode: 'failed' })
  const twice = keys.filter((key) => (peer.answered.get(`sim-hostile ${key}`) ?? 0) > 1).length
  return [
    {
      what: `hostile provider, ${number(ROWS)} cells, 30 % of first calls go wrong in ${FAULTS.length} ways: right cells`,
      measured: `${number(first)}, ${number(await right())} after re-running what failed`,
      beside: `took ${ms(run.took_ms)} and ${ms(again.took_ms)}`,
      bar: `${number(ROWS)}`,
      pass: first === ROWS,
    },
    { what: 'the same: calls repeated after an answer', measured: number(twice), bar: '0', pass: twice === 0 },
  ]
}

async function countRight(store: Stage['store'], workbookId: string): Promise<number> {
  const [row] = await store.query<{ n: number }>(
    `select count(*) as n from cells c join workbook_rows r on r.workspace_id = c.workspace_id and r.workbook_id = c.workbook_id and r.id = c.row_id
      where c.workbook_id = $1 and c.status = 'complete' and c.value = to_jsonb('sim-hostile:' || (r.data ->> 'c1'))`,
    [workbookId],
  )
  return row?.n ?? 0
}
