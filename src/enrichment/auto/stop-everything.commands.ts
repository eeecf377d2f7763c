// Stopping everything in a workspace: what runs is ended, and nothing begins to run by itself.
import type { WorkspaceScope } from '../../platform/ctx.ts'
import { holdStructure } from '../../records/opening/structure.lock.ts'
import { dropDirty } from '../../records/store/dirty-rows/dirty-rows.commands.ts'
import { autoRunning } from '../../records/store/dirty-rows/dirty-rows.jobs.ts'
import { cancelRunsOf, type Runs } from '../runs/run.commands.ts'
import { disarmItself } from './auto-run.commands.ts'
import type { StoppedWork } from './auto-run.schema.ts'

/** Cancels every run that has not ended, and disarms every column that runs by itself. */
export async function stopEverything({ database }: Pick<Runs, 'database'>, at: WorkspaceScope): Promise<StoppedWork> {
  return database.inWorkspace(at, async (tx) => {
    const { rows: armed } = await tx.client.query<{ workbook_id: string; column_id: string }>(
      `select a.workbook_id, a.column_id from auto_runs a join workbook_columns k
          on k.workspace_id = $1 and k.workbook_id = a.workbook_id and k.id = a.column_id
        where a.workspace_id = $1 and a.disarmed_because is null order by a.workbook_id, a.column_id`,
      [tx.workspace_id],
    )
    const workbooks = [...new Set(armed.map(({ workbook_id }) => workbook_id))]
    // All locks before the first write to a workbook: every transaction locks in this order.
    for (const id of workbooks) await holdStructure(tx, id)
    let disarmed = 0
    for (const { workbook_id, column_id } of armed)
      if (await disarmItself(tx, workbook_id, column_id, `${at.actor.name} stopped everything in the workspace`))
        disarmed++
    // Rows that waited do not run when the column is armed again.
    await dropDirty(tx, autoRunning, workbooks)
    // After that, because a column may just have started one.
    const { rows } = await tx.client.query<{ workbook_id: string }>(
      `select distinct workbook_id from runs where workspace_id = $1 and status in ('queued', 'running', 'paused') order by workbook_id`,
      [tx.workspace_id],
    )
    const cancelled: string[] = []
    for (const { workbook_id } of rows) cancelled.push(...(await cancelRunsOf(tx, workbook_id)))
    return { cancelled, disarmed }
  })
}
