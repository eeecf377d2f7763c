// Looking into workbooks of the workspace: read, never written, and only the columns that the research column names.
import type { ResearchTable } from '../../../engine/columns/kinds/research.kind.ts'
import { shownValue } from '../../../engine/values/row.ts'
import { textOf } from '../../../engine/values/value.ts'
import { cutText } from '../../../kernel/cut-text.ts'
import { Refusal } from '../../../kernel/errors.ts'
import type { WorkspaceId } from '../../../kernel/ids.ts'
import { isEmpty } from '../../../kernel/json.ts'
import type { Database, WorkspaceTx } from '../../../platform/db/database.ts'
import { type CustomLookup, failed, found, type LookupAnswer, notFound } from '../../../providers/kit/kit.ts'
import { findRows, withTimeout } from '../../../records/filters/found-rows.reads.ts'
import { readRowsForRun } from '../../../records/store/rows/rows.reads.ts'
import { mustFindWorkbook, readColumns } from '../../../records/store/workbooks.reads.ts'
import { customLookup, NO_INPUTS } from '../custom-settings.ts'

const MOST_ROWS = 5
const LONGEST_VALUE = 500

export function tableLookup(
  database: Pick<Database, 'inWorkspace'>,
  workspaceId: WorkspaceId,
  { workbook_id, columns }: ResearchTable,
  timeout_ms: number,
): CustomLookup {
  return customLookup<CustomLookup>(NO_INPUTS, {
    id: 'own-table',
    provider: 'own-table',
    label: 'Table of the workspace',
    outputs: [
      { field: 'text', label: 'Rows', type: 'text' },
      { field: 'fetched_at', label: 'Read', type: 'text' },
    ],
    price: { usd: 0, rule: 'free' },
    license: 'user-provided',
    method: 'inferred',
    repeat_free: true,
    cache_days: 0,
    limits: {},
    timeout_ms,
    // Its rows change without a word: nothing of it is shared between cells.
    alone: true,
    fingerprint: '',
    longest_input: 1_000,
    async act({ query }, { now }): Promise<LookupAnswer> {
      const text = await database.inWorkspace(workspaceId, (tx) => rowsWith(tx, workbook_id, columns, String(query)))
      if (text === undefined) return failed('bad_input', 'There is no such workbook any more.')
      return text === '' ? notFound('No row holds that') : found({ text, fetched_at: new Date(now()).toISOString() }, 1)
    },
  })
}

/** The first rows that hold a text in these columns, as text; undefined when the workbook is gone. */
async function rowsWith(
  tx: WorkspaceTx,
  workbook: string,
  allowed: readonly string[] | undefined,
  query: string,
): Promise<string | undefined> {
  const id = await mustFindWorkbook(tx, workbook).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
  if (id === undefined) return undefined
  const columns = (await readColumns(tx, id)).filter((column) => !allowed || allowed.includes(column.id))
  const question = { filter: null, search: query, sorts: [] }
  const rows = await withTimeout(tx, () => findRows(tx, { id, columns }, question, { limit: MOST_ROWS }))
  const whole = await readRowsForRun(
    tx,
    id,
    { row_ids: rows.map((row) => row.id) },
    columns.map((column) => column.id),
  )
  const said = whole.map((row) =>
    columns
      .flatMap(({ id: columnId, name }) => {
        const value = shownValue(row, columnId)
        return isEmpty(value) ? [] : [`${name}: ${cutText(textOf(value), LONGEST_VALUE)}`]
      })
      .join('\n'),
  )
  return said.join('\n\n')
}
