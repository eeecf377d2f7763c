// The people of a workspace, in two browsers: one lets the other in, changes what they may do, and sends them away.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN, type Product, startProduct } from './product.ts'
import { barriers, signIn, type Visitor, visit } from './visitor.ts'

const GUEST = { username: 'Zoë', password: 'the first password of Zoë' }
const NEXT_PASSWORD = 'the second password of Zoë'

let product: Product
let owner: Visitor
let guest: Visitor
beforeAll(async () => {
  product = await startProduct()
  ;[owner, guest] = await Promise.all([visit(product.url), visit(product.url)])
  await signIn(owner.page, product.url, ADMIN)
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  console.log(`the pages at that moment: ${await owner.photograph()} ${await guest.photograph()}`)
})
afterAll(async () => {
  await Promise.all([owner?.leave(), guest?.leave()])
  await product?.stop()
})

async function openSettings(visitor: Visitor, page: string): Promise<void> {
  await visitor.page.getByRole('link', { name: 'Settings', exact: true }).first().click()
  await visitor.page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: page }).click()
}

// Each step stands on the one before it, as for the people.
describe.sequential('an owner and a guest', () => {
  let link = ''

  test('every member can use every page of the settings', async () => {
    const { page } = owner
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
    await links.filter({ hasText: 'System' }).waitFor()
    const names = await links.allTextContents()
    expect(names).toContain('Members')
    for (const name of names) {
      await openSettings(owner, name)
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
      expect([name, await barriers(page)]).toEqual([name, []])
    }
  })

  test('the owner makes a link that is shown once', async () => {
    const { page } = owner
    await openSettings(owner, 'Members')
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Role').selectOption('Viewer')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    link = await dialog.getByLabel('Invitation link').inputValue()
    expect(link).toMatch(new RegExp(`^${product.url}/invitations/inv_`))
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('table', { name: 'Open invitations' }).getByText('Viewer').waitFor()
    expect(await page.content()).not.toContain('inv_')
  })

  test('a guest without an account creates one with the link and is signed in', async () => {
    const { page } = guest
    await page.goto(link)
    await page.getByRole('heading', { name: 'Join My workspace' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByLabel('Username').fill(GUEST.username)
    await page.getByLabel('Password').fill(GUEST.password)
    await page.getByRole('button', { name: 'Create account and join' }).click()
    await page.waitForURL(/\/workbooks$/)
    await page.getByText('Editors of this workspace can make workbooks.').waitFor()
    await openSettings(guest, 'Provisioning')
    await page.getByText(`Ask ${ADMIN.username}.`).waitFor()
    await page.goto(link)
    await page.getByText('This invitation no longer works').waitFor()
  })

  test('the owner gives them another role, which holds from the next page on', async () => {
    await owner.page.reload()
    await owner.page.getByRole('button', { name: `Role of ${GUEST.username}: Viewer` }).click()
    await owner.page.getByRole('menuitem', { name: /^Editor/ }).click()
    await owner.page.getByText(`${GUEST.username} is an editor now`).waitFor()
    await guest.page.goto(product.url)
    await guest.page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Workbooks' }).click()
    await guest.page.getByRole('button', { name: 'New workbook' }).waitFor()
  })

  test('the guest changes the password: this session goes on, all others end', async () => {
    const { page } = guest
    const elsewhere = await fetch(`${product.url}/auth/token`, { method: 'POST', body: new URLSearchParams(GUEST) })
    const { access_token } = (await elsewhere.json()) as { access_token: string }
    await openSettings(guest, 'Sessions')
    await page.getByRole('button', { name: 'Sign out the other session' }).waitFor()
    await openSettings(guest, 'Profile')
    await page.getByLabel('Current password').fill('not this one')
    await page.getByLabel('New password').fill(NEXT_PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('This is not your current password.').waitFor()
    await page.getByLabel('Current password').fill(GUEST.password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed.').waitFor()
    const answer = await fetch(`${product.url}/auth/me`, { headers: { authorization: `Bearer ${access_token}` } })
    expect(answer.status).toBe(401)
    await openSettings(guest, 'Sessions')
    await page.getByText('You are signed in here and nowhere else.').waitFor()
  })

  test('the last owner cannot be unmade, and is told why', async () => {
    const { page } = owner
    await page.getByRole('button', { name: `Role of ${ADMIN.username}: Owner` }).click()
    const viewer = page.getByRole('menuitem', { name: /^Viewer/ })
    await viewer.getByText('make another member owner first').waitFor()
    await expect.poll(() => viewer.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
  })

  test('a session that ends asks for the password and goes on with what was typed', async () => {
    const { page } = owner
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog', { name: /^Invite to/ })
    await dialog.getByLabel('Role').selectOption('Admin')
    await page.evaluate(async () => {
      // biome-ignore lint/suspicious/noExplicitAny: these are the browser's own names
      const browser = globalThis as any
      const { access } = JSON.parse(browser.localStorage.getItem('millrace.session'))
      await browser.fetch('/auth/logout-all', { method: 'POST', headers: { authorization: `Bearer ${access}` } })
    })
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await again.getByLabel('Password').fill(ADMIN.password)
    await again.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('joins as an admin').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await page.getByRole('table', { name: 'Open invitations' }).getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No open invitations.').waitFor()
  })

  test('the owner removes the guest, who then has no access', async () => {
    const { page } = owner
    await page.getByRole('button', { name: `Actions for ${GUEST.username}` }).click()
    await page.getByRole('menuitem', { name: 'Remove from the workspace' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Remove ${GUEST.username}` })
      .click()
    await page.getByText(`${GUEST.username} was removed`).waitFor()
    await guest.page.goto(product.url)
    await guest.page.getByText('You are in no workspace yet').waitFor()
  })

  test('a token for a directory is shown once', async () => {
    const { page } = owner
    await openSettings(owner, 'Provisioning')
    await page.getByRole('button', { name: 'Create token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Okta')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    const token = await dialog.getByLabel('Token', { exact: true }).inputValue()
    const base = await dialog.getByLabel('Base URL').inputValue()
    const answer = await fetch(`${base}/Users`, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(200)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('table', { name: 'SCIM tokens' }).getByText('Okta').waitFor()
    // The keys go on where the dialog was opened.
    await page.locator(':focus').getByText('Create token').waitFor()
    await page.reload()
    await page.getByRole('table', { name: 'SCIM tokens' }).getByText('Okta').waitFor()
    expect(await page.content()).not.toContain(token)
  })

  test('no user met an error of the page, and no page made a request to another machine', () => {
    // A wrong password, a used link, an ended session and a lost workspace are refused; streams of events are cut at each end.
    const refused = /status of (400|401|404)/
    const cut = /ERR_INCOMPLETE_CHUNKED_ENCODING/
    const met = [...owner.complaints, ...guest.complaints]
    expect(met.filter((complaint) => !refused.test(complaint) && !cut.test(complaint))).toEqual([])
  })
})
