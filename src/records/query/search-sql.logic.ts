// Looking for a text in all of a row as SQL; the meaning is that of engine/search.ts.
//
// The whole JSON of a row holds whatever its values hold, so most rows are ruled out by one look at that text; what is
// left is read value by value, since the JSON also has names and marks in it.
import { foldCase } from '../../engine/value.ts'
import { isOwn, type Statement } from './sql-text.logic.ts'

/** Selects of the ids of all rows that may hold the text; see driver-sql.logic.ts. */
export function searchDrivers(statement: Statement, text: string): string[] {
  const { inOwn, inCell, computed } = partsOf(statement, text)
  return [
    `select r.id from workbook_rows r where r.workspace_id = $1 and r.workbook_id = $2 and ${inOwn}`,
    `select s.row_id from cells s where s.workspace_id = $1 and s.workbook_id = $2 and s.column_id = any(${computed}) and ${inCell}`,
  ]
}

/** True for rows that hold the text in a value of one of the columns. */
export function searchSql(statement: Statement, text: string): string {
  const { inOwn, inCell, computed } = partsOf(statement, text)
  return `(${inOwn} or exists (select from cells s where s.workspace_id = $1 and s.workbook_id = $2 and s.row_id = r.id
      and s.column_id = any(${computed}) and ${inCell}))`
}

function partsOf(statement: Statement, text: string): { inOwn: string; inCell: string; computed: string } {
  const wanted = foldCase(text)
  const ids = [...statement.columns.keys()]
  const place = statement.param(wanted, 'text')
  const inJson = statement.param(JSON.stringify(wanted).slice(1, -1), 'text')
  const own = statement.param(
    ids.filter((id) => isOwn(statement, id)),
    'text[]',
  )
  const computed = statement.param(
    ids.filter((id) => !isOwn(statement, id)),
    'text[]',
  )
  const deep = (value: string) =>
    `exists (select from jsonb_path_query(${value}, '$.** ? (@.type() == "string" || @.type() == "number")') p (v)
      where strpos(lower(p.v #>> '{}'), ${place}) > 0)`
  return {
    computed,
    inOwn: `(strpos(lower(r.data::text), ${inJson}) > 0 and exists (
      select from jsonb_each(r.data) d where d.key = any(${own}) and ${deep('d.value')}))`,
    inCell: `case jsonb_typeof(s.value)
        when 'string' then strpos(lower(s.value #>> '{}'), ${place}) > 0
        when 'number' then strpos(s.value #>> '{}', ${place}) > 0
        when 'array' then ${deep('s.value')} when 'object' then ${deep('s.value')} else false end`,
  }
}
