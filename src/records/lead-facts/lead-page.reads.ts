// Finds the leads that answer a question, newest first or in an order of their own, reading no more than it has to.
//
// Measured on 1,000,000 leads (bench/README.md): what many leads answer is found among the newest; what is rarer is looked
// for in all of them at once, by several processes (`+ 0` keeps the planner from walking on alone in the hope of an early
// end), and kept where few answer (lead-count.reads.ts), as the beginning of an order is (lead-order.reads.ts). A page of all leads by number
// is found by adding up blocks (lead-blocks.reads.ts). A lead's position is its id.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import {
  conditionSql,
  partSql,
  SAMPLED,
  type SortedKeys,
  tryWithTimeout,
  withTimeout,
} from '../filters/found-rows.reads.ts'
import { nameOf, type Question } from '../filters/question.logic.ts'
import { correctSearch, type HoldingTexts } from '../filters/search-correction.reads.ts'
import { keyShapes, orderBy, sortSql } from '../filters/sort-sql.logic.ts'
import { countLeads } from './counted.reads.ts'
import { readInOrder, readLeadQuestion, readLeads, recordOf, type StoredLead } from './lead.reads.ts'
import type { LeadRecord, LeadsQuery } from './lead.schema.ts'
import { idsOfBlock, ofBlocks, readBlocks } from './lead-blocks.reads.ts'
import { countUpTo, keptUntil, MOST_COUNTED, readFew, selectAmongAnswers } from './lead-count.reads.ts'
import { type OrderedLead, type OrderPart, readOrdered } from './lead-order.reads.ts'
import { readCandidates } from './lead-pieces.reads.ts'
import {
  AS_ROWS,
  type Condition,
  LEADS_AS_ROWS,
  leadStatement,
  readAmongAll,
  selectAmongAll,
  TEXTS,
} from './lead-statement.reads.ts'
import { STANDS_FOR_ITSELF } from './one-lead.reads.ts'

export interface LeadPage {
  items: LeadRecord[]
  next_cursor: string | null
  total: number | null
  total_at_least: number | null
  corrected_search: string | null
}

/** A search that finds nothing is answered with the nearest words. @throws Refusal `invalid` for a cursor of another question, `unavailable` for one that takes too long */
export async function readLeadPage(tx: WorkspaceTx, query: LeadsQuery, sampledFrom = SAMPLED.from): Promise<LeadPage> {
  const asked = readLeadQuestion(query)
  const { search } = asked
  const name = nameOf('leads', asked)
  const cursor = decodeCursor(name, query.cursor)
  const after = cursor?.slice(0, 1 + keyShapes(asked.sorts).length)
  // A page of a corrected search says by what it goes on.
  const correction = after && cursor?.[after.length]
  const { limit, page, count } = query
  const totalOf = async (known: number | null, question: Question) => {
    if (known !== null || !count) return { total: known, total_at_least: null }
    const counted = await tryWithTimeout(tx, () => withTimeout(tx, () => countUpTo(tx, question), COUNTED_MS))
    if (counted === null) return { total: null, total_at_least: null }
    return counted > MOST_COUNTED
      ? { total: null, total_at_least: MOST_COUNTED }
      : { total: counted, total_at_least: null }
  }
  return withTimeout(tx, async () => {
    const offset = after || page === undefined ? 0 : (page - 1) * limit
    const find = (question: Question) => findLeads(tx, question, after, limit + 1, offset, sampledFrom)
    let question: Question = typeof correction === 'string' ? { ...asked, search: correction } : asked
    let found = await find(question)
    if (
      after === undefined &&
      search !== null &&
      found.length === 0 &&
      (offset === 0 || !(await countUpTo(tx, asked)))
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
      ...(await totalOf(known, question)),
      corrected_search: question === asked || found.length === 0 ? null : question.search,
    }
  })
}

/** Where the pieces of words that blocks keep say that they may be; the newest first. */
async function textsHolding(tx: WorkspaceTx, pieces: readonly string[]): Promise<HoldingTexts | null> {
  const conditions = pieces.map((search) => ({ filter: null, search }))
  const ranges = await readCandidates(tx, conditions, await readBlocks(tx))
  if (ranges?.length === 0) return null
  const holds = pieces.map((_, index) => `strpos(t.text, $${index + 2}) > 0`).join(' or ')
  const all = `select t.lead_id, t.text from lead_texts t where t.workspace_id = $1`
  const values = [tx.workspace_id, ...pieces]
  const order = 'lead_id desc'
  if (ranges === null) return { sql: `select f.text from (${all} and (${holds})) f`, values, order }
  const among = `unnest($${values.length + 1}::bigint[], $${values.length + 2}::bigint[]) as b (first, "end")`
  const sql = `select f.text from ${among} cross join lateral (
    ${all} and t.lead_id >= b.first and t.lead_id < b."end" and (${holds}) offset 0) f`
  return { sql, values: [...values, ranges.map(({ first }) => first), ranges.map(({ end }) => end)], order }
}

/** No user waits longer for a number. */
const COUNTED_MS = 5_000

const isAsked = ({ filter, search }: Condition) => filter !== null || search !== null

type Found = OrderedLead
type After = readonly (string | number | null)[] | undefined

async function findLeads(
  tx: WorkspaceTx,
  question: Question,
  after: After,
  limit: number,
  offset: number,
  sampledFrom: number,
): Promise<Found[]> {
  if (question.sorts.length > 0) return findSorted(tx, question, after, limit, offset, sampledFrom)
  const below = after === undefined ? Number.MAX_SAFE_INTEGER : Number(after[0])
  if (!isAsked(question)) return readNewest(tx, offset === 0 ? below : await placeOf(tx, offset), limit)
  const many = await findNewest(tx, question, below, limit, offset, NEWEST)
  if (many.length === limit) return many
  const few = await readFew(tx, question)
  if (few === null) return findNewest(tx, question, below, limit, offset, null)
  const behind = few.filter((id) => id < below).toReversed()
  return behind.slice(offset, offset + limit).map((id) => ({ id, keys: [] }))
}

async function idsOf(tx: WorkspaceTx, text: string, values: unknown[]): Promise<Found[]> {
  const { rows } = await tx.client.query<{ id: number }>(text, values)
  return rows.map(({ id }) => ({ id, keys: [] }))
}

function readNewest(tx: WorkspaceTx, below: number, limit: number): Promise<Found[]> {
  const text = `select id from leads l where workspace_id = $1 and id < $2 and ${STANDS_FOR_ITSELF} order by id desc limit $3`
  return idsOf(tx, text, [tx.workspace_id, below, limit])
}

/** The id before which lead number `offset` (from 0, newest first) comes first: the blocks tell which of them it is in, and there it is counted. */
async function placeOf(tx: WorkspaceTx, offset: number): Promise<number> {
  let left = offset
  for (const { block, leads } of (await readBlocks(tx)).toReversed()) {
    if (left > leads) {
      left -= leads
      continue
    }
    const { first, end } = idsOfBlock(block)
    const { rows } = await tx.client.query<{ id: number }>(
      `select position::bigint as id from leads l where workspace_id = $1 and ${STANDS_FOR_ITSELF} and position >= $2 and position < $3
       order by position desc offset $4 limit 1`,
      [tx.workspace_id, first, end, left - 1],
    )
    return rows[0]?.id ?? first
  }
  return 0
}

/** Leads that are tried first; after that, all leads are read. */
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
      ? selectAmongAll(statement, question, TEXTS)
      : { from: '', condition: conditionSql(statement, question) }
  const found = among === null ? `${from} where r.lead_id < ${last} and ${condition}` : `${newest} r where ${condition}`
  const text = `select r.lead_id as id from ${found} order by ${among === null ? 'r.lead_id + 0' : 'r.lead_id'} desc
     limit ${statement.param(limit, 'int')} offset ${statement.param(offset, 'bigint')}`
  const find = () => idsOf(tx, text, statement.values)
  return among === null ? readAmongAll(tx, question, {}, find) : find()
}

async function findSorted(
  tx: WorkspaceTx,
  question: Question,
  after: After,
  limit: number,
  offset: number,
  sampledFrom: number,
): Promise<Found[]> {
  const [id, ...last] = after ?? []
  const page = { after: after && { keys: last, position: Number(id) }, offset, limit }
  const read = (part: OrderPart) => readOrderPart(tx, question, part)
  return (await countLeads(tx)) >= sampledFrom
    ? readOrdered(tx, nameOf('leads', question), { ...page, until: keptUntil(question.filter) }, read)
    : read(page)
}

async function readOrderPart(tx: WorkspaceTx, question: Question, part: OrderPart): Promise<Found[]> {
  const statement = leadStatement(tx)
  const { ids, blocks, known = [] } = part
  const source = ids || blocks ? selectAmongAll(statement, question) : await selectAmongAnswers(tx, statement, question)
  const { from, condition } = source
  const keys = sortSql(statement, question.sorts).map((key, index) => ({ ...key, name: `q.k${index}_key` }))
  const named = keys.map(({ sql }, index) => `, ${sql} as k${index}_key`).join('')
  const columns = `r.lead_id as id, r.position${named}`
  const among = () => {
    if (ids)
      return `select o.* from unnest(${statement.param(ids, 'bigint[]')}) as s (id) cross join lateral (
        select ${columns} from ${from} where r.lead_id = s.id and ${condition} offset 0) o`
    if (!blocks) return `select ${columns} from ${from} where ${condition}`
    const lists = keys.map(({ kind }, index) =>
      statement.param(
        known.map((lead) => lead.keys[index] ?? null),
        kind === 'number' ? 'float8[]' : 'text[]',
      ),
    )
    const place = statement.param(
      known.map((lead) => lead.id),
      'bigint[]',
    )
    return `select o.* from ${ofBlocks(statement.param(blocks, 'int[]'), columns, from, condition)} o
      union all select k.id, k.id::float8, ${lists.map((_, index) => `k.key_${index}`).join()}
        from unnest(${[place, ...lists].join()}) as k (id, ${lists.map((_, index) => `key_${index}`).join()})`
  }
  const text = `select q.* from (${among()}) q
    where ${partSql(statement, keys, part, part.after)} order by ${orderBy(keys, 'q.position')}
    limit ${statement.param(part.limit, 'int')} offset ${statement.param(part.offset, 'bigint')}`
  const ask = () => tx.client.query<{ id: number } & SortedKeys>(text, statement.values)
  const { rows } = await (ids || blocks ? ask() : readAmongAll(tx, question, source, ask))
  return rows.map((row) => ({ id: row.id, keys: keys.map((_key, index) => row[`k${index}_key`] ?? null) }))
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
