// The first day of an install: everything right after the first bulk writes, beside the same once all tables are counted.
import type { Api } from '../api.ts'
import { login } from '../api.ts'
import { inputs } from '../big-workbook.ts'
import { csv, sendCsv } from '../csv.ts'
import { load, timed } from '../load.ts'
import { startProgram } from '../program.ts'
import { type Finding, ms, number } from '../report.ts'
import { openFolder, type Stage } from '../stage.ts'
import { openStore, type Store } from '../store.ts'
import { addKeys, asks, createWorkbook, freshKeys, keyColumn, runToEnd, type Workbook } from '../workbooks.ts'

const FEW = 20_000
const MANY = 160_000
const CELLS = 2_000
const BAR = 1.5

/** What somebody does; milliseconds each takes. */
type Deeds = Record<string, number>

export async function firstDay({ programs }: Stage): Promise<Finding[]> {
  const folder = await openFolder('millrace-first-day-')
  const program = await startProgram(programs.server, folder.path, folder.environment)
  try {
    folder.peer.bringTo(program.url)
    const api = await login(program.url)
    const store = await openStore(folder.environment.DATA_DIR as string)
    const book = await createWorkbook(api, inputs)
    const few = csv('few', FEW, FEW)
    const imports = [
      await timed(() => sendCsv(api, book.id, few)),
      await timed(() => sendCsv(api, book.id, csv('many', MANY, MANY))),
      await timed(() => sendCsv(api, book.id, few)),
    ] as const
    const first = await deeds(api, store, book)
    await store.query('vacuum (analyze)')
    const settled = await deeds(api, store, book)
    await store.close()
    await api.close()
    const again = imports[2] / imports[0]
    return [
      {
        what: `first day: import of ${number(FEW)} rows, of ${number(MANY)}, of the first ${number(FEW)} again`,
        measured: imports.map(ms).join('; '),
        beside: `${again.toFixed(1)} × the first`,
        bar: '≤ 2 ×',
        pass: again <= 2,
      },
      ...Object.entries(first).map(([what, took]) => {
        const share = took / (settled[what] as number)
        return {
          what: `first day: ${what}`,
          measured: `${share.toFixed(2)} × the settled time (${ms(took)})`,
          beside: ms(settled[what] as number),
          bar: `≤ ${BAR} ×`,
          pass: share <= BAR,
        }
      }),
    ]
  } finally {
    await program.stop()
    await folder.close()
  }
}

async function deeds(api: Api, store: Store, book: Workbook): Promise<Deeds> {
  const target = { url: api.url, headers: api.headers }
  const at = `/api/workbooks/${book.id}`
  const LOOP = { clients: 2, seconds: 1 }
  const [{ rows }] = (await store.query(
    `select array_agg(id) as rows from (select id from workbook_rows where workbook_id = $1 order by position limit 500) r`,
    [book.id],
  )) as [{ rows: string[] }]
  const row = (n: number) => rows[n % rows.length]
  const filled = await createWorkbook(api, inputs)
  const fill = await timed(() => sendCsv(api, filled.id, csv('filled', FEW, FEW)))
  const page = (id: string) =>
    load({ ...target, path: (n) => `/api/workbooks/${id}?page_size=100&page=${1 + (n % 150)}` }, LOOP)
  const found: Deeds = { [`import of ${number(FEW)} rows into a new workbook`]: fill }
  found['page of a workbook that was filled this moment'] = (await page(filled.id)).p50
  found['page of the large workbook'] = (await page(book.id)).p50
  found['single cell'] = (
    await load(
      {
        ...target,
        method: 'PATCH',
        path: (n) => `${at}/rows/${row(n)}/cells/${book.columns[2]}`,
        body: (n) => `{"value":"Town ${n}"}`,
      },
      LOOP,
    )
  ).p50
  found['filter of the large workbook, one row'] = await timed(() =>
    api.send('POST', `${at}/rows/query`, {
      filter: { field: book.columns[1], op: 'eq', value: 'many159999-bench.com' },
      limit: 10,
    }),
  )
  const asked = await createWorkbook(api, [keyColumn, asks('sim-5ms')])
  await addKeys(api, asked, freshKeys(CELLS))
  found[`run of ${number(CELLS)} cells at 5 ms`] = (await runToEnd(api, asked, {}, 250)).took_ms
  found[`import of the first ${number(FEW)} rows again`] = await timed(() =>
    sendCsv(api, book.id, csv('few', FEW, FEW)),
  )
  return found
}
