// The wire shapes of editing and deleting many leads at once.
import { type Static, Type } from 'typebox'
import { FilterSchema } from '../../engine/filter/filter.schema.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { IdempotencyKey } from '../../platform/http/idempotency-key.schema.ts'
import { LeadUpdate } from '../lead-facts/lead.schema.ts'

const Ids = Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), { minItems: 1, maxItems: 1000 })
const Tags = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50, description }))

const Changes = {
  set: Type.Optional(
    Type.Object(LeadUpdate.properties, {
      description: 'Values to set, as `PATCH /api/lead/{lead_id}`; null clears.',
    }),
  ),
  add_tags: Tags('Tags to add.'),
  remove_tags: Tags('Tags to remove.'),
}

const FoundLeads = Type.Object(
  {
    search: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
    filter: Type.Optional(FilterSchema),
    filter_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'A shared saved filter, as it is now; alone.' }),
    ),
  },
  { additionalProperties: false, description: 'All leads that this finds, in a job; `{}` finds all there are.' },
)

export const LeadBulkEdit = Type.Object(
  {
    lead_ids: Type.Optional(Ids),
    which: Type.Optional(FoundLeads),
    ...Changes,
    ...IdempotencyKey,
  },
  { $id: 'LeadBulkEdit', additionalProperties: false },
)

/** What the job of a bulk edit keeps: the question as it was asked, and the last lead there was then. */
export const EditFound = Type.Object({
  search: nullable(Type.String()),
  filter: nullable(Type.Unknown()),
  last_id: Type.Integer(),
  ...Changes,
})
export const LeadIdList = Type.Object(
  { lead_ids: Type.Array(Ids.items, { minItems: 1, maxItems: 1000, examples: [[4711, 4712]] }), ...IdempotencyKey },
  { $id: 'LeadIdList', additionalProperties: false },
)
export const LeadsChanged = Type.Object(
  {
    changed: Type.Integer({ description: 'Leads that were changed; 0 where a job changes them.' }),
    job_id: nullable(Type.String(), 'The job that changes what `which` finds, to be followed, cancelled and undone.'),
  },
  { $id: 'LeadsChanged' },
)
export const LeadsDeleted = Type.Object({ deleted: Type.Integer() }, { $id: 'LeadsDeleted' })

export type LeadBulkEdit = Static<typeof LeadBulkEdit>
export type LeadsChanged = Static<typeof LeadsChanged>
export type LeadChanges = Pick<LeadBulkEdit, keyof typeof Changes>
