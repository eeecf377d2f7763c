// Writing single cells of the big workbook, beside the ceiling.
import { compare } from '../load.ts'
import { type Finding, ms, number } from '../report.ts'
import type { Stage } from '../stage.ts'

export async function cell(stage: Stage): Promise<Finding[]> {
  const { api } = stage
  const big = await stage.big()
  const column = big.columns[2] as string
  const body = (n: number) => JSON.stringify({ value: `Town ${n}` })
  const row = (n: number) => big.some[n % big.some.length] as (typeof big.some)[number]
  const { of, ratio } = await compare(
    {
      service: {
        url: api.url,
        headers: api.headers,
        method: 'PATCH',
        path: (n) => `/api/workbooks/${big.id}/rows/${row(n).id}/cells/${column}`,
        body,
      },
      ceiling: {
        url: await stage.ceiling(),
        method: 'PATCH',
        path: (n) => `/rows/${row(n).twin}/cells/${column}`,
        body,
      },
    },
    { clients: 8, seconds: 2 },
  )
  const share = ratio('service', 'ceiling', 'per_second')
  return [
    {
      what: 'single-cell update, 8 clients',
      measured: `${share.toFixed(2)} of the ceiling (${number(of.service.per_second)}/s, p99 ${ms(of.service.p99)})`,
      beside: `${number(of.ceiling.per_second)}/s, p99 ${ms(of.ceiling.p99)}`,
      bar: '≥ 0.40',
      pass: share >= 0.4,
    },
  ]
}
