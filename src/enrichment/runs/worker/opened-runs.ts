// The runs that a worker has opened, each with the chunks of it that are worked on.
import type { ActiveRun } from './active-run.ts'
import type { Lease } from './chunks.writes.ts'

interface OpenedRun {
  run_id: string
  active: Promise<ActiveRun>
  chunks: Set<Lease>
  /** It takes no further chunk: the next one is worked on by the run as it is opened again, beside this one. */
  isFaulty: boolean
}

export interface OpenedRuns {
  /** Works through a chunk, with its run as it is open or as it is opened for it. A run is closed with its last chunk. */
  work(lease: Lease, open: () => Promise<ActiveRun>): Promise<void>
  /** The open instances of a run: more than one after a failure, until the chunks in progress at that time have ended. */
  of(runId: string): Promise<ActiveRun[]>
}

export function openedRuns(): OpenedRuns {
  const all = new Set<OpenedRun>()
  const ofRun = (runId: string) => [...all].filter(({ run_id }) => run_id === runId)

  function begin(runId: string, active: Promise<ActiveRun>): OpenedRun {
    const run = { run_id: runId, active, chunks: new Set<Lease>(), isFaulty: false }
    all.add(run)
    return run
  }

  return {
    async work(lease, open) {
      const run = ofRun(lease.run_id).find(({ isFaulty }) => !isFaulty) ?? begin(lease.run_id, open())
      run.chunks.add(lease)
      let isGood = false
      try {
        isGood = await (await run.active).work(lease)
      } finally {
        run.isFaulty ||= !isGood
        run.chunks.delete(lease)
        if (run.chunks.size === 0) {
          all.delete(run)
          run.active.then(
            ({ close }) => close(),
            () => {},
          )
        }
      }
    },
    async of(runId) {
      const found = await Promise.allSettled(ofRun(runId).map(({ active }) => active))
      return found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    },
  }
}
