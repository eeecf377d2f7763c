// Rows of another workbook of the workspace, all or those of a view.
import { Type } from 'typebox'
import type { OwnSource } from './source.ts'

export const otherWorkbook: OwnSource = {
  id: 'workbook',
  title: 'Another workbook',
  group: 'workbooks',
  description: 'Rows of another workbook or of one of its views, with the values of its enriched columns.',
  method: 'import',
  license: 'user-provided',
  docs_url: 'https://github.com',
  lead_kind: 'company',
  page_size: 1000,
  fields: null,
  reads: 'workbook',
  settings: Type.Object(
    {
      workbook_id: Type.String({ minLength: 1, maxLength: 100, title: 'Workbook', 'x-widget': 'workbook' }),
      view_id: Type.Optional(
        Type.String({ maxLength: 100, title: 'View', 'x-widget': 'view', description: 'Empty: all rows.' }),
      ),
    },
    { additionalProperties: false },
  ),
}
