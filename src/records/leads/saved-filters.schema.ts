// The wire shapes of saved filters over leads.
import { type Static, Type } from 'typebox'
import { FilterSchema } from '../../engine/filter.schema.ts'
import { SortsSchema } from '../../engine/sort.schema.ts'
import { nullable } from '../../platform/http/nullable.ts'
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
const Shared = Type.Boolean({ default: false, description: 'Whether every member of the workspace sees it.' })

export const LeadFilterWrite = Type.Object({ name: Name, is_shared: Shared, ...question }, { $id: 'LeadFilterWrite' })
export const LeadFilterUpdate = Type.Object(
  { name: Type.Optional(Name), is_shared: Type.Optional(Type.Boolean()), ...question },
  { $id: 'LeadFilterUpdate', description: 'What is absent stays; null takes a part of the question away.' },
)

export const LeadFilter = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    is_shared: Type.Boolean(),
    is_mine: Type.Boolean(),
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
