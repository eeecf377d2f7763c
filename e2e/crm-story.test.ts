// What a salesperson does with the export of a CRM: import it, merge duplicates, enrich, mail each person once, and erase one of them.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { COMPANY_DOMAINS, CRM_EXPORT } from './crm-export.ts'
import { joinPeers, startJourney } from './journey.ts'
import { type MailServer, openMailServer } from './mail-server.ts'
import type { Product } from './product.ts'
import { barriers, type Visitor } from './visitor.ts'
import { openWebsites, type Websites } from './websites.ts'
import { callApi, cell, dropFile, enterGrid, signedIn } from './workbook.ts'

const SEQUENCE = {
  steps: [{ subject: 'Hello {{first_name}}', body: 'Dear {{first_name}},\n\nhow is {{company}}?' }],
  settings: {
    consent_basis: 'legitimate_interest',
    days: [1, 2, 3, 4, 5, 6, 7],
    window_start: '00:00',
    window_end: '24:00',
    min_gap_seconds: 0,
    gap_jitter_seconds: 0,
  },
}
/** Both addresses of the person who is erased, and how the export writes the name. */
const ANN = ['ann@northwind-tools.example', 'a.smith@northwind-tools.example', 'Smith', 'northwind']

let mail: MailServer & Websites
let product: Product
let visitor: Visitor
let page: Page
let home: string
let sequence: string
let workbook: string
/** The place in the events before anything happened. */
let begin: string
startJourney(
  {
    peer: async () => joinPeers(await openMailServer(), await openWebsites(COMPANY_DOMAINS)),
    settings: { DEMO: 'off', PUBLIC_URL: 'https://outreach.sender.test' },
    async prepare(started) {
      await callApi(started, '/api/outreach/settings', { postal_address: 'Sender Ltd, 1 Main Street' }, 'PUT')
    },
  },
  async (journey) => {
    ;({ peer: mail, product, visitor, page } = journey)
    home = page.url().replace(/\/workbooks$/, '')
    await callApi(product, '/api/outreach/mailboxes', mail.mailbox)
    sequence = (await callApi(product, '/api/outreach/sequences', { name: 'Spring' })).id
    await callApi(product, `/api/outreach/sequences/${sequence}`, SEQUENCE, 'PATCH')
    const { headers } = await fetch(`${product.url}/api/leads`, { headers: await signedIn(product) })
    begin = headers.get('event-position') ?? ''
  },
)

const read = (path: string) => callApi(product, path, undefined, 'GET')
const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true })
const leads = (words: string) => page.getByText(words, { exact: true }).waitFor()
const panel = () => page.getByRole('complementary').filter({ has: page.getByRole('heading', { name: 'Ann Smith' }) })

/** The events since the import as they are told to who reads on from there, up to the first of a type. */
async function eventsUntil(type: string): Promise<string> {
  const stop = new AbortController()
  const query = `last_event_id=${encodeURIComponent(begin)}`
  const stream = await fetch(`${product.url}/api/events?${query}`, {
    headers: await signedIn(product),
    signal: stop.signal,
  })
  let told = ''
  for await (const part of (stream.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    told += part
    if (told.includes(`event: ${type}\n`)) break
  }
  stop.abort()
  return told
}

async function search(words: string) {
  await page.getByLabel('Search the leads').fill(words)
}

describe.sequential('a user who works through the export of a CRM', () => {
  test('sees before the import what the file says, and what is damaged in it', async () => {
    await page.getByRole('link', { name: 'Leads' }).click()
    await page.getByText('No leads yet').waitFor()
    await dropFile(page, 'crm-export.csv', CRM_EXPORT)
    const dialog = page.getByRole('dialog')
    const targetOf = (column: string) => dialog.getByLabel(`Target of ${column}`).inputValue()
    await dialog.getByLabel('Target of Company Name').waitFor()
    expect(
      await Promise.all(
        ['Person First Name', 'Person Last Name', 'Company Name', 'Contact Email', 'Street', 'Postcode'].map(targetOf),
      ),
    ).toEqual(['contact_person', 'contact_person', 'company', 'email', 'address', 'address'])
    await dialog.getByText('1 row above the names of the columns is left out.').waitFor()
    await dialog.getByText(/1 value of "Contact Phone" such as 4,84123E\+10: .* last digits are gone/).waitFor()
    await dialog.getByText(/1 value of "Account Customer ID" such as 1,00123E\+11/).waitFor()
    await dialog.getByText(/1 value of "Contact Email" with a name before the address/).waitFor()
    await dialog.getByText('1 value will be skipped, such as “tom at baker”.').waitFor()
    expect(await barriers(page)).toEqual([])
    await button('Import 58 rows', dialog).click()
    await page.getByText('57 leads added, 1 changed, 0 as they were.').waitFor()
    await button('Show the leads').click()
    await leads('57 leads')
  })

  test('merges who is one person, and keeps a family with one telephone apart', async () => {
    await page.getByRole('link', { name: 'Duplicates' }).click()
    const pair = page.getByRole('region', { name: 'Pair' })
    // The leads are compared after the import; in which order their pairs come is told by their odds.
    for (let left = 2; left > 0; left--) {
      await page.getByText(`${left === 1 ? '1 pair' : `${left} pairs`} to review`).waitFor()
      const said = await pair.innerText()
      expect(said).not.toContain('Huber')
      if (left === 2) expect(await barriers(page)).toEqual([])
      if (said.includes('Smith, Ann')) await button('Ann Smith', pair).first().click()
      await button('Merge', pair).click()
    }
    await page.getByText('No duplicates to review').waitFor()
  })

  test('has one lead of each person in the list, the counts, the facets and the export', async () => {
    await page.getByRole('link', { name: 'Leads' }).click()
    await leads('55 leads')
    await search('Smith')
    await leads('1 lead')
    await cell(page, 1, 0).getByText('Ann Smith', { exact: true }).waitFor({ state: 'attached' })
    await search('juergen')
    await leads('1 lead')
    await search('jurgen gross')
    await leads('1 lead')
    await button('Clear the search').click()
    await leads('55 leads')
    await button('Filter').click()
    const filter = page.getByRole('dialog', { name: 'Filter' })
    await filter.getByLabel('City', { exact: true }).selectOption({ label: 'London (1)' })
    await page.keyboard.press('Escape')
    await leads('1 lead')
    await page.goto(`${home}/leads`)
    await leads('55 leads')
    await button('Export').click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const file = await readFile(await (await saved).path(), 'utf8')
    expect(file.trim().split('\r\n')).toHaveLength(1 + 55)
    expect(file.match(/northwind-tools\.example/gi)).toHaveLength(2)
    const { items } = await read('/api/leads?search=Smith')
    await page.goto(`${home}/leads?lead=${items[0].id}`)
    const records = panel().getByRole('region', { name: 'Merged records' })
    for (const address of ['ANN@Northwind-Tools.example', 'a.smith@northwind-tools.example'])
      await records.getByText(address).first().waitFor()
    expect(await barriers(page)).toEqual([])
  })

  test('fills in what the sites of the companies say', async () => {
    await page.goto(`${home}/leads`)
    await leads('55 leads')
    await enterGrid(page)
    await page.keyboard.press('Shift+Space')
    await page.keyboard.press('Shift+Control+ArrowDown')
    await page.getByText('55 leads selected').waitFor()
    await button('Enrich').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Action').selectOption({ label: 'Read the website' })
    await dialog.getByText(/^55 lookups will run for free/).waitFor()
    await button('Enrich 55 leads', dialog).click()
    await page.getByText('46 updated, 9 not found').first().waitFor()
    expect(await barriers(page)).toEqual([])
    await page.goto(`${home}/leads`)
    await search('textiles makes things')
    await leads('1 lead')
    await button('Clear the search').click()
    await leads('55 leads')
    await button('Open as workbook').click()
    await page.waitForURL(/workbooks\/[0-9a-f-]+/)
    workbook = /workbooks\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? ''
    await page.getByText('55 rows', { exact: true }).waitFor()
    // A typo is forgiven in the rows as it is in the leads.
    await page.getByLabel('Search the rows').fill('Textlies')
    await page.getByText('Nothing was found for “Textlies”. Shown is what “textiles” finds.').waitFor()
    await cell(page, 0, 0).getByText('Alba Textiles', { exact: true }).waitFor({ state: 'attached' })
    expect(await barriers(page)).toEqual([])
    await button('Search for “textiles”').click()
    await expect.poll(() => page.getByLabel('Search the rows').inputValue()).toBe('textiles')
    await button('Clear the search').click()
    await page.getByText('55 rows', { exact: true }).waitFor()
  })

  test('enrolls all of them, and each person gets one mail', async () => {
    await page.goto(`${home}/outreach/sequences/${sequence}?tab=people`)
    await page.getByText('No leads enrolled yet').waitFor()
    await button('Enroll leads').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Consent source').fill('CRM')
    await button('Check leads', dialog).click()
    await dialog.getByText('54 leads can be enrolled, 1 cannot.').waitFor()
    expect(await barriers(page)).toEqual([])
    await button('Enroll 54 leads', dialog).click()
    await page.getByText('54 leads running, 0 messages sent, 0 replies').waitFor()
    await button('Start sequence').click()
    await page.getByText('0 leads running, 54 messages sent, 0 replies').waitFor()
    const to = mail.messages.map((message) => message.to.toLowerCase())
    expect([to.length, new Set(to).size]).toEqual([54, 54])
    expect(to.filter((address) => address.endsWith('@northwind-tools.example'))).toHaveLength(1)
    expect(to.filter((address) => address.endsWith('@weber-pumpen.example'))).toHaveLength(1)
    expect(to.filter((address) => address.endsWith('@fjord-outdoor.example'))).toHaveLength(1)
    expect(to.filter((address) => address.endsWith('@baeckerei-huber.example'))).toHaveLength(3)
    const [ann] = mail.messages.filter((message) => ANN.includes(message.to.toLowerCase()))
    expect(ann?.raw).toContain('Dear Ann,')
    expect(await barriers(page)).toEqual([])
  })

  test('is told what is held of a person, with the records that were merged, and erases all of it', async () => {
    const { items } = await read('/api/leads?search=Smith')
    const [{ id }] = items
    const held = await read(`/api/lead/${id}/held`)
    const titles = held.others.map(({ title }: { title: string }) => title)
    expect(titles).toContain('Merged with')
    expect(JSON.stringify(held)).toContain('a.smith@northwind-tools.example')
    expect(JSON.stringify(held)).toContain('ANN@Northwind-Tools.example')
    await page.goto(`${home}/leads?lead=${id}`)
    await button('Erase for good, at the request of the person', panel()).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('It was merged from 2 records:').waitFor()
    expect(await dialog.getByLabel('Erase all of them').isChecked()).toBe(true)
    expect(await barriers(page)).toEqual([])
    await button('Erase for good', dialog).click()
    await leads('54 leads')
  })

  test('finds nothing of the erased person anywhere', async () => {
    await search('smith')
    await page.getByText('No lead matches').waitFor()
    await page.goto(`${home}/workbooks/${workbook}`)
    await page.getByText('54 rows', { exact: true }).waitFor()
    await page.goto(`${home}/outreach/sequences/${sequence}?tab=people`)
    await page.getByText('53 leads', { exact: true }).waitFor()
    const places = [
      '/api/leads?limit=200',
      '/api/leads/facets?fields=company,email,city,contact_person',
      `/api/workbooks/${workbook}?page_size=500`,
      '/api/entities?limit=200',
      '/api/entities/review-queue?limit=200',
      '/api/entities/review-queue?status=merged&limit=200',
      '/api/jobs?limit=50',
      `/api/outreach/sequences/${sequence}/enrollments?limit=200`,
      '/api/outreach/messages?limit=200',
    ]
    for (const place of places) {
      const said = JSON.stringify(await read(place)).toLowerCase()
      expect([place, ANN.filter((word) => said.includes(word.toLowerCase()))]).toEqual([place, []])
    }
    const told = (await eventsUntil('lead.erased')).toLowerCase()
    expect(ANN.filter((word) => told.includes(word.toLowerCase()))).toEqual([])
  })

  test('imports the same file again, and the person does not come back', async () => {
    await page.goto(`${home}/leads`)
    await leads('54 leads')
    await dropFile(page, 'crm-export.csv', CRM_EXPORT)
    await button('Import 58 rows', page.getByRole('dialog')).click()
    await page.getByText('3 rows of leads that were erased on request: not stored.').waitFor()
    await button('Show the leads').click()
    await leads('54 leads')
    await search('northwind')
    await page.getByText('No lead matches').waitFor()
    expect(visitor.complaints).toEqual([])
  })
})
