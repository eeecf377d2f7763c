// Messages that are planned, when the window of their sequence has changed.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { SequenceSettings, SequenceStep } from './sequence.schema.ts'

const OF_WINDOW = [
  'days',
  'window_start',
  'window_end',
  'start_date',
  'end_date',
  'time_zone',
  'use_recipient_time_zone',
] as const

export const changesWindow = (before: SequenceSettings, after: SequenceSettings) =>
  OF_WINDOW.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

/**
 * Makes what has not been sent due when its delay is over, for the opening that it waits for may not be one any more. When it is due, the
 * window of that time decides: it is sent, or waits for the next opening.
 */
export async function hastenPlanned(
  tx: WorkspaceTx,
  sequenceId: string,
  steps: readonly SequenceStep[],
): Promise<void> {
  await tx.client.query(
    `update outbound_messages m set due_at = least(m.due_at, r.over) from (
       select p.id, coalesce(max(d.done), e.created_at) + make_interval(hours => s.hours) as over
       from outbound_messages p
       join unnest($3::text[], $4::int[]) as s (step_id, hours) on s.step_id = p.step_id
       join enrollments e on e.workspace_id = $1 and e.id = p.enrollment_id
       left join lateral (select coalesce(o.sent_at, o.ended_at) as done from outbound_messages o
         where o.workspace_id = $1 and o.enrollment_id = p.enrollment_id and o.kind <> 'answer' and o.id <> p.id) d on true
       where p.workspace_id = $1 and p.sequence_id = $2 and p.kind <> 'answer' and p.state in ('planned', 'awaiting_approval', 'open')
         and p.due_at > now()
       group by p.id, e.created_at, s.hours) r
     where m.workspace_id = $1 and m.id = r.id`,
    [tx.workspace_id, sequenceId, steps.map(({ id }) => id), steps.map(({ delay_hours }) => delay_hours)],
  )
}
