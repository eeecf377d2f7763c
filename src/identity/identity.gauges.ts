// How many webhooks and notices wait to be sent.
import { countUpTo, type StateGauge } from '../platform/meters.ts'

export const IDENTITY_GAUGES: readonly StateGauge[] = [
  {
    name: 'millrace_webhook_deliveries_waiting',
    help: 'Webhooks that are due and not delivered; counted up to 10,000',
    sql: `select ${countUpTo(`from webhook_deliveries where state = 'pending' and next_at <= now()`)} as value`,
  },
  {
    name: 'millrace_webhook_oldest_waiting_seconds',
    help: 'How long the first of them has been due; 0 when none is',
    sql: `select coalesce((select extract(epoch from now() - next_at) from webhook_deliveries where state = 'pending' and next_at <= now()
      order by next_at limit 1), 0) as value`,
  },
  {
    name: 'millrace_notices_unmailed',
    help: 'Notices that are to be mailed, at once or with the next digest; counted up to 10,000',
    sql: `select ${countUpTo('from notices where mailed_at is null')} as value`,
  },
]
