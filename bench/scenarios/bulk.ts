// Writing many rows of the big workbook at once: 500 of them a call, beside the ceiling; and a formula over all of them.
import { setTimeout as sleep } from 'node:timers/promises'
import { compare } from '../load.ts'
import { type Finding, ms, number } from '../report.ts'
import type { Stage } from '../stage.ts'

const A_CALL = 500

export async function bulk(stage: Stage): Promise<Finding[]> {
  const { api } = stage
  const big = await stage.big()
  const column = big.columns[2] as string
  // Each call has rows of its own, so that calls side by side do not wait for each other.
  const rowsOf = (n: number) =>
    Array.from({ length: A_CALL }, (_, i) => big.some[(n * A_CALL + i) % big.some.length] as (typeof big.some)[number])
  const data = (n: number) => ({ [column]: `Town ${n}` })
  const path = `/api/workbooks/${big.id}/rows`
  const service = {
    url: api.url,
    headers: api.headers,
    method: 'PATCH' as const,
    body: (n: number) => JSON.stringify({ rows: rowsOf(n).map(({ id }) => ({ row_id: id, data: data(n) })) }),
  }
  const { of, ratio } = await compare(
    {
      service: { ...service, path: () => `${path}?return=minimal` },
      whole: { ...service, path: () => path },
      ceiling: {
        url: await stage.ceiling(),
        method: 'PATCH',
        path: () => '/rows',
        body: (n) => JSON.stringify({ rows: rowsOf(n).map(({ twin }) => ({ row_id: twin, data: data(n) })) }),
      },
    },
    { clients: 2, seconds: 2 },
  )
  const share = ratio('service', 'ceiling', 'per_second')
  return [
    {
      what: `bulk patch, ${A_CALL} rows a call, 2 clients`,
      measured: `${share.toFixed(2)} of the ceiling (${number(of.service.per_second * A_CALL)} rows/s, p99 ${ms(of.service.p99)})`,
      beside: `${number(of.ceiling.per_second * A_CALL)} rows/s, p99 ${ms(of.ceiling.p99)}`,
    },
    {
      what: 'the same, answered with the rows and their ten enriched columns',
      measured: `${number(of.whole.per_second * A_CALL)} rows/s, p99 ${ms(of.whole.p99)}`,
      beside: `${number(of.whole.bytes / 1024)} kB an answer`,
    },
    await formula(stage),
  ]
}

async function formula(stage: Stage): Promise<Finding> {
  const { api } = stage
  const big = await stage.big()
  const { workbook } = await api.get<{ workbook: { columns_config: { name: string }[] } }>(`/api/workbooks/${big.id}`)
  const [first, second] = workbook.columns_config.map(({ name }) => `{{${name}}}`)
  const started = performance.now()
  await api.send('POST', `/api/workbooks/${big.id}/columns`, {
    name: 'Computed',
    type: 'formula',
    expression: `UPPER(${first}) & " (" & LEN(${second}) & ")"`,
  })
  let slowest = 0
  for (let isDone = false; !isDone; await sleep(100)) {
    const begun = performance.now()
    await api.get(`/api/workbooks/${big.id}?page_size=100`)
    slowest = Math.max(slowest, performance.now() - begun)
    const { items } = await api.get<{ items: { workbook_id: string | null }[] }>('/api/work')
    isDone = !items.some(({ workbook_id }) => workbook_id === big.id)
  }
  const seconds = (performance.now() - started) / 1000
  return {
    what: `a formula of two columns over ${number(big.rows)} rows, from POST to the last row`,
    measured: `${seconds.toFixed(1)} s (${number(big.rows / seconds)} rows/s)`,
    beside: `a page of the workbook meanwhile: ${ms(slowest)} at most`,
    bar: '100,000 rows ≤ 10 s',
    pass: big.rows / seconds >= 10_000,
  }
}
