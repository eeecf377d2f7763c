// The web app by keyboard: dialogs that close at one press and give the focus back, reviews of pairs.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from './journey.ts'
import type { Product } from './product.ts'
import { barriers, type Visitor } from './visitor.ts'
import { callApi, makeWorkbook } from './workbook.ts'

let product: Product
let visitor: Visitor
let page: Page
let home: string
startJourney({}, async (journey) => {
  ;({ product, visitor, page } = journey)
  home = page.url().replace(/\/workbooks$/, '')
  // Two external ids keep them two leads, which are a pair to be reviewed.
  const anvil = { kind: 'company', city: 'Ulm', country: 'Germany', phone: '+49 731 700176' }
  await callApi(product, '/api/lead', { ...anvil, company: 'Anvil Works', external_id: 'A1' })
  await callApi(product, '/api/lead', { ...anvil, company: 'Anvil Works GmbH', external_id: 'A2' })
  await callApi(product, '/api/entities/scan', {})
})

const opener = (name: string) => page.getByRole('button', { name, exact: true })
const hasFocus = (name: string) => expect.poll(() => opener(name).evaluate((it) => it.matches(':focus'))).toBe(true)

describe.sequential('a user without a mouse', () => {
  test.each([
    ['/outreach', 'Create sequence'],
    ['/leads', 'Add lead'],
    // Its first field takes the focus by itself.
    ['/settings/profile', 'Set up an app'],
  ])('opens a dialog at %s, closes it, and goes on where it was opened', async (path, name) => {
    await page.goto(`${home}${path}`)
    await opener(name).press('Enter')
    await page.getByRole('dialog').locator('input').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await hasFocus(name)
  })

  test('closes a dialog at one press, also while a hint is shown', async () => {
    await page.goto(`${home}/outreach`)
    await opener('Create sequence').press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).focus()
    await page.getByRole('tooltip').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('reviews pairs of leads: merges, takes that back, tells them apart, and takes that back', async () => {
    await page.goto(`${home}/duplicates`)
    await page.getByText('1 pair to review').waitFor()
    expect(await barriers(page)).toEqual([])
    await page.keyboard.press('m')
    const merged = page.getByRole('region', { name: 'Merged' })
    await merged.getByText('Anvil Works and Anvil Works GmbH').waitFor()
    await page.getByText('No duplicates to review').waitFor()
    await page.keyboard.press('u')
    await page.getByText('1 pair to review').waitFor()
    await merged.waitFor({ state: 'detached' })
    await page.keyboard.press('r')
    const apart = page.getByRole('region', { name: 'Not duplicates' })
    await apart.getByRole('button', { name: 'Undo Anvil Works and Anvil Works GmbH' }).press('Enter')
    await page.getByText('1 pair to review').waitFor()
    await page.getByRole('region', { name: 'Pair' }).waitFor()
    await page.getByText('No duplicates to review').waitFor({ state: 'detached' })
  })

  test('reviews pairs of rows: all of them, with the row that stays, and takes a merge back', async () => {
    const firms = Array.from({ length: 60 }, (_, n) => `Anvil${n} Works${n * 7}`)
    const rows = firms.flatMap((firm, n) => [
      [firm, 'Ulm', `https://anvil${n}.example`],
      [`${firm} GmbH`, 'Ulm', `www.anvil${n}.example/about`],
    ])
    const id = await makeWorkbook(product, 'Firms', { Company: 'text', City: 'text', Website: 'url' }, rows)
    await page.goto(`${home}/workbooks/${id}/duplicates`)
    await page.getByRole('button', { name: 'Find duplicates' }).first().press('Enter')
    await page.getByText('60 pairs to review, of 120 rows').waitFor()
    expect(await barriers(page)).toEqual([])
    // More than are read at once: what was skipped comes back only after all others.
    const first = page.getByRole('button', { name: /Stays$/ })
    const seen = new Set<string>()
    for (let n = 0; n < 300 && seen.size < 60; n++) {
      seen.add(await first.innerText())
      await page.keyboard.press('s')
    }
    expect(seen.size).toBe(60)
    const other = page.getByRole('button', { name: /Is merged into the other$/ })
    const kept = (await other.innerText()).split('\n')[0]
    await other.press('Enter')
    await page.keyboard.press('m')
    await page.getByText('59 pairs to review').waitFor()
    const names = async () => {
      const page = await callApi(product, `/api/workbooks/${id}?page_size=200`, undefined, 'GET')
      return page.rows.map(({ data }: { data: Record<string, string> }) => Object.values(data)[0])
    }
    expect(await names()).toHaveLength(119)
    expect(await names()).toContain(kept)
    await page.keyboard.press('Control+z')
    await page.getByText('60 pairs to review').waitFor()
    expect(await names()).toHaveLength(120)
    expect(visitor.complaints).toEqual([])
  })

  test('gets the first tab by a link to a tab that there is not', async () => {
    await page.goto(`${home}/automations?tab=deliveries`)
    await page.getByRole('button', { name: 'Add an automation' }).waitFor()
    expect(visitor.complaints).toEqual([])
  })
})
