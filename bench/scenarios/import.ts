// Importing a CSV file with recognition of known rows, beside the ceiling; memory, and growth with the workbook.
import { request } from 'undici'
import { inputs } from '../big-workbook.ts'
import { csv, sendCsv } from '../csv.ts'
import { median, timed } from '../load.ts'
import { memoryOf } from '../memory.ts'
import { type Finding, number } from '../report.ts'
import type { Stage } from '../stage.ts'
import { createWorkbook } from '../workbooks.ts'

const ROWS = 100_000
/** One row in ten repeats a domain of the file. */
const DISTINCT = 90_000
const FEW = 20_000
const ROUNDS = 3
const GROWN_MB = 64

export async function importing(stage: Stage): Promise<Finding[]> {
  const { api, program, store } = stage
  const big = await stage.big()
  const url = await stage.ceiling()
  const file = csv('a', ROWS, DISTINCT)
  const before = memoryOf([program.pid]) ?? 0
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf([program.pid]) ?? 0)
  }, 100)
  const ours: number[] = []
  const ceilings: number[] = []
  await store.query(`delete from ceiling.rows where domain is not null`)
  for (let round = 0; round < ROUNDS; round++) {
    const fresh = await createWorkbook(api, inputs)
    ours.push(await timed(() => sendCsv(api, fresh.id, file)))
    ceilings.push(await timed(() => sendBare(url, file)))
    await store.query(`delete from ceiling.rows where domain is not null`)
    await store.query('vacuum ceiling.rows')
  }
  clearInterval(watch)
  const share = median(ours.map((ms, round) => (ceilings[round] as number) / ms))
  // The first import gives the rows that are there their keys, once.
  await sendCsv(api, big.id, csv('b', 1_000, 1_000))
  const grown: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const small = await createWorkbook(api, inputs)
    const alone = await timed(() => sendCsv(api, small.id, csv(`s${round}`, FEW, FEW)))
    grown.push((await timed(() => sendCsv(api, big.id, csv(`g${round}`, FEW, FEW)))) / alone)
  }
  const growth = median(grown)
  return [
    {
      what: `import of a CSV file, ${number(ROWS)} rows, recognised by domain`,
      measured: `${share.toFixed(2)} of the ceiling (${number((ROWS / median(ours)) * 1000)} rows/s)`,
      beside: `${number((ROWS / median(ceilings)) * 1000)} rows/s (COPY)`,
      bar: '≥ 0.40',
      pass: share >= 0.4,
    },
    {
      what: `import of ${number(FEW)} rows into ${number(big.rows)} and more rows`,
      measured: `${growth.toFixed(2)} × the time into a new workbook`,
      bar: 'flat (≤ 1.25 ×)',
      pass: growth <= 1.25,
    },
    {
      what: 'memory of the server during the imports',
      measured: `${number(peak)} MB at most`,
      beside: `${number(before)} MB before`,
      bar: `flat (+ ${GROWN_MB} MB)`,
      pass: peak - before <= GROWN_MB,
    },
  ]
}

async function sendBare(url: string, file: string): Promise<void> {
  const answer = await request(`${url}/import`, { method: 'POST', body: file })
  const text = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`import: ${text}`)
}
