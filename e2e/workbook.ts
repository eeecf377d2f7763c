// What a person does in a workbook, in the words of the screen.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { ADMIN, type Product } from './product.ts'
import { photograph } from './visitor.ts'

/** What a call as the administrator has in its head. */
export async function signedIn(product: Pick<Product, 'url'>): Promise<{ authorization: string }> {
  const account = new URLSearchParams({ username: ADMIN.username, password: ADMIN.password })
  const login = await fetch(`${product.url}/auth/token`, { method: 'POST', body: account })
  const { access_token } = (await login.json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}` }
}

/** A call of the API as the administrator. */
export async function callApi(product: Pick<Product, 'url'>, path: string, body?: unknown, method = 'POST') {
  const headers = { ...(await signedIn(product)), 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(`${product.url}${path}`, { method, headers, ...sent })
  // biome-ignore lint/suspicious/noExplicitAny: whatever the API answers, the expectation names it
  const read = (await answer.json()) as any
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(read)}`)
  return read
}

/** A workbook made by the API, with input columns of these types and a value of each row in their order; its id. */
export async function makeWorkbook(
  product: Pick<Product, 'url'>,
  name: string,
  columns: Record<string, string>,
  list: readonly unknown[][],
): Promise<string> {
  const names = Object.keys(columns)
  const columns_config = names.map((one) => ({ name: one, type: 'input', input_type: columns[one] }))
  const { id } = await callApi(product, '/api/workbooks', { name, columns_config })
  const rows = list.map((values) => ({ data: Object.fromEntries(values.map((value, at) => [names[at], value])) }))
  await callApi(product, `/api/workbooks/${id}/rows`, { rows })
  return id
}

/** Lets a file fall on the page, as from a file manager. */
export async function dropFile(page: Page, name: string, content: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, text]) => {
      // biome-ignore lint/suspicious/noExplicitAny: these are the browser's own names
      const browser = globalThis as any
      const data = new browser.DataTransfer()
      data.items.add(new browser.File([text], fileName, { type: 'text/csv' }))
      return data
    },
    [basename(name), content] as const,
  )
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('body', type, { dataTransfer: transfer })
}

/** Puts what a spreadsheet would on the clipboard of the page and pastes it. */
export async function paste(page: Page, html: string, plain: string): Promise<void> {
  await page.evaluate(
    ([table, text]) => {
      // biome-ignore lint/suspicious/noExplicitAny: these are the browser's own names
      const browser = globalThis as any
      const clipboardData = new browser.DataTransfer()
      clipboardData.setData('text/html', table)
      clipboardData.setData('text/plain', text)
      const event = new browser.ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      browser.document.activeElement.dispatchEvent(event)
    },
    [html, plain] as const,
  )
}

/** Searches the catalogue by outcome, takes what is called so, leaves out a provider, and goes on to the run. */
export async function addColumn(page: Page, column: { search: string; outcome: string; without?: string }) {
  await page.getByRole('toolbar').getByRole('button', { name: 'Add column' }).click()
  await page.getByLabel('What do you want to know?').fill(column.search)
  await page.getByRole('region', { name: 'Find with providers' }).getByText(column.outcome, { exact: true }).click()
  if (column.without) await page.getByRole('button', { name: `Remove ${column.without}` }).click()
  await page.getByRole('button', { name: 'Save and run' }).click()
}

/** The text of a cell as a screen reader finds it in the grid; columns and rows count from 0, without the row numbers. */
export function cell(page: Page, column: number, row: number): Locator {
  return page.getByTestId(`glide-cell-${column + 1}-${row}`)
}

/**
 * Puts the cursor on the first cell, as a click does. The place is read again for every try: a bar that comes or goes
 * above the grid between the look and the click moves the row away from under the pointer, as it does for a person.
 */
export async function enterGrid(page: Page): Promise<void> {
  const first = page.locator('[data-testid=glide-cell-1-0][aria-selected=true]')
  for (let tries = 1; ; tries++) {
    const box = await page.getByTestId('data-grid-canvas').boundingBox()
    if (!box) throw new Error('there is no grid on this page')
    const at = { x: box.x + 120, y: box.y + 55 }
    // Glide lays its scroller over the canvas, so the click goes to the place and not to the element.
    await page.mouse.click(at.x, at.y)
    try {
      await first.waitFor({ state: 'attached', timeout: 10_000 })
      // The grid may have moved under the click, on a page that is still being laid out.
      await page.keyboard.press('Control+Home')
      return await first.waitFor({ state: 'attached', timeout: 10_000 })
    } catch (error) {
      if (tries === 12)
        throw new Error(`the click on the first cell did not select it: ${await found(page, at)}`, { cause: error })
    }
  }
}

/** What a click at a place meets, and where the cursor is instead. */
async function found(page: Page, at: { x: number; y: number }): Promise<string> {
  const said = await page.evaluate(({ x, y }) => {
    // biome-ignore lint/suspicious/noExplicitAny: these are the browser's own names
    const { document } = globalThis as any
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const short = (element?: any) => element?.cloneNode(false).outerHTML.slice(0, 300)
    const chosen = [...document.querySelectorAll('[data-testid^=glide-cell][aria-selected=true]')]
    return {
      under: short(document.elementFromPoint(x, y)),
      focus: short(document.activeElement),
      selected: chosen.slice(0, 5).map((cell) => cell.id),
      open: [...document.querySelectorAll('[role=dialog],[role=menu],[role=status],[role=alert]')].map(
        (part) => part.textContent,
      ),
    }
  }, at)
  return `${JSON.stringify(said)}; the page: ${await photograph(page)}`
}

/** Rests the pointer where messages appear: those that come from now on stay, however long the machine takes to answer one. */
export async function waitForMessages(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await page.mouse.move(width - 60, height - 60)
}

/** Takes back what the last message tells, by its button. */
export async function takeBack(page: Page): Promise<void> {
  await page.getByLabel('Messages').getByRole('button', { name: 'Undo' }).last().click()
}

export function runBar(page: Page): Locator {
  return page.getByRole('region', { name: 'Run', exact: true })
}

/** Downloads by a button and answers with the text of the file. */
export async function download(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).first().click(),
  ])
  return readFile(await file.path(), 'utf8')
}
