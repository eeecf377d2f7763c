// What the commands of package.json for checks, benchmarks and generated files run: installs their tools where they are missing, then
// hands over to the script that it is given, as `node scripts/run.mjs scripts/check.ts`. Needs nothing but Node.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepare } from './prepare.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [script = '', ...rest] = process.argv.slice(2)
await prepare({ tools: true, built: false })
const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(root, script), ...rest], { stdio: 'inherit' })
process.exit(status ?? 1)
