// The first visit, as a new user makes it: one browser, one fresh installation, from the login to the exported file.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN, type Product, startProduct } from './product.ts'
import { barriers, type Visitor, visit } from './visitor.ts'

let product: Product
let visitor: Visitor
beforeAll(async () => {
  product = await startProduct()
  visitor = await visit(product.url)
}, 200_000)
afterAll(async () => {
  await visitor?.leave()
  await product?.stop()
})

// Each step stands on the one before it, as for the user.
describe.sequential('a new user', () => {
  test('logs in, and is told in words when the password is wrong', async () => {
    const { page } = visitor
    await page.goto(product.url)
    await page.getByLabel('Username').fill(ADMIN.username)
    await page.getByLabel('Password').fill('not the password')
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('do not match').waitFor()
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/workbooks$/)
    expect(await barriers(page)).toEqual([])
  })

  test.each([
    ['/docs', '.opblock'],
    ['/redoc', '[data-section-id]'],
  ])('reads the interactive documentation at %s', async (path, operation) => {
    const { page } = visitor
    await page.goto(`${product.url}${path}`)
    await page.locator(operation).first().waitFor()
    await page.goto(product.url)
    await page.waitForURL(/\/workbooks$/)
  })

  test('met no error and no request to another machine on the way', () => {
    const expected = /status of 401/
    expect(visitor.complaints.filter((complaint) => !expected.test(complaint))).toEqual([])
  })

  test('ends the service with Ctrl-C, cleanly', async () => {
    expect(await product.stop()).toEqual({ code: 0, warnings: [] })
  })
})
