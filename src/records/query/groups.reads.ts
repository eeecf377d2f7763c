// The different values of a field with how many rows have each, and what a column holds as a whole.
import type { Filter } from '../../engine/filter/filter.schema.ts'
import { isTimeField } from '../../engine/filter/filter-check.ts'
import { rfc3339 } from '../../engine/values/instant.ts'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { distinctSql, type FieldReference, filterOf } from '../filters/distinct-sql.logic.ts'
import {
  type CountedWorkbook,
  conditionSql,
  statementFor,
  withSeqScan,
  withTimeout,
} from '../filters/found-rows.reads.ts'
import type { Question } from '../filters/question.logic.ts'
import { isOwn, naturally, type SqlStatement } from '../filters/sql-text.logic.ts'
import type { TotalValue, WantedTotal } from '../filters/totals.schema.ts'
import { summable, totalsSql } from './totals.reads.ts'

export interface ValueGroup {
  /** As one of its rows has it; null for blank. For a time the day, in milliseconds. */
  value: Json
  count: number
  filter: Filter | null
  /** As they were asked for. */
  totals?: TotalValue[]
}

export interface GroupPage {
  by: 'count' | 'value'
  dir: 'asc' | 'desc'
  offset: number
  limit: number
  totals?: readonly WantedTotal[] | undefined
}

/** Groups of the rows that answer, the biggest or the first by value first. @throws Refusal `unavailable` */
export async function readGroups(
  tx: WorkspaceTx,
  workbook: CountedWorkbook,
  question: Omit<Question, 'sorts'>,
  field: FieldReference,
  { by, dir, offset, limit, totals: wanted = [] }: GroupPage,
): Promise<ValueGroup[]> {
  return withTimeout(tx, async () => {
    const statement = statementFor(tx, workbook)
    const { number, text, value } = distinctSql(statement, field)
    const totals = totalsSql(statement, wanted)
    const condition = conditionSql(statement, question)
    const byValue =
      dir === 'asc'
        ? `n asc nulls last, ${naturally('t')} asc nulls last`
        : `${naturally('t')} desc nulls last, n desc nulls last`
    const order = by === 'count' ? `count ${dir}, n nulls last, ${naturally('t')} nulls last` : byValue
    // The value comes as text: the smallest of a group stands for it, whichever way the rows are read.
    const read = () =>
      tx.client.query<{ value: Json; count: number; totals: TotalValue[] }>(
        `select min(v)::jsonb as value, count(*) as count, n, t, ${totals.totals} as totals
       from (select ${number} as n, ${text} as t, case when ${blank(number, text)} then null else (${value})::text collate "C" end as v${totals.read}
         from workbook_rows r ${statement.joins('all')} where r.workspace_id = $1 and r.workbook_id = $2 and ${condition}) q
       group by n, t order by ${order} limit ${statement.param(limit, 'int')} offset ${statement.param(offset, 'int')}`,
        statement.values,
      )
    const { rows } = await withSeqScan(tx, workbook.id, read)
    const shown = (value: Json) => (value !== null && isTimeField(field) ? rfc3339(Number(value)).slice(0, 10) : value)
    return rows.map(({ value, count, totals }) => ({
      value: shown(value),
      count,
      filter: filterOf(field, value),
      ...(wanted.length > 0 && { totals }),
    }))
  })
}

const blank = (number: string, text: string) => `(${number}) is null and (${text}) is null`

/** Own values of so many rows are read whole, cells of fewer; of bigger workbooks some ranges. */
const EXACT_OWN = 300_000
const EXACT_CELLS = 50_000
const WINDOWS = 25
const WINDOW_ROWS = 1000

const SUMMABLE = summable('n')

export interface ColumnStats {
  rows: number
  filled: number
  is_sampled: boolean
  number: { count: number; min: number; max: number; sum: number; avg: number } | null
  date: { count: number; earliest: string; latest: string } | null
  statuses: Record<string, number> | null
  top: ValueGroup[]
}

/** What the column holds in the rows that answer; figures of a sample are those of the sample. */
export async function readStats(
  tx: WorkspaceTx,
  workbook: CountedWorkbook,
  question: Omit<Question, 'sorts'>,
  columnId: string,
  top: number,
): Promise<ColumnStats> {
  return withTimeout(tx, async () => {
    const statement = statementFor(tx, workbook)
    const own = isOwn(statement, columnId)
    const isSampled = workbook.total_rows > (own ? EXACT_OWN : EXACT_CELLS)
    const { number, text, value } = distinctSql(statement, { field: columnId })
    const status = own ? 'null::text' : `${statement.cell(columnId)}.status`
    const condition = conditionSql(statement, question)
    const source = isSampled ? await windowsSql(tx, workbook.id, statement) : 'workbook_rows r'
    const ofWorkbook = isSampled ? '' : 'r.workspace_id = $1 and r.workbook_id = $2 and'
    const read = () =>
      tx.client.query<Omit<ColumnStats, 'is_sampled' | 'top'> & { top: { value: Json; count: number }[] }>(
        `with seen as materialized (
         select ${number} as n, ${text} as t, (${value})::text as v, ${status} as status
         from ${source} ${statement.joins(isSampled ? 'each' : 'all')} where ${ofWorkbook} ${condition}),
       dates as (select left(t, 10) as day from seen where t ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]($|[t ])'),
       top as (select min(v collate "C")::jsonb as value, count(*) as count, n, t from seen where n is not null or t is not null
         group by n, t order by count desc, n nulls last, ${naturally('t')} limit ${statement.param(top, 'int')})
       select count(*)::int as rows, count(*) filter (where n is not null or t is not null)::int as filled,
         case when count(n) > 0 then json_build_object('count', count(n), 'min', min(n), 'max', max(n), 'sum', coalesce(sum(n) filter (where ${SUMMABLE}), 0),
           'avg', coalesce(sum(n) filter (where ${SUMMABLE}) / nullif(count(n) filter (where ${SUMMABLE}), 0), 0)) end as number,
         (select case when count(*) > 0 then json_build_object('count', count(*), 'earliest', min(day collate "C"), 'latest', max(day collate "C")) end from dates) as date,
         (select json_object_agg(status, c) from (select status, count(*) as c from seen where status is not null group by status) s) as statuses,
         (select coalesce(json_agg(json_build_object('value', value, 'count', count) order by count desc, n nulls last, ${naturally('t')}), '[]') from top) as top
       from seen`,
        statement.values,
      )
    const { rows } = await (isSampled ? read() : withSeqScan(tx, workbook.id, read))
    const found = oneRow(rows)
    const withFilter = (one: { value: Json; count: number }) => ({
      ...one,
      filter: filterOf({ field: columnId }, one.value),
    })
    return { ...found, is_sampled: isSampled, top: found.top.map(withFilter) }
  })
}

/** Some ranges of rows from all over the workbook. */
async function windowsSql(tx: WorkspaceTx, workbookId: string, statement: SqlStatement): Promise<string> {
  const { rows } = await tx.client.query<{ end: number }>(
    'select next_position as end from workbooks where workspace_id = $1 and id = $2',
    [tx.workspace_id, workbookId],
  )
  const width = (rows[0]?.end ?? 1) / WINDOWS
  const starts = Array.from({ length: WINDOWS }, (_, index) => index * width)
  return `unnest(${statement.param(starts, 'float8[]')}) range (start) cross join lateral (
    select * from workbook_rows where workspace_id = $1 and workbook_id = $2
      and position >= range.start and position < range.start + ${statement.param(width, 'float8')}
    order by position limit ${WINDOW_ROWS}) r`
}
