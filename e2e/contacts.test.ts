// Contacts of companies from their names and domains, without any key: every value opens its page, its words and the time it was read.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from './journey.ts'
import type { Product } from './product.ts'
import { barriers, type Visitor } from './visitor.ts'
import { callApi, cell, makeWorkbook } from './workbook.ts'

const html = (title: string, body: string) => `<!doctype html><html lang="en"><title>${title}</title>${body}</html>`
const ACME: Record<string, string> = {
  '/': html(
    'Acme Pumps',
    '<h1>Acme Pumps</h1><a href="/contact">Contact</a> <a href="/team">Team</a><footer>© 2026 Acme Pumps Ltd</footer>',
  ),
  '/contact': html(
    'Contact',
    '<p>Acme Pumps Ltd<br>12 High Street<br>London SW1A 1AA</p><p>Tel. +44 20 7946 0958</p><p>info@acme.example</p>',
  ),
  '/team': html('Team', '<h3>Ada Lovelace</h3><p>Chief Executive Officer</p>'),
}
const SITES: Record<string, Record<string, string>> = {
  'acme.example': ACME,
  'shell.example': { '/': html('React App', '<div id="root"></div>') },
  'northwind.example': {
    '/': html('Northwind', '<h1>Northwind</h1><p>Tel. +44 20 7946 0111</p><footer>© 2026 Northwind Ltd</footer>'),
  },
}

async function openSites() {
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/^www\.|:\d+$/g, '')
    if (host === 'sold.example') return void response.writeHead(301, { location: 'http://northwind.example/' }).end()
    const page = SITES[host]?.[request.url ?? '']
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const names = [...Object.keys(SITES), 'sold.example'].flatMap((host) => [host, `www.${host}`])
  return {
    settings: { EGRESS_ALLOW: at, EGRESS_HOST_MAP: names.map((name) => `${name}=${at}`).join(',') },
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

let product: Product
let visitor: Visitor
let page: Page
let workbook: string
let home: string
startJourney({ peer: openSites }, async (journey) => {
  ;({ product, visitor, page } = journey)
  home = page.url()
  workbook = await makeWorkbook(product, 'Contacts', { Company: 'text', Domain: 'text' }, [
    ['Acme Pumps', 'acme.example'],
    ['Shell', 'shell.example'],
    ['Sold', 'sold.example'],
  ])
})

const api = (path: string, body?: unknown, method?: string) => callApi(product, path, body, method)
const FOUND = {
  Email: ['{{Site.company_email}}', 'info@acme.example', '/contact', 'info@acme.example'],
  Phone: ['{{Site.phone}}', '+442079460958', '/contact', 'Tel. +44 20 7946 0958'],
  Street: ['{{Site.street}}', '12 High Street', '/contact', '12 High Street'],
  Country: ['{{Site.country}}', 'GB', '/contact', 'SW1A 1AA'],
  Boss: ['{{Site.people.0.full_name}}', 'Ada Lovelace', '/team', 'Ada Lovelace'],
  Name: ['COALESCE({{Site.legal_name}}, {{Site.company_name}})', 'Acme Pumps Ltd', '/', 'Acme Pumps Ltd'],
} as const

describe.sequential('a user without a key', () => {
  test('finds the contacts of companies, each value with its page, its words, its time and its own confidence', async () => {
    const columns = `/api/workbooks/${workbook}/columns`
    const site = { type: 'enrichment', name: 'Site', provider: 'website-reader', inputs: { website: '{{Domain}}' } }
    await api(columns, site)
    for (const [name, [expression]] of Object.entries(FOUND)) await api(columns, { type: 'formula', name, expression })
    const phone = { ...site, name: 'Direct', output: 'fax' }
    await api(columns, phone)
    await api(`/api/workbooks/${workbook}/run`, {})
    const read = async () => (await api(`/api/workbooks/${workbook}`, undefined, 'GET')).rows
    const settled = async () =>
      (await read()).every(({ enrichments }: { enrichments: Record<string, { status: string }> }) =>
        ['c3', 'c10'].every((id) => /complete|not_found/.test(enrichments[id]?.status ?? '')),
      )
    await expect.poll(settled).toBe(true)
    const [acme, shell, sold] = await read()
    for (const [at, [name, [, value, path, words]]] of Object.entries(FOUND).entries()) {
      const found = acme.enrichments[`c${at + 4}`]
      expect(found, name).toMatchObject({ status: 'complete', value })
      expect(found.provenance, name).toMatchObject({
        source_url: `http://acme.example${path}`,
        quote: expect.stringContaining(words),
        license: 'scraped',
        confidence: found.confidence,
      })
      expect(Date.parse(found.provenance.fetched_at), name).toBeGreaterThan(Date.now() - 3_600_000)
      expect(shell.enrichments[`c${at + 4}`].value, name).toBeNull()
    }
    expect(acme.enrichments.c10).toMatchObject({ status: 'not_found', value: null })
    expect(shell.enrichments.c3).toMatchObject({ status: 'not_found', value: null })
    expect(shell.enrichments.c5).toMatchObject({ status: 'not_found', value: null })
    expect(sold.enrichments.c5).toMatchObject({
      value: '+442079460111',
      provenance: { note: 'sold.example leads to northwind.example, which may be another firm' },
    })
    expect(sold.enrichments.c5.confidence).toBeLessThan(0.6)
  })

  test('opens where a value is from, with one figure for how sure it is', async () => {
    const [acme, , sold] = (await api(`/api/workbooks/${workbook}`, undefined, 'GET')).rows
    await page.goto(`${home}/${workbook}?row=${acme.row_id}&cell=c5`)
    await cell(page, 0, 0).getByText('Acme Pumps').waitFor({ state: 'attached' })
    const panel = page.getByRole('complementary').filter({ has: page.getByRole('heading', { name: 'Phone' }) })
    const source = panel.getByRole('region', { name: 'Source' })
    await source.getByRole('link', { name: 'http://acme.example/contact' }).waitFor()
    await source.getByText('Tel. +44 20 7946 0958').waitFor()
    await source.getByText('Fetched').waitFor()
    const figures = new Set((await panel.innerText()).match(/\d+\s?%/g)?.map((one) => one.replace(/\s/g, '')))
    expect([...figures]).toEqual([`${Math.round(acme.enrichments.c5.confidence * 100)}%`])
    expect(await barriers(page)).toEqual([])
    await page.goto(`${home}/${workbook}?row=${sold.row_id}&cell=c5`)
    await panel.getByRole('region', { name: 'Value' }).getByText('leads to northwind.example').waitFor()
    expect(await barriers(page)).toEqual([])
    expect(visitor.complaints).toEqual([])
  })
})
