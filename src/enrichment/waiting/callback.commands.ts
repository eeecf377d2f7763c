// Taking in what a vendor brings: kept unread for the worker, once, if a call that is known to us was promised it.
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'
import { ATTEMPTS } from '../attempts/attempts.reads.ts'

/**
 * Bringing it again changes nothing. A vendor may be quicker than our own books, or find us after a crash: then the
 * attempt is all there is on record, and enough. @throws Refusal `not_found` where nothing was promised
 */
export async function takeCallback(
  database: Database,
  { workspace_id, attempt_id }: { workspace_id: WorkspaceId; attempt_id: string },
  body: string,
): Promise<void> {
  await database.inWorkspace(workspace_id, async (tx) => {
    const brought = JSON.stringify({ body })
    await tx.client.query(
      `/* along: attempts (workspace_id, workbook_id, run_id, id, row_id, column_id, step_id, provider, state, outcome, reason, detail,
          confidence, cached, cost_micro, answer, started_at, duration_ms, request, response) where workspace_id = $1 and id = $2 */
        insert into awaited_answers (workspace_id, id, workbook_id, run_id, row_id, column_id, step_id, provider, promise, asked_at,
          deadline, look_at)
        select workspace_id, id, workbook_id, run_id, row_id, column_id, step_id, provider,
          '{"kind":"pending","callback":{"deadline_ms":0,"handle":{}}}', started_at, now(), now()
        from ${ATTEMPTS} a where workspace_id = $1 and id = $2 and state <> 'settled' and run_id is not null
        on conflict (workspace_id, id) do nothing`,
      [workspace_id, attempt_id],
    )
    const { rows } = await tx.client.query(
      `update awaited_answers set brought = case when state = 'settled' then brought else coalesce(brought, $3::jsonb) end,
          look_at = now(), state = case when state = 'expired' and brought is null then 'open' else state end
        where workspace_id = $1 and id = $2 returning 1`,
      [workspace_id, attempt_id, brought],
    )
    if (rows.length === 0) refuse('not_found', UNKNOWN)
    tx.wakes.add('millrace_awaited')
  })
}

export const UNKNOWN = 'Nothing is awaited at this address'
