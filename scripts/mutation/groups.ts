// What `npm run mutate` changes, and the tests that have to notice it: what decides over money, data, mail and access.

export interface MutationGroup {
  /** Folders and files of the product. */
  changed: string[]
  /** Globs of the tests that are run for each change. */
  tests: string[]
  needs?: 'database' | 'browser globals'
}

const folderOf = (...folders: string[]) => ({
  changed: folders,
  tests: folders.map((folder) => `${folder}/**/*.test.ts`),
})

export const MUTATION_GROUPS: Record<string, MutationGroup> = {
  engine: folderOf(
    'src/engine/waterfall',
    'src/engine/columns',
    'src/engine/values',
    'src/engine/filter',
    'src/engine/formula',
  ),
  matching: folderOf('src/engine/matching'),
  money: { ...folderOf('src/engine/money', 'src/enrichment/money'), needs: 'database' },
  rows: { ...folderOf('src/records/store', 'src/records/rows'), needs: 'database' },
  queue: { ...folderOf('src/platform/queue'), needs: 'database' },
  sending: {
    ...folderOf('src/outreach/sending', 'src/outreach/timing', 'src/outreach/enrollments', 'src/outreach/suppressions'),
    needs: 'database',
  },
  watches: { changed: ['src/monitoring/kinds'], tests: ['src/monitoring/**/*.test.ts'], needs: 'database' },
  permissions: {
    changed: ['src/identity/capabilities.logic.ts', 'src/identity/sharing.logic.ts', 'src/identity/gatekeeper.ts'],
    tests: ['src/identity/**/*.test.ts', 'src/app/tenants.api.test.ts'],
    needs: 'database',
  },
  web: {
    changed: [
      'web/src/grid/model/selection.logic.ts',
      'web/src/grid/model/keyboard.logic.ts',
      'web/src/grid/edit/fill.logic.ts',
      'web/src/grid/edit/write.logic.ts',
      'web/src/grid/pointer/edge-drag.logic.ts',
      'web/src/grid/clipboard',
      'web/src/grid/rows',
      'web/src/features/workbook/edit',
    ],
    tests: ['web/src/grid/**/*.test.{ts,tsx}', 'web/src/features/workbook/**/*.test.{ts,tsx}'],
    needs: 'browser globals',
  },
}
