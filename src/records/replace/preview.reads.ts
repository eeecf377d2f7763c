// What a replacement would do: how many values and rows, the first of them, and those that stay because the result would not fit.
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { tryWithTimeout } from '../filters/found-rows.reads.ts'
import { openToRead } from '../opening/open.reads.ts'
import { replacerOf } from './replace.logic.ts'
import type { RowsReplace, RowsReplacePreview } from './replace.schema.ts'
import {
  answering,
  type findInRow,
  findInRows,
  type ReplaceScope,
  readRowsToReplace,
  resolveScope,
} from './replaced-rows.reads.ts'

const MOST_ROWS = 250_000
const BATCH = 5_000
/** What was found by then is the answer. */
const MOST_MS = 10_000
const SHOWN = 50
const SHOWN_UNFIT = 5

/** Looks at the rows in batches of their own transactions; changes nothing. */
export async function previewReplace(
  database: Database,
  at: WorkspaceScope,
  workbookId: string,
  wanted: RowsReplace,
): Promise<RowsReplacePreview> {
  const { id, scope, total_rows } = await database.inWorkspace(at, async (tx) => {
    const workbook = await openToRead(tx, workbookId)
    return { ...workbook, scope: await resolveScope(tx, workbook, wanted) }
  })
  const replace = replacerOf(wanted)
  const preview: RowsReplacePreview = {
    checked_rows: 0,
    total_rows,
    complete: true,
    cells: 0,
    rows: 0,
    unfit: 0,
    examples: [],
    unfit_examples: [],
  }
  const until = Date.now() + MOST_MS
  for (let after = Number.NEGATIVE_INFINITY; scope.columns.length > 0; ) {
    const seen = await database.inWorkspace(at, (tx) => nextMatches(tx, id, scope, replace, { after, until }))
    if (seen === null) return { ...preview, complete: false }
    if (seen.last === null) break
    preview.checked_rows += seen.looked
    for (const { row, matches } of seen.rows) note(preview, row, matches)
    after = seen.last
    if (preview.checked_rows >= MOST_ROWS) return { ...preview, complete: preview.checked_rows >= total_rows }
  }
  return preview
}

type Matches = ReturnType<typeof findInRow>

/** Null when it cannot be known in time. */
async function nextMatches(
  tx: WorkspaceTx,
  id: string,
  scope: ReplaceScope,
  replace: ReturnType<typeof replacerOf>,
  { after, until }: { after: number; until: number },
) {
  if (Date.now() >= until) return null
  const workbook = await openToRead(tx, id)
  const place = { after, to: Number.POSITIVE_INFINITY, limit: BATCH }
  const looked = await readRowsToReplace(workbook.through, id, scope, place)
  const rows = await findInRows(looked, scope.columns, replace)
  const ids = rows.map(({ row }) => row.id)
  const left = Math.max(1, until - Date.now())
  const meant = await tryWithTimeout(workbook.through, () =>
    answering(workbook.through, workbook, scope.question, ids, left),
  )
  if (meant === null) return null
  return {
    looked: looked.length,
    rows: rows.filter(({ row }) => meant.has(row.id)),
    last: looked.at(-1)?.position ?? null,
  }
}

function note(preview: RowsReplacePreview, { id, position }: { id: string; position: number }, matches: Matches): void {
  for (const [column, before, { after, unfit }] of matches) {
    const match = { row_id: id, position, column_id: column.id, before, after }
    if (unfit !== null) {
      preview.unfit++
      if (preview.unfit_examples.length < SHOWN_UNFIT) preview.unfit_examples.push({ ...match, reason: unfit })
      continue
    }
    preview.cells++
    if (preview.examples.length < SHOWN) preview.examples.push(match)
  }
  if (matches.some(([, , { unfit }]) => unfit === null)) preview.rows++
}
