// A worker that dies or loses its job in the middle of a source: another goes on from the checkpoint, and no record comes twice.

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestService } from '../../../test/running-install.ts'
import { until } from '../../../test/until.ts'
import { newId } from '../../kernel/ids.ts'
import { type Bench, must, type Vendor } from '../kinds/kinds.fixture.ts'
import { add, bench, firms, HTTP, pageOf, rowsOf, run, startSources } from './sources.fixture.ts'

let api: Vendor
let service: TestService
beforeAll(async () => {
  ;({ api, service } = await startSources())
})
afterAll(async () => {
  await service?.close()
  await api?.close()
})

const PAGED = { ...HTTP.settings, paging: 'page', page_param: 'page' }

/** Answers three pages. While the second is on its way, the job is given to another worker, once. */
function pagesWithLoss(kind: string): number[] {
  const asked: number[] = []
  api.says(async ({ path }) => {
    const page = pageOf(path, 'page')
    asked.push(page)
    if (page === 2 && asked.filter((one) => one === 2).length === 1) {
      await service.database.asOwner('update jobs set lease = $2 where kind = $1', [kind, newId()])
      await service.database.asOwner(
        `update queue set worker_id = gen_random_uuid(), lease_until = now() - interval '1 minute' where kind = $1`,
        [kind],
      )
    }
    return { body: { items: page > 3 ? [] : firms((page - 1) * 10, page * 10) } }
  })
  return asked
}

it('brings each record once into a workbook', async () => {
  const at = await bench(service)
  const asked = pagesWithLoss('workbook.source')
  const mapping = [{ field: 'name', target: { kind: 'column', column_id: 'c1' } }]
  const { id } = await add(at, { ...HTTP, settings: PAGED, mapping })
  const done = await run(at, id)
  expect(done).toMatchObject({ status: 'done', done: 30, counts: { created: 30 } })
  const names = (await rowsOf(at)).map(({ Name }) => Name)
  expect(names).toEqual(firms(0, 30).map(({ name }) => name))
  expect(asked, 'the page whose answer was lost is asked again, none before it').toEqual([1, 2, 2, 3, 4])
  const { items } = await must(at.call('GET', `/api/workbooks/${at.workbook_id}/activity`), 200)
  const acts = items.filter(({ kind }: { kind: string }) => kind === 'source')
  expect(acts, 'one act, which undo takes back whole').toMatchObject([{ counts: { created: 30 }, can_undo: true }])
  await must(at.call('POST', `/api/workbooks/${at.workbook_id}/undo`, { change_id: acts[0].id }), 200)
  expect(await rowsOf(at)).toEqual([])
})

it('brings each record once into the lead store', async () => {
  const at = await bench(service)
  const asked = pagesWithLoss('leads.collect')
  const target = { kind: 'leads', tags: ['Tried'], mapping: { name: 'company', id: 'external_id' } }
  const job = await must(at.call('POST', '/api/jobs', { source: 'http-api', query: PAGED, target }), 201)
  const ended = await jobEnd(at, job.job_id)
  expect(ended).toMatchObject({ status: 'done', done: 30, counts: { created: 30 } })
  expect(asked).toEqual([1, 2, 2, 3, 4])
  const leads = await must(at.call('GET', `/api/jobs/${job.job_id}/leads?limit=100`), 200)
  expect(leads.items).toHaveLength(30)
  expect(leads.items[0]).toMatchObject({
    company: 'Firm 0',
    tags: ['Tried'],
    provenance: { company: { provider: 'http-api' } },
  })
})

it('brings no person back who was erased', async () => {
  const at = await bench(service)
  const lead = await must(at.call('POST', '/api/lead', { email: 'ann@example.com', company: 'Acme' }), 200)
  await at.call('DELETE', `/api/lead/${lead.lead.id}/erase`)
  api.says(() => ({
    body: {
      items: [
        { id: 1, name: 'Ann <ANN@example.com>' },
        { id: 2, name: 'Bob' },
      ],
    },
  }))
  const mapping = [{ field: 'name', target: { kind: 'column', column_id: 'c1' } }]
  const { id } = await add(at, { ...HTTP, mapping })
  expect((await run(at, id)).counts).toEqual({ created: 1, rejected: 1 })
  expect(await rowsOf(at)).toEqual([{ Name: 'Bob' }])
  const kept = await service.database.asOwner('select r::text from job_rejects r')
  expect(JSON.stringify(kept)).not.toMatch(/ann@/i)
})

const jobEnd = (at: Bench, id: string) =>
  until(
    () => must(at.call('GET', `/api/jobs/${id}`), 200),
    ({ status }) => !['pending', 'running'].includes(status),
  )
