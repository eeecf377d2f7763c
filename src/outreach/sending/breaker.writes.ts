// The breaker: too many bounces or complaints among the last messages stop a sequence or a mailbox, until a person resumes it.
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { emit } from '../../platform/events/event.ts'
import { mailboxStopped, sequencePaused } from '../outreach.events.ts'
import { COUNTS_AS_BOUNCE } from '../sequences/sequences.reads.ts'
import { readOutreachSettings } from '../settings/outreach-settings.reads.ts'

/** Fewer prove nothing: one bad address among the first ten is no trend. */
const LEAST_BOUNCES = 3
const LEAST_COMPLAINTS = 2
const LAST_BOUNCES = 100
const LAST_COMPLAINTS = 1_000

interface Figures {
  sent: number
  bounces: number
  many: number
  complaints: number
}

/** Call after a bounce or a complaint was put on record, in the same transaction. */
export async function checkBreaker(
  tx: WorkspaceTx,
  of: { sequence_id: string | null; mailbox_id: string | null },
): Promise<void> {
  const { values } = await readOutreachSettings(tx)
  const tripped = ({ sent, bounces, many, complaints }: Figures) => {
    if (bounces >= LEAST_BOUNCES && bounces / Math.max(sent, 1) >= values.bounce_rate_limit) return 'bounces'
    return complaints >= LEAST_COMPLAINTS && complaints / Math.max(many, 1) >= values.complaint_rate_limit
      ? 'complaints'
      : null
  }
  if (of.sequence_id !== null) {
    const reason = tripped(await readFigures(tx, 'sequence_id', of.sequence_id, 'sequences'))
    if (reason) await pause(tx, of.sequence_id, reason)
  }
  if (of.mailbox_id !== null) {
    const reason = tripped(await readFigures(tx, 'mailbox_id', of.mailbox_id, 'mailboxes'))
    if (reason) await stopMailbox(tx, of.mailbox_id, reason, `Too many ${reason} among the last messages`)
  }
}

async function readFigures(
  tx: WorkspaceTx,
  column: 'sequence_id' | 'mailbox_id',
  id: string,
  table: 'sequences' | 'mailboxes',
): Promise<Figures> {
  const { rows } = await tx.client.query<Figures>(
    `with last as (
       select state, bounced, bounce_class, complained_at, row_number() over (order by ended_at desc) as n from outbound_messages
       where workspace_id = $1 and ${column} = $2 and kind = 'step' and state in ('sent', 'failed') and ended_at is not null
         and ended_at > coalesce((select breaker_from from ${table} where workspace_id = $1 and id = $2), '-infinity')
       order by ended_at desc limit ${LAST_COMPLAINTS})
     select count(*) filter (where n <= ${LAST_BOUNCES})::int as sent,
       count(*) filter (where n <= ${LAST_BOUNCES} and ${COUNTS_AS_BOUNCE})::int as bounces,
       count(*)::int as many, count(*) filter (where complained_at is not null)::int as complaints from last`,
    [tx.workspace_id, id],
  )
  return oneRow(rows)
}

async function pause(tx: WorkspaceTx, id: string, reason: string): Promise<void> {
  const { rows } = await tx.client.query<{ name: string }>(
    `update sequences set status = 'paused', pause_reason = $3, updated_at = now() where workspace_id = $1 and id = $2 and status = 'active' returning name`,
    [tx.workspace_id, id, reason],
  )
  if (!rows[0]) return
  await emit(tx, sequencePaused, { sequence_id: id, name: rows[0].name, reason })
  await audit(tx, { act: 'sequence.paused', object: { type: 'sequence', id, name: rows[0].name }, after: { reason } })
}

export async function stopMailbox(tx: WorkspaceTx, id: string, reason: string, error: string): Promise<void> {
  const { rows } = await tx.client.query<{ email: string | null }>(
    `update mailboxes set state = 'stopped', state_reason = $3, state_at = now(), last_error = $4 where workspace_id = $1 and id = $2
       and state = 'active' returning email`,
    [tx.workspace_id, id, reason, error],
  )
  if (!rows[0]) return
  const email = rows[0].email ?? ''
  await emit(tx, mailboxStopped, { mailbox_id: id, email, reason, error })
  await audit(tx, { act: 'mailbox.stopped', object: { type: 'mailbox', id, name: email }, after: { reason } })
}
