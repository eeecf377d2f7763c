// What the leads have in common: the values of fields with how many leads have each, and the store in figures.
import type { Filter } from '../../engine/filter/filter.schema.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readWidely } from '../../platform/db/look-up.ts'
import { conditionSql, withTimeout } from '../filters/found-rows.reads.ts'
import type { Question } from '../filters/question.logic.ts'
import { countLeads, onceTold } from '../lead-facts/counted.reads.ts'
import { readLeadQuestion } from '../lead-facts/lead.reads.ts'
import type { FacetsQuery } from '../lead-facts/lead.schema.ts'
import { customField, customName, FIELD, fieldPath, isLeadField } from '../lead-facts/lead-field.logic.ts'
import { AS_ROWS, amongAll, countFound, LEADS_AS_ROWS, leadStatement } from '../lead-facts/lead-page.reads.ts'
import { STANDS_FOR_ITSELF } from '../lead-facts/one-lead.reads.ts'

const USUAL = [
  'status',
  'kind',
  'score_tier',
  'country',
  'city',
  'specialization',
  'company_size',
  'tags',
  'technologies',
]
/** Users do not filter leads by these. */
const NEVER = new Set(['custom', 'description', 'notes'])
const MOST_FIELDS = 20

export interface LeadFacet {
  field: string
  values: { value: Json; count: number; filter: Filter }[]
  blank: number
  more: boolean
}

/** Beyond so many leads only a sample is counted: reading the values of a million takes several seconds. */
const COUNTED = 100_000
/** So many leads have all their values counted then: twenty values take longer than to read the lead. */
const VALUES_COUNTED = 20_000
/** Leads of one file lie side by side, so a sample is taken in as many places. */
const PLACES = 500

interface LeadSample {
  /** Runs of leads all along the store, so that what lies between them is not even read; called as the compilers to SQL call rows. */
  from: string
  /** So many leads each of these stands for. */
  scale: number
}

/**
 * About every n-th lead. Runs begin and end by how many leads are before them, not by their ids: all workspaces take these from one sequence,
 * so that leads of one file lie close together and whole ranges between two files are of others. $1 is the workspace, $2 is not null.
 */
async function sampleLeads(tx: WorkspaceTx, n: number, most: number): Promise<LeadSample> {
  const apart = Math.ceil((await countLeads(tx)) / Math.min(PLACES, most))
  const length = Math.ceil(apart / n)
  const { rows } = await tx.client.query<{ first: number; next: number | null }>(
    `select id as first, next from (select id, row_number() over by_id - 1 as place, lead(id, $3) over by_id as next
       from leads where workspace_id = $1 window by_id as (order by id)) l where place % $2 = 0 order by id`,
    [tx.workspace_id, apart, length],
  )
  const runs = rows.map(({ first, next }) => `(${first}::bigint, ${next ?? 'null'}::bigint)`)
  const from = `(select l.* from (values ${runs.join()}) run (first, next)
    cross join lateral (${AS_ROWS} and l.id >= run.first and (run.next is null or l.id < run.next) order by l.id offset 0) l) r`
  return { from, scale: apart / length }
}

export interface Facets {
  items: LeadFacet[]
  is_estimate: boolean
}

export async function readFacets(tx: WorkspaceTx, query: FacetsQuery, most = COUNTED): Promise<Facets> {
  const fields = query.fields === undefined ? await usualFields(tx) : mustKnow(query.fields)
  const question = readLeadQuestion(query)
  const { filter, search } = question
  return withTimeout(tx, () =>
    onceTold(tx, { facets: fields, limit: query.limit, most, filter, search }, async () => {
      const found = await countFound(tx, question)
      const sample = found > most ? await sampleLeads(tx, found / Math.min(most, VALUES_COUNTED), most) : null
      return { items: await countValues(tx, question, fields, query.limit, sample), is_estimate: sample !== null }
    }),
  )
}

/** The fields that users filter by, and the values of their own that most leads have. */
async function usualFields(tx: WorkspaceTx): Promise<string[]> {
  const { items } = await readCustomFields(tx)
  return [...USUAL, ...items.slice(0, MOST_FIELDS - USUAL.length).map(({ field }) => field)]
}

function mustKnow(text: string): string[] {
  const wanted = text.split(',').flatMap((name) => name.trim() || [])
  const problem = (msg: string) =>
    refuse('invalid', msg, { fields: [{ loc: ['query', 'fields'], type: 'value_error', msg, input: text }] })
  const unknown = wanted.find((name) => !isLeadField(name) || NEVER.has(name))
  if (unknown !== undefined) problem(`Leads cannot be counted by "${unknown}"`)
  if (wanted.length === 0) problem('Name at least one field, or leave `fields` out')
  if (wanted.length > MOST_FIELDS) problem(`At most ${MOST_FIELDS} fields at once`)
  return [...new Set(wanted)]
}

/**
 * One pass over the leads for all fields. Texts that differ by case alone are one value, shown as the first of them in order;
 * a list counts once for each item.
 */
async function countValues(
  tx: WorkspaceTx,
  question: Question,
  fields: readonly string[],
  limit: number,
  sample: LeadSample | null,
): Promise<LeadFacet[]> {
  const statement = leadStatement(tx)
  const { from, condition } = sample
    ? { from: sample.from, condition: conditionSql(statement, question) }
    : amongAll(statement, question)
  const valuesOf = fields.map((field, n) => {
    const place = statement.param(fieldPath(field), 'text[]')
    return mayBeList(field)
      ? `select ${n}, e.item #>> '{}' from jsonb_array_elements(case jsonb_typeof(l.data #> ${place}) when 'array' then l.data #> ${place}
          else jsonb_build_array(l.data #> ${place}) end) e (item)`
      : `select ${n}, l.data #>> ${place}`
  })
  const text = `select n, value, count from (
       select n, value, count, row_number() over (partition by n order by value is null desc, count desc, value) as place
       from (select f.n, min(f.value) as value, count(*)::int as count
         from (select r.data from ${from} where ${condition}) l
           cross join lateral (${valuesOf.join(' union all ')}) f (n, value)
         group by f.n, lower(left(f.value, 200))) counted) ranked
     where place <= ${statement.param(limit + 2, 'int')} order by n, count desc, value`
  const ask = () => tx.client.query<{ n: number; value: string | null; count: number }>(text, statement.values)
  const { rows } = await (sample ? ask() : readWidely(tx, [], ask))
  return fields.map((field, at) => {
    const own = rows.flatMap(({ n, value, count }) =>
      n === at ? [{ value, count: Math.round(count * (sample?.scale ?? 1)) }] : [],
    )
    return facetOf(field, own, limit)
  })
}

const mayBeList = (field: string) => FIELD.get(field)?.type === 'multi_select' || customName(field) !== null

function facetOf(field: string, rows: readonly { value: string | null; count: number }[], limit: number): LeadFacet {
  const isNumber = FIELD.get(field)?.type === 'number'
  const values = rows.flatMap(({ value, count }) => (value === null ? [] : [{ value, count }]))
  return {
    field,
    blank: rows.find(({ value }) => value === null)?.count ?? 0,
    more: values.length > limit,
    values: values.slice(0, limit).map(({ value, count }) => {
      const shown = isNumber ? Number(value) : value
      return { value: shown, count, filter: { field, op: 'eq', value: shown } }
    }),
  }
}

export interface CustomFields {
  items: { field: string; name: string; leads: number }[]
  is_estimate: boolean
}

const MOST_CUSTOM = 200

/** The names in `custom`, those of the most leads first. */
export function readCustomFields(tx: WorkspaceTx, most = COUNTED): Promise<CustomFields> {
  return withTimeout(tx, () =>
    onceTold(tx, { custom_fields: most }, async () => {
      const total = await countLeads(tx)
      const sample = total > most ? await sampleLeads(tx, total / most, most) : null
      const { values } = leadStatement(tx)
      const ask = () =>
        tx.client.query<{ name: string; leads: number }>(
          `select k.name, count(*)::int as leads from ${sample?.from ?? LEADS_AS_ROWS} cross join lateral jsonb_object_keys(r.data -> 'custom') k (name)
           where jsonb_typeof(r.data -> 'custom') = 'object' group by k.name order by leads desc, k.name limit $3`,
          [...values, MOST_CUSTOM],
        )
      const { rows } = await (sample ? ask() : readWidely(tx, [], ask))
      const leads = (counted: number) => Math.round(counted * (sample?.scale ?? 1))
      const items = rows.map((row) => ({ field: customField(row.name), name: row.name, leads: leads(row.leads) }))
      return { items, is_estimate: sample !== null }
    }),
  )
}

type Counts = Record<string, number>

export interface LeadCounts {
  total: number
  by_kind: Counts
  by_status: Counts
  by_score_tier: Counts
  with_email: number
  with_phone: number
  with_domain: number
  average_score: number | null
  added_last_7_days: number
}

const STATS = `select data ->> 'kind' as kind, data ->> 'status' as status, data ->> 'score_tier' as tier, count(*)::int as count,
    count(*) filter (where data ? 'email')::int as email, count(*) filter (where data ? 'phone')::int as phone,
    count(*) filter (where data ? 'domain')::int as domain, sum((data ->> 'score')::float8) as score,
    count(*) filter (where data ? 'score')::int as scored,
    count(*) filter (where created_at > now() - interval '7 days')::int as recent
  from leads l where workspace_id = $1 and ${STANDS_FOR_ITSELF} group by 1, 2, 3`

/** One pass over the leads. The planner takes every lead for a group of its own, and would sort a million of them. */
export function readStats(tx: WorkspaceTx): Promise<LeadCounts> {
  return onceTold(tx, { stats: true }, () => countAll(tx))
}

/** Leads of one kind, status and tier. */
interface CountedLeads {
  kind: string | null
  status: string | null
  tier: string | null
  count: number
  email: number
  phone: number
  domain: number
  /** Null where none of them has one. */
  score: number | null
  scored: number
  recent: number
}
type Summed = Exclude<keyof CountedLeads, 'kind' | 'status' | 'tier'>

async function countAll(tx: WorkspaceTx): Promise<LeadCounts> {
  const { rows } = await withTimeout(tx, async () => {
    await tx.client.query('set local enable_sort = off')
    return readWidely(tx, [], () => tx.client.query<CountedLeads>(STATS, [tx.workspace_id]))
  })
  const sum = (member: Summed) => rows.reduce((total, row) => total + (row[member] ?? 0), 0)
  const by = (member: 'kind' | 'status' | 'tier'): Counts => {
    const counts: Counts = {}
    for (const { count, [member]: name } of rows) if (name !== null) counts[name] = (counts[name] ?? 0) + count
    return counts
  }
  const scored = sum('scored')
  return {
    total: sum('count'),
    by_kind: by('kind'),
    by_status: by('status'),
    by_score_tier: by('tier'),
    with_email: sum('email'),
    with_phone: sum('phone'),
    with_domain: sum('domain'),
    average_score: scored === 0 ? null : Math.round((sum('score') / scored) * 10) / 10,
    added_last_7_days: sum('recent'),
  }
}
