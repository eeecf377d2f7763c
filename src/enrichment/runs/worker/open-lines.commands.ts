// Reservations of calls whose answer no worker will read: kept as uncertain, since they may have been billed.
import type { QueryResultRow } from 'pg'
import type { WorkspaceId } from '../../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../../platform/db/database.ts'
import { settleLines } from '../../money/booking.commands.ts'
import type { NewLedgerLine } from '../../money/ledger.writes.ts'
import { dropFree, type LineOnRecord } from '../../money/reservations.writes.ts'
import { markCutShort } from '../interrupted.commands.ts'

const WORDS = `'The call was under way when the run ended. It may have been billed.'`

/**
 * Marks reservations of a run that has ended or is about to end as uncertain: the given calls, which their worker has released, or all calls
 * once no worker holds a chunk. Their cells show this. An awaited answer stays reserved, unless no cell waits for it.
 */
export async function keepAsUncertain(tx: WorkspaceTx, runId: string, ids: string[] | null = null): Promise<number> {
  if (ids?.length === 0) return 0
  const { rows } = await tx.client.query<{ id: string }>(
    `/* along: runs (workspace_id, id, ended_at, ending) where workspace_id = $1 and id = $2 */
     /* along: run_chunks (workspace_id, run_id, state, lease_until) where workspace_id = $1 and run_id = $2 and state = 'leased' */
     select id from (${OPEN}) l where l.workspace_id = $1 and l.run_id = $2
       and not exists (select 1 from runs r where r.workspace_id = $1 and r.id = $2 and r.ended_at is null and r.ending is null)
       and not exists (select 1 from jobs j where j.workspace_id = $1 and j.id = $2 and j.status in ('pending', 'running'))
       and (l.id = any($3::uuid[]) or $3 is null and not exists (
         select 1 from run_chunks c where c.workspace_id = $1 and c.run_id = $2 and c.state = 'leased' and c.lease_until > now()))
       and not exists (select 1 from awaited_answers w where w.workspace_id = $1 and w.id = l.id and w.state = 'open')`,
    [tx.workspace_id, runId, ids],
  )
  if (rows.length === 0) return 0
  const open = rows.map(({ id }) => id)
  await tx.client.query({ ...TELL, values: [tx.workspace_id, open] })
  // A worker that was wrongly taken for dead may have recorded results meanwhile, which take precedence.
  const kept = await stillOpen(tx, open)
  const countCells = await markCutShort(tx, kept)
  await settleLines(
    tx,
    kept.filter(({ rule }) => rule !== 'free'),
    uncertain,
  )
  await dropFree(tx, open)
  await countCells()
  return kept.length
}

const COLUMNS =
  'workspace_id, id, at, run_id, workbook_id, column_id, row_id, provider, lookup, reserved_micro, price_micro, rule, user_id, token_id'
/** Open reservations: calls in progress, and ledger lines that an earlier version reserved. */
const UNDER_WAY = `select ${COLUMNS}, price_basis from reservations`
const OF_BEFORE = `select ${COLUMNS}, null as price_basis from ledger_lines where state = 'reserved'`
const OPEN = `${UNDER_WAY} union all ${OF_BEFORE}`

/** Finds the open lines of all workspaces, one kind after the other: in a distributed database they are on different nodes. */
async function findOpen<R extends QueryResultRow>(database: Database, columns: string, which: string): Promise<R[]> {
  const found: R[] = []
  for (const each of [UNDER_WAY, OF_BEFORE]) {
    const text = `select distinct ${columns} from (${each}) l where ${which}`
    found.push(...(await database.inSystem((tx) => tx.client.query<R>(text))).rows)
  }
  return found
}

async function stillOpen(tx: WorkspaceTx, ids: readonly string[]): Promise<LineOnRecord[]> {
  const text = `select * from (${OPEN}) l where workspace_id = $1 and id = any($2::uuid[]) order by id`
  return (await tx.client.query<LineOnRecord>(text, [tx.workspace_id, ids])).rows
}

// Attempts of a deleted row are not shown. Calls for a lead are those of no workbook.
const TELL = {
  name: 'attempts_uncertain',
  text: `with told as (
      update attempts set state = 'uncertain', outcome = 'failed', reason = 'uncertain', cost_micro = null, detail = ${WORDS}
      where workspace_id = $1 and id = any($2::uuid[]) and state = 'reserved')
    insert into attempts (workspace_id, id, workbook_id, row_id, column_id, run_id, step_id, provider, state, outcome, reason, detail, started_at)
    select $1, r.id, coalesce(r.workbook_id, '00000000-0000-8000-8000-000000000000'), r.row_id, r.column_id, r.run_id, r.step_id, r.lookup, 'uncertain', 'failed', 'uncertain', ${WORDS}, r.at
    from reservations r where r.workspace_id = $1 and r.id = any($2::uuid[]) and r.run_id is not null
      and (r.workbook_id is null or exists (select from workbook_rows w
        where w.workspace_id = $1 and w.workbook_id = r.workbook_id and w.id = r.row_id))
    on conflict do nothing`,
}

/** A line with an unknown price has no amount to count. */
function uncertain({
  price_micro,
  price_basis,
}: LineOnRecord): Pick<NewLedgerLine, 'state' | 'amount_micro' | 'basis'> {
  const state = price_micro === null ? 'unpriced' : 'uncertain'
  return { state, amount_micro: null, basis: price_basis ?? 'catalogue' }
}

/** Calls outside of runs, such as tries of a column, whose process ended before they were settled; none takes that long. */
async function keepTriedAsUncertain(database: Database): Promise<number> {
  const isOpen = `run_id is null and at < now() - interval '15 minutes'`
  const rows = await findOpen<{ workspace_id: WorkspaceId; id: string }>(database, 'workspace_id, id', isOpen)
  for (const { workspace_id, id } of rows)
    await database.inWorkspace(workspace_id, async (tx) => {
      // A call that was settled meanwhile stays unchanged.
      await tx.client.query('select from reservations where workspace_id = $1 and id = $2 for update', [
        workspace_id,
        id,
      ])
      await tx.client.query('select from ledger_lines where workspace_id = $1 and id = $2 for update', [
        workspace_id,
        id,
      ])
      await settleLines(tx, await stillOpen(tx, [id]), uncertain)
    })
  return rows.length
}

/** Sweeps runs of all workspaces that still hold reservations after two minutes. Maintenance calls it now and then. */
export async function sweepReservations(database: Database): Promise<number> {
  const isLeft = `run_id is not null and at < now() - interval '2 minutes'`
  const rows = await findOpen<{ workspace_id: WorkspaceId; run_id: string }>(database, 'workspace_id, run_id', isLeft)
  let kept = await keepTriedAsUncertain(database)
  for (const { workspace_id, run_id } of rows)
    kept += await database.inWorkspace(workspace_id, (tx) => keepAsUncertain(tx, run_id))
  return kept
}
