// Beginning the tour in a workbook of its own, putting it away and bringing it back.
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { createWorkbook } from '../../records/workbooks/workbooks.commands.ts'
import type { Tour } from './home.schema.ts'
import { readTour } from './tour.reads.ts'

/** Goes on where it was left; makes an empty workbook when there is none, or all steps are done. */
export async function beginTour(tx: WorkspaceTx, userId: number): Promise<Tour> {
  // Two requests at the same moment make one workbook.
  await tx.client.query(`insert into tours (workspace_id, user_id) values ($1, $2) on conflict do nothing`, [
    tx.workspace_id,
    userId,
  ])
  await tx.client.query('select from tours where workspace_id = $1 and user_id = $2 for update', [
    tx.workspace_id,
    userId,
  ])
  const { workbook_id, status } = await readTour(tx, userId)
  const goesOn = workbook_id !== null && status !== 'done'
  const id = goesOn
    ? workbook_id
    : (
        await createWorkbook(tx, userId, {
          name: 'Tour: find work emails',
          source_type: 'empty',
          columns_config: [],
          description: 'Made by the tour. Delete it when you are done.',
        })
      ).id
  await tx.client.query(
    `update tours set workbook_id = $3, dismissed_at = null, updated_at = now(), estimated_at = case when $4 then estimated_at end
     where workspace_id = $1 and user_id = $2`,
    [tx.workspace_id, userId, id, goesOn],
  )
  return readTour(tx, userId)
}

export async function updateTour(
  tx: WorkspaceTx,
  userId: number,
  { dismissed, estimated }: { dismissed?: boolean | undefined; estimated?: true | undefined },
): Promise<Tour> {
  if (estimated && (await readTour(tx, userId)).workbook_id === null)
    refuse('conflict', 'The tour has not begun: begin it with POST /api/home/tour')
  // One who puts the offer away has no tour yet.
  await tx.client.query(
    `insert into tours as t (workspace_id, user_id, dismissed_at) values ($1, $2, case when $3 then now() end)
     on conflict (workspace_id, user_id) do update set updated_at = now(),
       dismissed_at = case when $3 then now() when $3 = false then null else t.dismissed_at end,
       estimated_at = case when $4 then coalesce(t.estimated_at, now()) else t.estimated_at end`,
    [tx.workspace_id, userId, dismissed ?? null, estimated ?? false],
  )
  return readTour(tx, userId)
}
