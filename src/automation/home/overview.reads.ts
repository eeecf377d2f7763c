// Every workspace of a user at a glance: money, failed runs, missing keys. Each is read in its own scope, as its members would.
import { readBudgets } from '../../enrichment/money/budgets.reads.ts'
import { sumUp } from '../../enrichment/money/spending.reads.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { type FactColumn, missingKeys } from '../recipes/recipe-facts.logic.ts'
import { readReady } from '../recipes/recipes.reads.ts'
import { failuresSince, selectFailedRuns } from './home.reads.ts'
import { MOST_COUNTED } from './home.schema.ts'
import type { WorkspaceFigures, WorkspaceOverview } from './overview.schema.ts'

type Member = Omit<WorkspaceOverview, 'figures'>

/** A page takes few connections from the requests of others. */
const AT_ONCE = 4

/** `isOpen` says whether the login may enter a workspace. */
export function addFigures(
  database: Database,
  members: readonly Member[],
  isOpen: (id: WorkspaceId) => boolean,
  now: Date,
): Promise<WorkspaceOverview[]> {
  return mapConcurrent(members, AT_ONCE, async (member) => {
    const id = member.id as WorkspaceId
    const figures = isOpen(id) ? await database.inWorkspace(id, (tx) => readFigures(tx, now)) : null
    return { ...member, figures }
  })
}

const FAILED = `select count(*)::int as n from (select from (${selectFailedRuns('$2')}) a limit ${MOST_COUNTED}) c`

// The log is read backwards by its primary key; lines of the service itself are few between those of users.
const LAST_CHANGE = `select ts from audit_log where workspace_id = $1 and actor_kind in ('user', 'token') order by ts desc limit 1`

async function readFigures(tx: WorkspaceTx, now: Date): Promise<WorkspaceFigures> {
  const failed = await tx.client.query<{ n: number }>(FAILED, [tx.workspace_id, failuresSince(now)])
  const changed = await tx.client.query<{ ts: Date }>(LAST_CHANGE, [tx.workspace_id])
  const { spent_usd } = await sumUp(tx, { from: `${now.toISOString().slice(0, 7)}-01` })
  const [budget] = (await readBudgets(tx, now))
    .filter(({ scope, period }) => scope === 'workspace' && period !== 'run')
    .sort((a, b) => b.share - a.share)
  const { rows: columns } = await tx.client.query<FactColumn>(
    `select c.name, c.type, c.config ->> 'provider' as provider, c.config -> 'steps' as steps, c.config -> 'auth' as auth,
       c.config -> 'target' as target
     from workbook_columns c join workbooks w on w.workspace_id = $1 and w.id = c.workbook_id and w.deleted_at is null
     where c.workspace_id = $1 and c.type not in ('input', 'formula', 'lookup')`,
    [tx.workspace_id],
  )
  return {
    spent_month_usd: spent_usd,
    budget: budget ?? null,
    failed_runs: oneRow(failed.rows).n,
    missing_keys: missingKeys(columns, await readReady(tx)),
    last_activity_at: changed.rows[0]?.ts.toISOString() ?? null,
  }
}
