// Shaping a workbook: a type changed after a look at the values, columns put in order by keys, a copy, and a definition read as differences.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from './journey.ts'
import type { Product } from './product.ts'
import { barriers, type Visitor } from './visitor.ts'
import { callApi, cell, enterGrid, makeWorkbook, paste, takeBack, waitForMessages } from './workbook.ts'

let product: Product
let visitor: Visitor
let page: Page
startJourney({}, async (journey) => {
  ;({ product, visitor, page } = journey)
  const columns = { Company: 'text', Employees: 'text', Country: 'text' }
  const workbook = await makeWorkbook(product, 'Makers', columns, [
    ['Acme', '1,200', 'DE'],
    ['Borea', 'about 40', 'FR'],
    ['Cetus', '900', 'DE'],
  ])
  await page.goto(page.url().replace(/workbooks$/, `workbooks/${workbook}`))
})

const inCell = (column: number, row: number, text: string) =>
  cell(page, column, row).getByText(text, { exact: true }).waitFor({ state: 'attached' })

/** Where the first column begins, behind the numbers of the rows. */
async function corner() {
  const area = await page.getByTestId('data-grid-canvas').boundingBox()
  return { left: (area?.x ?? 0) + 52, top: area?.y ?? 0 }
}

/** Does something by its words in the command palette. */
async function command(words: string) {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search records, pages and actions' }).fill(words)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
}

describe.sequential('a user who shapes a workbook', () => {
  test('sees what another type makes of the values before it is changed, and undoes it', async () => {
    await inCell(0, 2, 'Cetus')
    await enterGrid(page)
    await page.keyboard.press('ArrowRight')
    await command('change type')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption('number')
    await dialog.getByText('1 of 3 values cannot be read as Number').waitFor()
    await dialog.getByText('about 40').waitFor()
    expect(await barriers(page)).toEqual([])
    await dialog.getByLabel('Clear the cell').check()
    await dialog.getByRole('button', { name: 'Change and clear 1 value' }).click()
    await waitForMessages(page)
    await inCell(1, 0, '1,200')
    await page.getByText('“Employees” is of the type Number now.').waitFor()
    await expect.poll(() => cell(page, 1, 1).textContent()).toBe('')
    await takeBack(page)
    await inCell(1, 1, 'about 40')
  })

  test('puts columns in another order and renames one in a list, without the mouse', async () => {
    await command('columns')
    await page.getByRole('button', { name: /^Move Country/ }).focus()
    await page.keyboard.press('ArrowUp')
    await page.getByRole('button', { name: /^Move Country, column 2/ }).waitFor()
    await page.getByRole('button', { name: 'Rename Country' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Land')
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: 'Land' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await inCell(1, 0, 'DE')
    await inCell(2, 1, 'about 40')
  })

  test('copies the workbook with its rows', async () => {
    await page.getByRole('button', { name: 'More about this workbook' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate workbook' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Makers again')
    expect(await barriers(page)).toEqual([])
    const before = page.url()
    await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click()
    await page.waitForURL((url) => url.href !== before)
    await page.getByText('“Makers again” was made.').waitFor()
    await inCell(0, 2, 'Cetus')
  })

  test('reads what a definition would change, applies it, and takes all of it back with one undo', async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), command('export definition: as yaml')])
    expect(file.suggestedFilename()).toBe('Makers again.yaml')
    await command('apply a definition')
    const dialog = page.getByRole('dialog')
    const definition = {
      millrace: 1,
      name: 'Firms',
      columns: [
        { name: 'Company', type: 'input', input_type: 'text' },
        { name: 'Staff', was: 'Employees', type: 'input', input_type: 'text' },
        { name: 'Big', type: 'formula', expression: 'NUMBER({{Staff}}) > 500' },
      ],
      identity: [{ column: 'Company', normaliser: 'text' }],
    }
    await dialog.getByLabel('Or paste it').fill(JSON.stringify(definition))
    await dialog.getByRole('button', { name: 'See what would change' }).click()
    await dialog.getByText('1 added, 3 changed, 1 removed.').waitFor()
    await dialog.getByText('Rename the column “Employees” to “Staff”').waitFor()
    await dialog.getByText('Remove the column “Land”').waitFor()
    expect(await barriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Apply 5 changes' }).click()
    await waitForMessages(page)
    await page.getByText('The definition was applied: 1 added, 3 changed, 1 removed').waitFor()
    await inCell(1, 1, 'about 40')
    await takeBack(page)
    await page.getByText('Undone: applied a definition.').waitFor()
    await inCell(1, 0, 'DE')
    await page
      .getByRole('heading', { name: 'Makers again' })
      .or(page.getByText('Makers again', { exact: true }))
      .first()
      .waitFor()
    expect(visitor.complaints).toEqual([])
  })

  test('a table without rows is begun by a paste where a header is chosen, and a row stays chosen beside a cell', async () => {
    const columns_config = ['text', 'number'].map((input_type) => ({
      type: 'input',
      name: `A ${input_type}`,
      input_type,
    }))
    const { id } = await callApi(product, '/api/workbooks', { name: 'Without rows', columns_config })
    await page.goto(page.url().replace(/workbooks.*$/, `workbooks/${id}`))
    await page.getByText('0 rows', { exact: true }).waitFor()
    const { left, top } = await corner()
    await page.mouse.click(left + 180 + 60, top + 18)
    await page.locator('[role=columnheader][aria-selected=true]').waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await page.getByText('There is no row here yet').waitFor()
    await paste(page, '', '12\n7')
    await page.getByRole('button', { name: 'Add 2 rows and paste' }).click()
    await inCell(1, 0, '12')
    await inCell(1, 1, '7')
    // The number of the first row, and then a cell of the second.
    await page.mouse.click(left - 32, top + 36 + 16)
    await page.getByText('1 row selected').waitFor()
    await page.keyboard.down('Control')
    await page.mouse.click(left + 180 + 60, top + 36 + 48)
    await page.keyboard.up('Control')
    await page.getByText('3 cells selected').waitFor()
    expect(visitor.complaints).toEqual([])
  })

  test('a click on the edge of one of two columns that are chosen leaves both as wide as they are', async () => {
    const { left, top } = await corner()
    const changes: string[] = []
    page.on('request', (request) => request.method() === 'PATCH' && changes.push(request.url()))
    await page.mouse.click(left + 40, top + 18)
    await page.keyboard.down('Control')
    await page.mouse.click(left + 180 + 60, top + 18)
    await page.keyboard.up('Control')
    await page.getByText('4 cells selected').waitFor()
    await page.mouse.move(left + 180 - 2, top + 18)
    await page.mouse.down()
    await page.mouse.move(left + 180 - 2, top + 18)
    await page.mouse.up()
    await page.mouse.click(left + 180 + 60, top + 36 + 48)
    await page.getByText('4 cells selected').waitFor({ state: 'detached' })
    expect(changes).toEqual([])
    expect(visitor.complaints).toEqual([])
  })

  test('a click on the cell that has the cursor of a chosen column chooses just that cell', async () => {
    const { left, top } = await corner()
    await page.mouse.click(left + 40, top + 18)
    await page.getByText('2 cells selected').waitFor()
    await page.mouse.click(left + 40, top + 36 + 16)
    await page.getByText('2 cells selected').waitFor({ state: 'detached' })
    expect(visitor.complaints).toEqual([])
  })
})
