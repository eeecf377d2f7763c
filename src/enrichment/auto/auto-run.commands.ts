// Arming a column, so that it runs by itself when rows come or change, and disarming it again.

import { isAsked } from '../../engine/columns/columns.ts'
import { refuse } from '../../kernel/errors.ts'
import { microFromUsd, usdFromMicro } from '../../kernel/money.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import { changeStructure } from '../../records/opening/structure.lock.ts'
import { callConsumer } from '../../records/store/dirty-rows/dirty-rows.commands.ts'
import { autoRunning } from '../../records/store/dirty-rows/dirty-rows.jobs.ts'
import { setFollow } from '../../records/store/follow.ts'
import { mustFindWorkbook, readColumns } from '../../records/store/workbooks.reads.ts'
import { autoRunChanged } from '../enrichment.events.ts'
import { prepareRun } from '../runs/planning/run.scope.ts'
import type { Runs } from '../runs/run.commands.ts'
import { readArmed, readWhyDisarmed, spentToday } from './auto-run.reads.ts'
import type { AutoRun } from './auto-run.schema.ts'

interface Path {
  workbook_id: string
  column_id: string
}

/** The auto-run state of the column, with the expected cost per row. @throws Refusal `not_found`, `conflict` */
export async function readAutoRun(runs: Omit<Runs, 'database'>, tx: WorkspaceTx, path: Path): Promise<AutoRun> {
  const workbook = await mustFindAsked(tx, path)
  const armed = (await readArmed(tx, workbook)).find(({ column_id }) => column_id === path.column_id)
  const request = { mode: 'all' as const, column_ids: [path.column_id] }
  // Rows that are still to come are in no cache: what the present ones have there says nothing about them.
  const { estimate } = await prepareRun(runs, tx, workbook, request, (specs) =>
    specs.map((spec) => ({ ...spec, max_age_days: 0 })),
  )
  const perRow = (usd: number) => usdFromMicro(Math.ceil(microFromUsd(usd) / estimate.to_run))
  return {
    armed: armed !== undefined,
    max_usd_per_day: armed ? usdFromMicro(armed.max_micro_per_day) : null,
    spent_today_usd: usdFromMicro(await spentToday(tx, workbook, path.column_id)),
    waiting_for_tomorrow: armed?.is_stopped ?? false,
    armed_at: armed?.armed_at.toISOString() ?? null,
    disarmed_because: armed ? null : await readWhyDisarmed(tx, workbook, path.column_id),
    per_row:
      estimate.to_run === 0
        ? null
        : {
            low_usd: perRow(estimate.low_usd),
            expected_usd: perRow(estimate.expected_usd),
            high_usd: perRow(estimate.high_usd),
          },
  }
}

/** From now on the column runs on rows that come or change, on behalf of the user who armed it. */
export async function armColumn(tx: WorkspaceTx, path: Path, maxUsdPerDay: number): Promise<void> {
  const workbook = await mustFindAsked(tx, path)
  await changeStructure(tx, workbook)
  await tx.client.query(
    `insert into auto_runs (workspace_id, workbook_id, column_id, max_micro_per_day, armed_by) values ($1, $2, $3, $4, $5)
      on conflict (workspace_id, workbook_id, column_id) do update set max_micro_per_day = excluded.max_micro_per_day,
        armed_by = excluded.armed_by, armed_at = now(), stopped_on = null, disarmed_because = null`,
    [tx.workspace_id, workbook, path.column_id, microFromUsd(maxUsdPerDay), tx.actor?.user_id ?? null],
  )
  await follow(tx, workbook)
  await tell(tx, workbook, path.column_id, { armed: true, max_usd_per_day: maxUsdPerDay })
  // What waited for more money may go on.
  await callConsumer(tx, autoRunning, workbook)
}

/** The column no longer starts runs by itself. Disarming twice changes nothing. */
export async function disarmColumn(tx: WorkspaceTx, path: Path): Promise<void> {
  const workbook = await mustFindAsked(tx, path)
  await changeStructure(tx, workbook)
  const { rowCount } = await tx.client.query(
    'delete from auto_runs where workspace_id = $1 and workbook_id = $2 and column_id = $3',
    [tx.workspace_id, workbook, path.column_id],
  )
  if (rowCount === 0) return
  await follow(tx, workbook)
  await tell(tx, workbook, path.column_id, { armed: false })
}

/** The column is disarmed by what happened elsewhere, and says why. False when it was not armed. */
export async function disarmItself(
  tx: WorkspaceTx,
  workbook: string,
  column: string,
  because: string,
): Promise<boolean> {
  await changeStructure(tx, workbook)
  const { rowCount } = await tx.client.query(
    `update auto_runs set disarmed_because = $4 where workspace_id = $1 and workbook_id = $2 and column_id = $3 and disarmed_because is null`,
    [tx.workspace_id, workbook, column, because],
  )
  if (rowCount === 0) return false
  await follow(tx, workbook)
  await tell(tx, workbook, column, { armed: false, because })
  return true
}

async function follow(tx: WorkspaceTx, workbook: string): Promise<void> {
  const armed = (await readArmed(tx, workbook)).map(({ column_id }) => column_id)
  await setFollow(tx, workbook, 'auto', armed.length > 0 ? armed : undefined)
}

async function tell(
  tx: WorkspaceTx,
  workbook: string,
  column: string,
  after: { armed: boolean; max_usd_per_day?: number; because?: string },
) {
  const { armed, because } = after
  await emit(tx, autoRunChanged, {
    workbook_id: workbook,
    column_id: column,
    armed,
    ...(because !== undefined && { because }),
  })
  await audit(tx, {
    act: after.armed ? 'auto_run.armed' : 'auto_run.disarmed',
    object: { type: 'column', id: column },
    after: { workbook_id: workbook, ...after },
  })
}

async function mustFindAsked(tx: WorkspaceTx, { workbook_id, column_id }: Path): Promise<string> {
  const workbook = await mustFindWorkbook(tx, workbook_id)
  const column = (await readColumns(tx, workbook)).find(({ id }) => id === column_id)
  if (!column) return refuse('not_found', 'Column not found')
  if (!isAsked(column)) refuse('conflict', `"${column.name}" is not a column that runs`)
  return workbook
}
