// Waiting for what comes by itself, however slow the machine is.

/** Far longer than anything takes on a loaded machine: who waits so long waits for something that does not come. */
export const PATIENCE_MS = 240_000
const LONGEST_PAUSE_MS = 100
/** Pauses at least so many times as long as a look takes, so that what is waited for has the machine and not the looking. */
const PAUSE_PER_LOOK = 2
const LONGEST_LOOK_MS = 500

/**
 * Looks again until it is as wished, soon at first and then less often, and answers with it.
 * @throws Error that tells what was seen last, after four minutes.
 */
export async function until<T>(look: () => Promise<T> | T, holds: (seen: T) => boolean): Promise<T> {
  const end = Date.now() + PATIENCE_MS
  for (let pause = 10; ; pause = Math.min(pause * 1.25, LONGEST_PAUSE_MS)) {
    const began = Date.now()
    const seen = await look()
    if (holds(seen)) return seen
    const looked = Math.min(Date.now() - began, LONGEST_LOOK_MS)
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(seen)?.slice(0, 4_000)}`)
    await new Promise((resolve) => setTimeout(resolve, Math.max(pause, PAUSE_PER_LOOK * looked)))
  }
}
