// Kinds of tests: pure ones that need nothing, those of the web app, those on a real PostgreSQL started once per run, the browser
// journeys, and what has to be alone. Where files share a process they share its modules: reading the service again for each was a
// third of the run.
import { defineConfig } from 'vitest/config'
import { rowTypesPlugin } from './scripts/row-types/row-types-plugin.ts'
import { PATIENCE_MS } from './test/until.ts'

const needsDatabase = [
  '{src,test}/**/*.{api,worker}.test.ts',
  'src/app/laws.test.ts',
  'src/platform/db/migrate.test.ts',
]
// Measures how long others are kept waiting.
const alone = ['e2e/hostile-bodies.test.ts']
// Tests wait for what they are about; a limit is there to end one that hangs, on however slow a machine.
const usual = {
  setupFiles: ['test/properties.ts'],
  testTimeout: 2 * PATIENCE_MS,
  hookTimeout: 2 * PATIENCE_MS,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: PATIENCE_MS } },
}

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than the cores of a small machine: many tests wait for the database or a timer.
    maxWorkers: 3,
    // Most of what a test makes is garbage at once: a large young generation is collected less often.
    execArgv: ['--max-semi-space-size=32'],
    projects: [
      {
        test: {
          name: 'pure',
          isolate: false,
          include: ['{src,scripts,sdk/src}/**/*.test.ts'],
          exclude: [...needsDatabase, '**/node_modules/**'],
          sequence: { groupOrder: 0 },
          ...usual,
        },
      },
      {
        // Modules of the web app look at the window as they are read, which each of these tests sets up for itself.
        test: {
          name: 'web',
          pool: 'threads',
          include: ['web/src/**/*.test.{ts,tsx}'],
          // Else a stylesheet is read as empty; the contrast of colours is measured on this one.
          css: { include: [/tokens\.css/] },
          sequence: { groupOrder: 0 },
          ...usual,
        },
      },
      {
        plugins: rowTypesPlugin(),
        test: {
          name: 'database',
          isolate: false,
          include: needsDatabase,
          globalSetup: ['test/postgres.ts'],
          sequence: { groupOrder: 0 },
          ...usual,
          setupFiles: [...usual.setupFiles, 'test/statements.ts', 'test/row-types.ts', 'test/one-server.ts'],
        },
      },
      {
        // A whole server and a browser each, after the others; one waits for a page while another one works.
        test: {
          name: 'journey',
          include: ['e2e/**/*.test.ts'],
          exclude: alone,
          globalSetup: ['e2e/first-start.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          ...usual,
          setupFiles: [...usual.setupFiles, 'e2e/first-failure.ts'],
        },
      },
      {
        test: {
          name: 'alone',
          include: alone,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          ...usual,
        },
      },
    ],
  },
})
