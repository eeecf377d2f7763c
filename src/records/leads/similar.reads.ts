// Leads like a given one: those of the same specialization first, then those of the same city.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { mustReadLead, readLeadsById, type StoredLead } from '../lead-facts/lead.reads.ts'

export interface Similar {
  match: 'specialization' | 'city'
  score: number
  lead: StoredLead
}

// Each half is one range of its index. Ranked are at most so many of each: what a whole country shares tells little.
const RANKED = 20_000
const IS = (field: string, place: number) =>
  `lower(left(l.data ->> '${field}', 200)) = lower(left($${place}::text, 200))`
// A column of its own, whose index serves under row-level security.
const LIKE = (field: 'specialization' | 'city', place: number) => `l.like_${field} = lower(left($${place}::text, 200))`
const SAME = (field: string, place: number) => `coalesce(${IS(field, place)}, false)`
const HALF = (match: string, score: string, condition: string) => `(select l.id, '${match}' as match, ${score} as score
    from leads l where l.workspace_id = $1 and l.id <> $2 and ${condition} limit ${RANKED})`

// The shares add up to 1, so that a lead that agrees in all has 1.
const AGREES = [
  ['city', 4, 0.15],
  ['country', 5, 0.1],
  ['company_size', 6, 0.1],
  ['kind', 7, 0.05],
] as const
const SHARES = AGREES.map(([field, place, share]) => `case when ${SAME(field, place)} then ${share} else 0 end`).join(
  ' + ',
)

const SIMILAR = `select match, score::float8, id from (
      ${HALF('specialization', `0.6 + ${SHARES}`, LIKE('specialization', 3))}
      union all
      ${HALF('city', `0.2 + ${SHARES}`, `${LIKE('city', 4)} and not ${SAME('specialization', 3)}`)}) near
  order by match desc, score desc, id limit $8`

/** The best first; none for a lead with neither. Refuses (404) an unknown lead. */
export async function readSimilar(tx: WorkspaceTx, id: number, limit: number): Promise<Similar[]> {
  const { data } = await mustReadLead(tx, id)
  const fields = ['specialization', 'city', 'country', 'company_size', 'kind']
  const { rows } = await tx.client.query<Omit<Similar, 'lead'> & { id: number }>(SIMILAR, [
    ...[tx.workspace_id, id],
    ...fields.map((field) => data[field] ?? null),
    limit,
  ])
  const ids = rows.map((row) => row.id)
  const leads = await readLeadsById(tx, ids)
  return rows.flatMap(({ match, score, id: other }) => {
    const lead = leads.get(other)
    return lead ? [{ match, score: Math.round(score * 100) / 100, lead }] : []
  })
}
