// The pace of background work: full speed while no requests come; between requests, in small steps with rests, while they do.
import { answeringShare, isAsked, untilAnswered } from './foreground.ts'

/** What one step should take while requests come: a request that meets one shares the processor with the rest of it. */
const STEP_MS = 10
/** A step that never meets a pause between requests runs after this long, so that work goes on. */
const LONGEST_WAIT_MS = 100
const LONGEST_REST_MS = 400
/** A rest is at least so many times its step: of the requests that come at any time, one in five meets a step then. */
const LEAST_REST = 4
/** Where requests take more of the time, it is so many times the step for each part that is left to them. */
const REST = 4

let restsUntil = Number.NEGATIVE_INFINITY

/** Runs a step of background work. While requests come it waits until none is being answered, and pauses after the step: the longer, the more come. */
export async function paced<T>(step: () => Promise<T>): Promise<T> {
  await new Promise(setImmediate)
  if (isAsked()) {
    const rest = restsUntil - performance.now()
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
    await untilAnswered(LONGEST_WAIT_MS)
  }
  const began = performance.now()
  try {
    return await step()
  } finally {
    const ended = performance.now()
    const share = Math.min(0.99, answeringShare())
    const rest = (ended - began) * Math.max(LEAST_REST, (REST * share) / (1 - share))
    restsUntil = Math.max(restsUntil, ended + Math.min(LONGEST_REST_MS, rest))
  }
}

export interface PortionSizer {
  /** How many items the next step takes. */
  size(): number
  /** What a step of so many items took. */
  took(ms: number, items: number): void
}

/** How much a step does at once: `most` while no requests come, else what fits the time of a step, found by trying. */
export function createPortion(least: number, most: number): PortionSizer {
  let fits = least
  return {
    size: () => (isAsked() ? fits : most),
    took(ms, items) {
      if (ms > STEP_MS) fits = Math.max(least, Math.floor(Math.min(fits, items) * 0.7))
      else if (items >= fits) fits = Math.min(most, fits + Math.ceil(most / 25))
    },
  }
}
