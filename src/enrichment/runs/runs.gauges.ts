// How many runs are under way, and how much of them waits for a worker.
import { countUpTo, type StateGauge } from '../../platform/meters.ts'

export const RUN_GAUGES: readonly StateGauge[] = [
  {
    name: 'millrace_runs',
    help: 'Runs that have not ended, by state; counted up to 10,000',
    labels: ['state'],
    sql: `select 'queued' as state, ${countUpTo(`from runs where status in ('queued', 'running') and status = 'queued'`)} as value
      union all select 'running', ${countUpTo(`from runs where status in ('queued', 'running') and status = 'running'`)}
      union all select 'paused', ${countUpTo(`from runs where status = 'paused'`)}`,
  },
  {
    name: 'millrace_run_chunks',
    help: 'Batches of rows of runs that wait for a worker (ready) or are worked on (leased); counted up to 10,000',
    labels: ['state'],
    sql: `select s.state, ${countUpTo(`from run_chunks c where c.state <> 'done' and c.state = s.state`)} as value
      from unnest(array['ready', 'leased']) as s (state)`,
  },
]
