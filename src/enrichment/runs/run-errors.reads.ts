// What went wrong, grouped by cause, each group with what can be done and the run that takes it up again.

import type { Filter } from '../../engine/filter/filter.schema.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { COMPUTED_TYPES } from '../../records/store/column-types.logic.ts'
import type { ErrorGroup } from './planning/run.schema.ts'

const ROWS_SHOWN = 5
const MOST_GROUPS = 200

interface Found {
  column_id: string
  column_name: string
  provider: string | null
  status: string
  reason: string | null
  message: string | null
  cells: number
  row_ids: string[]
}

/** Cells of the workbook that ended badly, of one run or (null) of all; the biggest group first. */
export async function readErrorGroups(
  tx: WorkspaceTx,
  workbookId: string,
  runId: string | null,
): Promise<ErrorGroup[]> {
  // The partial index of unfinished cells holds exactly these statuses: a million finished cells cost nothing here.
  const { rows } = await tx.client.query<Found>(
    `select c.column_id, k.name as column_name, c.provider, c.status, coalesce(c.error_class, c.reason) as reason,
        min(coalesce(c.error_message, c.detail)) as message, count(*)::int as cells,
        (array_agg(c.row_id order by c.row_id))[1:${ROWS_SHOWN}] as row_ids
      from cells c join workbook_columns k on k.workspace_id = c.workspace_id and k.workbook_id = c.workbook_id and k.id = c.column_id
      where c.workspace_id = $1 and c.workbook_id = $2 and c.status in ('error', 'throttled', 'budget_stopped')
        and ($3::uuid is null or c.run_id = $3) and k.type not in ${COMPUTED_TYPES}
      group by 1, 2, 3, 4, 5 order by cells desc, 1, 3, 5 limit ${MOST_GROUPS}`,
    [tx.workspace_id, workbookId, runId],
  )
  return rows.map((group) => ({ ...group, advice: adviceFor(group), retry: retryOf(group, runId) }))
}

function retryOf({ column_id, provider, status, reason }: Found, runId: string | null): ErrorGroup['retry'] {
  const same = (on: 'status' | 'provider' | 'error_class' | 'reason' | 'run_id', value: string | null): Filter =>
    value === null ? { field: column_id, on, op: 'is_empty' } : { field: column_id, on, op: 'eq', value }
  const filter: Filter = {
    and: [
      same('status', status),
      same('provider', provider),
      same(status === 'error' ? 'error_class' : 'reason', reason),
      ...(runId === null ? [] : [same('run_id', runId)]),
    ],
  }
  return { column_ids: [column_id], mode: status === 'throttled' ? 'missing' : 'failed', filter }
}

const ADVICE: Record<string, string> = {
  auth: 'The key was refused, or is gone. Enter it under Settings, Integrations or Secrets, then retry.',
  quota: 'The provider account has no credits left. Top it up or put another provider first, then retry.',
  no_key: 'Enter a key under Settings, Integrations or Secrets, or take the step out.',
  timeout:
    'The provider did not answer in time. Retry; if it stays so, raise the time limit under Settings, Performance.',
  vendor_error: 'The provider had a fault of its own. Retry later.',
  bad_input: 'The provider rejected the request. Check the values of the inputs in these rows.',
  unmapped: 'The answer did not look as documented. Open a cell to see it; retrying seldom helps.',
  uncertain:
    'The service stopped while these were being asked, and they may have been billed. Retry if that is acceptable.',
  row_limit: 'The column says what a row may cost at most. Raise `max_usd_per_row`, then retry.',
  over_budget:
    'A budget or limit stopped it; the message says which. Raise it, or enter the unknown price, then retry.',
}

const WAITS: Record<string, string> = {
  circuit_open: 'The provider keeps failing and is left alone for a while: Settings, Provider health, says until when.',
  quota: 'The provider account has no credits left for now. Top it up or put another provider first.',
}
const GOES_ON = 'A run that is under way goes on by itself; after its end, retry.'

function adviceFor({ status, reason }: Found): string {
  if (status === 'throttled') return `${WAITS[reason ?? ''] ?? 'The provider asked to wait.'} ${GOES_ON}`
  if (status === 'budget_stopped') return ADVICE[reason ?? ''] ?? (ADVICE.over_budget as string)
  return ADVICE[reason ?? ''] ?? 'Open a cell to see what happened, then retry.'
}
