// Rows of a file at an address: CSV, TSV, XLSX, JSON or JSON Lines. The service reads it in worker threads.
import { Type } from 'typebox'
import { shownAs } from '../../kernel/setting-form.ts'
import { defineOwnSource } from './source.ts'

export const file = defineOwnSource({
  id: 'file',
  title: 'File by address (CSV, XLSX, JSON)',
  group: 'data',
  place: 30,
  description: 'A table at a web address, fetched again by each run. At most 64 MiB.',
  method: 'import',
  license: 'user-provided',
  docs_url: 'https://www.rfc-editor.org/rfc/rfc4180',
  lead_kind: 'company',
  page_size: 1000,
  fields: null,
  reads: 'file',
  addresses: ({ url }) => [String(url)],
  settings: Type.Object(
    {
      url: Type.String({
        minLength: 8,
        maxLength: 4000,
        pattern: '^https?://',
        ...shownAs({ title: 'Address of the file', wide: true }),
      }),
      id_field: Type.Optional(
        Type.String({
          maxLength: 500,
          title: 'Id column',
          description: 'The column that tells records apart. Empty: the whole row does.',
        }),
      ),
      delimiter: Type.Optional(
        Type.String({ maxLength: 1, title: 'Delimiter', description: 'Of a CSV file. Empty: found by itself.' }),
      ),
      sheet: Type.Optional(
        Type.String({ maxLength: 200, title: 'Sheet', description: 'Of a spreadsheet. Empty: the first with rows.' }),
      ),
    },
    { additionalProperties: false },
  ),
  check: ({ url }) => (URL.canParse(String(url)) ? [] : [{ setting: 'url', msg: 'This is not a web address' }]),
})
