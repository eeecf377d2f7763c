// Entities: the list, and one of them with the values it shows, where each is from, its records and its merges.
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import { customName, valueAt } from '../lead-facts/lead-field.logic.ts'
import { oneLeadOf, rankFields } from '../lead-facts/one-lead.logic.ts'
import type { EntityKind } from '../lead-facts/record-form.logic.ts'
import type { EntitiesQuery } from './entities.schema.ts'
import { type MemberRow, readMembers, recordsOf, valuesOf } from './members.reads.ts'

interface EntityRow {
  id: string
  kind: EntityKind
  name: string | null
  records: number
  winners: Record<string, number>
  created_at: Date
  updated_at: Date
}

type EntityInList = Omit<EntityRow, 'winners'> & { name_text: string | null }

const COUNT = `(select count(*) from entity_records r where r.workspace_id = e.workspace_id and r.entity_id = e.id)::int`

/** Newest first; by a beginning of the name in the order of names. */
export async function readEntities(tx: WorkspaceTx, { kind, q, merged, limit, cursor }: EntitiesQuery) {
  const search = q?.trim().toLowerCase() ?? ''
  const name = `entities ${search === '' ? 'by id' : 'by name'}`
  const after = decodeCursor(name, cursor)
  const values: unknown[] = [tx.workspace_id, limit + 1, kind ?? null, merged ?? false]
  const where = ['e.workspace_id = $1', '($3::text is null or e.kind = $3)', `(not $4 or ${COUNT} > 1)`, `${COUNT} > 0`]
  if (search !== '') where.push(`e.name_text like $${values.push(`${search.replace(/[\\%_]/g, '\\$&')}%`)}`)
  if (after && search !== '') {
    const at = values.push(...after)
    where.push(`(e.name_text, e.id) > ($${at - 1}::text, $${at}::uuid)`)
  } else if (after) where.push(`e.id < $${values.push(...after)}::uuid`)
  const { rows } = await tx.client.query<EntityInList>(
    `select e.id, e.kind, e.name, e.name_text, ${COUNT} as records, e.created_at, e.updated_at from entities e
     where ${where.join(' and ')} order by ${search === '' ? 'e.id desc' : 'e.name_text, e.id'} limit $2`,
    values,
  )
  const page = pageOf(name, rows, limit, (row) => (search === '' ? [row.id] : [row.name_text, row.id]))
  return { items: page.items.map(summaryOf), next_cursor: page.next_cursor }
}

const summaryOf = ({ id, kind, name, records, created_at, updated_at }: Omit<EntityRow, 'winners'>) => ({
  id,
  kind,
  name,
  records,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

/** Refuses (404) an unknown entity. */
export async function mustReadEntity(tx: WorkspaceTx, id: string): Promise<EntityRow> {
  const { rows } = await tx.client.query<EntityRow>(
    `select e.id, e.kind, e.name, e.winners, ${COUNT} as records, e.created_at, e.updated_at from entities e
     where e.workspace_id = $1 and e.id = $2`,
    [tx.workspace_id, id],
  )
  return rows[0] ?? refuse('not_found', 'Entity not found')
}

export async function readEntity(tx: WorkspaceTx, id: string) {
  const entity = await mustReadEntity(tx, id)
  const members = await readMembers(tx, { entity_id: id })
  const fields = goldenFields(members, entity.winners)
  const { data: shown } = oneLeadOf(recordsOf(members), entity.winners)
  const { rows: merges } = await tx.client.query<{
    id: string
    absorbed: { id: string; name?: string | null }
    records: number
    is_automatic: boolean
    actor_name: string | null
    at: Date
  }>(
    `select id, absorbed, cardinality(record_ids) as records, is_automatic, actor_name, at from entity_merges
     where workspace_id = $1 and ${inOrder('entity_id', '$2', 'and undone_at is null')} desc, id desc limit 100`,
    [tx.workspace_id, id],
  )
  return {
    ...summaryOf(entity),
    golden: Object.fromEntries(fields.map(({ field }) => [field, valueAt(shown, field)])),
    fields,
    members: members.map((member) => ({
      record_id: member.record_id,
      lead_id: member.lead_id,
      values: valuesOf(member),
    })),
    merges: merges.map((merge) => ({
      id: merge.id,
      absorbed_id: merge.absorbed.id,
      name: merge.absorbed.name ?? null,
      records: merge.records,
      automatic: merge.is_automatic,
      by: merge.actor_name,
      at: merge.at.toISOString(),
    })),
  }
}

/** By field the values of the records, the winner first. */
export function goldenFields(members: readonly MemberRow[], winners: Readonly<Record<string, number>>) {
  const from = new Map(members.map(({ record_id, provenance }) => [record_id, provenance]))
  return rankFields(recordsOf(members), winners)
    .filter(({ field }) => field !== 'kind')
    .map(({ field, candidates, why }) => ({
      field,
      why,
      candidates: candidates.map(({ record, value }) => ({
        record_id: record,
        value,
        provenance: from.get(record)?.[customName(field) === null ? field : 'custom'] ?? null,
        chosen: winners[field] === record,
      })),
    }))
}
