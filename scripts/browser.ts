// Finds a Chromium for the browser journey, or installs one in the way this machine allows.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

/** The shell first: it has no windows and menus of its own to draw, which took a sixth of the processor time of a journey. */
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]
/** Packages of Debian and those made from it. */
const PACKAGES = ['chromium-headless-shell', 'chromium']
const APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
/** What a slow line needs for 180 MB; a missing one is noticed much sooner. */
const DOWNLOAD_MS = 15 * 60_000

/** Path of a Chromium that runs here: CHROME_PATH, one on the PATH, or the one Playwright keeps; undefined when there is none. */
export function findBrowser(): string | undefined {
  // To ask a browser for its version takes half a second, and one that was found stays.
  found ??= lookForBrowser()
  return found
}

let found: string | undefined

function lookForBrowser(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((dir) => NAMES.map((name) => join(dir, name)))
  const places = [process.env.CHROME_PATH ?? '', ...onPath, ...APPS, chromium.executablePath()]
  return places.find((path) => path !== '' && existsSync(path) && runs(path))
}

/** The same, after installing one where there is none. Says what it does; undefined when nothing worked. */
export function findOrInstallBrowser(say: (sentence: string) => void): string | undefined {
  const present = findBrowser()
  if (present) return present
  say('No Chromium or Chrome was found on this machine. Downloading the one of Playwright.')
  const cli = fileURLToPath(new URL('../node_modules/playwright-core/cli.js', import.meta.url))
  run(process.execPath, [cli, 'install', '--no-shell', 'chromium'], {
    PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000',
  })
  const downloaded = findBrowser()
  if (downloaded) return downloaded
  if (process.getuid?.() !== 0 || run('apt-get', ['--version']) !== 0) return undefined
  say('That did not give one that runs. Installing the package of Chromium with apt-get.')
  run('apt-get', ['update', '-qq'])
  PACKAGES.some((name) => run('apt-get', ['install', '-y', '-qq', name], { DEBIAN_FRONTEND: 'noninteractive' }) === 0)
  return findBrowser()
}

/** A wrapper without its program, or a program without its libraries, is as good as none. */
function runs(path: string): boolean {
  return spawnSync(path, ['--version', '--no-sandbox'], { timeout: 60_000 }).status === 0
}

function run(file: string, args: string[], environment: Record<string, string> = {}): number | null {
  const env = { ...process.env, ...environment }
  // The last words of what went wrong; progress bars are of no use to anybody.
  const ran = spawnSync(file, args, { env, timeout: DOWNLOAD_MS, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  if (ran.status !== 0) {
    const words = `${ran.stdout ?? ''}\n${ran.stderr ?? ''}\n${ran.error?.message ?? ''}`.trim().split('\n')
    process.stderr.write(`${words.slice(-5).join('\n')}\n`)
  }
  return ran.status
}
