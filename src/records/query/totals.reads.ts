// Totals of columns over the rows that match, in one pass over them; the same totals of each group are read with the groups.
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { distinctSql } from '../filters/distinct-sql.logic.ts'
import {
  type CountedWorkbook,
  conditionSql,
  statementFor,
  withSeqScan,
  withTimeout,
} from '../filters/found-rows.reads.ts'
import type { Question } from '../filters/question.logic.ts'
import type { SqlStatement } from '../filters/sql-text.logic.ts'
import type { RowTotals, TotalKind, TotalValue, WantedTotal } from '../filters/totals.schema.ts'

/** What a sum of millions can hold; numbers beyond are no amounts of anything. */
export const summable = (number: string) => `abs(${number}) < 1e290`

export interface TotalsSql {
  /** What is read of every row, each after a comma. */
  read: string
  /** A JSON list of the totals of all rows that were read, or of each group of them. */
  totals: string
}

/** Names columns of the statement, so it comes before its joins are written. */
export function totalsSql(statement: SqlStatement, wanted: readonly WantedTotal[]): TotalsSql {
  const ids = [...new Set(wanted.map(({ column_id }) => column_id))]
  const read = ids.map((id, at) => {
    const { number, text } = distinctSql(statement, { field: id })
    return `, ${number} as n${at}, ${text} as t${at}`
  })
  const totals = wanted.map(({ column_id, total }) => totalSql(total, `${ids.indexOf(column_id)}`))
  return { read: read.join(''), totals: `jsonb_build_array(${totals.join(', ')})` }
}

const DATE = `'^[0-9]{4}-[01][0-9]-[0-3][0-9]($|[t ])'`

function totalSql(total: TotalKind, at: string): string {
  const [number, text] = [`q.n${at}`, `q.t${at}`]
  const numbers = `filter (where ${summable(number)})`
  switch (total) {
    case 'sum':
      return `sum(${number}) ${numbers}`
    case 'average':
      return `avg(${number}) ${numbers}`
    case 'min':
    case 'max':
      return `coalesce(to_jsonb(${total}(${number})), to_jsonb(upper(${total}(${text} collate "C") filter (where ${text} ~ ${DATE}))))`
    case 'filled':
      return `(count(*) filter (where ${number} is not null or ${text} is not null))::float8 / nullif(count(*), 0)`
    case 'unique':
      return `count(distinct coalesce(${number}::text, 't' || ${text}))`
  }
}

/** Refuses (422) a total of a column that is not there. */
export function mustKnowTotals(wanted: readonly WantedTotal[] | undefined, isColumn: (id: string) => boolean): void {
  const fields = (wanted ?? []).flatMap(({ column_id: input }, index) =>
    isColumn(input)
      ? []
      : [
          {
            loc: ['body', 'totals', index, 'column_id'],
            type: 'value_error',
            msg: `There is no column "${input}"`,
            input,
          },
        ],
  )
  if (fields.length > 0) refuse('invalid', fields[0]?.msg ?? '', { fields })
}

/** @throws Refusal `unavailable` when it takes too long */
export async function readTotals(
  tx: WorkspaceTx,
  workbook: CountedWorkbook,
  question: Omit<Question, 'sorts'>,
  wanted: readonly WantedTotal[],
): Promise<RowTotals> {
  return withTimeout(tx, async () => {
    const statement = statementFor(tx, workbook)
    const { read, totals } = totalsSql(statement, wanted)
    const condition = conditionSql(statement, question)
    const text = `select count(*)::int as rows, ${totals} as totals
      from (select 1 as one${read} from workbook_rows r ${statement.joins('all')}
        where r.workspace_id = $1 and r.workbook_id = $2 and ${condition}) q`
    const { rows } = await withSeqScan(tx, workbook.id, () =>
      tx.client.query<{ rows: number; totals: TotalValue[] }>(text, statement.values),
    )
    const found = oneRow(rows)
    return { rows: found.rows, items: wanted.map((one, at) => ({ ...one, value: found.totals[at] ?? null })) }
  })
}
