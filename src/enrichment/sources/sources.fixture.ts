// For tests of sources: adding one to a workbook, running it to its end, and the result.

import type { TestService } from '../../../test/running-install.ts'
import { until } from '../../../test/until.ts'
import { addBench, type Bench, must, startKinds, startVendor, type Vendor } from '../kinds/kinds.fixture.ts'

export async function startSources(more: Record<string, string> = {}): Promise<{ api: Vendor; service: TestService }> {
  const api = await startVendor()
  return { api, service: await startKinds({ 'api.example.com': api.port, 'other.example.com': api.port }, more) }
}

export const bench = (service: TestService) => addBench(service, ['Name'], [])
export const sourcesOf = ({ workbook_id }: Bench) => `/api/workbooks/${workbook_id}/sources`
export const HTTP = {
  adapter: 'http-api',
  settings: { url: 'http://api.example.com/firms', items_path: 'items', id_path: 'id' },
}

export async function add(at: Bench, source: object) {
  return must(at.call('POST', sourcesOf(at), source), 201)
}

export async function run(at: Bench, id: string, body: object = {}) {
  const { job_id } = await must(at.call('POST', `${sourcesOf(at)}/${id}/run`, body), 202)
  return ended(at, id, job_id)
}

export async function ended(at: Bench, id: string, jobId: string) {
  const look = async () => {
    const { items } = await must(at.call('GET', `${sourcesOf(at)}/${id}/runs`), 200)
    return items.find(({ job_id }: { job_id: string }) => job_id === jobId)
  }
  return until(look, ({ status }) => !['pending', 'running'].includes(status))
}

export async function rowsOf(at: Bench): Promise<{ [name: string]: unknown }[]> {
  const page = await must(at.call('GET', `/api/workbooks/${at.workbook_id}?page_size=5000`), 200)
  const names = new Map(page.workbook.columns_config.map(({ id, name }: { id: string; name: string }) => [id, name]))
  return page.rows.map(({ data }: { data: object }) =>
    Object.fromEntries(Object.entries(data).map(([id, value]) => [names.get(id) as string, value])),
  )
}

export const rejectsOf = async (at: Bench, id: string, jobId: string) =>
  (await must(at.call('GET', `${sourcesOf(at)}/${id}/runs/${jobId}/rejected`), 200)).items

export const firms = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => ({ id: from + n, name: `Firm ${from + n}`, place: { city: 'Bonn' } }))

export const pageOf = (path: string, name: string) => Number(new URL(path, 'http://x').searchParams.get(name) ?? 1)
