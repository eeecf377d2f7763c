// A record of HubSpot, created or updated by key.
import { Type } from 'typebox'
import { shownAs } from '../../../../kernel/setting-form.ts'
import { choice } from '../../column-parts.schema.ts'
import { CRM_KEY, CRM_VALUES, defineTarget } from './output-target.ts'

export const hubspot = defineTarget({
  place: 20,
  label: 'HubSpot',
  about: 'Creates or updates a contact, company or deal.',
  integration: 'hubspot',
  schema: Type.Object(
    {
      kind: Type.Literal('hubspot'),
      object: {
        ...choice(['contacts', 'companies', 'deals'], 'contacts', 'What is created or updated.'),
        ...shownAs({
          title: 'Create or update',
          hint: '',
          labels: { contacts: 'contacts', companies: 'companies', deals: 'deals' },
        }),
      },
      key: Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The property that identifies a record, such as `email`.',
        ...shownAs(CRM_KEY),
      }),
      values: CRM_VALUES,
    },
    { description: 'Creates or updates by key in HubSpot.' },
  ),
})
