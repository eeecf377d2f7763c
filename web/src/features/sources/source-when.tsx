// How a source writes and when it runs.
import type { Column } from '../../api/shapes.ts'
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import type { Mode, SourceDraft } from './sources.api.ts'
import { MODES } from './sources.logic.ts'

type When = Pick<SourceDraft, 'name' | 'mode' | 'existing' | 'schedule'> & {
  max_rows: string
  /** The column of the duplicate key; blank: the id of the record alone. */
  match: string
}

export function SourceWhen({
  value,
  errors,
  matchable,
  onChange,
}: {
  value: When
  /** Columns of the workbook that the source fills. */
  matchable: Column[]
  errors: Record<string, string | undefined>
  onChange: (value: When) => void
}) {
  const set = (change: Partial<When>) => onChange({ ...value, ...change })
  const { schedule } = value
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Name" error={errors.name}>
        <Input value={value.name} onChange={(event) => set({ name: event.target.value })} />
      </Field>
      <Field label="Records of one run" hint="A run that stops there says so." error={errors.max_rows}>
        <Input inputMode="numeric" value={value.max_rows} onChange={(event) => set({ max_rows: event.target.value })} />
      </Field>
      <Field label="Mode" hint={MODES[value.mode][1]} error={errors.mode}>
        <Select value={value.mode} onChange={(event) => set({ mode: event.target.value as Mode })}>
          {Object.entries(MODES).map(([mode, [label]]) => (
            <option key={mode} value={mode}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {value.mode !== 'append' && (
        <Field label="When a row has a value already">
          <Select
            value={value.existing}
            onChange={(event) => set({ existing: event.target.value as When['existing'] })}
          >
            <option value="overwrite">Overwrite it</option>
            <option value="fill_blanks">Fill blanks only</option>
          </Select>
        </Field>
      )}
      <Field
        label="Match existing rows by"
        hint={
          value.match === ''
            ? 'Records are matched by their id in the source.'
            : 'Sets the duplicate key of this workbook, for imports too.'
        }
        error={errors.identity}
      >
        <Select value={value.match} onChange={(event) => set({ match: event.target.value })}>
          <option value="">Id of the record only</option>
          {matchable.map((column) => (
            <option key={column.id} value={column.id}>
              {column.name}
            </option>
          ))}
        </Select>
      </Field>
      <ScheduleFields byHand value={schedule} error={errors.schedule} onChange={(next) => set({ schedule: next })} />
    </div>
  )
}
export type { When }
