// Writes the pairs of rows that were found: new ones, those seen again, and rejected ones that a strong value brings back.

import { type Apart, apartOf, type GroupedRecord } from '../../engine/matching/decided.ts'
import type { FoundPair } from '../../engine/matching/deduplicate.ts'
import { STRONG } from '../../engine/matching/score.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { OF_ANY_WORKSPACE } from '../../platform/db/look-up.ts'
import type { RowForm } from './row-form.logic.ts'

/** What a pair is judged by, without the values: by field its column, level and weight in bits. */
export interface RowEvidence {
  fields: { name: string; kind: string; column_id: string; level: number; weight: number }[]
  relation: { name: string; bits: number } | null
}

export interface NewRowPair {
  left_id: string
  right_id: string
  weight: number
  probability: number
  evidence: RowEvidence
  strong: string[]
}

const round = (value: number) => Math.round(value * 100) / 100

/** The pair of two rows by id, in either order. */
export function newRowPair(form: RowForm, found: FoundPair, ids: readonly [string, string]): NewRowPair {
  const { levels, weights, weight, probability, relation } = found
  const fields = form.fields.flatMap(({ name, kind }, at) => {
    const level = levels[at] ?? -1
    return level < 0
      ? []
      : [{ name, kind, column_id: form.column_of[at] ?? name, level, weight: round(weights[at] ?? 0) }]
  })
  const strong = form.fields.flatMap(({ name, kind }, at) => (levels[at] === 0 && STRONG.has(kind) ? [name] : []))
  const [left_id, right_id] = ids[0] < ids[1] ? ids : [ids[1], ids[0]]
  const evidence = { fields, relation: relation && { ...relation, bits: round(relation.bits) } }
  return { left_id, right_id, weight: round(weight), probability, evidence, strong }
}

/** What was decided stays, save for a rejected pair that has since come to share a strong value. Returns how many are pending. */
export async function writeRowPairs(
  tx: WorkspaceTx,
  workbookId: string,
  pairs: readonly NewRowPair[],
  scanId: string,
): Promise<number> {
  if (pairs.length === 0) return 0
  const { rowCount } = await tx.client.query(
    `insert into row_pairs as p (workspace_id, id, workbook_id, left_id, right_id, weight, probability, evidence, strong, scan_id)
     select $1, nextval('row_pair_ids'), $2, x.left_id, x.right_id, x.weight, x.probability, x.evidence, x.strong, $4
     from jsonb_to_recordset($3::jsonb) as x (left_id uuid, right_id uuid, weight real, probability real, evidence jsonb, strong text[])
     on conflict (workspace_id, workbook_id, left_id, right_id) do update set
       weight = excluded.weight, probability = excluded.probability, evidence = excluded.evidence, scan_id = excluded.scan_id,
       strong = excluded.strong, reopened = case when p.status = 'rejected' then excluded.strong else p.reopened end,
       status = 'pending', is_reviewed = false, kept_id = null, decided_by = null, decided_name = null, decided_at = null
     where p.status <> 'rejected' or not excluded.strong <@ p.strong`,
    [tx.workspace_id, workbookId, JSON.stringify(pairs), scanId],
  )
  return rowCount ?? 0
}

export type RowsApart = Apart<string> & { pairs: (readonly [string, string])[] }

/**
 * What was told apart, among the rows that are there: where one of two was merged into another since, that other is told
 * apart in its place, for as long as the merge is not undone.
 */
export async function readRowsApart(tx: WorkspaceTx, workbookId: string): Promise<RowsApart> {
  const { rows } = await tx.client.query<{ left_id: string; right_id: string; kept_id: string | null }>(
    `select p.left_id, p.right_id, p.kept_id from (select * from row_pairs where workspace_id = $1 and workbook_id = $2
       and status in ('rejected', 'merged') order by status offset 0) p
     where p.status = 'rejected' or (select count(*) from workbook_rows r where r.${OF_ANY_WORKSPACE}
       and r.workbook_id = (select $2::uuid) and r.id in (p.left_id, p.right_id)) < 2`,
    [tx.workspace_id, workbookId],
  )
  const kept = new Map(
    rows.flatMap(({ left_id, right_id, kept_id }) =>
      kept_id === null ? [] : [[kept_id === left_id ? right_id : left_id, kept_id] as const],
    ),
  )
  const nowOf = (id: string) => {
    let now = id
    for (let steps = 0; steps < 1000; steps++) {
      const next = kept.get(now)
      if (next === undefined) break
      now = next
    }
    return now
  }
  const rejected = rows.flatMap(({ left_id, right_id, kept_id }) =>
    kept_id === null
      ? [[left_id, right_id].map((id) => ({ id, group: nowOf(id) })) as [GroupedRecord<string>, GroupedRecord<string>]]
      : [],
  )
  return { ...apartOf(rejected), pairs: rejected.map(([left, right]) => [left.group, right.group] as const) }
}

/** A row that is there stands for itself. */
export const standing = (id: string): GroupedRecord<string> => ({ id, group: id })
