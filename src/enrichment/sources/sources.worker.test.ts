// Sources of a workbook from adding them to the rows, with what answers on loopback.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestService } from '../../../test/running-install.ts'
import { addBench, must, type Vendor } from '../kinds/kinds.fixture.ts'
import { add, bench, firms, HTTP, pageOf, rowsOf, run, sourcesOf, startSources } from './sources.fixture.ts'

let api: Vendor
let service: TestService
beforeAll(async () => {
  ;({ api, service } = await startSources())
})
afterAll(async () => {
  await service?.close()
  await api?.close()
})

describe('a source of an HTTP API', () => {
  it('shows the first records and where they would go, before anything is stored', async () => {
    const at = await bench(service)
    api.says(() => ({ body: { items: firms(0, 30) } }))
    const preview = await must(at.call('POST', `${sourcesOf(at)}/preview`, HTTP), 200)
    expect(preview).toMatchObject({ problem: null, total: 30 })
    expect(preview.records).toHaveLength(10)
    expect(preview.fields.map(({ name }: { name: string }) => name)).toEqual(['id', 'name', 'place.city'])
    expect(preview.mapping[1]).toEqual({ field: 'name', target: { kind: 'column', column_id: 'c1' } })
    expect(await rowsOf(at)).toEqual([])
  })

  it('says when records have no id, since each change would be a new row, and proposes one', async () => {
    const at = await bench(service)
    const look = async (items: object[], more: object = {}) => {
      api.says(() => ({ body: { items } }))
      const settings = { ...HTTP.settings, id_path: undefined, ...more }
      return must(at.call('POST', `${sourcesOf(at)}/preview`, { adapter: 'http-api', settings }), 200)
    }
    const words = 'The records have no id: a record whose content changes becomes a new row. '
    expect(await look(firms(0, 3))).toMatchObject({
      id_proposal: { setting: 'id_path', field: 'id' },
      warnings: [`${words}Set "Path of the id" to "id"`],
    })
    expect(
      await look([
        { group_id: 1, url: 'http://a.com' },
        { group_id: 1, url: 'http://b.com' },
      ]),
    ).toMatchObject({
      id_proposal: { setting: 'id_path', field: 'url' },
    })
    expect(await look([{ name: 'A' }, { name: 'B' }])).toMatchObject({
      id_proposal: null,
      warnings: [`${words}Name a field that tells records apart as "Path of the id"`],
    })
    expect(await look(firms(0, 3), { id_path: 'id' })).toMatchObject({ id_proposal: null, warnings: [] })
    expect((await look([{ id: 1 }, { name: 'B' }], { id_path: 'id' })).warnings).toEqual([
      expect.stringContaining('1 of 2 records have no id'),
    ])
    api.says(() => ({ headers: { 'content-type': 'text/csv' }, body: 'Name,Customer No\nA,7\nB,8' }))
    const file = { adapter: 'file', settings: { url: 'http://api.example.com/firms.csv' } }
    expect(await must(at.call('POST', `${sourcesOf(at)}/preview`, file), 200)).toMatchObject({
      id_proposal: { setting: 'id_field', field: 'Customer No' },
    })
    api.says(() => ({ body: { items: firms(0, 3), '@odata.nextLink': 'http://api.example.com/firms?p=2' } }))
    expect((await must(at.call('POST', `${sourcesOf(at)}/preview`, HTTP), 200)).warnings).toEqual([
      'One page is read. But "@odata.nextLink" leads to a next page',
    ])
  })

  it('brings every page by each kind of paging, and adds nothing twice when it runs again', async () => {
    const kinds = [
      { paging: 'page', page_param: 'page', size_param: 'n', size: 10 },
      { paging: 'offset', page_param: 'skip' },
      { paging: 'cursor', cursor_path: 'meta.next', cursor_param: 'after' },
      { paging: 'next_url', next_path: 'links.next' },
      { paging: 'link_header' },
    ]
    api.says(({ path }) => {
      const url = new URL(path, 'http://x')
      const at = (name: string) => Number(url.searchParams.get(name) ?? 0)
      const from = at('page') > 0 ? (at('page') - 1) * 10 : at('skip') + at('after') + at('from')
      const next = from + 10 < 25 ? from + 10 : null
      return {
        headers: next === null ? {} : { link: `</firms?from=${next}>; rel="next"` },
        body: {
          items: firms(from, Math.min(25, from + 10)),
          meta: { next },
          links: { next: next === null ? null : `/firms?from=${next}` },
        },
      }
    })
    for (const paging of kinds) {
      const at = await bench(service)
      const { id } = await add(at, { ...HTTP, settings: { ...HTTP.settings, ...paging } })
      expect(await run(at, id), paging.paging).toMatchObject({ status: 'done', counts: { created: 25 }, capped: false })
      expect((await rowsOf(at))[24]).toMatchObject({ Name: 'Firm 24', 'place city': 'Bonn' })
      expect(await run(at, id)).toMatchObject({ counts: { unchanged: 25 } })
      expect(await rowsOf(at)).toHaveLength(25)
    }
  })

  it('updates what changed, and a mirror deletes what is gone, which undo brings back', async () => {
    const at = await bench(service)
    let items: object[] = firms(0, 3)
    api.says(() => ({ body: { items } }))
    const { id } = await add(at, { ...HTTP, mode: 'mirror' })
    await run(at, id)
    items = [
      { id: 1, name: 'Renamed' },
      { id: 9, name: 'New' },
    ]
    expect(await run(at, id)).toMatchObject({ counts: { created: 1, updated: 1, deleted: 2 } })
    expect((await rowsOf(at)).map(({ Name }) => Name)).toEqual(['Renamed', 'New'])
    items = []
    expect((await run(at, id)).counts.deleted ?? 0).toBe(0)
    expect(await rowsOf(at)).toHaveLength(2)
    const { items: acts } = await must(at.call('GET', `/api/workbooks/${at.workbook_id}/activity`), 200)
    const deleted = acts.find(({ kind }: { kind: string }) => kind === 'delete_rows')
    await at.call('POST', `/api/workbooks/${at.workbook_id}/undo`, { change_id: deleted.id })
    expect(await rowsOf(at)).toHaveLength(4)
  })

  it('as a mirror deletes only after an end that is certain, and says in words why it did not', async () => {
    const paged = { paging: 'page', page_param: 'p', size_param: 'n', size: 3 }
    const linked = { paging: 'next_url', next_path: 'links.weiter' }
    const cases: [object, (page: number) => { status?: number; body: object }, boolean, RegExp | null][] = [
      [paged, (page) => ({ body: { items: page === 1 ? firms(1, 4) : [] } }), true, null],
      [paged, (page) => (page === 1 ? { body: { items: firms(1, 4) } } : { status: 404, body: {} }), true, null],
      [paged, (page) => (page === 1 ? { body: { items: firms(1, 3) } } : { status: 400, body: {} }), true, null],
      [
        paged,
        (page) => (page === 1 ? { body: { items: firms(1, 4) } } : { status: 400, body: {} }),
        false,
        /status 400/,
      ],
      [paged, () => ({ body: { items: firms(1, 4) } }), false, /Page 2 has only records of pages before it/],
      [{ ...paged, total_path: 'sum' }, () => ({ body: { sum: 3, items: firms(1, 4) } }), true, null],
      [
        { ...paged, total_path: 'sum' },
        (page) => ({ body: { sum: 9, items: page === 1 ? firms(1, 4) : [] } }),
        false,
        /says that it has 9 records, and gave 3/,
      ],
      [
        linked,
        () => ({ body: { items: firms(1, 4), links: { next: '/more' } } }),
        false,
        /"links.weiter" is not in the answer; it has "links.next". But "links.next" leads to a next page/,
      ],
      [{ paging: 'none' }, () => ({ body: { items: firms(1, 4), has_more: true } }), false, /"has_more" is true/],
      [{ paging: 'none' }, () => ({ body: { items: firms(1, 4), total: 3 } }), true, null],
      [{ paging: 'none' }, () => ({ body: { items: [] } }), false, /the source had no record/],
    ]
    for (const [paging, says, isCertain, words] of cases) {
      const at = await bench(service)
      api.says(() => ({ body: { items: firms(0, 4), sum: 4 } }))
      const { id } = await add(at, { ...HTTP, mode: 'mirror' })
      await run(at, id)
      await must(at.call('PATCH', `${sourcesOf(at)}/${id}`, { settings: { ...HTTP.settings, ...paging } }), 200)
      api.says(({ path }) => says(pageOf(path, 'p')))
      const ended = await run(at, id)
      const what = JSON.stringify([paging, words?.source])
      expect(ended.status, what).toBe('done')
      expect((ended.counts.deleted ?? 0) > 0, what).toBe(isCertain)
      if (words) expect(ended.warnings.join(), what).toMatch(words)
      if (words) expect(ended.warnings.join(), what).toContain('No row was deleted')
      else expect([ended.read_to_end, ended.warnings], what).toEqual([true, []])
    }
  })

  it('in append mode leaves rows alone, and a row that was deleted stays deleted unless it is asked back', async () => {
    const at = await bench(service)
    let items: object[] = firms(0, 2)
    api.says(() => ({ body: { items } }))
    const { id } = await add(at, { ...HTTP, mode: 'append' })
    await run(at, id)
    const page = await must(at.call('GET', `/api/workbooks/${at.workbook_id}`), 200)
    await at.call('DELETE', `/api/workbooks/${at.workbook_id}/rows`, { row_ids: [page.rows[0].row_id] })
    items = [
      { id: 0, name: 'Other' },
      { id: 1, name: 'Other' },
      { id: 2, name: 'Third' },
    ]
    expect(await run(at, id)).toMatchObject({ counts: { created: 1, unchanged: 1, deleted_before: 1 } })
    expect((await rowsOf(at)).map(({ Name }) => Name)).toEqual(['Firm 1', 'Third'])
    expect(await run(at, id, { bring_back: true })).toMatchObject({ counts: { created: 1, unchanged: 2 } })
  })

  it('meets rows that the workbook knows by its identity', async () => {
    const at = await addBench(service, ['Name', 'Domain'], [['Known', 'acme.com']])
    api.says(() => ({ body: { items: [{ id: 1, name: 'Acme Inc', domain: 'https://www.acme.com/about' }] } }))
    const { id } = await add(at, {
      ...HTTP,
      identity: [{ column_id: 'c2', normaliser: 'domain' }],
      existing: 'fill_blanks',
    })
    expect((await run(at, id)).counts).toEqual({ updated: 1 })
    expect(await rowsOf(at)).toEqual([{ Name: 'Known', Domain: 'acme.com', id: 1 }])
  })

  it('asks later runs only for what is newer', async () => {
    const at = await bench(service)
    api.says(() => ({
      body: {
        items: [
          { id: 1, name: 'A', at: '2026-01-02' },
          { id: 2, name: 'B', at: '2026-01-05' },
        ],
      },
    }))
    const settings = { ...HTTP.settings, since_path: 'at', since_param: 'since' }
    const { id } = await add(at, { ...HTTP, settings })
    await run(at, id)
    await run(at, id)
    expect(api.heard.map(({ path }) => new URL(path, 'http://x').searchParams.get('since'))).toEqual([
      null,
      null,
      '2026-01-05',
    ])
    expect((await must(at.call('GET', `${sourcesOf(at)}/${id}`), 200)).cursor).toBe('2026-01-05')
    const mirror = await at.call('PATCH', `${sourcesOf(at)}/${id}`, { mode: 'mirror' })
    expect(mirror.status).toBe(422)
  })

  it('says loudly that it stopped at its cap', async () => {
    const at = await bench(service)
    api.says(({ path }) => ({ body: { items: firms(pageOf(path, 'page') * 10, pageOf(path, 'page') * 10 + 10) } }))
    const { id } = await add(at, {
      ...HTTP,
      settings: { ...HTTP.settings, paging: 'page', page_param: 'page' },
      max_rows: 25,
    })
    const capped = await run(at, id)
    expect(capped).toMatchObject({ status: 'done', capped: true, counts: { created: 25 } })
    expect(await must(at.call('GET', `${sourcesOf(at)}/${id}`), 200)).toMatchObject({ state: 'capped', records: 25 })
  })

  it('sends its secret to the hosts that it may go to and nowhere else', async () => {
    const at = await bench(service)
    api.says(({ headers }) => ({ body: { items: [{ id: 1, name: headers.authorization ?? 'none' }] } }))
    const settings = { ...HTTP.settings, auth: 'bearer', secret: 'KEY' }
    const preview = () => must(at.call('POST', `${sourcesOf(at)}/preview`, { ...HTTP, settings }), 200)
    expect((await preview()).problem).toContain('is not entered')
    const secret = { name: 'KEY', value: 'sk-PLAIN-0123456789', hosts: ['other.example.com'] }
    await must(at.call('PUT', '/api/settings/secrets', secret), 200)
    expect((await preview()).problem).toContain('may not be sent to api.example.com')
    expect(api.heard).toHaveLength(0)
    await must(at.call('PUT', '/api/settings/secrets', { ...secret, hosts: ['api.example.com'] }), 200)
    expect((await preview()).records).toEqual([{ id: 1, name: 'Bearer sk-PLAIN-0123456789' }])
  })
})

describe('a feed as a source', () => {
  const FEED = { adapter: 'feed', settings: { url: 'http://api.example.com/feed' }, mode: 'append' }

  it('adds what is new in it', async () => {
    const at = await bench(service)
    const item = (n: number) =>
      `<item><guid>g${n}</guid><title>News ${n}</title><link>http://x.example/${n}</link></item>`
    let items = [1, 2]
    api.says(() => ({
      body: `<rss version="2.0"><channel><title>F</title>${items.map(item).join('')}</channel></rss>`,
    }))
    const { id } = await add(at, FEED)
    expect(await run(at, id)).toMatchObject({ counts: { created: 2 } })
    items = [2, 3]
    expect(await run(at, id)).toMatchObject({ counts: { created: 1, unchanged: 1 } })
    // Its host is held by the same leases as hosts that watches and lookups ask.
    const hosts = await service.database.asOwner<{ host: string }>('select host from polled_hosts')
    expect(hosts.map(({ host }) => host)).toContainEqual(expect.stringMatching(/^api\.example\.com/))
  })

  const rss = (...items: string[]) => `<rss version="2.0"><channel><title>F</title>${items.join('')}</channel></rss>`

  it('knows an item by its id or link whatever campaign it is counted for, and two items of one id apart', async () => {
    const at = await bench(service)
    const said = (...items: string[]) => api.says(() => ({ body: rss(...items) }))
    const item = (title: string, link: string, guid = '') =>
      `<item>${guid && `<guid isPermaLink="false">${guid}</guid>`}<title>${title}</title><link>${link}</link></item>`
    const { id } = await add(at, FEED)
    said(
      item('A', 'http://x.example/a?utm_source=one'),
      item('B', 'http://x.example/b', 'same'),
      item('C', 'http://x.example/c', 'same'),
    )
    expect((await run(at, id)).counts).toEqual({ created: 3 })
    said(
      item('A', 'https://www.x.example/a?utm_source=two&utm_medium=mail#top'),
      item('B', 'http://x.example/b?fbclid=1', 'same'),
      item('C', 'http://x.example/c', 'same'),
      item('D', 'http://x.example/d', 'http://x.example/d?utm_campaign=one'),
      item('E', 'http://x.example/e', 'id-of-e'),
    )
    expect((await run(at, id)).counts).toEqual({ created: 2, unchanged: 3 })
    said(
      item('D', 'http://x.example/d', 'http://x.example/d?utm_campaign=two'),
      item('E', 'http://x.example/e-renamed', 'id-of-e'),
    )
    expect((await run(at, id)).counts).toEqual({ unchanged: 2 })
  })

  it('knows the items that it brought under the ids of earlier versions', async () => {
    const at = await bench(service)
    api.says(() => ({ body: rss('<item><guid>http://x.example/a/?utm_source=rss</guid><title>A</title></item>') }))
    const { id } = await add(at, FEED)
    await run(at, id)
    await service.database.asOwner(
      `update source_rows set record_key = 'http://x.example/a/?utm_source=rss' where source_id = $1`,
      [id],
    )
    expect((await run(at, id)).counts).toEqual({ unchanged: 1 })
  })

  it('takes a day that there is not for no date', async () => {
    const at = await bench(service)
    const dated = [
      '30 Feb 2026 10:00:00 GMT',
      '2026-02-29T10:00:00Z',
      'Sat, 29 Feb 2020 10:00:00 GMT',
      '31 Apr 2026 00:00:00 +0000',
    ]
    api.says(() => ({
      body: rss(...dated.map((date, n) => `<item><guid>${n}</guid><title>N</title><pubDate>${date}</pubDate></item>`)),
    }))
    const { records } = await must(
      at.call('POST', `${sourcesOf(at)}/preview`, { adapter: 'feed', settings: FEED.settings }),
      200,
    )
    expect(records.map(({ published }: { published: string }) => published)).toEqual([
      '',
      '',
      '2020-02-29T10:00:00.000Z',
      '',
    ])
  })

  it('asks for what changed only, and reads it again when the workbook was changed', async () => {
    const at = await bench(service)
    const TAG = '"v1"'
    api.says(({ headers }) =>
      headers['if-none-match'] === TAG
        ? { status: 304, headers: { etag: TAG }, body: '' }
        : {
            headers: { etag: TAG, 'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT' },
            body: rss('<item><guid>1</guid><title>A</title></item>'),
          },
    )
    const { id } = await add(at, FEED)
    const heard = () => api.heard.at(-1)?.headers['if-none-match']
    expect(await run(at, id)).toMatchObject({ counts: { created: 1 }, not_modified: false })
    expect(heard()).toBeUndefined()
    expect(await run(at, id)).toMatchObject({ status: 'done', counts: {}, not_modified: true, warnings: [] })
    expect(heard()).toBe(TAG)
    const page = await must(at.call('GET', `/api/workbooks/${at.workbook_id}`), 200)
    await at.call('DELETE', `/api/workbooks/${at.workbook_id}/rows`, { row_ids: [page.rows[0].row_id] })
    expect(await run(at, id)).toMatchObject({ counts: { deleted_before: 1 }, not_modified: false })
    expect(await run(at, id, { bring_back: true })).toMatchObject({ counts: { created: 1 }, not_modified: false })
    await must(at.call('PATCH', `${sourcesOf(at)}/${id}`, { mode: 'upsert' }), 200)
    expect(await run(at, id)).toMatchObject({ counts: { unchanged: 1 }, not_modified: false })
  })

  it('refuses one that declares entities', async () => {
    const at = await bench(service)
    api.says(() => ({
      body: '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><rss><channel><item><title>&b;</title></item></channel></rss>',
    }))
    const preview = await must(
      at.call('POST', `${sourcesOf(at)}/preview`, { adapter: 'feed', settings: FEED.settings }),
      200,
    )
    expect(preview.problem).toContain('declares entities')
  })
})

describe('a file at an address as a source', () => {
  const FILE = { adapter: 'file', settings: { url: 'http://api.example.com/firms.csv' } }

  it('brings its rows in pages and knows them again', async () => {
    const at = await bench(service)
    const lines = (count: number) => Array.from({ length: count }, (_, n) => `${n},Firm ${n}`).join('\n')
    api.says(() => ({ headers: { 'content-type': 'text/csv' }, body: `id,Name\n${lines(2500)}` }))
    const { id } = await add(at, { ...FILE, settings: { ...FILE.settings, id_field: 'id' } })
    expect(await run(at, id)).toMatchObject({ status: 'done', counts: { created: 2500 } })
    api.says(() => ({ headers: { 'content-type': 'text/csv' }, body: `id,Name\n0,Other\n,Blank\n${lines(1)}` }))
    const again = await run(at, id)
    expect(again).toMatchObject({ counts: { updated: 1, rejected: 2 } })
  })

  it('is not fetched again while it is as it was', async () => {
    const at = await bench(service)
    const since = 'Mon, 02 Nov 2026 10:00:00 GMT'
    api.says(({ headers }) =>
      headers['if-modified-since'] === since
        ? { status: 304, body: '' }
        : { headers: { 'content-type': 'text/csv', 'last-modified': since }, body: 'id,Name\n1,A' },
    )
    const { id } = await add(at, { ...FILE, mode: 'mirror', settings: { ...FILE.settings, id_field: 'id' } })
    expect(await run(at, id)).toMatchObject({ counts: { created: 1 }, not_modified: false })
    expect(await run(at, id)).toMatchObject({ status: 'done', counts: {}, not_modified: true })
    expect(await rowsOf(at)).toHaveLength(1)
  })

  it('tells of columns that are gone and of new ones, and deletes nothing for a file without rows or a line without an id', async () => {
    const at = await bench(service)
    const file = (...lines: string[]) =>
      api.says(() => ({ headers: { 'content-type': 'text/csv' }, body: lines.join('\n') }))
    file('id,Name,Phone,Note', '1,A,123,x', '2,B,456,y')
    const { id } = await add(at, { ...FILE, mode: 'mirror', settings: { ...FILE.settings, id_field: 'id' } })
    expect((await run(at, id)).warnings).toEqual([])
    file('id,Name,Email', '1,A,a@a.com', '2,B,b@b.com')
    expect((await run(at, id)).warnings).toEqual([
      'The source no longer has the columns "Phone", "Note". Values that were brought before stay. Edit the source if a name has changed',
      'The source has the new column "Email", which goes to no column yet. Edit the source to bring it',
    ])
    expect((await rowsOf(at))[0]).toMatchObject({ Name: 'A', Phone: 123 })
    file('id,Name,Email', '1,A,a@a.com', '2,B,b@b.com')
    expect((await run(at, id)).warnings, 'a new one is told once').toEqual([
      expect.stringContaining('no longer has the columns "Phone", "Note"'),
    ])
    file('id,Name,Phone,Note')
    const empty = await run(at, id)
    expect([empty.status, empty.warnings.join(' ')]).toEqual([
      'done',
      expect.stringContaining('the source had no record'),
    ])
    file('id,Name,Phone,Note', '1,A,123,x', '2,B,456,y,z,too many')
    expect((await run(at, id)).counts, 'a line that cannot be read is not gone').not.toHaveProperty('deleted')
    file('id,Name,Phone,Note', '1,A,123,x', ',B,456,y')
    expect((await run(at, id)).warnings).toEqual([expect.stringContaining('1 line has no readable id')])
    expect(await rowsOf(at)).toHaveLength(2)
    file('id,Name,Phone,Note', '1,A,123,x')
    expect(await run(at, id)).toMatchObject({ counts: { deleted: 1 }, warnings: [] })
  })

  it('refuses a web page, an address that leads into this network, and one that is too large', async () => {
    const at = await bench(service)
    const problem = async () => (await must(at.call('POST', `${sourcesOf(at)}/preview`, FILE), 200)).problem
    api.says(() => ({ body: '<html>Sign in</html>' }))
    expect(await problem()).toContain('A web page is at this address')
    api.says(() => ({ status: 302, headers: { location: 'http://10.0.0.1/secret.csv' } }))
    expect(await problem()).toMatch(/10\.0\.0\.1/)
  })
})

it('takes the rows of a view of another workbook', async () => {
  const from = await addBench(
    service,
    ['Name', 'City'],
    [
      ['A', 'Bonn'],
      ['B', 'Paris'],
    ],
  )
  const filter = { field: 'c2', op: 'eq', value: 'Bonn' }
  const view = await must(
    from.call('POST', `/api/workbooks/${from.workbook_id}/views`, { name: 'Bonn', scope: 'shared', filter }),
    201,
  )
  const made = await must(from.call('POST', '/api/workbooks', { name: 'Into' }), 201)
  const into = { ...from, workbook_id: made.id }
  const settings = { workbook_id: from.workbook_id, view_id: view.id }
  const { id } = await add(into, { adapter: 'workbook', settings })
  expect(await run(into, id)).toMatchObject({ status: 'done', counts: { created: 1 } })
  expect(await rowsOf(into)).toEqual([{ Name: 'A', City: 'Bonn' }])
  const own = await into.call('POST', sourcesOf(into), {
    adapter: 'workbook',
    settings: { workbook_id: into.workbook_id },
  })
  expect(own.status).toBe(422)
})

it('runs by its schedule, and stops when it is paused', async () => {
  const at = await bench(service)
  api.says(() => ({ body: { items: firms(0, 1) } }))
  const source = await add(at, { ...HTTP, schedule: { cron: '0 6 * * 1', time_zone: 'Europe/Berlin' } })
  expect(source.next_run_at).not.toBeNull()
  const paused = await must(at.call('PATCH', `${sourcesOf(at)}/${source.id}`, { enabled: false }), 200)
  expect(paused).toMatchObject({ state: 'paused', next_run_at: null })
  const wrong = await at.call('PATCH', `${sourcesOf(at)}/${source.id}`, { schedule: { cron: 'never' } })
  expect(wrong.status).toBe(422)
})

it('refuses settings that a source does not take, each at its place', async () => {
  const at = await bench(service)
  const places = async (source: object) =>
    (await at.call('POST', sourcesOf(at), source)).body.detail.map(({ loc }: { loc: unknown[] }) => loc.join('.'))
  expect(await places({ adapter: 'nothing', settings: {} })).toEqual(['body.adapter'])
  expect(await places({ adapter: 'gleif', settings: { country: 'Germany' } })).toEqual(['body.settings.country'])
  expect(
    await places({
      adapter: 'http-api',
      settings: { url: 'https://a.com/?api_key=1', paging: 'cursor', items_path: 'a..b' },
    }),
  ).toEqual([
    'body.settings.url',
    'body.settings.items_path',
    'body.settings.cursor_path',
    'body.settings.cursor_param',
  ])
})
