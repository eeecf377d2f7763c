// A record of Salesforce, created or updated by key.
import { Type } from 'typebox'
import { shownAs } from '../../../../kernel/setting-form.ts'
import { choice } from '../../column-parts.schema.ts'
import { CRM_KEY, CRM_VALUES, defineTarget } from './output-target.ts'

/** API names: they stand in addresses and queries. */
const API_NAME = '^[A-Za-z][A-Za-z0-9_]{0,79}$'

export const salesforce = defineTarget({
  place: 30,
  label: 'Salesforce',
  about: 'Creates or updates any object by its API name.',
  integration: 'salesforce',
  schema: Type.Object(
    {
      kind: Type.Literal('salesforce'),
      object: Type.String({
        pattern: API_NAME,
        examples: ['Contact', 'Lead', 'Account'],
        description: 'The API name of what is created or updated.',
        ...shownAs({
          title: 'Create or update',
          hint: '',
          placeholder: 'Contact',
          missing: 'Write the API name of what is created or updated, such as Contact.',
        }),
      }),
      key: Type.String({
        pattern: API_NAME,
        examples: ['Email', 'Millrace_Id__c'],
        description: 'The field that identifies a record.',
        ...shownAs(CRM_KEY),
      }),
      match: {
        ...choice(
          ['external_id', 'value'],
          'external_id',
          '`external_id`: the key is an external id, and Salesforce does both at once. `value`: any field, such as Email; it is looked for first.',
        ),
        ...shownAs({
          title: 'That is',
          hint: '',
          wide: true,
          labels: {
            external_id: 'an external id, which Salesforce keeps unique',
            value: 'any field, which is looked for first',
          },
        }),
      },
      values: CRM_VALUES,
    },
    { description: 'Creates or updates by key in Salesforce.' },
  ),
})
