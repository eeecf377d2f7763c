// Adding rows, 500 a call, beside the ceiling, and into a workbook that is large already.
import { inputs } from '../big-workbook.ts'
import { compare } from '../load.ts'
import { type Finding, number } from '../report.ts'
import type { Stage } from '../stage.ts'
import { createWorkbook } from '../workbooks.ts'

const A_CALL = 500

export async function ingest(stage: Stage): Promise<Finding[]> {
  const { api } = stage
  const big = await stage.big()
  const fresh = await createWorkbook(api, inputs)
  const rows = (call: number) =>
    JSON.stringify({
      rows: Array.from({ length: A_CALL }, (_, n) => ({
        data: { c1: `in-${call}-${n}`, c2: `in${call}x${n}.example.com`, c3: `City ${n}`, c4: String(n) },
      })),
    })
  const into = (id: string) => ({
    url: api.url,
    headers: api.headers,
    method: 'POST' as const,
    path: () => `/api/workbooks/${id}/rows`,
    body: rows,
  })
  const { of, ratio } = await compare(
    {
      service: into(fresh.id),
      ceiling: { url: await stage.ceiling(), method: 'POST', path: () => '/rows', body: rows },
      big: into(big.id),
    },
    { clients: 2, seconds: 2 },
  )
  const share = ratio('service', 'ceiling', 'per_second')
  const growth = ratio('big', 'service', 'per_second')
  return [
    {
      what: `ingest, ${A_CALL} rows a call, 2 clients`,
      measured: `${share.toFixed(2)} of the ceiling (${number(of.service.per_second * A_CALL)} rows/s)`,
      beside: `${number(of.ceiling.per_second * A_CALL)} rows/s`,
      bar: '≥ 0.40',
      pass: share >= 0.4,
    },
    {
      what: `the same into a workbook of ${number(big.rows)} rows`,
      measured: `${growth.toFixed(2)} of the rate into a new one`,
      bar: 'flat (≥ 0.80)',
      pass: growth >= 0.8,
    },
  ]
}
