// Wire shapes of drafts: messages that a person approves before they leave.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { listOf, PageQuery } from '../../platform/http/paging.ts'

export const DRAFT_STATUSES = ['pending', 'approved', 'rejected', 'sent'] as const
export type DraftStatus = (typeof DRAFT_STATUSES)[number]
const Status = Type.Unsafe<DraftStatus>({ type: 'string', enum: [...DRAFT_STATUSES] })

export const DraftEvidence = Type.Object({
  sentence: Type.String(),
  facts: Type.Array(Type.Object({ field: Type.String(), value: Type.String() }), {
    description: 'Values of the lead that support the sentence.',
  }),
  unsupported: Type.Optional(
    Type.Array(Type.String(), {
      description: 'What in it no value of the lead stands for: names, numbers, events, relations, or the whole of it.',
    }),
  ),
  is_supported: Type.Boolean({ description: 'False for a claim about the lead that no value of the lead supports.' }),
})
export type DraftEvidence = Static<typeof DraftEvidence>

export const Draft = Type.Object(
  {
    id: Type.String(),
    status: Status,
    drafted_by: Type.Unsafe<'model' | 'template' | 'person'>({ type: 'string', enum: ['model', 'template', 'person'] }),
    sequence_id: nullable(Type.String()),
    sequence_name: nullable(Type.String()),
    enrollment_id: nullable(Type.String()),
    lead_id: nullable(Type.Integer()),
    name: Type.String({ description: 'Of the person or the company.' }),
    to: Type.String(),
    step_number: Type.Integer(),
    subject: Type.String(),
    text: Type.String(),
    evidence: Type.Array(DraftEvidence, { description: 'Of a draft by a model, sentence by sentence.' }),
    due_at: Type.String({ format: 'date-time' }),
    approved_at: nullable(Type.String({ format: 'date-time' })),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Draft' },
)
export type Draft = Static<typeof Draft>
export const DraftList = listOf(Draft, 'DraftList')
export const DraftsQuery = Type.Object({
  status: Type.Unsafe<DraftStatus>({ type: 'string', enum: [...DRAFT_STATUSES], default: 'pending' }),
  sequence_id: Type.Optional(Type.String({ maxLength: 100 })),
  ...PageQuery,
})
export const DraftPath = Type.Object({ draft_id: Type.String({ maxLength: 100 }) })
export const DraftUpdate = Type.Object(
  {
    subject: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, format: 'header-text' })),
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 50_000 })),
  },
  { $id: 'DraftUpdate', additionalProperties: false },
)
export const DraftCreate = Type.Object(
  {
    enrollment_id: Type.String({ maxLength: 100, description: 'Whose next message is drafted.' }),
    instructions: Type.Optional(Type.String({ maxLength: 5_000, description: 'For the model.' })),
    max_usd: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1_000_000,
        description:
          'The maximum cost of the model, in US dollars; a call that may cost more is not made. Absent: the budgets alone.',
      }),
    ),
  },
  { $id: 'DraftCreate' },
)
export type DraftCreate = Static<typeof DraftCreate>
