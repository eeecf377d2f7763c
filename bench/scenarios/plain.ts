// Reading pages of 100 rows with eleven columns of their own and none that is computed, beside the ceiling: pages that were read before and not
// changed since, as most are, and others.
import { encodeCursor } from '../../src/platform/http/paging.ts'
import { nameOfEverything } from '../../src/records/filters/question.logic.ts'
import { compare } from '../load.ts'
import { type Finding, ms, number } from '../report.ts'
import type { Stage } from '../stage.ts'
import { createWorkbook } from '../workbooks.ts'

const ROWS = 20_000
const PAGE = 100
const A_CALL = 1_000
/** All but the last are fields of a lead too, as they are in most files. */
const NAMES = 'Company,Domain,Website,Email,Contact,Title,City,Country,Industry,Employees,Notes'.split(',')

export async function plain({ api, store, ceiling }: Stage): Promise<Finding[]> {
  const url = await ceiling()
  const inputs = NAMES.map((name) => ({ type: 'input', name, input_type: 'text' }))
  const workbook = await createWorkbook(api, inputs, 'Plain')
  const row = (n: number) => ({
    data: Object.fromEntries(workbook.columns.map((id, i) => [id, `${NAMES[i]} of row ${n}`])),
  })
  for (let at = 0; at < ROWS; at += A_CALL)
    await api.send('POST', `/api/workbooks/${workbook.id}/rows`, {
      rows: Array.from({ length: A_CALL }, (_, n) => row(at + n)),
    })
  await store.query('truncate ceiling.plain restart identity')
  await store.query(
    'insert into ceiling.plain (data, created_at) select data, created_at from workbook_rows where workbook_id = $1 order by position',
    [workbook.id],
  )
  await store.query('vacuum (analyze) workbook_rows, ceiling.plain')
  const at = `/api/workbooks/${workbook.id}?page_size=${PAGE}`
  const cursors: string[] = []
  for (let n = 1; n <= ROWS / PAGE; n++)
    cursors.push((await api.get<{ next_cursor: string }>(`${at}&page=${n}`)).next_cursor)
  const anywhere = (n: number) => 1 + ((n * 7919) % (ROWS / PAGE))
  const bare = { url, path: (n: number) => `/plain?size=${PAGE}&after=${(anywhere(n) - 1) * PAGE}` }
  // Far more pages than the service remembers, each of which begins at another row.
  const elsewhere = (n: number) => encodeCursor(nameOfEverything(workbook.id), [(n * 7919) % (ROWS - PAGE)])
  const { of, ratio } = await compare(
    {
      // The ceiling knows where its page begins, as a cursor does.
      service: {
        url: api.url,
        headers: api.headers,
        path: (n) => `${at}&cursor=${encodeURIComponent(cursors[anywhere(n) - 2] ?? '')}`,
      },
      number: { url: api.url, headers: api.headers, path: (n) => `${at}&page=${anywhere(n)}` },
      ceiling: bare,
    },
    { clients: 8, seconds: 1.5 },
  )
  // By itself, as these take the place of pages that are remembered.
  const first = await compare(
    { service: { url: api.url, headers: api.headers, path: (n) => `${at}&cursor=${elsewhere(n)}` }, ceiling: bare },
    { clients: 8, seconds: 1.5 },
  )
  const share = ratio('service', 'ceiling', 'per_second')
  const tail = ratio('service', 'ceiling', 'p99')
  return [
    {
      what: `page of ${PAGE} rows × ${NAMES.length} columns of their own, 8 clients (${number(of.service.bytes / 1024)} kB)`,
      measured: `${share.toFixed(2)} of the ceiling (${number(of.service.per_second)}/s)`,
      beside: `${number(of.ceiling.per_second)}/s (${number(of.ceiling.bytes / 1024)} kB)`,
      bar: '≥ 0.40',
      pass: share >= 0.4,
    },
    {
      what: 'the same, pages that nobody has read before',
      measured: `${first.ratio('service', 'ceiling', 'per_second').toFixed(2)} of the ceiling (${number(first.of.service.per_second)}/s)`,
    },
    {
      what: 'the same, by number',
      measured: `${ratio('number', 'ceiling', 'per_second').toFixed(2)} of the ceiling (${number(of.number.per_second)}/s)`,
    },
    {
      what: 'the same: p99',
      measured: `${tail.toFixed(2)} × the ceiling (${ms(of.service.p99)})`,
      beside: ms(of.ceiling.p99),
      bar: '≤ 3 ×',
      pass: tail <= 3,
    },
  ]
}
