// Promises of recipes on what is there: their inputs read the columns that fit, what they fill is shown before, and one undo takes them back.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'

const { service, as } = await openTenant({ LIMITS: 'off', ROLE: 'api' })
const { call } = await as('owner')
const gallery = '/api/templates/gallery'

async function must(method: string, path: string, body?: unknown, status = 200) {
  const answer = await call(method, path, body)
  expect(answer.status, answer.text).toBe(status)
  return answer.body
}

const input = (name: string, input_type = 'text') => ({ name, type: 'input', input_type })

async function contacts() {
  const columns_config = [input('Notes'), input('Web site', 'url'), input('Kontakt'), input('Work email', 'email')]
  const { id, columns_config: columns } = await must(
    'POST',
    '/api/workbooks',
    { name: 'Contacts', columns_config },
    201,
  )
  const idOf = new Map<string, string>(columns.map((one: { name: string; id: string }) => [one.name, one.id]))
  const row = (notes: string, site: string, name: string) => ({
    data: { Notes: notes, 'Web site': site, Kontakt: name },
  })
  const rows = [row('met', 'brueckner.example', 'Maria Weber'), row('', 'kawabe.example', 'Aiko Tanaka')]
  await must('POST', `/api/workbooks/${id}/rows`, { rows }, 201)
  return { id, idOf }
}

const columnsOf = async (id: string) => (await must('GET', `/api/workbooks/${id}`)).workbook.columns_config

test('on a workbook the inputs of a recipe read the columns that fit, and its columns are added under free names as one change', async () => {
  const { id, idOf } = await contacts()
  const applied = await must('POST', `${gallery}/find-work-emails/apply`, { workbook_id: id })
  expect(
    Object.fromEntries(applied.inputs.map((one: { name: string; column_id: string }) => [one.name, one.column_id])),
  ).toEqual({
    'Full name': idOf.get('Kontakt'),
    'Job title': null,
    Company: null,
    Website: idOf.get('Web site'),
  })
  expect(applied.columns_created.map(({ name }: { name: string }) => name)).toEqual([
    'Job title',
    'Company',
    'Work email (2)',
    'Found by',
  ])
  const columns = await columnsOf(id)
  const waterfall = columns.find(({ name }: { name: string }) => name === 'Work email (2)')
  expect(waterfall.steps[0].inputs).toEqual({ full_name: '{{Kontakt}}', domain: '{{Web site}}' })
  expect(columns.find(({ name }: { name: string }) => name === 'Found by').expression).toBe(
    'PROVIDER({{Work email (2)}})',
  )
  await must('POST', `/api/workbooks/${id}/undo`, { change_id: applied.change_id })
  expect((await columnsOf(id)).map(({ name }: { name: string }) => name)).toEqual([
    'Notes',
    'Web site',
    'Kontakt',
    'Work email',
  ])
})

test('what was chosen counts, and a column that is not there, or is chosen twice, is refused at its place', async () => {
  const { id, idOf } = await contacts()
  const apply = (inputs: object[], status: number) =>
    must('POST', `${gallery}/find-work-emails/apply`, { workbook_id: id, inputs }, status)
  const [notes, site] = [idOf.get('Notes'), idOf.get('Web site')]
  const { detail } = await apply([{ name: 'Company', column_id: 'c99' }], 422)
  expect(detail[0].loc).toEqual(['body', 'inputs', 0, 'column_id'])
  await apply(
    [
      { name: 'Company', column_id: notes },
      { name: 'Job title', column_id: notes },
    ],
    422,
  )
  await apply([{ name: 'Stadt', column_id: notes }], 422)
  const { inputs } = await apply(
    [
      { name: 'Company', column_id: site },
      { name: 'Full name', column_id: null },
    ],
    200,
  )
  expect(inputs).toEqual([
    { name: 'Full name', column_id: null },
    { name: 'Job title', column_id: null },
    { name: 'Company', column_id: site },
    { name: 'Website', column_id: null },
  ])
})

test('what a recipe fills is shown on its samples and on the rows of a workbook, computed or marked as made up, and no call is made', async () => {
  const { columns, rows } = await must('POST', `${gallery}/clean-contact-list/preview`, {})
  const at = (name: string) => columns.findIndex((one: { name: string }) => one.name === name)
  expect(columns[at('Full name')].is_filled).toBe(false)
  expect(rows).toHaveLength(3)
  expect(rows[0][at('First name')]).toEqual({ value: 'Maria', status: 'complete', is_sample: false })
  expect(rows[1][at('Private address')]).toMatchObject({ value: true, is_sample: false })

  const { id } = await contacts()
  const mine = await must('POST', `${gallery}/find-work-emails/preview`, { workbook_id: id })
  expect(mine.columns.map(({ name }: { name: string }) => name)).toEqual([
    'Web site',
    'Kontakt',
    'Work email (2)',
    'Found by',
  ])
  expect(mine.rows[0][1].value).toBe('Maria Weber')
  const filled = mine.rows.map((row: object[]) => row[2])
  expect(filled.some(({ value }: { value: unknown }) => value !== null)).toBe(true)
  expect(filled.every(({ is_sample }: { is_sample: boolean }) => is_sample)).toBe(true)
  expect(await columnsOf(id)).toHaveLength(4)
  const spent = 'select coalesce(sum(cost_micro), 0)::int as cost from lookup_usage'
  expect(await service.database.asOwner(spent)).toEqual([{ cost: 0 }])
})

test('a column that somebody adds at the same moment stays', async () => {
  const { id } = await contacts()
  const added = Array.from({ length: 8 }, (_, n) => `Mine ${n}`)
  await Promise.all([
    ...added.slice(0, 4).map((name) => must('POST', `/api/workbooks/${id}/columns`, input(name), 201)),
    must('POST', `${gallery}/find-work-emails/apply`, { workbook_id: id }),
    ...added.slice(4).map((name) => must('POST', `/api/workbooks/${id}/columns`, input(name), 201)),
  ])
  const names = (await columnsOf(id)).map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining([...added, 'Found by']))
})
