// How much waits in the machinery: tickets of the queue, and events on their way to subscribers.
import { countUpTo, type StateGauge } from './meters.ts'
import { LANES } from './queue/job.ts'

const LANE = `unnest(array[${Object.keys(LANES).map((lane) => `'${lane}'`)}]) as l (lane)`
const READY = `from queue q where q.state = 'ready' and q.lane = l.lane`

export const MACHINERY_GAUGES: readonly StateGauge[] = [
  {
    name: 'millrace_queue_tickets',
    help: 'Tickets of the queue that are due and not taken (waiting), or for later (planned); counted up to 10,000',
    labels: ['lane', 'state'],
    sql: `select l.lane, 'waiting' as state, ${countUpTo(`${READY} and q.run_at <= now()`)} as value from ${LANE}
      union all select l.lane, 'planned', ${countUpTo(`${READY} and q.run_at > now()`)} from ${LANE}`,
  },
  {
    name: 'millrace_queue_oldest_waiting_seconds',
    help: 'How long the first ticket of the queue has been due; 0 when none is',
    labels: ['lane'],
    sql: `select l.lane, coalesce((select extract(epoch from now() - q.run_at) ${READY} and q.run_at <= now()
      order by q.run_at limit 1), 0) as value from ${LANE}`,
  },
  {
    name: 'millrace_queue_working',
    help: 'Tickets of the queue that a worker has; counted up to 10,000',
    sql: `select ${countUpTo(`from queue where state = 'leased'`)} as value`,
  },
  {
    name: 'millrace_queue_given_up',
    help: 'Tickets of the queue that failed too often; kept for 30 days, counted up to 10,000',
    sql: `select ${countUpTo(`from queue where state = 'dead'`)} as value`,
  },
  {
    name: 'millrace_events_waiting',
    help: 'Events that are emitted and not handed out yet; counted up to 10,000',
    sql: `select ${countUpTo('from outbox order by seq')} as value`,
  },
  {
    name: 'millrace_events_lag_seconds',
    help: 'Age of the oldest event that is not handed out yet; 0 when none is',
    sql: `select coalesce((select extract(epoch from now() - created_at) from outbox order by seq limit 1), 0) as value`,
  },
  {
    name: 'millrace_events_unread',
    help: 'Events that a reader of the log has yet to read',
    labels: ['reader'],
    sql: `select c.name as reader, greatest(0, (select case when is_called then last_value else 0 end from events_id) - c.position) as value
      from event_cursors c`,
  },
]
