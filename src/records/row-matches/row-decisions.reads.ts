// What people decided of pairs of rows, as a scan learns from it.

import { MISSING } from '../../engine/matching/compare.ts'
import type { DecidedPair } from '../../engine/matching/decided.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { OF_ANY_WORKSPACE } from '../../platform/db/look-up.ts'
import type { RowForm } from './row-form.logic.ts'
import type { RowEvidence } from './row-pairs.writes.ts'

/** What was decided pair by pair; a merge that was undone is no decision, nor is one of all that were likely enough. */
export async function readRowDecisions(
  tx: WorkspaceTx,
  workbookId: string,
  { fields }: RowForm,
): Promise<DecidedPair<string>[]> {
  const { rows } = await tx.client.query<{
    left_id: string
    right_id: string
    status: string
    evidence: RowEvidence
  }>(`select p.left_id, p.right_id, p.status, p.evidence from ${DECIDED} order by p.id`, [tx.workspace_id, workbookId])
  return rows.map(({ left_id, right_id, status, evidence }) => ({
    left_id,
    right_id,
    isSame: status === 'merged',
    levels: fields.map(
      ({ name, kind }) => evidence.fields.find((of) => of.name === name && of.kind === kind)?.level ?? MISSING,
    ),
  }))
}

/** Decisions, and how many of them the last scan learned from. */
export async function countRowDecisions(
  tx: WorkspaceTx,
  workbookId: string,
): Promise<{ decided: number; learned: number }> {
  const { rows } = await tx.client.query<{ decided: number; learned: number }>(
    `select (select count(*) from ${DECIDED})::int as decided, coalesce((select decisions from row_scans
       where workspace_id = $1 and workbook_id = $2), 0) as learned`,
    [tx.workspace_id, workbookId],
  )
  return rows[0] ?? { decided: 0, learned: 0 }
}

const DECIDED = `(select * from row_pairs where workspace_id = $1 and workbook_id = $2 and status in ('rejected', 'merged')
    order by status offset 0) p
  where p.status = 'rejected' or p.is_reviewed and (select count(*) from workbook_rows r where r.${OF_ANY_WORKSPACE}
    and r.workbook_id = (select $2::uuid) and r.id in (p.left_id, p.right_id)) < 2`
