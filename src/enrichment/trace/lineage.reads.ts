// What a cell was made of: the columns it reads on its row and what those read, down to what people or imports brought.

import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { columnConditions } from '../../engine/columns/columns.ts'
import { buildGraph } from '../../engine/columns/graph.ts'
import { filterFields } from '../../engine/filter/filter-check.ts'
import { cellOf, type Row, shownValue } from '../../engine/values/row.ts'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readInputOrigins } from '../../records/history/cell-history.reads.ts'
import type { CellVersion } from '../../records/store/history.schema.ts'
import type { LineageNode } from './trace.schema.ts'

const MOST_NODES = 60
/** The origin is read for at most this many input values. */
const MOST_ORIGINS = 20

/** Every column that this one reads, directly or not; those that read nothing first. */
export async function readLineage(
  tx: WorkspaceTx,
  workbookId: string,
  columns: readonly ColumnConfig[],
  row: Row,
  columnId: string,
  labelOf: (provider: string) => string,
): Promise<LineageNode[]> {
  const graph = buildGraph(columns)
  const byId = new Map(columns.map((column) => [column.id, column]))
  const order: string[] = []
  const seen = new Set([columnId])
  const visit = (id: string) => {
    for (const next of graph.reads.get(id) ?? []) {
      if (seen.has(next) || seen.size > MOST_NODES) continue
      seen.add(next)
      visit(next)
      order.push(next)
    }
  }
  visit(columnId)
  const provenance = await readProvenance(tx, workbookId, row.row_id, order)
  const isInput = (id: string) => byId.get(id)?.type === 'input'
  const brought = await readInputOrigins(tx, workbookId, row.row_id, order.filter(isInput).slice(0, MOST_ORIGINS))
  return order.flatMap((id): LineageNode[] => {
    const column = byId.get(id)
    if (!column) return []
    const cell = cellOf(row, id)
    const origin = brought.get(id)
    const node = {
      column_id: id,
      name: column.name,
      type: column.type,
      reads: [...(graph.reads.get(id) ?? [])],
      value: shownValue(row, id),
      status: cell?.status ?? (isInput(id) ? null : 'pending'),
      provider: cell?.provider ?? null,
      label: cell?.provider ? labelOf(cell.provider) : null,
      provenance: provenance.get(id) ?? null,
      updated_at: cell?.updated_at ?? null,
      origin: origin ? originOf(origin) : null,
    }
    return [node]
  })
}

function originOf({ kind, words, actor, at }: CellVersion): LineageNode['origin'] {
  return { kind, words, actor: actor?.name ?? null, at }
}

async function readProvenance(tx: WorkspaceTx, workbookId: string, rowId: string, columnIds: string[]) {
  const { rows } = await tx.client.query<{ column_id: string; provenance: Json }>(
    `select column_id, provenance from cells where workspace_id = $1 and workbook_id = $2 and row_id = $3 and column_id = any($4)
      and provenance is not null`,
    [tx.workspace_id, workbookId, rowId, columnIds],
  )
  return new Map(rows.map(({ column_id, provenance }) => [column_id, provenance]))
}

/** The columns that its conditions look at, with what the row has there. */
export function conditionReads(column: ColumnConfig, columns: readonly ColumnConfig[], row: Row) {
  const fields = columnConditions(column).flatMap(({ condition }) => filterFields(condition))
  return [...new Set(fields)].flatMap((id) => {
    const read = columns.find((one) => one.id === id)
    return read ? [{ column_id: id, name: read.name, value: shownValue(row, id) }] : []
  })
}
