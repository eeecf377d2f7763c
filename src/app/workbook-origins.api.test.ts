// What a workbook may be made from: every value of `source_type` that the API lists, with its meaning and its refusals.
import { expect, test } from 'vitest'
import { addWorkspace } from '../../test/database.ts'
import { openTenant } from '../../test/open-tenant.ts'
import { addPerson } from '../../test/running-install.ts'

const { service } = await openTenant({ LIMITS: 'off' })

async function newcomer() {
  const workspace = await addWorkspace(service.database)
  return (await addPerson(service, workspace, 'admin')).call
}
type Call = Awaited<ReturnType<typeof newcomer>>

/** Two leads of three go through a job. */
async function withJob(call: Call) {
  const ids: number[] = []
  for (const company of ['Acme', 'Beta', 'Gamma'])
    ids.push((await call('POST', '/api/lead', { company, domain: `${company}.example` })).body.lead.id)
  const { body } = await call('POST', '/api/leads/bulk-enrich', { lead_ids: ids.slice(0, 2), action: 'verify_email' })
  await expect.poll(async () => (await call('GET', `/api/jobs/${body.job_id}`)).body.status).toBe('done')
  return { ids, job_id: body.job_id as string }
}

test('every kind that is listed is accepted by its name alone, and reported', async () => {
  const call = await newcomer()
  for (const source_type of ['empty', 'csv', 'leads', 'job', 'template']) {
    const made = await call('POST', '/api/workbooks', { name: source_type, source_type })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({ source_type, total_rows: 0 })
    expect((await call('GET', `/api/workbooks/${made.body.id}`)).body.workbook.source_type).toBe(source_type)
  }
})

test('a workbook of a job has the leads of the job as rows, linked to them, and keeps them when the job is deleted', async () => {
  const call = await newcomer()
  const { ids, job_id } = await withJob(call)
  const made = await call('POST', '/api/workbooks', { name: 'Of a job', source_type: 'job', job_id })
  expect(made.status, made.text).toBe(201)
  expect(made.body).toMatchObject({ source_type: 'job', total_rows: 2 })
  const company = made.body.columns_config.find(({ name }: { name: string }) => name === 'Company').id
  const read = async (id: string) =>
    (await call('GET', `/api/workbooks/${id}`)).body.rows.map(
      ({ data, lead_id }: { data: Record<string, unknown>; lead_id: number }) => [lead_id, data[company]],
    )
  const rows = [
    [ids[0], 'Acme'],
    [ids[1], 'Beta'],
  ]
  expect(await read(made.body.id)).toEqual(rows)
  const leads = { filter: { field: 'company', op: 'eq', value: 'Beta' } }
  const some = await call('POST', '/api/workbooks', { name: 'Some', source_type: 'job', job_id, leads })
  expect(some.body).toMatchObject({ total_rows: 1 })
  expect((await call('DELETE', `/api/jobs/${job_id}`)).status).toBe(204)
  expect(await read(made.body.id)).toEqual(rows)
})

test('a workbook of a template has the columns of the recipe, as one that the gallery makes', async () => {
  const call = await newcomer()
  const plain = ({ id, created_at, updated_at, ...rest }: Record<string, unknown>) => rest
  const body = { name: 'Same', source_type: 'template', template: 'persona-segments' }
  const made = await call('POST', '/api/workbooks', body)
  expect(made.status, made.text).toBe(201)
  const used = await call('POST', '/api/templates/gallery/persona-segments/instantiate', { name: 'Same' })
  expect(plain(made.body)).toEqual(plain(used.body))
  expect(made.body.columns_config.length).toBeGreaterThan(0)
  const described = await call('POST', '/api/workbooks', { ...body, description: 'Mine' })
  expect(described.body.description).toBe('Mine')
})

test('what is not there, belongs to others or does not fit its kind is refused at its field', async () => {
  const [ann, bob] = [await newcomer(), await newcomer()]
  const { job_id } = await withJob(bob)
  const refused = async (body: object) => {
    const { status, body: answer, text } = await ann('POST', '/api/workbooks', { name: 'W', ...body })
    expect(status, text).toBe(422)
    const { input: _, ...error } = answer.detail[0]
    return error
  }
  const foreign = await refused({ source_type: 'job', job_id })
  expect(foreign.loc).toEqual(['body', 'job_id'])
  for (const unknown of ['01a21ae7-f7db-77df-ae6c-ea8eb07eb489', 'x'])
    expect(await refused({ source_type: 'job', job_id: unknown })).toEqual(foreign)
  for (const source_type of [undefined, 'empty', 'leads', 'template'])
    expect((await refused({ source_type, job_id })).loc).toEqual(['body', 'job_id'])
  const template = 'persona-segments'
  expect((await refused({ source_type: 'template', template: 'no-such' })).loc).toEqual(['body', 'template'])
  for (const source_type of [undefined, 'csv', 'job'])
    expect((await refused({ source_type, template })).loc).toEqual(['body', 'template'])
  for (const own of [{ columns_config: [] }, { definition: 'name: x' }, { leads: {} }])
    expect((await refused({ source_type: 'template', template, ...own })).loc).toEqual(['body', Object.keys(own)[0]])
  expect((await refused({ source_type: 'moon' })).loc).toEqual(['body', 'source_type'])
  expect((await ann('GET', '/api/workbooks')).body.items).toEqual([])
})
