// Finds the leads that answer a question, newest first or in an order of their own, reading no more than it has to.
//
// Measured on 1,000,000 leads (bench/README.md): what many leads answer is found among the newest; what is rarer is looked
// for in all of them at once, by several processes (`+ 0` keeps the planner from walking on alone in the hope of an early
// end). A search goes through the texts, which lie beside the leads, and joins the leads where there is a filter too. A page
// of all leads by number is a read along leads_shown, which holds nothing but ids and positions. A lead's position is its id.
import type { SortKey } from '../../engine/filter/sort.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readWidely } from '../../platform/db/look-up.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import {
  conditionSql,
  partSql,
  readSampled,
  SAMPLED,
  type SortedKeys,
  type SortedPart,
  sampleSql,
  soon,
  withTimeout,
} from '../filters/found-rows.reads.ts'
import { nameOf, type Question } from '../filters/question.logic.ts'
import { correctSearch, type HoldingTexts } from '../filters/search-correction.reads.ts'
import { holdsWords } from '../filters/search-sql.logic.ts'
import { keyShapes, orderBy, sortSql } from '../filters/sort-sql.logic.ts'
import { newStatement, type SqlStatement } from '../filters/sql-text.logic.ts'
import { countLeads, onceTold } from './counted.reads.ts'
import { readInOrder, readLeadQuestion, readLeads, recordOf, type StoredLead } from './lead.reads.ts'
import type { LeadRecord, LeadsQuery } from './lead.schema.ts'
import { fieldPath, LEAD_COLUMNS, LEAD_FIELDS } from './lead-field.logic.ts'
import { STANDS_FOR_ITSELF } from './one-lead.reads.ts'

const NIL = '00000000-0000-0000-0000-000000000000'

const SHAPE =
  'l.workspace_id, l.row_id as id, l.position, l.id as lead_id, l.data, l.source, l.created_at, l.updated_at'
export const AS_ROWS = `select ${SHAPE} from leads l where l.workspace_id = $1 and $2::uuid is not null and ${STANDS_FOR_ITSELF}`
const TEXTS = 'select t.lead_id, t.text from lead_texts t where t.workspace_id = $1 and $2::uuid is not null'

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

/**
 * What to select from and which condition is left, where very many leads are asked: the texts are read once for all of them.
 * `texts`: what to select from in place of leads where the query is a search alone and only ids are needed.
 */
export function amongAll(
  statement: SqlStatement,
  { filter, search }: Condition,
  texts?: string,
): { from: string; condition: string } {
  if (search === null) return { from: LEADS_AS_ROWS, condition: conditionSql(statement, { filter, search }) }
  if (filter === null && texts) return { from: `(${texts}) r`, condition: holdsWords(statement, 'r.text', search) }
  const from = `(select ${SHAPE} from lead_texts t join leads l on l.workspace_id = t.workspace_id and l.id = t.lead_id
    where t.workspace_id = $1 and $2::uuid is not null and ${STANDS_FOR_ITSELF} and ${holdsWords(statement, 't.text', search)}) r`
  return { from, condition: conditionSql(statement, { filter, search: null }) }
}

export interface LeadPage {
  items: LeadRecord[]
  next_cursor: string | null
  total: number | null
  corrected_search: string | null
}

/** A search that finds nothing is answered with the nearest words. @throws Refusal `invalid` for a cursor of another question, `unavailable` for one that takes too long */
export async function readLeadPage(tx: WorkspaceTx, query: LeadsQuery): Promise<LeadPage> {
  const asked = readLeadQuestion(query)
  const { search } = asked
  const name = nameOf('leads', asked)
  const cursor = decodeCursor(name, query.cursor)
  const after = cursor?.slice(0, 1 + keyShapes(asked.sorts).length)
  // A page of a corrected search says by what it goes on.
  const correction = after && cursor?.[after.length]
  const { limit, page, count } = query
  return withTimeout(tx, async () => {
    const offset = after || page === undefined ? 0 : (page - 1) * limit
    const find = (question: Question) => findLeads(tx, question, after, limit + 1, offset)
    let question: Question = typeof correction === 'string' ? { ...asked, search: correction } : asked
    let found = await find(question)
    if (
      after === undefined &&
      search !== null &&
      found.length === 0 &&
      (offset === 0 || !(await countFound(tx, asked)))
    ) {
      question = (await correctSearch(tx, asked, (pieces) => textsHolding(tx, pieces))) ?? asked
      if (question !== asked) found = await find(question)
    }
    const ids = found.slice(0, limit).map(({ id }) => id)
    const last = found[limit - 1]
    const more = found.length > limit
    const isEnd = !more && after === undefined && (ids.length > 0 || offset === 0)
    const known = isAsked(question) ? (isEnd ? offset + ids.length : null) : await countLeads(tx)
    return {
      items: (await readInOrder(tx, ids)).map(recordOf),
      next_cursor:
        more && last
          ? encodeCursor(name, [last.id, ...last.keys, ...(question === asked ? [] : [question.search])])
          : null,
      // What is there to be read is shown, also where counting all of it takes too long.
      total:
        known ?? (count ? await soon(tx, () => withTimeout(tx, () => countFound(tx, question), COUNTED_MS)) : null),
      corrected_search: question === asked || found.length === 0 ? null : question.search,
    }
  })
}

function textsHolding(tx: WorkspaceTx, pieces: readonly string[]): HoldingTexts {
  const holds = pieces.map((_, index) => `strpos(text, $${index + 2}) > 0`).join(' or ')
  const sql = `select text from lead_texts where workspace_id = $1 and (${holds})`
  return { sql, values: [tx.workspace_id, ...pieces], order: 'lead_id desc' }
}

/** No user waits longer for a number. */
const COUNTED_MS = 5_000

type Condition = Pick<Question, 'filter' | 'search'>

const isAsked = ({ filter, search }: Condition) => filter !== null || search !== null

/** Call it within `withTimeout`. */
export async function countFound(tx: WorkspaceTx, { filter, search }: Condition): Promise<number> {
  if (filter === null && search === null) return countLeads(tx)
  return onceTold(tx, { filter, search }, async () => {
    const statement = leadStatement(tx)
    const { from, condition } = amongAll(statement, { filter, search }, TEXTS)
    const text = `select count(*)::int as count from ${from} where ${condition}`
    const { rows } = await readWidely(tx, [], () => tx.client.query<{ count: number }>(text, statement.values))
    return rows[0]?.count ?? 0
  })
}

interface Found {
  id: number
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
  const below = after === undefined ? Number.MAX_SAFE_INTEGER : Number(after[0])
  if (!isAsked(question)) return readNewest(tx, offset === 0 ? below : await placeOf(tx, offset), limit)
  const many = await findNewest(tx, question, below, limit, offset, NEWEST)
  return many.length === limit ? many : findNewest(tx, question, below, limit, offset, null)
}

async function idsOf(tx: WorkspaceTx, text: string, values: unknown[]): Promise<Found[]> {
  const { rows } = await tx.client.query<{ id: number }>(text, values)
  return rows.map(({ id }) => ({ id, keys: [] }))
}

function readNewest(tx: WorkspaceTx, below: number, limit: number): Promise<Found[]> {
  const text = `select id from leads l where workspace_id = $1 and id < $2 and ${STANDS_FOR_ITSELF} order by id desc limit $3`
  return idsOf(tx, text, [tx.workspace_id, below, limit])
}

/** The id before which lead number `offset` (from 0, newest first) comes first, counted from the nearer end. */
async function placeOf(tx: WorkspaceTx, offset: number): Promise<number> {
  const rest = (await countLeads(tx)) - offset
  if (rest <= 0) return 0
  const [order, over] = offset <= rest ? ['desc', offset - 1] : ['asc', rest]
  const { rows } = await tx.client.query<{ id: number }>(
    `select id from leads l where workspace_id = $1 and ${STANDS_FOR_ITSELF} order by position ${order} offset $2 limit 1`,
    [tx.workspace_id, over],
  )
  return rows[0]?.id ?? (order === 'asc' ? Number.MAX_SAFE_INTEGER : 0)
}

/** So many leads are looked at before all of them are. */
const NEWEST = 30_000

/** Among the newest below an id; null: among all. */
function findNewest(
  tx: WorkspaceTx,
  question: Question,
  below: number,
  limit: number,
  offset: number,
  among: number | null,
): Promise<Found[]> {
  const statement = leadStatement(tx)
  const last = statement.param(below, 'bigint')
  const onlyText = question.filter === null && question.search !== null
  const newest = onlyText
    ? `(${TEXTS} and t.lead_id < ${last} order by t.lead_id desc limit ${among})`
    : `(${AS_ROWS} and l.id < ${last} order by l.id desc limit ${among})`
  const { from, condition } =
    among === null || onlyText
      ? amongAll(statement, question, TEXTS)
      : { from: '', condition: conditionSql(statement, question) }
  const found = among === null ? `${from} where r.lead_id < ${last} and ${condition}` : `${newest} r where ${condition}`
  const text = `select r.lead_id as id from ${found} order by ${among === null ? 'r.lead_id + 0' : 'r.lead_id'} desc
     limit ${statement.param(limit, 'int')} offset ${statement.param(offset, 'bigint')}`
  const find = () => idsOf(tx, text, statement.values)
  return among === null ? readWidely(tx, [], find) : find()
}

async function findSorted(
  tx: WorkspaceTx,
  question: Question,
  after: After,
  limit: number,
  offset: number,
): Promise<Found[]> {
  const [id, ...last] = after ?? []
  const behind = after ? { keys: last, position: Number(id) } : undefined
  async function read(part: SortedPart) {
    const statement = leadStatement(tx)
    const { from, condition } = amongAll(statement, question)
    const keys = sortSql(statement, question.sorts).map((key, index) => ({ ...key, name: `q.k${index}_key` }))
    const named = keys.map(({ sql }, index) => `, ${sql} as k${index}_key`).join('')
    const text = `select q.* from (select r.lead_id as id, r.position${named} from ${from} where ${condition}${sampleSql(part)}) q
      where ${partSql(statement, keys, part, behind)} order by ${orderBy(keys, 'q.position')}
      limit ${statement.param(part.limit, 'int')} offset ${statement.param(part.offset, 'bigint')}`
    const { rows } = await readWidely(tx, [], () =>
      tx.client.query<{ id: number; position: number } & SortedKeys>(text, statement.values),
    )
    return rows.map((row) => ({
      id: row.id,
      position: row.position,
      keys: keys.map((_key, index) => row[`k${index}_key`] ?? null),
    }))
  }
  return (await countLeads(tx)) >= SAMPLED.from ? readSampled(read, offset, limit) : read({ offset, limit })
}

/** The next of the leads that answer the question, oldest first; those after `upTo` are not looked at. */
export function readLeadsInOrder(
  tx: WorkspaceTx,
  question: Question,
  after: number,
  limit: number,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<StoredLead[]> {
  return withTimeout(tx, async () => {
    const statement = leadStatement(tx)
    const condition = conditionSql(statement, question)
    const found = await idsOf(
      tx,
      `select r.lead_id as id from ${LEADS_AS_ROWS} where r.lead_id > ${statement.param(after, 'bigint')} and r.lead_id <= ${statement.param(upTo, 'bigint')} and ${condition}
       order by r.lead_id limit ${statement.param(limit, 'int')}`,
      statement.values,
    )
    return readLeads(
      tx,
      found.map(({ id }) => id),
    )
  })
}
