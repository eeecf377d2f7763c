// The web app by keyboard and on a phone: dialogs that close at one press and give the focus back, pages that fit the screen.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from './journey.ts'
import { ADMIN, type Product } from './product.ts'
import { signIn, type Visitor, visit } from './visitor.ts'
import { callApi } from './workbook.ts'

const PAGES = [
  '',
  '/leads',
  '/duplicates',
  '/jobs',
  '/signals',
  '/signals?view=watches',
  '/outreach',
  '/outreach/suppressions',
  '/automations',
  '/automations?tab=webhooks',
  '/recipes',
  '/functions',
  '/assistant',
  '/notices',
  '/settings/profile',
  '/settings/sessions',
  '/settings/members',
  '/settings/secrets',
  '/settings/budgets',
]

let product: Product
let visitor: Visitor
let page: Page
let home: string
startJourney({}, async (journey) => {
  ;({ product, visitor, page } = journey)
  home = page.url().replace(/\/workbooks$/, '')
  await callApi(product, '/api/lead', { kind: 'company', company: 'Anvil Works', city: 'Ulm', country: 'Germany' })
  await callApi(product, '/api/lead', { kind: 'company', company: 'Anvil Works GmbH', city: 'Ulm', country: 'Germany' })
  await callApi(product, '/api/entities/scan', {})
  await callApi(product, '/api/settings/secrets', { name: 'CRM_KEY', value: 'sk-1', hosts: ['api.crm.test'] }, 'PUT')
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

  test('gets the first tab by a link to a tab that there is not', async () => {
    await page.goto(`${home}/automations?tab=deliveries`)
    await page.getByRole('button', { name: 'Add an automation' }).waitFor()
    expect(visitor.complaints).toEqual([])
  })
})

test('a user of a phone sees every page without scrolling sideways, and what each row is called', async () => {
  const phone = await visit(product.url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  try {
    await signIn(phone.page, product.url, ADMIN)
    const wide: string[] = []
    for (const path of PAGES) {
      await phone.page.goto(`${home}${path}`)
      await phone.page.getByRole('main').waitFor()
      await expect.poll(() => phone.page.locator('main [aria-busy=true]').count()).toBe(0)
      if (await phone.page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth'))
        wide.push(path)
    }
    expect(wide).toEqual([])
    await phone.page.goto(`${home}/settings/secrets`)
    const box = await phone.page.getByText('CRM_KEY', { exact: true }).boundingBox()
    expect(box?.width).toBeGreaterThan(50)
    expect(phone.complaints).toEqual([])
  } finally {
    await phone.leave()
  }
})
