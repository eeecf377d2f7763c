// What `npm run test:citus` runs: the tests of the API, or the files that are named, with a distributed database for each on the cluster that
// CITUS_URL names. What is skipped there stands in test/of-one-server.ts.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ONE_SERVER } from '../test/of-one-server.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

if (!process.env.CITUS_URL)
  console.log('Skipped: CITUS_URL names no database on the coordinator of a Citus cluster (docs/SCALING.md).')
else {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  // A whole file is not begun: what it prepares may be of one server, too.
  const whole = Object.keys(ONE_SERVER).filter((file) => ONE_SERVER[file]?.some(([name]) => name === ''))
  const without = whole.flatMap((file) => ['--exclude', file])
  const words = ['run', '--project', 'database', '--maxWorkers', '2', ...without, ...process.argv.slice(2)]
  process.exitCode = spawnSync(process.execPath, [vitest, ...words], { cwd: root, stdio: 'inherit' }).status ?? 1
}
