// What another type would make of the values of a column: how many stay, are read again, or are kept and marked, with examples.
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { openToRead } from '../opening/open.reads.ts'
import { mustBeInput } from './conversion.commands.ts'
import { type ConversionOutcome, outcomeOf } from './conversion.logic.ts'
import type { TypePreview, TypeTried } from './conversion.schema.ts'

const MOST_ROWS = 250_000
const BATCH = 5_000
const SHOWN = 10

interface Filled {
  id: string
  position: number
  value: Json | undefined
}

/** Looks at the rows in ranges of their own transactions; changes nothing. */
export async function previewType(
  database: Database,
  at: WorkspaceScope,
  workbookId: string,
  columnId: string,
  wanted: TypeTried,
): Promise<TypePreview> {
  const { id, total_rows } = await database.inWorkspace(at, async (tx) => {
    const workbook = await openToRead(tx, workbookId)
    mustBeInput(workbook.columns, columnId)
    return workbook
  })
  const counts: Record<ConversionOutcome, number> = { same: 0, read_anew: 0, marked: 0 }
  const examples: Record<ConversionOutcome, TypePreview['marked_examples']> = { same: [], read_anew: [], marked: [] }
  let checked = 0
  for (let after = Number.NEGATIVE_INFINITY; checked < MOST_ROWS; ) {
    const rows = await database.inWorkspace(at, (tx) => range(tx, id, columnId, after))
    const last = rows.at(-1)
    if (!last) break
    after = last.position
    checked += rows.length
    for (const { id: row_id, value } of rows) {
      if (value === undefined || value === null) continue
      const { outcome, to } = outcomeOf(value, wanted)
      counts[outcome]++
      if (examples[outcome].length < SHOWN) examples[outcome].push({ row_id, from: value, to })
    }
  }
  const filled = counts.same + counts.read_anew + counts.marked
  return {
    checked_rows: checked,
    total_rows,
    complete: checked < MOST_ROWS,
    filled,
    ...counts,
    read_anew_examples: examples.read_anew,
    marked_examples: examples.marked,
  }
}

async function range(tx: WorkspaceTx, workbookId: string, columnId: string, after: number): Promise<Filled[]> {
  const { through } = await openToRead(tx, workbookId)
  const { rows } = await through.client.query<Filled>({
    name: 'type_preview',
    text: `select id, position, data -> $4 as value from workbook_rows
      where workspace_id = $1 and workbook_id = $2 and position > $3 order by position limit ${BATCH}`,
    values: [tx.workspace_id, workbookId, after, columnId],
  })
  return rows
}
