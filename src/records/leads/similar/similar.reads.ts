// Leads like a given one: those of the same specialization first, then of a near one, then of the same city.
import type { JsonObject } from '../../../kernel/json.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { mustReadLead, readLeadsById, type StoredLead } from '../../lead-facts/lead.reads.ts'
import { STANDS_FOR_ITSELF } from '../../lead-facts/one-lead.reads.ts'
import { nearForms } from './similar.logic.ts'
import { readMeaning } from './synonyms.reads.ts'

/** Which of the leads are suppressed; `app` passes the function, since suppressions belong to a higher room. */
export type FindSuppressed = (tx: WorkspaceTx, leads: readonly StoredLead[]) => Promise<ReadonlySet<number>>

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

// Each statement reads one range of an index, and ranks at most so many of it: what a whole country shares tells little.
const RANKED = 4_000
/** Near specializations are looked for among so many, in the order of the alphabet. */
const FORMS = 500
/** Found leads in reserve: merged and suppressed ones are left out afterwards. */
const SPARE = 20

const SAME = (field: string, place: number) =>
  `coalesce(lower(left(l.data ->> '${field}', 200)) = lower(left($${place}::text, 200)), false)`
const TITLE_WORDS = `(select count(*) from unnest($7::text[]) as w (word) where strpos(' ' || lower(l.data ->> 'contact_title') || ' ', ' ' || word || ' ') > 0)`
// City before region before country before title: each outweighs those after it. The shares add up to 0.4.
const SHARES = `case when coalesce(l.like_city = $4, false) then 0.2 else 0 end
    + case when ${SAME('state', 5)} then 0.1 when ${SAME('country', 6)} then 0.05 else 0 end
    + case when cardinality($7::text[]) > 0 then 0.05 * ${TITLE_WORDS} / cardinality($7::text[]) else 0 end
    + case when ${SAME('company_size', 8)} then 0.03 else 0 end + case when ${SAME('kind', 9)} then 0.02 else 0 end`

const RANGE = (match: Similar['match'], score: string, condition: string) =>
  `select match, score::float8, id from (select l.id, '${match}' as match, ${score} as score, l.created_at
    from leads l where l.workspace_id = $1 and l.id <> $2 and ${STANDS_FOR_ITSELF} and ${condition} limit ${RANKED}) found
   order by score desc, created_at desc, id limit $10`

// One after the other until there are enough: where a city has many of a specialization, the thousands elsewhere are not read.
const SAME_CITY = RANGE(
  'specialization',
  `0.6 + ${SHARES}`,
  'l.like_specialization = any($3::text[]) and l.like_city = $4',
)
const ELSEWHERE = RANGE(
  'specialization',
  `0.6 + ${SHARES}`,
  'l.like_specialization = any($3::text[]) and coalesce(l.like_city <> $4, true)',
)
const NEAR = RANGE('specialization', `0.35 + 0.6 * (${SHARES})`, 'l.like_specialization = any($3::text[])')
const TOWN = RANGE(
  'city',
  `0.1 + 0.5 * (${SHARES})`,
  'l.like_city = $4 and coalesce(l.like_specialization <> all($3::text[]), true)',
)

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

interface Asked {
  id: number
  /** Those that mean the same as that of the lead; null where it has none. */
  forms: string[] | null
  city: string | null
  /** Other values that are compared, in the order of the statements. */
  about: readonly unknown[]
}

/** The best first; none for a lead with neither. Refuses (404) an unknown lead. */
export async function readSimilar(
  tx: WorkspaceTx,
  id: number,
  limit: number,
  findSuppressed: FindSuppressed,
): Promise<Similar[]> {
  const { data } = await mustReadLead(tx, id)
  const own = await tx.client.query<{ specialization: string | null; city: string | null }>(OWN_FORMS, [
    tx.workspace_id,
    id,
  ])
  const { specialization = null, city = null } = own.rows[0] ?? {}
  const forms = specialization === null ? null : await readMeaning(tx, specialization)
  const asked = { id, forms, city, about: agreeing(data) }
  for (let most = limit + SPARE; ; most *= 4) {
    const found = await readRanked(tx, asked, most)
    const shown = await show(tx, await withoutMerged(tx, id, found.slice(0, most)), limit, findSuppressed)
    if (shown.length === limit || found.length < most || most >= RANKED) return shown
  }
}

async function readRanked(tx: WorkspaceTx, { id, forms, city, about }: Asked, most: number): Promise<Ranked[]> {
  const found = new Map<number, Ranked>()
  const add = async (text: string, of: readonly string[] | null) => {
    if (found.size >= most) return
    const { rows } = await tx.client.query<Ranked>(text, [tx.workspace_id, id, of, city, ...about, most])
    for (const one of rows) if (!found.has(one.id)) found.set(one.id, one)
  }
  if (forms !== null) {
    if (city !== null) await add(SAME_CITY, forms)
    await add(ELSEWHERE, forms)
    const near = found.size < most ? nearOf(forms, await readForms(tx)) : []
    if (near.length > 0) await add(NEAR, near)
  }
  if (city !== null) await add(TOWN, forms)
  return [...found.values()]
}

async function readForms(tx: WorkspaceTx): Promise<string[]> {
  const { rows } = await tx.client.query<{ form: string }>(ALL_FORMS, [tx.workspace_id])
  return rows.map(({ form }) => form)
}

/** All forms that are similar to one of these, without these. */
function nearOf(forms: readonly string[], all: readonly string[]): string[] {
  const others = all.filter((form) => !forms.includes(form))
  return [...new Set(forms.flatMap((form) => nearForms(form, others)))]
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

async function show(
  tx: WorkspaceTx,
  found: readonly Ranked[],
  limit: number,
  findSuppressed: FindSuppressed,
): Promise<Similar[]> {
  const shown: Similar[] = []
  for (let at = 0; at < found.length && shown.length < limit; at += limit + SPARE) {
    const some = found.slice(at, at + limit + SPARE)
    const leads = await readLeadsById(
      tx,
      some.map((one) => one.id),
    )
    const suppressed = await findSuppressed(tx, [...leads.values()])
    for (const { match, score, id } of some) {
      const lead = leads.get(id)
      if (lead && !suppressed.has(id)) shown.push({ match, score: Math.round(score * 100) / 100, lead })
    }
  }
  return shown.slice(0, limit)
}
