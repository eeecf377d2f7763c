// A column that delivers its row elsewhere, once: to a webhook, a message, a CRM, a sheet, a workbook or a sequence.
import { type Static, Type } from 'typebox'
import {
  Common,
  choice,
  Enriched,
  Required,
  Seconds,
  SecretName,
  Templates,
  TemplateText,
} from '../column-parts.schema.ts'
import { refsOf } from '../template-parts.ts'
import { defineCustomKind, mapRecord, mapRequired } from './column-kind.ts'

/** API names of Salesforce: they stand in addresses and queries. */
const SALESFORCE_NAME = '^[A-Za-z][A-Za-z0-9_]{0,79}$'
const Properties = Templates('What is sent, by name. Those without a value are left out.')
const Url = Type.String({
  maxLength: 2000,
  pattern: '^https?://',
  examples: ['https://hooks.example.com/rows'],
  description: 'A fixed address.',
})

export const OutputTarget = Type.Union(
  [
    Type.Object(
      { kind: Type.Literal('webhook'), url: Url, secret: SecretName, values: Properties },
      {
        description:
          'POST of JSON, signed after Standard Webhooks with the secret. A delivery that the receiver does not accept at once ' +
          'stays in the queue of its endpoint and is retried for a day under the same `webhook-id`; the cell shows the result.',
      },
    ),
    Type.Object(
      {
        kind: Type.Literal('slack'),
        secret: SecretName,
        text: TemplateText,
      },
      { description: 'A message; the secret holds the address of an incoming webhook.' },
    ),
    Type.Object(
      {
        kind: Type.Literal('hubspot'),
        object: choice(['contacts', 'companies', 'deals'], 'contacts', 'What is created or updated.'),
        key: Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'The property that identifies a record, such as `email`.',
        }),
        values: Properties,
      },
      { description: 'Creates or updates by key in HubSpot.' },
    ),
    Type.Object(
      {
        kind: Type.Literal('salesforce'),
        object: Type.String({
          pattern: SALESFORCE_NAME,
          examples: ['Contact', 'Lead', 'Account'],
          description: 'The API name of what is created or updated.',
        }),
        key: Type.String({
          pattern: SALESFORCE_NAME,
          examples: ['Email', 'Millrace_Id__c'],
          description: 'The field that identifies a record.',
        }),
        match: choice(
          ['external_id', 'value'],
          'external_id',
          '`external_id`: the key is an external id, and Salesforce does both at once. `value`: any field, such as Email; it is looked for first.',
        ),
        values: Properties,
      },
      { description: 'Creates or updates by key in Salesforce.' },
    ),
    Type.Object(
      {
        kind: Type.Literal('workbook'),
        workbook_id: Type.String({
          format: 'uuid',
          description: 'Another workbook of the workspace, which knows its rows by an identity.',
        }),
        existing: choice(
          ['overwrite', 'fill_blanks', 'skip'],
          'overwrite',
          'What happens to a row that the other workbook knows already.',
        ),
        values: Templates(
          "What is written, by name or id of the other workbook's columns. Those without a value are left out.",
        ),
      },
      {
        description:
          'Creates or updates a row of another workbook, by its identity. Workbooks cannot write to each other in a circle.',
      },
    ),
    Type.Object(
      {
        kind: Type.Literal('sequence'),
        sequence_id: Type.String({
          format: 'uuid',
          description: 'A sequence whose settings allow columns to enroll leads (`enroll_by_columns`).',
        }),
        consent_source: Type.String({
          maxLength: 500,
          default: '',
          description: 'The legal basis for writing to these people; stored with each enrollment.',
        }),
        values: Templates(
          'Fields of the lead that the row is about, such as `email`. What the lead has already stays.',
        ),
      },
      {
        description: 'Saves the lead of the row and enrolls it in a sequence. A lead is in a sequence once.',
      },
    ),
    Type.Object(
      {
        kind: Type.Literal('sheet'),
        url: Url,
        format: choice(['csv', 'json'], 'json', 'One line of CSV with its header, or one JSON object.'),
        secret: Type.Optional(SecretName),
        values: Properties,
        order: Type.Optional(
          Type.Array(Type.String({ maxLength: 200 }), {
            maxItems: 200,
            description: 'The names of `values` in the order in which they are sent. Absent: as they are given.',
          }),
        ),
      },
      {
        description:
          'POST of one row to the hook of a spreadsheet or any collector; the secret goes as a bearer token.',
      },
    ),
  ],
  { $id: 'OutputTarget' },
)

export const OutputColumn = Type.Object(
  {
    ...Common,
    type: Type.Literal('output'),
    target: OutputTarget,
    required: Required,
    timeout_seconds: Seconds(30, 120),
    ...Enriched,
  },
  {
    $id: 'OutputColumn',
    description:
      'A column that delivers its row elsewhere: after all other columns of the run, and once. A delivery that may have ' +
      'arrived is never repeated by itself, except to a webhook, which knows it again by its id.',
  },
)

export type OutputColumn = Static<typeof OutputColumn>
export type OutputTarget = Static<typeof OutputTarget>

export const output = defineCustomKind({
  schema: OutputColumn,
  filled_by: 'itself',
  says: 'delivers the row',
  words: { short: 'delivery', long: 'Delivery' },
  offer: {
    place: 50,
    label: 'Send somewhere',
    note: 'Webhook, CRM, Slack, sheet or another workbook; each row once',
    search_words: 'output export crm deliver push',
    icon: 'send',
    column_name: 'Send',
  },
  form_words: { timeout_seconds: { label: 'Seconds a delivery may take' } },
  once: true,
  names_secrets: true,
  bound: true,
  // What was sent away is not brought back by asking again.
  effects: null,
  mapTemplates(column, rewrite) {
    const { target, required } = column
    const mapped: OutputTarget =
      target.kind === 'slack'
        ? { ...target, text: rewrite(target.text, ['target', 'text']) }
        : { ...target, values: mapRecord(['target', 'values'], target.values, rewrite) }
    return { ...column, target: mapped, ...mapRequired(required, rewrite) }
  },
  target: ({ target }) => target.kind,
  target_words: { '*': 'Sent to *' },
  /** Skips a row whose message would be empty, and one without the key by which the destination finds its record again. */
  needs({ target }) {
    const sent = target.kind === 'slack' ? [target.text] : Object.values(target.values)
    const key = 'key' in target ? refsOf([target.values[target.key] ?? '']) : []
    // A key that is put together of several columns may be whole without one of them.
    return { required: key.length === 1 ? key : [], any: refsOf(sent) }
  },
  output: () => null,
})
