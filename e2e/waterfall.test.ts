// A waterfall with test data: steps that say how they stand, a condition seen on real rows, a record put together and checked.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from './journey.ts'
import type { Product } from './product.ts'
import { barriers, type Visitor } from './visitor.ts'
import { callApi, cell, makeWorkbook, runBar } from './workbook.ts'

let product: Product
let visitor: Visitor
let page: Page
startJourney({}, async (journey) => {
  ;({ product, visitor, page } = journey)
  // Keys of vendors that are never asked: their runs here are on test data.
  const { items } = await callApi(product, '/api/settings/workspace-integrations', undefined, 'GET')
  for (const { id, fields } of items as { id: string; fields: { name: string; kind?: string }[] }[]) {
    const values = Object.fromEntries(
      fields.filter(({ name }) => /key|token|secret/.test(name)).map(({ name }) => [name, 'test-key']),
    )
    if (Object.keys(values).length > 0)
      await callApi(product, `/api/settings/workspace-integrations/${id}`, { values }, 'PUT').catch(() => {})
  }
  const columns = { Company: 'text', Domain: 'text', 'First name': 'text', 'Last name': 'text', Country: 'text' }
  const workbook = await makeWorkbook(product, 'People', columns, [
    ['Acme', 'acme.example', 'Ann', 'Lee', 'DE'],
    ['Borea', 'borea.example', 'Bob', 'Moss', 'FR'],
    ['Cetus', '', 'Cleo', 'Ito', 'DE'],
    ['Delos', 'delos.example', 'Dora', 'König', 'DE'],
  ])
  await page.goto(page.url().replace(/workbooks$/, `workbooks/${workbook}`))
})

const settings = () => page.getByRole('region', { name: 'Waterfall settings' })

describe.sequential('a user who sets up a waterfall', () => {
  test('takes the ready recipe with its steps folded', async () => {
    await page.getByRole('toolbar').getByRole('button', { name: 'Add column' }).click()
    await page.getByLabel('What do you want to know?').fill('work email')
    await page.getByRole('region', { name: 'Find with providers' }).getByText('Work email', { exact: true }).click()
    await page.getByRole('button', { name: 'Show the inputs of Hunter email finder' }).click()
    await page.getByText('usable in 3 of the first 4 rows').waitFor()
    await settings().getByText('Stops at the first verified answer.').waitFor()
    expect(await barriers(page)).toEqual([])
  })

  test('moves a step with the keyboard', async () => {
    const grip = page.getByRole('button', { name: /^Move Hunter email finder, step 3/ })
    await grip.focus()
    await page.keyboard.press('ArrowUp')
    await page.getByRole('button', { name: /^Move Hunter email finder, step 2/ }).waitFor()
  })

  test('sees on which rows a condition holds, and on which it does not', async () => {
    await page.getByRole('button', { name: 'Add a condition' }).click()
    const condition = page.getByRole('region', { name: 'Run condition' })
    await condition.getByLabel('Column', { exact: true }).selectOption('Country')
    await condition.getByLabel('Comparison').selectOption('is')
    await condition.getByLabel('Value', { exact: true }).fill('DE')
    const on = condition.getByRole('region', { name: 'Runs on' })
    await on.getByText('Runs on 3 rows').waitFor()
    await on.getByText('Delos').waitFor()
    await condition.getByRole('region', { name: 'Not on' }).getByText('Borea').waitFor()
  })

  test('tries it on the first rows, which fills nothing', async () => {
    await page.getByRole('button', { name: 'Try on the first rows' }).click()
    const tried = page.getByRole('region', { name: 'Try it' })
    await tried.getByText('Skipped').first().waitFor()
    expect(await barriers(page)).toEqual([])
  })

  test('has a record of two fields put together and checked, within limits, and runs it', async () => {
    await settings()
      .getByRole('button', { name: /^Waterfall settings/ })
      .click()
    await settings().getByLabel('Combine providers').check()
    await settings().getByLabel('Job title').check()
    await settings()
      .getByLabel('Verifier of each answer')
      .selectOption({ label: 'ZeroBounce email verifier ($0.007, billed when found)' })
    await settings().getByLabel('US dollars', { exact: true }).fill('a lot')
    await page.getByText('Waterfall settings: An amount such as').waitFor()
    await settings().getByLabel('US dollars', { exact: true }).fill('0.5')
    await settings()
      .getByText('Puts 2 fields together. Answers are checked by ZeroBounce email verifier. At most $0.50 a row.')
      .waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Save and run' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Show the rows of skipped, condition, −1' }).click()
    await page.getByRole('region', { name: 'What is shown' }).getByText('One of 1 row').waitFor()
    await cell(page, 0, 0).getByText('Borea').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Remove the filter One of 1 row' }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Use test data').check()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Run \d/ })
      .click()
    await runBar(page).getByText('Done', { exact: true }).waitFor()
    await cell(page, 5, 0)
      .getByText(/work_email|@/)
      .waitFor({ state: 'attached' })
  })

  test('finds the settings as they were saved, and who was asked under provider health', async () => {
    await page.goto(`${page.url().split('?')[0]}?column=c6`)
    await settings().getByText('Puts 2 fields together.').waitFor()
    await page.getByRole('link', { name: 'Ready' }).first().click()
    await page.getByRole('table', { name: 'Providers' }).getByText('Work email guesser').waitFor()
    expect(await barriers(page)).toEqual([])
    expect(visitor.complaints).toEqual([])
  })
})
