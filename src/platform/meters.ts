// What one process counts of its own work, for Prometheus: no meter carries anything of a workspace.
import { Counter, Histogram, Registry } from 'prom-client'

/** Meters of the whole process, independent of its role. */
export const meters = new Registry()
const registers = [meters]

export const providerCalls = new Histogram({
  name: 'millrace_provider_call_duration_seconds',
  help: 'Calls to providers by outcome, and what they took; answers of the cache are not among them',
  labelNames: ['provider', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  registers,
})

export const spend = new Counter({
  name: 'millrace_spend_usd_total',
  help: 'US dollars booked, by provider; the ledger of each workspace is what counts',
  labelNames: ['provider'],
  registers,
})

export const cellsWritten = new Counter({
  name: 'millrace_cells_written_total',
  help: 'Cells that runs have written, by state',
  labelNames: ['state'],
  registers,
})

export const runsEnded = new Counter({
  name: 'millrace_runs_ended_total',
  help: 'Runs that ended, by how',
  labelNames: ['state'],
  registers,
})

export const webhookAttempts = new Counter({
  name: 'millrace_webhook_attempts_total',
  help: 'Attempts to deliver a webhook, by outcome',
  labelNames: ['outcome'],
  registers,
})

/** What a made column asks is its own business: a host or a model says something of a workspace, its kind does not. */
export const providerLabel = (provider: string): string => provider.split(':', 1)[0] || 'unknown'

/**
 * How much of something there is in the database at this moment. A room declares it; it is read on the system plane on request,
 * at most every few seconds.
 */
export interface StateGauge {
  name: string
  help: string
  labels?: readonly string[]
  /** Selects `value` and a text for each label. By an index, and no more than {@link COUNTED} entries of it. */
  sql: string
}

/** Counts stop here: a longer queue needs no exact number, and looking must stay cheap. */
export const COUNTED = 10_000

/** In SQL: how many rows `from` has, up to {@link COUNTED}. */
export const countUpTo = (from: string): string => `(select count(*) from (select 1 ${from} limit ${COUNTED}) few)`
