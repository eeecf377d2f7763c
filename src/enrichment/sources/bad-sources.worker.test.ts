// Sources that answer badly: a clear error for each, what came before stays, and nothing is half done.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestService } from '../../../test/running-install.ts'
import { must, type Vendor } from '../kinds/kinds.fixture.ts'
import { add, bench, firms, HTTP, pageOf, rejectsOf, rowsOf, run, sourcesOf, startSources } from './sources.fixture.ts'

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

  it('fails when a good status says that it is an error, by its shape or by the rule of the source', async () => {
    for (const [settings, body] of [
      [{}, { error: 'quota exceeded', items: [] }],
      [{}, { success: false, message: 'quota exceeded' }],
      [
        { error_path: 'state', error_values: 'blocked, ended' },
        { state: 'ended', reason: 'quota exceeded', items: firms(0, 2) },
      ],
    ] as const) {
      const { at, run } = await failing(settings, () => ({ body }))
      expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('quota exceeded') })
      expect(await rowsOf(at)).toEqual([])
    }
  })

  it('says in the preview and in the run what the answer has instead of the records', async () => {
    const says = () => ({ body: { data: { results: firms(0, 2) } } })
    const words = '"data.items" is not in the answer; it has "data.results"'
    const { at, run } = await failing({ items_path: 'data.items' }, says)
    expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining(words) })
    const settings = { ...HTTP.settings, items_path: 'data.items' }
    const preview = await must(at.call('POST', `${sourcesOf(at)}/preview`, { ...HTTP, settings }), 200)
    expect(preview.problem).toContain(words)
  })

  it('takes the record whose neighbor has a value that fits no cell, and keeps every digit of both', async () => {
    const odd =
      '{"id": 12345678901234567891, "name": "B", "note": "half \\ud800 and nul \\u0000", "size": 1e400, "__proto__": {"x": 1}}'
    const { at, run } = await failing({}, () => ({
      body: `{"items": [{"id": 12345678901234567890, "name": "A"}, ${odd}]}`,
      headers: { 'content-type': 'application/json' },
    }))
    expect(run).toMatchObject({ status: 'done', counts: { created: 2 } })
    expect((await rowsOf(at)).map(({ Name }) => Name)).toEqual(['A', 'B'])
  })

  it('rejects by itself the one of two records that cannot be read, with the reason', async () => {
    const { at, id, run } = await failing({}, () => ({ body: { items: [{ id: 1, name: 'A' }, 'damaged'] } }))
    expect(run).toMatchObject({ status: 'done', counts: { created: 1 } })
    expect((await rowsOf(at)).map(({ Name }) => Name)).toEqual(['A'])
    expect(await rejectsOf(at, id, run.job_id)).toHaveLength(1)
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

  it.each([
    ['cursor', { paging: 'cursor', cursor_path: 'next', cursor_param: 'after' }, 'again'],
    ['address', { paging: 'next_url', next_path: 'next' }, '/firms?at=again'],
    ['Link header', { paging: 'link_header' }, null],
  ])('fails when the next page is this page by its %s, and keeps each record once', async (_kind, paging, next) => {
    let page = 0
    const headers = next === null ? { link: '</firms?at=again>; rel="next"' } : {}
    const { at, run } = await failing(paging, () => {
      page += 1
      return { headers, body: { items: firms(page * 2, page * 2 + 2), next } }
    })
    expect(run).toMatchObject({
      status: 'failed',
      counts: { created: 4 },
      error: expect.stringContaining('go in a circle: page 3 was there before'),
    })
    expect((await rowsOf(at)).map(({ Name }) => Name)).toEqual(firms(2, 6).map(({ name }) => name))
    expect(api.heard).toHaveLength(2)
  })

  it('takes a circle of sitemaps for what it lists, once', async () => {
    const index = (...names: string[]) =>
      `<sitemapindex>${names.map((name) => `<sitemap><loc>http://api.example.com/${name}</loc></sitemap>`).join('')}</sitemapindex>`
    const pages = '<urlset><url><loc>https://acme.com/one</loc></url></urlset>'
    const at = await bench(service)
    const say: Record<string, string> = { '/a': index('a', 'b', 'c'), '/b': index('a', 'b'), '/c': pages }
    api.says(({ path }) => ({ body: say[path] ?? '' }))
    const mapping = [{ field: 'url', target: { kind: 'column', column_id: 'c1' } }]
    const { id } = await add(at, { adapter: 'sitemap', settings: { url: 'http://api.example.com/a' }, mapping })
    expect(await run(at, id)).toMatchObject({ status: 'done', counts: { created: 1 } })
    const read = api.heard.map(({ path }) => path).filter((path) => path !== '/robots.txt')
    expect(read).toEqual(['/a', '/b', '/c'])
  })

  it('says that it does not know the end when every page is the same one', async () => {
    const { at, run } = await failing({ paging: 'page', page_param: 'p' }, () => ({ body: { items: firms(0, 5) } }))
    expect(run).toMatchObject({ status: 'done', read_to_end: false, counts: { created: 5 } })
    expect(run.warnings).toEqual([expect.stringContaining('Page 2 has only records of pages before it')])
    expect(api.heard).toHaveLength(2)
    expect(await rowsOf(at)).toHaveLength(5)
  })

  it('takes a record once and says which others had its id', async () => {
    const items = [{ id: 1, name: 'A' }, { id: 1, name: 'B' }, { id: 2, name: 'C' }, { id: 3 }]
    const { at, id, run } = await failing({}, () => ({ body: { items } }))
    expect(run).toMatchObject({ status: 'done', counts: { created: 2, rejected: 2 } })
    expect((await rejectsOf(at, id, run.job_id)).map(({ record_id, reason }: never) => [record_id, reason])).toEqual([
      ['1', 'Another record of this run has the same id'],
      ['3', 'It has no value for any column'],
    ])
  })

  it('takes a record once that is on a later page too, by its id or by all it says, and the first one wins', async () => {
    const page = { paging: 'page', page_param: 'p' }
    const pages: { [page: string]: object[] } = {
      1: [
        { id: 1, name: 'A' },
        { id: 2, name: 'B' },
      ],
      2: [
        { id: 2, name: 'B of page 2' },
        { id: 3, name: 'C' },
      ],
      3: [{ id: 1, name: 'A' }, { name: 'No id' }],
      4: [{ name: 'No id' }, { id: 4, name: 'D' }],
    }
    const { at, id, run } = await failing(page, ({ path }) => ({ body: { items: pages[pageOf(path, 'p')] ?? [] } }))
    expect(run).toMatchObject({ status: 'done', counts: { created: 5, rejected: 3 } })
    expect((await rowsOf(at)).map(({ Name }) => Name)).toEqual(['A', 'B', 'C', 'No id', 'D'])
    expect((await rejectsOf(at, id, run.job_id)).map(({ reason, record }: never) => [reason, record])).toEqual([
      ['Another record of this run has the same id', { id: 2, name: 'B of page 2' }],
      ['Another record of this run has the same id', { id: 1, name: 'A' }],
      ['Another record of this run has the same content', { name: 'No id' }],
    ])
  })

  it('stops at the cap of records when its pages never end, says so, and a mirror then deletes nothing', async () => {
    const at = await bench(service)
    let page = 0
    api.says(() => {
      page += 1
      return { body: { items: firms(page * 10, page * 10 + 10) } }
    })
    const mapping = [{ field: 'name', target: { kind: 'column', column_id: 'c1' } }]
    const settings = { ...HTTP.settings, paging: 'page', page_param: 'p' }
    const { id } = await add(at, { ...HTTP, settings, mapping, mode: 'mirror', max_rows: 35 })
    for (const rows of [35, 70]) {
      const capped = await run(at, id)
      expect(capped).toMatchObject({ status: 'done', capped: true, counts: { created: 35 } })
      const { items } = await must(at.call('GET', `/api/jobs/${capped.job_id}/events`), 200)
      const warnings = items.filter(({ level }: { level: string }) => level === 'warning')
      expect(warnings.map(({ message }: { message: string }) => message)).toEqual([
        'Stopped at the cap of 35 records; the source has more',
        'No row was deleted: a run that stops at its cap does not know what is gone',
      ])
      expect(await rowsOf(at)).toHaveLength(rows)
    }
  })

  it('a run that is full at the end of a page does not claim to know of more', async () => {
    const at = await bench(service)
    let page = 0
    api.says(() => {
      page += 1
      return { body: { items: page > 2 ? [] : firms(page * 10, page * 10 + 10) } }
    })
    const mapping = [{ field: 'name', target: { kind: 'column', column_id: 'c1' } }]
    const settings = { ...HTTP.settings, paging: 'page', page_param: 'p' }
    const { id } = await add(at, { ...HTTP, settings, mapping, max_rows: 20 })
    const { job_id } = await run(at, id)
    const { items } = await must(at.call('GET', `/api/jobs/${job_id}/events`), 200)
    expect(items.map(({ message }: { message: string }) => message)).toContain(
      'Stopped at the cap of 20 records; the source may have more',
    )
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
