// One row of JSON or CSV to the hook of a spreadsheet or any collector.
import { Type } from 'typebox'
import { shownAs } from '../../../../kernel/setting-form.ts'
import { choice, SecretName } from '../../column-parts.schema.ts'
import { defineTarget, PROPERTIES, Url, Values } from './output-target.ts'

export const sheet = defineTarget({
  place: 70,
  label: 'Sheet',
  offered_as: 'Sheet or collector',
  about: 'One row of JSON or CSV to the hook of a spreadsheet.',
  schema: Type.Object(
    {
      kind: Type.Literal('sheet'),
      url: Url,
      format: {
        ...choice(['csv', 'json'], 'json', 'One line of CSV with its header, or one JSON object.'),
        ...shownAs({
          title: 'As',
          hint: '',
          labels: { json: 'one JSON object', csv: 'one line of CSV with its header' },
        }),
      },
      secret: Type.Optional({
        ...SecretName,
        ...shownAs({
          title: 'Bearer token',
          hint: 'Sent as a bearer token, where the hook asks for one.',
          editor: 'secret',
          sent_to: '{url}',
        }),
      }),
      values: Values(PROPERTIES, {
        title: 'What is sent',
        hint: 'A name for each value. What is blank in a row is left out.',
      }),
      order: Type.Optional(
        Type.Array(Type.String({ maxLength: 200 }), {
          maxItems: 200,
          description: 'The names of `values` in the order in which they are sent. Absent: as they are given.',
          ...shownAs({ editor: 'none' }),
        }),
      ),
    },
    {
      description: 'POST of one row to the hook of a spreadsheet or any collector; the secret goes as a bearer token.',
    },
  ),
})
