// The review queue: pairs with their two records side by side, those first of which a decision is most worth.
import { comparisonsOf, explainPair } from '../../engine/matching/reasons.ts'
import { refuse } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import type { QueueQuery } from './entities.schema.ts'
import { type MemberRow, readMembers, valuesOf } from './members.reads.ts'
import type { PairEvidence } from './pairs.writes.ts'
import { comparedValue, type EntityKind, fieldsOfKind } from './record-form.logic.ts'

interface PairRow {
  id: number
  kind: EntityKind
  status: 'pending' | 'merged' | 'rejected' | 'auto_merged'
  left_id: number
  right_id: number
  weight: number
  probability: number
  evidence: PairEvidence
  reopened: string[] | null
  doubt: number
  settles: number
  merge_id: string | null
  decided_name: string | null
  decided_at: Date | null
  created_at: Date
}

const COLUMNS = `p.id, p.kind, p.status, p.left_id, p.right_id, p.weight, p.probability, p.evidence, p.reopened, p.doubt, p.settles,
  p.merge_id, p.decided_name, p.decided_at, p.created_at`

/** Pending ones by how even their odds are and how much a decision settles; decided ones newest first. */
export async function readQueue(tx: WorkspaceTx, { status = 'pending', kind, lead_id, limit, cursor }: QueueQuery) {
  const isPending = status === 'pending'
  const name = `entity pairs ${status}`
  const after = decodeCursor(name, cursor)
  const values: unknown[] = [tx.workspace_id, status, limit + 1, kind ?? null, lead_id ?? null, ...(after ?? [])]
  const from = isPending
    ? '(p.doubt, -p.settles, p.id) > ($6::smallint, $7::int, $8::bigint)'
    : '(coalesce(p.decided_at, p.created_at), p.id) < ($6::timestamptz, $7::bigint)'
  const { rows } = await tx.client.query<PairRow>(
    `select ${COLUMNS} from entity_pairs p where p.workspace_id = $1 and p.status = $2 and ($4::text is null or p.kind = $4)
       and ($5::bigint is null or (select r.id from entity_records r where r.workspace_id = $1 and ${inOrder('r.lead_id', '$5')})
         = any(array[p.left_id, p.right_id]))
       ${after ? `and ${from}` : ''}
     order by ${isPending ? 'p.doubt, p.settles desc, p.id' : 'coalesce(p.decided_at, p.created_at) desc, p.id desc'} limit $3`,
    values,
  )
  const page = pageOf(name, rows, limit, (row) =>
    isPending ? [row.doubt, -row.settles, row.id] : [(row.decided_at ?? row.created_at).toISOString(), row.id],
  )
  const counted = await tx.client.query<{ total: number }>(
    `select count(*)::int as total from (select from entity_pairs where workspace_id = $1
       and ${inOrder('status', '$2', 'and ($3::text is null or kind = $3)')} offset 0) p`,
    [tx.workspace_id, status, kind ?? null],
  )
  return { items: await shownPairs(tx, page.items), next_cursor: page.next_cursor, total: counted.rows[0]?.total ?? 0 }
}

/** Refuses (404) an unknown pair. */
export async function readPair(tx: WorkspaceTx, id: number) {
  const { rows } = await tx.client.query<PairRow>(
    `select ${COLUMNS} from entity_pairs p where p.workspace_id = $1 and p.id = $2`,
    [tx.workspace_id, id],
  )
  const [pair] = await shownPairs(tx, rows)
  return pair ?? refuse('not_found', 'Pair not found')
}

async function shownPairs(tx: WorkspaceTx, rows: readonly PairRow[]) {
  const members = await readMembers(tx, { record_ids: rows.flatMap(({ left_id, right_id }) => [left_id, right_id]) })
  const byId = new Map(members.map((member) => [member.record_id, member]))
  return rows.flatMap((row) => {
    const [left, right] = [byId.get(row.left_id), byId.get(row.right_id)]
    return left && right ? [shownPair(row, left, right)] : []
  })
}

function shownPair(row: PairRow, left: MemberRow, right: MemberRow) {
  const fields = row.kind === 'company' || row.kind === 'person' ? fieldsOfKind(row.kind) : []
  const { levels, weights, relation } = row.evidence
  const comparisons = comparisonsOf(fields, levels, weights)
  // The larger entity is the one that stays.
  const [entity, candidate] = right.entity_records > left.entity_records ? [right, left] : [left, right]
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    entity_id: entity.entity_id,
    candidate_id: candidate.entity_id,
    weight: round(row.weight),
    probability: round(row.probability, 10_000),
    ...explainPair(comparisons, relation, row.weight),
    fields: shownFields(comparisons, entity.data, candidate.data),
    settles: row.settles,
    reopened_by: row.reopened,
    merge_id: row.merge_id,
    entity: sideOf(entity),
    candidate: sideOf(candidate),
    decided_by: row.decided_name,
    decided_at: row.decided_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

const round = (value: number, steps = 100) => Math.round(value * steps) / steps

const sideOf = (member: MemberRow) => ({
  record_id: member.record_id,
  lead_id: member.lead_id,
  workbook_id: member.workbook_id,
  row_id: member.row_id,
  entity_id: member.entity_id,
  name: member.entity_name,
  records: member.entity_records,
  values: valuesOf(member),
})

/** Compared fields as leads have them: given name and surname are one there. */
function shownFields(comparisons: ReturnType<typeof comparisonsOf>, left: JsonObject, right: JsonObject) {
  const shown = comparisons.map((comparison) => {
    return { ...comparison, left: comparedValue(comparison.field, left), right: comparedValue(comparison.field, right) }
  })
  // What weighs is always shown: the weights add up to that of the pair.
  return shown.filter((field) => field.left !== null || field.right !== null || field.weight !== 0)
}
