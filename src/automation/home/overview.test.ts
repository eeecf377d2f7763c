// The figures of one workspace that cannot be read leave those of the others.
import { expect, test } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { addFigures } from './overview.reads.ts'

test('one failure is told of, and the others keep their figures', async () => {
  const figures = { spent_month_usd: 1 }
  const database = {
    inWorkspace: async (id: string) => {
      if (id === 'broken') throw new Error('canceling statement due to statement timeout')
      return figures
    },
  } as unknown as Database
  const failed: string[] = []
  const members = ['a', 'broken', 'closed', 'b'].map((id) => ({ id })) as never
  const isOpen = (id: string) => id !== 'closed'
  const items = await addFigures(database, members, isOpen, new Date(), (_error, id) => failed.push(id))
  expect(items).toEqual([
    { id: 'a', figures, no_figures: null },
    { id: 'broken', figures: null, no_figures: 'failed' },
    { id: 'closed', figures: null, no_figures: 'second_factor' },
    { id: 'b', figures, no_figures: null },
  ])
  expect(failed).toEqual(['broken'])
})
