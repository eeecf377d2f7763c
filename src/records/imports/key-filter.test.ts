import { expect, test } from 'vitest'
import { openKeyFilter } from './key-filter.logic.ts'

test('what was added is always known, and hardly anything else', () => {
  const filter = openKeyFilter()
  for (let n = 0; n < 100_000; n++) filter.add(`c2:domain:a${n}.com`)
  for (let n = 0; n < 100_000; n++) if (!filter.mayHave(`c2:domain:a${n}.com`)) expect.unreachable(`${n} was forgotten`)
  let mistaken = 0
  for (let n = 0; n < 100_000; n++) if (filter.mayHave(`c2:domain:b${n}.com`)) mistaken++
  expect(mistaken).toBeLessThan(100)
})
