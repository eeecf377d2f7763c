// The wire shape of what is known of a lead: each value with its source and age, and what other sources said.
import { Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { listOf } from '../../platform/http/paging.ts'
import { Provenance } from '../../records/store/rows/row.schema.ts'
import { FRESHNESS } from './freshness.logic.ts'

const Age = nullable(Type.Integer({ minimum: 0 }), 'Whole days since the source gave it; null when that is not known.')

const OtherValue = Type.Object(
  {
    provider: Type.String(),
    value: Type.Unknown(),
    provenance: nullable(Provenance),
    reason: Type.String({ description: 'Why the lead does not show it.' }),
    age_days: Age,
    at: Type.String({ format: 'date-time' }),
  },
  { $id: 'OtherLeadValue' },
)

const LeadFact = Type.Object(
  {
    field: Type.String(),
    label: Type.String(),
    value: Type.Unknown(),
    provenance: nullable(Provenance),
    age_days: Age,
    max_age_days: Type.Integer({ description: 'Days after which the value is stale.' }),
    freshness: Type.Unsafe<(typeof FRESHNESS)[number]>({
      type: 'string',
      enum: [...FRESHNESS],
      description: '`expired` is past three times its age limit: shown, and not to be used for outreach.',
    }),
    others: Type.Array(OtherValue, { description: 'What other sources said, the newest of each.' }),
  },
  { $id: 'LeadFact' },
)
export const LeadFacts = listOf(LeadFact, 'LeadFacts')

const LeadAttempt = Type.Object(
  {
    id: Type.String(),
    action: Type.String(),
    waterfall: Type.String(),
    step_id: Type.String(),
    provider: Type.String(),
    outcome: nullable(Type.String()),
    reason: nullable(Type.String()),
    detail: nullable(Type.String()),
    cached: Type.Boolean(),
    cost_usd: nullable(Type.Number(), 'Null is unknown.'),
    started_at: Type.String({ format: 'date-time' }),
    duration_ms: nullable(Type.Integer()),
    request: nullable(Type.Record(Type.String(), Type.Unknown()), 'With secrets masked.'),
    response: nullable(Type.Record(Type.String(), Type.Unknown())),
    job_id: nullable(Type.String()),
  },
  { $id: 'LeadAttempt' },
)
export const LeadTrace = listOf(LeadAttempt, 'LeadTrace')
