// A workspace that asks for a second factor: an admin switches it on, a member sets one up in place of the pages and goes on.

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { codeAt } from '../src/identity/second-factors/one-time-passwords.logic.ts'
import { ADMIN, type Product, startProduct } from './product.ts'
import { barriers, signIn, type Visitor, visit } from './visitor.ts'
import { callApi } from './workbook.ts'

const MEMBER = { username: 'member', password: 'a long password of a member' }

let product: Product
let admin: Visitor
let member: Visitor
let settings: string
beforeAll(async () => {
  product = await startProduct()
  const user = await callApi(product, '/admin/users', MEMBER)
  const { items } = await callApi(product, '/api/workspaces', undefined, 'GET')
  await callApi(product, `/api/workspaces/${items[0].id}/members`, { user_id: user.id, role: 'editor' })
  admin = await visit(product.url)
  member = await visit(product.url)
  await signIn(admin.page, product.url, ADMIN)
  await signIn(member.page, product.url, MEMBER)
  settings = admin.page.url().replace(/workbooks$/, 'settings')
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const one of [admin, member]) console.log(`the page at that moment: ${await one.photograph()}`)
})
afterAll(async () => {
  await admin?.leave()
  await member?.leave()
  await product?.stop()
})

/** Sets an app up in the dialogs, as its owner would with a phone. */
async function setUp(page: Page, password: string) {
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  const secret = await dialog.getByLabel('Or type this secret').inputValue()
  await dialog.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now() / 1000))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('10 recovery codes left').waitFor()
}

describe.sequential('a workspace that asks for a second factor', () => {
  test('is made so by an admin who has one', async () => {
    const { page } = admin
    await page.goto(`${settings}/members`)
    const rule = page.getByRole('switch', { name: /Require a second factor for all members/ })
    expect(await rule.isDisabled()).toBe(true)
    await page.goto(`${settings}/profile`)
    await setUp(page, ADMIN.password)
    await page.goto(`${settings}/members`)
    await rule.check()
    await page.getByText('A second factor is required from now on').waitFor()
    expect(await barriers(page)).toEqual([])
  })

  test('shows a member what to set up, and its pages afterwards', async () => {
    const { page } = member
    await page.goto(settings.replace('settings', 'workbooks'))
    await page.getByRole('heading', { name: /asks for a second factor/ }).waitFor()
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('No second factor is set up yet').waitFor()
    expect(await barriers(page)).toEqual([])
    await setUp(page, MEMBER.password)
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('heading', { name: /asks for a second factor/ }).waitFor({ state: 'detached' })
    await page.getByRole('table', { name: 'Workbooks' }).or(page.getByText('Drop a file')).first().waitFor()
  })
})
