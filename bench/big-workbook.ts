// The big workbook: four input columns and ten enriched ones, every cell filled; and its twin for the ceiling.
import type { Api } from './api.ts'
import { number } from './report.ts'
import type { Store } from './store.ts'
import { asks, createWorkbook, type Workbook } from './workbooks.ts'

export interface BigWorkbook extends Workbook {
  rows: number
  /** Some rows from all over it: their ids here and in the ceiling. */
  some: { id: string; twin: number }[]
}

export const ENRICHED = 10
export const inputs = ['Key', 'Domain', 'City', 'Size'].map((name) => ({ type: 'input', name, input_type: 'text' }))

/** Written straight into the database: over HTTP a million rows and ten million cells would take an hour. */
export async function fillBigWorkbook(api: Api, store: Store, rows: number): Promise<BigWorkbook> {
  const started = performance.now()
  const enriched = Array.from({ length: ENRICHED }, (_, n) => asks('sim-5ms', `Fact ${n + 1}`))
  const workbook = await createWorkbook(api, [...inputs, ...enriched], 'Big')
  await seedRows(store, api.workspace_id, workbook, rows, 'big')
  const values = [api.workspace_id, workbook.id, workbook.columns.slice(inputs.length)]
  await store.query('vacuum (analyze) workbook_rows')
  await store.query(
    `insert into cells (workspace_id, workbook_id, row_id, column_id, status, value, provider, confidence, license, cost_micro, provenance, run_id)
      select $1, $2, r.id, c.id, 'complete', to_jsonb('What ' || c.id || ' says of ' || (r.data ->> 'c1')), 'sim-5ms', 0.9, 'proprietary-api', 10000,
        jsonb_build_object('source', 'sim-5ms', 'method', 'api', 'license', 'proprietary-api', 'confidence', 0.9, 'fetched_at', '2026-01-01T00:00:00.000Z'), $2
      from workbook_rows r, unnest($3::text[]) c(id) where r.workspace_id = $1 and r.workbook_id = $2`,
    values,
  )
  await store.query(
    `insert into workbook_column_counts select $1, $2, c, 'complete', ${rows} from unnest($3::text[]) c`,
    values,
  )
  await store.query(
    `update workbooks set completed_rows = ${rows} where workspace_id = $1 and id = $2`,
    values.slice(0, 2),
  )
  await store.query('vacuum (analyze) cells')
  await store.query(`truncate ceiling.rows, ceiling.cells restart identity`)
  await store.query(
    `insert into ceiling.rows (id, data) overriding system value select position, data from workbook_rows where workspace_id = $1 and workbook_id = $2 order by position`,
    values.slice(0, 2),
  )
  await store.query(`select setval(pg_get_serial_sequence('ceiling.rows', 'id'), ${rows})`)
  await store.query(
    `insert into ceiling.cells select r.position, c.column_id, c.status, c.value, c.provider, c.confidence, c.cost_micro, c.provenance, c.run_id, c.updated_at
      from workbook_rows r join cells c using (workspace_id, workbook_id) where c.row_id = r.id and workspace_id = $1 and workbook_id = $2`,
    values.slice(0, 2),
  )
  await store.query('vacuum (analyze) ceiling.rows, ceiling.cells')
  await store.query('checkpoint')
  const some = await store.query<{ id: string; twin: number }>(
    `select id, position as twin from workbook_rows where workspace_id = $1 and workbook_id = $2 order by md5(id::text) limit 10000`,
    values.slice(0, 2),
  )
  console.error(`filled ${number(rows)} rows and their twins in ${Math.round((performance.now() - started) / 1000)} s`)
  return { ...workbook, rows, some }
}

/** Rows with a key, a domain, a city and a size as far as the workbook has columns for them. */
export async function seedRows(
  store: Store,
  workspaceId: string,
  workbook: Workbook,
  rows: number,
  prefix: string,
): Promise<void> {
  await store.query(
    `insert into workbook_rows (workspace_id, workbook_id, id, position, data)
      select $1, $2, uuidv7(), n, jsonb_build_object('c1', $3 || '-' || n, 'c2', $3 || n || '.example.com', 'c3', 'City ' || n % 1000, 'c4', (n % 5000)::text)
      from generate_series(1, ${rows}) n`,
    [workspaceId, workbook.id, prefix],
  )
  await store.query(
    `insert into workbook_row_blocks select workspace_id, workbook_id, floor(position / 4096)::int, count(*) from workbook_rows
      where workspace_id = $1 and workbook_id = $2 group by 1, 2, 3`,
    [workspaceId, workbook.id],
  )
  await store.query(
    `update workbooks set total_rows = ${rows}, next_position = ${rows} + 1 where workspace_id = $1 and id = $2`,
    [workspaceId, workbook.id],
  )
}
