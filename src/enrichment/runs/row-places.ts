// The places of one workspace's rows: so many are worked on at once, and a few more get ready to follow without a pause.
//
// Getting ready is finding out whom to ask and putting the call on record, which takes a commit. It happens while the
// rows before are still asking; how many rows may be ahead follows from how fast places become free, because a row that
// is on record and never got to ask has to be taken for one that did when the process is killed.
import { createGate } from '../gate.ts'

export interface RowTurn {
  /** True once the row is among those worked on. */
  isTaken(): boolean
  /** Resolves when it is; to be awaited before the row's first call. Rejects when the run is halted first. */
  take(): Promise<void>
  /** Gives back whatever the row has. */
  leave(): void
}

export interface RowPlaces {
  /** Resolves when the row may get ready. */
  approach(halted: AbortSignal): Promise<RowTurn>
  /** Changes how many rows are worked on at once. */
  resize(places: number): void
}

/** Rows are ahead by what is worked off in this time: a commit and a half of a busy disk. */
const AHEAD_MS = 40
const MOST_AHEAD = 128
/** Assumed of the first rows. */
const USUAL_MS = 500
const LEARNING = 0.1

export function createRowPlaces(wanted: number): RowPlaces {
  let places = wanted
  let ahead = 1
  let rowMs = USUAL_MS
  const underWay = createGate(places)
  const gettingReady = createGate(places + ahead)

  function learn(ms: number) {
    rowMs += (ms - rowMs) * LEARNING
    const next = Math.min(MOST_AHEAD, Math.max(1, Math.ceil((places * AHEAD_MS) / rowMs)))
    if (next === ahead) return
    ahead = next
    gettingReady.resize(places + ahead)
  }

  return {
    async approach(halted) {
      const leaveReady = await gettingReady.enter(halted)
      let taking: Promise<void> | undefined
      let leaveUnderWay: (() => void) | undefined
      let takenAt = 0
      let isOver = false
      return {
        isTaken: () => leaveUnderWay !== undefined,
        take() {
          taking ??= underWay.enter(halted).then((leave) => {
            if (isOver) {
              leave()
              throw new Error('the row is over')
            }
            leaveUnderWay = leave
            takenAt = performance.now()
          })
          return taking
        },
        leave() {
          isOver = true
          leaveReady()
          if (!leaveUnderWay) return
          leaveUnderWay()
          learn(performance.now() - takenAt)
        },
      }
    },
    resize(next) {
      places = next
      underWay.resize(places)
      gettingReady.resize(places + ahead)
    },
  }
}
