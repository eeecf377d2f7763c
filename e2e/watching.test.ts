// Many companies watched at once, what their signals came to, rules on one watch, and what other services post.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openCompanySites } from './company-sites.ts'
import { startJourney } from './journey.ts'
import type { Product } from './product.ts'
import { barriers, type Visitor } from './visitor.ts'
import { callApi } from './workbook.ts'

const HOSTS = ['anvil.example', 'bolt.example', 'crate.example', 'drum.example']

let product: Product
let visitor: Visitor
let page: Page
let home: string
const leads: { id: number }[] = []
const refused: string[] = []
startJourney(
  {
    peer: () => openCompanySites(HOSTS),
    settings: { DEMO: 'off' },
    async prepare(started) {
      for (const [n, domain] of HOSTS.entries()) {
        const status = n < 2 ? 'qualified' : 'new'
        const { lead } = await callApi(started, '/api/lead', {
          company: `Company ${domain}`,
          website: `http://${domain}/`,
          status,
        })
        leads.push(lead)
      }
    },
  },
  (journey) => {
    ;({ product, visitor, page } = journey)
    page.on('response', (answer) => answer.status() >= 400 && refused.push(new URL(answer.url()).pathname))
    home = page.url().replace(/\/workbooks$/, '')
  },
)

const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true })
const setStatus = (lead: { id: number } | undefined, status: string) =>
  callApi(product, `/api/lead/${lead?.id}`, { status }, 'PATCH')
const options = () => page.getByRole('listbox', { name: 'Watches' }).getByRole('option')

describe.sequential('a user who follows many companies', () => {
  test('watches every lead of a filter, in step with the leads', async () => {
    await page.goto(`${home}/signals?view=watches`)
    await button('Watch many leads').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Lead status').selectOption('qualified')
    await dialog.getByLabel('Kind', { exact: true }).selectOption({ label: 'Hiring' })
    await dialog.getByLabel('Name', { exact: true }).fill('Qualified')
    expect(await barriers(page)).toEqual([])
    await button('Watch these leads', dialog).click()
    const group = page.getByRole('list', { name: 'Groups' }).getByRole('listitem')
    await group.getByText('Hiring of 2 leads').waitFor()
    await group.getByText('in step').waitFor()
    const watched = (domain: string) => button(`Company ${domain}`, page.getByRole('table'))
    await watched('anvil.example').waitFor()
    await watched('bolt.example').waitFor()
    expect(await watched('crate.example').count()).toBe(0)
    expect(await barriers(page)).toEqual([])
    await setStatus(leads[2], 'qualified')
    await setStatus(leads[0], 'converted')
    await button('Bring the group Qualified in step now').click()
    await watched('crate.example').waitFor()
    await watched('anvil.example').waitFor({ state: 'detached' })
    await group.getByText('Hiring of 2 leads').waitFor()
  })

  test('watches what a saved filter means, and is told what goes by it before it is deleted', async () => {
    const filter = { field: 'company', op: 'contains', value: 'drum' }
    await callApi(product, '/api/leads/filters', { name: 'Drums', scope: 'shared', filter })
    await page.goto(`${home}/signals?view=watches`)
    await button('Watch many leads').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Leads', { exact: true }).selectOption({ label: 'Drums' })
    await dialog.getByLabel('Kind', { exact: true }).selectOption({ label: 'Hiring' })
    expect(await barriers(page)).toEqual([])
    await button('Watch these leads', dialog).click()
    const group = page.getByRole('list', { name: 'Groups' }).getByRole('listitem').filter({ hasText: 'of Drums' })
    await group.getByText('Hiring of 1 lead').waitFor()
    await page.goto(`${home}/leads`)
    await button('Saved filters').click()
    await page.getByRole('menuitem', { name: 'Delete a filter' }).click()
    await page.getByRole('menuitem', { name: 'Drums' }).last().click()
    await dialog.getByText('Watch group: Hiring of Drums').waitFor()
    await button('Cancel', dialog).click()
    await page.goto(`${home}/signals?view=watches`)
    await button('Delete the group Hiring of Drums').click()
    await dialog.getByRole('button', { name: /^Delete/ }).click()
    await group.waitFor({ state: 'detached' })
    refused.length = 0
    visitor.complaints.length = 0
  })

  test('sees how many signals came in which week, and which leads they led to', async () => {
    await page.goto(`${home}/signals?view=analytics`)
    await page.getByText('No signals in this period').waitFor()
    await page.goto(`${home}/signals`)
    await button('Scan leads for open jobs').click()
    await page.getByText('4 signals left').waitFor()
    const queue = page.getByRole('region', { name: 'Queue' })
    await queue.getByRole('listitem').filter({ hasText: 'Company drum.example' }).getByRole('button').click()
    // The list is ahead of the server.
    const marked = page.waitForResponse((answer) => answer.url().endsWith('/api/signals/mark'))
    await page.keyboard.press('x')
    await page.getByText('3 signals left').waitFor()
    await marked
    await page.goto(`${home}/signals?view=analytics`)
    await page.getByRole('img', { name: /^Week of .+: 0, .*: 4$/ }).waitFor()
    const types = page.getByRole('table', { name: 'Types' })
    const cells = async (row: Locator) => (await row.getByRole('cell').allTextContents()).map((text) => text.trim())
    // Signals, done, dismissed, leads, contacted, qualified, converted.
    expect((await cells(types.getByRole('row', { name: 'Open job' }))).slice(0, 8)).toEqual([
      'Open job',
      '4',
      '0',
      '1',
      '4',
      '3',
      '3',
      '1',
    ])
    const led = page.getByRole('table', { name: 'Leads' })
    await led.getByRole('row').filter({ hasText: 'Company anvil.example' }).getByText('Converted').waitFor()
    await led.getByRole('row').filter({ hasText: 'Company drum.example' }).waitFor({ state: 'detached' })
    expect(await barriers(page)).toEqual([])
    const download = page.waitForEvent('download')
    await button('Export').click()
    const saved = await (await download).path()
    expect(await readFile(saved, 'utf8')).toBe(
      'Type,Signals,Done,Dismissed,Leads,Contacted,Qualified,Converted\r\nOpen job,4,0,1,4,3,3,1\r\n',
    )
    await page.getByLabel('Period').selectOption({ label: 'Last 4 weeks' })
    await page.getByRole('img', { name: /^(Week of [^:]+: 0, ){3}Week of [^:]+: 4$/ }).waitFor()
  })

  test('starts a rule on what one watch finds, found by a part of its name', async () => {
    await page.goto(`${home}/automations/new`)
    await page.getByLabel('What starts it').selectOption('signal.created')
    await page.getByRole('checkbox', { name: 'Open job' }).check()
    const watch = page.getByRole('combobox', { name: 'Watch' })
    await watch.click()
    await expect.poll(() => options().count()).toBe(2)
    expect(await barriers(page)).toEqual([])
    await watch.fill('nothing like it')
    await page.getByText('No watch matches.').waitFor()
    await watch.fill('CRATE')
    await expect.poll(() => options().allTextContents()).toEqual([expect.stringContaining('Company crate.example')])
    await watch.press('Enter')
    expect(await watch.inputValue()).toBe('Company crate.example')
    await button('Add an action').click()
    await page.getByRole('menuitem', { name: 'Notify people' }).click()
    await page.getByRole('region', { name: 'do', exact: true }).getByRole('textbox').first().fill('A job at a customer')
    await button('Turn it on').click()
    await page.getByText('Active', { exact: true }).waitFor()
    await page.reload()
    await expect.poll(() => watch.inputValue()).toBe('Company crate.example')
    await watch.fill('')
    await watch.press('Escape')
    await button('Save the automation').click()
    await page.getByText('The automation is saved').waitFor()
    await page.reload()
    await watch.waitFor()
    expect(await watch.inputValue()).toBe('')
  })

  test('gives an address to another service, and starts a rule with what it posts', async () => {
    await page.goto(`${home}/automations?tab=incoming`)
    await page.getByText('No incoming webhooks yet').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Form on the website')
    await button('Create address').click()
    const address = await page.getByLabel('Address of Form on the website').inputValue()
    const post = async (body: object) => {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(answer.status).toBe(202)
    }
    await post({ company: 'Anvil', message: 'Please call' })
    await page.getByText('1 payload,').waitFor()
    const payload = page.getByRole('group').filter({ hasText: 'Payload of' })
    await payload.first().getByText('Payload of').click()
    await payload.getByText('"company": "Anvil"').waitFor()
    expect(await barriers(page)).toEqual([])

    await page.goto(`${home}/automations/new`)
    await page.getByLabel('What starts it').selectOption('webhook.received')
    await page.getByLabel('Incoming webhook').selectOption({ label: 'Form on the website' })
    const trial = page.getByRole('complementary', { name: 'Try it on real events' })
    await trial.getByRole('button', { name: 'Please call' }).waitFor()
    await button('Add an action').click()
    await page.getByRole('menuitem', { name: 'Notify people' }).click()
    const action = page.getByRole('region', { name: 'do', exact: true })
    await action.getByRole('textbox').first().fill('Asked by ')
    await button('Insert a value of the event', action).first().click()
    await page.getByRole('menuitem', { name: 'body.company', exact: true }).click()
    await trial.getByText('Asked by Anvil').waitFor()
    expect(await barriers(page)).toEqual([])
    await button('Turn it on').click()
    await page.getByText('Active', { exact: true }).waitFor()
    await post({ company: 'Bolt', message: 'Send an offer' })
    await page.getByRole('tab', { name: 'Runs' }).click()
    await page.getByRole('row').getByText('Done', { exact: true }).waitFor()
    await page.goto(`${home}/notices`)
    await page.getByText('Asked by Bolt').waitFor()
    // A rule may be tried while an action has no title yet.
    expect(refused.filter((path) => path !== '/api/automations/try')).toEqual([])
    expect(visitor.complaints.filter((one) => !one.includes('status of 422'))).toEqual([])
  })
})
