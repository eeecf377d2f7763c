// The rooms of the service, from the ground up: what is not in this list does not exist, for the server and for its description.
import { access } from '../automation/access/room.ts'
import { assistant } from '../automation/assistant/room.ts'
import { functions } from '../automation/functions/room.ts'
import { home } from '../automation/home/room.ts'
import { mcp } from '../automation/mcp/room.ts'
import { recipes } from '../automation/recipes/room.ts'
import { automation } from '../automation/room.ts'
import { enrichment } from '../enrichment/room.ts'
import { identity } from '../identity/room.ts'
import { monitoring } from '../monitoring/room.ts'
import { outreach } from '../outreach/room.ts'
import { COUNTER_SWEEPS } from '../platform/limits/counters.ts'
import { KEPT_DAYS } from '../platform/limits/idempotency-keys.ts'
import { MACHINERY_GAUGES } from '../platform/machinery.gauges.ts'
import { WORK_EVENTS } from '../platform/queue/work.events.ts'
import type { Room } from '../platform/room.ts'
import { entities } from '../records/entities/room.ts'
import { records } from '../records/room.ts'
import type { JobParts, RouteParts } from './parts.ts'
import { systemRoutes } from './system-room.ts'

/** The machinery below the rooms: events, queue, limits. */
const machinery: Room<RouteParts, JobParts> = {
  name: 'platform',
  tags: [
    { name: 'Events', description: 'Live progress.' },
    { name: 'Meta', description: 'What this install is and speaks.' },
    { name: 'System', description: 'For the machines that run the service.' },
  ],
  routes: systemRoutes,
  events: WORK_EVENTS,
  gauges: MACHINERY_GAUGES,
  // Events can be replayed for at least an hour; two are kept, and what a reader of the log has yet to read.
  sweeps: [
    ...COUNTER_SWEEPS,
    `delete from idempotency_keys where created_at < now() - interval '${KEPT_DAYS} days'`,
    `delete from idempotency_keys_of_people where created_at < now() - interval '${KEPT_DAYS} days'`,
    `delete from events where ts < now() - interval '2 hours'
      and id <= coalesce((select min(position) from event_cursors), 9223372036854775807)`,
    `delete from queue where state = 'dead' and run_at < now() - interval '30 days'`,
  ],
}

export const ROOMS: readonly Room<RouteParts, JobParts>[] = [
  identity,
  records,
  entities,
  enrichment,
  monitoring,
  outreach,
  automation,
  recipes,
  functions,
  mcp,
  assistant,
  home,
  access,
  machinery,
]
