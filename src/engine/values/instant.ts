// Instants in rules: RFC 3339 text to milliseconds and back, without a clock.

const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/

/** Milliseconds since the epoch of a date (midnight UTC) or an RFC 3339 date-time, finer parts cut off; null for else. */
export function instantOf(value: unknown): number | null {
  if (typeof value !== 'string') return null
  if (!DATE.test(value) && !DATE_TIME.test(value)) return null
  const text = value
    .replace(/(\.\d{3})\d+/, '$1')
    .replace(' ', 'T')
    .toUpperCase()
  const instant = Date.parse(text)
  // Date.parse rolls 30 February over into March; a date that is not on the calendar is no instant.
  const day = Date.parse(`${value.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(instant) || Number.isNaN(day)) return null
  return new Date(day).toISOString().slice(0, 10) === value.slice(0, 10) ? instant : null
}

/** RFC 3339 in UTC with milliseconds. */
export function rfc3339(instantMs: number): string {
  return new Date(instantMs).toISOString()
}

export const DAY_MS = 86_400_000

const DAYS_AGO = /^-P(\d{1,5})D$/

/** How many days before now `-P30D` is, as ISO 8601 writes a duration that goes back; null for else. */
export function daysAgo(value: unknown): number | null {
  const [, days] = (typeof value === 'string' && DAYS_AGO.exec(value)) || []
  return days === undefined ? null : Number(days)
}
