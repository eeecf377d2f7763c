// `npm run walk -- [--minutes N] [--seed N]`: the random walks over the API and over outreach for as long as is asked, each with the next seed.
// A failure names the seed, which plays that walk again.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const WALKS = ['src/app/walk.worker.test.ts', 'src/outreach/sending/outreach-walk.worker.test.ts']

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: String(Date.now() % 1e6) } },
})
console.log(`Walking for ${values.minutes} minutes from seed ${values.seed}.`)
const { status } = spawnSync('npx', ['vitest', 'run', ...WALKS], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { ...process.env, WALK_MINUTES: values.minutes, WALK_SEED: values.seed },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
