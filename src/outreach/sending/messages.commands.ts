// What people do with messages and tasks: settle an uncertain one, try a blocked one again, say that a task is done.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { wakeMailboxes } from '../timing/sending.jobs.ts'
import { planNextSteps } from './advance.writes.ts'
import type { OutboundMessage } from './message.schema.ts'
import { mustReadMessage } from './messages.reads.ts'
import { settle } from './outcome.writes.ts'

export async function settleMessage(
  tx: WorkspaceTx,
  id: string,
  outcome: 'sent' | 'not_sent',
): Promise<OutboundMessage> {
  const { state, to } = await mustReadMessage(tx, id)
  if (state !== 'uncertain')
    refuse('conflict', 'Whether this message was sent is known already, so there is nothing to settle')
  if (!(await settle(tx, id, outcome)))
    refuse('conflict', 'Another user, a bounce or a reply has settled this message meanwhile. Reload it.')
  await audit(tx, { act: 'message.settled', object: { type: 'message', id, name: to }, after: { outcome } })
  await wakeMailboxes(tx)
  return mustReadMessage(tx, id)
}

interface Task {
  id: string
  state: string
  enrollment_id: string
  step_id: string
  step_number: number
}

export async function mustReadTask(tx: WorkspaceTx, id: string): Promise<Task> {
  const { rows } = isUuid(id)
    ? await tx.client.query<Task>(
        `select id, state, enrollment_id, step_id, step_number from outbound_messages where workspace_id = $1
           and ${inOrder('id', '$2', "and kind = 'task'")} for update`,
        [tx.workspace_id, id],
      )
    : { rows: [] }
  return rows[0] ?? refuse('not_found', 'Task not found')
}

/** The sequence goes on with its next step. */
export async function completeTask(tx: WorkspaceTx, id: string, now: Date): Promise<void> {
  const task = await mustReadTask(tx, id)
  if (task.state === 'done') return
  if (task.state !== 'open')
    refuse('conflict', 'The task was cancelled, because its enrollment ended. Reload the list.')
  await tx.client.query(
    `update outbound_messages set state = 'done', ended_at = now() where workspace_id = $1 and id = $2`,
    [tx.workspace_id, id],
  )
  await planNextSteps(tx, [task], now)
  await audit(tx, { act: 'task.done', object: { type: 'task', id } })
  await wakeMailboxes(tx)
}
