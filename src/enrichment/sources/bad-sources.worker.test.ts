// Sources that answer badly: a clear error for each, what came before stays, and nothing is half done.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestService } from '../../../test/whole.ts'
import type { Vendor } from '../kinds/kinds.fixture.ts'
import { add, bench, firms, HTTP, rejectsOf, rowsOf, run, startSources } from './sources.fixture.ts'

let api: Vendor
let service: TestService
beforeAll(async () => {
  ;({ api, service } = await startSources())
})
afterAll(async () => {
  await service?.close()
  await api?.close()
})

describe('a source that answers badly', () => {
  const failing = async (settings: object, says: Parameters<Vendor['says']>[0]) => {
    const at = await bench(service)
    api.says(says)
    const source = { ...HTTP, settings: { ...HTTP.settings, ...settings } }
    const mapping = [{ field: 'name', target: { kind: 'column', column_id: 'c1' } }]
    const { id } = await add(at, { ...source, mapping })
    return { at, id, run: await run(at, id) }
  }

  it('fails with a clear error when it is a web page', async () => {
    const { at, run } = await failing({}, () => ({ body: '<!doctype html><html>Sign in</html>' }))
    expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('a web page instead of data') })
    expect(await rowsOf(at)).toEqual([])
  })

  it('fails when its cursors go in a circle, and keeps what came before', async () => {
    const paging = { paging: 'cursor', cursor_path: 'next', cursor_param: 'after' }
    const { at, run } = await failing(paging, ({ path }) =>
      path.includes('after=b')
        ? { body: { items: firms(2, 4), next: 'a' } }
        : path.includes('after=a')
          ? { body: { items: firms(4, 6), next: 'b' } }
          : { body: { items: firms(0, 2), next: 'b' } },
    )
    expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('go in a circle') })
    expect(await rowsOf(at)).toHaveLength(6)
  })

  it('fails when every page is the same one', async () => {
    const { at, run } = await failing({ paging: 'page', page_param: 'p' }, () => ({ body: { items: firms(0, 5) } }))
    expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('page 2 was there before') })
    expect(await rowsOf(at)).toHaveLength(5)
  })

  it('takes a record once and says which others had its id', async () => {
    const items = [{ id: 1, name: 'A' }, { id: 1, name: 'B' }, { id: 2, name: 'C' }, { id: 3 }]
    const { at, id, run } = await failing({}, () => ({ body: { items } }))
    expect(run).toMatchObject({ status: 'done', counts: { created: 2, rejected: 2 } })
    expect((await rejectsOf(at, id, run.job_id)).map(({ record_id, reason }: never) => [record_id, reason])).toEqual([
      ['1', 'Another record of this run has the same id'],
      ['3', 'It has no value for any mapped column'],
    ])
  })

  it('never follows a next page to another host', async () => {
    const { run } = await failing({ paging: 'next_url', next_path: 'next' }, () => ({
      body: { items: firms(0, 1), next: 'http://other.example.com/x' },
    }))
    expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('another host') })
    expect(api.heard.every(({ headers }) => headers.host === 'api.example.com')).toBe(true)
  })
})

describe('a file that has no end', () => {
  it('is cut off at the cap, and nothing of it is stored', async () => {
    let sent = 0
    const endless = http.createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' })
      const line = Buffer.alloc(1024 * 1024, 'a,b,c,d\n')
      const pour = () => {
        while (sent < 10_000 && !response.destroyed) {
          sent++
          if (!response.write(line)) return void response.once('drain', pour)
        }
      }
      pour()
    })
    await new Promise<void>((ready) => endless.listen(0, '127.0.0.1', ready))
    const { port } = endless.address() as AddressInfo
    const at = await bench(service)
    const mapping = [{ field: 'a', target: { kind: 'column', column_id: 'c1' } }]
    const settings = { url: `http://127.0.0.1:${port}/all.csv` }
    const { id } = await add(at, { adapter: 'file', settings, mapping })
    expect(await run(at, id)).toMatchObject({ status: 'failed', error: expect.stringContaining('larger than 64 MiB') })
    expect(sent).toBeLessThan(500)
    expect(await rowsOf(at)).toEqual([])
    expect(await service.database.asOwner('select from stored_chunks')).toEqual([])
    endless.closeAllConnections()
    endless.close()
  })
})

it('never ends on pages without records', async () => {
  const at = await bench(service)
  let page = 0
  api.says(() => ({ body: { items: [], next: `p${++page}` } }))
  const settings = { ...HTTP.settings, paging: 'cursor', cursor_path: 'next', cursor_param: 'after' }
  const mapping = [{ field: 'name', target: { kind: 'column', column_id: 'c1' } }]
  const { id } = await add(at, { ...HTTP, settings, mapping })
  expect(await run(at, id)).toMatchObject({ status: 'failed', error: expect.stringContaining('does not end') })
  expect(page).toBeLessThan(300)
})
