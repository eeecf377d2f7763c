// The values that find and replace looks at, row by row in the order of the workbook, and the rows that a question leaves.
import { setImmediate as turn } from 'node:timers/promises'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { InputColumn } from '../../engine/columns/kinds/input.kind.ts'
import { sizeOf } from '../../engine/values/value-size.ts'
import { refuse, refuseField } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { type QueriedWorkbook, withTimeout } from '../filters/found-rows.reads.ts'
import type { Question } from '../filters/question.logic.ts'
import { resolveAsked } from '../query/asked.reads.ts'
import { stillMatching } from '../workbooks/selection.reads.ts'
import type { ReplacedValue, Replacer } from './replace.logic.ts'
import type { RowsReplace } from './replace.schema.ts'

/** Where to look. `row_ids` are those rows only; without a filter and a search the question stands for all rows. */
export interface ReplaceScope {
  columns: InputColumn[]
  row_ids: string[] | null
  question: Pick<Question, 'filter' | 'search'>
}

/** Reads where a request means to look. Refuses (422) columns that are not there or computed, and ids beside a filter. */
export async function resolveScope(
  tx: WorkspaceTx,
  workbook: QueriedWorkbook,
  { columns, row_ids, filter, search, view_id }: RowsReplace,
): Promise<ReplaceScope> {
  const byQuestion = filter !== undefined || search !== undefined || view_id !== undefined
  if (row_ids !== undefined && byQuestion)
    refuseField(['row_ids'], 'value_error', 'Value error, give row_ids or a filter, not both', row_ids)
  const { question } = await resolveAsked(tx, workbook, { filter, search, view_id }, 'body')
  return {
    columns: inputsOf(workbook.columns, columns),
    row_ids: row_ids ? [...new Set(row_ids.filter(isUuid).map((id) => id.toLowerCase()))] : null,
    question: { filter: question.filter, search: question.search },
  }
}

function inputsOf(columns: readonly ColumnConfig[], wanted: readonly string[] | undefined): InputColumn[] {
  const inputs = columns.filter((column): column is InputColumn => column.type === 'input')
  if (wanted === undefined) return inputs
  const fields = wanted.flatMap((id, index) => {
    const column = columns.find((one) => one.id === id)
    if (column?.type === 'input') return []
    const problem = column
      ? { type: 'computed_column', msg: `"${column.name}" is computed; only columns that people fill are written` }
      : { type: 'unknown_column', msg: `There is no column "${id}"` }
    return [{ loc: ['body', 'columns', index], ...problem, input: id }]
  })
  if (fields.length > 0) refuse('invalid', fields[0]?.msg ?? '', { fields })
  return inputs.filter(({ id }) => wanted.includes(id))
}

/** A row with the values of the columns in question. */
export interface LookedRow {
  id: string
  position: number
  values: (Json | null)[]
}

const VALUES = 'array(select data -> c from unnest($3::text[]) with ordinality as w (c, n) order by n) as values'
/** Bytes of stored values per batch; one row may exceed them. */
export const BATCH_BYTES = 4 * 1024 * 1024

const batchOf = (which: string) => `select id, position, ${VALUES} from (
    select id, position, data, sum(pg_column_size(data)) over (order by position) - pg_column_size(data) as before from workbook_rows
    where workspace_id = $1 and workbook_id = $2 and position > $4 and position < $5 ${which} order by position limit $6) r
  where before < $7 order by position`
const IN_ORDER = batchOf('')
const BY_ID = batchOf('and id = any($8::uuid[])')

/** The next rows between two places, both excluded; none when there are no more. */
export async function readRowsToReplace(
  tx: WorkspaceTx,
  workbookId: string,
  { columns, row_ids }: Pick<ReplaceScope, 'columns' | 'row_ids'>,
  { after, to, limit }: { after: number; to: number; limit: number },
): Promise<LookedRow[]> {
  const ids = columns.map(({ id }) => id)
  const values = [tx.workspace_id, workbookId, ids, after, to, limit, BATCH_BYTES]
  const statement =
    row_ids === null
      ? { name: 'replace_look', text: IN_ORDER, values }
      : { name: 'replace_look_by_id', text: BY_ID, values: [...values, row_ids] }
  return (await tx.client.query<LookedRow>(statement)).rows
}

/** A row with what {@link findInRow} finds there. */
interface MatchingRow {
  row: LookedRow
  matches: ReturnType<typeof findInRow>
}

/** Those of the rows that hold the text. Long values take long: after some of them others have their turn. */
export async function findInRows(
  rows: readonly LookedRow[],
  columns: readonly InputColumn[],
  replace: Replacer,
): Promise<MatchingRow[]> {
  const found: MatchingRow[] = []
  let chars = 0
  for (const row of rows) {
    const matches = findInRow(valuesOf(row), columns, replace)
    if (matches.length > 0) found.push({ row, matches })
    for (const value of row.values) chars += 1 + sizeOf(value)
    if (chars < CHARS_A_TURN) continue
    chars = 0
    await turn()
  }
  return found
}

/** Some milliseconds of looking. */
const CHARS_A_TURN = 256 * 1024

/** What a row gives by column id: its values that hold the text. */
export function findInRow(
  readValue: (column: InputColumn, index: number) => Json | undefined,
  columns: readonly InputColumn[],
  replace: Replacer,
): [column: InputColumn, before: Json, found: ReplacedValue][] {
  return columns.flatMap((column, index) => {
    const before = readValue(column, index) ?? null
    const found = replace(before, column)
    return found === null ? [] : [[column, before, found]]
  })
}

/** Those rows that answer the question. */
export async function answering(
  tx: WorkspaceTx,
  workbook: QueriedWorkbook,
  question: ReplaceScope['question'],
  rowIds: readonly string[],
  ms?: number,
): Promise<Set<string>> {
  if (rowIds.length === 0 || (question.filter === null && question.search === null)) return new Set(rowIds)
  const found = await withTimeout(tx, () => stillMatching(tx, workbook, { ...question, sorts: [] }, rowIds), ms)
  return new Set(found.map(({ id }) => id))
}

const valuesOf = (row: LookedRow) => (_column: InputColumn, index: number) => row.values[index] ?? null
export const valuesIn = (data: JsonObject) => (column: InputColumn) => data[column.id]
