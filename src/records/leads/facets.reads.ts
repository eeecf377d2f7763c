// What the leads have in common: the values of fields with how many leads have each, and the store in figures.
import type { Filter } from '../../engine/filter/filter.schema.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readWidely } from '../../platform/db/look-up.ts'
import { withTimeout } from '../filters/found-rows.reads.ts'
import type { Question } from '../filters/question.logic.ts'
import { countLeads, onceTold } from '../lead-facts/counted.reads.ts'
import { readLeadQuestion } from '../lead-facts/lead.reads.ts'
import type { FacetsQuery } from '../lead-facts/lead.schema.ts'
import { customField, customName, FIELD, fieldPath, isLeadField } from '../lead-facts/lead-field.logic.ts'
import { amongAll, countFound, leadStatement } from '../lead-facts/lead-page.reads.ts'
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

/**
 * Beyond so many leads only a sample is counted: reading the values of a million takes several seconds. Nothing of a lead shows
 * in its number, so every n-th is as good a part as any.
 */
const COUNTED = 100_000

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
      const every = Math.max(1, Math.ceil((await countFound(tx, question)) / most))
      const items = await countValues(tx, question, fields, query.limit, every)
      return { items, is_estimate: every > 1 }
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
  every: number,
): Promise<LeadFacet[]> {
  const statement = leadStatement(tx)
  const part = every === 1 ? 'true' : `r.lead_id % ${statement.param(every, 'bigint')} = 0`
  const { from, condition } = amongAll(statement, question)
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
         from (select r.data from ${from} where ${part} and ${condition}) l
           cross join lateral (${valuesOf.join(' union all ')}) f (n, value)
         group by f.n, lower(left(f.value, 200))) counted) ranked
     where place <= ${statement.param(limit + 2, 'int')} order by n, count desc, value`
  const { rows } = await readWidely(tx, [], () =>
    tx.client.query<{ n: number; value: string | null; count: number }>(text, statement.values),
  )
  return fields.map((field, at) => {
    const own = rows.flatMap(({ n, value, count }) => (n === at ? [{ value, count: count * every }] : []))
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
      const every = Math.max(1, Math.ceil((await countLeads(tx)) / most))
      const { rows } = await readWidely(tx, [], () =>
        tx.client.query<{ name: string; leads: number }>(
          `select k.name, count(*)::int as leads from leads l cross join lateral jsonb_object_keys(l.data -> 'custom') k (name)
           where l.workspace_id = $1 and l.id % $2 = 0 and ${STANDS_FOR_ITSELF} and jsonb_typeof(l.data -> 'custom') = 'object'
           group by k.name order by leads desc, k.name limit $3`,
          [tx.workspace_id, every, MOST_CUSTOM],
        ),
      )
      const items = rows.map(({ name, leads }) => ({ field: customField(name), name, leads: leads * every }))
      return { items, is_estimate: every > 1 }
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
