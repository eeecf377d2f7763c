// How much mail is due and has not left.
import { countUpTo, type StateGauge } from '../../platform/meters.ts'

export const MAIL_GAUGES: readonly StateGauge[] = [
  {
    name: 'millrace_outreach_mail_waiting',
    help: 'Messages of sequences that are due and not sent; counted up to 10,000',
    sql: `select ${countUpTo(`from outbound_messages where state = 'planned' and due_at <= now()`)} as value`,
  },
  {
    name: 'millrace_outreach_mail_oldest_waiting_seconds',
    help: 'How long the first of them has been due; 0 when none is',
    sql: `select coalesce((select extract(epoch from now() - due_at) from outbound_messages where state = 'planned' and due_at <= now()
      order by due_at limit 1), 0) as value`,
  },
]
