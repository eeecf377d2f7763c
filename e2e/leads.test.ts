// The lead store as a salesperson meets it: leads typed in and imported, narrowed down, changed, worked on as rows, and erased.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from './journey.ts'
import { barriers, type Visitor } from './visitor.ts'
import { cell, dropFile, enterGrid } from './workbook.ts'

const FILE = [
  'Company,Domain,City,Phone,Favourite colour,Stage,Note',
  'Anvil Works,anvil.example,Ulm,+49 731 123456,red,Contacted,',
  'Bolt & Sons,bolt.example,Bonn,,blue,Hot,',
  'Crate Makers,crate.example,Ulm,,,,',
  ',,,,,,',
  ',,,,,,nobody',
].join('\n')

let visitor: Visitor
let page: Page
let store: string
let anvil: string
startJourney({ settings: { DEMO: 'off' } }, (journey) => {
  ;({ visitor, page } = journey)
  store = page.url().replace(/workbooks$/, 'leads')
})

const inCell = (column: number, row: number, text: string) =>
  cell(page, column, row).getByText(text, { exact: true }).waitFor({ state: 'attached' })
const panel = () => page.getByRole('complementary').filter({ has: page.getByRole('heading', { name: 'Anvil Works' }) })

describe.sequential('a user who keeps leads', () => {
  test('adds one by hand, and sees it open with where its values are from', async () => {
    await page.getByRole('link', { name: 'Leads' }).click()
    await page.getByText('No leads yet').waitFor()
    await page.getByRole('button', { name: 'Add a lead' }).click()
    await page.getByRole('dialog').getByLabel('Company').fill('Anvil Works')
    await page.getByRole('dialog').getByLabel('Domain or website').fill('https://www.anvil.example/about')
    expect(await barriers(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Add lead' }).click()
    await panel().getByRole('button', { name: 'Edit Domain' }).getByText('anvil.example').waitFor()
    await panel().getByText('Entered by hand').first().waitFor()
    anvil = page.url()
    expect(anvil).toMatch(/\?lead=\d+$/)
    expect(await barriers(page)).toEqual([])
  })

  test('imports a file, in which the known one is met again and not added twice', async () => {
    await dropFile(page, 'list.csv', FILE)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Target of Company').waitFor()
    await expect.poll(() => dialog.getByLabel('Target of Phone').inputValue()).toBe('phone')
    await dialog.getByLabel('Target of Stage').selectOption({ label: 'Status' })
    await dialog.getByText('1 value will be skipped, such as “Hot”.').waitFor()
    await dialog.getByLabel('Target of Note').selectOption({ label: 'Skip' })
    await dialog.getByRole('button', { name: '1 row not imported' }).click()
    await dialog.getByText('Line 6 · Nothing in it is a value of a lead').waitFor()
    expect(await barriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Import 3 rows' }).click()
    await page.getByText('2 leads added, 1 changed, 0 as they were.').waitFor()
    await page.getByText('Kept as values of your own: Favourite colour.').waitFor()
    await page.getByText('Skipped: Note.').waitFor()
    await page.getByRole('button', { name: 'Show the leads' }).click()
    await inCell(0, 0, 'Crate Makers')
    await inCell(0, 2, 'Anvil Works')
    await panel().getByRole('button', { name: 'Edit City' }).getByText('Ulm').waitFor()
  })

  test('takes an import back that was a mistake', async () => {
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Or paste a table').fill('Company\tCity\nWrong Ltd\tNowhere')
    await page.getByRole('button', { name: 'Read it' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByText('1 lead added, 0 changed, 0 as they were.').waitFor()
    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByText('Import undone: 1 lead deleted, 0 as before.').waitFor()
    await page.getByText('3 leads', { exact: true }).waitFor()
  })

  test('finds an import of before again, and takes it back', async () => {
    await dropFile(page, 'older.csv', 'Old list,\nCompany,City\nOlder Ltd,Nowhere')
    await page.getByRole('dialog').getByText('1 row above the names of the columns is left out.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByRole('button', { name: 'Show the leads' }).click()
    await inCell(0, 0, 'Older Ltd')
    await page.getByRole('button', { name: 'Earlier imports' }).click()
    const line = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'older.csv' })
    await line.getByText(/1 added, 0 changed/).waitFor()
    expect(await barriers(page)).toEqual([])
    await line.getByRole('button', { name: 'Undo' }).click()
    await line.getByText('Undone').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await inCell(0, 0, 'Crate Makers')
  })

  test('sees where a value comes from, and leads that are like it', async () => {
    await panel().getByRole('button', { name: 'Where City comes from' }).click()
    await page.getByRole('dialog', { name: 'Where City comes from' }).getByText('list.csv').waitFor()
    await page.keyboard.press('Escape')
    await panel().getByRole('button', { name: 'Crate Makers Same city' }).click()
    await page.getByRole('heading', { name: 'Crate Makers' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.goto(anvil)
    await panel().waitFor()
  })

  test('narrows them down by a value with how many have it, and by any text', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const filter = page.getByRole('dialog', { name: 'Filter' })
    await filter.getByLabel('City', { exact: true }).selectOption({ label: 'Ulm (2)' })
    await page.keyboard.press('Escape')
    await page.getByText('2 leads', { exact: true }).waitFor()
    await page.getByLabel('Search the leads').fill('731 123')
    await page.getByText('1 lead', { exact: true }).waitFor()
    await inCell(0, 0, 'Anvil Works')
    await page.reload()
    await page.getByText('1 lead', { exact: true }).waitFor()
    await expect.poll(() => page.getByLabel('Search the leads').inputValue()).toBe('731 123')
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await inCell(0, 1, 'Anvil Works')
    await page.getByText('2 leads', { exact: true }).waitFor()
    await page.goBack()
    await page.getByText('3 leads', { exact: true }).waitFor()
    await page.goForward()
    await page.getByText('2 leads', { exact: true }).waitFor()
  })

  test('changes a value, which the timeline tells, and sends the address of the lead to a colleague', async () => {
    await panel().getByRole('button', { name: 'Edit City' }).click()
    await panel().getByLabel('City', { exact: true }).fill('Neu-Ulm')
    await page.keyboard.press('Enter')
    await panel().getByText('Changed a value').waitFor()
    await page.goto(anvil)
    await panel().getByRole('button', { name: 'Edit City' }).getByText('Neu-Ulm').waitFor()
  })

  test('makes a workbook of them, keeps both alike, and sees a value that is written there flow back', async () => {
    await page.getByRole('button', { name: 'Open as workbook' }).click()
    await page.waitForURL(/workbooks\/[0-9a-f-]+/)
    await inCell(0, 0, 'Anvil Works')
    await page.getByRole('button', { name: 'More about this workbook' }).click()
    await page.getByRole('menuitem', { name: 'Rows and leads' }).click()
    await page.getByRole('dialog').getByLabel('Sync with leads').check()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Rows and leads are synced from now on').waitFor()
    await page.goto(`${page.url().split('?')[0]}?column=new`)
    await page.getByLabel('What do you want to know?').fill('lead')
    await page.getByRole('button', { name: 'Field of the lead' }).click()
    await page.getByLabel('Field of the lead').selectOption({ label: 'Source' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('list.csv').first().waitFor({ state: 'attached' })
    await page.getByRole('link', { name: 'Workbooks' }).first().click()
    await page.getByRole('link', { name: 'All leads' }).click()
    await inCell(0, 1, 'Bolt & Sons')
    await enterGrid(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('Bolt Brothers')
    await page.keyboard.press('Enter')
    await inCell(0, 1, 'Bolt Brothers')
    await page.goto(store)
    await inCell(0, 1, 'Bolt Brothers')
  })

  test('gives points for several conditions, and is shown them again', async () => {
    await page.goto(`${store}/scoring`)
    const rule = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('textbox', { name: 'Rule' }) })
      .first()
    await rule.getByRole('button', { name: 'Add a condition' }).click()
    await rule.getByRole('combobox', { name: 'Column' }).last().selectOption({ label: 'City' })
    await rule.getByLabel('Value', { exact: true }).last().fill('Ulm')
    await page.getByRole('button', { name: 'Save and score leads' }).click()
    await page.getByText('Rules saved').waitFor()
    await page.reload()
    await rule.getByLabel('Value', { exact: true }).last().waitFor()
    expect(await rule.getByLabel('Value', { exact: true }).last().inputValue()).toBe('Ulm')
    expect(await barriers(page)).toEqual([])
    await page.goto(store.replace(/leads$/, 'automations/new'))
    await page.getByLabel('What starts it').selectOption('lead.created')
    await page.getByRole('button', { name: 'Add a condition' }).click()
    await page.getByRole('combobox', { name: 'Comparison' }).waitFor()
  })

  test('erases one for good, which is refused when it comes again', async () => {
    await page.goto(anvil)
    await panel().getByRole('button', { name: 'Erase for good, at the request of the person' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Erase for good' }).click()
    await page.getByText('2 leads', { exact: true }).waitFor()
    await dropFile(page, 'list.csv', FILE)
    await page.getByRole('dialog').getByRole('button', { name: 'Import 4 rows' }).click()
    await page.getByText('1 row of leads that were erased on request: not stored.').waitFor()
    await page.getByRole('button', { name: 'Show the leads' }).click()
    expect(visitor.complaints).toEqual([])
  })
})
