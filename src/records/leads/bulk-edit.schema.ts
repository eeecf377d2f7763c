// The wire shapes of editing and deleting many leads at once.
import { type Static, Type } from 'typebox'
import { IdempotencyKey } from '../../platform/http/idempotency-key.schema.ts'
import { LeadUpdate } from '../lead-facts/lead.schema.ts'

const Ids = Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), { minItems: 1, maxItems: 1000 })
const Tags = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50, description }))

export const LeadBulkEdit = Type.Object(
  {
    lead_ids: Ids,
    set: Type.Optional(
      Type.Object(LeadUpdate.properties, {
        description: 'Values to set, as `PATCH /api/lead/{lead_id}`; null clears.',
      }),
    ),
    add_tags: Tags('Tags to add.'),
    remove_tags: Tags('Tags to remove.'),
    ...IdempotencyKey,
  },
  { $id: 'LeadBulkEdit', additionalProperties: false },
)
export const LeadIdList = Type.Object(
  { lead_ids: Type.Array(Ids.items, { minItems: 1, maxItems: 1000, examples: [[4711, 4712]] }), ...IdempotencyKey },
  { $id: 'LeadIdList', additionalProperties: false },
)
export const LeadsChanged = Type.Object({ changed: Type.Integer() }, { $id: 'LeadsChanged' })
export const LeadsDeleted = Type.Object({ deleted: Type.Integer() }, { $id: 'LeadsDeleted' })

export type LeadBulkEdit = Static<typeof LeadBulkEdit>
