// The tests of one group, as the mutation runner runs them: MUTATION_GROUP names it.
import { defineConfig } from 'vitest/config'
import { PATIENCE_MS } from '../../test/until.ts'
import { MUTATION_GROUPS } from './groups.ts'

const group = MUTATION_GROUPS[process.env.MUTATION_GROUP ?? '']
if (!group) throw new Error('MUTATION_GROUP names no group of scripts/mutation/groups.ts')

export default defineConfig({
  test: {
    include: group.tests,
    setupFiles: ['test/properties.ts'],
    ...(group.needs === 'database' ? { globalSetup: ['test/postgres.ts'] } : {}),
    ...(group.needs === 'browser globals' ? {} : { isolate: false }),
    testTimeout: 2 * PATIENCE_MS,
    hookTimeout: 2 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
  },
})
