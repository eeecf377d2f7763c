// The columns of other workbooks that formulas name as {{Workbook!Column}}: found by name once, known by id from then on.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { columnFinder } from '../../engine/columns/columns.ts'
import type { FormulaColumn } from '../../engine/columns/kinds/formula.kind.ts'
import { formulaReferences } from '../../engine/formula/rename.ts'
import { nameKey } from '../../engine/values/template.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'

export type FormulaRange = NonNullable<FormulaColumn['ranges']>[number]

/**
 * Resolves the ranges of formulas. A reference of a saved formula (`before`) keeps its column,
 * even if other columns have its name by now; in a new or changed formula only while that column exists. Ranges
 * in the request are ignored.
 */
export async function withRanges(
  tx: WorkspaceTx,
  workbookId: string,
  columns: readonly ColumnConfig[],
  before: readonly ColumnConfig[],
): Promise<ColumnConfig[]> {
  const isOwn = columnFinder(columns)
  const saved = new Map(before.map((column) => [column.id, column]))
  const own = (id: string) => rangesOf(saved.get(id))
  const others = before.flatMap(rangesOf)
  const living = await livingRanges(tx, others)
  const named = columns.map((column) =>
    column.type === 'formula'
      ? formulaReferences(column.expression).filter((ref) => ref.includes('!') && isOwn(ref) === undefined)
      : [],
  )
  const among = (ranges: readonly FormulaRange[], ref: string) =>
    ranges.find((range) => nameKey(range.ref) === nameKey(ref))
  const known = (column: ColumnConfig, ref: string) => {
    const old = saved.get(column.id)
    const isAsBefore = column.type === 'formula' && old?.type === 'formula' && column.expression === old.expression
    return (
      (isAsBefore ? among(own(column.id), ref) : undefined) ?? among([...own(column.id), ...others].filter(living), ref)
    )
  }
  const unknown = columns.flatMap((column, index) => (named[index] ?? []).filter((ref) => !known(column, ref)))
  const found = unknown.length === 0 ? [] : await findRanges(tx, workbookId, [...new Set(unknown)])
  return columns.map((column, index) => {
    if (column.type !== 'formula') return column
    const ranges = [...new Set(named[index])].flatMap((ref) => {
      // One that leads nowhere any more says so in its cells; that it cannot be found is no reason to refuse another name beside it.
      const range = known(column, ref) ?? found.find((each) => each.ref === ref) ?? among(own(column.id), ref)
      return range ? [{ ...range, ref }] : []
    })
    const { ranges: _, ...rest } = column
    return ranges.length === 0 ? rest : { ...rest, ranges }
  })
}

async function livingRanges(
  tx: WorkspaceTx,
  ranges: readonly FormulaRange[],
): Promise<(range: FormulaRange) => boolean> {
  if (ranges.length === 0) return () => false
  const { rows } = await tx.client.query<{ workbook_id: string; column_id: string }>(
    `select w.id as workbook_id, c.id as column_id
     from workbooks w join workbook_columns c on c.workspace_id = $1 and c.workbook_id = w.id
     where w.workspace_id = $1 and w.id = any($2::uuid[]) and w.deleted_at is null`,
    [tx.workspace_id, [...new Set(ranges.map(({ workbook_id }) => workbook_id))]],
  )
  const there = new Set(rows.map((row) => `${row.workbook_id}/${row.column_id}`))
  return ({ workbook_id, column_id }) => there.has(`${workbook_id}/${column_id}`)
}

export function rangesOf(column: ColumnConfig | undefined): FormulaRange[] {
  return column?.type === 'formula' ? (column.ranges ?? []) : []
}

/** A reference that two workbooks could be meant by has no range, and neither has one to the workbook itself. */
async function findRanges(tx: WorkspaceTx, workbookId: string, refs: readonly string[]): Promise<FormulaRange[]> {
  const splits = refs.flatMap((ref) =>
    [...ref.matchAll(/!/g)].map(({ index }) => ({
      ref,
      workbook: nameKey(ref.slice(0, index)),
      column: nameKey(ref.slice(index + 1)),
    })),
  )
  const { rows } = await tx.client.query<{ workbook_id: string; workbook: string; column_id: string; column: string }>(
    `select w.id as workbook_id, w.name as workbook, c.id as column_id, c.name as column
     from workbooks w join workbook_columns c on c.workspace_id = $1 and c.workbook_id = w.id
     where w.workspace_id = $1 and w.id <> $2 and w.deleted_at is null
       and lower(regexp_replace(btrim(w.name), '\\s+', ' ', 'g')) = any($3)`,
    [tx.workspace_id, workbookId, splits.map(({ workbook }) => workbook)],
  )
  return refs.flatMap((ref) => {
    const hits = rows.filter((row) =>
      splits.some(
        (split) =>
          split.ref === ref && split.workbook === nameKey(row.workbook) && split.column === nameKey(row.column),
      ),
    )
    const [hit] = hits
    return hit && hits.length === 1 ? [{ ref, workbook_id: hit.workbook_id, column_id: hit.column_id }] : []
  })
}
