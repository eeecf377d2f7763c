// Whatever several people of several workspaces do, and whenever workers die: the service says what a plain model says.
import { afterAll, expect, test } from 'vitest'
import { openTenant } from '../../test/open-tenant.ts'
import { startVendor } from '../enrichment/kinds/kinds.fixture.ts'
import { Walk, Workers } from './walk.fixture.ts'

/** `npm run walk` goes on for as long as is asked, each walk with the next seed. */
const SEED = Number(process.env.WALK_SEED ?? 20_261_129)
const MINUTES = Number(process.env.WALK_MINUTES ?? 0)
const STEPS = 60
const CRASHES = 2

const vendor = await startVendor()
afterAll(() => vendor.close())
const hosts = { EGRESS_ALLOW: '127.0.0.1', EGRESS_HOST_MAP: `api.example.com=127.0.0.1:${vendor.port}` }
const settings = { LIMITS: 'off', MASTER_KEY: 'ab'.repeat(32) }
const { service } = await openTenant({ ...settings, ...hosts, ROLE: 'api' })
const parts = { service, vendor, settings }
const workers = new Workers(parts)
afterAll(() => workers.kill())

test(
  'a walk of people over rows, roles, runs and money, with crashes in between, is what a model says',
  async () => {
    await workers.start()
    const end = Date.now() + MINUTES * 60_000
    for (let seed = SEED; ; seed++) {
      const walk = new Walk(parts, workers, seed)
      await walk.begin().catch((error) => failed(seed, error))
      for (let crash = 0; crash < CRASHES; crash++) {
        await walk.go(STEPS / CRASHES).catch((error) => failed(seed, error))
        await walk.crash().catch((error) => failed(seed, error))
        await walk.settle().catch((error) => failed(seed, error))
      }
      expect(walk.steps.length).toBeGreaterThan(STEPS)
      if (Date.now() >= end) break
    }
  },
  MINUTES * 60_000 + 600_000,
)

function failed(seed: number, error: Error): never {
  error.message = `walk of seed ${seed}: ${error.message}`
  throw error
}
