// The wire shape of what leaves the install for a workspace, and of what each role may do.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'
import { ROW_PLACES } from '../../providers/destinations.ts'

export const DESTINATION_KINDS = [
  'lookup',
  'model',
  'crm',
  'own_provider',
  'column',
  'source',
  'watch',
  'webhook',
  'mailbox',
  'notice',
  'company_icon',
  'identity_provider',
] as const

const oneOf = <T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...(description && { description }) })

const Destination = Type.Object(
  {
    kind: oneOf(DESTINATION_KINDS),
    id: Type.String(),
    name: Type.String(),
    hosts: Type.Array(Type.String(), { description: 'Where requests go; `*` stands for a part that the row gives.' }),
    row_places: Type.Array(oneOf(ROW_PLACES), {
      description:
        'Places that the row, or the target of a watch, names: its website, the DNS of its domain, the mail server of its address.',
    }),
    is_entered: Type.Boolean({ description: 'The address is the one that was entered for the account.' }),
    sends: Type.Array(Type.String(), { description: 'The values that are sent, where the code names them.' }),
    ready: Type.Boolean({ description: 'It can be called now: it needs no key, or has one, and is enabled.' }),
    uses: nullable(
      Type.Integer({ minimum: 0 }),
      'Columns of this workspace that name it; of a source that the service knows, sources of workbooks; null where none can.',
    ),
    alike: Type.Integer({
      minimum: 1,
      description: 'How many of its kind go to the same places and stand here as this one.',
    }),
  },
  { $id: 'Destination' },
)
export type Destination = Static<typeof Destination>

export const Access = Type.Object(
  {
    destinations: Type.Array(Destination),
    cut: Type.Array(oneOf(DESTINATION_KINDS), { description: 'Kinds of which more are set up than are listed.' }),
    roles: Type.Array(Type.String(), { description: 'From the least to the most.' }),
    capabilities: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          roles: Type.Array(Type.String(), { description: 'The roles that have it.' }),
          operations: Type.Array(Type.Object({ id: Type.String(), summary: Type.String(), tag: Type.String() })),
        },
        { $id: 'CapabilityAccess' },
      ),
    ),
  },
  { $id: 'Access' },
)
export type Access = Static<typeof Access>
