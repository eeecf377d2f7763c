// When a watch is polled next: by its interval, slower where nothing changes, and after failures by back-off.

const MINUTE = 60
/** No watch is polled more often, whatever it says. */
export const FLOOR_SECONDS = 15 * MINUTE
const DAY = 86_400
const WEEK = 7 * DAY
const QUIET_POLLS = 10
/** Bounds the delay, so that a watch with an hourly interval is not polled a week later. */
const SLOWEST = 4

/** Doubled after every ten polls in a row that brought nothing, up to four times the interval and seven days. */
export function everySeconds(interval: number, quietPolls: number): number {
  const factor = Math.min(SLOWEST, 2 ** Math.floor(quietPolls / QUIET_POLLS))
  return Math.max(FLOOR_SECONDS, interval, Math.min(interval * factor, WEEK))
}

/** After so many failures in a row: soon, then twice as long each time, at most a day. */
export function retrySeconds(interval: number, failures: number): number {
  const first = Math.min(interval, 60 * MINUTE)
  return Math.max(FLOOR_SECONDS, Math.min(DAY, first * 2 ** Math.min(20, failures - 1)))
}

/** After so many failures in a row a watch is paused. */
export const FAILURES_UNTIL_PAUSED = 12

export interface NextPoll {
  interval_seconds: number
  quiet_polls: number
  failures: number
  /** How long the servers asked to wait. */
  rest_ms: number
  /** 0..1, decides about the jitter. */
  chance: number
}

/** With up to a tenth of jitter, always later than the plain time. */
export function nextPollAt(now: Date, { interval_seconds, quiet_polls, failures, rest_ms, chance }: NextPoll): Date {
  const plain = failures > 0 ? retrySeconds(interval_seconds, failures) : everySeconds(interval_seconds, quiet_polls)
  const wanted = Math.max(plain, Math.min(DAY, rest_ms / 1000))
  return new Date(now.getTime() + Math.round(wanted * (1 + 0.1 * chance)) * 1000)
}
