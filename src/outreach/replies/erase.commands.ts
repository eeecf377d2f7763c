// Erases a person from outreach, besides what goes with the lead: mail to and from the address that no lead is linked to.
import type { Forgettings } from '../../records/lead-facts/forget.commands.ts'
import type { Eraser } from '../../records/leads/erasure/erase.commands.ts'

export const FORGET_IN_OUTREACH: Forgettings = {
  sequences: { by: 'telling', as: 'sequence' },
  enrollments: { by: 'eraser', as: 'enrollment' },
  // Mail to someone else that is over; what still waits to be sent is told.
  outbound_messages: {
    by: 'blanking',
    as: 'message',
    set: { subject: 'null', body: 'null', evidence: 'null', response: 'null', error: 'null', bounce_detail: 'null' },
    plain: [
      'kind',
      'state',
      'step_id',
      'variant_id',
      'drafted_by',
      'error_class',
      'bounced',
      'bounce_class',
      'message_id',
      'token',
      'address',
    ],
    only: "t.state in ('sent', 'failed', 'cancelled', 'blocked', 'done')",
  },
  inbound_messages: { by: 'deleting', names: 'told', as: 'message' },
  // The hash stays, so that the address is not written to.
  suppressions: {
    by: 'blanking',
    as: 'suppression',
    set: { value: 'null', note: 'null' },
    plain: ['scope', 'reason', 'source'],
  },
  mailboxes: { by: 'telling', as: 'mailbox' },
  outreach_settings: { by: 'telling', as: 'outreach settings', id: 't.workspace_id' },
  bounce_events: { by: 'nothing', because: 'Ids of events' },
  send_slots: { by: 'nothing', because: 'Ids and times' },
  outreach_link_names: { by: 'nothing', because: 'A random name of the workspace in links' },
}

export const eraseFromOutreach: Eraser = async (tx, { pattern }) => {
  if (pattern === null) return
  const named = [tx.workspace_id, pattern]
  await tx.client.query('delete from enrollments where workspace_id = $1 and email ~* $2', named)
  await tx.client.query('delete from outbound_messages where workspace_id = $1 and address ~* $2', named)
}
