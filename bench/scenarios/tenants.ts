// Two workspaces, one with a run of 100,000 rows under way: how long the other's run of ten rows takes.
import { seedRows } from '../big-workbook.ts'
import { median } from '../load.ts'
import { type Finding, ms, number } from '../report.ts'
import type { Stage } from '../stage.ts'
import {
  addKeys,
  asks,
  createWorkbook,
  freshKeys,
  keyColumn,
  runToEnd,
  setPerformance,
  startRun,
} from '../workbooks.ts'

const MANY = 100_000
const FEW = 10
const ROUNDS = 5

export async function tenants({ api, store }: Stage): Promise<Finding[]> {
  const { id } = await api.send<{ id: string }>('POST', '/api/workspaces', { name: 'Neighbour' })
  const neighbour = api.in(id)
  const few = async () => {
    const workbook = await createWorkbook(neighbour, [keyColumn, asks('sim-100ms')])
    await addKeys(neighbour, workbook, freshKeys(FEW))
    return (await runToEnd(neighbour, workbook)).took_ms
  }
  const times = async () => {
    const all: number[] = []
    for (let round = 0; round < ROUNDS; round++) all.push(await few())
    return all
  }
  await few()
  const alone = median(await times())
  await setPerformance(api, { row_concurrency: 50, provider_workers: 50 })
  const workbook = await createWorkbook(api, [keyColumn, asks('sim-100ms')], 'Many')
  await seedRows(store, api.workspace_id, workbook, MANY, `tenant${Date.now()}`)
  const { run_id } = await startRun(api, workbook)
  await few()
  const beside = Math.max(...(await times()))
  await api.send('POST', `/api/workbooks/${workbook.id}/runs/${run_id}/cancel`)
  return [
    {
      what: `run of ${FEW} rows at 100 ms beside another workspace's run of ${number(MANY)} rows, slowest of ${ROUNDS}`,
      measured: ms(beside),
      beside: `alone ${ms(alone)}`,
      bar: '≤ 2 × alone + 2 s',
      pass: beside <= 2 * alone + 2_000,
    },
  ]
}
