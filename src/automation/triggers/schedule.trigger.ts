// The clock: a schedule is due.
import { type Static, Type } from 'typebox'
import { refuseField } from '../../kernel/errors.ts'
import { shownAs } from '../../kernel/setting-form.ts'
import { checkTiming, type ScheduleTiming } from '../../platform/queue/schedules.ts'
import { defineTrigger, EVENT_VARIABLE, eventFacts, type Occurrence } from './trigger.ts'

const Schedule = Type.Object({
  cron: Type.Optional(
    Type.String({
      maxLength: 100,
      examples: ['0 9 * * 1-5'],
      description: 'Five fields. Either this or `every_seconds`.',
      ...shownAs({ title: 'Cron expression', hint: 'Five fields, such as 0 9 * * 1-5. Either this or Every.' }),
    }),
  ),
  time_zone: Type.Optional(
    Type.String({
      maxLength: 60,
      description: 'Of `cron`; UTC when absent.',
      ...shownAs({ title: 'Time zone', hint: 'Of the cron expression, such as Europe/Berlin; UTC when blank.' }),
    }),
  ),
  every_seconds: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: 31_536_000,
      ...shownAs({ title: 'Every', hint: 'Seconds; 3600 is an hour, 86400 a day' }),
    }),
  ),
})

/** What the queue keeps of the schedule. */
export function timingOf({ cron, time_zone, every_seconds }: Static<typeof Schedule>): ScheduleTiming {
  if (every_seconds !== undefined) return { every_seconds }
  return { cron: cron ?? '', ...(time_zone !== undefined && { time_zone }) }
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const UNITS: readonly [seconds: number, name: string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
]

/** `Every Monday at 09:00 (Europe/Berlin)`; a schedule of another form as it is written. */
export function scheduleWords({ cron = '', time_zone = 'UTC', every_seconds }: Static<typeof Schedule>): string {
  if (every_seconds !== undefined) {
    const [seconds, name] = UNITS.find(([one]) => every_seconds % one === 0) ?? [1, 'second']
    const count = every_seconds / seconds
    return count === 1 ? `Every ${name}` : `Every ${count} ${name}s`
  }
  const [, minute = '', hour = '', day = ''] = /^(\d{1,2}) (\d{1,2}) \* \* ([0-7]|\*|1-5)$/.exec(cron.trim()) ?? []
  if (day === '') return `By the schedule "${cron}" (${time_zone})`
  const days = day === '*' ? 'day' : day === '1-5' ? 'weekday' : DAYS[Number(day)]
  return `Every ${days} at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')} (${time_zone})`
}

/** The occurrence of a time at which the schedule was due. */
export function dueAt(key: string, at: Date): Occurrence {
  return { key, object: 'schedule', title: at.toISOString(), at, facts: eventFacts('schedule', at) }
}

export const scheduleTrigger = defineTrigger({
  kind: 'schedule',
  place: 100,
  needs_one_of: ['cron', 'every_seconds'],
  label: 'it is time',
  begins: scheduleWords,
  settings: Schedule,
  events: [],
  async check(_, settings, loc) {
    if ((settings.cron === undefined) === (settings.every_seconds === undefined))
      refuseField([...loc, 'cron'], 'value_error', 'Value error, give either cron or every_seconds')
    try {
      checkTiming(timingOf(settings))
    } catch (error) {
      refuseField([...loc, 'cron'], 'value_error', `Value error, ${(error as Error).message}`, settings.cron)
    }
  },
  variables: async () => [EVENT_VARIABLE],
  read: async () => [],
  recent: async () => [],
  async find(_, __, key) {
    const at = new Date(key.replace(/^schedule:/, ''))
    return Number.isNaN(at.getTime()) ? null : dueAt(key, at)
  },
})
