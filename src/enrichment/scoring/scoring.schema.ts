// The wire shapes of scoring: the rules of a workspace, what a change of them would do, and the score of one lead with its parts.
import { type Static, Type } from 'typebox'
import { FilterSchema } from '../../engine/filter/filter.schema.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { listOf } from '../../platform/http/paging.ts'

const Points = Type.Integer({ minimum: -100, maximum: 100, description: 'Added to the score; below zero takes away.' })
const RuleId = Type.String({ minLength: 1, maxLength: 40, pattern: '^[a-z0-9_-]+$' })
const Name = Type.String({ minLength: 1, maxLength: 120 })

export const FitRule = Type.Object(
  {
    id: RuleId,
    name: Name,
    filter: FilterSchema,
    points: Points,
  },
  { $id: 'FitRule', description: 'Points for leads that match a filter over lead fields.' },
)

export const IntentRule = Type.Object(
  {
    id: RuleId,
    name: Name,
    kind: Type.String({
      minLength: 1,
      maxLength: 60,
      description: 'Kind of intent, such as `hiring`, `funding` or `visit`; `*` is any kind that no other rule names.',
    }),
    points: Points,
    half_life_days: Type.Number({
      exclusiveMinimum: 0,
      maximum: 3650,
      default: 30,
      description: 'Days after which half of the points are left.',
    }),
  },
  {
    $id: 'IntentRule',
    description: 'Points for what a lead did lately, less the longer ago it was; the strongest of a kind counts.',
  },
)

const Share = Type.Number({ minimum: 0, maximum: 1 })
const Threshold = Type.Integer({ minimum: 0, maximum: 100 })

export const ScoringRules = Type.Object(
  {
    fit: Type.Array(FitRule, { maxItems: 100 }),
    intent: Type.Array(IntentRule, { maxItems: 50 }),
    weights: Type.Object(
      { fit: Share, intent: Share },
      { description: 'Shares of the total; they are scaled so that they sum to 1.' },
    ),
    tiers: Type.Object(
      { hot: Threshold, warm: Threshold, cold: Threshold },
      { description: 'The least score of each tier; below `cold` a lead is `unqualified`.' },
    ),
  },
  { $id: 'ScoringRules', description: 'Fit and intent are each the sum of their points, kept within 0 and 100.' },
)

export const Scoring = Type.Object(
  {
    ...ScoringRules.properties,
    version: Type.Integer({ description: 'Grows with each change.' }),
    is_default: Type.Boolean(),
    scored: Type.Integer({ description: 'Leads scored by these rules.' }),
    outdated: Type.Integer({ description: 'Leads scored by earlier rules.' }),
    job_id: nullable(Type.String(), 'The job that recomputes all scores, when one was started.'),
  },
  { $id: 'Scoring' },
)

export const SCORE_TIERS = ['hot', 'warm', 'cold', 'unqualified'] as const
const Tier = Type.Unsafe<(typeof SCORE_TIERS)[number]>({ type: 'string', enum: [...SCORE_TIERS] })

const Part = Type.Object({ id: Type.String(), name: Type.String(), points: Type.Number() }, { $id: 'ScorePart' })

export const ScoredLead = Type.Object(
  {
    lead_id: Type.Integer(),
    name: nullable(Type.String()),
    fit: Type.Integer(),
    intent: Type.Integer(),
    score: Type.Integer(),
    score_tier: Tier,
    parts: Type.Object({ fit: Type.Array(Part), intent: Type.Array(Part) }),
    scored_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'ScoredLead' },
)

const Moved = Type.Object(
  {
    lead_id: Type.Integer(),
    name: nullable(Type.String()),
    before: nullable(Type.Integer()),
    after: Type.Integer(),
    tier_before: nullable(Tier),
    tier_after: Tier,
    parts: ScoredLead.properties.parts,
  },
  { $id: 'MovedLead' },
)

const Tiers = Type.Object({
  hot: Type.Integer(),
  warm: Type.Integer(),
  cold: Type.Integer(),
  unqualified: Type.Integer(),
})

export const ScoringPreview = Type.Object(
  {
    leads: Type.Integer({ description: 'Leads that were read.' }),
    sampled: Type.Boolean({ description: 'Only a sample of the leads was read, the same sample each time.' }),
    before: Tiers,
    after: Tiers,
    moved_up: Type.Integer({ description: 'Leads that would get into a better tier.' }),
    moved_down: Type.Integer(),
    rules: Type.Array(Type.Object({ id: Type.String(), leads: Type.Integer() }), {
      description: 'How many of the read leads each rule holds for.',
    }),
    examples: Type.Array(Moved, { description: 'Those whose score moves most.' }),
  },
  { $id: 'ScoringPreview' },
)

export const ScoreLeads = Type.Object(
  {
    lead_ids: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
        minItems: 1,
        maxItems: 100,
        description: 'Scored at once. Absent: all leads, in the background.',
      }),
    ),
  },
  { $id: 'ScoreLeads' },
)

export const LeadsScored = Type.Object(
  {
    items: Type.Array(ScoredLead),
    next_cursor: Type.Null(),
    job_id: nullable(Type.String(), 'The job that scores all leads; null where the leads were named.'),
  },
  { $id: 'LeadsScored' },
)

export const IntentWrite = Type.Object(
  {
    kind: Type.String({ minLength: 1, maxLength: 60, pattern: '^[a-z0-9_.-]+$' }),
    strength: Type.Integer({ minimum: 0, maximum: 100, default: 100 }),
    occurred_at: Type.Optional(Type.String({ format: 'date-time', description: 'Absent: now.' })),
    note: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
    evidence_url: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
    dedupe_key: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Replaces an intent reported under the same key.' }),
    ),
  },
  { $id: 'IntentOfLeadWrite' },
)

export const LeadIntent = Type.Object(
  {
    id: Type.String(),
    kind: Type.String(),
    strength: Type.Integer(),
    note: nullable(Type.String()),
    evidence_url: nullable(Type.String()),
    occurred_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'IntentOfLead' },
)
export const LeadIntentList = listOf(LeadIntent, 'IntentsOfLead')

export type ScoringRules = Static<typeof ScoringRules>
export type Scoring = Static<typeof Scoring>
export type ScoredLead = Static<typeof ScoredLead>
export type ScoringPreview = Static<typeof ScoringPreview>
export type IntentWrite = Static<typeof IntentWrite>
