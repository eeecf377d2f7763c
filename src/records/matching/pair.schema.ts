// The wire shapes of pairs that all subjects have.
import { Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { DECISIONS } from './pairs.commands.ts'

export const oneOf = <T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...(description !== undefined && { description }) })

export const Time = Type.String({ format: 'date-time' })
export const PairId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

export const ComparedField = Type.Object(
  {
    field: Type.String({ description: 'The field of leads, or the id of the column.' }),
    name: Type.String({
      description: 'What is compared, in words: the field, the column, or a part of it such as the surname.',
    }),
    left: Type.Unknown(),
    right: Type.Unknown(),
    agreement: nullable(Type.String(), 'What the two are to each other; null where one of them is missing.'),
    is_same: Type.Boolean(),
    weight: Type.Number({ description: 'In bits: positive speaks for a match, negative against it.' }),
  },
  { $id: 'ComparedField' },
)

/** What is told of every pair, of leads and of rows. */
export const ExplainedPair = {
  id: PairId,
  weight: Type.Number({
    description: 'In bits: the sum of `base_weight`, the weight of the relation and those of all fields.',
  }),
  base_weight: Type.Number({
    description: 'How likely any two records are the same before they are compared, with what decisions have taught.',
  }),
  probability: Type.Number({ minimum: 0, maximum: 1 }),
  why: Type.String({ description: 'Why the two may be the same, and what speaks against it, in a sentence.' }),
  relation: nullable(
    Type.Object({ name: Type.String(), words: Type.String(), weight: Type.Number() }),
    'What the two may be instead, or by what they are implied.',
  ),
  fields: Type.Array(ComparedField, {
    description: 'Of leads all in which one of the two has a value, of rows those in which both have.',
  }),
  reopened_by: nullable(Type.Array(Type.String()), 'Fields whose equal values reopened a rejected pair.'),
  decided_by: nullable(Type.String()),
  decided_at: nullable(Time),
}

export const DecisionWord = oneOf(
  DECISIONS,
  '`merge`: the two are one. `reject`: they are different, which is remembered for good.',
)

export const LikelyFields = {
  probability: Type.Number({
    minimum: 0.5,
    maximum: 1,
    description: 'Pending pairs at least this likely are merged, save those that are left to users.',
  }),
  dry_run: Type.Boolean({ default: false, description: 'Only count them.' }),
  expected_count: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'What a dry run leaves: `left`. If it differs: 409, and nothing happens.',
    }),
  ),
}

/** Beside the numbers of an answer. */
export const LikelyCounted = {
  at_least: Type.Optional(
    Type.Literal(true, {
      description:
        'Present where there are more pairs than one call reads, 20,000: the numbers are those of the surest that ' +
        'may be merged. Call again for the rest.',
    }),
  ),
}

export const ScanStarted = Type.Object({ job_id: Type.String() }, { $id: 'DuplicateScanStarted' })
