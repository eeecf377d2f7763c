// The second half of `npm test`, when everything is installed and built: sees to a browser, runs all tests, counts them.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findOrInstallBrowser } from './browser.ts'
import { readChange, testsNear } from './changed-tests.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (sentence: string) => console.log(sentence)
const asked = process.argv.slice(2)
const isQuick = asked.includes('--quick')
/** Names of files to run instead of all. */
const wanted = isQuick ? nearTests() : asked

if (wanted.length === 0 || wanted.some((name) => name.includes('e2e'))) {
  const browser = findOrInstallBrowser(say)
  if (!browser) {
    say(
      'The browser journey needs Chromium or Chrome, and none could be installed here. ' +
        'Install one and run `npm test` again; CHROME_PATH may name it.',
    )
    process.exit(1)
  }
  say(`Browser for the journey: ${browser}`)
}

const folder = mkdtempSync(join(tmpdir(), 'millrace-report-'))
const report = join(folder, 'report.json')
say(
  'Running the tests: pure ones and those on a PostgreSQL of their own, then the browser journey on the built server.',
)
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const ran = spawnSync(
  process.execPath,
  [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...wanted],
  // Rows are compared with their types (scripts/row-types).
  { cwd: root, stdio: 'inherit', env: { ...process.env, ROW_TYPES: 'on' } },
)

const { passed, failed, skipped } = counted()
rmSync(folder, { recursive: true, force: true })
// A runner that fails with no failed test has met an error outside of them; that is a failure too.
const broken = ran.status !== 0 && failed === 0 ? 1 : failed
console.log(`\n${passed} passed, ${broken} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = ran.status === 0 && broken === 0 ? 0 : 1

/** Those of what was changed since main; the browser journey is left to the whole run. */
function nearTests(): string[] {
  const { changed, tests } = readChange(root)
  const near = testsNear(changed, tests).filter((test) => !test.startsWith('e2e/'))
  say(`${changed.length} files differ from main; ${near.length} files of tests are near them.`)
  if (near.length === 0) process.exit(0)
  return near
}

function counted(): { passed: number; failed: number; skipped: number } {
  try {
    const told = JSON.parse(readFileSync(report, 'utf8'))
    const unread = told.testResults.filter(
      (file: { status: string; assertionResults: { status: string }[] }) =>
        file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
    )
    return {
      passed: told.numPassedTests,
      failed: told.numFailedTests + unread.length,
      skipped: told.numPendingTests + told.numTodoTests,
    }
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}
