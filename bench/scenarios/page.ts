// Reading pages of 100 rows with ten enriched columns from the big workbook, beside the ceiling; first and deepest.
import { compare } from '../load.ts'
import { type Finding, ms, number } from '../report.ts'
import type { Stage } from '../stage.ts'

const PAGE = 100
const NEAR = 20

export async function page(stage: Stage): Promise<Finding[]> {
  const { api } = stage
  const big = await stage.big()
  const pages = Math.floor(big.rows / PAGE)
  const at = `/api/workbooks/${big.id}?page_size=${PAGE}`
  const service = (path: (n: number) => string) => ({ url: api.url, headers: api.headers, path })
  const cursors: string[] = []
  for (let n = pages - NEAR; n < pages; n++)
    cursors.push((await api.get<{ next_cursor: string }>(`${at}&page=${n}`)).next_cursor)
  const anywhere = (n: number) => 1 + ((n * 7919) % pages)
  const url = await stage.ceiling()
  const { of, ratio } = await compare(
    {
      service: service((n) => `${at}&page=${anywhere(n)}`),
      ceiling: { url, path: (n) => `/page?size=${PAGE}&after=${(anywhere(n) - 1) * PAGE}` },
      first: service((n) => `${at}&page=${1 + (n % NEAR)}`),
      last: service((n) => `${at}&page=${pages - (n % NEAR)}`),
      cursor: service((n) => `${at}&cursor=${encodeURIComponent(cursors[n % NEAR] ?? '')}`),
    },
    { clients: 8, seconds: 1.5 },
  )
  const share = ratio('service', 'ceiling', 'per_second')
  const tail = ratio('service', 'ceiling', 'p99')
  const byNumber = ratio('last', 'first', 'p50')
  const byCursor = ratio('cursor', 'first', 'p50')
  return [
    {
      what: `page of ${PAGE} rows × 10 enriched columns of ${number(big.rows)} rows, 8 clients (${number(of.service.bytes / 1024)} kB)`,
      measured: `${share.toFixed(2)} of the ceiling (${number(of.service.per_second)}/s)`,
      beside: `${number(of.ceiling.per_second)}/s (${number(of.ceiling.bytes / 1024)} kB)`,
      bar: '≥ 0.40',
      pass: share >= 0.4,
    },
    {
      what: 'the same: p99',
      measured: `${tail.toFixed(2)} × the ceiling (${ms(of.service.p99)})`,
      beside: ms(of.ceiling.p99),
      bar: '≤ 3 ×',
      pass: tail <= 3,
    },
    {
      what: 'the same: deepest pages by number',
      measured: `${byNumber.toFixed(2)} × the first (${ms(of.last.p50)})`,
      beside: ms(of.first.p50),
      bar: '≤ 1.5 ×',
      pass: byNumber <= 1.5,
    },
    {
      what: 'the same: deepest pages by cursor',
      measured: `${byCursor.toFixed(2)} × the first (${ms(of.cursor.p50)})`,
      beside: ms(of.first.p50),
      bar: '≤ 1.5 ×',
      pass: byCursor <= 1.5,
    },
  ]
}
