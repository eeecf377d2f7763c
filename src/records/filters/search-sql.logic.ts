// Looking for a text in all of a row as SQL; the meaning is that of engine/filter/search.ts.
//
// The whole JSON of a row holds whatever its values hold, so most rows are ruled out by one look at that text; what is
// left is read value by value, since the JSON also has names and marks in it.
import { searchWords } from '../../engine/values/search-words.ts'
import { isOwn, type SqlStatement } from './sql-text.logic.ts'

/** Selects of the ids of all rows that may hold the text; see driver-sql.logic.ts. */
export function searchDrivers(statement: SqlStatement, text: string): string[] {
  // What holds all words holds the longest.
  const [longest = ''] = searchWords(text).toSorted((one, other) => other.length - one.length)
  const { inOwn, inCell } = partsOf(statement, longest)
  const computed = idsOf(statement, false)
  return [
    `select r.id from workbook_rows r where r.workspace_id = $1 and r.workbook_id = $2 and ${inOwn}`,
    `select s.row_id from cells s where s.workspace_id = $1 and s.workbook_id = $2 and s.column_id = any(${computed}) and ${inCell}`,
  ]
}

/** A select of the texts of rows, in a column `text` and folded, that may hold one of these pieces of words. */
export function textsSql(statement: SqlStatement, pieces: readonly string[]): string {
  const parts = pieces.map((piece) => partsOf(statement, piece))
  const own = idsOf(statement, true)
  const computed = idsOf(statement, false)
  return `select text from (
      select (select string_agg(search_text(d.value #>> '{}'), ' ') from jsonb_each(r.data) d where d.key = any(${own})) as text
        from workbook_rows r where r.workspace_id = $1 and r.workbook_id = $2 and (${parts.map(({ inOwn }) => inOwn).join(' or ')})
      union all
      select search_text(s.value #>> '{}') from cells s where s.workspace_id = $1 and s.workbook_id = $2
        and s.column_id = any(${computed}) and (${parts.map(({ inCell }) => inCell).join(' or ')})) texts`
}

/** True for rows that hold every word of the text, each in a value of one of the columns. */
export function searchSql(statement: SqlStatement, text: string): string {
  return `(${searchWords(text)
    .map((word) => wordSql(statement, word))
    .join(' and ')})`
}

/** True for texts, folded already, that hold every word. */
export function holdsWords(statement: SqlStatement, folded: string, text: string): string {
  const words = searchWords(text).map((word) => `strpos(${folded}, ${statement.param(word, 'text')}) > 0`)
  return `(${words.join(' and ')})`
}

function wordSql(statement: SqlStatement, wanted: string): string {
  // Nothing is computed: all values lie in the row itself.
  if ([...statement.columns.keys()].every((id) => isOwn(statement, id)))
    return inOwnSql(statement, wanted, statement.param(wanted, 'text'))
  const { inOwn, inCell } = partsOf(statement, wanted)
  const computed = idsOf(statement, false)
  return `(${inOwn} or exists (select from cells s where s.workspace_id = $1 and s.workbook_id = $2 and s.row_id = r.id
      and s.column_id = any(${computed}) and ${inCell}))`
}

function partsOf(statement: SqlStatement, wanted: string): { inOwn: string; inCell: string } {
  const place = statement.param(wanted, 'text')
  const inOwn = inOwnSql(statement, wanted, place)
  return {
    inOwn,
    inCell: `case jsonb_typeof(s.value)
        when 'string' then strpos(search_text(s.value #>> '{}'), ${place}) > 0
        when 'number' then strpos(s.value #>> '{}', ${place}) > 0
        when 'array' then ${deepSql('s.value', place)} when 'object' then ${deepSql('s.value', place)} else false end`,
  }
}

function inOwnSql(statement: SqlStatement, wanted: string, place: string): string {
  if (statement.textOfAll !== undefined) return `strpos(${statement.textOfAll}, ${place}) > 0`
  const inJson = statement.param(JSON.stringify(wanted).slice(1, -1), 'text')
  const own = idsOf(statement, true)
  return `(strpos(search_text(r.data::text), ${inJson}) > 0 and exists (
      select from jsonb_each(r.data) d where d.key = any(${own}) and ${deepSql('d.value', place)}))`
}

/** The ids of the columns whose values lie in the row itself, or of those that have cells. */
const idsOf = (statement: SqlStatement, own: boolean) =>
  statement.param(
    [...statement.columns.keys()].filter((id) => isOwn(statement, id) === own),
    'text[]',
  )

function deepSql(value: string, place: string): string {
  return `exists (select from jsonb_path_query(${value}, '$.** ? (@.type() == "string" || @.type() == "number")') p (v)
      where strpos(search_text(p.v #>> '{}'), ${place}) > 0)`
}
