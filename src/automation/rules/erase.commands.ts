// Erases a person from automation: runs and deliveries in progress end, and their records keep nothing of the person.
import type { Eraser } from '../../records/leads/erase.commands.ts'

/** `$2` is the pattern. What has ended stays as a line of history without its contents. */
const FORGET: readonly string[] = [
  `delete from row_changes where workspace_id = $1 and values::text ~* $2`,
  `delete from automation_runs r where workspace_id = $1 and ended_at is null and (facts::text ~* $2 or title ~* $2 or exists (
     select from automation_steps s where s.workspace_id = $1 and s.run_id = r.id and concat(s.input, s.output) ~* $2))`,
  `update automation_steps set input = null, output = null, error = null where workspace_id = $1 and concat_ws(' ', input, output, error) ~* $2`,
  `update automation_runs set facts = '{}', title = '', reason = null, error = null where workspace_id = $1
     and concat_ws(' ', facts, title, reason, error) ~* $2`,
  'delete from webhook_deliveries where workspace_id = $1 and body ~* $2',
  'update webhook_attempts set answer = null, error = null where workspace_id = $1 and concat_ws(chr(32), answer, error) ~* $2',
  'delete from incoming_payloads where workspace_id = $1 and concat_ws(chr(32), body, headers) ~* $2',
  'delete from assistant_messages where workspace_id = $1 and content::text ~* $2',
  `update assistant_plans set steps = '[]', results = '[]', error = null where workspace_id = $1 and concat_ws(' ', steps, results, error) ~* $2`,
  'delete from notices where workspace_id = $1 and concat_ws(chr(32), title, text) ~* $2',
]

export const eraseFromAutomation: Eraser = async (tx, { pattern }) => {
  if (pattern === null) return
  for (const statement of FORGET) await tx.client.query(statement, [tx.workspace_id, pattern])
}
