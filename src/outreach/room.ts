// Outreach as `app` uses it: mailboxes, sequences, sending, replies and suppressions.

import type { Route } from '../platform/http/route.ts'
import type { Room } from '../platform/room.ts'
import { bounceRoutes } from './bounces/bounces.routes.ts'
import { draftRoutes } from './drafts/drafts.routes.ts'
import { enrollmentRoutes } from './enrollments/enrollments.routes.ts'
import type { OutreachKeys } from './keys/workspace-key.ts'
import { mailboxRoutes } from './mailboxes/mailboxes.routes.ts'
import { OUTREACH_EVENTS } from './outreach.events.ts'
import type { OutreachParts } from './outreach.parts.ts'
import { replyJobs } from './replies/replies.handlers.ts'
import { replyRoutes } from './replies/replies.routes.ts'
import { mergedJob } from './sending/merged.handlers.ts'
import { messageRoutes } from './sending/messages.routes.ts'
import { MAIL_GAUGES } from './sending/sending.gauges.ts'
import { sendingJobs } from './sending/sending.handlers.ts'
import { sequenceRoutes } from './sequences/sequences.routes.ts'
import { outreachSettingsRoutes } from './settings/outreach-settings.routes.ts'
import { suppressionRoutes } from './suppressions/suppressions.routes.ts'

export type OutreachRoofParts = Omit<OutreachParts, 'keys' | 'manners'> & { outreachKeys: OutreachKeys }

/** What outreach makes for itself from what the roof hands over. */
export function openOutreach(parts: OutreachRoofParts): OutreachParts {
  const { database, vault, http, publicUrl, now, log, outreachKeys, accounts, toolsFor, dialer, dns } = parts
  return {
    database,
    vault,
    http,
    publicUrl,
    now,
    log,
    accounts,
    toolsFor,
    manners: new Map(),
    keys: outreachKeys,
    dialer,
    dns,
  }
}

export function outreachRoutes(parts: OutreachParts): Route[] {
  return [
    ...mailboxRoutes(parts),
    ...outreachSettingsRoutes(parts),
    ...sequenceRoutes(parts),
    ...enrollmentRoutes(parts),
    ...messageRoutes(parts),
    ...suppressionRoutes(parts),
    ...bounceRoutes(parts),
    ...replyRoutes(parts),
    ...draftRoutes(parts),
  ]
}

export const outreach: Room<OutreachRoofParts, OutreachRoofParts> = {
  name: 'outreach',
  tags: [
    {
      name: 'Outreach',
      description: 'Sequences of messages to leads: mailboxes, enrollment, sending, replies, bounces and suppressions.',
    },
  ],
  routes: (roof) => outreachRoutes(openOutreach(roof)),
  jobs: (roof) => {
    const parts = openOutreach(roof)
    return [...sendingJobs(parts), ...replyJobs(parts), mergedJob(parts)]
  },
  events: OUTREACH_EVENTS,
  gauges: MAIL_GAUGES,
  sweeps: [
    `delete from send_slots where not is_open and at < now() - interval '3 days'`,
    `delete from bounce_events where at < now() - interval '90 days'`,
  ],
}
