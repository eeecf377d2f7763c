// The wire shapes of refresh policies: what is refreshed by itself, when, and for how much.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { INTERVAL_NAMES, type IntervalName } from '../../platform/queue/schedules.ts'
import { LEAD_ACTIONS, type LeadActionName } from '../lead-actions/lead-action.logic.ts'

const MaxAge = Type.Number({
  exclusiveMinimum: 0,
  maximum: 3650,
  description: 'Days after which a value is refreshed.',
})

export const RefreshSchedule = Type.Object(
  {
    every: Type.Optional(Type.Unsafe<IntervalName>({ type: 'string', enum: [...INTERVAL_NAMES] })),
    cron: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Five fields, in place of `every`.' }),
    ),
    time_zone: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: 'IANA name; UTC when absent.' })),
  },
  { $id: 'RefreshSchedule', description: 'An interval by name, or a cron expression.' },
)

const How = {
  enabled: Type.Boolean({ default: true }),
  schedule: RefreshSchedule,
  max_usd: nullable(
    Type.Number({ minimum: 0, maximum: 100_000 }),
    'What one refresh may cost; null: the budgets alone.',
  ),
}
const State = {
  next_at: nullable(Type.String({ format: 'date-time' })),
  last_at: nullable(Type.String({ format: 'date-time' })),
  last_result: nullable(Type.Record(Type.String(), Type.Unknown()), 'What the last refresh began, or why it did not.'),
}

const columns = Type.Array(
  Type.Object({ column_id: Type.String({ minLength: 1, maxLength: 100 }), max_age_days: MaxAge }),
  {
    minItems: 1,
    maxItems: 100,
  },
)
const MaxRows = Type.Integer({ default: 1_000, minimum: 1, maximum: 20_000, description: 'Rows of one refresh.' })

export const WorkbookRefreshWrite = Type.Object(
  { ...How, columns, max_rows: MaxRows },
  { $id: 'WorkbookRefreshPolicyWrite', additionalProperties: false },
)
export const WorkbookRefresh = Type.Object(
  { ...How, columns: Type.Array(columns.items), max_rows: MaxRows, ...State },
  { $id: 'WorkbookRefreshPolicy', description: 'Rows of leads in conversation first, then the oldest values.' },
)

const actions = Type.Array(
  Type.Object({
    action: Type.Unsafe<LeadActionName>({ type: 'string', enum: [...LEAD_ACTIONS] }),
    max_age_days: MaxAge,
  }),
  { minItems: 1, maxItems: LEAD_ACTIONS.length },
)
const MaxLeads = Type.Integer({ default: 500, minimum: 1, maximum: 10_000, description: 'Leads of one refresh.' })

const FilterId = nullable(
  Type.String({ maxLength: 100 }),
  'A shared saved filter: only its leads are refreshed, as it is at each refresh. Null: all leads.',
)

export const LeadsRefreshWrite = Type.Object(
  { ...How, actions, max_leads: MaxLeads, filter_id: Type.Optional(FilterId) },
  { $id: 'LeadsRefreshPolicyWrite', additionalProperties: false },
)
export const LeadsRefresh = Type.Object(
  { ...How, actions: Type.Array(actions.items), max_leads: MaxLeads, filter_id: FilterId, ...State },
  { $id: 'LeadsRefreshPolicy', description: 'Leads in conversation first, then the oldest values.' },
)

export type WorkbookRefreshWrite = Static<typeof WorkbookRefreshWrite>
export type LeadsRefreshWrite = Static<typeof LeadsRefreshWrite>
