// Whether a row of the file is a row that is here already, and what to do then.
import type { Normaliser, Schemas } from '../../api/shapes.ts'
import { Field, Select } from '../../ui/forms/field.tsx'
import { type MatchingChoice, normaliserFor } from './import.logic.ts'
import { normalisers } from './normalisers.ts'

interface Props {
  /** File columns that end up in the workbook. */
  columns: Schemas['ImportColumn'][]
  value: MatchingChoice
  onChange: (value: MatchingChoice) => void
}

export function RowMatching({ columns, value, onChange }: Props) {
  const also = (value.also ?? []).flatMap(({ index }) => columns.find((one) => one.index === index)?.name ?? [])
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        label="Match existing rows by"
        hint={
          value.index === null
            ? 'Every row of the file is added, duplicates too.'
            : also.length > 0
              ? `Together with ${also.join(' and ')}, as in the duplicate key of this workbook.`
              : 'Duplicates inside the file count as well.'
        }
      >
        <Select
          value={value.index ?? ''}
          onChange={(event) => {
            const index = event.target.value === '' ? null : Number(event.target.value)
            const column = columns.find((one) => one.index === index)
            onChange({
              ...value,
              also: undefined,
              index,
              normaliser: column ? normaliserFor(column.guessed_type, column.name) : value.normaliser,
            })
          }}
        >
          <option value="">Nothing: add every row</option>
          {columns.map((column) => (
            <option key={column.index} value={column.index}>
              {column.name}
            </option>
          ))}
        </Select>
      </Field>
      {value.index !== null && (
        <>
          <Field label="Compare">
            <Select
              value={value.normaliser}
              onChange={(event) =>
                onChange({ ...value, also: undefined, normaliser: event.target.value as Normaliser })
              }
            >
              {normalisers.map(([key, text]) => (
                <option key={key} value={key}>
                  {text}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="When the row exists">
            <Select
              value={value.existing}
              onChange={(event) => onChange({ ...value, existing: event.target.value as MatchingChoice['existing'] })}
            >
              <option value="overwrite">Overwrite its values; blanks change nothing</option>
              <option value="fill_blanks">Fill its blanks only</option>
              <option value="newer">Overwrite it when the row of the file is newer</option>
              <option value="skip">Leave it as it is</option>
            </Select>
          </Field>
          {value.existing === 'newer' && (
            <Field label="Newer by the date in">
              <Select
                value={value.newer_by ?? ''}
                onChange={(event) =>
                  onChange({ ...value, newer_by: event.target.value === '' ? null : Number(event.target.value) })
                }
              >
                <option value="">Choose a date</option>
                {columns
                  .filter(({ guessed_type }) => guessed_type === 'date' || guessed_type === 'datetime')
                  .map((column) => (
                    <option key={column.index} value={column.index}>
                      {column.name}
                    </option>
                  ))}
              </Select>
            </Field>
          )}
          <Field label="When it does not">
            <Select
              value={value.new_rows}
              onChange={(event) => onChange({ ...value, new_rows: event.target.value as MatchingChoice['new_rows'] })}
            >
              <option value="create">Add it</option>
              <option value="skip">Leave it out</option>
            </Select>
          </Field>
          <Field label="When the same row comes twice in the file">
            <Select
              value={value.duplicates}
              onChange={(event) =>
                onChange({ ...value, duplicates: event.target.value as MatchingChoice['duplicates'] })
              }
            >
              <option value="merge">Put their values together</option>
              <option value="first">Take the first</option>
              <option value="last">Take the last</option>
            </Select>
          </Field>
        </>
      )}
    </div>
  )
}
