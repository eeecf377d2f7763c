// The wire shapes of saved filters over leads.
import { type Static, Type } from 'typebox'
import { FilterSchema } from '../../engine/filter/filter.schema.ts'
import { SortsSchema } from '../../engine/filter/sort.schema.ts'
import { SHARING_SCOPES, type SharingScope } from '../../identity/sharing.logic.ts'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { listOf } from '../../platform/http/paging.ts'
import { SearchText } from '../filters/query.schema.ts'
import { LEAD_KINDS, LEAD_STATUSES } from '../lead-facts/lead-field.logic.ts'

const oneOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] })

const question = {
  search: Type.Optional(nullable(SearchText)),
  filter: Type.Optional(nullable(FilterSchema)),
  sort: Type.Optional(SortsSchema),
  status: Type.Optional(nullable(oneOf(LEAD_STATUSES))),
  kind: Type.Optional(nullable(oneOf(LEAD_KINDS))),
}
const Name = Type.String({ minLength: 1, maxLength: 120 })
const Sharing = Type.Unsafe<SharingScope>({
  type: 'string',
  enum: [...SHARING_SCOPES],
  description:
    '`personal`: only its creator sees and changes it. `shared`: every member sees it, members who can edit leads can change it. ' +
    '`locked`: every member sees it, its creator and admins can change it.',
})

export const LeadFilterWrite = Type.Object(
  { name: Name, scope: Type.Optional(Sharing), ...question },
  { $id: 'LeadFilterWrite' },
)
export const LeadFilterUpdate = Type.Object(
  { name: Type.Optional(Name), scope: Type.Optional(Sharing), ...question },
  { $id: 'LeadFilterUpdate', description: 'What is absent stays; null takes a part of the question away.' },
)

export const LeadFilter = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    scope: Sharing,
    is_mine: Type.Boolean(),
    may_change: Type.Boolean({ description: 'Whether the caller can change and delete it.' }),
    search: nullable(Type.String()),
    filter: nullable(FilterSchema),
    sort: SortsSchema,
    status: nullable(oneOf(LEAD_STATUSES)),
    kind: nullable(oneOf(LEAD_KINDS)),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'LeadFilter' },
)
export const LeadFilterList = listOf(LeadFilter, 'LeadFilterList')
export const FilterPath = Type.Object({ filter_id: Type.String() })

export type LeadFilterWrite = Static<typeof LeadFilterWrite>
export type LeadFilterUpdate = Static<typeof LeadFilterUpdate>
export type LeadFilter = Static<typeof LeadFilter>
