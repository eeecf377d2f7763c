// What a first-time user tries by hand: a pasted list, quick typing, cells that failed, a search without an answer, a phone.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from './journey.ts'
import { ADMIN, type Product } from './product.ts'
import { barriers, signIn, type Visitor, visit } from './visitor.ts'
import { callApi, cell, enterGrid, makeWorkbook, takeBack, waitForMessages } from './workbook.ts'

const MARKERS = 52
const COLUMN = 180

let product: Product
let visitor: Visitor
let page: Page
let home: string
let workbook: string
startJourney(
  {
    device: { permissions: ['clipboard-read', 'clipboard-write'] },
    async prepare(started) {
      const columns = Object.fromEntries(['Company', 'Domain', ...'CDEFGH'].map((name) => [name, 'text']))
      workbook = await makeWorkbook(started, 'By hand', columns, [
        ['Acme', 'acme.example'],
        ['Borea', 'borea.example'],
        ['Acme Inc', 'https://www.acme.example/about', 'from the second'],
        ['Cetus', ''],
      ])
    },
  },
  async (journey) => {
    ;({ product, visitor, page } = journey)
    await page.getByRole('link', { name: 'By hand' }).waitFor()
    home = page.url()
  },
)

const api = (path: string, body?: unknown, method?: string) => callApi(product, path, body, method)
const names = async () =>
  (await api(`/api/workbooks/${workbook}`, undefined, 'GET')).rows.map(({ data }: { data: { c1: string } }) => data.c1)
const open = async () => {
  await page.goto(`${home}/${workbook}`)
  await cell(page, 0, 0).getByText('Acme').waitFor({ state: 'attached' })
}

describe.sequential('a first-time user', () => {
  test('pastes a list of domains on the page once, with one bad line named and left out', async () => {
    const text = 'stripe.com\nno domain here\nattio.com'
    // biome-ignore lint/suspicious/noExplicitAny: the browser's own name
    await page.evaluate((list) => (globalThis as any).navigator.clipboard.writeText(list), text)
    await page.keyboard.press('Control+v')
    const list = page.getByRole('textbox', { name: 'List' })
    await list.waitFor()
    await expect.poll(() => list.inputValue()).toBe(text)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('“no domain here”').waitFor()
    expect(await barriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Make a workbook of 2 domains' }).click()
    await page.getByText('2 rows', { exact: true }).waitFor()
    await cell(page, 0, 1).getByText('attio.com').waitFor({ state: 'attached' })
  })

  test('loses no letter that is typed right behind a click, however late the next frame comes', async () => {
    await open()
    await enterGrid(page)
    const grid = await page.getByTestId('data-grid-canvas').boundingBox()
    await page.evaluate(() => {
      // biome-ignore lint/suspicious/noExplicitAny: the browser's own name
      const browser = globalThis as any
      const soon = browser.requestAnimationFrame.bind(browser)
      browser.requestAnimationFrame = (act: (now: number) => void) =>
        soon(() => setTimeout(() => act(browser.performance.now()), 60))
    })
    await page.mouse.click((grid?.x ?? 0) + 120, (grid?.y ?? 0) + 55 + 32)
    await page.keyboard.type('Typed at once', { delay: 10 })
    await page.keyboard.press('Enter')
    await cell(page, 0, 1).getByText('Typed at once', { exact: true }).waitFor({ state: 'attached' })
    await page.getByText('Saving').waitFor({ state: 'detached' })
    await expect.poll(async () => (await names())[1]).toBe('Typed at once')
    await page.keyboard.press('Control+z')
    await cell(page, 0, 1).getByText('Borea').waitFor({ state: 'attached' })
  })

  test('sees the cell beside its details, wherever it was', async () => {
    await open()
    await enterGrid(page)
    await page.keyboard.press('End')
    await page.keyboard.press('Space')
    const panel = page.getByRole('complementary').filter({ has: page.getByRole('heading', { name: 'H', exact: true }) })
    await panel.waitFor()
    const hidden = () =>
      page.evaluate(
        (right) => {
          // biome-ignore lint/suspicious/noExplicitAny: the browser's own name
          const scroller = (globalThis as any).document.querySelector('.dvn-scroller')
          return right - scroller.scrollLeft - scroller.clientWidth
        },
        MARKERS + COLUMN * 8,
      )
    await expect.poll(hidden).toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })

  test('opens what is behind a failed cell by a click on its words', async () => {
    await api(`/api/workbooks/${workbook}/columns`, {
      type: 'enrichment',
      name: 'Email',
      provider: 'hunter-email-finder',
      inputs: { full_name: '{{Company}}', domain: '{{Domain}}' },
    })
    await api(`/api/workbooks/${workbook}/columns/reorder`, {
      column_ids: ['c1', 'c9', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8'],
    })
    await api(`/api/workbooks/${workbook}/run`, {})
    await open()
    await cell(page, 1, 0).getByText('Skipped: the provider has no key').waitFor({ state: 'attached' })
    // The grid gives way when the state of the run comes above it: its place is asked with the click.
    await page.getByTestId('data-grid-canvas').click({ position: { x: MARKERS + COLUMN + 30, y: 55 }, force: true })
    await page.getByRole('region', { name: 'Value' }).getByText('The provider has no key.').waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Close panel' }).click()
  })

  test('finds values by synonyms and with typos, and asks a model for what no lookup offers, on test data', async () => {
    await page.getByRole('toolbar').getByRole('button', { name: 'Add column' }).click()
    const found = page.getByRole('region', { name: 'Find with providers' })
    for (const [asked, outcome] of [
      ['headcount', 'Employees'],
      ['tech stack', 'Technologies'],
      ['CEO', 'Chief executive'],
      ['is hiring', 'Open jobs'],
      ['emial', 'Work email'],
    ] as const) {
      await page.getByLabel('What do you want to know?').fill(asked)
      await found.getByRole('listitem').first().getByText(outcome, { exact: true }).waitFor()
    }
    for (const asked of ['hubspot', 'sequence']) {
      await page.getByLabel('What do you want to know?').fill(asked)
      await page.getByRole('button', { name: /^Send somewhere/ }).waitFor()
      expect(await found.getByText('No provider in the catalog').count()).toBe(0)
    }
    await page.getByLabel('What do you want to know?').fill('favourite colour')
    await found.getByText('No provider in the catalog finds “favourite colour”.').waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: /^Ask AI/ }).click()
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Favourite colour')
    await page.getByRole('button', { name: 'Try on test data' }).click()
    await page.getByText('Test data: the answers below are made up.').waitFor()
    await page.getByText('Test: answer').first().waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Close panel' }).click()
  })

  test('merges what is there twice, and has it back by one undo', async () => {
    await open()
    await page.getByRole('button', { name: 'More about this workbook' }).click()
    await page.getByRole('menuitem', { name: 'Find duplicates' }).click()
    await page.getByRole('link', { name: 'duplicate key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Choose a column' }).click()
    await dialog.getByRole('combobox', { name: 'Column' }).selectOption('Domain')
    await dialog.getByText('1 row has the same key as an earlier one.').waitFor()
    expect(await barriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Show them' }).click()
    await page.getByRole('region', { name: 'What is shown' }).getByText('One of 2 rows').waitFor()
    await page.getByRole('button', { name: 'Remove the filter One of 2 rows' }).click()
    await page.getByRole('button', { name: 'More about this workbook' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate key' }).click()
    await dialog.getByRole('button', { name: 'Choose a column' }).click()
    await dialog.getByRole('combobox', { name: 'Column' }).selectOption('Domain')
    await dialog.getByRole('button', { name: 'Merge 1 row into the first' }).click()
    // Nothing is merged before it is confirmed.
    const confirmation = page.getByRole('dialog', { name: 'Merge 1 row?' })
    await confirmation.getByText('One undo brings all of it back').waitFor()
    expect(await barriers(page)).toEqual([])
    expect(await names()).toHaveLength(4)
    await confirmation.getByRole('button', { name: 'Merge 1 row', exact: true }).click()
    await waitForMessages(page)
    await page.getByText('Merged 1 duplicate row.').waitFor()
    await page.getByText('3 rows', { exact: true }).waitFor()
    await cell(page, 3, 0).getByText('from the second').waitFor({ state: 'attached' })
    await takeBack(page)
    await page.getByText('4 rows', { exact: true }).waitFor()
    await expect.poll(names).toEqual(['Acme', 'Borea', 'Acme Inc', 'Cetus'])
  })

  test('binds a secret to hosts and to certain columns', async () => {
    await api(`/api/workbooks/${workbook}/columns`, {
      type: 'http',
      name: 'Firm',
      method: 'GET',
      url: 'https://api.example.com/{{Domain}}',
      auth: { kind: 'bearer', secret: 'FIRMS' },
      fields: [{ name: 'name', path: 'name', type: 'text' }],
    })
    await page.goto(home.replace(/workbooks$/, 'settings/secrets'))
    await page.getByRole('button', { name: 'Enter it' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Value').fill('a key')
    await expect.poll(() => dialog.getByLabel('Allowed hosts').inputValue()).toBe('api.example.com')
    await dialog.getByLabel('Only certain columns').check()
    await expect.poll(() => dialog.getByLabel('Firm in By hand').isChecked()).toBe(true)
    expect(await barriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Store the secret' }).click()
    await page.getByText('The secret FIRMS is stored').waitFor()
    const { items } = await api('/api/settings/secrets', undefined, 'GET')
    expect(items).toMatchObject([{ name: 'FIRMS', columns: [{ workbook_id: workbook }] }])
  })

  test('gets long answers compressed', async () => {
    const answer = page.waitForResponse((one) => one.url().includes('/api/settings/providers'))
    await page.goto(`${home}/${workbook}`)
    expect((await answer).headers()['content-encoding']).toMatch(/^(br|gzip)$/)
  })

  test('takes the tour, which stays out of the way on every other page', async () => {
    await page.goto(home.replace(/\/workbooks$/, ''))
    await page.getByRole('button', { name: 'Take the tour' }).click()
    const tour = page.getByRole('complementary', { name: 'Tour' })
    await tour.getByRole('heading', { name: 'Import a list' }).waitFor()
    const whole = await tour.boundingBox()
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('heading', { name: 'Profile' }).waitFor()
    await tour.getByText('Step 1 of 5').waitFor()
    expect((await tour.boundingBox())?.height).toBeLessThan((whole?.height ?? 0) / 2)
    expect(await tour.getByRole('heading').count()).toBe(0)
    expect(await barriers(page)).toEqual([])
    await tour.getByRole('button', { name: 'Back to the tour' }).click()
    await tour.getByRole('heading', { name: 'Import a list' }).waitFor()
    await tour.getByRole('button', { name: 'Put the tour away' }).click()
  })

  test('has every tool of a workbook in sight on a phone, and the cell above its details', async () => {
    const phone = await visit(product.url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    try {
      await signIn(phone.page, product.url, ADMIN)
      await phone.page.goto(`${home}/${workbook}`)
      await cell(phone.page, 0, 0).getByText('Acme').waitFor({ state: 'attached' })
      for (const name of ['Filter', 'Sort', 'Group', 'Columns', 'Color', 'Height']) {
        const box = await phone.page.getByRole('toolbar').getByRole('button', { name, exact: true }).boundingBox()
        expect(box && box.x >= 0 && box.x + box.width <= 390, name).toBe(true)
      }
      await phone.page.goto(
        `${phone.page.url()}?row=${(await api(`/api/workbooks/${workbook}`, undefined, 'GET')).rows[1].row_id}&cell=c1`,
      )
      const panel = phone.page
        .getByRole('complementary')
        .filter({ has: phone.page.getByRole('heading', { name: 'Company' }) })
      await panel.waitFor()
      const [above, below] = [await phone.page.getByTestId('data-grid-canvas').boundingBox(), await panel.boundingBox()]
      expect((above?.y ?? 0) + 36 + 32 * 2).toBeLessThanOrEqual(below?.y ?? 0)
      expect(await barriers(phone.page)).toEqual([])
      expect(phone.complaints).toEqual([])
    } finally {
      await phone.leave()
    }
    expect(visitor.complaints).toEqual([])
  })
})
