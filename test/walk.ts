// Random walks, each decided by a seed: a few steps in `npm test`, and for as long as is asked in `npm run walk`.

/** Of the first walk; each further one has the next. */
const SEED = Number(process.env.WALK_SEED ?? 20_261_129)
const MINUTES = Number(process.env.WALK_MINUTES ?? 0)

/** How long a test of walks may take. */
export const WALK_TIMEOUT_MS = MINUTES * 60_000 + 600_000

/** Walks once, and again with the next seed until the time is over. A failure names the seed, which plays that walk again. */
export async function walkSeeds(walk: (seed: number) => Promise<void>): Promise<void> {
  const end = Date.now() + MINUTES * 60_000
  for (let seed = SEED; ; seed++) {
    await walk(seed).catch((error: Error) => {
      error.message = `walk of seed ${seed}: ${error.message}`
      throw error
    })
    if (Date.now() >= end) break
  }
}
