// What the leads have in common: the values of fields with how many leads have each, and the store in figures.
import type { Filter } from '../../engine/filter.schema.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { conditionSql, inTime } from '../query/found-rows.reads.ts'
import type { Question } from '../query/question.logic.ts'
import { LEADS_AS_ROWS, leadStatement, readLeadQuestion } from './lead.reads.ts'
import type { FacetsQuery } from './lead.schema.ts'
import { FIELD } from './lead-field.logic.ts'

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
/** Nobody narrows leads down by these. */
const NEVER = new Set(['custom', 'description', 'notes'])
const MOST_FIELDS = 20

export interface Facet {
  field: string
  values: { value: Json; count: number; filter: Filter }[]
  blank: number
  more: boolean
}

export async function readFacets(tx: WorkspaceTx, query: FacetsQuery): Promise<Facet[]> {
  const fields = mustKnow(query.fields)
  const question = readLeadQuestion(query)
  return inTime(tx, async () => {
    const facets: Facet[] = []
    for (const field of fields) facets.push(await readFacet(tx, question, field, query.limit))
    return facets
  })
}

function mustKnow(text: string | undefined): string[] {
  const wanted = text?.split(',').flatMap((name) => name.trim() || []) ?? USUAL
  const problem = (msg: string) =>
    refuse('invalid', msg, { fields: [{ loc: ['query', 'fields'], type: 'value_error', msg, input: text }] })
  const unknown = wanted.find((name) => !FIELD.has(name) || NEVER.has(name))
  if (unknown !== undefined) problem(`Leads cannot be counted by "${unknown}"`)
  if (wanted.length > MOST_FIELDS) problem(`At most ${MOST_FIELDS} fields at once`)
  return [...new Set(wanted)]
}

/** Texts that differ by case alone are one value, shown as the first of them in order; a list counts once for each item. */
async function readFacet(tx: WorkspaceTx, question: Question, field: string, limit: number): Promise<Facet> {
  const statement = leadStatement(tx)
  const condition = conditionSql(statement, question)
  const place = statement.param(field, 'text')
  const { rows } = await tx.client.query<{ value: Json; count: number }>(
    `select min(v.item #>> '{}') as value, count(*)::int as count
     from (select r.data -> ${place} as value from ${LEADS_AS_ROWS} where ${condition}) f
       left join lateral (select item from jsonb_array_elements(
         case jsonb_typeof(f.value) when 'array' then f.value else jsonb_build_array(f.value) end) as e (item)
         where f.value is not null) v on true
     group by lower(left(v.item #>> '{}', 200)) order by count desc, value limit ${statement.param(limit + 2, 'int')}`,
    statement.values,
  )
  const values = rows.filter(({ value }) => value !== null)
  const isNumber = FIELD.get(field)?.type === 'number'
  return {
    field,
    blank: rows.find(({ value }) => value === null)?.count ?? 0,
    more: values.length > limit,
    values: values.slice(0, limit).map(({ value, count }) => {
      const shown = isNumber ? Number(value) : String(value)
      return { value: shown, count, filter: { field, op: 'eq', value: shown } }
    }),
  }
}

type Counts = Record<string, number>

export interface Stats {
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
  from leads where workspace_id = $1 group by 1, 2, 3`

/** One pass over the leads. */
export async function readStats(tx: WorkspaceTx): Promise<Stats> {
  const { rows } = await inTime(tx, () => tx.client.query(STATS, [tx.workspace_id]))
  const sum = (member: string) => rows.reduce((total: number, row) => total + (row[member] ?? 0), 0)
  const by = (member: string): Counts => {
    const counts: Counts = {}
    for (const row of rows) if (row[member] !== null) counts[row[member]] = (counts[row[member]] ?? 0) + row.count
    return counts
  }
  const scored = sum('scored')
  return {
    total: sum('count'),
    ...{ by_kind: by('kind'), by_status: by('status'), by_score_tier: by('tier') },
    ...{ with_email: sum('email'), with_phone: sum('phone'), with_domain: sum('domain') },
    average_score: scored === 0 ? null : Math.round((sum('score') / scored) * 10) / 10,
    added_last_7_days: sum('recent'),
  }
}
