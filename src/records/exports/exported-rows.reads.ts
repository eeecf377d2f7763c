// Reads the rows of an export from first to last: short transactions, one batch of rows at a time, nothing held in between.

import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { isTestData, markedTest } from '../../engine/waterfall/test-data.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { findRows, type RowPosition, withTimeout } from '../filters/found-rows.reads.ts'
import { isEverything, type Question } from '../filters/question.logic.ts'
import { readThrough } from '../opening/lead-backed.reads.ts'
import { findWithinLimit, readsCells } from '../query/time-limit.reads.ts'
import { idsOf, lateral } from '../store/lateral.logic.ts'
import { findReady } from '../views/view-index.reads.ts'
import { type FactFacet, type Facts, openFacts } from './facts.logic.ts'

export interface ExportWanted {
  workspace_id: WorkspaceId
  workbook_id: string
  /** All columns of the workbook, to evaluate the query. */
  all: readonly ColumnConfig[]
  /** The exported columns, in this order. */
  columns: readonly ColumnConfig[]
  facets: readonly FactFacet[]
  question: Question
  /** Only these rows; null for all rows of the query. */
  row_ids: readonly string[] | null
  /** Values with other licenses are left blank; null allows all. */
  licenses: readonly string[] | null
  /** Values with these licenses are left blank. */
  without_licenses: readonly string[]
  /** Values that nothing verified are left blank. */
  without_unverified: boolean
  /** Values fetched before this time are left blank; milliseconds since the epoch. */
  since: number | null
}

export interface ExportColumn {
  name: string
  /** Type of an input column; null for any other. */
  input_type: string | null
}

/** One value for each output column. */
export type ExportedRow = Json[]

const FIRST_ROWS = 500
const MOST_ROWS = 2000
/** A batch should be about this long at most, in UTF-16 units, however long the values are. */
const BATCH_TEXT = 4 * 1024 * 1024
/** Rows per read in a sorted export, where each read costs a pass over the workbook. */
const FOUND_ROWS = 20_000

const SQL_OF: Record<FactFacet, string> = {
  status: 'c.status',
  provider: 'c.provider',
  confidence: 'c.confidence',
  license: "coalesce(c.license, c.provenance ->> 'license')",
  source: "c.provenance ->> 'source'",
  source_url: "c.provenance ->> 'source_url'",
  method: "c.provenance ->> 'method'",
  attribution: "c.provenance ->> 'attribution'",
  fetched_at: "c.provenance ->> 'fetched_at'",
  reason: 'c.reason',
}

export function outputColumns({ columns, facets }: ExportWanted): ExportColumn[] {
  return columns.flatMap((column) => [
    { name: column.name, input_type: column.type === 'input' ? column.input_type : null },
    ...(column.type === 'input'
      ? []
      : facets.map((facet) => ({ name: `${column.name} (${facet})`, input_type: null }))),
  ])
}

/** The rows in groups of some hundred. `facts` is told of every computed value, and says which may be given away. */
export async function* exportedRows(
  database: Database,
  wanted: ExportWanted,
  facts: Facts = openFacts(wanted),
): AsyncGenerator<ExportedRow[]> {
  let limit = FIRST_ROWS
  const inWorkspace = <T>(work: (tx: WorkspaceTx) => Promise<T>) => readRows(database, wanted, work)
  const adapt = (size: number) => {
    const fitting = Math.floor((limit * BATCH_TEXT) / Math.max(1, size))
    limit = Math.max(1, Math.min(MOST_ROWS, limit * 2, fitting))
  }
  if (wanted.row_ids === null && isEverything(wanted.question)) {
    for (let after = Number.NEGATIVE_INFINITY; ; ) {
      const rows = await inWorkspace((tx) => readBatch(tx, wanted, after, limit))
      const last = rows.at(-1)
      if (!last) return
      yield rows.map((row) => valuesOf(row, wanted, facts))
      if (rows.length < limit) return
      after = last.position
      adapt(sizeOf(rows))
    }
  }
  for await (const ids of foundIds(database, wanted))
    for (let at = 0; at < ids.length; ) {
      const some = ids.slice(at, at + limit)
      const rows = await inWorkspace((tx) => readThese(tx, wanted, some))
      if (rows.length > 0) yield rows.map((row) => valuesOf(row, wanted, facts))
      at += some.length
      adapt(sizeOf(rows))
    }
}

/** Reads the rows to export; in a workbook over the lead store, the leads are its rows. */
function readRows<T>(
  database: Database,
  { workspace_id, workbook_id, all }: ExportWanted,
  work: (tx: WorkspaceTx) => Promise<T>,
): Promise<T> {
  return database.inWorkspace(workspace_id, async (tx) => work(await readThrough(tx, workbook_id, all)))
}

async function* foundIds(database: Database, wanted: ExportWanted): AsyncGenerator<string[]> {
  const { workspace_id, workbook_id, all, question, row_ids } = wanted
  const workbook = { id: workbook_id, columns: all }
  if (row_ids !== null) {
    const rowsOf = lateral(idsOf(3), { table: 'workbook_rows', columns: 'id, position' })
    const text = `select r.id from ${rowsOf} order by r.position`
    const { rows } = await readRows(database, wanted, (tx) =>
      tx.client.query<{ id: string }>(text, [workspace_id, workbook_id, row_ids]),
    )
    return yield rows.map(({ id }) => id)
  }
  const isSlow = question.sorts.length === 0 && readsCells(workbook, question)
  for (let after: RowPosition | undefined; ; ) {
    const portion = { after, limit: FOUND_ROWS }
    const found = await readRows(database, wanted, (tx) =>
      withTimeout(tx, async () => {
        const ready = await findReady(tx, workbook_id, question, portion)
        return ready ?? (isSlow ? null : findRows(tx, workbook, question, portion))
      }),
    )
    if (found === null) return yield* foundForAWhile(database, wanted, after)
    if (found.length > 0) yield found.map(({ id }) => id)
    if (found.length < FOUND_ROWS) return
    after = found.at(-1)
  }
}

/** Reads piece by piece to the end, even when a search for rare values has to read all cells. */
async function* foundForAWhile(
  database: Database,
  wanted: ExportWanted,
  from: RowPosition | undefined,
  lookFor = LOOK_FOR,
): AsyncGenerator<string[]> {
  const { workbook_id, all, question } = wanted
  const workbook = { id: workbook_id, columns: all }
  for (let after = from; ; ) {
    const portion = { after, limit: FOUND_ROWS }
    const { rows, reached } = await readRows(database, wanted, (tx) =>
      withTimeout(tx, () => findWithinLimit(tx, workbook, question, portion, lookFor)),
    )
    if (rows.length > 0) yield rows.map(({ id }) => id)
    if (reached === null && rows.length < FOUND_ROWS) return
    after = reached ?? rows.at(-1)
  }
}

/** Time limits for a piece; they are longer than for a page, because no user waits for it. */
const LOOK_FOR = { ms: 2_000, first: 4_000, rest: 6_000 }

interface StoredRow {
  position: number
  data: JsonObject
  /** By column: the value, license, attribution, source and time of the fact, its provider and status, then the facets. */
  cells: { [columnId: string]: Json[] } | null
}

const FACT = [
  'c.value',
  SQL_OF.license,
  SQL_OF.attribution,
  SQL_OF.source,
  SQL_OF.fetched_at,
  SQL_OF.provider,
  SQL_OF.status,
]

function cellsSql({ facets }: ExportWanted, computed: readonly string[], place: number): string {
  if (computed.length === 0) return 'null'
  const members = [...FACT, ...facets.map((one) => SQL_OF[one])]
  return `(select json_object_agg(c.column_id, json_build_array(${members.join(', ')}))
    from cells c where c.workspace_id = $1 and c.workbook_id = $2 and c.row_id = r.id and c.column_id = any($${place}))`
}

const computedOf = ({ columns }: ExportWanted) => columns.flatMap(({ id, type }) => (type === 'input' ? [] : [id]))

// Plan: index scan of workbook_rows_order, then one scan of cells_pkey per row.
async function readBatch(tx: WorkspaceTx, wanted: ExportWanted, after: number, limit: number): Promise<StoredRow[]> {
  const computed = computedOf(wanted)
  const values = [tx.workspace_id, wanted.workbook_id, after, limit, ...(computed.length > 0 ? [computed] : [])]
  const text = `select r.position, r.data, ${cellsSql(wanted, computed, 5)} as cells from workbook_rows r
    where r.workspace_id = $1 and r.workbook_id = $2 and r.position > $3 order by r.position limit $4`
  return (await tx.client.query<StoredRow>(text, values)).rows
}

async function readThese(tx: WorkspaceTx, wanted: ExportWanted, ids: readonly string[]): Promise<StoredRow[]> {
  const computed = computedOf(wanted)
  const values = [tx.workspace_id, wanted.workbook_id, ids, ...(computed.length > 0 ? [computed] : [])]
  const text = `select r.position, r.data, ${cellsSql(wanted, computed, 4)} as cells
    from unnest($3::uuid[]) with ordinality as w(id, n)
      join workbook_rows r on r.workspace_id = $1 and r.workbook_id = $2 and r.id = w.id order by w.n`
  return (await tx.client.query<StoredRow>(text, values)).rows
}

function valuesOf({ data, cells }: StoredRow, { columns, facets }: ExportWanted, facts: Facts): ExportedRow {
  const values: ExportedRow = []
  // The provider column marks test data; without that column the value itself must.
  const isNamed = facets.includes('provider')
  for (const { id, type } of columns) {
    if (type === 'input') {
      values.push(data[id] ?? null)
      continue
    }
    const [
      value = null,
      license = null,
      attribution = null,
      source = null,
      fetchedAt = null,
      provider = null,
      status = null,
      ...beside
    ] = cells?.[id] ?? []
    const given = value === null || facts.mayGive({ license, attribution, source, fetchedAt, status } as never)
    const shown = !isNamed && value !== null && isTestData(provider as string | null) ? markedTest(value) : value
    values.push(given ? shown : null)
    for (let place = 0; place < facets.length; place++) values.push(given ? (beside[place] ?? null) : null)
  }
  return values
}

/** Roughly, in UTF-16 units. */
function sizeOf(rows: readonly StoredRow[]): number {
  let size = 0
  for (const row of rows.slice(0, 50)) size += JSON.stringify(row).length
  return (size * rows.length) / Math.max(1, Math.min(50, rows.length))
}
