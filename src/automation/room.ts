// Automation as `app` uses it: rules with their runs, and incoming webhooks.
import type { Database } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import type { Room } from '../platform/room.ts'
import type { ActionParts } from './actions/action.ts'
import { INCOMING_SWEEPS } from './incoming/incoming.commands.ts'
import { webhookReceived } from './incoming/incoming.events.ts'
import { incomingRoutes } from './incoming/incoming.routes.ts'
import { HEARD_BY_RULES } from './rules/intake.ts'
import { startIntake } from './rules/intake.worker.ts'
import { rowChangeJobs } from './rules/row-changes.worker.ts'
import { ruleJobs } from './rules/rule-runs.worker.ts'
import { automationChanged, automationRun } from './rules/rules.events.ts'
import { ruleRoutes } from './rules/rules.routes.ts'

type RouteParts = ActionParts & { database: Database; publicUrl: string | undefined }

const inBackground = <P extends { database: Database }>(parts: P): P => ({
  ...parts,
  database: parts.database.background(),
})

export const automation: Room<RouteParts, ActionParts & { log: Log }> = {
  name: 'automation',
  tags: [
    {
      name: 'Automations',
      description: 'Rules: when an event occurs and a condition is met, actions run, with limits and a log.',
    },
  ],
  routes: (parts) => [...ruleRoutes(parts), ...incomingRoutes(parts)],
  jobs: (parts) => [...ruleJobs(inBackground(parts)), ...rowChangeJobs(inBackground(parts))],
  workers: (parts) => [startIntake(inBackground(parts))],
  hears: HEARD_BY_RULES,
  events: [automationRun, automationChanged, webhookReceived],
  workspace_sweeps: INCOMING_SWEEPS,
  sweeps: [
    `delete from automation_runs where created_at < now() - interval '30 days' and status in ('done', 'skipped', 'cancelled')`,
    `delete from automation_runs where created_at < now() - interval '90 days' and status = 'failed'`,
    `delete from automation_keys where created_at < now() - interval '7 days'`,
    `delete from automation_causes where created_at < now() - interval '30 days'`,
  ],
}
