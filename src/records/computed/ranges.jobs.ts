// Writes the new name of a workbook, or of one of its columns, into what other workbooks call it by: formulas that look through it,
// outputs that write to it.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { columnFinder } from '../../engine/columns/columns.ts'
import { rewriteReferences } from '../../engine/formula/rename.ts'
import { nameKey } from '../../engine/values/template.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import type { JobHandler } from '../../platform/queue/job.ts'
import { changeStructure } from '../opening/structure.lock.ts'
import { updateColumns } from '../store/columns/columns.writes.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { readColumns } from '../store/workbooks.reads.ts'
import { type FormulaRange, rangesOf } from './ranges.reads.ts'
import { type OldName, RENAME_RANGES } from './renaming.commands.ts'

export function renameRangesJob(database: Database): JobHandler<typeof RENAME_RANGES.payload> {
  return {
    kind: RENAME_RANGES,
    async work({ workbook_id, of, columns: old }, { workspace_id }) {
      if (workspace_id === null) throw new Error('workbooks belong to a workspace')
      await database.inWorkspace(workspace_id, async (tx) => {
        await changeStructure(tx, workbook_id)
        const columns = await readColumns(tx, workbook_id)
        const names = await namesOf(tx, columns)
        const theirs = new Map((await readColumns(tx, of)).map(({ id, name }) => [id, name]))
        const changed = columns.flatMap(
          (column) => renamed(column, columns, names) ?? rewritten(column, of, old, theirs) ?? [],
        )
        if (changed.length === 0) return
        await updateColumns(tx, workbook_id, changed)
        await emitWorkbook(tx, 'workbook.updated', workbook_id)
      })
    },
  }
}

/** The output with today's names of the columns that it writes; undefined when it writes none of these. */
function rewritten(
  column: ColumnConfig,
  workbookId: string,
  old: readonly OldName[],
  names: ReadonlyMap<string, string>,
): ColumnConfig | undefined {
  if (column.type !== 'output' || column.target.kind !== 'workbook') return undefined
  const { target } = column
  if (target.workbook_id.toLowerCase() !== workbookId) return undefined
  const keys = Object.keys(target.values)
  const columnOf = (key: string) => old.find(({ name }) => nameKey(name) === nameKey(key))?.column_id
  const staying = new Set(keys.filter((key) => columnOf(key) === undefined).map(nameKey))
  const values = Object.fromEntries(
    Object.entries(target.values).map(([key, template]) => {
      const id = columnOf(key)
      const name = id === undefined ? undefined : names.get(id)
      if (id === undefined || name === undefined) return [key, template]
      // What is written under its name may mean a column that was called so before; another job says so.
      return [staying.has(nameKey(name)) ? id : name, template]
    }),
  )
  if (Object.keys(values).join('\n') === Object.keys(target.values).join('\n')) return undefined
  return { ...column, target: { ...target, values } }
}

async function namesOf(tx: WorkspaceTx, columns: readonly ColumnConfig[]): Promise<ReadonlyMap<string, string>> {
  const ids = columns.flatMap((column) => rangesOf(column).map(({ workbook_id }) => workbook_id))
  const { rows } = await tx.client.query<{ key: string; ref: string }>(
    `select w.id || '/' || c.id as key, w.name || '!' || c.name as ref
     from workbooks w join workbook_columns c on c.workspace_id = $1 and c.workbook_id = w.id
     where w.workspace_id = $1 and w.id = any($2::uuid[]) and w.deleted_at is null`,
    [tx.workspace_id, ids],
  )
  return new Map(rows.map(({ key, ref }) => [key, ref]))
}

/** The column with today's names in its formula; undefined when they are in it, or would mean two columns or one of its own. */
function renamed(
  column: ColumnConfig,
  columns: readonly ColumnConfig[],
  names: ReadonlyMap<string, string>,
): ColumnConfig | undefined {
  if (column.type !== 'formula') return undefined
  const isOwn = columnFinder(columns)
  const idOf = (range: FormulaRange) => `${range.workbook_id}/${range.column_id}`
  const then = rangesOf(column)
  const ranges = then.map((range) => ({ ...range, ref: names.get(idOf(range)) ?? range.ref }))
  const moved = then.flatMap(({ ref }, index) => {
    const now = ranges[index]?.ref ?? ref
    return nameKey(now) === nameKey(ref) ? [] : [[nameKey(ref), now] as const]
  })
  const meant = new Map(ranges.map((range) => [nameKey(range.ref), idOf(range)]))
  const isClear = ranges.every((range) => meant.get(nameKey(range.ref)) === idOf(range))
  if (moved.length === 0 || !isClear || moved.some(([, now]) => isOwn(now) !== undefined)) return undefined
  const to = new Map(moved)
  return { ...column, expression: rewriteReferences(column.expression, (ref) => to.get(nameKey(ref))), ranges }
}
