// The wire shapes of entities, their pairs and their settings.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { countedListOf, listOf, PageQuery } from '../../platform/http/paging.ts'
import { ENTITY_KINDS } from '../lead-facts/record-form.logic.ts'
import {
  ComparedField,
  DecisionWord,
  ExplainedPair,
  LikelyCounted,
  LikelyFields,
  oneOf,
  PairId,
  Time,
} from '../matching/pair.schema.ts'

const EntityId = Type.String({ format: 'uuid' })
export const EntityPath = Type.Object({ entity_id: EntityId })
export const PairPath = Type.Object({ pair_id: PairId })
const Kind = oneOf(ENTITY_KINDS)

export const EntitySummary = Type.Object(
  {
    id: EntityId,
    kind: Kind,
    name: nullable(Type.String()),
    records: Type.Integer({ description: 'Leads that are this entity.' }),
    created_at: Time,
    updated_at: Time,
  },
  { $id: 'EntitySummary' },
)
export const EntityList = listOf(EntitySummary, 'EntityList')
export const EntitiesQuery = Type.Object({
  kind: Type.Optional(Kind),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'The beginning of a name.' })),
  merged: Type.Optional(Type.Boolean({ description: 'Only those of more than one record.' })),
  ...PageQuery,
})

const Member = Type.Object(
  {
    record_id: Type.Integer(),
    lead_id: Type.Integer(),
    values: Type.Record(Type.String(), Type.Unknown(), {
      description: 'By field name; those of `custom` with `custom.` before it.',
    }),
  },
  { $id: 'EntityMember' },
)
const FieldCandidate = Type.Object(
  {
    record_id: Type.Integer(),
    value: Type.Unknown(),
    provenance: nullable(Type.Record(Type.String(), Type.Unknown())),
    chosen: Type.Boolean({ description: 'Whether a user chose this value.' }),
  },
  { $id: 'EntityFieldCandidate' },
)
const EntityMerge = Type.Object(
  {
    id: Type.String(),
    absorbed_id: Type.String(),
    name: nullable(Type.String()),
    records: Type.Integer(),
    automatic: Type.Boolean(),
    by: nullable(Type.String()),
    at: Time,
  },
  { $id: 'EntityMerge' },
)
export const EntityDetail = Type.Object(
  {
    ...EntitySummary.properties,
    golden: Type.Record(Type.String(), Type.Unknown(), { description: 'One value for each field, by field name.' }),
    fields: Type.Array(
      Type.Object({
        field: Type.String({ description: 'Of a value in `custom` its name, with `custom.` before it.' }),
        candidates: Type.Array(FieldCandidate, { description: 'The winner first.' }),
        why: nullable(Type.String(), 'Why the first is shown; null where no other says anything else.'),
      }),
    ),
    members: Type.Array(Member),
    merges: Type.Array(EntityMerge, { description: 'Merges that can be undone, newest first.' }),
  },
  { $id: 'EntityDetail' },
)

const ComparedLeadField = Type.Object(
  {
    ...ComparedField.properties,
    value_of: nullable(
      Type.String(),
      'The field that holds the value in both, as `winners` name it; null where they hold it in two fields, both of which are kept.',
    ),
  },
  { $id: 'ComparedLeadField' },
)
const PairSide = Type.Object(
  {
    ...Member.properties,
    entity_id: EntityId,
    name: nullable(Type.String()),
    records: Type.Integer({ description: 'Records of its entity.' }),
  },
  { $id: 'EntityPairSide' },
)
export const PAIR_STATUSES = ['pending', 'merged', 'rejected', 'auto_merged'] as const
export const EntityPair = Type.Object(
  {
    ...ExplainedPair,
    fields: Type.Array(ComparedLeadField, { description: 'All in which one of the two has a value.' }),
    choices: Type.Array(Type.String(), {
      description: 'Fields of which the two have different values, of which one is shown when they are merged.',
    }),
    kind: Kind,
    status: oneOf(PAIR_STATUSES),
    entity_id: EntityId,
    candidate_id: EntityId,
    settles: Type.Integer({ description: 'Records that a decision settles.' }),
    entity: PairSide,
    candidate: PairSide,
    merge_id: nullable(Type.String()),
    created_at: Time,
  },
  { $id: 'EntityPair' },
)
export const EntityPairList = countedListOf(EntityPair, 'EntityPairList')
export const QueueQuery = Type.Object({
  status: Type.Optional(
    Type.Unsafe<(typeof PAIR_STATUSES)[number]>({ type: 'string', enum: [...PAIR_STATUSES], default: 'pending' }),
  ),
  kind: Type.Optional(Kind),
  lead_id: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Only pairs of this lead.' }),
  ),
  ...PageQuery,
})

export const DecideBody = Type.Object(
  {
    decision: DecisionWord,
    pair_id: PairId,
    winners: Type.Optional(
      Type.Record(Type.String({ maxLength: 100 }), Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
        description: 'With a merge: by field name the record whose value is shown.',
      }),
    ),
  },
  { $id: 'DecidePair' },
)
export const PairDecided = Type.Object(
  {
    pair_id: PairId,
    status: oneOf(['merged', 'rejected']),
    entity_id: EntityId,
    merge_id: nullable(Type.String(), 'Undoes the merge at `POST /api/entities/{entity_id}/split`.'),
  },
  { $id: 'PairDecided' },
)

export const AcceptAboveBody = Type.Object(LikelyFields, { $id: 'AcceptAbove' })
export const AcceptedAbove = Type.Object(
  {
    pairs: Type.Integer({ description: 'Pending pairs above it, also those that are left to users.' }),
    merged: Type.Integer({ description: 'Leads that went into another.' }),
    left: Type.Integer({ description: 'Leads that would go into another, by this call or the next.' }),
    ...LikelyCounted,
  },
  { $id: 'AcceptedAbove' },
)

export const SplitBody = Type.Object(
  {
    merge_id: Type.Optional(Type.String({ format: 'uuid', description: 'The merge to undo; the newest when absent.' })),
  },
  { $id: 'SplitEntity' },
)
export const SplitDone = Type.Object(
  {
    entity_id: EntityId,
    restored_id: EntityId,
    merge_id: Type.String(),
    records: Type.Integer({ description: 'Records that went back.' }),
  },
  { $id: 'EntitySplit' },
)
export const WinnersBody = Type.Object(
  {
    winners: Type.Record(
      Type.String({ maxLength: 100 }),
      nullable(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
      {
        description: 'By field name the record whose value is shown; null leaves it to the rule again.',
      },
    ),
  },
  { $id: 'EntityWinners' },
)

export const EntitySettingsShape = Type.Object(
  {
    auto_merge: Type.Boolean({
      description:
        'Merge the surest pairs without a review: people only with evidence of the person, firms of two streets only with one id. Off by default.',
    }),
    merge_threshold: Type.Number({
      minimum: 0.8,
      maximum: 1,
      description: 'Probability from which a pair is merged automatically.',
    }),
    review_threshold: Type.Number({
      minimum: 0.01,
      maximum: 0.9,
      description: 'Probability from which a pair is shown.',
    }),
  },
  { $id: 'EntitySettings' },
)

export type EntitiesQuery = Static<typeof EntitiesQuery>
export type QueueQuery = Static<typeof QueueQuery>
export type DecideBody = Static<typeof DecideBody>
