// Finds the leads that answer a question, newest first or in an order of their own, reading no more than it has to.
//
// Measured on 1,000,000 leads (bench/README.md): what many leads answer is found among the newest; what is rarer is looked
// for in all of them at once, by several processes (`position + 0` keeps the planner from walking on alone in the hope of
// an early end). A page of all leads by number is a walk along leads_order, which holds nothing but ids and positions.
import type { SortKey } from '../../engine/sort.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { conditionSql, inTime } from '../query/found-rows.reads.ts'
import { nameOf, type Question } from '../query/question.logic.ts'
import { behindSql, orderBy, sortSql } from '../query/sort-sql.logic.ts'
import { newStatement, type Statement } from '../query/sql-text.logic.ts'
import { countLeads, countOnce } from './counted.reads.ts'
import { readLeadQuestion, recordOf, type StoredLead } from './lead.reads.ts'
import type { LeadRecord, LeadsQuery } from './lead.schema.ts'
import { LEAD_COLUMNS } from './lead-field.logic.ts'

const NIL = '00000000-0000-0000-0000-000000000000'

const AS_ROWS = `select workspace_id, row_id as id, position, id as lead_id, data, provenance, source, created_at, updated_at, text_of_all
  from leads where workspace_id = $1 and $2::uuid is not null`

/** As the compilers to SQL call what they read. There is no workbook, but every statement of theirs has one. */
export const LEADS_AS_ROWS = `(${AS_ROWS}) r`

/** About {@link LEADS_AS_ROWS}; with `values` it goes on from another statement. */
export function leadStatement(tx: WorkspaceTx, values: unknown[] = [tx.workspace_id, NIL]): Statement {
  return { ...newStatement(tx.workspace_id, NIL, LEAD_COLUMNS, values), textOfAll: 'r.text_of_all' }
}

export interface LeadPage {
  items: LeadRecord[]
  next_cursor: string | null
  total: number | null
}

/** @throws Refusal `invalid` for a cursor of another question, `unavailable` for one that takes too long */
export async function readLeadPage(tx: WorkspaceTx, query: LeadsQuery): Promise<LeadPage> {
  const question = readLeadQuestion(query)
  const name = nameOf('leads', question)
  const after = decodeCursor(name, query.cursor)
  const { limit, page, count } = query
  return inTime(tx, async () => {
    const offset = after || page === undefined ? 0 : (page - 1) * limit
    const found = await findLeads(tx, question, after, limit + 1, offset)
    const leads = found.slice(0, limit)
    const last = leads.at(-1)
    const more = found.length > limit
    const isEnd = !more && after === undefined && (leads.length > 0 || offset === 0)
    const known = isAsked(question) ? (isEnd ? offset + leads.length : null) : await countLeads(tx)
    return {
      items: leads.map(({ lead }) => recordOf(lead)),
      next_cursor: more && last ? encodeCursor(name, [last.lead.id, ...last.keys]) : null,
      total: known ?? (count ? await countFound(tx, question) : null),
    }
  })
}

type Condition = Pick<Question, 'filter' | 'search'>

const isAsked = ({ filter, search }: Condition) => filter !== null || search !== null

/** Call it within `inTime`. */
export async function countFound(tx: WorkspaceTx, { filter, search }: Condition): Promise<number> {
  if (filter === null && search === null) return countLeads(tx)
  return countOnce(tx, { filter, search }, async () => {
    const statement = leadStatement(tx)
    const condition = conditionSql(statement, { filter, search })
    const text = `select count(*)::int as count from ${LEADS_AS_ROWS} where ${condition}`
    const { rows } = await tx.client.query<{ count: number }>(text, statement.values)
    return rows[0]?.count ?? 0
  })
}

interface Found {
  lead: StoredLead
  keys: SortKey[]
}

type After = readonly (string | number | null)[] | undefined

async function findLeads(
  tx: WorkspaceTx,
  question: Question,
  after: After,
  limit: number,
  offset: number,
): Promise<Found[]> {
  if (question.sorts.length > 0) return findSorted(tx, question, after, limit, offset)
  const below = after === undefined ? Number.POSITIVE_INFINITY : Number(after[0])
  if (!isAsked(question)) return readNewest(tx, offset === 0 ? below : await placeOf(tx, offset), limit)
  const many = await findNewest(tx, question, below, limit, offset, NEWEST)
  return many.length === limit ? many : findNewest(tx, question, below, limit, offset, null)
}

const SHOWN = 'r.lead_id as id, r.position, r.data, r.provenance, r.created_at, r.updated_at'
const plain = (rows: readonly StoredLead[]): Found[] => rows.map((lead) => ({ lead, keys: [] }))

async function readNewest(tx: WorkspaceTx, below: number, limit: number): Promise<Found[]> {
  const { rows } = await tx.client.query<StoredLead>(
    `select ${SHOWN} from ${LEADS_AS_ROWS} where r.position < $3 order by r.position desc limit $4`,
    [tx.workspace_id, NIL, below, limit],
  )
  return plain(rows)
}

/** The position before which lead number `offset` (from 0, newest first) comes first, counted from the nearer end. */
async function placeOf(tx: WorkspaceTx, offset: number): Promise<number> {
  const rest = (await countLeads(tx)) - offset
  if (rest <= 0) return Number.NEGATIVE_INFINITY
  const [order, over] = offset <= rest ? ['desc', offset - 1] : ['asc', rest]
  const { rows } = await tx.client.query<{ position: number }>(
    `select position from leads where workspace_id = $1 order by position ${order} offset $2 limit 1`,
    [tx.workspace_id, over],
  )
  return rows[0]?.position ?? (order === 'asc' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY)
}

/** So many leads are looked at before all of them are. */
const NEWEST = 30_000

/** Among the newest below a position; null: among all. */
async function findNewest(
  tx: WorkspaceTx,
  question: Question,
  below: number,
  limit: number,
  offset: number,
  among: number | null,
): Promise<Found[]> {
  const statement = leadStatement(tx)
  const condition = conditionSql(statement, question)
  const behind = `position < ${statement.param(below, 'float8')}`
  const leads =
    among === null
      ? `${LEADS_AS_ROWS} where ${behind} and`
      : `(${AS_ROWS} and ${behind} order by position desc limit ${among}) r where`
  const order = among === null ? 'r.position + 0' : 'r.position'
  const { rows } = await tx.client.query<StoredLead>(
    `select ${SHOWN} from ${leads} ${condition} order by ${order} desc
     limit ${statement.param(limit, 'int')} offset ${statement.param(offset, 'bigint')}`,
    statement.values,
  )
  return plain(rows)
}

async function findSorted(
  tx: WorkspaceTx,
  question: Question,
  after: After,
  limit: number,
  offset: number,
): Promise<Found[]> {
  const statement = leadStatement(tx)
  const condition = conditionSql(statement, question)
  const keys = sortSql(statement, question.sorts).map((key, index) => ({ ...key, name: `q.k${index}_key` }))
  const [id, ...last] = after ?? []
  const behind = after ? behindSql(statement, keys, { keys: last, position: Number(id) }, 'q.position') : 'true'
  const named = keys.map(({ sql }, index) => `, ${sql} as k${index}_key`).join('')
  const text = `select q.* from (select ${SHOWN}${named} from ${LEADS_AS_ROWS} where ${condition}) q
    where ${behind} order by ${orderBy(keys, 'q.position')}
    limit ${statement.param(limit, 'int')} offset ${statement.param(offset, 'bigint')}`
  const { rows } = await tx.client.query(text, statement.values)
  return rows.map((row) => ({ lead: row, keys: keys.map((_key, index) => row[`k${index}_key`]) }))
}

/** The next of the leads that answer the question, oldest first. */
export async function walkLeads(
  tx: WorkspaceTx,
  question: Question,
  after: number,
  limit: number,
): Promise<StoredLead[]> {
  return inTime(tx, async () => {
    const statement = leadStatement(tx)
    const condition = conditionSql(statement, question)
    const { rows } = await tx.client.query<StoredLead>(
      `select ${SHOWN} from ${LEADS_AS_ROWS} where r.position > ${statement.param(after, 'float8')} and ${condition}
       order by r.position limit ${statement.param(limit, 'int')}`,
      statement.values,
    )
    return rows
  })
}
