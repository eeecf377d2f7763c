// Reads what a plan of sending needs: which enrollments wait for which step, and how fast the mailboxes may send.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { countSlots, isConfigured, readMailboxes } from '../mailboxes/mailboxes.reads.ts'
import type { StoredSequence } from '../sequences/sequences.reads.ts'
import { dayStart } from '../timing/window.logic.ts'
import { ASSUMES, daysSince, type MailboxPace, planCalendar } from './calendar.logic.ts'

export async function readCalendar(
  tx: WorkspaceTx,
  sequence: StoredSequence,
  asked: { days: number; add: number },
  now: Date,
) {
  const { rows } = await tx.client.query<{
    step_number: number
    due_at: Date
    zone: string | null
    count: number
  }>(
    `select m.step_number, date_trunc('hour', m.due_at) as due_at, case when $3 then e.time_zone end as zone, count(*)::int as count
     from outbound_messages m left join enrollments e on e.workspace_id = $1 and e.id = m.enrollment_id
     where m.workspace_id = $1 and m.sequence_id = $2 and m.kind <> 'answer'
       and m.state in ('planned', 'awaiting_approval', 'open', 'reserved')
     group by 1, 2, 3`,
    [tx.workspace_id, sequence.id, sequence.settings.use_recipient_time_zone],
  )
  const { time_zone: own } = sequence.settings
  const waiting = rows.map(({ step_number, due_at, count, zone }) => ({
    step: step_number - 1,
    due_at,
    count,
    zone: zone ?? own,
  }))
  const first = sequence.steps[0]
  if (asked.add > 0 && first)
    waiting.push({
      step: 0,
      due_at: new Date(now.getTime() + first.delay_hours * 3_600_000),
      count: asked.add,
      zone: own,
    })
  const { mailbox_ids } = sequence.settings
  const mailboxes: MailboxPace[] = []
  for (const mailbox of await readMailboxes(tx)) {
    if (
      !isConfigured(mailbox) ||
      mailbox.state !== 'active' ||
      (mailbox_ids.length > 0 && !mailbox_ids.includes(mailbox.id))
    )
      continue
    const { max_per_hour, max_per_day, ramp, time_zone } = mailbox.settings
    const used_today = await countSlots(tx, mailbox.id, dayStart(now, time_zone))
    mailboxes.push({ max_per_hour, max_per_day, ramp, day: daysSince(mailbox.ramp_from, now), used_today })
  }
  return { ...planCalendar(sequence, waiting, mailboxes, now, asked.days), assumes: ASSUMES, next_cursor: null }
}
