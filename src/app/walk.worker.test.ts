// The service agrees with a plain model after any actions of several users in several workspaces, also when workers are killed.
import { afterAll, expect, test } from 'vitest'
import { openTenant } from '../../test/open-tenant.ts'
import { WALK_TIMEOUT_MS, walkSeeds } from '../../test/walk.ts'
import { startVendor } from '../enrichment/kinds/kinds.fixture.ts'
import { Walk, Workers } from './walk.fixture.ts'

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
    await walkSeeds(async (seed) => {
      const walk = new Walk(parts, workers, seed)
      await walk.begin()
      for (let crash = 0; crash < CRASHES; crash++) {
        await walk.go(STEPS / CRASHES)
        await walk.crash()
        await walk.settle()
      }
      expect(walk.steps.length).toBeGreaterThan(STEPS)
    })
  },
  WALK_TIMEOUT_MS,
)
