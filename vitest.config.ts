// Two kinds of tests: pure ones that need nothing, and those that stand on a real PostgreSQL, started once per run.
import { defineConfig } from 'vitest/config'

const needsDatabase = ['{src,test}/**/*.{api,worker}.test.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'pure',
          css: { include: [/tokens\.css/] },
          include: ['{src,scripts,web/src}/**/*.test.ts'],
          exclude: [...needsDatabase, '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'database',
          include: needsDatabase,
          globalSetup: ['test/postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
