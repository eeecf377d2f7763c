// Monitoring as `app` uses it: watches, polls and signals.
import type { Database } from '../platform/db/database.ts'
import { PAGE_SWEEPS } from '../platform/net/polite-client.ts'
import type { Room } from '../platform/room.ts'
import type { PollParts } from './polls/poll.commands.ts'
import { pollJobs } from './polls/polls.worker.ts'
import { SCAN_SWEEPS } from './scan/scan.commands.ts'
import { scanRoutes } from './scan/scan.routes.ts'
import { scanJobs } from './scan/scan.worker.ts'
import { signalChanged, signalCreated } from './signals/signal.events.ts'
import { signalRoutes } from './signals/signals.routes.ts'
import { groupRoutes } from './watches/groups.routes.ts'
import { groupJobs } from './watches/groups.worker.ts'
import { watchGroupSynced, watchPaused, watchPolled } from './watches/watch.events.ts'
import type { WatchParts } from './watches/watches.commands.ts'
import { watchRoutes } from './watches/watches.routes.ts'

type MonitoringParts = WatchParts & PollParts & { database: Database }

export const monitoring: Room<MonitoringParts, MonitoringParts> = {
  name: 'monitoring',
  tags: [
    { name: 'Signals', description: 'What changed at companies, each once, with its evidence.' },
    { name: 'Watches', description: 'Pages and registers that are polled, and the results of each poll.' },
  ],
  routes: (parts) => [...signalRoutes(parts), ...scanRoutes(parts), ...groupRoutes(parts), ...watchRoutes(parts)],
  jobs: (parts) => [...pollJobs(parts), ...groupJobs(parts), ...scanJobs(parts)],
  events: [signalCreated, signalChanged, watchPolled, watchPaused, watchGroupSynced],
  sweeps: [...PAGE_SWEEPS, ...SCAN_SWEEPS],
}
