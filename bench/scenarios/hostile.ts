// Providers that answer badly: rate limits, errors, hangs, resets, garbage, wrong types, far too much.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Finding, ms, number } from '../report.ts'
import { type Brings, bringsOf, FAULTS } from '../simulator/peer.ts'
import type { Stage } from '../stage.ts'
import { addKeys, asks, createWorkbook, freshKeys, keyColumn, runToEnd, setPerformance } from '../workbooks.ts'

const ROWS = 1_000
const PROMISED_ROWS = 150

export async function hostile(stage: Stage): Promise<Finding[]> {
  return [...(await answersBadly(stage)), ...(await bringsBadly(stage))]
}

async function answersBadly({ api, peer, store }: Stage): Promise<Finding[]> {
  await setPerformance(api, { row_concurrency: 50, provider_workers: 50 })
  const workbook = await createWorkbook(api, [keyColumn, asks('sim-hostile')])
  const keys = freshKeys(ROWS)
  await addKeys(api, workbook, keys)
  const run = await runToEnd(api, workbook)
  const right = () => countRight(store, workbook.id, 'sim-hostile')
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

/** Answers that are promised, and brought once, three times or when their time is over. */
async function bringsBadly({ api, peer, store }: Stage): Promise<Finding[]> {
  const workbook = await createWorkbook(api, [keyColumn, asks('sim-brought')])
  const keys = freshKeys(PROMISED_ROWS)
  await addKeys(api, workbook, keys)
  const run = await runToEnd(api, workbook)
  const many = (how: Brings) => keys.filter((key) => bringsOf('sim-brought', key) === how).length
  const inTime = await countRight(store, workbook.id, 'sim-brought')
  let all = inTime
  for (let tries = 0; tries < 100 && all < PROMISED_ROWS; tries++) {
    await sleep(200)
    all = await countRight(store, workbook.id, 'sim-brought')
  }
  const twice = keys.filter((key) => (peer.asked.get(`sim-brought ${key}`) ?? 0) > 1).length
  const [money] = await store.query<{ lines: number; micro: number; open: number }>(
    `select count(*) filter (where state = 'settled') as lines, coalesce(sum(amount_micro), 0)::bigint as micro,
        count(*) filter (where state <> 'settled') + (select count(*) from reservations where workbook_id = $1) as open
      from ledger_lines where workbook_id = $1`,
    [workbook.id],
  )
  const refused = [...peer.brought].filter(([status]) => status !== 202).map(([status, n]) => `${n} × ${status}`)
  return [
    {
      what: `promised answers, ${many('once')} brought once, ${many('thrice')} three times, ${many('late')} too late: right cells`,
      measured: `${number(inTime)} when the run had ended, ${number(all)} in the end`,
      beside: `took ${ms(run.took_ms)}; refused: ${refused.join(', ') || 'none'}`,
      bar: `${number(PROMISED_ROWS - many('late'))}, ${number(PROMISED_ROWS)}`,
      pass: inTime >= PROMISED_ROWS - many('late') && all === PROMISED_ROWS,
    },
    {
      what: 'the same: asked twice; paid for, of as many lines; left open',
      measured: `${number(twice)}; $${(money?.micro ?? 0) / 1e6} of ${number(money?.lines ?? 0)}; ${number(money?.open ?? 0)}`,
      bar: `0; $${PROMISED_ROWS / 100} of ${number(PROMISED_ROWS)}; 0`,
      pass: twice === 0 && money?.micro === PROMISED_ROWS * 10_000 && money.lines === PROMISED_ROWS && money.open === 0,
    },
  ]
}

async function countRight(store: Stage['store'], workbookId: string, provider: string): Promise<number> {
  const [row] = await store.query<{ n: number }>(
    `select count(*) as n from cells c join workbook_rows r on r.workspace_id = c.workspace_id and r.workbook_id = c.workbook_id and r.id = c.row_id
      where c.workbook_id = $1 and c.status = 'complete' and c.value = to_jsonb($2 || ':' || (r.data ->> 'c1'))`,
    [workbookId, provider],
  )
  return row?.n ?? 0
}
