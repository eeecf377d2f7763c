// Promises of recipes: every one can be used, runs in test mode without a fault of its own, and makes a workbook as by hand.

import { expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import { addPerson, callAs } from '../../../test/running-install.ts'
import { until } from '../../../test/until.ts'
import { readGallery } from './gallery.ts'
import { CATEGORY_IDS } from './recipe.ts'

const { service, workspaceId: workspace, as } = await openTenant({ LIMITS: 'off' })
const call = (await as('admin')).call

async function must(method: string, path: string, body?: unknown, status?: number) {
  const answer = await call(method, path, body)
  if (status !== undefined || answer.status >= 300) expect(answer.status, answer.text).toBe(status ?? 200)
  return answer.body
}

const use = (slug: string, body: object = {}) => must('POST', `/api/templates/gallery/${slug}/instantiate`, body, 201)

test('there are at least 24, in every category, most of them without any key', async () => {
  const { items } = await must('GET', '/api/templates/gallery')
  expect(items.length).toBeGreaterThanOrEqual(24)
  expect(new Set(items.map(({ slug }: { slug: string }) => slug)).size).toBe(items.length)
  expect(items.filter(({ keyless }: { keyless: boolean }) => keyless).length).toBeGreaterThanOrEqual(16)
  const { items: categories } = await must('GET', '/api/meta/templates/categories')
  expect(categories.map(({ id }: { id: string }) => id)).toEqual(CATEGORY_IDS)
  for (const { id, recipes } of categories) {
    expect(recipes).toBeGreaterThanOrEqual(3)
    expect((await must('GET', `/api/templates/gallery?category=${id}`)).items).toHaveLength(recipes)
  }
  expect((await call('GET', '/api/templates/gallery?category=nothing')).status).toBe(422)
})

// Side by side: most of their time is waiting for a network that is not there.
test.concurrent.each(
  readGallery().map(({ slug }) => slug),
)('%s says what it needs, and runs in test mode to the end', async (slug) => {
  const recipe = await must('GET', `/api/templates/gallery/${slug}`)
  expect(recipe.purpose).toMatch(/^[A-Z].{20,200}\.$/)
  expect(recipe.sample_rows.length).toBeGreaterThanOrEqual(3)
  expect(recipe.cost_per_row.low_usd).toBeLessThanOrEqual(recipe.cost_per_row.high_usd)
  if (recipe.keyless && !recipe.cost_per_row.has_unknown) expect(recipe.cost_per_row.low_usd).toBeLessThan(0.01)
  const { columns, rows: shown } = await must('POST', `/api/templates/gallery/${slug}/preview`, {})
  expect(columns.map(({ name }: { name: string }) => name).sort()).toEqual([...recipe.column_names].sort())
  const isFilled = (_: unknown, at: number) => columns[at % columns.length].is_filled
  expect(
    shown
      .flat()
      .filter(isFilled)
      .some(({ value }: { value: unknown }) => value !== null && value !== ''),
  ).toBe(true)
  const workbook = await use(slug, { sample_rows: true })
  expect(workbook.total_rows).toBe(recipe.sample_rows.length)
  expect(workbook.columns_config.map(({ name }: { name: string }) => name)).toEqual(recipe.column_names)
  await runToEnd(workbook.id)
  const { rows } = await must('GET', `/api/workbooks/${workbook.id}`)
  const faults = rows.flatMap(
    ({ enrichments }: { enrichments: Record<string, { status: string; reason: string; detail: string }> }) =>
      Object.entries(enrichments).flatMap(([column, { status, reason, detail }]) =>
        // What needs the network and no key is asked for, and there is none here.
        status === 'error' && ['bad_input', 'unmapped', 'dependency', 'auth', null].includes(reason)
          ? [{ column, reason, detail }]
          : [],
      ),
  )
  expect(faults).toEqual([])
})

async function runToEnd(id: string) {
  const { workbook } = await must('GET', `/api/workbooks/${id}`)
  const asks = workbook.columns_config.some(({ type }: { type: string }) => !['input', 'formula'].includes(type))
  if (!asks) return
  const { run_id } = await must('POST', `/api/workbooks/${id}/run`, { test: true }, 202)
  const run = await until(
    () => must('GET', `/api/workbooks/${id}/runs/${run_id}`),
    ({ ended_at }) => ended_at !== null,
  )
  expect(run.cost_usd).toBe(0)
}

test('a workbook from a recipe is made as by hand: the same answer, events and activity', async () => {
  const recipe = await must('GET', '/api/templates/gallery/persona-segments')
  const byHand = await must(
    'POST',
    '/api/workbooks',
    { name: 'Same', description: recipe.purpose, source_type: 'template', columns_config: recipe.columns },
    201,
  )
  const made = await use('persona-segments', { name: 'Same' })
  const plain = ({ id, created_at, updated_at, ...rest }: Record<string, unknown>) => rest
  expect(plain(made)).toEqual(plain(byHand))
  const events = await service.database.asOwner<{ id: string; types: string[] }>(
    `select payload ->> 'workbook_id' as id, array_agg(distinct type order by type) as types from (
       select type, payload from events union all select type, payload from outbox) e
     where payload ->> 'workbook_id' = any($1) group by 1`,
    [[made.id, byHand.id]],
  )
  const byBook = new Map(events.map(({ id, types }) => [id, types]))
  expect(byBook.get(made.id)).toEqual(byBook.get(byHand.id))
  expect(byBook.get(made.id)).toContain('workbook.created')
})

test('rows can come from the lead store, as in a workbook made by hand', async () => {
  await must('POST', '/api/lead', { company: 'Acme', domain: 'acme.example' })
  const made = await use('clean-company-list', { source_type: 'leads' })
  expect(made).toMatchObject({ source_type: 'leads', total_rows: 1 })
})

test('a workbook saved as a recipe is there for every member of the workspace and no other user, without rows unless wanted', async () => {
  const book = await use('find-duplicates', { name: 'Mine', sample_rows: true })
  const saved = await must(
    'POST',
    '/api/templates/gallery',
    { workbook_id: book.id, name: 'My duplicates', category: 'crm-hygiene', purpose: 'Finds ours.', sample_rows: 2 },
    201,
  )
  expect(saved).toMatchObject({ source: 'workspace', keyless: true })
  expect(saved.sample_rows).toHaveLength(2)
  const viewer = (await addPerson(service, workspace, 'viewer')).call
  expect((await viewer('GET', '/api/templates/gallery?q=My duplicates')).body.items).toHaveLength(1)
  expect((await viewer('POST', `/api/templates/gallery/${saved.slug}/instantiate`, {})).status).toBe(403)
  const again = await use(saved.slug, { sample_rows: true })
  expect(again.columns_config.map(({ name }: { name: string }) => name)).toEqual(
    book.columns_config.map(({ name }: { name: string }) => name),
  )
  expect(again.total_rows).toBe(2)
  const stranger = await addPerson(service, await addWorkspace(service.database, 'Theirs'), 'owner')
  expect((await callAs(service, stranger.access_token)('GET', `/api/templates/gallery/${saved.slug}`)).status).toBe(404)
  await must('DELETE', `/api/templates/gallery/${saved.slug}`, undefined, 204)
  expect((await call('GET', `/api/templates/gallery/${saved.slug}`)).status).toBe(404)
  expect((await call('DELETE', '/api/templates/gallery/find-duplicates')).status).toBe(409)
})

test('a saved recipe holds no value and no secret, says which keys it needs, and keeps them by name in workbooks made of it', async () => {
  await must('PUT', '/api/settings/secrets', {
    name: 'CRM_KEY',
    value: 'sk-very-secret-0001',
    hosts: ['api.crm.example'],
  })
  const columns_config = [
    { type: 'input', name: 'Domain', input_type: 'text' },
    {
      type: 'http',
      name: 'Account',
      url: 'https://api.crm.example/a/{{Domain}}',
      auth: { kind: 'bearer', secret: 'CRM_KEY' },
    },
    { type: 'http', name: 'Other', url: 'https://x.example/{{Domain}}', auth: { kind: 'bearer', secret: 'NOT_THERE' } },
    { type: 'formula', name: 'Upper', expression: 'UPPER({{Domain}})' },
    {
      type: 'output',
      name: 'To CRM',
      target: { kind: 'hubspot', object: 'companies', key: 'domain', values: { domain: '{{Domain}}' } },
    },
  ]
  const book = await must('POST', '/api/workbooks', { name: 'Private', columns_config }, 201)
  await must('POST', `/api/workbooks/${book.id}/rows`, { rows: [{ data: { c1: 'a-private-value.example' } }] }, 201)
  const body = { workbook_id: book.id, name: 'With keys', category: 'research', purpose: 'Asks ours.' }
  const saved = await must('POST', '/api/templates/gallery', body, 201)
  const [kept] = await service.database.asOwner('select * from recipes where slug = $1', [saved.slug])
  for (const secret of ['a-private-value', 'A-PRIVATE-VALUE', 'sk-very-secret', book.id])
    expect(JSON.stringify(kept)).not.toContain(secret)
  expect(saved).toMatchObject({ keyless: false, sample_rows: [] })
  expect(saved.keys).toEqual([
    { id: 'secret:CRM_KEY', name: 'Secret CRM_KEY', required: true, ready: true },
    { id: 'secret:NOT_THERE', name: 'Secret NOT_THERE', required: true, ready: false },
    { id: 'hubspot', name: 'HubSpot', required: true, ready: false },
  ])
  const { items } = await must('GET', '/api/templates/gallery?category=research')
  expect(items[0]).toMatchObject({ slug: saved.slug, source: 'workspace' })
  const again = await use(saved.slug)
  expect(again.columns_config[1].auth).toEqual({ kind: 'bearer', secret: 'CRM_KEY' })
  expect(again.total_rows).toBe(0)
})

test('a recipe of the workspace is renamed by members who may edit; links to it stay, and those of the service do not change', async () => {
  const book = await use('find-duplicates')
  const body = { workbook_id: book.id, name: 'Before', category: 'crm-hygiene', purpose: 'Finds ours.' }
  const { slug } = await must('POST', '/api/templates/gallery', body, 201)
  const path = `/api/templates/gallery/${slug}`
  const renamed = await must('PATCH', path, { name: ' After ', category: 'signals' })
  expect(renamed).toMatchObject({ slug, name: 'After', category: 'signals', purpose: 'Finds ours.' })
  expect((await use(slug)).name).toBe('After')
  expect((await call('PATCH', path, { name: '  ' })).status).toBe(422)
  expect((await call('PATCH', path, { category: 'nothing' })).status).toBe(422)
  expect((await call('PATCH', '/api/templates/gallery/find-duplicates', { name: 'Ours' })).status).toBe(409)
  const viewer = (await addPerson(service, workspace, 'viewer')).call
  expect((await viewer('PATCH', path, { name: 'Theirs' })).status).toBe(403)
  const stranger = await addPerson(service, await addWorkspace(service.database, 'Others'), 'owner')
  expect((await callAs(service, stranger.access_token)('PATCH', path, { name: 'Theirs' })).status).toBe(404)
  const { items } = await must('GET', '/api/settings/audit?act=recipe.changed')
  expect(items[0]).toMatchObject({ object: { name: 'After' } })
})

test('AI columns get the model that was asked for, else the one the workspace uses', async () => {
  const modelOf = (book: { columns_config: { model?: string }[] }) =>
    book.columns_config.find(({ model }) => model)?.model
  expect(modelOf(await use('industry-classification', { model: 'anthropic/some-model' }))).toBe('anthropic/some-model')
  await must('PUT', '/api/assistant/settings', { model: 'gemini/chosen' })
  expect(modelOf(await use('industry-classification'))).toBe('gemini/chosen')
})
