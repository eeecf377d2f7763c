// Erases a person from automation: runs and deliveries in progress end, and their records keep nothing of the person.
import type { Forgettings } from '../../records/lead-facts/forget.commands.ts'
import type { Eraser } from '../../records/leads/erasure/erase.commands.ts'

const RUN = { as: 'automation run', id: 't.run_id' } as const

export const FORGET_IN_AUTOMATION: Forgettings = {
  automation_rules: { by: 'telling', as: 'automation' },
  // What has ended stays as a line of history without its contents.
  automation_runs: {
    by: 'blanking',
    as: 'automation run',
    set: { facts: "'{}'", title: "''", reason: 'null', error: 'null' },
    plain: ['status', 'event_key', 'object', 'caused_by'],
    only: 't.ended_at is not null',
  },
  automation_steps: {
    by: 'blanking',
    ...RUN,
    set: { input: 'null', output: 'null', error: 'null' },
    plain: ['kind', 'status', 'awaits'],
  },
  automation_keys: { by: 'deleting', names: 'told', ...RUN },
  automation_causes: { by: 'nothing', because: 'Ids' },
  // A delivery that waits to be sent is not dropped for the name alone.
  webhook_deliveries: { by: 'deleting', names: 'told', as: 'webhook delivery' },
  webhook_attempts: {
    by: 'blanking',
    as: 'webhook delivery',
    id: 't.delivery_id',
    set: { answer: 'null', error: 'null' },
    plain: [],
  },
  webhook_endpoints: { by: 'telling', as: 'webhook' },
  incoming_hooks: { by: 'telling', as: 'incoming webhook' },
  incoming_payloads: { by: 'deleting', as: 'incoming webhook', id: 't.hook_id' },
  incoming_refused: { by: 'deleting', as: 'incoming webhook', id: 't.hook_id' },
  assistant_conversations: {
    by: 'blanking',
    as: 'conversation',
    set: { title: "'Conversation'" },
    plain: ['model'],
  },
  assistant_messages: { by: 'deleting', as: 'conversation', id: 't.conversation_id' },
  assistant_plans: {
    by: 'blanking',
    as: 'plan',
    set: { title: "'Plan'", steps: "'[]'", results: "'[]'", error: 'null', grant_terms: 'null' },
    plain: ['status'],
  },
  recipes: { by: 'blanking', as: 'recipe', id: 't.slug', set: { sample_rows: "'[]'" }, plain: ['category'] },
  functions: { by: 'telling', as: 'function' },
  function_versions: { by: 'telling', as: 'function', id: 't.function_id' },
  function_uses: { by: 'telling', as: 'function', id: 't.function_id' },
  function_calls: { by: 'nothing', because: 'Ids' },
  mcp_tokens: { by: 'telling', as: 'MCP token' },
  notices: { by: 'deleting', as: 'notice' },
  tours: { by: 'nothing', because: 'Ids and times' },
}

export const eraseFromAutomation: Eraser = async (tx, { pattern, wide }) => {
  if (pattern !== null)
    await tx.client.query(
      `delete from automation_runs r where workspace_id = $1 and ended_at is null and (facts::text ~* $2 or title ~* $2 or exists (
         select from automation_steps s where s.workspace_id = $1 and s.run_id = r.id and concat(s.input, s.output) ~* $2))`,
      [tx.workspace_id, pattern],
    )
  if (wide !== null)
    await tx.client.query(
      `delete from webhook_deliveries where workspace_id = $1 and state <> 'pending' and concat_ws(' ', body, source, last_error) ~* $2`,
      [tx.workspace_id, wide],
    )
}
