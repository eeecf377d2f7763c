// Which columns of a workbook run by themselves, and what they have spent today.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'

export interface ArmedColumn {
  column_id: string
  max_micro_per_day: number
  armed_by: number | null
  armed_at: Date
  /** The limit of today was met. */
  is_stopped: boolean
}

const TODAY = `(now() at time zone 'UTC')::date`

export async function readArmed(tx: WorkspaceTx, workbookId: string): Promise<ArmedColumn[]> {
  const { rows } = await tx.client.query<ArmedColumn>(
    `select column_id, max_micro_per_day, armed_by, armed_at, coalesce(stopped_on = ${TODAY}, false) as is_stopped
      from auto_runs where workspace_id = $1 and workbook_id = $2 and disarmed_because is null order by column_id`,
    [tx.workspace_id, workbookId],
  )
  return rows
}

/** Why the column does not run by itself any more, when no user disarmed it. */
export async function readWhyDisarmed(tx: WorkspaceTx, workbookId: string, columnId: string): Promise<string | null> {
  const { rows } = await tx.client.query<{ because: string | null }>(
    'select disarmed_because as because from auto_runs where workspace_id = $1 and workbook_id = $2 and column_id = $3',
    [tx.workspace_id, workbookId, columnId],
  )
  return rows[0]?.because ?? null
}

/** Micro-USD that runs of the column's own have cost since midnight UTC. */
export async function spentToday(tx: WorkspaceTx, workbookId: string, columnId: string): Promise<number> {
  const { rows } = await tx.client.query<{ micro: number }>(
    `select coalesce(sum(cost_micro), 0)::bigint as micro from (
      select cost_micro from runs where workspace_id = $1 and workbook_id = $2 and auto_column = $3
        and created_at >= ${TODAY}::timestamp at time zone 'UTC' order by workbook_id, created_at desc, id offset 0) today`,
    [tx.workspace_id, workbookId, columnId],
  )
  return oneRow(rows).micro
}
