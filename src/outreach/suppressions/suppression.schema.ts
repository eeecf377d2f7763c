// Wire shapes of suppressions: addresses and domains that are never mailed.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { countedListOf, PageQuery } from '../../platform/http/paging.ts'

export const REASONS = ['unsubscribe', 'bounce', 'complaint', 'manual', 'erasure'] as const
export type Reason = (typeof REASONS)[number]
const Scope = Type.Unsafe<'address' | 'domain'>({ type: 'string', enum: ['address', 'domain'] })
const AnyReason = Type.Unsafe<Reason>({ type: 'string', enum: [...REASONS] })

export const Suppression = Type.Object(
  {
    id: Type.String(),
    scope: Scope,
    value: nullable(Type.String(), 'The address or domain; null where only its hash is kept.'),
    reason: AnyReason,
    source: Type.String({
      description: 'Its origin: `api`, `import`, `one-click`, `webhook`, `dsn`, `smtp`, `reply`.',
    }),
    note: nullable(Type.String()),
    sequence_id: nullable(Type.String()),
    message_id: nullable(Type.String()),
    can_delete: Type.Boolean({ description: 'Unsubscribes, bounces and complaints stay.' }),
    can_take_back: Type.Boolean({
      description: 'An unsubscribe that was read out of a reply: an admin may take it back with a reason.',
    }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Suppression' },
)
export type Suppression = Static<typeof Suppression>
export const SuppressionList = countedListOf(Suppression, 'SuppressionList')

export const SuppressionsQuery = Type.Object({
  search: Type.Optional(
    Type.String({ maxLength: 320, description: 'Beginning of an address or a domain, or a whole address.' }),
  ),
  reason: Type.Optional(AnyReason),
  scope: Type.Optional(Scope),
  ...PageQuery,
})

const value = Type.String({
  minLength: 1,
  maxLength: 400,
  description: 'An address, or a domain with the scope `domain`.',
})
const HandReason = Type.Unsafe<Reason>({
  type: 'string',
  enum: [...REASONS],
  default: 'manual',
  description: 'With `erasure` only a hash is kept.',
})
const note = Type.Optional(Type.String({ maxLength: 1000 }))
const ScopeIn = Type.Optional(
  Type.Unsafe<'address' | 'domain'>({
    type: 'string',
    enum: ['address', 'domain'],
    description: 'Absent: derived from the value.',
  }),
)

export const SuppressionCreate = Type.Object(
  { value, scope: ScopeIn, reason: HandReason, note },
  { $id: 'SuppressionCreate' },
)
export type SuppressionCreate = Static<typeof SuppressionCreate>

export const SuppressionTakeBack = Type.Object(
  {
    reason: Type.String({
      minLength: 3,
      maxLength: 1000,
      description: 'Why the reply was no unsubscribe. It stays in the audit log.',
    }),
  },
  { $id: 'SuppressionTakeBack', additionalProperties: false },
)

export const SuppressionImport = Type.Object(
  {
    items: Type.Optional(
      Type.Array(Type.String({ maxLength: 400 }), { maxItems: 50_000, description: 'Addresses and domains.' }),
    ),
    text: Type.Optional(
      Type.String({ maxLength: 1_000_000, description: 'A file: the first column of each line, or one value a line.' }),
    ),
    reason: HandReason,
    note,
  },
  { $id: 'SuppressionImport' },
)
export type SuppressionImport = Static<typeof SuppressionImport>

export const SuppressionImported = Type.Object(
  {
    added: Type.Integer(),
    already: Type.Integer(),
    rejected: Type.Array(Type.Object({ line: Type.Integer(), value: Type.String(), reason: Type.String() }), {
      description: 'The first 1,000 that are neither address nor domain.',
    }),
    cancelled: Type.Integer({ description: 'Messages that were waiting for these addresses.' }),
  },
  { $id: 'SuppressionImported' },
)
