// One of everything of outreach in a workspace, for tests about what others may see.
import { randomBytes } from 'node:crypto'
import { newId } from '../src/kernel/ids.ts'
import type { TestService } from './running-install.ts'

export interface OutreachIds {
  seq_id: string
  mailbox_id: string
  enrollment_id: string
  message_id: string
  task_id: string
  suppression_id: string
  thread_id: string
  draft_id: string
}

const NOBODY = '01900000-0000-7000-8000-000000000000'
export const UNKNOWN_OUTREACH: OutreachIds = {
  seq_id: NOBODY,
  mailbox_id: NOBODY,
  enrollment_id: NOBODY,
  message_id: NOBODY,
  task_id: NOBODY,
  suppression_id: NOBODY,
  thread_id: NOBODY,
  draft_id: NOBODY,
}

/** Inserted as they are, so that no worker sends anything. */
export async function addOutreach(
  { database }: TestService,
  workspaceId: string,
  leadId: string,
): Promise<OutreachIds> {
  const ids: OutreachIds = {
    seq_id: newId(),
    mailbox_id: newId(),
    enrollment_id: newId(),
    message_id: newId(),
    task_id: newId(),
    suppression_id: newId(),
    thread_id: '',
    draft_id: newId(),
  }
  ids.thread_id = ids.enrollment_id
  const hash = randomBytes(32)
  const insert = (text: string, ...values: unknown[]) => database.asOwner(text, [workspaceId, ...values])
  await insert(
    `insert into mailboxes (workspace_id, id, email, state) values ($1, $2, 'ann@example.com', 'paused')`,
    ids.mailbox_id,
  )
  await insert(`insert into sequences (workspace_id, id, name) values ($1, $2, 'First')`, ids.seq_id)
  await insert(
    `insert into enrollments (workspace_id, id, sequence_id, lead_id, email, domain, address_hash, status) values ($1, $2, $3, $4, 'bob@example.org', 'example.org', $5, 'replied')`,
    ...[ids.enrollment_id, ids.seq_id, leadId, hash],
  )
  const messages = [
    { id: ids.message_id, kind: 'step', state: 'uncertain', step: 's1', by: null },
    { id: ids.task_id, kind: 'task', state: 'open', step: 's2', by: null },
    { id: ids.draft_id, kind: 'step', state: 'awaiting_approval', step: 's3', by: 'template' },
  ]
  for (const { id, kind, state, step, by } of messages)
    await insert(
      `insert into outbound_messages (workspace_id, id, kind, sequence_id, enrollment_id, lead_id, step_id, step_number, address, address_hash, state, due_at, drafted_by)
       values ($1, $2, $3, $4, $5, $6, $7, 1, 'bob@example.org', $8, $9, now(), $10)`,
      ...[id, kind, ids.seq_id, ids.enrollment_id, leadId, step, hash, state, by],
    )
  await insert(
    `insert into inbound_messages (workspace_id, id, mailbox_id, dedupe_key, enrollment_id, lead_id, kind, class, received_at)
     values ($1, $2, $3, 'first', $4, $5, 'reply', 'other', now())`,
    ...[newId(), ids.mailbox_id, ids.enrollment_id, leadId],
  )
  await insert(
    `insert into suppressions (workspace_id, id, scope, hash, value, reason) values ($1, $2, 'address', $3, 'eve@example.org', 'manual')`,
    ...[ids.suppression_id, randomBytes(32)],
  )
  return ids
}
