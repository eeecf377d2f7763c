// A person at a browser: opens pages, and notices whatever should not happen on the way.
import { mkdtemp, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../scripts/browser.ts'
import { PATIENCE_MS } from '../test/until.ts'

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface Visitor {
  page: Page
  /** What went wrong in the browser so far: errors on the console, pages that broke, requests that left this machine. */
  complaints: string[]
  /** Keeps a picture of the page as it stands and answers with its path. */
  photograph(): Promise<string>
  leave(): Promise<void>
}

/** `home` is the address of the product; a request to anywhere else is a complaint. `device` is a desk's when absent. */
export async function visit(home: string, device: BrowserContextOptions = {}): Promise<Visitor> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('there is no Chromium on this machine; `npm test` installs one')
  const browser: Browser = await chromium.launch({ executablePath, args: ARGUMENTS })
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    acceptDownloads: true,
    ...device,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`))
  page.on(
    'console',
    (message) => message.type() === 'error' && complaints.push(`console: ${message.text()} ${message.location().url}`),
  )
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(home) && !/^(data|blob|about):/.test(url)) complaints.push(`outside request: ${url}`)
  })
  return { page, complaints, photograph: () => photograph(page), leave: () => browser.close() }
}

/** Keeps a picture of the page as it stands and answers with its path. */
export async function photograph(page: Page): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'millrace-journey-')), 'page.png')
  await page.screenshot({ path })
  return path
}

/** Opens the product and signs in, to the list of workbooks. */
export async function signIn(page: Page, home: string, account: { username: string; password: string }): Promise<void> {
  await page.goto(home)
  await page.getByLabel('Username').fill(account.username)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Recent workbooks' }).waitFor()
  // On a phone the areas are in a menu.
  const [workspace] = /^.*\/w\/[^/]+/.exec(page.url()) ?? []
  await page.goto(`${workspace}/workbooks`)
}

let axe: Promise<string> | undefined

/** What keeps people with disabilities out of the page as it stands: rules of axe-core broken seriously or worse. */
export async function barriers(page: Page): Promise<string[]> {
  axe ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // A page keeps it until it is loaded again; to read it again costs as much as to apply it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await axe)
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: the library was put into the page by its source
    const { violations } = await (globalThis as any).axe.run({ resultTypes: ['violations'] })
    return violations
      .filter(({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }: { id: string; nodes: { target: string[]; failureSummary: string }[] }) =>
          `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      )
  })
}
