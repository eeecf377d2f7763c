// The events of the lead store.
import { Type } from 'typebox'
import { defineEvent } from '../../platform/events/event.ts'

const count = Type.Integer({ minimum: 0 })
const ids = Type.Array(Type.Integer())
const status = Type.Union([Type.String(), Type.Null()])

export const leadsStored = defineEvent(
  'lead.stored',
  Type.Object({
    created: count,
    updated: count,
    lead_ids: Type.Optional(ids),
    created_ids: Type.Optional(
      Type.Array(Type.Integer(), { description: 'Those of them that are new, none left out.' }),
    ),
    job_id: Type.Optional(
      Type.String({
        description: 'The job that brought or enriched them, or the rows that they follow, where one did.',
      }),
    ),
    run_id: Type.Optional(
      Type.String({ description: 'The run that filled the rows that they follow, where one did.' }),
    ),
  }),
  'Leads were created or updated.',
)
export const leadStatusChanged = defineEvent(
  'lead.status',
  Type.Object({ changes: Type.Array(Type.Object({ lead_id: Type.Integer(), from: status, to: status })) }),
  'The status of leads changed.',
)
export const leadsDeleted = defineEvent(
  'lead.deleted',
  Type.Object({ lead_ids: Type.Optional(ids) }),
  'Leads were deleted.',
)
export const leadErased = defineEvent(
  'lead.erased',
  Type.Object({ lead_id: Type.Integer() }),
  'A lead was erased on request. The event does not name the person.',
)

export const LEAD_EVENTS = [leadsStored, leadStatusChanged, leadsDeleted, leadErased]
