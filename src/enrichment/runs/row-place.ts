// The place of a row among those that ask at once: it has one while any call of it is under way, however many are.
import type { Lobby } from '../lobby.ts'

export interface RowPlace {
  ofCall(): {
    /** Waits for the row's place; once it has one, further calls of it come in at once. */
    take(signal: AbortSignal): Promise<void>
    giveBack(): void
  }
}

export function createRowPlace(lobby: Pick<Lobby, 'enter'>): RowPlace {
  let calls = 0
  let entering: Promise<() => void> | undefined
  return {
    ofCall() {
      let isIn = false
      return {
        async take(signal) {
          if (!isIn) calls++
          isIn = true
          entering ??= lobby.enter(signal)
          await entering
        },
        giveBack() {
          if (!isIn || --calls > 0) return
          entering?.then(
            (leave) => leave(),
            () => {},
          )
          entering = undefined
        },
      }
    },
  }
}
