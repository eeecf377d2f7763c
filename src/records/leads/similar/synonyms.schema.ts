// The wire shapes of specializations that mean the same.
import { type Static, Type } from 'typebox'

const Group = Type.Object({
  names: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
    minItems: 2,
    maxItems: 50,
    description: 'Names of one specialization. Case, accents and plurals do not matter.',
  }),
})

export const Synonyms = Type.Object({ groups: Type.Array(Group, { maxItems: 500 }) }, { $id: 'Synonyms' })
export type Synonyms = Static<typeof Synonyms>
