// Wire shape of the practice mode.
import { type Static, Type } from 'typebox'

export const Practice = Type.Object(
  {
    on: Type.Boolean({
      description:
        'Providers that need an account answer from samples made to fit the inputs: free, always the same, and named ' +
        '`practice:…` in every value. Runs started while it is off take such values for blanks.',
    }),
  },
  { $id: 'Practice' },
)
export type StoredPractice = Static<typeof Practice>
