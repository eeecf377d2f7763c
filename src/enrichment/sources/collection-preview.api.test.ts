// Promises of the look before a collection: the first records with the lead fields they fill, and nothing stored.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestService } from '../../../test/running-install.ts'
import { must, type Vendor } from '../kinds/kinds.fixture.ts'
import { bench, firms, HTTP, startSources } from './sources.fixture.ts'

let api: Vendor
let service: TestService
beforeAll(async () => {
  ;({ api, service } = await startSources())
})
afterAll(async () => {
  await service?.close()
  await api?.close()
})

const { adapter: source, settings: query } = HTTP

it('shows the first records, where each of their fields goes, and leaves no lead and no job', async () => {
  const at = await bench(service)
  api.says(() => ({ body: { items: firms(0, 12) } }))
  const preview = await must(at.call('POST', '/api/jobs/preview', { source, query }), 200)
  expect(preview.problem).toBeNull()
  expect(preview.records).toHaveLength(10)
  expect(preview.fields).toContainEqual(expect.objectContaining({ name: 'name', lead_field: 'company' }))
  expect(preview.fields).toContainEqual(expect.objectContaining({ name: 'id', lead_field: 'custom' }))
  expect((await must(at.call('GET', '/api/leads'), 200)).total).toBe(0)
  expect((await must(at.call('GET', '/api/jobs'), 200)).items).toEqual([])
})

it('says in words why a source cannot be read', async () => {
  const at = await bench(service)
  api.says(() => ({ body: '<!doctype html><html>Sign in</html>' }))
  const { problem, records } = await must(at.call('POST', '/api/jobs/preview', { source, query }), 200)
  expect([problem, records]).toEqual([expect.stringContaining('a web page instead of data'), []])
})

it.each([
  ['a source that there is not', { source: 'none', query }, ['body', 'source']],
  ['a query that the source does not take', { source, query: { ...query, odd: 1 } }, ['body', 'query', 'odd']],
])('refuses %s as the start of a collection does', async (_, body, loc) => {
  const at = await bench(service)
  for (const path of ['/api/jobs/preview', '/api/jobs']) {
    const { status, body: answer } = await at.call('POST', path, body)
    expect([status, answer.detail[0].loc], path).toEqual([422, loc])
  }
})
