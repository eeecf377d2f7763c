// When messages may leave: the days and hours of a sequence, in its time zone or the recipient's.
export interface SendingWindow {
  /** 1 is Monday, 7 Sunday. */
  days: number[]
  /** `HH:MM`; the end may be `24:00`. An end before the start is one of the next day: `days` are those on which it opens. */
  start: string
  end: string
  /** First and last day, `YYYY-MM-DD`; null without. */
  start_date: string | null
  end_date: string | null
}

interface LocalTime {
  year: number
  month: number
  day: number
  weekday: number
  minute: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, format)
  }
  return format
}

export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

export function localTime(at: Date, zone: string): LocalTime {
  const part: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(at)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7
  return { year, month, day, weekday, minute: hour * 60 + minute }
}

const dateText = ({ year, month, day }: Pick<LocalTime, 'year' | 'month' | 'day'>) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

const MOST_OFFSET_MS = 26 * 3_600_000

/** The moment a local clock shows this minute of this day; in a gap of summer time, the minute after the gap. */
export function momentOf(date: string, minute: number, zone: string): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const wanted = Date.UTC(year, month - 1, day, 0, minute)
  const shownAt = (moment: number) => {
    const local = localTime(new Date(moment), zone)
    return Date.UTC(local.year, local.month - 1, local.day, 0, local.minute)
  }
  let guess = wanted
  // Two corrections reach it: the second only matters beside a change of the clock.
  for (let pass = 0; pass < 3; pass++) {
    const shown = shownAt(guess)
    if (shown === wanted) return new Date(guess)
    guess += wanted - shown
  }
  // No clock shows it: the gap ends where the first later minute is shown.
  let before = wanted - MOST_OFFSET_MS
  let after = wanted + MOST_OFFSET_MS
  while (after - before > 60_000) {
    const middle = before + Math.floor((after - before) / 120_000) * 60_000
    if (shownAt(middle) < wanted) before = middle
    else after = middle
  }
  return new Date(after)
}

/** The beginning of the local day, for daily limits. */
export function dayStart(at: Date, zone: string): Date {
  return momentOf(dateText(localTime(at, zone)), 0, zone)
}

export function localDate(at: Date, zone: string): string {
  return dateText(localTime(at, zone))
}

export function addDays(date: string, days: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10)
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

const MOST_DAYS = 400

/** One opening of a window: from `opens`, and no longer at `closes`. */
export interface WindowOpening {
  opens: Date
  closes: Date
}

/** The opening at or after `at`, which may have begun; null when it never opens again. */
export function nextOpening(at: Date, window: SendingWindow, zone: string): WindowOpening | null {
  const start = minutesOf(window.start)
  const end = minutesOf(window.end)
  if (window.days.length === 0 || end === start) return null
  const isOverMidnight = end < start
  // One that began the day before may still be open.
  let date = addDays(localDate(at, zone), isOverMidnight ? -1 : 0)
  if (window.start_date !== null && date < window.start_date) date = window.start_date
  for (let day = 0; day < MOST_DAYS; day++, date = addDays(date, 1)) {
    if (window.end_date !== null && date > window.end_date) return null
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7
    if (!window.days.includes(weekday)) continue
    const closes = momentOf(isOverMidnight ? addDays(date, 1) : date, end, zone)
    const opens = momentOf(date, start, zone)
    // One that lies within the gap of summer time does not open on that day.
    if (at < closes && opens < closes) return { opens, closes }
  }
  return null
}

/** The first moment at or after `at` within the window; null when it never opens again. */
export function nextOpen(at: Date, window: SendingWindow, zone: string): Date | null {
  const opening = nextOpening(at, window, zone)
  return opening && (at > opening.opens ? at : opening.opens)
}

export function isOpen(at: Date, window: SendingWindow, zone: string): boolean {
  return nextOpen(at, window, zone)?.getTime() === at.getTime()
}

/** Messages a new mailbox may send on its nth day (0 is the first): it grows from a few to its limit. */
export function rampLimit(perDay: number, ramp: { start: number; step: number } | null, day: number): number {
  return ramp ? Math.min(perDay, ramp.start + ramp.step * Math.max(0, day)) : perDay
}
