// Whatever people and recipients do, and however much time passes: who is written to, how often and when is what a plain model says.
import { expect, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { WALK_TIMEOUT_MS, walkSeeds } from '../../../test/walk.ts'
import { OutreachWalk } from './outreach-walk.fixture.ts'

const STEPS = 80
const { database } = await openTenant()

test(
  'a walk over enrolling, suppressing, replies, limits, windows and time sends what a model says',
  () =>
    walkSeeds(async (seed) => {
      const walk = await OutreachWalk.open(database, seed)
      await walk.go(STEPS)
      expect(walk.letters).toBeGreaterThan(5)
      await walk.close()
    }),
  WALK_TIMEOUT_MS,
)
