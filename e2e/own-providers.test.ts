// An HTTP column made a provider of the workspace: a step of a waterfall and of a lead action, a source, and a file for others.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { API_HOST, type FakeVendors, openVendors } from './fake-vendors.ts'
import { startJourney } from './journey.ts'
import type { Product } from './product.ts'
import { barriers, type Visitor } from './visitor.ts'
import { callApi, cell, makeWorkbook, runBar } from './workbook.ts'

const KEY = 'sk-acme-secret'

let vendors: FakeVendors
let product: Product
let visitor: Visitor
let page: Page
let workbook: string
let settings: string
startJourney({ peer: () => openVendors({ 'acme.test': 1200, 'borea.test': 12 }) }, async (journey) => {
  ;({ peer: vendors, product, visitor, page } = journey)
  await callApi(product, '/api/settings/secrets', { name: 'ACME_KEY', value: KEY, hosts: [API_HOST] }, 'PUT')
  const id = await makeWorkbook(product, 'Firms', { Domain: 'text' }, [['acme.test'], ['borea.test'], ['nobody.test']])
  await callApi(product, `/api/workbooks/${id}/columns`, {
    name: 'Ask Acme',
    type: 'http',
    url: `http://${API_HOST}/v1/companies/{{Domain}}`,
    auth: { kind: 'bearer', secret: 'ACME_KEY' },
  })
  workbook = page.url().replace(/workbooks$/, `workbooks/${id}`)
  settings = page.url().replace(/workbooks$/, 'settings')
})

const panel = () => page.getByRole('complementary').last()
const dialog = () => page.getByRole('dialog')
const menuOf = (name: string, act: string) => async () => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

describe.sequential('a user with an API of their own', () => {
  test('tries its column on test data without a call to the API', async () => {
    await page.goto(`${workbook}?column=c2`)
    await panel().getByRole('button', { name: 'Try on test data' }).click()
    await panel().getByText('No calls were made').waitFor()
    expect(vendors.heard).toEqual([])
  })

  test('saves it as a provider, tested with a row, with a field of the catalogue chosen out of the answer', async () => {
    await panel().getByRole('button', { name: 'Save as a provider' }).click()
    await dialog().getByLabel('Name', { exact: true }).fill('Acme people')
    expect(await dialog().getByLabel('With the values of a row').inputValue()).toBe('0')
    expect(await dialog().getByLabel('Company domain', { exact: true }).inputValue()).toBe('acme.test')
    await dialog().getByRole('button', { name: 'Ask once' }).click()
    const answer = dialog().getByRole('region', { name: 'Answer', exact: true })
    await answer.getByRole('button', { name: 'take data.people[0].email as a field' }).click()
    expect(await dialog().getByLabel('Type of field 1').inputValue()).toBe('text')
    await dialog().getByLabel('Name of field 1').fill('work_email')
    expect(await dialog().getByLabel('Type of field 1').inputValue()).toBe('email')
    await dialog().getByText('Price', { exact: true }).click()
    await dialog().getByLabel('US dollars for one request').fill('0.02')
    await dialog().getByRole('button', { name: 'Ask once' }).click()
    const said = dialog().getByRole('region', { name: 'What it answered' })
    await said.getByText('ann@acme.test').waitFor()
    await said.getByText('$0.02').waitFor()
    expect(await barriers(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Save the provider' }).click()
    await page.getByText('“Acme people” is a provider of this workspace now').waitFor()
    expect(vendors.heard.map(({ authorization }) => authorization)).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`])
  })

  test('asks it in a waterfall', async () => {
    await page.goto(workbook)
    await page.getByRole('toolbar').getByRole('button', { name: 'Add column' }).click()
    await page.getByLabel('What do you want to know?').fill('work email')
    await panel().getByRole('button', { name: 'Who can find Work email' }).click()
    const own = panel().getByRole('listitem').filter({ hasText: 'Acme people' }).last()
    await own.getByText('$0.02').waitFor()
    await own.getByRole('button', { name: 'Use only this' }).click()
    await panel().getByText('Acme people').first().waitFor()
    await panel().getByRole('button', { name: 'Save and run' }).click()
    await dialog()
      .getByRole('button', { name: /^Run \d+ (rows|cells)/ })
      .click()
    await runBar(page).getByText('Done').waitFor()
    await cell(page, 2, 0).getByText('ann@acme.test').waitFor({ state: 'attached' })
    await cell(page, 2, 1).getByText('ann@borea.test').waitFor({ state: 'attached' })
  })

  test('takes its records as a source, with its inputs laid out', async () => {
    await page.getByRole('toolbar').getByRole('button', { name: 'Sources' }).click()
    await panel().getByRole('button', { name: 'Add source' }).first().click()
    await dialog()
      .getByRole('button', { name: /^Own provider/ })
      .click()
    await dialog().getByLabel('Provider', { exact: true }).selectOption({ label: 'Acme people' })
    const inputs = dialog().getByLabel('Inputs (optional)')
    expect(await inputs.inputValue()).toBe('domain:')
    await inputs.fill('domain: borea.test')
    await dialog().getByLabel('Path of the records (optional)').fill('data.people')
    await dialog().getByRole('button', { name: 'Preview records' }).click()
    await dialog().getByText('ann@borea.test').first().waitFor()
    expect(await barriers(page)).toEqual([])
  })

  test('adds it to a lead action', async () => {
    await page.goto(`${settings}/lead-actions`)
    await page.getByRole('button', { name: /^Find e-?mails/i }).click()
    await page.getByRole('button', { name: 'Add a provider' }).first().click()
    await page.getByRole('menuitem', { name: /^Acme people/ }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await page.getByText('It holds for jobs that start from now on').waitFor()
  })

  test('finds it in the settings with what uses it, and changes its price', async () => {
    await page.goto(`${settings}/own-providers`)
    await page.getByText('Ready').waitFor()
    await page
      .getByText(/Work email in Firms/)
      .first()
      .waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Acme people', exact: true }).click()
    await dialog().getByText('Price', { exact: true }).click()
    await dialog().getByLabel('US dollars for one request').fill('0.03')
    await dialog().getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Acme people” is saved').waitFor()
    await page.getByText('$0.03, billed per call').waitFor()
  })

  test('cannot delete it while it is used, and is told where', async () => {
    await menuOf('Acme people', 'Delete')()
    await dialog().getByText('Acme people is in use').waitFor()
    await dialog().getByText('Work email in Firms').waitFor()
    await dialog().getByRole('button', { name: 'Close' }).last().click()
  })

  test('exports it without its secret, imports it beside the first one, tests that and deletes it', async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), menuOf('Acme people', 'Export as a file')()])
    expect(file.suggestedFilename()).toBe('own-acme-people.json')
    const path = await file.path()
    expect(await readFile(path, 'utf8')).not.toContain(KEY)
    await page.getByRole('button', { name: 'Import' }).click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog().getByRole('button', { name: 'Choose a file' }).click(),
    ])
    await chooser.setFiles(path)
    await dialog().getByText('“Acme people” has this id here').waitFor()
    expect(await dialog().getByLabel('Its secret').inputValue()).toBe('ACME_KEY')
    expect(await barriers(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Add the provider' }).click()
    await page.getByText('“Acme people 2” is a provider of this workspace now').waitFor()
    await menuOf('Acme people 2', 'Test')()
    await dialog().getByLabel('Company domain', { exact: true }).fill('borea.test')
    await dialog().getByRole('button', { name: 'Ask once' }).click()
    await dialog().getByText('ann@borea.test').waitFor()
    await dialog().getByRole('button', { name: 'Close' }).last().click()
    await menuOf('Acme people 2', 'Delete')()
    await dialog().getByRole('button', { name: 'Delete the provider' }).click()
    await page.getByText('The provider Acme people 2 was deleted').waitFor()
    await page.getByText('Acme people 2', { exact: true }).waitFor({ state: 'detached' })
    expect(visitor.complaints).toEqual([])
  })
})
