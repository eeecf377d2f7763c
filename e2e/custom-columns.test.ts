// Columns that ask with settings of their own: an API called by a pasted command, a model asked, compared and tested, and a delivery looked at before it is made.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { API_HOST, type FakeVendors, MODELS_HOST, MODELS_KEY, openVendors } from './fake-vendors.ts'
import { startJourney } from './journey.ts'
import type { Product } from './product.ts'
import { barriers, type Visitor } from './visitor.ts'
import { cell, makeWorkbook, runBar } from './workbook.ts'

const KEY = 'sk-acme-secret'
const COMMAND = `curl 'http://${API_HOST}/v1/companies/acme.test?verbose=1' -H 'Authorization: Bearer ${KEY}' -H 'X-Team: sales'`

let vendors: FakeVendors
let product: Product
let visitor: Visitor
let page: Page
let workbook: string
startJourney({ peer: () => openVendors({ 'acme.test': 1200, 'borea.test': 12 }) }, async (journey) => {
  ;({ peer: vendors, product, visitor, page } = journey)
  const id = await makeWorkbook(product, 'Firms', { Domain: 'text' }, [['acme.test'], ['borea.test'], ['nobody.test']])
  workbook = page.url().replace(/workbooks$/, `workbooks/${id}`)
  await page.goto(workbook)
})

const panel = () => page.getByRole('complementary').last()
const inCell = (column: number, row: number, text: string) =>
  cell(page, column, row).getByText(text).waitFor({ state: 'attached' })

async function addColumn(kind: string) {
  await page.getByRole('toolbar').getByRole('button', { name: 'Add column' }).click()
  await panel().getByRole('button', { name: kind }).click()
}

async function runAll() {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Run \d+ (rows|cells)/ })
    .click()
  await runBar(page).getByText('Done').waitFor()
}

describe.sequential('a user who calls an API of their own', () => {
  test('pastes a curl command, stores its key as a secret, and puts a column into the address', async () => {
    await addColumn('Call an API')
    await panel().getByRole('button', { name: 'Paste a curl command' }).click()
    await panel().getByLabel('curl command').fill(COMMAND)
    await panel().getByRole('button', { name: 'Fill the form' }).click()
    await panel().getByRole('button', { name: 'Store the secret' }).click()
    await page.getByText('The secret ACME_KEY is stored').waitFor()
    const address = panel().getByLabel('Address', { exact: true })
    await address.fill(`http://${API_HOST}/v1/companies/{Dom`)
    await page.keyboard.press('Enter')
    await expect.poll(() => address.inputValue()).toBe(`http://${API_HOST}/v1/companies/{{Domain}}`)
    await expect.poll(() => panel().getByLabel('Value of header 1').inputValue()).toBe('sales')
    expect(await barriers(page)).toEqual([])
  })

  test('tries it on the rows, and chooses fields by clicking on the answer', async () => {
    await panel().getByRole('button', { name: 'Try on the first rows' }).click()
    const answer = panel().getByRole('region', { name: 'Answer' })
    await answer.getByRole('button', { name: 'take data.employees as a field' }).click()
    await panel().getByText('Not found').waitFor()
    await expect.poll(() => panel().getByLabel('Name of field 1').inputValue()).toBe('employees')
    await expect.poll(() => panel().getByLabel('Type of field 1').inputValue()).toBe('number')
    expect(await barriers(page)).toEqual([])
    await panel().getByLabel('Name', { exact: true }).fill('Staff')
    await panel().getByRole('button', { name: 'Save and run' }).click()
    await runAll()
    await inCell(1, 0, '1,200')
    await inCell(1, 1, '12')
    expect(vendors.heard.every(({ authorization }) => authorization === `Bearer ${KEY}`)).toBe(true)
  })

  test('finds the secret in the settings, with the column that uses it and without its value', async () => {
    await page.goto(workbook.replace(/workbooks\/.*/, 'settings/secrets'))
    await page.getByText('Staff in Firms', { exact: true }).waitFor()
    expect(await page.content()).not.toContain(KEY)
    expect(await barriers(page)).toEqual([])
  })
})

describe.sequential('a user who asks a model', () => {
  test('sets up the vendor, and enters what a model costs', async () => {
    await page.goto(workbook.replace(/workbooks\/.*/, 'settings/integrations?open=openai-compatible'))
    await page
      .getByLabel(/address|url/i)
      .first()
      .fill(`http://${MODELS_HOST}/v1`)
    await page.getByLabel('API key (optional)').fill(MODELS_KEY)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('is saved').waitFor()
    await page.goto(workbook.replace(/workbooks\/.*/, 'settings/models'))
    await page.getByRole('button', { name: /^Price of tiny: unknown/ }).click()
    await page.getByLabel('Tokens in').fill('0.15')
    await page.getByLabel('Tokens out').fill('0.6')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /^Price of tiny: \$0.15 in, \$0.60 out/ }).waitFor()
    expect(await barriers(page)).toEqual([])
  })

  test('writes a prompt with a column in it, tries it, and runs it', async () => {
    await page.goto(workbook)
    await addColumn('Ask AI')
    await panel().getByLabel('Name', { exact: true }).fill('Size')
    await panel().getByLabel('Model', { exact: true }).selectOption('openai-compatible/tiny')
    await panel().getByLabel('Prompt').fill('How big is a company with /Sta')
    await page.keyboard.press('Enter')
    await expect.poll(() => panel().getByLabel('Prompt').inputValue()).toBe('How big is a company with {{Staff}}')
    await panel().getByLabel('Name of answer 1').fill('size')
    await panel().getByRole('button', { name: 'Try on the first rows' }).click()
    await panel().getByText('120 + 8 tokens').first().waitFor()
    expect(await barriers(page)).toEqual([])
    await panel().getByRole('button', { name: 'Save and run' }).click()
    await runAll()
    await inCell(2, 0, 'small')
  })

  test('compares two models, pins a right answer, and sees the change of model make it better', async () => {
    await page.goto(`${workbook}?column=c3`)
    await panel().getByRole('button', { name: 'Compare prompts and models' }).click()
    const bench = page.getByRole('dialog')
    await bench.getByLabel('Model of B', { exact: true }).selectOption('openai-compatible/clever')
    await bench.getByRole('button', { name: /^Ask 6 times/ }).click()
    await bench.getByRole('button', { name: 'Pin row 1 with the answer of B' }).click()
    await page.getByText('Pinned to the test set').waitFor()
    expect(await barriers(page)).toEqual([])
    await bench.getByRole('button', { name: 'Close' }).last().click()
    await panel().getByRole('button', { name: 'Run 1 test' }).click()
    await panel().getByText('0% pass, 0 of 1').waitFor()
    await panel().getByLabel('Model', { exact: true }).selectOption('openai-compatible/clever')
    await panel().getByRole('button', { name: 'Run 1 test' }).click()
    await panel().getByText('100% pass, 1 of 1').waitFor()
    await panel().getByText('1 better').waitFor()
    expect(await barriers(page)).toEqual([])
  })
})

describe.sequential('a user who sends rows elsewhere', () => {
  test('sees what would be sent before anything is', async () => {
    await page.goto(workbook)
    await addColumn('Send somewhere')
    await panel().getByLabel('Address', { exact: true }).fill('https://hooks.acme.test/rows')
    await panel().getByLabel('Signing secret').selectOption('ACME_KEY')
    await panel().getByRole('button', { name: 'Add every column' }).click()
    await panel().getByRole('button', { name: 'Try on the first rows' }).click()
    await panel().getByText('Nothing was sent', { exact: true }).waitFor()
    await panel().getByText('"domain": "acme.test"').waitFor()
    expect(await barriers(page)).toEqual([])
    expect(visitor.complaints).toEqual([])
  })
})
