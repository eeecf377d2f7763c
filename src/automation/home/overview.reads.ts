// Every workspace of a user at a glance: money, failed runs, missing keys. Each is read in its own scope, as its members would.
import { readBudgets } from '../../enrichment/money/budgets.reads.ts'
import { readLookupCost } from '../../enrichment/usage/usage.reads.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { type FactColumn, missingKeys } from '../recipes/recipe-facts.logic.ts'
import { readReady } from '../recipes/recipes.reads.ts'
import { failuresSince, selectFailedRuns } from './home.reads.ts'
import { MOST_COUNTED } from './home.schema.ts'
import type { WorkspaceFigures, WorkspaceOverview } from './overview.schema.ts'

type Member = Omit<WorkspaceOverview, 'figures' | 'no_figures'>

/** A page takes few connections from the requests of others. */
const AT_ONCE = 4
/** Kinds of columns whose keys are looked for, those alike once. */
const MOST_COLUMNS = 1_000
/** For each statement: the figures of one workspace keep those of the others waiting no longer. */
const MOST_MS = 5_000

/** `isOpen` says whether the login may enter a workspace. */
export function addFigures(
  database: Database,
  members: readonly Member[],
  isOpen: (id: WorkspaceId) => boolean,
  now: Date,
  onFailure: (error: unknown, id: WorkspaceId) => void,
): Promise<WorkspaceOverview[]> {
  return mapConcurrent(members, AT_ONCE, async (member): Promise<WorkspaceOverview> => {
    const id = member.id as WorkspaceId
    if (!isOpen(id)) return { ...member, figures: null, no_figures: 'second_factor' }
    try {
      const figures = await database.inWorkspace(id, (tx) => readFigures(tx, now), { statement_ms: MOST_MS })
      return { ...member, figures, no_figures: null }
    } catch (error) {
      onFailure(error, id)
      return { ...member, figures: null, no_figures: 'failed' }
    }
  })
}

const FAILED = `select count(*)::int as n from (select from (${selectFailedRuns('$2')}) a limit ${MOST_COUNTED}) c`

const LAST_CHANGE = `select updated_at as at from workbooks where workspace_id = $1 and deleted_at is null order by updated_at desc limit 1`

async function readFigures(tx: WorkspaceTx, now: Date): Promise<WorkspaceFigures> {
  const failed = await tx.client.query<{ n: number }>(FAILED, [tx.workspace_id, failuresSince(now)])
  const changed = await tx.client.query<{ at: Date }>(LAST_CHANGE, [tx.workspace_id])
  const budgets = (await readBudgets(tx, now)).filter(({ scope, period }) => scope === 'workspace' && period !== 'run')
  const [budget] = budgets.toSorted((a, b) => b.share - a.share)
  // The ledger has a line a call: its month is as long as the workspace is busy.
  const month = budgets.find(({ period }) => period === 'month')
  const spent_month_usd = month?.spent_usd ?? (await readLookupCost(tx, `${now.toISOString().slice(0, 7)}-01`))
  const asked = await tx.client.query<{ config: FactColumn }>(
    `select distinct jsonb_strip_nulls(jsonb_build_object('name', '', 'type', c.type, 'provider', c.config -> 'provider', 'steps', c.config -> 'steps',
       'auth', c.config -> 'auth', 'target', c.config -> 'target')) as config
     from workbook_columns c join workbooks w on w.workspace_id = $1 and w.id = c.workbook_id and w.deleted_at is null
     where c.workspace_id = $1 and c.type not in ('input', 'formula', 'lookup') limit ${MOST_COLUMNS}`,
    [tx.workspace_id],
  )
  const columns = asked.rows.map(({ config }) => config)
  return {
    spent_month_usd,
    budget: budget ?? null,
    failed_runs: oneRow(failed.rows).n,
    missing_keys: missingKeys(columns, await readReady(tx)),
    last_activity_at: changed.rows[0]?.at.toISOString() ?? null,
  }
}
