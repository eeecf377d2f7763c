// Waiting for what comes by itself, however slow the machine is.

/** Far longer than anything takes on a loaded machine: who waits so long waits for something that does not come. */
export const PATIENCE_MS = 240_000
const LONGEST_PAUSE_MS = 100

/**
 * Looks again until it is as wished, soon at first and then less often, and answers with it.
 * @throws Error that tells what was seen last, after four minutes.
 */
export async function until<T>(look: () => Promise<T> | T, holds: (seen: T) => boolean): Promise<T> {
  const end = Date.now() + PATIENCE_MS
  for (let pause = 10; ; pause = Math.min(pause * 1.25, LONGEST_PAUSE_MS)) {
    const seen = await look()
    if (holds(seen)) return seen
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(seen)?.slice(0, 4_000)}`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
