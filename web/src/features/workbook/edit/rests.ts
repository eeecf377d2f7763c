// Rests within long work, so that the page goes on answering.

/** The longest time without a pause, in ms. */
const SLICE_MS = 25

/** Gives the page a turn whenever work has gone on for long. */
export function rests(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined
    return new Promise((next) =>
      setTimeout(() => {
        since = performance.now()
        next()
      }),
    )
  }
}
