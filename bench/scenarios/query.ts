// Filter, order and search over the big workbook, cold and as a saved view, beside the same questions in bare SQL.
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../load.ts'
import { type Finding, ms, number } from '../report.ts'
import type { Stage } from '../stage.ts'

interface Case {
  what: string
  /** The body of the question. */
  ask: object
  /** The same as well as it can be said of the twin, without indexes either. */
  ceiling: string
}

const ROUNDS = 5
const FIRST = 'select id from ceiling.rows r'

/** Column c1..c4 are the own ones of a row, c5 and following are enriched; see big-workbook.ts. */
const CASES: Case[] = [
  {
    what: 'filter, one row in a thousand',
    ask: { filter: { field: 'c3', op: 'eq', value: 'city 7' } },
    ceiling: `${FIRST} where lower(data ->> 'c3') = 'city 7' order by id limit 100`,
  },
  {
    what: 'filter, no row at all',
    ask: { filter: { field: 'c2', op: 'contains', value: 'nowhere' } },
    ceiling: `${FIRST} where strpos(lower(data ->> 'c2'), 'nowhere') > 0 order by id limit 100`,
  },
  {
    what: 'filter on an enriched column, no row at all',
    ask: { filter: { field: 'c9', op: 'contains', value: 'nowhere' } },
    ceiling: `select row_id from ceiling.cells where column_id = 'c9' and strpos(lower(value #>> '{}'), 'nowhere') > 0 limit 100`,
  },
  {
    what: 'filter by a status that hardly any cell has',
    ask: { filter: { field: 'c9', on: 'status', op: 'eq', value: 'error' } },
    ceiling: `select row_id from ceiling.cells where column_id = 'c9' and status = 'error' limit 100`,
  },
  {
    what: 'order by a value of the row',
    ask: { sort: [{ field: 'c2', dir: 'desc' }] },
    ceiling: `${FIRST} order by lower(data ->> 'c2') collate natural_order desc, id limit 100`,
  },
  {
    what: 'order by an enriched column',
    ask: { sort: [{ field: 'c9', dir: 'desc' }] },
    ceiling: `select row_id from ceiling.cells where column_id = 'c9' order by lower(value #>> '{}') collate natural_order desc, row_id limit 100`,
  },
  {
    what: 'search over all text, one row in a hundred',
    ask: { search: 'big-77' },
    ceiling: `${FIRST} where strpos(lower(data::text), 'big-77') > 0 order by id limit 100`,
  },
  {
    what: 'search over all text, no row at all',
    ask: { search: 'nowhere at all' },
    ceiling: `${FIRST} where strpos(lower(data::text), 'nowhere at all') > 0
      union all select row_id from ceiling.cells where strpos(lower(value #>> '{}'), 'nowhere at all') > 0 limit 100`,
  },
]

const VIEWS = [
  { name: 'By an enriched column', sort: [{ field: 'c9', dir: 'desc' }] },
  {
    name: 'Rare, by two columns',
    filter: {
      and: [
        { field: 'c3', op: 'in', value: ['City 7', 'City 8'] },
        { field: 'c9', op: 'not_empty' },
      ],
    },
    sort: [
      { field: 'c4', dir: 'asc' },
      { field: 'c10', dir: 'desc' },
    ],
  },
]

export async function query(stage: Stage): Promise<Finding[]> {
  const { api, store } = stage
  const big = await stage.big()
  const at = `/api/workbooks/${big.id}`
  const timed = async (work: () => Promise<unknown>, before?: (round: number) => Promise<unknown>) => {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await before?.(round)
      const started = performance.now()
      await work()
      times.push(performance.now() - started)
    }
    return median(times)
  }
  const findings: Finding[] = []
  const first = await api.get<{ rows: { row_id: string }[] }>(`${at}?page_size=1`)
  // The beginning of an order is kept for who reads on, until something is written: each round asks after a write.
  const write = (round: number) =>
    api.send('PATCH', `${at}/rows/${first.rows[0]?.row_id}/cells/c1`, { value: `written before round ${round}` })
  for (const { what, ask, ceiling } of CASES) {
    const page = (more: object = {}) =>
      api.send<{ next_cursor: string }>('POST', `${at}/rows/query`, { ...ask, limit: 100, ...more })
    const service = await timed(page, write).catch(() => Number.NaN)
    const bare = await timed(() => store.query(ceiling))
    findings.push({
      what: `${what}, first page of ${number(big.rows)} rows`,
      measured: Number.isNaN(service) ? 'refused: it took longer than 10 s' : ms(service),
      beside: `${ms(bare)} (bare SQL)`,
      bar: '≤ 1 s',
      pass: service <= 1000,
    })
    if (!('sort' in ask) || Number.isNaN(service)) continue
    await sleep(1000)
    const { next_cursor } = await page()
    findings.push({
      what: `${what}, the page behind it`,
      measured: ms(await timed(() => page({ cursor: next_cursor }))),
    })
  }
  for (const view of VIEWS) {
    const started = performance.now()
    const { id } = await api.send<{ id: string }>('POST', `${at}/views`, { ...view, scope: 'shared' })
    const page = () => api.get<{ index: string; next_cursor: string }>(`${at}?view_id=${id}&page_size=100`)
    while ((await page()).index !== 'ready') await sleep(1000)
    const made = performance.now() - started
    findings.push({
      what: `saved view "${view.name}", first page`,
      measured: ms(await timed(page)),
      beside: `put in order in ${ms(made)}`,
      bar: '≤ 150 ms',
      pass: (await timed(page)) <= 150,
    })
  }
  return findings
}
