// Every page, without data on a phone, and with data on a screen, on one at 200 %, and in the dark on a phone: no error, no barrier, nothing
// that runs out of the page. And the way of the keyboard past the sidebar, into a grid and its panel.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { AREAS } from '../web/src/features/settings/areas.logic.ts'
import { startJourney } from './journey.ts'
import type { Product } from './product.ts'
import { barriers, type Visitor } from './visitor.ts'
import { callApi, makeWorkbook } from './workbook.ts'

const ROOMS = [
  '',
  '/workbooks',
  '/leads',
  '/leads/scoring',
  '/duplicates',
  '/jobs',
  '/signals',
  '/signals?view=watches',
  '/outreach',
  '/outreach/inbox',
  '/outreach/review',
  '/outreach/mailboxes',
  '/outreach/suppressions',
  '/outreach/settings',
  '/automations',
  '/automations?tab=webhooks',
  '/recipes',
  '/functions',
  '/assistant',
  '/notices',
]
const PAGES = [...ROOMS, ...AREAS.map(({ page }) => `/settings/${page}`)]
const SCREEN = 1440
const PHONE = 390
/** What a screen at 200 % has, in px. */
const ZOOMED = { width: 720, height: 450 }

let product: Product
let visitor: Visitor
let page: Page
let home: string
startJourney({ settings: { DEMO: 'off' } }, async (journey) => {
  ;({ product, visitor, page } = journey)
  home = page.url().replace(/\/workbooks$/, '')
})

/** Something for each room; the id of a workbook. */
async function addData(): Promise<string> {
  const call = (path: string, body: unknown, method?: string) => callApi(product, path, body, method)
  // Two external ids keep them two leads, which are a pair to be reviewed.
  const anvil = { kind: 'company', city: 'Ulm', country: 'Germany', phone: '+49 731 700176' }
  await call('/api/lead', { ...anvil, company: 'Anvil Works', external_id: 'A1' })
  await call('/api/lead', { ...anvil, company: 'Anvil Works GmbH', external_id: 'A2' })
  await call('/api/lead', { contact_person: 'Ann Doe', email: 'ann@anvil.example', company: 'Anvil Works' })
  await call('/api/entities/scan', {})
  await call('/api/settings/secrets', { name: 'CRM_KEY', value: 'sk-1', hosts: ['api.crm.test'] }, 'PUT')
  const workbook = await makeWorkbook(product, 'Companies', { Company: 'text', Domain: 'url' }, [
    ['Anvil', 'anvil.example'],
  ])
  await call('/api/billing/budgets', { items: [{ scope: 'workspace', period: 'month', limit_usd: 10 }] }, 'PUT')
  await call('/api/watches', { kind: 'feed', target: 'https://anvil.example/feed' })
  await call('/api/outreach/sequences', {
    name: 'First touch',
    steps: [{ subject: 'Hello', body: 'Hello {{first_name}}' }],
  })
  await call('/api/outreach/suppressions', { value: 'no@anvil.example' })
  const actions = [{ kind: 'notify', to: 'admins', title: 'A new lead' }]
  await call('/api/automations', { name: 'Qualify', trigger: { kind: 'lead.created' }, actions })
  return workbook
}

/** Goes to a page as a link does: to load the app again for each of a hundred pages takes four times as long, and is the same for all. */
async function goTo(path: string): Promise<void> {
  const { pathname, search } = new URL(`${home}${path}`)
  const address = JSON.stringify(`${pathname}${search}`)
  await page.evaluate(`history.pushState({}, '', ${address})`)
  // The last page stands until the code of this one is there.
  await expect
    .poll(() =>
      page.evaluate(
        `(({ status, resolvedLocation }) => status === 'idle' && resolvedLocation?.pathname === location.pathname)(__TSR_ROUTER__.state)`,
      ),
    )
    .toBe(true)
  await page.getByRole('main').waitFor()
}

const isWide = () => page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

/** What a visitor would complain about, at a width. */
async function faultsAt(path: string, width: number): Promise<string[]> {
  const faults: string[] = []
  await page.setViewportSize({ width, height: 900 })
  await goTo(path)
  await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
  if (await isWide()) faults.push(`${path} is wider than ${width} px`)
  for (const barrier of await barriers(page)) faults.push(`${path} at ${width} px: ${barrier}`)
  if (width === SCREEN) {
    await page.setViewportSize(ZOOMED)
    if (await isWide()) faults.push(`${path} is wider than a screen at 200 %`)
  }
  return faults
}

async function faultsOf(paths: readonly string[], width: number): Promise<string[]> {
  const faults: string[] = []
  for (const path of paths) faults.push(...(await faultsAt(path, width)))
  return [...faults, ...visitor.complaints]
}

describe.sequential('a visitor of every page', () => {
  test('without data meets no error and no barrier on a phone', async () => {
    expect(await faultsOf(PAGES, PHONE)).toEqual([])
  })

  test('with data meets none on a screen either', async () => {
    const workbook = await addData()
    const pages = [...PAGES, `/workbooks/${workbook}`]
    expect(await faultsOf(pages, SCREEN)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await faultsOf(pages, PHONE)).toEqual([])
    await page.goto(`${home}/settings/secrets`)
    // On a phone each row still says what it is.
    expect((await page.getByText('CRM_KEY', { exact: true }).boundingBox())?.width).toBeGreaterThan(50)
  })

  test('gets by keyboard past the sidebar into the grid, to a panel and back', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: SCREEN, height: 900 })
    const workbook = await makeWorkbook(product, 'By keyboard', { Company: 'text' }, [['Anvil']])
    await page.goto(`${home}/workbooks/${workbook}`)
    await page.getByTestId('glide-cell-1-0').waitFor({ state: 'attached' })
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the page')
    await page.keyboard.press('Enter')
    const active = () => page.evaluate('document.activeElement.closest("[role=gridcell], canvas, aside")?.tagName')
    await expect.poll(active).toMatch(/TD|CANVAS/)
    expect(await page.getByTestId('data-grid-canvas').locator('[role=grid]').getAttribute('aria-label')).toBe(
      'By keyboard',
    )
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Space')
    await page.getByRole('complementary', { name: 'Company' }).waitFor()
    await page.keyboard.press('F6')
    expect(await active()).toBe('ASIDE')
    await page.keyboard.press('F6')
    expect(await active()).toMatch(/TD|CANVAS/)
  })
})
