// Finds the rows that match a query, in its order and after a given position, reading no more than necessary.
//
// Measured on 1,000,000 rows with 10 enriched columns (3.7 GB of cells), two cores:
//   In the order of the workbook   reads workbook_rows_order in ranges of 20,000 and 100,000 rows and stops at a full
//                                  page, so what matches one row in a hundred costs 20 to 60 ms; what is rarer is looked
//                                  for in all that is left at once, by several processes: in the rows 0.5 s (`position + 0`
//                                  keeps the planner from walking on alone in the hope of an early end), in the cells of a
//                                  column 1.5 s and in all cells 3 s (Parallel Seq Scan; see driver-sql.logic.ts). Parallel workers
//                                  may not look into lists: those are left to the caller, which checks the found rows again.
//   In any other order             one pass over the rows, each process keeping the best it has seen (top-N heapsort):
//                                  0.5 s by a value of the row, 2 s by a cell (Parallel Hash Join of rows and cells); a sample
//                                  of a large workbook rules most rows out before they are sorted (`readSampled`). Who
//                                  reads on gets what was found beside the page (cached-order.reads.ts).
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { SortKey } from '../../engine/filter/sort.ts'
import { Refusal, refuse } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readWidely } from '../../platform/db/look-up.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { driversOf, readsRowsOnly } from './driver-sql.logic.ts'
import { filterSql } from './filter-sql.logic.ts'
import type { Question } from './question.logic.ts'
import type { Lists } from './scalar-sql.logic.ts'
import { searchSql } from './search-sql.logic.ts'
import { behindSql, maybeBeforeSql, orderBy, sortSql } from './sort-sql.logic.ts'
import { newStatement, type SqlStatement } from './sql-text.logic.ts'

export interface QueriedWorkbook {
  id: string
  columns: readonly ColumnConfig[]
  /** Where it is known. */
  total_rows?: number
}

export interface CountedWorkbook extends QueriedWorkbook {
  total_rows: number
  /** Its rows are leads, and what is emitted of those does not name it. */
  is_over?: boolean
}

/** Where a row stands in the order asked for. */
export interface RowPosition {
  position: number
  keys: SortKey[]
}

export interface FoundRow extends RowPosition {
  id: string
}

/** How many rows to read, and from where: after a row, or after a count of rows. */
export interface Portion {
  after?: RowPosition | undefined
  offset?: number
  limit: number
  /** Only among these. */
  among?: readonly string[]
  /** How many rows to look through before all that is left; tests have smaller workbooks. */
  ranges?: readonly number[]
}

const RANGES = [20_000, 100_000]
/** A question may take so long. */
export const SECONDS = 10

// No user waits longer, and no query may hold a connection for good. A sort or hash of a million rows fits into this
// memory; the small cost of starting helpers is worth it for whatever is left after the first ranges.
// Tells what the transaction allowed a statement before.
const LIMIT = `select current_setting('statement_timeout') as before, set_config('statement_timeout', $1, true),
  set_config('work_mem', '32MB', true), set_config('hash_mem_multiplier', '3', true), set_config('parallel_setup_cost', '100', true),
  set_config('parallel_tuple_cost', '0.01', true), set_config('min_parallel_table_scan_size', '1MB', true)`

/** Runs what may take long; refuses (503) with words when it takes too long. */
export async function withTimeout<T>(tx: WorkspaceTx, work: () => Promise<T>, ms = SECONDS * 1000): Promise<T> {
  try {
    // The first statement goes in the same message.
    const [{ rows }, found] = await Promise.all([
      tx.client.query<{ before: string }>({ name: 'limit_statements', text: LIMIT, values: [String(ms)] }),
      work(),
    ])
    // The limit does not hold for what follows in the transaction, such as starting a run.
    await tx.client.query(`set local statement_timeout = '${oneRow(rows).before}'`)
    return found
  } catch (error) {
    if ((error as { code?: unknown }).code !== '57014') throw error
    return refuse(
      'unavailable',
      `This question took longer than ${ms / 1000} seconds and was stopped. Nothing was changed. Ask for less, or save it as ` +
        'a view: the rows of a view are kept in order.',
      { retryAfter: 10 },
    )
  }
}

/** Null where {@link withTimeout} refuses; the transaction goes on. */
export async function tryWithTimeout<T>(tx: WorkspaceTx, work: () => Promise<T>): Promise<T | null> {
  await tx.client.query('savepoint soon')
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'unavailable')) throw error
    await tx.client.query('rollback to soon')
    return null
  }
}

// A workbook that is a good part of the table is read with all of it, by several processes; of a smaller one its range of the index.
const MOST_OF_TABLE = `select w.total_rows * 4 > c.reltuples as is_most from workbooks w, pg_class c
  where w.workspace_id = $1 and w.id = $2 and c.oid = 'workbook_rows'::regclass`

/**
 * Runs one statement that joins all rows with their cells. Told of a twentieth of the table, as the planner is of any workbook
 * (db/statistics.ts), it would look a million cells up one by one, or merge in an order that has to be walked for.
 */
export async function withSeqScan<T>(tx: WorkspaceTx, workbookId: string, work: () => Promise<T>): Promise<T> {
  const values = [tx.workspace_id, workbookId]
  const { rows } = await tx.client.query<{ is_most: boolean }>({ name: 'most_of_table', text: MOST_OF_TABLE, values })
  const slow = rows[0]?.is_most ? (['indexscan', 'bitmapscan'] as const) : []
  return readWidely(tx, ['nestloop', 'mergejoin', ...slow], work)
}

/** The condition of a question without its order; `true` for all rows. `lists` as of `filterSql`. */
export function conditionSql(
  statement: SqlStatement,
  { filter, search }: Omit<Question, 'sorts'>,
  lists: Lists = 'items',
): string {
  const conditions = [
    ...(filter ? [filterSql(statement, filter, lists)] : []),
    ...(search ? [searchSql(statement, search)] : []),
  ]
  return conditions.length === 0 ? 'true' : conditions.join(' and ')
}

export function statementFor(tx: WorkspaceTx, { id, columns }: QueriedWorkbook): SqlStatement {
  return newStatement(tx.workspace_id, id, new Map(columns.map((column) => [column.id, column])))
}

/** The next rows of the answer; fewer than `limit` only at its end. Call it within {@link withTimeout}. */
export async function findRows(
  tx: WorkspaceTx,
  workbook: QueriedWorkbook,
  question: Question,
  portion: Portion,
): Promise<FoundRow[]> {
  return question.sorts.length === 0
    ? findInPlace(tx, workbook, question, portion)
    : findSorted(tx, workbook, question, portion)
}

async function findInPlace(
  tx: WorkspaceTx,
  workbook: QueriedWorkbook,
  question: Question,
  { after, offset = 0, limit, among, ranges = RANGES }: Portion,
): Promise<FoundRow[]> {
  let from = after?.position ?? Number.NEGATIVE_INFINITY
  if (among) return findAmong(tx, workbook, question, among, limit)
  // An offset counts from the beginning, so the skipped rows have to be counted.
  if (offset > 0) return findAnywhere(tx, workbook, question, from, limit, offset)
  const found: FoundRow[] = []
  for (const range of ranges) {
    const to = await endOfRange(tx, workbook.id, from, range)
    found.push(...(await findInRange(tx, workbook, question, from, to, limit - found.length)))
    if (found.length >= limit || to === null) return found
    from = to
  }
  return [...found, ...(await findAnywhere(tx, workbook, question, from, limit - found.length, 0))]
}

/** Finds rows after `from` and up to `to`; null: to the end. */
export async function findInRange(
  tx: WorkspaceTx,
  workbook: QueriedWorkbook,
  question: Question,
  from: number,
  to: number | null,
  limit: number,
): Promise<FoundRow[]> {
  const statement = statementFor(tx, workbook)
  const condition = conditionSql(statement, question)
  const bounds = boundsSql(statement, from, to)
  const text = `select r.id, r.position from workbook_rows r ${statement.joins('each')}
    where r.workspace_id = $1 and r.workbook_id = $2 and ${bounds} and ${condition}
    order by r.position limit ${statement.param(limit, 'int')}`
  return inPlace(tx, text, statement)
}

/** How many of the rows after `from` and up to `to` match. */
export async function countInRange(
  tx: WorkspaceTx,
  workbook: QueriedWorkbook,
  question: Question,
  from: number,
  to: number | null,
): Promise<number> {
  const statement = statementFor(tx, workbook)
  const condition = conditionSql(statement, question)
  const bounds = boundsSql(statement, from, to)
  const text = `select count(*)::int as count from workbook_rows r ${statement.joins('each')}
    where r.workspace_id = $1 and r.workbook_id = $2 and ${bounds} and ${condition}`
  const { rows } = await tx.client.query<{ count: number }>(text, statement.values)
  return rows[0]?.count ?? 0
}

const boundsSql = (statement: SqlStatement, from: number, to: number | null) =>
  `r.position > ${statement.param(from, 'float8')} and r.position <= ${statement.param(to ?? Number.POSITIVE_INFINITY, 'float8')}`

/** Among all rows after a position, many of them. */
async function findAnywhere(
  tx: WorkspaceTx,
  workbook: QueriedWorkbook,
  question: Question,
  from: number,
  limit: number,
  offset: number,
): Promise<FoundRow[]> {
  const statement = statementFor(tx, workbook)
  const hits = await mayBeHits(tx, workbook, question)
  const behind = `position > ${statement.param(from, 'float8')}`
  const portion = `limit ${statement.param(limit, 'int')} offset ${statement.param(offset, 'bigint')}`
  const rows = hits ? amongSql(statement, hits) : mayAnswer(statement, question, behind)
  const condition = conditionSql(statement, question)
  const read = () =>
    inPlace(
      tx,
      `select r.id, r.position from ${rows} ${statement.joins(hits ? 'each' : 'all')}
       where r.${behind} and ${condition} order by r.position + 0 ${portion}`,
      statement,
    )
  return hits ? read() : withSeqScan(tx, workbook.id, read)
}

/** More than these are not looked at one by one. */
const MOST_HITS = 50_000

/** The ids of all rows that may answer, found in the tables that tell; null when they are too many or nothing tells. */
async function mayBeHits(tx: WorkspaceTx, workbook: QueriedWorkbook, question: Question): Promise<string[] | null> {
  const statement = statementFor(tx, workbook)
  const drivers = driversOf(statement, question)
  if (drivers === null) return null
  const text = `select id from (${drivers.join(' union ')}) hit (id) limit ${MOST_HITS + 1}`
  const { rows } = await withSeqScan(tx, workbook.id, () => tx.client.query<{ id: string }>(text, statement.values))
  return rows.length > MOST_HITS ? null : rows.map(({ id }) => id)
}

/** The rows of the workbook, without most of those that do not answer where no cell has to be read for that: by several processes. */
function mayAnswer(statement: SqlStatement, { filter }: Question, bound: string): string {
  const isOfRows = filter !== null && readsRowsOnly(statement, filter)
  const rows = `select * from workbook_rows r where workspace_id = $1 and workbook_id = $2 and ${bound}`
  return isOfRows ? `(${rows} and ${filterSql(statement, filter, 'match')} offset 0) r` : `(${rows}) r`
}

async function findAmong(
  tx: WorkspaceTx,
  workbook: QueriedWorkbook,
  question: Question,
  among: readonly string[],
  limit: number,
): Promise<FoundRow[]> {
  const statement = statementFor(tx, workbook)
  const condition = conditionSql(statement, question)
  const text = `select r.id, r.position from ${amongSql(statement, among)} ${statement.joins('each')}
    where ${condition} order by r.position limit ${statement.param(limit, 'int')}`
  return inPlace(tx, text, statement, nameOf(text))
}

/** What every write of a cell asks is planned once by a connection, which keeps it for good: so only so many. */
const names = new Map<string, string>()
const MOST_NAMED = 40

function nameOf(text: string): { name?: string } {
  const known = names.get(text)
  if (known) return { name: known }
  if (names.size >= MOST_NAMED) return {}
  const name = `among_${names.size}`
  names.set(text, name)
  return { name }
}

async function inPlace(tx: WorkspaceTx, text: string, { values }: SqlStatement, prepared = {}): Promise<FoundRow[]> {
  const { rows } = await tx.client.query<{ id: string; position: number }>({ ...prepared, text, values })
  return rows.map((row) => ({ ...row, keys: [] }))
}

/** These rows, one by one through the primary key. */
function amongSql(statement: SqlStatement, among: readonly string[]): string {
  return `unnest(${statement.param(among, 'uuid[]')}) among (id) cross join lateral (
    select * from workbook_rows where workspace_id = $1 and workbook_id = $2 and id = among.id offset 0) r`
}

/** The position of the last row of a range; null when what is left is no longer than that. */
export async function endOfRange(
  tx: WorkspaceTx,
  workbookId: string,
  from: number,
  rows: number,
): Promise<number | null> {
  const { rows: found } = await tx.client.query<{ position: number }>({
    name: 'range_end',
    text: `select position from workbook_rows where workspace_id = $1 and workbook_id = $2 and position > $3
      order by position offset $4 limit 1`,
    values: [tx.workspace_id, workbookId, from, rows - 1],
  })
  return found[0]?.position ?? null
}

async function findSorted(
  tx: WorkspaceTx,
  workbook: QueriedWorkbook,
  question: Question,
  { after, offset = 0, limit, among }: Portion,
): Promise<FoundRow[]> {
  function sorted(part: SortedPart) {
    const statement = statementFor(tx, workbook)
    const condition = conditionSql(statement, question)
    const keys = sortSql(statement, question.sorts).map((key, index) => ({ ...key, name: `q.k${index}_key` }))
    const named = keys.map(({ sql }, index) => `${sql} as k${index}_key`).join(', ')
    const rowsOf = among
      ? `${amongSql(statement, among)} ${statement.joins('each')} where ${condition}`
      : `workbook_rows r ${statement.joins('all')} where r.workspace_id = $1 and r.workbook_id = $2 and ${condition}`
    const text = `select q.* from (select r.id, r.position, ${named} from ${rowsOf}${sampleSql(part)}) q
      where ${partSql(statement, keys, part, after)} order by ${orderBy(keys, 'q.position')}
      limit ${statement.param(part.limit, 'int')} offset ${statement.param(part.offset, 'bigint')}`
    const prepared = among ? nameOf(text) : {}
    const read = () =>
      tx.client.query<{ id: string; position: number } & SortedKeys>({ ...prepared, text, values: statement.values })
    return among ? read() : withSeqScan(tx, workbook.id, read)
  }
  const read = async (part: SortedPart) =>
    (await sorted(part)).rows.map(({ id, position, ...more }) => ({ id, position, keys: keysIn(more) }))
  const isLarge = !among && (workbook.total_rows ?? 0) >= SAMPLED.from
  return isLarge ? readSampled(read, offset, limit) : read({ offset, limit })
}

/** What a row is sorted by, as its statement names it. */
export type SortedKeys = Record<`k${number}_key`, SortKey>

const keysIn = (row: SortedKeys) => Object.keys(row).map((_name, index) => row[`k${index}_key`] ?? null)

/** What to read of an order: of a sample of the rows, or of those that are not behind a place. */
export interface SortedPart {
  isSample?: boolean
  upTo?: RowPosition
  offset: number
  limit: number
}

/** From so many rows on a sample tells what need not be sorted, of which so many rows are one. */
export const SAMPLED = { from: 200_000, one_in: 128, most: 10_000 }

/**
 * The beginning of an order. Where rows lie in the opposite order each of a million replaces one of the best so far, by 20 comparisons in
 * the order of a language: 12 s. So a sample, read in 0.2 s, gives a place behind the wanted rows, and one comparison rules out the rest.
 */
export async function readSampled<Row extends RowPosition>(
  read: (part: SortedPart) => Promise<Row[]>,
  offset: number,
  limit: number,
): Promise<Row[]> {
  const wanted = offset + limit
  if (wanted > SAMPLED.most) return read({ offset, limit })
  // Twice as far as it should be, so that hardly ever too few are left.
  const [upTo] = await read({ isSample: true, offset: 20 + Math.ceil((2 * wanted) / SAMPLED.one_in), limit: 1 })
  if (!upTo) return read({ offset, limit })
  const found = await read({ upTo, offset, limit })
  return found.length === limit ? found : read({ offset, limit })
}

export const sampleSql = ({ isSample }: SortedPart) =>
  isSample ? ` and hashfloat8(r.position) & ${SAMPLED.one_in - 1} = 0` : ''

/** True for rows of this part behind `after`. */
export function partSql(
  statement: SqlStatement,
  keys: Parameters<typeof behindSql>[1],
  { upTo }: SortedPart,
  after: RowPosition | undefined,
): string {
  const behind = after ? behindSql(statement, keys, after, 'q.position') : 'true'
  if (!upTo) return behind
  return `${maybeBeforeSql(statement, keys, upTo.keys)} and ${behind} and not ${behindSql(statement, keys, upTo, 'q.position')}`
}
