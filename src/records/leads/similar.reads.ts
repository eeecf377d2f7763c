// Leads like a given one: those of the same specialization first, then of a near one, then of the same city.
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { mustReadLead, readLeadsById, type StoredLead } from '../lead-facts/lead.reads.ts'
import { nearForms } from './similar.logic.ts'

export interface Similar {
  match: 'specialization' | 'city'
  score: number
  lead: StoredLead
}

interface Ranked {
  match: Similar['match']
  score: number
  id: number
}

// Each part is one range of an index. Ranked are at most so many of each: what a whole country shares tells little.
const RANKED = 5_000
/** Near specializations are looked for among so many, in the order of the alphabet. */
const FORMS = 500
/** Leads that were merged with this one are left out of what was found. */
const SPARE = 20

const SAME = (field: string, place: number) =>
  `coalesce(lower(left(l.data ->> '${field}', 200)) = lower(left($${place}::text, 200)), false)`
const TITLE_WORDS = `(select count(*) from unnest($7::text[]) as w (word) where strpos(' ' || lower(l.data ->> 'contact_title') || ' ', ' ' || word || ' ') > 0)`
// City before region before country before title: each outweighs those after it. The shares add up to 0.4.
const SHARES = `case when coalesce(l.like_city = $4, false) then 0.2 else 0 end
    + case when ${SAME('state', 5)} then 0.1 when ${SAME('country', 6)} then 0.05 else 0 end
    + case when cardinality($7::text[]) > 0 then 0.05 * ${TITLE_WORDS} / cardinality($7::text[]) else 0 end
    + case when ${SAME('company_size', 8)} then 0.03 else 0 end + case when ${SAME('kind', 9)} then 0.02 else 0 end`

const PART = (rank: number, match: Similar['match'], score: string, condition: string) =>
  `(select l.id, ${rank} as rank, '${match}' as match, ${score} as score, l.created_at
    from leads l where l.workspace_id = $1 and l.id <> $2 and ${condition} limit ${RANKED})`
const ranked = (...parts: string[]) => `select match, score::float8, id from (${parts.join(' union all ')}) found
  order by rank, score desc, created_at desc, id limit $10`

// Those of the same city are a range of their own, so that the limit cuts off others.
const CLOSEST = ranked(
  PART(1, 'specialization', `0.6 + ${SHARES}`, 'l.like_specialization = $3 and l.like_city = $4'),
  PART(1, 'specialization', `0.6 + ${SHARES}`, 'l.like_specialization = $3 and coalesce(l.like_city <> $4, true)'),
  PART(3, 'city', `0.1 + 0.5 * (${SHARES})`, 'l.like_city = $4 and coalesce(l.like_specialization <> $3, true)'),
)
const NEAR = ranked(PART(2, 'specialization', `0.35 + 0.6 * (${SHARES})`, 'l.like_specialization = any($3::text[])'))

const OWN_FORMS = `select like_specialization as specialization, like_city as city from leads where workspace_id = $1 and id = $2`

// One look into the index for each form, whatever the number of leads.
const ALL_FORMS = `with recursive forms as (
    (select l.like_specialization as form from leads l where l.workspace_id = $1 and l.like_specialization is not null
     order by l.like_specialization limit 1)
    union all
    select (select l.like_specialization from leads l where l.workspace_id = $1 and l.like_specialization > forms.form
            order by l.like_specialization limit 1)
    from forms where forms.form is not null)
  select form from forms where form is not null limit ${FORMS}`

/** The best first; none for a lead with neither. Refuses (404) an unknown lead. */
export async function readSimilar(tx: WorkspaceTx, id: number, limit: number): Promise<Similar[]> {
  const { data } = await mustReadLead(tx, id)
  const forms = await tx.client.query<{ specialization: string | null; city: string | null }>(OWN_FORMS, [
    tx.workspace_id,
    id,
  ])
  const { specialization = null, city = null } = forms.rows[0] ?? {}
  const most = limit + SPARE
  const about = [city, ...agreeing(data), most]
  const { rows: closest } = await tx.client.query<Ranked>(CLOSEST, [tx.workspace_id, id, specialization, ...about])
  const same = closest.filter(({ match }) => match === 'specialization')
  const near = specialization !== null && same.length < most ? await readNear(tx, id, specialization, about) : []
  const known = new Set(near.map((one) => one.id))
  const found = [...same, ...near, ...closest.filter((one) => one.match === 'city' && !known.has(one.id))]
  return show(tx, await withoutMerged(tx, id, found), limit)
}

async function readNear(tx: WorkspaceTx, id: number, form: string, about: readonly unknown[]): Promise<Ranked[]> {
  const { rows: all } = await tx.client.query<{ form: string }>(ALL_FORMS, [tx.workspace_id])
  const near = nearForms(
    form,
    all.map((row) => row.form),
  )
  if (near.length === 0) return []
  const { rows } = await tx.client.query<Ranked>(NEAR, [tx.workspace_id, id, near, ...about])
  return rows
}

function agreeing(data: JsonObject): unknown[] {
  const title = typeof data.contact_title === 'string' ? data.contact_title.toLowerCase() : ''
  const words = title.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)
  return [data.state ?? null, data.country ?? null, words, data.company_size ?? null, data.kind ?? null]
}

/** Without the records that are the same company or person. */
async function withoutMerged(tx: WorkspaceTx, id: number, found: readonly Ranked[]): Promise<readonly Ranked[]> {
  if (found.length === 0) return found
  const { rows } = await tx.client.query<{ lead_id: number }>(
    `select other.lead_id from entity_records own
     join entity_records other on other.workspace_id = own.workspace_id and other.entity_id = own.entity_id
     where own.workspace_id = $1 and own.lead_id = $2 and other.workspace_id = $1 and other.lead_id = any($3)`,
    [tx.workspace_id, id, found.map((one) => one.id)],
  )
  const merged = new Set(rows.map((row) => row.lead_id))
  return found.filter((one) => !merged.has(one.id))
}

async function show(tx: WorkspaceTx, found: readonly Ranked[], limit: number): Promise<Similar[]> {
  const shown = found.slice(0, limit)
  const leads = await readLeadsById(
    tx,
    shown.map((one) => one.id),
  )
  return shown.flatMap(({ match, score, id }) => {
    const lead = leads.get(id)
    return lead ? [{ match, score: Math.round(score * 100) / 100, lead }] : []
  })
}
