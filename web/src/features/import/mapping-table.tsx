// Which file column goes where: three sample values and how full it is at the left, the target at the right.
import type { Column, InputType, Schemas } from '../../api/shapes.ts'
import { cx } from '../../ui/classes.ts'
import { counted, percent } from '../../ui/format.ts'
import { Input, Select } from '../../ui/forms/field.tsx'
import { type Targets, typeOfTarget, type ValueManners } from './import.logic.ts'
import { inputTypes } from './input-types.ts'
import { ValueReading } from './value-reading.tsx'

interface Props {
  columns: Schemas['ImportColumn'][]
  existing: Column[]
  targets: Targets
  errors: Map<number, string>
  onChange: (index: number, target: Schemas['ImportTarget']) => void
  /** How values are read, where that can be chosen; then a new column also gets a name and a type. */
  manners?: ValueManners
  onManner?: (index: number, manner: NonNullable<ReturnType<ValueManners['get']>>) => void
  words?: Words
  /** Told which column is looked at, where its values are shown beside. */
  onActive?: (index: number | null) => void
}

interface Words {
  /** What is neither left out nor goes into something that is there. */
  fresh: string
  into: string
}

const OF_WORKBOOK: Words = { fresh: 'New column', into: 'Into a column of the workbook' }

export function MappingTable({
  columns,
  existing,
  targets,
  errors,
  onChange,
  manners,
  onManner,
  words = OF_WORKBOOK,
  onActive,
}: Props) {
  const inputs = existing.filter((column) => column.type === 'input')
  return (
    <ul aria-label="Columns of the file" className="rounded-md border">
      {columns.map((column) => {
        const target = targets.get(column.index) ?? column.target
        const error = errors.get(column.index)
        const values = [...new Set(column.samples)].filter((value) => value.trim() !== '')
        return (
          <li
            key={column.index}
            onFocus={() => onActive?.(column.index)}
            onPointerEnter={() => onActive?.(column.index)}
            className={cx(
              'grid gap-x-4 gap-y-1.5 border-b px-3 py-2 last:border-b-0',
              !onActive && 'sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] sm:items-center',
              target.kind === 'skip' && 'bg-canvas',
            )}
          >
            <div className="min-w-0">
              <p className="flex items-baseline gap-2">
                <span className={cx('truncate font-medium', target.kind === 'skip' && 'text-ink-3')} dir="auto">
                  {column.name}
                </span>
                <span className="shrink-0 text-ink-3 text-xs tabular-nums">{percent(column.fill_rate)} filled</span>
              </p>
              <p className="truncate text-ink-3 text-sm" title={values.join('\n')} dir="auto">
                {values.length > 0 ? values.map((value) => value.replace(/\s+/g, ' ')).join(' · ') : 'Empty'}
              </p>
            </div>
            <div className="min-w-0">
              <div className="flex flex-wrap gap-2 sm:flex-nowrap">
                <Select
                  aria-label={`Target of ${column.name}`}
                  aria-invalid={Boolean(error) || undefined}
                  value={target.kind === 'column' ? target.column_id : target.kind === 'new' ? '$new' : '$skip'}
                  className={target.kind === 'new' && manners ? 'basis-full sm:basis-2/5' : 'basis-full'}
                  onChange={(event) => {
                    const { value } = event.target
                    if (value === '$skip') onChange(column.index, { kind: 'skip' })
                    else if (value === '$new')
                      onChange(column.index, { kind: 'new', name: column.name, input_type: column.guessed_type })
                    else onChange(column.index, { kind: 'column', column_id: value })
                  }}
                >
                  <option value="$new">{words.fresh}</option>
                  <option value="$skip">Skip</option>
                  {inputs.length > 0 && (
                    <optgroup label={words.into}>
                      {inputs.map((one) => (
                        <option key={one.id} value={one.id}>
                          {one.name}
                        </option>
                      ))}
                    </optgroup>
                  )}
                </Select>
                {target.kind === 'new' && manners && (
                  <>
                    <Input
                      aria-label={`Name of the new column for ${column.name}`}
                      aria-invalid={Boolean(error) || undefined}
                      value={target.name}
                      dir="auto"
                      maxLength={200}
                      className="flex-1 sm:basis-2/5"
                      onChange={(event) => onChange(column.index, { ...target, name: event.target.value })}
                    />
                    <Select
                      aria-label={`Type of the new column for ${column.name}`}
                      value={target.input_type}
                      className="basis-2/5 sm:basis-1/4"
                      onChange={(event) => onChange(column.index, retyped(target, event.target.value as InputType))}
                    >
                      {inputTypes.map(([value, text]) => (
                        <option key={value} value={value}>
                          {text}
                        </option>
                      ))}
                    </Select>
                  </>
                )}
              </div>
              {target.kind === 'new' && target.options && (
                <p className="mt-1 text-ink-3 text-xs [overflow-wrap:anywhere]" dir="auto">
                  Choices: {target.options.join(', ')}
                </p>
              )}
              {manners && onManner ? (
                <ValueReading
                  column={column}
                  type={typeOfTarget(target, existing)}
                  value={manners.get(column.index) ?? {}}
                  onChange={(manner) => onManner(column.index, manner)}
                />
              ) : (
                column.unparsed.count > 0 && (
                  <p className="mt-1 text-warn text-xs [overflow-wrap:anywhere]">
                    {counted(column.unparsed.count, 'value')} will be skipped, such as “
                    {column.unparsed.examples.join('”, “')}”.
                  </p>
                )
              )}
              {error && (
                <p role="alert" className="mt-1 text-bad text-xs">
                  {error}
                </p>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** What belonged to the type before goes with it. */
const retyped = (
  { kind, name }: Extract<Schemas['ImportTarget'], { kind: 'new' }>,
  input_type: InputType,
): Schemas['ImportTarget'] => ({ kind, name, input_type })
