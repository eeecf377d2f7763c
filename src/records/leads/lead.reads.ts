// Reading leads: one of them, or the next page of those that answer a question, in the language of filters and orders of rows.
import type { Filter } from '../../engine/filter.schema.ts'
import type { SortKey } from '../../engine/sort.ts'
import { refuse } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { conditionSql, inTime } from '../query/found-rows.reads.ts'
import { bothFilters, nameOf, parseMember, type Question, readQuestion } from '../query/question.logic.ts'
import { behindSql, orderBy, sortSql } from '../query/sort-sql.logic.ts'
import { newStatement, type Statement } from '../query/sql-text.logic.ts'
import type { LeadRecord, LeadsQuery } from './lead.schema.ts'
import { LEAD_COLUMNS, LEAD_FIELDS, type LeadKind, type LeadStatus } from './lead-field.logic.ts'

export interface StoredLead {
  id: number
  data: JsonObject
  provenance: Record<string, JsonObject>
  created_at: Date
  updated_at: Date
}

const STORED = 'id, data, provenance, created_at, updated_at'
const NOTHING = Object.fromEntries(LEAD_FIELDS.map(({ name }) => [name, null]))

export function recordOf({ id, data, provenance, created_at, updated_at }: StoredLead): LeadRecord {
  return {
    ...{ id, ...NOTHING, ...data, provenance, entity_id: null },
    ...{ created_at: created_at.toISOString(), updated_at: updated_at.toISOString() },
  }
}

/** The lead of the workspace, or the 404 refusal. With `locked` nobody else changes it until the transaction ends. */
export async function mustReadLead(tx: WorkspaceTx, id: number, locked = false): Promise<StoredLead> {
  const { rows } = await tx.client.query<StoredLead>(
    `select ${STORED} from leads where workspace_id = $1 and id = $2 ${locked ? 'for update' : ''}`,
    [tx.workspace_id, id],
  )
  return rows[0] ?? refuse('not_found', 'Lead not found')
}

export async function readLeads(tx: WorkspaceTx, ids: readonly number[]): Promise<StoredLead[]> {
  const { rows } = await tx.client.query<StoredLead>(
    `select ${STORED} from leads where workspace_id = $1 and id = any($2::bigint[]) order by id`,
    [tx.workspace_id, ids],
  )
  return rows
}

export async function countLeads(tx: WorkspaceTx): Promise<number> {
  const { rows } = await tx.client.query<{ leads: number }>('select leads from lead_counts where workspace_id = $1', [
    tx.workspace_id,
  ])
  return rows[0]?.leads ?? 0
}

export interface AskedOfLeads {
  filter?: string | undefined
  search?: string | undefined
  sort?: string | undefined
  status?: LeadStatus | undefined
  kind?: LeadKind | undefined
}

const COLUMNS = [...LEAD_COLUMNS.values()]

/** @throws Refusal `invalid` with all that is wrong */
export function readLeadQuestion({ filter, search, sort, status, kind }: AskedOfLeads): Question {
  const asked = { filter: parseMember('filter', filter), search, sort: parseMember('sort', sort) }
  const question = readQuestion(asked, COLUMNS, 'query')
  const only = (field: string, value: string | undefined): Filter | null =>
    value === undefined ? null : { field, op: 'eq', value }
  return { ...question, filter: bothFilters(question.filter, bothFilters(only('status', status), only('kind', kind))) }
}

const NIL = '00000000-0000-0000-0000-000000000000'

/** As the compilers to SQL call what they read. There is no workbook, but every statement of theirs has one. */
export const LEADS_AS_ROWS = `(select workspace_id, row_id as id, position, id as lead_id, data, provenance, source, created_at, updated_at
  from leads where workspace_id = $1 and $2::uuid is not null) r`

export function leadStatement(tx: WorkspaceTx): Statement {
  return newStatement(tx.workspace_id, NIL, LEAD_COLUMNS)
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
    const asked = question.filter !== null || question.search !== null
    const known = asked ? (isEnd ? offset + leads.length : null) : await countLeads(tx)
    return {
      items: leads.map(({ lead }) => recordOf(lead)),
      next_cursor: more && last ? encodeCursor(name, [last.lead.id, ...last.keys]) : null,
      total: known ?? (count ? await countFound(tx, question) : null),
    }
  })
}

async function countFound(tx: WorkspaceTx, question: Question): Promise<number> {
  const statement = leadStatement(tx)
  const condition = conditionSql(statement, question)
  const { rows } = await tx.client.query<{ count: number }>(
    `select count(*)::int as count from ${LEADS_AS_ROWS} where ${condition}`,
    statement.values,
  )
  return rows[0]?.count ?? 0
}

interface Found {
  lead: StoredLead
  keys: SortKey[]
}

/** Without an order the newest come first, walking the index backwards. */
async function findLeads(
  tx: WorkspaceTx,
  question: Question,
  after: readonly (string | number | null)[] | undefined,
  limit: number,
  offset: number,
): Promise<Found[]> {
  const statement = leadStatement(tx)
  const condition = conditionSql(statement, question)
  const keys = sortSql(statement, question.sorts).map((key, index) => ({ ...key, name: `q.k${index}_key` }))
  const [id, ...last] = after ?? []
  const behind = () => {
    if (after === undefined) return 'true'
    if (keys.length === 0) return `q.position < ${statement.param(id, 'float8')}`
    return behindSql(statement, keys, { keys: last, position: Number(id) }, 'q.position')
  }
  const named = keys.map(({ sql }, index) => `, ${sql} as k${index}_key`).join('')
  const text = `select q.* from (select r.lead_id as id, r.position, r.data, r.provenance, r.created_at, r.updated_at${named}
      from ${LEADS_AS_ROWS} where ${condition}) q
    where ${behind()} order by ${keys.length === 0 ? 'q.position desc' : orderBy(keys, 'q.position')}
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
      `select r.lead_id as id, r.data, r.provenance, r.created_at, r.updated_at from ${LEADS_AS_ROWS}
       where r.position > ${statement.param(after, 'float8')} and ${condition}
       order by r.position limit ${statement.param(limit, 'int')}`,
      statement.values,
    )
    return rows
  })
}
