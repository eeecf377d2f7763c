// Leads as the compilers to SQL read rows: which of them there are, and their texts beside them.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readWidely } from '../../platform/db/look-up.ts'
import { conditionSql } from '../filters/found-rows.reads.ts'
import type { Question } from '../filters/question.logic.ts'
import { holdsWords } from '../filters/search-sql.logic.ts'
import { newStatement, type SqlStatement } from '../filters/sql-text.logic.ts'
import { fieldPath, LEAD_COLUMNS, LEAD_FIELDS } from './lead-field.logic.ts'
import { STANDS_FOR_ITSELF } from './one-lead.reads.ts'

export type Condition = Pick<Question, 'filter' | 'search'>

const NIL = '00000000-0000-0000-0000-000000000000'

const SHAPE =
  'l.workspace_id, l.row_id as id, l.position, l.id as lead_id, l.data, l.source, l.created_at, l.updated_at'
export const AS_ROWS = `select ${SHAPE} from leads l where l.workspace_id = $1 and $2::uuid is not null and ${STANDS_FOR_ITSELF}`
export const TEXTS = 'select t.lead_id, t.text from lead_texts t where t.workspace_id = $1 and $2::uuid is not null'

/** As the compilers to SQL call what they read. There is no workbook, but every statement of theirs has one. */
export const LEADS_AS_ROWS = `(${AS_ROWS}) r`

const TEXT = '(select t.text from lead_texts t where t.workspace_id = $1 and t.lead_id = r.lead_id)'

const LISTS = new Set(['multi_select', 'json'])
const SCALARS = new Set(LEAD_FIELDS.flatMap(({ name, type }) => (LISTS.has(type) ? [] : [name])))

/** About {@link LEADS_AS_ROWS}; with `values` it goes on from another statement. */
export function leadStatement(tx: WorkspaceTx, values: unknown[] = [tx.workspace_id, NIL]): SqlStatement {
  return {
    ...newStatement(tx.workspace_id, NIL, LEAD_COLUMNS, values),
    textOfAll: TEXT,
    scalars: SCALARS,
    pathOf: fieldPath,
  }
}

export interface SourceOfLeads {
  from: string
  condition: string
  /** True when few leads are looked up one by one. */
  areFew?: true
}

/**
 * Builds the source of a select and the remaining condition for queries over very many leads: search texts are read once for all of them.
 * `texts`: what to select from in place of leads where the query is a search alone and only ids are needed.
 */
export function selectAmongAll(statement: SqlStatement, { filter, search }: Condition, texts?: string): SourceOfLeads {
  if (search === null) return { from: LEADS_AS_ROWS, condition: conditionSql(statement, { filter, search }) }
  if (filter === null && texts) return { from: `(${texts}) r`, condition: holdsWords(statement, 'r.text', search) }
  const from = `(select ${SHAPE} from lead_texts t join leads l on l.workspace_id = t.workspace_id and l.id = t.lead_id
    where t.workspace_id = $1 and $2::uuid is not null and ${STANDS_FOR_ITSELF} and ${holdsWords(statement, 't.text', search)}) r`
  return { from, condition: conditionSql(statement, { filter, search: null }) }
}

/** Builds the source of a select for these leads, each looked up by its id. */
export const selectAmongIds = (statement: SqlStatement, ids: readonly number[]): string =>
  `(select l.* from unnest(${statement.param(ids, 'bigint[]')}) as hit (id) cross join lateral (${AS_ROWS} and l.id = hit.id offset 0) l) r`

/** Leads that a search finds are looked up one by one where they are no more than these. */
const MOST_HITS = 5_000

/**
 * As {@link selectAmongAll}, for a single statement that may read all leads: a search with few hits reads the texts first, and applies the filter
 * to the hits. The planner cannot know their number.
 */
export async function selectAmongFew(
  tx: WorkspaceTx,
  statement: SqlStatement,
  asked: Condition,
  texts?: string,
): Promise<SourceOfLeads> {
  const { filter, search } = asked
  if (search === null || (filter === null && texts)) return selectAmongAll(statement, asked, texts)
  const looking = leadStatement(tx)
  const text = `select r.lead_id as id from (${TEXTS}) r where ${holdsWords(looking, 'r.text', search)} limit ${MOST_HITS + 1}`
  const { rows } = await readWidely(tx, [], () => tx.client.query<{ id: number }>(text, looking.values))
  if (rows.length > MOST_HITS) return selectAmongAll(statement, asked, texts)
  const from = selectAmongIds(
    statement,
    rows.map(({ id }) => id),
  )
  return { from, condition: conditionSql(statement, { filter, search: null }), areFew: true }
}

/**
 * For one statement, which has no name: over very many leads unless they `areFew`. Where texts and leads are joined each is read once: looking up the
 * text of every lead that a filter leaves would touch ten times as much.
 */
export function readAmongAll<T>(
  tx: WorkspaceTx,
  { filter, search }: Condition,
  { areFew }: Pick<SourceOfLeads, 'areFew'>,
  work: () => Promise<T>,
): Promise<T> {
  return areFew ? work() : readWidely(tx, filter !== null && search !== null ? ['nestloop', 'mergejoin'] : [], work)
}
