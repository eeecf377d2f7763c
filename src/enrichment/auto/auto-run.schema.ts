// Wire shapes of columns that run by themselves.
import { type Static, Type } from 'typebox'
import { nullable } from '../../platform/http/checks/nullable.ts'

const Usd = (description: string) => Type.Number({ minimum: 0, maximum: 1_000_000, description })

export const AutoRunUpdate = Type.Object(
  { max_usd_per_day: Usd('The most that auto-run may spend per day (UTC); with 0, only free lookups run.') },
  { $id: 'AutoRunUpdate', additionalProperties: false },
)

export const AutoRun = Type.Object(
  {
    armed: Type.Boolean(),
    max_usd_per_day: Type.Union([Type.Number(), Type.Null()]),
    spent_today_usd: Type.Number({ description: 'By its own runs, in UTC.' }),
    waiting_for_tomorrow: Type.Boolean({
      description: 'The daily limit was reached; the rest runs after midnight UTC.',
    }),
    armed_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    disarmed_because: Type.Union([Type.String(), Type.Null()], {
      description:
        'Why auto-run was turned off without a request to this column: the user who turned it on may no longer start runs, or ' +
        'everything in the workspace was stopped. Null otherwise.',
    }),
    per_row: nullable(
      Type.Object(
        { low_usd: Type.Number(), expected_usd: Type.Number(), high_usd: Type.Number() },
        {
          description:
            'The expected cost of a new row, by the existing rows and without the cache. Null while there is no row that it would ' +
            'be run on.',
        },
      ),
    ),
  },
  { $id: 'AutoRun' },
)
export type AutoRun = Static<typeof AutoRun>

export const EverythingStopped = Type.Object(
  {
    cancelled: Type.Array(Type.String(), { description: 'Ids of the runs that were ended.' }),
    disarmed: Type.Integer({
      description: 'How many columns had auto-run disarmed.',
    }),
  },
  { $id: 'EverythingStopped' },
)
export type StoppedWork = Static<typeof EverythingStopped>
