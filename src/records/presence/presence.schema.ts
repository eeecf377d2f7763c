// The wire shapes of presence: the position of a user, and the other users in the workbook.
import { type Static, Type } from 'typebox'

const Spot = Type.Object(
  { row_id: Type.String({ maxLength: 64 }), column_id: Type.String({ maxLength: 64 }) },
  { description: 'A cell.' },
)
const MaybeSpot = Type.Union([Spot, Type.Null()])

export const Beat = Type.Object(
  {
    tab: Type.String({
      pattern: '^[A-Za-z0-9_-]{1,40}$',
      description: 'Any name that distinguishes this window from others of the same user.',
    }),
    cell: Type.Optional(Spot),
    to: Type.Optional({ ...Spot, description: 'The other corner, when several cells are selected.' }),
    is_editing: Type.Optional(Type.Boolean({ description: 'The cell is being written in.' })),
    left: Type.Optional(Type.Boolean({ description: 'True: no longer there.' })),
  },
  { $id: 'PresenceBeat' },
)
export type Beat = Static<typeof Beat>

export const PresenceResponse = Type.Object(
  {
    workbook_id: Type.String(),
    people: Type.Array(
      Type.Object(
        {
          user_id: Type.Integer(),
          name: Type.String(),
          tab: Type.String(),
          at: Type.Object({ cell: MaybeSpot, to: MaybeSpot, is_editing: Type.Boolean() }),
        },
        { $id: 'PersonPresent' },
      ),
      { description: 'Yourself too; each window is one. The first 50.' },
    ),
    count: Type.Integer({ description: 'The number of users.' }),
  },
  { $id: 'Presence' },
)
export type PresenceResponse = Static<typeof PresenceResponse>
