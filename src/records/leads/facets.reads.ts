// What the leads have in common: the values of fields with how many leads have each.
import type { Filter } from '../../engine/filter/filter.schema.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readWidely } from '../../platform/db/look-up.ts'
import { conditionSql, withTimeout } from '../filters/found-rows.reads.ts'
import type { Question } from '../filters/question.logic.ts'
import { cacheUntilLeadChange, countLeads } from '../lead-facts/counted.reads.ts'
import { readLeadQuestion } from '../lead-facts/lead.reads.ts'
import type { FacetsQuery } from '../lead-facts/lead.schema.ts'
import { idsOfBlock, readBlocks } from '../lead-facts/lead-blocks.reads.ts'
import { countUpTo, MOST_COUNTED, selectAmongAnswers } from '../lead-facts/lead-count.reads.ts'
import { customField, customName, FIELD, fieldPath, isLeadField } from '../lead-facts/lead-field.logic.ts'
import {
  AS_ROWS,
  LEADS_AS_ROWS,
  leadStatement,
  readAmongAll,
  type SourceOfLeads,
} from '../lead-facts/lead-statement.reads.ts'
import { STANDS_FOR_ITSELF } from '../lead-facts/one-lead.reads.ts'
import { runsIn } from './lead-runs.logic.ts'

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
/** Leads of the sample whose values are all counted: counting twenty values takes longer than reading the lead. */
const VALUES_COUNTED = 20_000
/** Leads of the sample that are checked against a filter. */
const LOOKED_AT = 40_000

interface LeadSample {
  /** Runs of leads all along the store, so that what lies between them is not even read; called as the compilers to SQL call rows. */
  from: string
  /** How many leads each sampled lead represents. */
  scale: number
}

const SHOWN = `select position from leads l where workspace_id = $1 and ${STANDS_FOR_ITSELF}`
/** From the nearer end of its block a run begins within half of it. */
const BEGINNINGS = `select case when r.place * 2 <= r.leads
      then (${SHOWN} and position >= r.first order by position offset r.place limit 1)
      else (${SHOWN} and position < r.next order by position desc offset r.leads - 1 - r.place limit 1) end as first
  from unnest($2::float8[], $3::float8[], $4::int[], $5::int[]) as r (first, next, leads, place)`

/**
 * A part of the leads. Runs begin by how many leads of their block are before them, not by their ids: all workspaces take these from one sequence,
 * so that leads of one file lie close together and whole ranges between two files are of others. $1 is the workspace, $2 is not null.
 */
async function sampleLeads(tx: WorkspaceTx, wanted: number): Promise<LeadSample> {
  const blocks = await readBlocks(tx)
  const total = blocks.reduce((sum, { leads }) => sum + leads, 0)
  const runs = runsIn(blocks, total, wanted)
  const ids = runs.map(({ block }) => idsOfBlock(block))
  const { rows } = await tx.client.query<{ first: number | null }>(BEGINNINGS, [
    tx.workspace_id,
    ids.map(({ first }) => first),
    ids.map(({ end }) => end),
    runs.map(({ leads }) => leads),
    runs.map(({ place }) => place),
  ])
  const begun = rows.flatMap(({ first }, at) => (first === null ? [] : [{ first, length: runs[at]?.length ?? 0 }]))
  const from = `(select l.* from (values ${begun.map(({ first, length }) => `(${first}::float8, ${length}::int)`).join()}) run (first, length)
    cross join lateral (${AS_ROWS} and l.position >= run.first order by l.position limit run.length) l) r`
  return { from, scale: total / begun.reduce((sum, { length }) => sum + length, 0) }
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
    cacheUntilLeadChange(tx, { facets: fields, limit: query.limit, most, filter, search }, async () => {
      const isAsked = filter !== null || search !== null
      const areMany = (await countLeads(tx)) > most && (!isAsked || (await countUpTo(tx, question)) > MOST_COUNTED)
      const sample = areMany ? await sampleLeads(tx, Math.min(most, isAsked ? LOOKED_AT : VALUES_COUNTED)) : null
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
  const source: SourceOfLeads = sample
    ? { from: sample.from, condition: conditionSql(statement, question) }
    : await selectAmongAnswers(tx, statement, question)
  const { from, condition } = source
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
  const { rows } = await (sample ? ask() : readAmongAll(tx, question, source, ask))
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
    cacheUntilLeadChange(tx, { custom_fields: most }, async () => {
      const total = await countLeads(tx)
      const sample = total > most ? await sampleLeads(tx, Math.min(most, VALUES_COUNTED)) : null
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
