// What `npm test` runs: installs and builds what is missing or stale, then hands over to the tests. Needs nothing but Node.
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepare } from './prepare.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
console.log(
  `Millrace tests on Node ${process.versions.node}, ${process.platform} ${process.arch}, ${availableParallelism()} cores`,
)
// The quick ones run on the sources alone.
await prepare({ tools: true, built: !process.argv.includes('--quick') })
const tests = ['--import', 'tsx', join(root, 'scripts', 'run-tests.ts'), ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, tests, { cwd: root, stdio: 'inherit' })
process.exit(status ?? 1)
