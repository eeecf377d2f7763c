// The grid under the hands of people who come from a spreadsheet: keyboard only, a block pasted and undone, two at once.
import { describe, expect, test } from 'vitest'
import { startJourney } from './journey.ts'
import { ADMIN, type Product } from './product.ts'
import { barriers, signIn, type Visitor, visit } from './visitor.ts'
import { callApi, cell, enterGrid, makeWorkbook, paste, takeBack, waitForMessages } from './workbook.ts'

let product: Product
let visitor: Visitor
let workbook: string
startJourney({}, async (journey) => {
  ;({ product, visitor } = journey)
  const rows = Array.from({ length: 30 }, (_, at) => [`Company ${at + 1}`])
  workbook = await makeWorkbook(product, 'By hand', { Company: 'text', Employees: 'number', Founded: 'date' }, rows)
})

const api = (path: string, body?: unknown, method?: string) => callApi(product, path, body, method)

const shows = (visitor: Visitor, column: number, row: number, text: string) =>
  cell(visitor.page, column, row).getByText(text, { exact: true }).waitFor({ state: 'attached' })

const hasKeys = ({ page }: Visitor) =>
  page.locator('[role=group][aria-label^="By hand"] :focus').waitFor({ state: 'attached' })

// Each step stands on the one before it, as for the people.
describe.sequential('a user who knows spreadsheets', () => {
  test('edits with the keyboard alone: types, goes on, fills a series down, clears and copies', async () => {
    const { page } = visitor
    await page.getByRole('link', { name: 'By hand' }).click()
    await shows(visitor, 0, 0, 'Company 1')
    await enterGrid(page)
    const { keyboard } = page
    await keyboard.press('ArrowRight')
    await keyboard.type('12')
    await keyboard.press('Enter')
    await keyboard.type('fourteen')
    await keyboard.press('Tab')
    await keyboard.type('2026-01-31')
    await keyboard.press('Enter')
    await shows(visitor, 1, 0, '12')
    await shows(visitor, 1, 1, 'fourteen, Not a number: kept as it came')
    await shows(visitor, 2, 1, '31 Jan 2026')
    await keyboard.press('Control+Home')
    await keyboard.press('ArrowRight')
    await keyboard.press('Shift+ArrowDown')
    await keyboard.press('Shift+ArrowDown')
    await keyboard.press('Control+d')
    await shows(visitor, 1, 2, '12')
    await page.getByText('3 cells selected').waitFor()
    await page.getByText('Sum 36').waitFor()
    await keyboard.press('Delete')
    await page.getByText('Sum 36').waitFor({ state: 'detached' })
    await keyboard.press('Control+End')
    await keyboard.press('F2')
    await keyboard.type('2020-02-29')
    await keyboard.press('Escape')
    await keyboard.press('Control+Home')
    await keyboard.press('?')
    await keyboard.press('Escape')
    await shows(visitor, 0, 0, 'Company 1')
    await page.getByText('Saving').waitFor({ state: 'detached' })
    const { rows } = await api(`/api/workbooks/${workbook}`, undefined, 'GET')
    expect(rows.slice(0, 2).map((row: { data: unknown }) => row.data)).toEqual([
      { c1: 'Company 1' },
      { c1: 'Company 2', c3: '2026-01-31' },
    ])
    expect(rows.at(-1).data).toEqual({ c1: 'Company 30' })
    expect(await barriers(page)).toEqual([])
  })

  test('does by reflex what spreadsheets do: rows typed with Tab and Enter, a value for all, today, copies that come back', async () => {
    const { page } = visitor
    const { keyboard } = page
    const today = () => page.evaluate(() => new Date().toLocaleDateString('sv-SE'))
    const before = await today()
    await page.keyboard.press('Control+Home')
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight']) await keyboard.press(key)
    await keyboard.type('1')
    await keyboard.press('Tab')
    await keyboard.press('Control+;')
    await keyboard.press('ArrowLeft')
    await keyboard.press('ArrowDown')
    await keyboard.type('2')
    await keyboard.press('Tab')
    await keyboard.type('31-Dec-25')
    await keyboard.press('Enter')
    await shows(visitor, 2, 4, '31 Dec 2025')
    await page.locator('[data-testid=glide-cell-2-5][aria-selected=true]').waitFor({ state: 'attached' })
    await keyboard.press('Shift+ArrowDown')
    await keyboard.press('Shift+ArrowDown')
    await keyboard.type('9')
    await keyboard.press('Enter')
    await keyboard.type('8')
    await keyboard.press('Enter')
    await shows(visitor, 1, 5, '9')
    await shows(visitor, 1, 6, '8')
    await keyboard.type('5')
    await keyboard.press('Control+Enter')
    await page.getByText('Sum 15').waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await keyboard.press('Control+c')
    await page.getByText('3 cells copied').waitFor()
    await keyboard.press('Control+End')
    await keyboard.press('ArrowUp')
    await keyboard.press('ArrowUp')
    await keyboard.press('ArrowLeft')
    await keyboard.press('Control+v')
    await shows(visitor, 1, 29, '5')
    await page.getByText('Saving').waitFor({ state: 'detached' })
    const { rows } = await api(`/api/workbooks/${workbook}`, undefined, 'GET')
    const day = rows[3].data.c3
    // It may be midnight meanwhile.
    expect([before, await today()]).toContain(day)
    expect(rows.slice(3, 8).map((row: { data: unknown }) => row.data)).toEqual([
      { c1: 'Company 4', c2: 1, c3: day },
      { c1: 'Company 5', c2: 2, c3: '2025-12-31' },
      ...[6, 7, 8].map((number) => ({ c1: `Company ${number}`, c2: 5 })),
    ])
    expect(rows.slice(-3).map((row: { data: { c2: unknown } }) => row.data.c2)).toEqual([5, 5, 5])
  })

  test('pastes a block of a spreadsheet beyond the end, is asked, and takes all of it back as one', async () => {
    const { page } = visitor
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Home')
    const cells = [
      ['Ada & Co', '36', '1815-12-10', 'new'],
      ['Two\nlines', 'many', '', 'more'],
    ]
    const row = (line: string[]) =>
      `<tr>${line.map((text) => `<td>${text.replace('&', '&amp;').replace('\n', '<br>')}</td>`).join('')}</tr>`
    await paste(visitor.page, `<html><body><table>${cells.map(row).join('')}</table></body></html>`, 'not this')
    const dialog = page.getByRole('dialog', { name: 'Add 1 row and 1 column?' })
    expect(await barriers(page)).toEqual([])
    await dialog
      .getByRole('button', { name: 'Paste what fits' })
      .or(dialog.getByRole('button', { name: 'Add 1 row only' }))
      .click()
    await waitForMessages(page)
    await shows(visitor, 0, 29, 'Ada & Co')
    await shows(visitor, 0, 30, 'Two lines')
    await shows(visitor, 1, 29, '36')
    await page.getByText('Pasted 6 cells. 1 value did not fit').waitFor()
    await page.getByText('31 rows', { exact: true }).waitFor()
    const after = await api(`/api/workbooks/${workbook}`, undefined, 'GET')
    expect(after.rows.at(-1).data).toEqual({ c1: 'Two\nlines', c2: 'many' })
    await takeBack(page)
    await page.getByText('30 rows', { exact: true }).waitFor()
    await shows(visitor, 0, 29, 'Company 30')
    // The click took the keys; they come back to the grid.
    await hasKeys(visitor)
  })

  test('pastes beyond the end of what a search leaves: the new rows are made with their values', async () => {
    const { page } = visitor
    const search = page.getByPlaceholder('Search rows')
    await search.fill('"Company 1"')
    await page.keyboard.press('Enter')
    await page.getByText('11 rows of 30').waitFor()
    await shows(visitor, 0, 1, 'Company 10')
    await enterGrid(page)
    await hasKeys(visitor)
    await page.keyboard.press('Control+End')
    await page.locator('[data-testid=glide-cell-3-10][aria-selected=true]').waitFor({ state: 'attached' })
    await page.keyboard.press('Home')
    await page.locator('[data-testid=glide-cell-1-10][aria-selected=true]').waitFor({ state: 'attached' })
    await paste(visitor.page, '', 'Company 1 again\t1.500\nSomething else\t2,5')
    await page.getByRole('button', { name: 'Add 1 row and paste' }).click()
    await waitForMessages(page)
    await page.getByText('Pasted 4 cells', { exact: true }).waitFor()
    const after = await api(`/api/workbooks/${workbook}`, undefined, 'GET')
    expect(after.rows.at(-1).data).toEqual({ c1: 'Something else', c2: 2.5 })
    expect(after.rows[18].data).toMatchObject({ c1: 'Company 1 again', c2: 1500 })
    await takeBack(page)
    await page.getByText('Undone: paste 4 cells.').waitFor()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByText('30 rows', { exact: true }).waitFor()
    await shows(visitor, 0, 18, 'Company 19')
    await enterGrid(page)
  })

  test('fits a column to its longest value with a double click on its edge, which a click alone does not move', async () => {
    const { page } = visitor
    const area = await page.getByTestId('data-grid-canvas').boundingBox()
    const width = async (): Promise<number | undefined> =>
      (await api(`/api/workbooks/${workbook}`, undefined, 'GET')).workbook.columns_config[0].width
    expect(await width()).toBeUndefined()
    // Behind the row numbers the first column is 180 px wide, which is more than its names need.
    const changes: string[] = []
    page.on('request', (request) => request.method() === 'PATCH' && changes.push(request.url()))
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await page.mouse.dblclick((area?.x ?? 0) + 52 + 180 - 2, (area?.y ?? 0) + 18)
    await saved
    expect(changes).toHaveLength(1)
    expect(await width()).toBeGreaterThan(90)
    expect(await width()).toBeLessThan(180)
  })

  test('adds a row, types into it at once, and deletes it with a way back', async () => {
    const { page } = visitor
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('add a row')
    await page.keyboard.press('Enter')
    await page.getByText('31 rows', { exact: true }).waitFor()
    await page.locator('[data-testid=glide-cell-1-30][aria-selected=true]').waitFor({ state: 'attached' })
    await page.keyboard.type('Typed at once')
    await page.keyboard.press('Enter')
    await shows(visitor, 0, 30, 'Typed at once')
    await page.getByText('Saving').waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await api(`/api/workbooks/${workbook}`, undefined, 'GET')).rows.at(-1).data)
      .toEqual({ c1: 'Typed at once' })
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Delete 1 row' }).click()
    await waitForMessages(page)
    await page.getByText('30 rows', { exact: true }).waitFor()
    await takeBack(page)
    await page.getByText('31 rows', { exact: true }).waitFor()
    await shows(visitor, 0, 30, 'Typed at once')
  })

  test('finds a text in a row far away, and goes from one to the next and round again', async () => {
    const { page } = visitor
    await page.keyboard.press('Control+f')
    const bar = page.getByRole('search', { name: 'Find' })
    await bar.getByLabel('Find in this workbook').fill('"any 2"')
    await bar.getByText('1 of 11 rows').waitFor()
    await page.keyboard.press('Enter')
    await bar.getByText('2 of 11 rows').waitFor()
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.press('Shift+Enter')
    await bar.getByText('11 of 11 rows').waitFor()
    await page.locator('[data-testid=glide-cell-1-28][aria-selected=true]').waitFor({ state: 'attached' })
    expect(await barriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await hasKeys(visitor)
    // Closed, it goes on where it was.
    await page.keyboard.press('F3')
    await bar.getByText('1 of 11 rows').waitFor()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
  })

  test('sees what replacing a text would change, replaces one and then all, and has it back', async () => {
    const { page } = visitor
    await page.keyboard.press('Control+h')
    const bar = page.getByRole('search', { name: 'Find and replace' })
    await bar.getByLabel('Find', { exact: true }).fill('company 2')
    await bar.getByLabel('Replace with').fill('Firm 2')
    await bar.getByText('11 in 11 rows').waitFor()
    expect(await barriers(page)).toEqual([])
    const first = bar.getByRole('list', { name: 'What would change' }).getByRole('listitem').first()
    await first.getByRole('button', { name: 'Replace', exact: true }).click()
    await shows(visitor, 0, 1, 'Firm 2')
    await waitForMessages(page)
    await bar.getByRole('button', { name: 'Replace all 10' }).click()
    await shows(visitor, 0, 19, 'Firm 20')
    await bar.getByText('Not found').waitFor()
    await takeBack(page)
    await bar.getByText('10 in 10 rows').waitFor()
    await shows(visitor, 0, 19, 'Company 20')
    await bar.getByRole('button', { name: 'Close' }).click()
    await bar.waitFor({ state: 'detached' })
    await hasKeys(visitor)
    await api(`/api/workbooks/${workbook}/undo`, {})
    await shows(visitor, 0, 1, 'Company 2')
    await hasKeys(visitor)
    await page.keyboard.press('Control+Home')
  })

  test('comments on a cell, sees the mark, and resolves the thread', async () => {
    const { page } = visitor
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Comment', exact: true }).click()
    await page.getByRole('combobox', { name: 'Comment', exact: true }).fill('Is this the holding?')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    const threads = page.getByRole('list', { name: 'Threads' })
    await threads.getByText('Is this the holding?').waitFor()
    await shows(visitor, 0, 0, 'Company 1, has comments')
    expect(await barriers(page)).toEqual([])
    await threads.getByRole('button', { name: 'Resolve' }).click()
    await page.getByText('No comments here yet.').waitFor()
    await shows(visitor, 0, 0, 'Company 1')
    await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click()
    await enterGrid(page)
  })

  test('goes to a row by its number, and has the keys back after the palette', async () => {
    const { page } = visitor
    await page.keyboard.press('Control+g')
    const bar = page.getByRole('search', { name: 'Go to a row' })
    await bar.getByLabel('Number of the row').fill('3,000')
    await bar.getByText('No such row: 1 to 31').waitFor()
    expect(await barriers(page)).toEqual([])
    await bar.getByLabel('Number of the row').fill('17')
    await page.keyboard.press('Enter')
    await page.locator('[data-testid=glide-cell-1-16][aria-selected=true]').waitFor({ state: 'attached' })
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    await hasKeys(visitor)
    await page.keyboard.press('ArrowDown')
    await page.locator('[data-testid=glide-cell-1-17][aria-selected=true]').waitFor({ state: 'attached' })
  })

  test('puts a total under a column, which follows what is typed', async () => {
    const { page } = visitor
    const { keyboard } = page
    await keyboard.press('Control+Home')
    await keyboard.press('ArrowRight')
    await keyboard.press('Alt+ArrowDown')
    await page.getByRole('menuitem', { name: 'Total', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Sum', exact: true }).click()
    const totals = page.getByRole('group', { name: 'Totals' })
    await totals.getByRole('button', { name: /^Sum of Employees: \d+$/ }).waitFor()
    await hasKeys(visitor)
    await keyboard.type('1000')
    await keyboard.press('Enter')
    await totals.getByRole('button', { name: /^Sum of Employees: 1,\d{3}$/ }).waitFor()
    expect(await barriers(page)).toEqual([])
    await totals.getByRole('button', { name: /^Sum of Employees/ }).click()
    await page.getByRole('menuitem', { name: 'None', exact: true }).click()
    await totals.waitFor({ state: 'detached' })
    await enterGrid(page)
    await api(`/api/workbooks/${workbook}/undo`, {})
  })

  test('chooses from the choices of a column by the beginning of a word', async () => {
    const { page } = visitor
    const options = ['Small', 'Mid-market', 'Enterprise']
    await api(`/api/workbooks/${workbook}/columns`, { type: 'input', name: 'Segment', input_type: 'select', options })
    await cell(page, 3, 17).waitFor({ state: 'attached' })
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('End')
    await page.locator('[data-testid=glide-cell-4-0][aria-selected=true]').waitFor({ state: 'attached' })
    await page.keyboard.type('e')
    await page.getByRole('listbox', { name: 'Choices of Segment' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.keyboard.press('Enter')
    await shows(visitor, 3, 0, 'Enterprise')
    await page.keyboard.press('F2')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await shows(visitor, 3, 1, 'Mid-market')
    await page.getByText('Saving').waitFor({ state: 'detached' })
  })

  test('opens the editor with a double click, and not with a click that quickly follows one elsewhere', async () => {
    const { page } = visitor
    await page.keyboard.press('Control+Home')
    await page.locator('[data-testid=glide-cell-1-0][aria-selected=true]').waitFor({ state: 'attached' })
    const elsewhere = await page.getByText('31 rows', { exact: true }).boundingBox()
    const grid = await page.getByTestId('data-grid-canvas').boundingBox()
    const at = { x: (grid?.x ?? 0) + 120, y: (grid?.y ?? 0) + 55 }
    await page.mouse.click((elsewhere?.x ?? 0) + 8, (elsewhere?.y ?? 0) + 8)
    await page.mouse.click(at.x, at.y)
    await page.keyboard.press('ArrowDown')
    await page.locator('[data-testid=glide-cell-1-1][aria-selected=true]').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowUp')
    await page.mouse.dblclick(at.x, at.y)
    await page.getByLabel('Edit Company', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
  })

  test('edits all of a row in its panel and walks on to the next', async () => {
    const { page } = visitor
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Shift+Enter')
    const panel = page.getByRole('complementary').filter({ has: page.getByRole('heading', { name: /^Row/ }) })
    await panel.getByRole('button', { name: 'Edit Employees' }).click()
    await panel.getByRole('textbox', { name: 'Employees' }).fill('about 40')
    await page.keyboard.press('Enter')
    await panel.getByText('Not a number: kept as it came').waitFor()
    expect(await barriers(page)).toEqual([])
    await panel.getByRole('button', { name: 'Row below' }).click()
    await panel.getByRole('heading', { name: 'Row 2' }).waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })

  test('sees at once what a colleague changes in another browser, and who it was', async () => {
    const { id } = await api('/admin/users', { username: 'Ann', password: 'the password of Ann' })
    const [workspace] = (await api('/api/workspaces', undefined, 'GET')).items
    await api(`/api/workspaces/${workspace.id}/members`, { user_id: id, role: 'editor' })
    const ann = await visit(product.url)
    try {
      await signIn(ann.page, product.url, { username: 'Ann', password: 'the password of Ann' })
      await ann.page.getByRole('link', { name: 'By hand' }).click()
      await shows(ann, 0, 3, 'Company 4')
      await enterGrid(ann.page)
      await ann.page.keyboard.type('Written by Ann')
      await ann.page.keyboard.press('Enter')
      await shows(visitor, 0, 0, 'Written by Ann')
      await visitor.page.getByText('Ann changed Company in row 1').waitFor()
      await visitor.page.keyboard.press('Control+Home')
      await visitor.page.keyboard.press('ArrowDown')
      await visitor.page.keyboard.type('Written by the other')
      await visitor.page.keyboard.press('Enter')
      await shows(ann, 0, 1, 'Written by the other')
      await ann.page.getByText(`${ADMIN.username} changed Company in row 2`).waitFor()
      expect(ann.complaints).toEqual([])
    } finally {
      await ann.leave()
    }
  })

  test('no user met an error of the page, and no page made a request to another machine', () => {
    expect(visitor.complaints).toEqual([])
  })
})
