// Writes the new name of a workbook, or of one of its columns, into the formulas of other workbooks that look through it.
import type { ColumnConfig } from '../../engine/columns.schema.ts'
import { columnFinder } from '../../engine/columns.ts'
import { renameInFormula } from '../../engine/formula/rename.ts'
import { nameKey } from '../../engine/template.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { enqueue, type JobKind } from '../../platform/queue/queue.ts'
import { updateColumns } from '../workbooks/columns.writes.ts'
import { readFollowed } from '../workbooks/follow.ts'
import { changeStructure } from '../workbooks/structure.lock.ts'
import { ringWorkbook } from '../workbooks/workbook.events.ts'
import { readColumns } from '../workbooks/workbooks.reads.ts'
import { ownerOf } from './computed.logic.ts'
import { rangesOf } from './ranges.reads.ts'

const RENAME_RANGES = 'workbook.rename_ranges'

/** Call it when a workbook or a column of it is called otherwise. In a job: the locks of other workbooks are not taken here. */
export async function tellRenamed(tx: WorkspaceTx, workbookId: string): Promise<void> {
  const { follow } = await readFollowed(tx, workbookId)
  const formulas = (follow?.links ?? []).filter(({ column_id }) => ownerOf(column_id) !== column_id)
  const readers = new Set(formulas.map(({ workbook_id }) => workbook_id).filter((id) => id !== workbookId))
  for (const id of readers) await enqueue(tx, { kind: RENAME_RANGES, payload: { workbook_id: id }, max_attempts: 20 })
}

export function renameRangesJob(database: Database): JobKind<{ workbook_id: string }> {
  return {
    name: RENAME_RANGES,
    max_attempts: 20,
    async work({ workbook_id }, { workspace_id }) {
      if (workspace_id === null) throw new Error('workbooks belong to a workspace')
      await database.inWorkspace(workspace_id, async (tx) => {
        await changeStructure(tx, workbook_id)
        const columns = await readColumns(tx, workbook_id)
        const names = await namesOf(tx, columns)
        const changed = columns.flatMap((column) => renamed(column, columns, names) ?? [])
        if (changed.length === 0) return
        await updateColumns(tx, workbook_id, changed)
        await ringWorkbook(tx, 'workbook.updated', workbook_id)
      })
    },
  }
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

/** The column with today's names in its formula; undefined when they are in it, or would mean a column of its own. */
function renamed(
  column: ColumnConfig,
  columns: readonly ColumnConfig[],
  names: ReadonlyMap<string, string>,
): ColumnConfig | undefined {
  if (column.type !== 'formula') return undefined
  const isOwn = columnFinder(columns)
  let { expression } = column
  const ranges = rangesOf(column).map((range) => {
    const ref = names.get(`${range.workbook_id}/${range.column_id}`) ?? range.ref
    if (nameKey(ref) === nameKey(range.ref) || isOwn(ref) !== undefined) return range
    expression = renameInFormula(expression, range.ref, ref, (name) => nameKey(name) === nameKey(range.ref))
    return { ...range, ref }
  })
  return expression === column.expression ? undefined : { ...column, expression, ranges }
}
