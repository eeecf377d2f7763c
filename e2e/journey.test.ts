// The first visit, as a new user makes it: one browser, one fresh installation, from the login to the exported file.
import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from './journey.ts'
import { ADMIN, type Product } from './product.ts'
import { barriers, type Visitor } from './visitor.ts'
import { openWebsites, type Websites } from './websites.ts'
import { addColumn, cell, download, dropFile, enterGrid, runBar } from './workbook.ts'

const samples = await readFile(new URL('../samples/companies.csv', import.meta.url), 'utf8')
const sampleRows = Papa.parse<Record<string, string>>(samples, { header: true, skipEmptyLines: true }).data
const SITES = 40
const BROKEN = 5
/** Of sites that no other step reads. */
const PASTED = 3
const OWN = 3

let websites: Websites
let product: Product
let visitor: Visitor
startJourney({ peer: () => openWebsites(SITES + PASTED + OWN, BROKEN), signedIn: false }, (journey) => {
  ;({ peer: websites, product, visitor } = journey)
})

// Each step stands on the one before it, as for the user.
describe.sequential('a new user', () => {
  test('logs in, and is told in words when the password is wrong', async () => {
    const { page } = visitor
    await page.goto(product.url)
    await page.getByLabel('Username').fill(ADMIN.username)
    await page.getByLabel('Password').fill('not the password')
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('do not match').waitFor()
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Recent workbooks' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Workbooks' }).click()
    await page.waitForURL(/\/workbooks$/)
  })

  test('has a value of each company of a pasted list in five clicks, without a key', async () => {
    const { page } = visitor
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Home' }).click()
    await page.getByRole('button', { name: 'Paste a list' }).waitFor()
    expect(await barriers(page)).toEqual([])
    let clicks = 0
    const click = async (place: Locator) => {
      await place.click()
      clicks += 1
    }
    await click(page.getByRole('button', { name: 'Paste a list' }))
    await page
      .getByRole('dialog')
      .getByLabel('List')
      .fill(websites.hosts.slice(SITES, SITES + PASTED).join('\n'))
    await click(page.getByRole('button', { name: `Make a workbook of ${PASTED} domains` }))
    const offered = page.getByRole('region', { name: 'Columns for this list' })
    await offered.getByRole('button', { name: /^Description/ }).waitFor()
    expect(await barriers(page)).toEqual([])
    await click(offered.getByRole('button', { name: /^Description/ }))
    await click(page.getByRole('dialog').getByRole('button', { name: `Run ${PASTED} rows` }))
    await cell(page, 1, 2)
      .getByText(`Company No. ${SITES + PASTED} makes things`)
      .waitFor({ state: 'attached' })
    expect(clicks).toBeLessThanOrEqual(5)
    await page.getByRole('link', { name: 'Workbooks' }).first().click()
    await page.waitForURL(/\/workbooks$/)
  })

  test('has a value of each company of an own file in five clicks, without a key', async () => {
    const { page } = visitor
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Home' }).click()
    const list = websites.hosts.slice(SITES + PASTED).map((host, index) => `Firm ${index + 1},${host},${index + 90}`)
    const file = ['Company Name,Web site,# Employees', ...list].join('\n')
    let clicks = 0
    const click = async (place: Locator) => {
      await place.click()
      clicks += 1
    }
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      click(page.getByRole('button', { name: 'Choose a file' })),
    ])
    await chooser.setFiles({ name: 'firms.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    const dialog = page.getByRole('dialog')
    await click(dialog.getByRole('button', { name: `Import ${OWN} rows` }))
    await click(dialog.getByRole('button', { name: 'Show the rows' }))
    const offered = page.getByRole('region', { name: 'Columns for this list' })
    await click(offered.getByRole('button', { name: /^Description/ }))
    await click(dialog.getByRole('button', { name: `Run ${OWN} rows` }))
    await cell(page, 3, 2)
      .getByText(`Company No. ${SITES + PASTED + OWN} makes things`)
      .waitFor({ state: 'attached' })
    expect(clicks).toBeLessThanOrEqual(5)
    await page.getByRole('link', { name: 'Workbooks' }).first().click()
    await page.waitForURL(/\/workbooks$/)
  })

  test('finds a demo workbook that can be opened', async () => {
    const { page } = visitor
    await page.getByRole('link', { name: /^Demo: tidy/ }).click()
    await cell(page, 0, 0).getByText('Siemens AG').waitFor({ state: 'attached' })
    expect(await barriers(page)).toEqual([])
  })

  test('changes a name, takes it back by key, and finds both in the history of the cell', async () => {
    const { page } = visitor
    const name = (text: string) => cell(page, 0, 0).getByText(text).waitFor({ state: 'attached' })
    await enterGrid(page)
    await page.keyboard.type('Siemens changed')
    await page.keyboard.press('Enter')
    await name('Siemens changed')
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: changed 1 cell.').waitFor()
    await name('Siemens AG')
    await page.keyboard.press('Control+Shift+Z')
    await page.getByText('Redone: changed 1 cell.').waitFor()
    await name('Siemens changed')
    await page.reload()
    await name('Siemens changed')
    await page.getByRole('toolbar').getByRole('button', { name: 'Undo' }).click()
    await name('Siemens AG')
    await page.getByRole('toolbar').getByRole('button', { name: 'Activity' }).click()
    await page.getByRole('list', { name: 'Activity' }).getByRole('button', { name: 'Redo' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Close panel' }).click()
    await enterGrid(page)
    await page.keyboard.press('Space')
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText('Siemens changed').waitFor()
    await history.getByRole('button', { name: 'Restore' }).click()
    await name('Siemens changed')
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Close panel' }).click()
    await page.getByRole('link', { name: 'Workbooks' }).first().click()
    await page.getByRole('link', { name: /^Demo: tidy/ }).waitFor()
    expect(await barriers(page)).toEqual([])
  })

  test('has a verified work e-mail for every row of a list in three clicks, without a key and without paying', async () => {
    const { page } = visitor
    await page.getByRole('link', { name: /^Demo: find/ }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Run', exact: true }).click()
    const dialog = page.getByRole('dialog')
    // Without a key nothing else can run.
    await expect.poll(() => dialog.getByLabel('Use test data').isChecked()).toBe(true)
    await dialog.getByRole('link', { name: 'Enter a key' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Run 12 rows' }).click()
    await runBar(page).getByText('Done').waitFor()
    await cell(page, 4, 0).getByText('maria.weber@brueckner.example').waitFor({ state: 'attached' })
    expect(await barriers(page)).toEqual([])
    await page.getByRole('link', { name: 'Workbooks' }).first().click()
    await page.getByRole('link', { name: /^Demo: find/ }).waitFor()
  })

  test('is told that an image is none, and leaves no workbook behind with an import that is given up', async () => {
    const { page } = visitor
    const home = page.url()
    await dropFile(page, 'photo.csv', 'GIF89a, whatever its name')
    await page.getByRole('dialog').getByText('The file is an image. Choose the file that the table is in.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await dropFile(page, 'given-up.csv', samples)
    await page.getByRole('dialog').getByLabel('Columns of the file').waitFor()
    // The tab goes away in the middle of it.
    await page.goto('about:blank')
    await page.goto(home)
    const left = async () => {
      await page.reload()
      await page.getByRole('link', { name: /^Demo: tidy/ }).waitFor()
      return page.getByRole('link', { name: /given-up|photo/ }).count()
    }
    await expect.poll(left).toBe(0)
  })

  test('imports the sample list by dropping it, after seeing how it reads', async () => {
    const { page } = visitor
    await dropFile(page, 'companies.csv', samples)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Columns of the file').getByText('Website', { exact: true }).waitFor()
    expect(await barriers(page)).toEqual([])
    await dialog.getByLabel('Target of Industry').selectOption('Skip')
    await dialog.getByRole('button', { name: `Import ${sampleRows.length} rows` }).click()
    await dialog.getByRole('button', { name: 'Show the rows' }).click()
    await page.getByText(`${sampleRows.length} rows`, { exact: true }).waitFor()
    await cell(page, 0, 0)
      .getByText(sampleRows[0]?.Company ?? '?')
      .waitFor({ state: 'attached' })
  })

  test('adds a waterfall by what it finds, sees an estimate, runs it and watches the cells fill', async () => {
    const { page } = visitor
    // Without the reader, which would visit websites that are not ours.
    await addColumn(page, { search: 'company domain', outcome: 'Company domain', without: 'Website reader' })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('What will run').waitFor()
    expect(await barriers(page)).toEqual([])
    await dialog.getByRole('button', { name: /^Run \d+ (rows|cells)/ }).click()
    await runBar(page).getByText('Done').waitFor()
    await cell(page, 6, 0).getByText('apple.com').waitFor({ state: 'attached' })
    expect(await barriers(page)).toEqual([])
  })

  test('opens a cell and sees why it holds what it holds', async () => {
    const { page } = visitor
    await enterGrid(page)
    await page.keyboard.press('End')
    await page.keyboard.press('Space')
    const panel = page.getByRole('complementary').filter({ has: page.getByRole('heading', { name: 'Company domain' }) })
    await panel.getByRole('region', { name: /[Aa]ttempt/ }).waitFor()
    await panel.getByRole('region', { name: 'Source' }).waitFor()
    expect(await barriers(page)).toEqual([])
  })

  test('exports the workbook as CSV, with what was found beside what was brought', async () => {
    await visitor.page.getByRole('button', { name: 'Export', exact: true }).first().click()
    await visitor.page.getByLabel('Format').waitFor()
    expect(await barriers(visitor.page)).toEqual([])
    const exported = await download(visitor.page, 'Export CSV')
    const { data } = Papa.parse<Record<string, string>>(exported, { header: true, skipEmptyLines: true })
    expect(data).toHaveLength(sampleRows.length)
    expect(data[0]).toMatchObject({ Company: sampleRows[0]?.Company, 'Company domain': 'apple.com' })
  })

  test('pauses and resumes a slow run, stops it, and lets the rest run later', async () => {
    const { page } = visitor
    await page.getByRole('link', { name: 'Workbooks' }).first().click()
    await page.getByRole('link', { name: /^Demo: tidy/ }).waitFor()
    const list = websites.hosts
      .slice(0, SITES)
      .map((host, index) => `Company ${index + 1},http://${host}/`)
      .join('\n')
    await dropFile(page, 'slow.csv', `Company,Website\n${list}\n`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: `Import ${SITES} rows` }).click()
    await dialog.getByRole('button', { name: 'Show the rows' }).click()
    await addColumn(page, { search: 'description', outcome: 'Description' })
    websites.hold()
    await dialog.getByRole('button', { name: /^Run \d+ (rows|cells)/ }).click()
    await runBar(page).getByRole('button', { name: 'Pause' }).click()
    await runBar(page).getByText('Paused').waitFor()
    // On a slow line; the request to stop must not overtake it.
    await page.route('**/resume', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await runBar(page).getByRole('button', { name: 'Resume' }).click()
    await runBar(page).getByRole('button', { name: 'Stop' }).click()
    await runBar(page).getByText('Stopped').waitFor()
    websites.release()
    // What is left is one click away.
    await runBar(page)
      .getByRole('button', { name: /^Run \d+ left$/ })
      .click()
    await dialog.getByLabel('Which cells').selectOption('All cells again')
    await dialog.getByRole('button', { name: `Run ${SITES} rows` }).click()
    await runBar(page).getByText('Done, some cells failed').waitFor()
    await runBar(page)
      .getByText(`${SITES - BROKEN} found`)
      .waitFor()
  })

  test('runs again only what failed', async () => {
    const { page } = visitor
    websites.repair()
    await runBar(page)
      .getByRole('button', { name: `Re-run ${BROKEN} failed` })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Run ${BROKEN} rows` })
      .click()
    await runBar(page).getByText(`${BROKEN} found`).waitFor()
    await cell(page, 2, 0).getByText('Company No. 1 makes things').waitFor({ state: 'attached' })
  })

  test.each([
    ['/docs', '.opblock'],
    ['/redoc', '[data-section-id]'],
  ])('reads the interactive documentation at %s', async (path, operation) => {
    const { page } = visitor
    await page.goto(`${product.url}${path}`)
    // Both are read area by area, and list the areas first; an operation is found in whichever it is.
    await page.getByRole('link', { name: 'Workbooks', exact: true }).waitFor()
    expect(await page.locator(operation).count()).toBe(0)
    await page.getByLabel('Area', { exact: true }).selectOption('Workbooks')
    await page.waitForURL(/area=Workbooks$/)
    await page.locator(operation).nth(20).waitFor()
    if (path === '/redoc') {
      await page.getByLabel('Find an operation').fill('post /api/workbooks ·')
      await page.keyboard.press('Enter')
      await page.waitForURL(/operation\/create_workbook$/)
      await page.locator('[data-section-id$="create_workbook"]').first().waitFor()
    }
    await page.goto(product.url)
    await page.getByRole('heading', { name: 'Recent workbooks' }).waitFor()
  })

  test('met no error and no request to another machine on the way', () => {
    // The image is refused, and a workbook that went with its tab is deleted once more.
    const expected = /status of 401|status of 422 .*import\/preview$|status of 404 .*\/api\/workbooks\/[\w-]+$/
    expect(visitor.complaints.filter((complaint) => !expected.test(complaint))).toEqual([])
  })

  test('ends the service with Ctrl-C, cleanly', async () => {
    expect(await product.stop()).toEqual({ code: 0, warnings: [] })
  })
})
