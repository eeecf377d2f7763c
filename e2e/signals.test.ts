// Signals and automations as a salesperson meets them: what is watched, what was found, what is done about it, and what was sent.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type CompanySites, openCompanySites } from './company-sites.ts'
import { startJourney } from './journey.ts'
import { barriers, type Visitor } from './visitor.ts'
import { callApi } from './workbook.ts'

const HOSTS = ['anvil.example', 'bolt.example', 'crate.example', 'drum.example']

let sites: CompanySites
let visitor: Visitor
let page: Page
let home: string
const refused: string[] = []
startJourney(
  {
    peer: () => openCompanySites(HOSTS),
    settings: { DEMO: 'off' },
    async prepare(started) {
      for (const domain of HOSTS)
        await callApi(started, '/api/lead', { company: `Company ${domain}`, website: `http://${domain}/` })
    },
  },
  (journey) => {
    ;({ peer: sites, visitor, page } = journey)
    page.on('response', (answer) => answer.status() >= 400 && refused.push(new URL(answer.url()).pathname))
    home = page.url().replace(/\/workbooks$/, '')
  },
)

const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true })

describe.sequential('a user who follows companies', () => {
  test('tries a watch before it is added, and sees its first poll', async () => {
    await page.getByRole('link', { name: 'Signals' }).click()
    await page.getByText('No open signals').waitFor()
    await button('Watch a company').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Kind', { exact: true }).selectOption({ label: 'Feed' })
    await dialog.getByLabel('Address of the feed').fill('http://anvil.example/feed.xml')
    await button('Test poll', dialog).click()
    await dialog.getByText('A new hall for machines').waitFor()
    expect(await barriers(page)).toEqual([])
    await button('Add watch', dialog).click()
    await page.getByText('First poll: later polls are compared with it').waitFor()
    expect(await barriers(page)).toEqual([])
  })

  test('goes through what was found by the keyboard alone', async () => {
    await page.goto(`${home}/signals`)
    await button('Scan leads for open jobs').click()
    await page.getByText('4 signals left').waitFor()
    expect(await barriers(page)).toEqual([])
    const queue = page.getByRole('region', { name: 'Queue' }).getByRole('listitem').getByRole('button')
    const isOpen = (at: number) => expect.poll(() => queue.nth(at).getAttribute('aria-current')).toBe('true')
    await isOpen(0)
    await page.keyboard.press('j')
    await isOpen(1)
    await page.keyboard.press('k')
    await isOpen(0)
    await page.keyboard.press('e')
    await page.getByText('3 signals left').waitFor()
    await page.keyboard.press('s')
    await page.getByText('2 signals left').waitFor()
    await page.keyboard.press('x')
    await page.getByText('1 signal left').waitFor()
    for (const status of ['Done', 'Snoozed', 'Dismissed']) {
      await page.getByLabel('Status', { exact: true }).selectOption({ label: status })
      await page.getByText('1 signal left').waitFor()
      await page.getByRole('region', { name: 'Signal', exact: true }).getByText(status, { exact: true }).waitFor()
    }
  })

  test('builds a rule as a sentence, tries it on what happened, and runs it', async () => {
    await page.goto(`${home}/automations/new`)
    await page.getByLabel('What starts it').selectOption('lead.created')
    await button('Add an action').click()
    await page.getByRole('menuitem', { name: 'Notify people' }).click()
    const action = page.getByRole('region', { name: 'do', exact: true })
    await action.getByRole('textbox').first().fill('Look at this')
    const trial = page.getByRole('complementary', { name: 'Try it on real events' })
    await trial.getByText('It would do this').waitFor()
    await trial.getByText('Writes nothing and makes no calls.').waitFor()
    expect(await barriers(page)).toEqual([])
    await button('Turn it on').click()
    await page.getByText('Active', { exact: true }).waitFor()
    await button('Run it on this event', trial).click()
    await page.getByRole('tab', { name: 'Runs' }).click()
    await page.getByRole('row').getByText('Done', { exact: true }).waitFor()
    await page.getByRole('row').getByRole('button').first().click()
    await page.getByRole('complementary').getByText('Done', { exact: true }).first().waitFor()
    expect(await barriers(page)).toEqual([])
  })

  test('builds a branch and a wait by hand, and finds a run that waits in the log', async () => {
    await page.goto(`${home}/automations/new`)
    await page.getByLabel('What starts it').selectOption('lead.created')
    const add = async (within: Page | Locator, kind: string) => {
      await button('Add an action', within).last().click()
      await page.getByRole('menuitem', { name: kind }).click()
    }
    await add(page, 'If … else')
    const rule = page.getByRole('region', { name: 'do', exact: true })
    await button('Add a condition', rule).click()
    await rule.getByLabel('Column').selectOption({ label: 'lead → company' })
    await rule.getByLabel('Comparison').selectOption({ label: 'contains' })
    await rule.getByRole('group').getByRole('combobox').last().fill('anvil')
    await add(page.getByRole('region', { name: 'If it is met, action 1' }), 'Wait Goes on after')
    await add(page.getByRole('region', { name: 'Else, action 1' }), 'Notify people')
    await page.getByText('Fill in action 3 to see what would be done.').waitFor()
    await button('Turn it on').click()
    await page.getByText('Action 3, Title: Fill this in.').waitFor()
    const title = page.getByRole('textbox', { name: 'Title' })
    await expect.poll(() => title.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
    await title.fill('Another company')
    await button('Turn it on').click()
    await page.getByText('Active', { exact: true }).waitFor()
    const trial = page.getByRole('complementary', { name: 'Try it on real events' })
    await trial.getByRole('button', { name: 'Company anvil.example' }).click()
    await trial.getByText('Would wait 1 day').waitFor()
    await button('Run it on this event', trial).click()
    await page.getByRole('tab', { name: 'Runs' }).click()
    await page.getByRole('row').getByText('if: yes → wait', { exact: true }).waitFor()
    await page.getByRole('row').getByRole('button').first().click()
    const run = page.getByRole('complementary')
    await run.getByText(/^It waits 1 day · goes on/).waitFor()
    expect(await barriers(page)).toEqual([])
    await button('Cancel the run', run).click()
    await expect.poll(() => run.getByText('Cancelled', { exact: true }).count()).toBe(2)
  })

  test('adds an endpoint, and reads in the log what was delivered to it', async () => {
    await page.goto(`${home}/automations?tab=webhooks`)
    await page.getByText('No endpoints yet').waitFor()
    await page.getByLabel('Address').fill('http://hooks.receiver.test/')
    await button('Add an endpoint').click()
    await page.getByText('The signing secret. It is shown only now').waitFor()
    await button('Actions').click()
    await page.getByRole('menuitem', { name: 'Send a test message' }).click()
    await page.getByRole('row').getByText('Delivered', { exact: true }).waitFor()
    expect(sites.received).toHaveLength(1)
    expect(await barriers(page)).toEqual([])
    // A rule was saved while an action of it had no title yet.
    expect(refused).toEqual(['/api/automations'])
    expect(visitor.complaints.filter((one) => !one.includes('status of 422'))).toEqual([])
  })
})
