// Workbooks that go round: saved as a recipe, renamed, made again, read from a table of Clay; and columns drafted from a sentence.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from './journey.ts'
import type { Product } from './product.ts'
import { openModel, type ScriptedModel } from './scripted-model.ts'
import { barriers, type Visitor } from './visitor.ts'
import { makeWorkbook } from './workbook.ts'

let model: ScriptedModel
let product: Product
let visitor: Visitor
let page: Page
let workbook: string
startJourney({ peer: openModel }, async (journey) => {
  ;({ peer: model, product, visitor, page } = journey)
  const people = [['Ann Lee', 'acme.test', 'ann@private.test']]
  const id = await makeWorkbook(product, 'People', { 'Full name': 'text', Website: 'url', Email: 'email' }, people)
  workbook = page.url().replace(/workbooks$/, `workbooks/${id}`)
  await page.goto(workbook)
})

const dialog = () => page.getByRole('dialog')
const panel = () => page.getByRole('complementary').last()
const areas = () => page.getByRole('navigation', { name: 'Areas' })
const header = (name: string) =>
  page.locator('[role=columnheader]').filter({ hasText: name }).first().waitFor({ state: 'attached' })

async function describeColumn(sentence: string) {
  await page.getByRole('toolbar').getByRole('button', { name: 'Add column' }).click()
  await panel().getByRole('button', { name: 'Describe it in a sentence' }).click()
  await panel().getByLabel('What should the column hold?').fill(sentence)
  await panel().getByRole('button', { name: 'Draft the column' }).click()
}

describe.sequential('a user without a model', () => {
  test('describes a column, sees the formula and that it is free, and adds it', async () => {
    await describeColumn('the first name of Full name')
    const draft = panel().getByRole('region', { name: 'Draft' })
    await draft.getByText('FIRST_NAME({{Full name}})', { exact: true }).waitFor()
    await draft.getByText('Free: it is calculated').waitFor()
    await panel().getByText('No AI model is connected').waitFor()
    expect(await barriers(page)).toEqual([])
    await draft.getByRole('button', { name: 'Add column' }).click()
    await header('First name')
  })

  test('is told how to add a model when no rule knows, and takes the draft of a waterfall into its form', async () => {
    await describeColumn('a poem about the company')
    await panel().getByRole('alert').getByText('No rule knows how to make this column').waitFor()
    expect(await barriers(page)).toEqual([])
    await panel().getByLabel('What should the column hold?').fill('the domain of Website')
    await panel().getByRole('button', { name: 'Draft the column' }).click()
    await panel().getByRole('button', { name: 'Look at it in the form' }).click()
    await expect.poll(() => panel().getByLabel('Name', { exact: true }).inputValue()).toBe('Domain')
    await panel().getByRole('button', { name: 'Save', exact: true }).click()
    await header('Domain')
  })
})

describe.sequential('a user with a model', () => {
  test('gets a prompt with what it costs, looks at it in its form, and saves it', async () => {
    await model.connect(product)
    const none = { expression: null, url: null, method: null, body: null, auth: null, auth_name: null, outcome: null }
    model.says({
      ...none,
      kind: 'ai',
      name: 'Greeting',
      explanation: 'Writes a greeting.',
      prompt: 'Greet {{Full name}}.',
      fields: [{ name: 'greeting', type: 'text', description: 'One line' }],
    })
    await page.reload()
    await describeColumn('a friendly greeting')
    const draft = panel().getByRole('region', { name: 'Draft' })
    await draft.getByText('For each row what the model costs').waitFor()
    await draft.getByText('Greet {{Full name}}.', { exact: true }).waitFor()
    expect(await barriers(page)).toEqual([])
    await draft.getByRole('button', { name: 'Look at it in the form' }).click()
    await expect.poll(() => panel().getByLabel('Name', { exact: true }).inputValue()).toBe('Greeting')
    await panel().getByRole('button', { name: 'Save', exact: true }).click()
    await header('Greeting')
  })

  test('gets a request from pasted documentation, with the key that is missing', async () => {
    await page.getByRole('toolbar').getByRole('button', { name: 'Add column' }).click()
    await panel().getByRole('button', { name: 'Describe it in a sentence' }).click()
    await panel().getByLabel('What should the column hold?').fill('the company by Domain')
    await panel().getByRole('button', { name: 'From API documentation' }).click()
    const text = "curl https://api.firma.example/v1/companies?domain=acme.test -H 'Authorization: Bearer sk-leaked-1'"
    await panel().getByLabel('Documentation of the API').fill(text)
    await panel().getByRole('button', { name: 'Draft the column' }).click()
    const draft = panel().getByRole('region', { name: 'Draft' })
    await draft.getByText(/GET https:\/\/api\.firma\.example/).waitFor()
    await draft.getByText('Secret FIRMA_KEY').waitFor()
    expect(await draft.textContent()).not.toContain('sk-leaked-1')
    expect(await barriers(page)).toEqual([])
  })
})

describe.sequential('a user who wants a workbook again', () => {
  test('saves it as a recipe without its rows, finds it in the gallery, and makes another of it', async () => {
    await page.goto(workbook)
    await page.getByRole('toolbar').getByRole('button', { name: 'More about this workbook' }).click()
    await page.getByRole('menuitem', { name: 'Save as recipe' }).click()
    await dialog().getByLabel('Name', { exact: true }).fill('Our people')
    await dialog().getByLabel('What it does').fill('Splits names and finds domains.')
    await dialog().getByLabel('Category').selectOption('CRM hygiene')
    expect(await barriers(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Save recipe' }).click()
    await page.getByRole('button', { name: 'Show it' }).click()
    await dialog().getByText('Splits names and finds domains.').waitFor()
    await dialog().getByText('First name').waitFor()
    await dialog().getByText('The recipe has no sample rows').waitFor()
    expect(await dialog().textContent()).not.toContain('ann@private.test')
    expect(await barriers(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Create workbook' }).click()
    await header('Greeting')
    await page.getByText('0 rows').first().waitFor()
  })

  test('adds a recipe to the workbook that is there, after seeing what it fills in its own rows', async () => {
    await page.goto(workbook)
    await page.getByRole('toolbar').getByRole('button', { name: 'More about this workbook' }).click()
    await page.getByRole('menuitem', { name: 'Use a recipe' }).click()
    await page.getByRole('button', { name: /^Clean up a contact list/ }).click()
    const fills = dialog().getByRole('region', { name: 'What it fills' })
    await fills.getByText('ann@private.test').waitFor()
    await fills.getByRole('columnheader', { name: 'Last name' }).waitFor()
    await expect
      .poll(() => dialog().getByLabel('Full name', { exact: true }).locator(':checked').textContent())
      .toBe('Full name')
    await dialog().getByLabel('Country', { exact: true }).selectOption('New column')
    expect(await barriers(page)).toEqual([])
    await dialog()
      .getByRole('button', { name: /^Add \d+ columns/ })
      .click()
    // The grid draws only the columns in view.
    await page.setViewportSize({ width: 3200, height: 900 })
    await header('Seniority')
    await page.getByText('1 row', { exact: true }).waitFor()
  })

  test('adds a recipe to a file, whose import comes first', async () => {
    await areas().getByRole('link', { name: 'Recipes' }).click()
    await page.getByRole('button', { name: /^Clean up a contact list/ }).click()
    await dialog()
      .getByRole('radio', { name: /^A file of yours/ })
      .check()
    const choose = dialog().getByRole('button', { name: 'Choose a file' })
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.click()])
    expect(await chooser.element().evaluate((input) => input.isConnected)).toBe(true)
    const buffer = Buffer.from('Contact name,Mail\nEva Lind,eva@lind.test\nBo Ek,n/a\n')
    await chooser.setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
    await dialog().getByRole('button', { name: 'Import 2 rows' }).click()
    await dialog().getByRole('button', { name: 'Continue with the recipe' }).click()
    await expect
      .poll(() => dialog().getByLabel('Email', { exact: true }).locator(':checked').textContent())
      .toBe('Mail')
    await dialog().getByRole('region', { name: 'What it fills' }).getByText('Eva', { exact: true }).waitFor()
    await dialog()
      .getByRole('button', { name: /^Add \d+ columns/ })
      .click()
    await header('Department')
    await page.getByText('2 rows', { exact: true }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('renames it, and deletes it after being asked', async () => {
    await areas().getByRole('link', { name: 'Recipes' }).click()
    await page.getByRole('button', { name: 'Yours', exact: true }).click()
    // What is read while the dialog is open moves no button of it away from a press.
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/preview', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: /^Our people/ }).click()
    const rename = dialog().getByRole('button', { name: 'Rename' })
    await rename.click({ trial: true })
    const before = await rename.boundingBox()
    answer()
    await dialog().getByText('The recipe has no sample rows').waitFor()
    expect(await rename.boundingBox()).toEqual(before)
    await page.unroute('**/preview')
    await rename.click()
    await dialog().getByLabel('Name', { exact: true }).fill('Everybody')
    await dialog().getByRole('button', { name: 'Save', exact: true }).click()
    await dialog().getByText('Everybody').first().waitFor()
    await dialog().getByRole('button', { name: 'Delete recipe' }).click()
    await dialog().getByText('Workbooks that were made from it stay').waitFor()
    expect(await barriers(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Delete recipe' }).click()
    await page.getByRole('button', { name: 'Yours', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Clean up a company list/ }).waitFor()
    expect(await barriers(page)).toEqual([])
  })

  test('brings a table of Clay, reads what it becomes and what is lost, and makes it', async () => {
    const columns = [
      { name: 'Site', type: 'text', typeSettings: { dataTypeSettings: { type: 'url' } } },
      { name: 'Root', type: 'formula', typeSettings: { formulaText: 'DOMAIN({{@Site}}).toUpperCase()' } },
      { name: 'Deals', type: 'action', typeSettings: { actionKey: 'dealroom-funding', inputsBinding: [] } },
    ]
    await page.getByRole('button', { name: 'From a file' }).click()
    await dialog().getByLabel('Or paste it').fill('neither this nor that')
    await dialog().getByRole('button', { name: 'See what it becomes' }).click()
    await dialog().getByRole('alert').getByText('could not be read').waitFor()
    await dialog()
      .getByLabel('Or paste it')
      .fill(JSON.stringify({ version: '1.0', columns }))
    await dialog().getByRole('button', { name: 'See what it becomes' }).click()
    await dialog().getByText('A table of Clay').waitFor()
    await dialog()
      .getByText(/Deals became a column to fill by hand/)
      .waitFor()
    expect(await barriers(page)).toEqual([])
    await dialog().getByLabel('Name of the workbook').fill('From Clay, ours')
    await dialog().getByRole('button', { name: 'Create workbook' }).click()
    await header('Root')
    await header('Deals')
    // What was refused on purpose is an answer, and the browser writes it down.
    expect(visitor.complaints.filter((one) => !/status of (409|422)/.test(one))).toEqual([])
  })
})
