// Rows of another workbook of the workspace, all or those of a view.
import { Type } from 'typebox'
import { shownAs } from '../../kernel/setting-form.ts'
import { defineOwnSource } from './source.ts'

export const workbook = defineOwnSource({
  id: 'workbook',
  title: 'Another workbook',
  group: 'workbooks',
  place: 10,
  description: 'Rows of another workbook or of one of its views, with the values of its enriched columns.',
  method: 'import',
  license: 'user-provided',
  docs_url: 'https://github.com',
  lead_kind: 'company',
  page_size: 1000,
  fields: null,
  reads: 'workbook',
  addresses: () => [],
  settings: Type.Object(
    {
      workbook_id: Type.String({ minLength: 1, maxLength: 100, ...shownAs({ title: 'Workbook', editor: 'workbook' }) }),
      view_id: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'Empty: all rows.',
          ...shownAs({
            title: 'View',
            hint: '',
            list: { path: '/api/workbooks/{workbook_id}/views', value: 'id', label: 'name' },
            blank: 'All rows',
          }),
        }),
      ),
    },
    { additionalProperties: false },
  ),
})
