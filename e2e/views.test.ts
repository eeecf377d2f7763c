// Looking at rows in another way, and computing from them: a filter kept as a view that a colleague opens, and a formula.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN, type Product, startProduct } from './product.ts'
import { barriers, signIn, type Visitor, visit } from './visitor.ts'
import { cell, makeWorkbook } from './workbook.ts'

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
beforeAll(async () => {
  product = await startProduct()
  visitor = await visit(product.url)
  page = visitor.page
  await signIn(page, product.url, ADMIN)
  const columns = { Company: 'text', Country: 'text', Employees: 'number' }
  workbook = await makeWorkbook(product, 'Makers', columns, LIST)
}, 200_000)
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(`the page at that moment: ${await visitor.photograph()}`)
})
afterAll(async () => {
  await visitor?.leave()
  await product?.stop()
})

const inCell = (who: Page, column: number, row: number, text: string) =>
  cell(who, column, row).getByText(text, { exact: true }).waitFor({ state: 'attached' })

describe.sequential('someone who looks at a list', () => {
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

  test('sorts it, and keeps that as a view', async () => {
    await page.getByRole('button', { name: 'Sort', exact: true }).click()
    await page.getByRole('button', { name: 'Sort by a column' }).click()
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
})
