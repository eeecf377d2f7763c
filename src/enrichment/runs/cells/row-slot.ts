// The slot of a row among the rows that call providers at the same time: held while any call of the row is under way.
import type { Admission } from '../../accounts/admission.ts'

export interface RowSlot {
  ofCall(): {
    /** Waits for the row's slot; while the row holds it, further calls of it need not wait. */
    acquire(signal: AbortSignal): Promise<void>
    release(): void
  }
}

export function createRowSlot(admission: Pick<Admission, 'acquire'>): RowSlot {
  let calls = 0
  let acquiring: Promise<() => void> | undefined
  return {
    ofCall() {
      let isHolding = false
      return {
        async acquire(signal) {
          if (!isHolding) calls++
          isHolding = true
          acquiring ??= admission.acquire(signal)
          await acquiring
        },
        release() {
          if (!isHolding || --calls > 0) return
          acquiring?.then(
            (release) => release(),
            () => {},
          )
          acquiring = undefined
        },
      }
    },
  }
}
