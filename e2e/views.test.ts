// Looking at rows in another way, and computing from them: a filter kept as a view that a colleague opens, and a formula.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from './journey.ts'
import { ADMIN, type Product } from './product.ts'
import { barriers, signIn, type Visitor, visit } from './visitor.ts'
import { callApi, cell, dropFile, enterGrid, makeWorkbook, paste } from './workbook.ts'

const LIST = [
  ['Acme', 'DE', 40],
  ['Borea', 'FR', 7000],
  ['Cetus', 'DE', 900],
  ['Dorado', 'NL', null],
  ['Electra', 'DE', 65],
]

let product: Product
let visitor: Visitor
let page: Page
let workbook: string
startJourney({}, async (journey) => {
  ;({ product, visitor, page } = journey)
  const columns = { Company: 'text', Country: 'text', Employees: 'number' }
  workbook = await makeWorkbook(product, 'Makers', columns, LIST)
})

const inCell = (who: Page, column: number, row: number, text: string) =>
  cell(who, column, row).getByText(text, { exact: true }).waitFor({ state: 'attached' })

describe.sequential('a user who looks at a list', () => {
  test('filters it by what is in a column, and sees how many rows are left', async () => {
    await page.goto(page.url().replace(/workbooks$/, `workbooks/${workbook}`))
    await inCell(page, 0, 4, 'Electra')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'Add a condition' }).click()
    await page.getByLabel('Column', { exact: true }).selectOption('Country')
    await page.getByLabel('Comparison').selectOption('is')
    await page.getByLabel('Value').fill('de')
    await page.getByText('3 rows match').waitFor()
    expect(await barriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await inCell(page, 0, 2, 'Electra')
  })

  test('chooses a whole row by the other button on its number, also where its first cell has the cursor', async () => {
    await enterGrid(page)
    const area = await page.getByTestId('data-grid-canvas').boundingBox()
    await page.mouse.click((area?.x ?? 0) + 26, (area?.y ?? 0) + 55, { button: 'right' })
    await page.getByRole('menu').waitFor()
    await page.getByText('1 row selected').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  })

  test('clears a column chosen by its name, grows rows chosen by their numbers, writes into cells chosen one by one', async () => {
    const click = (x: number, y: number, ...modifiers: 'Control'[]) =>
      page.locator('[role=group][aria-label^=Makers]').click({ position: { x, y }, modifiers })
    await click(290, 18)
    await page.keyboard.press('Delete')
    await page.getByText('Cleared 3 cells', { exact: true }).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: clear 3 cells.').waitFor()

    await click(26, 55)
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('2 rows selected').waitFor()

    await click(290, 55)
    await click(290, 55 + 64, 'Control')
    await page.getByText('2 cells selected').waitFor()
    await page.keyboard.type('AT')
    await page.keyboard.press('Control+Enter')
    await inCell(page, 1, 0, 'AT')
    await inCell(page, 1, 2, 'AT')
    await inCell(page, 1, 1, 'DE')
    await page.getByText('Filled 2 cells', { exact: true }).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: fill 2 cells.').waitFor()
    await inCell(page, 1, 2, 'DE')
  })

  test('sorts it, and keeps that as a view', async () => {
    await page.getByRole('button', { name: 'Sort', exact: true }).click()
    await page.getByLabel('Sort by a column').selectOption('Company')
    await page.getByLabel('Column', { exact: true }).selectOption('Employees')
    await page.getByLabel('Direction').selectOption('desc')
    await page.keyboard.press('Escape')
    await inCell(page, 0, 0, 'Cetus')
    await page.getByRole('button', { name: 'Save as a view' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('German by size')
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.waitForURL(/view=/)
    await page.getByRole('link', { name: 'German by size' }).waitFor()
  })

  test('sends its address to a colleague, who sees the same rows', async () => {
    const colleague = await visit(product.url)
    try {
      await signIn(colleague.page, product.url, ADMIN)
      await colleague.page.goto(page.url())
      await inCell(colleague.page, 0, 0, 'Cetus')
      await inCell(colleague.page, 0, 2, 'Acme')
      await colleague.page.getByText('3 rows of 5').waitFor()
      expect(colleague.complaints).toEqual([])
    } finally {
      await colleague.leave()
    }
  })

  test('shows a tapped row as a card on a phone, edits it there, goes on to the next, and returns to the grid', async () => {
    const phone = await visit(product.url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    try {
      await signIn(phone.page, product.url, ADMIN)
      await phone.page.goto(page.url().replace(/workbooks.*$/, `workbooks/${workbook}`))
      await inCell(phone.page, 0, 4, 'Electra')
      const grid = await phone.page.getByTestId('data-grid-canvas').boundingBox()
      const card = phone.page
        .getByRole('complementary')
        .filter({ has: phone.page.getByRole('heading', { name: /^Row/ }) })
      // On a slow machine a finger may seem to rest on the glass, which is no tap.
      for (let tries = 1; !(await card.isVisible()); tries++) {
        await phone.page.touchscreen.tap((grid?.x ?? 0) + 120, (grid?.y ?? 0) + 55 + 3 * 32)
        await card.waitFor({ timeout: 10_000 }).catch((error) => {
          if (tries === 12) throw error
        })
      }
      await card.getByRole('heading', { name: 'Row 4 of 5' }).waitFor()
      await card.getByText('Dorado', { exact: true }).waitFor()
      const box = await card.boundingBox()
      expect([box?.x, box?.width]).toEqual([0, 390])
      expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(390)
      expect(await barriers(phone.page)).toEqual([])
      await card.getByText('Dorado', { exact: true }).tap()
      await card.getByRole('textbox', { name: 'Company' }).fill('Dorado by card')
      // As on a phone whose buttons take no focus from the text.
      await card.getByRole('button', { name: 'Row below' }).dispatchEvent('click')
      await card.getByRole('heading', { name: 'Row 5 of 5' }).waitFor()
      await card.getByRole('button', { name: 'Close panel' }).tap()
      await card.waitFor({ state: 'detached' })
      await inCell(phone.page, 0, 3, 'Dorado by card')
      await phone.page.getByText('Saving').waitFor({ state: 'detached' })
      await phone.page.keyboard.press('Control+z')
      await inCell(phone.page, 0, 3, 'Dorado')
      expect(phone.complaints).toEqual([])
    } finally {
      await phone.leave()
    }
  })

  test('edits on a tablet: a second tap opens the cell, and a tap elsewhere keeps what was written', async () => {
    const tablet = await visit(product.url, { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true })
    try {
      await signIn(tablet.page, product.url, ADMIN)
      await tablet.page.goto(page.url().replace(/workbooks.*$/, `workbooks/${workbook}`))
      await inCell(tablet.page, 0, 4, 'Electra')
      const grid = await tablet.page.getByTestId('data-grid-canvas').boundingBox()
      const session = await tablet.page.context().newCDPSession(tablet.page)
      const tap = async (row: number) => {
        const touchPoints = [{ x: (grid?.x ?? 0) + 120, y: (grid?.y ?? 0) + 55 + row * 32 }]
        await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
        // A finger is on the glass for more than one frame.
        await tablet.page.evaluate('new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))')
        await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      }
      const selected = (row: number) =>
        tablet.page.locator(`[data-testid=glide-cell-1-${row}][aria-selected=true]`).waitFor({ state: 'attached' })
      const editor = tablet.page.getByLabel('Edit Company', { exact: true })
      await tap(3)
      await selected(3)
      // On a slow machine a finger may seem to rest on the glass, which is no tap.
      for (let tries = 1; !(await editor.isVisible()); tries++) {
        await tap(3)
        await editor.waitFor({ timeout: 10_000 }).catch((error) => {
          if (tries === 12) throw error
        })
      }
      await tablet.page.keyboard.type(' tapped')
      await tap(1)
      await inCell(tablet.page, 0, 3, 'Dorado tapped')
      await editor.waitFor({ state: 'detached' })
      await tablet.page.getByText('Saving').waitFor({ state: 'detached' })
      expect(await barriers(tablet.page)).toEqual([])
      expect(tablet.complaints).toEqual([])
    } finally {
      await tablet.leave()
    }
  })

  test('writes a formula with completion, tries it on rows, and has its values', async () => {
    await page.getByRole('link', { name: 'All rows' }).click()
    await inCell(page, 0, 4, 'Electra')
    await page.getByRole('toolbar').getByRole('button', { name: 'Add column' }).click()
    await page.getByRole('button', { name: /^Formula/ }).click()
    await page.getByLabel('Name', { exact: true }).fill('Called')
    await page.getByRole('combobox', { name: 'Formula' }).click()
    await page.keyboard.type('upp')
    await page.getByRole('option', { name: /^UPPER/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('{{com')
    await page.getByRole('option', { name: /^Company/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type(') & " Ltd"')
    await page.getByRole('region', { name: 'Preview' }).getByText('BOREA Ltd').waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await inCell(page, 3, 1, 'BOREA Ltd')
    await inCell(page, 3, 4, 'ELECTRA Ltd')
    expect(visitor.complaints).toEqual([])
  })

  test('puts a row above another and a column beside one', async () => {
    const columns = async () => (await asked()).workbook.columns_config.map(({ name }: { name: string }) => name)
    const asked = () => callApi(product, `/api/workbooks/${workbook}`, undefined, 'GET')
    await enterGrid(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Insert 1 row above' }).click()
    await inCell(page, 0, 2, 'Borea')
    await page.locator('[data-testid=glide-cell-1-1][aria-selected=true]').waitFor({ state: 'attached' })
    await page.keyboard.type('Between')
    await page.keyboard.press('Enter')
    await inCell(page, 0, 1, 'Between')
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('menuitem', { name: 'Insert column' }).click()
    await page.getByRole('menuitem', { name: 'On the right' }).click()
    await page.getByRole('textbox', { name: /column/i }).fill('Notes')
    await page.keyboard.press('Enter')
    await page.getByText('Saving').waitFor({ state: 'detached' })
    await expect.poll(columns).toEqual(['Company', 'Notes', 'Country', 'Employees', 'Called'])
    expect((await asked()).rows.map(({ data }: { data: { c1: string } }) => data.c1)).toEqual([
      'Acme',
      'Between',
      'Borea',
      'Cetus',
      'Dorado tapped',
      'Electra',
    ])
    expect(visitor.complaints).toEqual([])
  })

  test('begins a blank workbook by typing, and another by a paste from a spreadsheet', async () => {
    const blank = async () => {
      await page.goto(page.url().replace(/workbooks.*$/, 'workbooks'))
      await page.getByRole('button', { name: 'New workbook' }).first().click()
      await page.getByRole('menuitem', { name: 'Blank workbook' }).click()
      await page.getByText('Start with a list').waitFor()
    }
    await blank()
    await page.getByRole('button', { name: 'type them in' }).click()
    await page.getByText('1 row', { exact: true }).waitFor()
    await page.locator('[data-testid=glide-cell-1-0][aria-selected=true]').waitFor({ state: 'attached' })
    await page.locator('[role=group][aria-label^="Untitled"] :focus').waitFor({ state: 'attached' })
    await page.keyboard.type('Acme')
    await page.keyboard.press('Enter')
    await inCell(page, 0, 0, 'Acme')
    await page.getByText('Saving').waitFor({ state: 'detached' })

    await blank()
    expect(await barriers(page)).toEqual([])
    await paste(page, '', 'Company\tNote\nBorea\t"one\ntwo"\nCetus\tthree')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
    await dialog.getByRole('button', { name: 'Show the rows' }).click()
    await inCell(page, 1, 0, 'one two')
    await page.locator('[data-testid=glide-cell-1-0][aria-selected=true]').waitFor({ state: 'attached' })
    expect(visitor.complaints).toEqual([])
  })

  test('brings 10,000 rows by a file, and filters, groups and searches them', async () => {
    await page.goto(page.url().replace(/workbooks.*$/, 'workbooks'))
    await page.getByRole('button', { name: 'New workbook' }).first().waitFor()
    const stages = ['Won', 'Lost', 'New', 'Won']
    const lines = Array.from({ length: 10_000 }, (_, at) => `Maker ${at + 1},${stages[at % 4]},${at % 3 ? 'DE' : 'FR'}`)
    await dropFile(page, 'many.csv', ['Maker,Stage,Land', ...lines, ''].join('\n'))
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Import 10,000 rows' }).click()
    await dialog.getByRole('button', { name: 'Show the rows' }).click()
    await page.getByText('10,000 rows', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'Add a condition' }).click()
    await page.getByLabel('Column', { exact: true }).selectOption('Stage')
    await page.getByLabel('Comparison').selectOption('is one of')
    await page.getByRole('group', { name: 'Values' }).getByRole('button', { name: 'Won', exact: true }).click()
    await page.getByText('5,000 rows match').waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Group', exact: true }).click()
    await page.getByLabel('Group by').selectOption('Land')
    await inCell(page, 0, 0, 'DE, 3,332 rows, open')
    await page.getByRole('button', { name: 'Close all groups' }).click()
    expect(await barriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await inCell(page, 0, 0, 'DE, 3,332 rows, closed')
    await inCell(page, 0, 1, 'FR, 1,668 rows, closed')
    await enterHeader()
    await inCell(page, 0, 0, 'DE, 3,332 rows, open')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await inCell(page, 0, 1, 'FR, 1,668 rows, open')
    await inCell(page, 0, 2, 'Maker 1')

    await page.getByRole('button', { name: 'Grouped', exact: true }).click()
    await page.getByLabel('Then by another column').selectOption('Stage')
    await page.getByRole('button', { name: 'Open all groups' }).click()
    await page.keyboard.press('Escape')
    await inCell(page, 0, 0, 'Land: DE, 3,332 rows, open')
    await inCell(page, 0, 1, 'Stage: Won, 3,332 rows, open')
    await enterHeader()
    await inCell(page, 0, 1, 'Land: FR, 1,668 rows, open')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await inCell(page, 0, 2, 'Stage: Won, 1,668 rows, closed')
    await page.reload()
    await inCell(page, 0, 0, 'Land: DE, 3,332 rows, closed')
    await inCell(page, 0, 2, 'Stage: Won, 1,668 rows, closed')

    await page.getByLabel('Search the rows').fill('maker 999')
    await page.getByText('4 rows of 10,000').waitFor()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByText('10,000 rows', { exact: true }).waitFor()
    expect(visitor.complaints).toEqual([])
  })
})

/** A click on the first line, which is the header of a group. */
async function enterHeader(): Promise<void> {
  const box = await page.getByTestId('data-grid-canvas').boundingBox()
  await page.mouse.click((box?.x ?? 0) + 120, (box?.y ?? 0) + 50)
}
