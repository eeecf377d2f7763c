// Two people in one workbook at once: they see each other, are told when one writes over the other, and one goes away and comes back.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN, type Product, startProduct } from './product.ts'
import { barriers, signIn, type Visitor, visit } from './visitor.ts'
import { callApi, cell, enterGrid, makeWorkbook } from './workbook.ts'

const ANN = { username: 'Ann', password: 'the password of Ann' }

let product: Product
let me: Visitor
let ann: Visitor
beforeAll(async () => {
  product = await startProduct()
  const workbook = await setUp()
  ;[me, ann] = await Promise.all([visit(product.url), visit(product.url)])
  await signIn(me.page, product.url, ADMIN)
  await me.page.goto(me.page.url().replace(/workbooks$/, `workbooks/${workbook}`))
  await holds(me.page, 0, 9, 'Company 10')
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  console.log(`the pages at that moment: ${await me.photograph()} and ${await ann.photograph()}`)
})
afterAll(async () => {
  await me?.leave()
  await ann?.leave()
  await product?.stop()
})

/** A workbook with thirty companies, and Ann as an editor of the workspace. */
async function setUp(): Promise<string> {
  const { id } = await callApi(product, '/admin/users', ANN)
  const [workspace] = (await callApi(product, '/api/workspaces', undefined, 'GET')).items
  await callApi(product, `/api/workspaces/${workspace.id}/members`, { user_id: id, role: 'editor' })
  const rows = Array.from({ length: 30 }, (_, at) => [`Company ${at + 1}`])
  return makeWorkbook(product, 'Together', { Company: 'text', Country: 'text' }, rows)
}

const holds = (page: Page, column: number, row: number, text: string) =>
  cell(page, column, row).getByText(text, { exact: true }).waitFor({ state: 'attached' })

/** From the first cell of the table, so many down. */
async function goDown(page: Page, rows: number): Promise<void> {
  await page.keyboard.press('Control+Home')
  for (let n = 0; n < rows; n++) await page.keyboard.press('ArrowDown')
  await page.locator(`[data-testid=glide-cell-1-${rows}][aria-selected=true]`).waitFor({ state: 'attached' })
}

async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

const faces = (page: Page) => page.getByRole('list', { name: 'Also here' })
const tag = (page: Page) => page.getByTestId('person-tag')

describe.sequential('two people in a workbook', () => {
  test('see no other user while alone, then each other and where the other is, and go there by a click', async () => {
    await enterGrid(me.page)
    await expect.poll(() => faces(me.page).count()).toBe(0)
    await signIn(ann.page, product.url, ANN)
    await ann.page.getByRole('link', { name: 'Together' }).click()
    await holds(ann.page, 0, 9, 'Company 10')
    await faces(ann.page)
      .getByRole('button', { name: `${ADMIN.username}, at Company, row 1` })
      .waitFor()
    await enterGrid(ann.page)
    await goDown(ann.page, 4)
    await faces(me.page).getByRole('button', { name: 'Ann, at Company, row 5' }).waitFor()
    await tag(me.page).getByText('Ann', { exact: true }).waitFor()
    expect(await barriers(me.page)).toEqual([])
    await faces(me.page).getByRole('button', { name: /^Ann/ }).click()
    await me.page.locator('[data-testid=glide-cell-1-4][aria-selected=true]').waitFor({ state: 'attached' })
  })

  test('are told when the other writes over a value of theirs, and can have it back', async () => {
    await goDown(me.page, 1)
    await write(me.page, 'Mine')
    await holds(ann.page, 0, 1, 'Mine')
    await goDown(ann.page, 1)
    await write(ann.page, 'Hers')
    await me.page.getByText('Ann wrote “Hers” over your “Mine” in Company, row 2.').waitFor()
    expect(await barriers(me.page)).toEqual([])
    await me.page.getByRole('button', { name: 'Put mine back' }).click()
    await me.page.getByText('Your value is back.').waitFor()
    await holds(me.page, 0, 1, 'Mine')
    await holds(ann.page, 0, 1, 'Mine')
    await ann.page.getByText(`${ADMIN.username} wrote “Mine” over your “Hers” in Company, row 2.`).waitFor()
    await ann.page.getByRole('button', { name: 'Keep theirs' }).first().click()
    await ann.page.getByText(/wrote “Mine” over/).waitFor({ state: 'detached' })
  })

  test('see what the other puts into a cell while they write in it, and may take that', async () => {
    await goDown(me.page, 2)
    await me.page.keyboard.press('F2')
    const editor = me.page.getByRole('textbox', { name: 'Edit Company' })
    await editor.waitFor()
    await tag(ann.page).getByText(`${ADMIN.username} is writing`).waitFor()
    await goDown(ann.page, 2)
    await write(ann.page, 'While you write')
    await me.page.getByText('Ann wrote “While you write” here.').waitFor()
    await expect.poll(() => editor.inputValue()).toBe('Company 3')
    await me.page.getByRole('button', { name: 'Take theirs' }).click()
    await editor.waitFor({ state: 'detached' })
    await holds(me.page, 0, 2, 'While you write')
    await holds(ann.page, 0, 2, 'While you write')
  })

  test('keep what they write themselves when they go on writing over the other', async () => {
    await goDown(me.page, 3)
    await me.page.keyboard.press('F2')
    await goDown(ann.page, 3)
    await write(ann.page, 'Hers again')
    await me.page.getByText('Ann wrote “Hers again” here.').waitFor()
    await write(me.page, ' and mine')
    await holds(ann.page, 0, 3, 'Company 4 and mine')
    await ann.page.getByText(`over your “Hers again” in Company, row 4.`).waitFor()
  })

  test('miss nothing that was written while they had no connection', async () => {
    await ann.page.context().setOffline(true)
    await ann.page.getByText('You are offline.').waitFor()
    await goDown(me.page, 6)
    await write(me.page, 'Unseen')
    await goDown(me.page, 7)
    await write(me.page, 'Unseen too')
    await me.page.getByText('Saving').waitFor({ state: 'detached' })
    await ann.page.context().setOffline(false)
    await holds(ann.page, 0, 6, 'Unseen')
    await holds(ann.page, 0, 7, 'Unseen too')
    await ann.page.getByText('You are offline.').waitFor({ state: 'detached' })
    await faces(ann.page)
      .getByRole('button', { name: new RegExp(`^${ADMIN.username}`) })
      .waitFor()
  })

  test('see that the other has left', async () => {
    await ann.page.getByRole('link', { name: 'Workbooks' }).first().click()
    await faces(me.page).waitFor({ state: 'detached' })
    expect(me.complaints).toEqual([])
  })
})
