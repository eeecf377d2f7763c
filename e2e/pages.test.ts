// Every page, without data on a phone, and with data on a screen and a phone: no error, no barrier, nothing that runs out of the page.
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

/** What a visitor would complain about, at each width. */
async function faultsAt(path: string, widths: readonly number[]): Promise<string[]> {
  const faults: string[] = []
  await page.setViewportSize({ width: widths[0] as number, height: 900 })
  await goTo(path)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
    if (await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth'))
      faults.push(`${path} is wider than ${width} px`)
    for (const barrier of await barriers(page)) faults.push(`${path} at ${width} px: ${barrier}`)
  }
  return faults
}

async function faultsOf(paths: readonly string[], ...widths: number[]): Promise<string[]> {
  const faults: string[] = []
  for (const path of paths) faults.push(...(await faultsAt(path, widths)))
  return [...faults, ...visitor.complaints]
}

describe.sequential('a visitor of every page', () => {
  test('without data meets no error and no barrier on a phone', async () => {
    expect(await faultsOf(PAGES, PHONE)).toEqual([])
  })

  test('with data meets none on a screen either', async () => {
    const workbook = await addData()
    expect(await faultsOf([...PAGES, `/workbooks/${workbook}`], SCREEN, PHONE)).toEqual([])
    await page.goto(`${home}/settings/secrets`)
    // On a phone each row still says what it is.
    expect((await page.getByText('CRM_KEY', { exact: true }).boundingBox())?.width).toBeGreaterThan(50)
  })
})
