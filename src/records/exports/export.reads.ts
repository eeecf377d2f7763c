// Reads a workbook from its first row to its last as CSV text: short transactions, one stretch of rows at a time.
import type { ColumnConfig } from '../../engine/columns.schema.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { csvLine, displayText, guardFormula } from './csv-text.logic.ts'

/** What can stand beside the value of a computed cell. */
export const FACETS = ['status', 'provider', 'confidence', 'license', 'source_url', 'fetched_at'] as const
export type Facet = (typeof FACETS)[number]

export interface ExportWanted {
  workspace_id: WorkspaceId
  workbook_id: string
  /** In the order they are written. */
  columns: readonly Pick<ColumnConfig, 'id' | 'name' | 'type'>[]
  facets: readonly Facet[]
  /** Formulas as they are. */
  raw: boolean
  /** Begins with a byte order mark, by which old spreadsheets know UTF-8. */
  bom: boolean
}

const FIRST_ROWS = 500
const MOST_ROWS = 2000
/** A stretch should be about this long at most, in UTF-16 units, however long the values are. */
const STRETCH_TEXT = 4 * 1024 * 1024

const SQL_OF: Record<Facet, string> = {
  status: 'c.status',
  provider: 'c.provider',
  confidence: 'c.confidence',
  license: 'c.license',
  source_url: "c.provenance ->> 'source_url'",
  fetched_at: "c.provenance ->> 'fetched_at'",
}

/** Pieces of text, each of some hundred rows. Nothing is held between two pieces: a reader may be as slow as it likes. */
export async function* exportCsv(database: Database, wanted: ExportWanted): AsyncGenerator<string> {
  const { columns, facets, raw, bom, workspace_id } = wanted
  const guard = raw ? (text: string) => text : guardFormula
  const header = columns.flatMap(({ name, type }) => [
    name,
    ...(type === 'input' ? [] : facets.map((facet) => `${name} (${facet})`)),
  ])
  yield (bom ? '\ufeff' : '') + csvLine(header.map(guard))
  const computed = columns.filter(({ type }) => type !== 'input').map(({ id }) => id)
  let limit = FIRST_ROWS
  for (let after = Number.NEGATIVE_INFINITY; ; ) {
    const rows = await database.inWorkspace(workspace_id, (tx) => readStretch(tx, wanted, computed, after, limit))
    const last = rows.at(-1)
    if (!last) return
    const text = rows.map((row) => csvLine(fieldsOf(row, wanted, guard))).join('')
    if (rows.length < limit) return yield text
    yield text
    after = last.position
    limit = nextLimit(limit, text.length)
  }
}

function nextLimit(limit: number, size: number): number {
  const fitting = Math.floor((limit * STRETCH_TEXT) / Math.max(1, size))
  return Math.max(1, Math.min(MOST_ROWS, limit * 2, fitting))
}

interface StoredRow {
  position: number
  data: JsonObject
  /** By column: the value, then the facets. */
  cells: { [columnId: string]: Json[] } | null
}

// Plan: index scan of workbook_rows_order, then one scan of cells_pkey per row.
async function readStretch(
  tx: WorkspaceTx,
  { workbook_id, facets }: ExportWanted,
  computed: readonly string[],
  after: number,
  limit: number,
): Promise<StoredRow[]> {
  const values = [tx.workspace_id, workbook_id, after, limit]
  const cells = `(select json_object_agg(c.column_id, json_build_array(${['c.value', ...facets.map((one) => SQL_OF[one])].join(', ')}))
    from cells c where c.workspace_id = $1 and c.workbook_id = $2 and c.row_id = r.id and c.column_id = any($5))`
  const text = `select r.position, r.data, ${computed.length > 0 ? cells : 'null'} as cells from workbook_rows r
    where r.workspace_id = $1 and r.workbook_id = $2 and r.position > $3 order by r.position limit $4`
  return (await tx.client.query<StoredRow>(text, computed.length > 0 ? [...values, computed] : values)).rows
}

function fieldsOf(
  { data, cells }: StoredRow,
  { columns, facets }: ExportWanted,
  guard: (text: string) => string,
): string[] {
  const fields: string[] = []
  const put = (value: Json | undefined) => {
    const text = displayText(value)
    // Numbers and the like are never formulas.
    fields.push(typeof value === 'string' || typeof value === 'object' ? guard(text) : text)
  }
  for (const { id, type } of columns) {
    if (type === 'input') put(data[id])
    else for (let place = 0; place <= facets.length; place++) put(cells?.[id]?.[place])
  }
  return fields
}
