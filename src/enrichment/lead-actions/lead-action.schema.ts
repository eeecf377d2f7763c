// The wire shapes of the actions that fill leads, and of asking for one.
import { type Static, Type } from 'typebox'
import { WaterfallColumn } from '../../engine/columns/kinds/waterfall.kind.ts'
import { Estimate } from '../../engine/money/estimate.schema.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { IdempotencyKey } from '../../platform/http/idempotency-key.schema.ts'
import { listOf } from '../../platform/http/paging.ts'
import { Lead } from '../../records/lead-facts/lead.schema.ts'
import { LEAD_ACTIONS, type LeadActionName } from './lead-action.logic.ts'
import { FILL_MODES, type FillMode } from './lead-plan.logic.ts'

const oneOf = <T extends string>(values: readonly T[], more: object = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...more })

// A lead job keeps no budget for exploring.
const {
  type: _type,
  width: _width,
  hidden: _hidden,
  pinned: _pinned,
  explore: _explore,
  ...waterfall
} = WaterfallColumn.properties

export const LeadWaterfallShape = Type.Object(
  {
    ...waterfall,
    into: Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Type.String({ minLength: 1, maxLength: 100 }), {
      minProperties: 1,
      examples: [{ email: 'work_email' }],
      maxProperties: 30,
      description:
        'The output field of the answer that each field of the lead takes, such as `{"email": "work_email"}`.',
    }),
  },
  {
    $id: 'LeadWaterfall',
    description:
      'A waterfall over the fields of a lead. Inputs refer to them by label (`{{Domain}}`, `{{Contact}}`), besides `{{Site}}` (the ' +
      'website, else the domain), `{{First name}}` and `{{Last name}}`.',
  },
)

export const LeadActionWrite = Type.Object(
  { waterfalls: Type.Array(LeadWaterfallShape, { minItems: 1, maxItems: 10 }) },
  {
    $id: 'LeadActionWrite',
    additionalProperties: false,
    description: 'Worked through in this order; each reads what those before it found.',
  },
)

const LeadAction = Type.Object(
  {
    action: oneOf(LEAD_ACTIONS),
    title: Type.String(),
    description: Type.String(),
    is_default: Type.Boolean({ description: 'False where this workspace has changed it.' }),
    ready: Type.Boolean({
      description: 'Whether at least one of its steps can be called with the keys entered so far.',
    }),
    waterfalls: Type.Array(LeadWaterfallShape),
  },
  { $id: 'LeadAction' },
)
export const LeadActionShape = LeadAction
export const LeadActionList = listOf(LeadAction, 'LeadActionList')
export const ActionPath = Type.Object({ action: Type.String() })

const MAX_SAFE = Number.MAX_SAFE_INTEGER
export const MOST_LEADS = 100

const LeadIds = Type.Array(Type.Integer({ minimum: 1, maximum: MAX_SAFE }), {
  minItems: 1,
  maxItems: MOST_LEADS,
  description:
    'At most 100; one that is named twice is worked on once. Of leads that were merged on the Duplicates page the one with the most ' +
    'values is asked about; the others end as `skipped`, with its id.',
})

const modeOf = (usual: FillMode) =>
  oneOf<FillMode>(FILL_MODES, {
    default: usual,
    description:
      '`missing`: blank and stale values; `stale`: stale values alone; `all`: whatever the lead has. A better source is never ' +
      'replaced by a worse one. What a merged lead has up to date is paid for by `all` only.',
  })

const How = {
  mode: modeOf('missing'),
  max_usd: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      description: 'What the job may cost at most. Absent: the budgets alone.',
    }),
  ),
}

export const BulkEnrich = Type.Object(
  {
    lead_ids: LeadIds,
    action: oneOf<LeadActionName>(LEAD_ACTIONS, { default: 'find_emails', description: 'What is done to each lead.' }),
    ...How,
    ...IdempotencyKey,
  },
  { $id: 'BulkEnrich', additionalProperties: false },
)

export const BulkEstimate = Type.Object(
  { lead_ids: LeadIds, action: BulkEnrich.properties.action, mode: How.mode },
  { $id: 'BulkEnrichEstimate', additionalProperties: false },
)

export const EnrichOne = Type.Object(
  {
    action: oneOf<LeadActionName>(LEAD_ACTIONS, { default: 'find_emails', description: 'What is done to the lead.' }),
    ...How,
    wait_seconds: Type.Integer({
      default: 20,
      minimum: 0,
      maximum: 60,
      description: 'How long the response waits for the job to end; the job continues either way.',
    }),
    ...IdempotencyKey,
  },
  { $id: 'EnrichOne', additionalProperties: false },
)

export const OfOneLead = Type.Object(
  {
    lead_id: Type.Integer({ minimum: 1, maximum: MAX_SAFE }),
    mode: modeOf('all'),
    max_usd: How.max_usd,
    wait_seconds: EnrichOne.properties.wait_seconds,
    ...IdempotencyKey,
  },
  { $id: 'EnrichOneLead', additionalProperties: false },
)

export const BulkStarted = Type.Object(
  {
    job_id: Type.String(),
    status: Type.String(),
    action: oneOf(LEAD_ACTIONS),
    total: Type.Integer({
      description: 'Leads of the job, with those that it skips because they are merged with another.',
    }),
  },
  {
    $id: 'BulkEnrichStarted',
    description: 'The job runs in the background: `GET /api/jobs/{job_id}`, or `/api/events?job_id=`.',
  },
)

export const JobLead = Type.Object(
  {
    lead_id: Type.Integer(),
    status: oneOf(['pending', 'running', 'waiting', 'done'] as const, {
      description: '`waiting`: for an answer that a provider promised for later.',
    }),
    outcome: nullable(
      Type.String(),
      '`created`, `updated`, `confirmed`, `unchanged`, `fresh`, `unverified`, `not_found`, `skipped`, `error`, `budget_stopped`, ' +
        '`throttled` or `suppressed`.',
    ),
    detail: nullable(Type.String()),
    fields: Type.Array(Type.String(), { description: 'Fields of the lead that changed.' }),
    steps: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        status: Type.String(),
        provider: nullable(Type.String()),
        reason: nullable(Type.String()),
        detail: nullable(Type.String()),
        cost_usd: Type.Number(),
      }),
    ),
    cost_usd: Type.Number(),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'JobLeadState' },
)

export const LeadOfJob = Type.Object(
  { ...Lead.properties, job: JobLead },
  { $id: 'LeadOfJob', description: 'A lead, and what the job did to it.' },
)
export const JobLeads = listOf(LeadOfJob, 'JobLeads')

export const LeadEnriched = Type.Object(
  {
    job_id: Type.String(),
    status: Type.String({ description: 'Of the job: `pending` or `running` when it continues after this response.' }),
    result: nullable(JobLead, 'What was done to the lead; null when it is not there any more.'),
    lead: nullable(Lead, 'The lead as it is now.'),
  },
  { $id: 'LeadEnriched' },
)

export const LeadEstimate = Type.Object(
  {
    ...Estimate.properties,
    action: oneOf(LEAD_ACTIONS),
    merged: Type.Integer({
      description:
        'Leads that would be skipped because they are merged with another of the request; in no other count.',
    }),
  },
  { $id: 'LeadEstimate' },
)

export type BulkEnrich = Static<typeof BulkEnrich>
export type EnrichOne = Static<typeof EnrichOne>
export type OfOneLead = Static<typeof OfOneLead>
export type LeadActionRecord = Static<typeof LeadAction>
export type LeadActionWrite = Static<typeof LeadActionWrite>
