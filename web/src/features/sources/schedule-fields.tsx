// When something runs by itself: an interval by name, or a cron expression with its time zone.
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import type { SourceSchedule } from './sources.api.ts'
import { INTERVALS } from './sources.logic.ts'

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

interface Props {
  /** Null: by hand. */
  value: SourceSchedule | null
  /** Whether it may be left to be started by hand. */
  byHand: boolean
  error?: string | undefined
  onChange: (value: SourceSchedule | null) => void
}

export function ScheduleFields({ value, byHand, error, onChange }: Props) {
  const kind = value === null ? 'hand' : (value.every ?? 'cron')
  const choose = (next: string): SourceSchedule | null =>
    next === 'hand'
      ? null
      : next === 'cron'
        ? { cron: '0 6 * * 1-5', time_zone: ownZone() }
        : { every: next as NonNullable<SourceSchedule['every']> }
  return (
    <>
      <Field label="Schedule" error={error}>
        <Select value={kind} onChange={(event) => onChange(choose(event.target.value))}>
          {byHand && <option value="hand">By hand</option>}
          {Object.entries(INTERVALS).map(([every, label]) => (
            <option key={every} value={every}>
              {label}
            </option>
          ))}
          <option value="cron">Cron expression</option>
        </Select>
      </Field>
      {kind === 'cron' && (
        <>
          <Field label="Cron expression" hint="Minute, hour, day, month, weekday">
            <Input value={value?.cron ?? ''} onChange={(event) => onChange({ ...value, cron: event.target.value })} />
          </Field>
          <Field label="Time zone" hint="Such as Europe/Berlin">
            <Input
              value={value?.time_zone ?? ''}
              onChange={(event) => onChange({ ...value, time_zone: event.target.value })}
            />
          </Field>
        </>
      )}
    </>
  )
}
