// Functions over dates. A date is its ISO text; all reckoning is in UTC.
import type { Json } from '../../kernel/json.ts'
import { DAY_MS } from '../values/instant.ts'
import { textOf } from '../values/value.ts'
import { FormulaFault } from './budget.ts'
import { formatDate } from './format.ts'
import type { FormulaFunction, FormulaParameter } from './functions.ts'
import { dateOf, dateText, hasTime, isInCalendar } from './values.ts'

const DATE: FormulaParameter = { name: 'date', type: 'date' }
const UNIT: FormulaParameter = { name: 'unit', type: 'text' }

function partOf(
  name: string,
  says: string,
  example: readonly [string, Json],
  read: (date: Date) => number,
): FormulaFunction {
  return {
    name,
    group: 'Date',
    params: [DATE],
    returns: 'number',
    says,
    examples: [example],
    run: ([date]) => read(new Date(instant(date))),
  }
}

export const DATE_FUNCTIONS: readonly FormulaFunction[] = [
  {
    name: 'DATE',
    group: 'Date',
    params: [
      { name: 'year', type: 'number' },
      { name: 'month', type: 'number' },
      { name: 'day', type: 'number' },
    ],
    returns: 'date',
    says: 'A date from its parts; a month or day too many goes on into the next.',
    examples: [
      ['DATE(2026, 1, 31)', '2026-01-31'],
      ['DATE(2026, 13, 1)', '2027-01-01'],
    ],
    run([year, month, day]) {
      // Not Date.UTC, which takes the year 26 for 1926.
      const date = new Date(0)
      return dayText(
        date.setUTCFullYear(Math.trunc(Number(year)), Math.trunc(Number(month)) - 1, Math.trunc(Number(day))),
      )
    },
  },
  {
    name: 'DATEVALUE',
    group: 'Date',
    params: [{ name: 'text', type: 'any' }],
    returns: 'date',
    says: 'The date that a text stands for; blank when it is none.',
    examples: [['DATEVALUE("31 January 2026")', '2026-01-31']],
    run([text]) {
      const read = dateOf(text ?? null)
      return typeof read === 'number' ? dateText(read, false) : null
    },
  },
  {
    name: 'TODAY',
    group: 'Date',
    params: [],
    returns: 'date',
    says: 'Today. Computed again every night.',
    examples: [['TODAY()', '2026-01-31']],
    volatile: true,
    run: (_, { now }) => dateText(now, false),
  },
  {
    name: 'NOW',
    group: 'Date',
    params: [],
    returns: 'date',
    says: 'The date and time at which the cell was computed. Computed again every night.',
    examples: [['NOW()', '2026-01-31T12:00:00Z']],
    volatile: true,
    run: (_, { now }) => dateText(now, true),
  },
  partOf('YEAR', 'The year.', ['YEAR("2026-01-31")', 2026], (date) => date.getUTCFullYear()),
  partOf('MONTH', 'The month, 1 to 12.', ['MONTH("2026-01-31")', 1], (date) => date.getUTCMonth() + 1),
  partOf('DAY', 'The day of the month.', ['DAY("2026-01-31")', 31], (date) => date.getUTCDate()),
  partOf('HOUR', 'The hour, 0 to 23.', ['HOUR("2026-01-31T12:30:00Z")', 12], (date) => date.getUTCHours()),
  partOf('MINUTE', 'The minute.', ['MINUTE("2026-01-31T12:30:00Z")', 30], (date) => date.getUTCMinutes()),
  partOf(
    'QUARTER',
    'The quarter, 1 to 4.',
    ['QUARTER("2026-05-01")', 2],
    (date) => Math.floor(date.getUTCMonth() / 3) + 1,
  ),
  partOf(
    'WEEKDAY',
    'The day of the week, 1 for Sunday to 7 for Saturday.',
    ['WEEKDAY("2026-01-31")', 7],
    (date) => date.getUTCDay() + 1,
  ),
  partOf('ISOWEEK', 'The week of the year by ISO 8601.', ['ISOWEEK("2026-01-31")', 5], (date) => {
    // The week belongs to the year that its Thursday is in.
    const thursday = date.getTime() + (3 - ((date.getUTCDay() + 6) % 7)) * DAY_MS
    const first = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1)
    return Math.floor((thursday - first) / DAY_MS / 7) + 1
  }),
  {
    name: 'DATEADD',
    group: 'Date',
    params: [DATE, { name: 'count', type: 'number' }, UNIT],
    returns: 'date',
    says: 'A date so many "days", "weeks", "months", "years", "hours" or "minutes" later; earlier when the count is below zero.',
    examples: [
      ['DATEADD("2026-01-31", 1, "month")', '2026-02-28'],
      ['DATEADD("2026-01-31", -2, "days")', '2026-01-29'],
    ],
    inspect: (written) => inspectUnit(written, 2),
    run([date, count, unit]) {
      const moved = added(instant(date), Number(count), unitOf(unit, 2))
      return hasTime(textOf(date)) || moved % DAY_MS !== 0 ? timeText(moved) : dayText(moved)
    },
  },
  {
    name: 'DATEDIF',
    group: 'Date',
    params: [
      { name: 'start', type: 'date' },
      { name: 'end', type: 'date' },
      { ...UNIT, optional: true },
    ],
    returns: 'number',
    says: 'The whole days, or other units, from one date to another.',
    examples: [
      ['DATEDIF("2025-12-31", "2026-01-31")', 31],
      ['DATEDIF("2025-12-31", "2026-01-30", "months")', 0],
    ],
    inspect: (written) => inspectUnit(written, 2),
    run: ([start, end, unit]) => between(instant(start), instant(end), unit === null ? 'day' : unitOf(unit, 2)),
  },
  {
    name: 'DAYS',
    group: 'Date',
    params: [
      { name: 'end', type: 'date' },
      { name: 'start', type: 'date' },
    ],
    returns: 'number',
    says: 'The days between two dates; also written end - start.',
    examples: [['DAYS("2026-01-31", "2026-01-01")', 30]],
    run: ([end, start]) => between(instant(start), instant(end), 'day'),
  },
  {
    name: 'EOMONTH',
    group: 'Date',
    params: [DATE, { name: 'months', type: 'number', optional: true }],
    returns: 'date',
    says: 'The last day of the month, or of the month so many months later.',
    examples: [['EOMONTH("2026-01-15", 1)', '2026-02-28']],
    run([date, months]) {
      const from = new Date(instant(date))
      return dayText(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + Math.trunc(Number(months ?? 0)) + 1, 0))
    },
  },
  {
    name: 'WORKDAYS',
    group: 'Date',
    params: [
      { name: 'start', type: 'date' },
      { name: 'end', type: 'date' },
    ],
    returns: 'number',
    says: 'The days from Monday to Friday between two dates, both included.',
    examples: [['WORKDAYS("2026-01-30", "2026-02-02")', 2]],
    run([start, end]) {
      const [from, to] = [Math.floor(instant(start) / DAY_MS), Math.floor(instant(end) / DAY_MS)]
      return from <= to ? workdays(to) - workdays(from - 1) : workdays(to - 1) - workdays(from)
    },
  },
  {
    name: 'FORMATDATE',
    group: 'Date',
    params: [DATE, { name: 'format', type: 'text' }],
    returns: 'text',
    says: 'A date as text, by the codes of Excel: yyyy yy mmmm mmm mm m dddd ddd dd d hh h mm ss AM/PM, in capitals too; Q is the quarter. Beside hours or seconds, mm are minutes.',
    examples: [['FORMATDATE("2026-01-31", "D MMMM YYYY")', '31 January 2026']],
    run: ([date, format]) => formatDate(textOf(date), textOf(format)),
  },
]

function instant(date: Json | undefined): number {
  return dateOf(date ?? null) ?? 0
}

function mustBeInCalendar(at: number): number {
  if (!Number.isFinite(at) || !isInCalendar(at)) throw new FormulaFault('This date is not within the years 1 to 9999')
  return at
}

function dayText(at: number): string {
  return dateText(mustBeInCalendar(at), false)
}

function timeText(at: number): string {
  return dateText(mustBeInCalendar(at), true)
}

type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year'
const UNITS: { [word: string]: Unit } = {
  minute: 'minute',
  m: 'month',
  hour: 'hour',
  h: 'hour',
  day: 'day',
  d: 'day',
  week: 'week',
  w: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
  y: 'year',
}
const LENGTH: { [unit: string]: number } = { minute: 60_000, hour: 3_600_000, day: DAY_MS, week: 7 * DAY_MS }
const WRONG_UNIT = 'The unit is one of "minutes", "hours", "days", "weeks", "months", "quarters" and "years"'

function wordOf(unit: Json): Unit | undefined {
  const word = textOf(unit).trim().toLowerCase()
  return Object.hasOwn(UNITS, word) ? UNITS[word] : word.endsWith('s') ? UNITS[word.slice(0, -1)] : undefined
}

function unitOf(unit: Json | undefined, arg: number): Unit {
  const found = wordOf(unit ?? null)
  if (!found) throw new FormulaFault(WRONG_UNIT, arg)
  return found
}

function inspectUnit(written: readonly (Json | undefined)[], arg: number) {
  const unit = written[arg]
  return unit === undefined || wordOf(unit) ? undefined : { arg, message: WRONG_UNIT }
}

/** A month later is the same day of the next month, or its last when that is shorter. */
function added(from: number, count: number, unit: Unit): number {
  const length = LENGTH[unit]
  if (length) return Math.trunc(from + count * length)
  const months = Math.trunc(count) * (unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1)
  const date = new Date(from)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months, 1)
  const last = new Date(date)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  date.setUTCDate(Math.min(day, last.getUTCDate()))
  return date.getTime()
}

function between(start: number, end: number, unit: Unit): number {
  const length = LENGTH[unit]
  if (length) return Math.trunc((end - start) / length) + 0
  const [from, to] = [new Date(start), new Date(end)]
  let months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  if (months > 0 && added(start, months, 'month') > end) months--
  if (months < 0 && added(start, months, 'month') < end) months++
  return Math.trunc(months / (unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1)) + 0
}

/** How many days from Monday to Friday there were up to a day since the epoch, which was a Thursday. */
function workdays(day: number): number {
  const since = day + 4
  const weeks = Math.floor(since / 7)
  return weeks * 5 + Math.min(5, Math.max(0, since - weeks * 7))
}
