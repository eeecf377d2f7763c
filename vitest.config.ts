// Three kinds of tests: pure ones that need nothing, those on a real PostgreSQL started once per run, and the browser journey.
import { defineConfig } from 'vitest/config'

const needsDatabase = [
  '{src,test}/**/*.{api,worker}.test.ts',
  'src/app/laws.test.ts',
  'src/platform/db/{migrate,tables}.test.ts',
]
// Tests wait for what they are about; a limit is there to end one that hangs, on however slow a machine.
const limits = { testTimeout: 60_000, hookTimeout: 120_000, teardownTimeout: 30_000 }

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'pure',
          include: ['{src,scripts,web/src}/**/*.test.{ts,tsx}'],
          exclude: [...needsDatabase, '**/node_modules/**'],
          // Else a stylesheet is read as empty; the contrast of colours is measured on this one.
          css: { include: [/tokens\.css/] },
          sequence: { groupOrder: 0 },
          ...limits,
        },
      },
      {
        test: {
          name: 'database',
          include: needsDatabase,
          globalSetup: ['test/postgres.ts'],
          sequence: { groupOrder: 0 },
          ...limits,
        },
      },
      {
        // A whole server and a browser: alone, after the others.
        test: {
          name: 'journey',
          include: ['e2e/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          ...limits,
          testTimeout: 180_000,
        },
      },
    ],
  },
})
