// Eight tabs of one browser, over HTTP/1.1 with its six connections to a server: all load, all are told, and one that closes or hangs takes
// nothing with it.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startJourney } from './journey.ts'
import type { Product } from './product.ts'
import { callApi } from './workbook.ts'

let product: Product
let tabs: Page[] = []
/** Streams that are open, by the tab that reads. */
const reading = new Set<Page>()

startJourney({}, async ({ product: started, page }) => {
  product = started
  tabs = [page]
})

const make = (name: string) => callApi(product, '/api/workbooks', { name })
const shows = (page: Page, name: string) => page.getByRole('link', { name }).first().waitFor()

test('eight tabs load and share one stream of events', async () => {
  const [first] = tabs as [Page]
  first.context().on('request', (request) => {
    if (request.url().includes('/api/events')) reading.add(request.frame().page())
  })
  const address = first.url()
  for (let n = 1; n < 8; n++) {
    const tab = await first.context().newPage()
    tabs.push(tab)
    await tab.goto(address)
    await tab.getByRole('heading', { name: 'Workbooks' }).first().waitFor()
  }
  await first.reload()
  await first.getByRole('heading', { name: 'Workbooks' }).first().waitFor()
  await make('Told to all')
  await Promise.all(tabs.map((tab) => shows(tab, 'Told to all')))
})

test('tabs that are left hear on when the one that reads closes', async () => {
  while (tabs.length > 2) {
    const reader = tabs.find((tab) => reading.has(tab)) ?? (tabs[0] as Page)
    tabs = tabs.filter((tab) => tab !== reader)
    reading.delete(reader)
    // Written while no tab reads: the next one begins where it was.
    await Promise.all([reader.close(), make(`Without tab ${tabs.length}`)])
    await Promise.all(tabs.map((tab) => shows(tab, `Without tab ${tabs.length}`)))
    expect(reading.size).toBeLessThanOrEqual(2)
  }
})

test('a tab that reads and hangs is replaced by another', async () => {
  const [reader, ...others] = tabs as [Page, ...Page[]]
  for (const tab of others) await tab.close()
  await make('Read by the only tab')
  await shows(reader, 'Read by the only tab')
  const other = await reader.context().newPage()
  await other.goto(reader.url())
  await shows(other, 'Read by the only tab')
  reading.clear()
  const devtools = await reader.context().newCDPSession(reader)
  await devtools.send('Debugger.enable')
  await devtools.send('Debugger.pause')
  await make('Written while it hangs')
  await shows(other, 'Written while it hangs')
  expect([...reading]).toEqual([other])
  await devtools.send('Debugger.disable')
  await make('Written when it is back')
  await Promise.all([reader, other].map((tab) => shows(tab, 'Written when it is back')))
})
