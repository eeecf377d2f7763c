// What a room gives to the roof, in one declaration: routes, jobs, workers, events and sweeps. The roof lists rooms.
import type { EventKind } from './events/event.ts'
import type { Route } from './http/route.ts'
import type { StateGauge } from './meters.ts'
import type { JobHandler } from './queue/job.ts'

/** A long-lived part of a worker process. */
export interface BackgroundWorker {
  /** The channel of the database that wakes it. */
  channel?: string
  wake?(): void
  close(): Promise<void>
}

/** `R` is what its routes need from `app`, `J` what its jobs and workers need. */
export interface Room<R = object, J = object> {
  name: string
  /** Groups of the API description, in the order in which documentation shows them. */
  tags?: readonly { name: string; description: string }[]
  routes?: (parts: R) => Route[]
  jobs?: (parts: J) => JobHandler[]
  workers?: (parts: J) => BackgroundWorker[]
  events?: readonly EventKind[]
  /** Types of events of all rooms that wake its workers. */
  hears?: readonly string[]
  /** Statements that keep its machinery tables small; one process runs them every five minutes, across workspaces. They see no rows of tenants. */
  sweeps?: readonly string[]
  /**
   * Statements that delete what is too old of one workspace, $1, and at most $2 rows of it, once a day until they delete nothing. Rows of
   * tenants are deleted so: the machinery does not see them.
   */
  workspace_sweeps?: readonly string[]
  /** How much waits in its tables, for Prometheus. */
  gauges?: readonly StateGauge[]
}
