// Admission control before a semaphore: beside the callers that hold a slot, a few more are admitted to prepare, as many as it takes
// that no slot stands empty while calls are put on record.
import { createSemaphore } from '../../kernel/semaphore.ts'

export interface Admission {
  /** Waits until it is worth preparing; call the answer when all is done. Several queues are admitted in turn. */
  admit(signal: AbortSignal, queue?: string): Promise<() => void>
  /** Waits for a slot, once admitted; call the answer to release it. `shared` acquires it elsewhere. */
  acquire(signal: AbortSignal, shared?: () => Promise<() => void>): Promise<() => void>
  /** Changes how many slots there are; those in use stay so. */
  resize(slots: number): void
  /** Tells how many milliseconds it took to put calls on record. */
  observeRecord(ms: number): void
  /** Moving average of what `observeRecord` was told, in milliseconds. */
  recordMs(): number
  /** Milliseconds for which the prepared callers keep all slots busy. */
  coverMs(): number
}

// One record is under way, one is waited for, and calls are gathered for as long as two. The rest is for what takes longer than
// usual: with no more than it takes on average a tenth of the slots of quick calls stood empty.
const AHEAD_RECORDS = 8
/** A call that is on record and was not made yet is uncertain after a crash, and no longer within reach of a new budget. */
const MOST_AHEAD_MS = 250
const MOST_AHEAD_SLOTS = 8

export function createAdmission(slots: number, now: () => number): Admission {
  const admitted = createSemaphore(slots)
  const holding = createSemaphore(slots)
  let size = slots
  let record = 0
  // How long a slot is held; unknown until the first is released.
  let call: number | undefined

  function ahead(): number {
    // With a single slot, calls go strictly one after the other.
    if (size <= 1 || call === undefined) return 0
    const wanted = (size / call) * Math.min(MOST_AHEAD_MS, AHEAD_RECORDS * record)
    return Math.min(Math.floor(wanted), MOST_AHEAD_SLOTS * size)
  }

  const widen = () => admitted.resize(size + ahead())

  return {
    admit(signal, queue) {
      widen()
      return admitted.acquire(signal, queue)
    },
    async acquire(signal, shared) {
      const release = await (shared?.() ?? holding.acquire(signal))
      const begun = now()
      return () => {
        const took = Math.max(1, now() - begun)
        call = call === undefined ? took : call * 0.9 + took * 0.1
        release()
        widen()
      }
    },
    resize(wanted) {
      size = wanted
      holding.resize(wanted)
      widen()
    },
    observeRecord(ms) {
      record = record === 0 ? ms : record * 0.8 + ms * 0.2
    },
    recordMs: () => record,
    coverMs: () => (holding.waiting() * (call ?? 0)) / size,
  }
}
