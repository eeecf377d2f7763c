// The review queue: pairs with their two records side by side, those first of which a decision is most worth.
import { comparisonsOf } from '../../engine/matching/reasons.ts'
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { choicesOf } from '../lead-facts/one-lead.logic.ts'
import { comparedIn, type EntityKind, fieldsOfKind } from '../lead-facts/record-form.logic.ts'
import { explainedPair, mustFindPair, type PairsWanted, readPairs, type StoredPair } from '../matching/pairs.reads.ts'
import type { QueueQuery } from './entities.schema.ts'
import { LEAD_PAIRS, type LeadEvidence } from './lead-pairs.reads.ts'
import { type MemberRow, readMembers, recordsOf, valuesOf } from './members.reads.ts'

interface LeadPair extends StoredPair<number, LeadEvidence> {
  kind: EntityKind
  doubt: number
  settles: number
  merge_id: string | null
}

const MOST_WORTH: PairsWanted<number, LeadPair>['order'] = {
  by: 'p.doubt, p.settles desc, p.id',
  after: (at) => `(p.doubt, -p.settles, p.id) > ($${at}::smallint, $${at + 1}::int, $${at + 2}::bigint)`,
  positionOf: ({ doubt, settles, id }) => [doubt, -settles, id],
}
const NEWEST: PairsWanted<number, LeadPair>['order'] = {
  by: 'coalesce(p.decided_at, p.created_at) desc, p.id desc',
  after: (at) => `(coalesce(p.decided_at, p.created_at), p.id) < ($${at}::timestamptz, $${at + 1}::bigint)`,
  positionOf: ({ decided_at, created_at, id }) => [(decided_at ?? created_at).toISOString(), id],
}

/** Pending ones by how even their odds are and how much a decision settles; decided ones newest first. */
export async function readQueue(tx: WorkspaceTx, { status = 'pending', kind, lead_id, limit, cursor }: QueueQuery) {
  const page = await readPairs(tx, LEAD_PAIRS, {
    ...{ status, limit, cursor },
    records: lead_id === undefined ? undefined : await readRecordOf(tx, lead_id),
    only: { where: '($3::text is null or p.kind = $3)', values: [kind ?? null] },
    order: status === 'pending' ? MOST_WORTH : NEWEST,
  })
  return { ...page, items: await shownPairs(tx, page.items) }
}

/** None for a lead that is not there or is not compared. */
async function readRecordOf(tx: WorkspaceTx, leadId: number): Promise<number[]> {
  const { rows } = await tx.client.query<{ id: number }>(
    `select r.id from entity_records r where r.workspace_id = $1 and ${inOrder('r.lead_id', '$2')}`,
    [tx.workspace_id, leadId],
  )
  return rows.map(({ id }) => id)
}

/** Refuses (404) an unknown pair. */
export async function readPair(tx: WorkspaceTx, id: number) {
  const [pair] = await shownPairs(tx, [await mustFindPair<number, LeadPair>(tx, LEAD_PAIRS, id)])
  return pair ?? refuse('not_found', 'Pair not found')
}

async function shownPairs(tx: WorkspaceTx, rows: readonly LeadPair[]) {
  const members = await readMembers(tx, { record_ids: rows.flatMap(({ left_id, right_id }) => [left_id, right_id]) })
  const byId = new Map(members.map((member) => [member.record_id, member]))
  return rows.flatMap((row) => {
    const [left, right] = [byId.get(row.left_id), byId.get(row.right_id)]
    return left && right ? [shownPair(row, left, right)] : []
  })
}

function shownPair(row: LeadPair, left: MemberRow, right: MemberRow) {
  // The larger entity is the one that stays.
  const [entity, candidate] = right.entity_records > left.entity_records ? [right, left] : [left, right]
  const { levels, weights } = row.evidence
  const fields = comparisonsOf(fieldsOfKind(row.kind), levels, weights).map((one) => {
    // Compared fields as leads have them: given name and surname are one there.
    const [left, right] = [comparedIn(one.field, entity.data), comparedIn(one.field, candidate.data)]
    const sources = new Set([left, right].flatMap((found) => found?.source ?? []))
    const value_of = sources.size === 1 ? ([...sources][0] ?? null) : null
    return { ...one, left: left?.value ?? null, right: right?.value ?? null, value_of }
  })
  return {
    // What weighs is always shown: the weights add up to that of the pair.
    ...explainedPair(
      row,
      fields.filter((field) => field.left !== null || field.right !== null || field.weight !== 0),
    ),
    choices: choicesOf(recordsOf([entity, candidate])),
    kind: row.kind,
    status: row.status,
    reopened_by: row.reopened,
    entity_id: entity.entity_id,
    candidate_id: candidate.entity_id,
    settles: row.settles,
    merge_id: row.merge_id,
    entity: sideOf(entity),
    candidate: sideOf(candidate),
    created_at: row.created_at.toISOString(),
  }
}

const sideOf = (member: MemberRow) => ({
  record_id: member.record_id,
  lead_id: member.lead_id,
  entity_id: member.entity_id,
  name: member.entity_name,
  records: member.entity_records,
  values: valuesOf(member),
})
