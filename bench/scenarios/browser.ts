// The grid under the hands of a person in Chromium: what is loaded, when it can be used, how it scrolls, and what others see.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../../scripts/browser.ts'
import { type Api, PASSWORD } from '../api.ts'
import { median, quantile } from '../load.ts'
import { type Finding, ms, number } from '../report.ts'
import type { Stage } from '../stage.ts'
import { createWorkbook } from '../workbooks.ts'

const ROUNDS = 3
const SCROLL_MS = 5_000
const PATIENCE_MS = 60_000
const PASTED = { rows: 10_000, columns: 10 }
const A_CALL = 1_000

export async function browser(stage: Stage): Promise<Finding[]> {
  const executablePath = findBrowser()
  if (executablePath === undefined)
    return [{ what: 'the app in a browser', measured: 'not measured: there is no Chromium here' }]
  const big = await stage.big()
  const chrome = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const { context, home } = await signIn(chrome, stage.api.url)
    const first = await bytesOfFirstPage(chrome, stage.api.url)
    const opened = await openAgain(context, `${home}/workbooks/${big.id}`)
    const page = await context.newPage()
    await page.goto(`${home}/workbooks/${big.id}`)
    await cellAt(page, 0, 0)
    const frames = await scroll(page)
    const jump = await jumpToEnd(page, big.rows)
    await page.close()
    const shared = await sharedWorkbook(stage.api)
    const paste = await pasteMany(context, `${home}/workbooks/${shared.id}`, stage.api, shared)
    const seen = await seenElsewhere(context, `${home}/workbooks/${shared.id}`)
    const tail = quantile(frames, 0.99)
    return [
      bytes('scripts of the first page, compressed as they are sent', first, 150),
      bytes('the same of a workbook, its frame and menus included', opened.loaded, 300),
      timing(`a workbook of ${number(big.rows)} rows from navigation to its first cell`, opened.ms, 1_500),
      { ...timing('scrolling through it for 5 s: frame, p99', tail, 32), beside: `longest ${ms(frames.at(-1) ?? 0)}` },
      timing('jump to its last row, to the row on the screen', jump, 150),
      timing(`paste of ${number(PASTED.rows * PASTED.columns)} cells, to the last one stored`, paste, 2_000),
      timing('an edit, from the key to another page that shows it', seen, 200),
    ]
  } finally {
    await chrome.close()
  }
}

const timing = (what: string, taken: number, bar: number): Finding => ({
  what,
  measured: ms(taken),
  bar: `≤ ${number(bar)} ms`,
  pass: taken <= bar,
})

const bytes = (what: string, { body, all, files }: Loaded, bar: number): Finding => ({
  what,
  measured: `${number(body / 1024)} KB`,
  beside: `${files} files, ${number(all / 1024)} KB with their heads`,
  bar: `≤ ${bar} KB`,
  pass: body / 1024 <= bar,
})

/** The text of a cell as a screen reader finds it; columns and rows count from 0. */
function cellAt(page: Page, column: number, row: number, text = /./): Promise<void> {
  const cell = page.getByTestId(`glide-cell-${column + 1}-${row}`).filter({ hasText: text })
  return cell.waitFor({ state: 'attached', timeout: PATIENCE_MS })
}

async function signIn(chrome: Browser, url: string): Promise<{ context: BrowserContext; home: string }> {
  const context = await chrome.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Recent workbooks' }).waitFor({ timeout: PATIENCE_MS })
  const [home = ''] = /^.*\/w\/[^/]+/.exec(page.url()) ?? []
  await page.close()
  return { context, home }
}

interface Loaded {
  /** Bytes of scripts as they are compressed, and with the heads of their answers. */
  body: number
  all: number
  files: number
}

/** Counts the bytes of scripts that a page is sent, in a cache of its own. */
async function countScripts(page: Page): Promise<() => Loaded> {
  const session = await page.context().newCDPSession(page)
  const heads = new Map<string, number>()
  const loaded = { body: 0, all: 0, files: 0 }
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') heads.set(requestId, response.encodedDataLength)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const head = heads.get(requestId)
    if (head === undefined) return
    loaded.body += encodedDataLength - head
    loaded.all += encodedDataLength
    loaded.files++
  })
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  return () => ({ ...loaded })
}

async function bytesOfFirstPage(chrome: Browser, url: string): Promise<Loaded> {
  const context = await chrome.newContext()
  const page = await context.newPage()
  const count = await countScripts(page)
  await page.goto(url)
  await page.getByLabel('Username').waitFor({ timeout: PATIENCE_MS })
  const sum = count()
  await context.close()
  return sum
}

/** A workbook opened by its address: the bytes until its grid is there, without a cache; and the time with one, as the second time. */
async function openAgain(context: BrowserContext, address: string): Promise<{ loaded: Loaded; ms: number }> {
  const cold = await context.newPage()
  const count = await countScripts(cold)
  await cold.goto(address)
  await cellAt(cold, 0, 0)
  const loaded = count()
  await cold.close()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await context.newPage()
    const begun = performance.now()
    await page.goto(address, { waitUntil: 'commit' })
    await cellAt(page, 0, 0)
    times.push(performance.now() - begun)
    await page.close()
  }
  return { loaded, ms: median(times) }
}

// As text: a function would be sent as the loader of TypeScript leaves it, which names a helper that no page has.
const COUNT_FRAMES = `
  globalThis.frames_ms = []
  let last = performance.now()
  const frame = (now) => { frames_ms.push(now - last); last = now; requestAnimationFrame(frame) }
  requestAnimationFrame(frame)`
const PASTE = `{
  const line = (n) => Array.from({ length: ${PASTED.columns} }, (_, at) => 'pasted ' + n + ' ' + at).join('\\t')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', Array.from({ length: ${PASTED.rows} }, (_, n) => line(n)).join('\\n'))
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}`

/** Milliseconds of the frames while the wheel turns, ascending. */
async function scroll(page: Page): Promise<number[]> {
  await page.mouse.move(700, 500)
  await page.evaluate(COUNT_FRAMES)
  const end = performance.now() + SCROLL_MS
  while (performance.now() < end) {
    await page.mouse.wheel(0, 600)
    await sleep(16)
  }
  const frames = await page.evaluate<number[]>('frames_ms')
  return frames.slice(1).sort((a, b) => a - b)
}

async function focusGrid(page: Page): Promise<void> {
  const box = await page.getByTestId('data-grid-canvas').boundingBox()
  if (!box) throw new Error('there is no grid on the page')
  await page.mouse.click(box.x + 120, box.y + 55)
  await page.keyboard.press('Control+Home')
  const first = page.locator('[data-testid=glide-cell-1-0][aria-selected=true]')
  await first.waitFor({ state: 'attached', timeout: PATIENCE_MS })
}

async function jumpToEnd(page: Page, rows: number): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await focusGrid(page)
    await cellAt(page, 0, 0)
    const begun = performance.now()
    await page.keyboard.press('Control+End')
    await cellAt(page, 0, rows - 1)
    times.push(performance.now() - begun)
  }
  return median(times)
}

interface Shared {
  id: string
  columns: string[]
}

async function sharedWorkbook(api: Api): Promise<Shared> {
  const inputs = Array.from({ length: PASTED.columns }, (_, n) => ({
    type: 'input',
    name: `Text ${n}`,
    input_type: 'text',
  }))
  const made = await createWorkbook(api, inputs, 'Pasted')
  const [first = ''] = made.columns
  for (let at = 0; at < PASTED.rows; at += A_CALL)
    await api.send('POST', `/api/workbooks/${made.id}/rows`, {
      rows: Array.from({ length: A_CALL }, (_, n) => ({ data: { [first]: `before ${at + n}` } })),
    })
  return made
}

async function pasteMany(context: BrowserContext, address: string, api: Api, { id, columns }: Shared): Promise<number> {
  const page = await context.newPage()
  await page.goto(address)
  await cellAt(page, 0, 0)
  await focusGrid(page)
  const begun = performance.now()
  await page.evaluate(PASTE)
  const last = `/api/workbooks/${id}?page_size=1&page=${PASTED.rows}`
  const column = columns.at(-1) ?? ''
  for (let isDone = false; !isDone; await sleep(20)) {
    if (performance.now() - begun > PATIENCE_MS) throw new Error('what was pasted was not stored within a minute')
    const { rows } = await api.get<{ rows: { data: Record<string, unknown> }[] }>(last)
    isDone = rows[0]?.data[column] === `pasted ${PASTED.rows - 1} ${PASTED.columns - 1}`
  }
  const taken = performance.now() - begun
  await page.close()
  return taken
}

async function seenElsewhere(context: BrowserContext, address: string): Promise<number> {
  const [mine, other] = [await context.newPage(), await context.newPage()]
  for (const page of [mine, other]) {
    await page.goto(address)
    await cellAt(page, 0, 0)
  }
  await mine.bringToFront()
  await focusGrid(mine)
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    await mine.keyboard.press('Control+Home')
    await mine.keyboard.type(`edit ${round}`)
    const begun = performance.now()
    await mine.keyboard.press('Enter')
    await cellAt(other, 0, 0, new RegExp(`edit ${round}`))
    times.push(performance.now() - begun)
  }
  return median(times)
}
