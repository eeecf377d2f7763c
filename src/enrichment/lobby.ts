// A gate with a lobby: beside those inside a few more are let in to get ready, as many as it takes that no place stands empty
// while the calls to be made in it are put on record.
import { createGate } from './gate.ts'

export interface Lobby {
  /** Waits until it is worth getting ready; call the answer when all is done. Those of several lines come by turns. */
  approach(signal: AbortSignal, line?: string): Promise<() => void>
  /** Waits for a place, having approached; call the answer to give it back. Places may be given out elsewhere. */
  enter(signal: AbortSignal, elsewhere?: () => Promise<() => void>): Promise<() => void>
  /** Changes how many may be inside; those inside stay. */
  resize(places: number): void
  /** It took so many milliseconds to put calls on record. */
  tookToRecord(ms: number): void
  /** Milliseconds that it takes, as of late. */
  recordMs(): number
  /** Milliseconds for which those who are ready keep all places busy. */
  coverMs(): number
}

// One record is under way, one is waited for, and calls are gathered for as long as two. The rest is for what takes longer than
// usual: with no more than it takes on average a tenth of the places of quick calls stood empty.
const AHEAD_RECORDS = 8
/** What is on record and was not asked yet is uncertain after a crash, and no longer within reach of a new budget. */
const MOST_AHEAD_MS = 250
const MOST_AHEAD_PLACES = 8

export function createLobby(places: number, now: () => number): Lobby {
  const outer = createGate(places)
  const inner = createGate(places)
  let size = places
  let record = 0
  // How long a place is held; unknown until the first is given back.
  let call: number | undefined

  function ahead(): number {
    // Who wants one at a time gets them one after the other.
    if (size <= 1 || call === undefined) return 0
    const wanted = (size / call) * Math.min(MOST_AHEAD_MS, AHEAD_RECORDS * record)
    return Math.min(Math.floor(wanted), MOST_AHEAD_PLACES * size)
  }

  const makeRoom = () => outer.resize(size + ahead())

  return {
    approach(signal, line) {
      makeRoom()
      return outer.enter(signal, line)
    },
    async enter(signal, elsewhere) {
      const leave = await (elsewhere?.() ?? inner.enter(signal))
      const begun = now()
      return () => {
        const took = Math.max(1, now() - begun)
        call = call === undefined ? took : call * 0.9 + took * 0.1
        leave()
        makeRoom()
      }
    },
    resize(wanted) {
      size = wanted
      inner.resize(wanted)
      makeRoom()
    },
    tookToRecord(ms) {
      record = record === 0 ? ms : record * 0.8 + ms * 0.2
    },
    recordMs: () => record,
    coverMs: () => (inner.waiting() * (call ?? 0)) / size,
  }
}
