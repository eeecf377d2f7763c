// Wire shapes of a workspace's integrations: what there is to enter, what is entered, and never a value.
import { type Static, Type } from 'typebox'
import { countedListOf } from '../../platform/http/paging.ts'

const Moment = (description: string) => Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })
const TextOrNone = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

export const IntegrationTest = Type.Object(
  {
    ok: Type.Boolean(),
    words: Type.String({ description: 'What the vendor said of the key, in a few words.' }),
    latency_ms: Type.Integer({ minimum: 0 }),
    tested_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'IntegrationTest' },
)
export type IntegrationTest = Static<typeof IntegrationTest>

export const IntegrationResponse = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    kind: Type.String({ description: 'email, company, search, web, code, model or delivery.' }),
    docs_url: Type.String({ description: "The vendor's page about the key." }),
    required: Type.Boolean({ description: 'False when its lookups also work without a key, within lower limits.' }),
    lookups: Type.Array(Type.Object({ id: Type.String(), label: Type.String() }), {
      description: 'The lookups that take this key.',
    }),
    fields: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'Its key in `values`.' }),
          label: Type.String(),
          secret: Type.Boolean(),
          required: Type.Boolean(),
          help: Type.String(),
          default: TextOrNone('What is sent when nothing is entered.'),
          set: Type.Boolean({ description: 'A value is stored.' }),
          updated_at: Moment('When the stored value was entered.'),
          hint: TextOrNone(
            'The last four characters of a stored value, if it is long enough that they reveal nothing; for members who may edit ' +
              'settings.',
          ),
        },
        { $id: 'IntegrationField' },
      ),
    ),
    configured: Type.Boolean({ description: 'Every required field has a value.' }),
    problem: TextOrNone('Why stored values cannot be used, and what to do.'),
    last_test: Type.Union([IntegrationTest, Type.Null()], { description: 'Of the values that are stored now.' }),
  },
  { $id: 'Integration' },
)
export type IntegrationResponse = Static<typeof IntegrationResponse>

export const IntegrationList = countedListOf(IntegrationResponse, 'IntegrationList')

/** Longer than any key or token of a vendor. */
const MAX_VALUE = 4000

export const IntegrationUpdate = Type.Object(
  {
    values: Type.Record(Type.String(), Type.String({ maxLength: MAX_VALUE }), {
      'x-secret': true,
      description: 'Values by field name. Blank and absent ones leave what is stored.',
    }),
  },
  { $id: 'IntegrationUpdate' },
)
