// What a worker has open of its runs hears of them until its last chunk ends, and is closed then.
import { expect, test } from 'vitest'
import type { ActiveRun } from './active-run.ts'
import type { Lease } from './chunks.writes.ts'
import { openedRuns } from './opened-runs.ts'

/** Runs that note what they are told; their chunks end when they are told to. */
function staged() {
  const told: string[] = []
  const ends = new Map<number, (isGood: boolean) => void>()
  let opened = 0
  const open = async (): Promise<ActiveRun> => {
    const name = `run ${++opened}`
    return {
      work: ({ seq }) => new Promise((resolve) => void ends.set(seq, resolve)),
      follow: (status) => void told.push(`${name} ${status}`),
      makeRoom: () => void told.push(`${name} makes room`),
      close: () => void told.push(`${name} closed`),
    }
  }
  return { told, open, end: (seq: number, isGood: boolean) => ends.get(seq)?.(isGood) }
}
const chunk = (seq: number) => ({ run_id: 'r', seq }) as Lease

test('after a fault in one chunk the others go on to hear of their run, and the next chunk opens it again', async () => {
  const { told, open, end } = staged()
  const runs = openedRuns()
  const [one, two] = [runs.work(chunk(1), open), runs.work(chunk(2), open)]
  expect(await runs.of('r')).toHaveLength(1)
  end(1, false)
  await one
  const three = runs.work(chunk(3), open)
  for (const run of await runs.of('r')) run.makeRoom()
  expect(told).toEqual(['run 1 makes room', 'run 2 makes room'])
  end(2, true)
  end(3, true)
  await Promise.all([two, three])
  expect(await runs.of('r')).toEqual([])
  expect(told.slice(2).sort()).toEqual(['run 1 closed', 'run 2 closed'])
})

test('a run that cannot be opened is opened for the next chunk', async () => {
  const { open, end } = staged()
  const runs = openedRuns()
  await expect(runs.work(chunk(1), () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  const two = runs.work(chunk(2), open)
  expect(await runs.of('r')).toHaveLength(1)
  end(2, true)
  await two
})
