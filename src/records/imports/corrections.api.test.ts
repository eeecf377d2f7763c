// Promises of an import whose file was read wrongly at first: each correction reads it again, and what is committed is the table as corrected.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { workbookRoutes } from '../workbook.routes.ts'
import { importsInto } from './import.fixture.ts'
import { importRoutes } from './import.routes.ts'

const { database, app, workspaceId, ann } = await openTenant((database) => [
  ...workbookRoutes(database),
  ...importRoutes({ database, now: () => new Date() }),
])

test('encoding, delimiter, the row of the names and whether there are names are corrected one after the other', async () => {
  const { id } = (await ann.post('/api/workbooks', { name: 'Kunden' })).body
  const { at, upload, work } = importsInto(id, { app, database, workspaceId, caller: ann })
  // Polish of Windows-1250 looks like Western text, and two lines that look like rows stand above the names.
  const text = 'Lista;klientów, nowa\nStan;dziś, rano\nFirma;Miasto\n"Żółw, Sp.";Łódź\nKoń;Kraków\n'
  const bytes = Buffer.from(text, 'latin1')
  const central: Record<string, number> = { ł: 0xb3, Ł: 0xa3, ś: 0x9c, Ż: 0xaf, ź: 0x9f, ń: 0xf1, ó: 0xf3 }
  ;[...text].forEach((sign, place) => {
    if (central[sign]) bytes[place] = central[sign]
  })

  const first = (await upload(bytes)).body
  expect(first).toMatchObject({ encoding: 'windows-1250', header: true, skip_rows: 0 })
  expect(first.warnings).toContainEqual(expect.objectContaining({ code: 'encoding_guessed' }))
  const again = async (options: object) => {
    const { status, body } = await ann.post(at(first.import_id, '/preview'), { options })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  expect((await again({ encoding: 'windows-1250', delimiter: ',' })).columns[0].name).toBe('Lista;klientów')
  const options = { encoding: 'windows-1250', delimiter: ';', header: true, skip_rows: 2 }
  const seen = await again(options)
  expect(seen).toMatchObject({ encoding: 'windows-1250', delimiter: ';', header: true, skip_rows: 2, total_rows: 2 })
  expect(seen.columns.map(({ name }: { name: string }) => name)).toEqual(['Firma', 'Miasto'])
  expect(seen.warnings).toMatchObject([{ code: 'rows_before' }])
  const bare = await again({ ...options, header: false, skip_rows: 3 })
  expect([bare.columns[0].name, bare.rows[0][1], bare.total_rows]).toEqual(['Column 1', 'Łódź', 2])

  expect((await ann.post(at(first.import_id, '/plan'), { options })).status).toBe(202)
  await work('workbook.plan_import')
  expect((await ann.get(at(first.import_id))).body.plan).toMatchObject({ create: 2, reject: 0 })
  expect((await ann.post(at(first.import_id, '/commit'))).status).toBe(202)
  await work('workbook.import')
  const { rows } = (await ann.get(`/api/workbooks/${id}`)).body
  expect(rows.map(({ data }: { data: object }) => Object.values(data))).toEqual([
    ['Żółw, Sp.', 'Łódź'],
    ['Koń', 'Kraków'],
  ])
})
